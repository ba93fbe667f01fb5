// The page's messages in three languages. The server translates the sentences about the game itself.
//
// A message with two forms, "one|several", uses the form for the value `n`.

import { saveSetting, loadSetting } from "../ui/storage";
import type { Language } from "../protocol.gen";
import { en, type Messages } from "./en";
import { fr } from "./fr";
import { it } from "./it";

const ALL: Record<Language, Messages> = { en, fr, it };

export const LANGUAGES: readonly Language[] = ["en", "fr", "it"];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", it: "Italiano" };

export type MessageKey = keyof Messages;
export type MessageValues = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

function initialLanguage(): Language {
  const preferred = [
    loadSetting("language", LANGUAGES) ?? "",
    ...navigator.languages.map((language) => language.slice(0, 2)),
  ];
  return (
    LANGUAGES.find((language) => preferred.includes(language) && language === preferred.find((code) => code in ALL)) ??
    "en"
  );
}

class Locale {
  language = $state<Language>(initialLanguage());

  constructor() {
    document.documentElement.lang = this.language;
  }

  set(language: Language): void {
    this.language = language;
    document.documentElement.lang = language;
    saveSetting("language", language);
  }
}

export const locale = new Locale();

export const t: Translate = (key, values = {}) => {
  let text: string = ALL[locale.language][key];
  const forms = text.split("|");
  if (forms.length === 2) {
    const several = new Intl.PluralRules(locale.language).select(Number(values.n ?? 2)) !== "one";
    text = forms[several ? 1 : 0]!;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
};

/** The translation of a key that may not exist, such as the name of a game's option. */
export function translateIfPresent(key: string): string | null {
  return key in en ? t(key as MessageKey) : null;
}
