// The language of the page. The build makes one file of sentences for each language (tools/messages.ts); only the
// chosen one is loaded. The server translates the sentences about the game itself.

import { loadSetting, saveSetting } from "../ui/storage";
import type { Language } from "../protocol.gen";
import type { English } from "./all";
import { callable, type Catalogue, type MessagesOf, type NamesIn, type Value } from "./sentences";

const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: () => import("virtual:messages/en"),
  fr: () => import("virtual:messages/fr"),
  it: () => import("virtual:messages/it"),
};

export const LANGUAGES = Object.keys(CATALOGUES) as Language[];
/** English as the page spells it: "a, b and c". */
const TAGS: Record<Language, string> = { en: "en-GB", fr: "fr", it: "it" };
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", it: "Italiano" };

type Shell = English["shell"];
type Messages = MessagesOf<English>;
export type MessageKey = keyof Shell;
/** The keys of sentences without placeholders. */
export type PlainKey = { [Key in MessageKey]: [NamesIn<Shell[Key]>] extends [never] ? Key : never }[MessageKey];
export type MessageValues = Record<string, Value>;
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: [NamesIn<Shell[Key]>] extends [never] ? [] : [Record<NamesIn<Shell[Key]>, Value>]
) => string;

function preferredLanguage(): Language {
  const preferred = [loadSetting("language", LANGUAGES), ...navigator.languages.map((each) => each.slice(0, 2))];
  return preferred.find((each): each is Language => LANGUAGES.includes(each as Language)) ?? "en";
}

class Locale {
  language = $state<Language>(preferredLanguage());
  messages = $state.raw<Messages>({} as Messages);

  /** Load the sentences of the preferred language; the page starts after that. */
  start(): Promise<void> {
    return this.load(this.language);
  }

  async set(language: Language): Promise<void> {
    saveSetting("language", language);
    await this.load(language);
  }

  private async load(language: Language): Promise<void> {
    const { default: sentences, plural } = await CATALOGUES[language]();
    this.messages = callable(sentences, plural, language) as Messages;
    this.language = language;
    document.documentElement.lang = language;
  }
}

export const locale = new Locale();

export const t: Translate = (key, ...values) => {
  const message = locale.messages.shell[key] as string | ((values: MessageValues) => string);
  return typeof message === "string" ? message : message((values[0] ?? {}) as MessageValues);
};

/** The translation of a key that may not exist, such as the name of a game's option. */
export function translateIfPresent(key: string): string | null {
  return key in locale.messages.shell ? t(key as PlainKey) : null;
}

/** The language as the page spells it, for formats of the browser. */
export const languageTag = (): string => TAGS[locale.language];

/** A list in words: "a, b and c". */
export const listOf = (items: readonly string[]): string => new Intl.ListFormat(languageTag()).format(items);
