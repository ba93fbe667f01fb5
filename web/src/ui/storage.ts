// What this browser remembers for itself. Where it may not, it forgets when the page is closed.

export function loadSetting<T extends string>(key: string, allowed: readonly T[]): T | null {
  try {
    const found = localStorage.getItem(`worldgates.${key}`);
    return allowed.find((each) => each === found) ?? null;
  } catch {
    return null;
  }
}

export function saveSetting(key: string, value: string): void {
  try {
    localStorage.setItem(`worldgates.${key}`, value);
  } catch {
    // Then it is asked again next time.
  }
}

/** A list that was kept as JSON. */
export function loadList(key: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`worldgates.${key}`) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
