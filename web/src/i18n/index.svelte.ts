// All sentences of the page, in three languages. What happens at a table the server says itself.
//
// A sentence with two forms, "one|several", takes the one that `n` asks for.

import { keep, recall } from "../ui/storage";
import type { Language } from "../protocol";
import { en, type Words } from "./en";
import { fr } from "./fr";
import { it } from "./it";

const ALL: Record<Language, Words> = { en, fr, it };

export const LANGUAGES: readonly Language[] = ["en", "fr", "it"];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", it: "Italiano" };

export type Key = keyof Words;
export type Values = Record<string, string | number>;
export type Translate = (key: Key, values?: Values) => string;

function first(): Language {
  const wished = [recall("language", LANGUAGES) ?? "", ...navigator.languages.map((language) => language.slice(0, 2))];
  return LANGUAGES.find((language) => wished.includes(language) && language === wished.find((w) => w in ALL)) ?? "en";
}

class Speech {
  language = $state<Language>(first());

  constructor() {
    document.documentElement.lang = this.language;
  }

  set(language: Language): void {
    this.language = language;
    document.documentElement.lang = language;
    keep("language", language);
  }
}

export const speech = new Speech();

export const t: Translate = (key, values = {}) => {
  let text: string = ALL[speech.language][key];
  const forms = text.split("|");
  if (forms.length === 2) {
    const several = new Intl.PluralRules(speech.language).select(Number(values.n ?? 2)) !== "one";
    text = forms[several ? 1 : 0]!;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
};

/** A sentence that may not be there, as for an option of a game nobody has named. */
export function maybe(key: string): string | null {
  return key in en ? t(key as Key) : null;
}
