// The commitments this browser saw before the games ended. The check of a deal compares against them.

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

/** Save a table's commitment. The first one stays: a later one could be forged to match the deal. */
export function saveCommitment(table: string, commitment: string): void {
  const known = loadCommitments();
  if (known.some(([each]) => each === table)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, [table, commitment]].slice(-MOST)));
  } catch {
    // Storage is full or blocked: the check can then only use the commitment in the record.
  }
}

export function savedCommitment(table: string): string | null {
  return loadCommitments().find(([each]) => each === table)?.[1] ?? null;
}
