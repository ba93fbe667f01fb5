import type { Action } from "../protocol.gen";

/** Whether two actions are equal, whatever the order of their keys. */
export function equalActions(one: Action | null | undefined, other: Action | null | undefined): boolean {
  if (!one || !other) return false;
  const fields = Object.entries(one),
    others = new Map<string, unknown>(Object.entries(other));
  return (
    fields.length === others.size &&
    fields.every(([key, value]) => JSON.stringify(value) === JSON.stringify(others.get(key)))
  );
}
