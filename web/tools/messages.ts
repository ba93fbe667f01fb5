// The sentences of the page in each language, as modules `virtual:messages/fr`: the English ones of src/i18n/all.ts,
// translated with the gettext catalogues of the server. A sentence without a translation fails the build.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Plugin } from "vite";

import { english } from "../src/i18n/all";
import type { Tree } from "../src/i18n/sentences";

const MODULE = "virtual:messages/";
const ENGLISH_PLURAL = "n != 1";

const catalogueOf = (language: string): string =>
  fileURLToPath(new URL(`../../src/worldgates/locale/${language}/LC_MESSAGES/worldgates.po`, import.meta.url));

interface Translations {
  /** The expression of Plural-Forms. */
  plural: string;
  /** The forms by English text (the singular). */
  forms: Map<string, string[]>;
}

/** The translations in the text of a .po file. */
export function parse(text: string): Translations {
  const forms = new Map<string, string[]>();
  for (const block of text.split(/\n\s*\n/)) {
    const entry: Record<string, string> = {};
    let key = "";
    for (const line of block.split("\n")) {
      const found = /^(?:(msg\w+(?:\[\d\])?) )?(".*")$/.exec(line.trim());
      if (!found) continue;
      key = found[1] ?? key;
      entry[key] = (entry[key] ?? "") + (JSON.parse(found[2]!) as string);
    }
    if (entry.msgid === undefined) continue;
    const several = Object.keys(entry).filter((each) => each.startsWith("msgstr["));
    forms.set(entry.msgid, several.length ? several.map((each) => entry[each]!) : [entry.msgstr ?? ""]);
  }
  const plural = /plural=([^;]+);/.exec(forms.get("")?.[0] ?? "")?.[1] ?? "";
  if (!/^[n\d\s!=<>&|%?:()]+$/.test(plural)) throw new Error(`no usable Plural-Forms: "${plural}"`);
  return { plural, forms };
}

/** The text without the context for translators: "Playback|Play" is "Play". */
const withoutContext = (text: string): string => text.slice(text.indexOf("|") + 1);

/** The tree in a language; `null` leaves it in English. */
export function translate(tree: Tree, translations: Translations | null): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, sentence]) => {
      if (typeof sentence === "object" && !Array.isArray(sentence))
        return [key, translate(sentence as Tree, translations)];
      const original = [sentence].flat() as string[];
      const forms = translations ? (translations.forms.get(original[0]!) ?? []) : original.map(withoutContext);
      if (!forms.length || forms.some((form) => !form)) throw new Error(`not translated: ${original[0]}`);
      return [key, original.length > 1 ? forms : forms[0]!];
    }),
  );
}

export function messages(): Plugin {
  return {
    name: "worldgates-messages",
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return null;
      const language = id.slice(MODULE.length + 1);
      let translations: Translations | null = null;
      if (language !== "en") {
        this.addWatchFile(catalogueOf(language));
        translations = parse(readFileSync(catalogueOf(language), "utf8"));
      }
      const sentences = JSON.stringify(translate(english, translations));
      return `export default JSON.parse(${JSON.stringify(sentences)});
export const plural = (n) => Number(${translations?.plural ?? ENGLISH_PLURAL});`;
    },
  };
}
