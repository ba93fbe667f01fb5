// The commitments that this browser has seen before a game was over: what a deal is checked against afterwards.

const KEY = "worldgates.bound";
const MOST = 300;

function loadCommitments(): [string, string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** Note what a table is bound to. What was noted first stays: that is the point of it. */
export function saveCommitment(table: string, commitment: string): void {
  const known = loadCommitments();
  if (known.some(([each]) => each === table)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, [table, commitment]].slice(-MOST)));
  } catch {
    // Then the deal can be checked only against what the record says.
  }
}

export function savedCommitment(table: string): string | null {
  return loadCommitments().find(([each]) => each === table)?.[1] ?? null;
}
