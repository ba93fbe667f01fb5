import type { Action } from "../protocol";

/** Whether two actions are equal, whatever the order of their keys. */
export function equalActions(a: Action | null | undefined, b: Action | null | undefined): boolean {
  if (!a || !b) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}
