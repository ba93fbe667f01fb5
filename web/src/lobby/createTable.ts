// Creating a table from anywhere in the lobby.

import * as api from "../net/api";
import { toasts } from "../ui/toasts.svelte";
import type { NewTable } from "../protocol.gen";
import { router } from "../router.svelte";
import { visitor } from "../visitor.svelte";
import { locale, t, type PlainKey } from "../i18n/index.svelte";

/** Show a short error message as a toast. */
export function showError(error: unknown): void {
  if (error instanceof api.ApiError && error.status === 429) toasts.show(t("tooMany"), true);
  else if (error instanceof api.ApiError && error.status >= 400 && error.status < 500) toasts.show(error.message, true);
  else toasts.show(t("somethingWrong"), true);
}

/** Make sure the visitor has a name: the one entered, the known one, or a default. */
export async function ensureVisitor(name: string): Promise<void> {
  const wanted = name.trim() || visitor.me?.name || t("defaultName");
  if (visitor.me?.name !== wanted) await visitor.introduce(wanted, locale.language);
}

export async function createTable(request: NewTable, name = ""): Promise<boolean> {
  try {
    await ensureVisitor(name);
    const table = await api.createTable(request);
    router.go(`/t/${table.id}`);
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}

/** The level of a bot where nobody has chosen one. */
export const DEFAULT_LEVEL: string = "easy";

const LEVELS: Readonly<Record<string, readonly [name: PlainKey, about: PlainKey]>> = {
  beginner: ["levelBeginner", "levelBeginnerAbout"],
  easy: ["levelEasy", "levelEasyAbout"],
  medium: ["levelMedium", "levelMediumAbout"],
  hard: ["levelHard", "levelHardAbout"],
  expert: ["levelExpert", "levelExpertAbout"],
};

/** The bots to choose from: the levels and the host's own, without the one that draws lots. */
export function offeredBots(bots: readonly string[]): readonly string[] {
  return bots.filter((bot) => bot !== "random");
}

/** What a bot is called: a level in the reader's language, a bot of the host by its own name. */
export function botLabel(bot: string): string {
  const level = LEVELS[bot];
  return level === undefined ? bot : t(level[0]);
}

/** What a level does, in a line; empty for a bot of the host. */
export function botAbout(bot: string): string {
  const level = LEVELS[bot];
  return level === undefined ? "" : t(level[1]);
}
