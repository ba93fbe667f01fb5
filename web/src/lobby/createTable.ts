// Setting a table, from anywhere on the lobby.

import * as api from "../net/api";
import { toasts } from "../ui/toasts.svelte";
import type { NewTable } from "../protocol";
import { router } from "../router.svelte";
import { visitor } from "../visitor.svelte";
import { speech, t } from "../i18n/index.svelte";

/** Say what went wrong, in a word. */
export function complain(error: unknown): void {
  if (error instanceof api.Problem && error.status === 429) toasts.say(t("tooMany"), true);
  else if (error instanceof api.Problem && error.status >= 400 && error.status < 500) toasts.say(error.message, true);
  else toasts.say(t("somethingWrong"), true);
}

/** Be somebody first: with the name given, the one known, or one that will do. */
export async function beSomebody(name: string): Promise<void> {
  const wished = name.trim() || visitor.me?.name || t("defaultName");
  if (visitor.me?.name !== wished) await visitor.introduce(wished, speech.language);
}

export async function begin(wish: NewTable, name = ""): Promise<boolean> {
  try {
    await beSomebody(name);
    const table = await api.setTable(wish);
    router.go(`/t/${table.id}`);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

export const LEVELS = { greedy: "levelGreedy", random: "levelRandom" } as const;
