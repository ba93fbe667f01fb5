import { describe, expect, it } from "vitest";

import { parse, translate } from "../../tools/messages";
import { aroundValue, callable, fill, type MessagesOf } from "./sentences";

const CATALOGUE = String.raw`
msgid ""
msgstr ""
"Language: fr\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

#: web/src/i18n/english.ts
msgid "Close"
msgstr "Fermer"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} carte"
msgstr[1] "{n} cartes"

msgid "Say \"yes\""
msgstr ""
"Dites "
"« oui »"

msgid "Playback|Play"
msgstr "Lire"
`;
const ENGLISH = {
  close: "Close",
  cards: ["{n} card", "{n} cards"],
  group: { yes: 'Say "yes"', play: "Playback|Play" },
} as const;

describe("the build", () => {
  it("translates a tree with its plurals", () => {
    const { plural } = parse(CATALOGUE);
    expect(plural).toBe("(n > 1)");
    expect(translate(ENGLISH, parse(CATALOGUE))).toEqual({
      close: "Fermer",
      cards: ["{n} carte", "{n} cartes"],
      group: { yes: "Dites « oui »", play: "Lire" },
    });
  });
  it("keeps English without its contexts", () => {
    expect(translate(ENGLISH, null)).toEqual({ ...ENGLISH, group: { yes: 'Say "yes"', play: "Play" } });
  });
  it("fails on a sentence without a translation", () => {
    expect(() => translate({ bye: "Bye" }, parse(CATALOGUE))).toThrow("not translated: Bye");
    expect(() => translate({ close: "Close" }, parse(CATALOGUE.replace("Fermer", "")))).toThrow("Close");
  });
});

describe("sentences", () => {
  const french = callable(translate(ENGLISH, parse(CATALOGUE)), (n) => Number(n > 1), "fr") as MessagesOf<
    typeof ENGLISH
  >;
  it("are texts, or functions of their values", () => {
    expect(french.close).toBe("Fermer");
    expect(french.group.play).toBe("Lire");
    expect([0, 1, 2].map((n) => french.cards({ n }))).toEqual(["0 carte", "1 carte", "2 cartes"]);
  });
  it("can be cut where something else than text stands", () => {
    const short = (values: Record<"pearls", string | number>) => fill("il manque {pearls} !", values, "fr");
    expect(aroundValue(short, "pearls")).toEqual(["il manque ", " !"]);
  });
  it.each([
    ["fr", "Au tour de {name}", "Ada", "Au tour d’Ada"],
    ["fr", "Au tour de {name}", "Élise", "Au tour d’Élise"],
    ["fr", "Au tour de {name}", "Yves", "Au tour d’Yves"],
    ["fr", "Au tour de {name}", "Yasmine", "Au tour de Yasmine"],
    ["fr", "Au tour de {name}", "Bob", "Au tour de Bob"],
    ["fr", "plus que {name}", "Ada", "plus qu’Ada"],
    ["fr", "demande {name}", "Ada", "demande Ada"],
    ["it", "Tocca a {name}", "Ada", "Tocca ad Ada"],
    ["it", "Tocca a {name}", "Elena", "Tocca a Elena"],
    ["it", "Bob e {name}", "Elena", "Bob ed Elena"],
    ["it", "prenda {name}", "Ada", "prenda Ada"],
    ["en", "a {name}", "Ada", "a Ada"],
  ])("adapt to what follows (%s: %s)", (language, text, name, expected) => {
    expect(fill(text, { name }, language)).toBe(expected);
  });
});
