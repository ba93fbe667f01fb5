// Settings in localStorage. If storage is blocked, settings last until the page is closed.

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
    // Storage is full or blocked: the default applies next time.
  }
}

/** A number within a range. */
export function loadNumber(key: string, least: number, most: number): number | null {
  try {
    const found = Number(localStorage.getItem(`worldgates.${key}`) ?? NaN);
    return found >= least && found <= most ? found : null;
  } catch {
    return null;
  }
}

/** A list that was stored as JSON. */
export function loadList(key: string): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`worldgates.${key}`) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
