// What else a clause can be found by: words that players use and the rules do not.
import { t, type PlainKey } from "../i18n/index.svelte";

const SYNONYMS: readonly { words: PlainKey; clauses: readonly string[] }[] = [
  { words: "alsoHandLimit", clauses: ["M11", "K18", "EG5"] },
  { words: "alsoTie", clauses: ["M23", "K28"] },
  { words: "alsoWin", clauses: ["M22", "M23", "K11", "K27"] },
  { words: "alsoFirst", clauses: ["M4", "K7"] },
  { words: "alsoReshuffle", clauses: ["M3", "K4"] },
  { words: "alsoDefend", clauses: ["K24", "K25", "E1"] },
  { words: "alsoSteal", clauses: ["M19", "E11"] },
  { words: "alsoMove", clauses: ["K9", "K23"] },
];

/** The other words for a clause, in the language of the page. */
export const synonymsOf = (clause: string): string =>
  SYNONYMS.filter((each) => each.clauses.includes(clause))
    .map((each) => t(each.words))
    .join(" ");
