// Finds the names of players and cards in a sentence.

// Cached: a table's names rarely change, and the chronicle has hundreds of sentences.
let last: { key: string; pattern: RegExp } | null = null;

function patternOf(names: string[]): RegExp {
  const key = names.join("\n");
  if (last?.key !== key) {
    const known = [...new Set(names)]
      .sort((a, b) => b.length - a.length)
      .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    last = { key, pattern: new RegExp(`(?<![\\p{L}\\p{N}])(${known.join("|")})(?![\\p{L}\\p{N}])`, "u") };
  }
  return last.pattern;
}

/** Splits a sentence at the names in it: the parts at odd indices are names. */
export function splitAtNames(text: string, names: string[]): string[] {
  const known = names.filter((name) => name.length > 1);
  return known.length ? text.split(patternOf(known)) : [text];
}
