import type { Action } from "../protocol";

/** Whether two actions are equal, whatever the order of their keys. */
export function equalActions(a: Action | null | undefined, b: Action | null | undefined): boolean {
  if (!a || !b) return false;
  const fields = Object.entries(a), others = new Map<string, unknown>(Object.entries(b));
  return fields.length === others.size && fields.every(([key, value]) => JSON.stringify(value) === JSON.stringify(others.get(key)));
}
