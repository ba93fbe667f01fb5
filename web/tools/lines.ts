// Lines that are too long to read. prettier breaks code at this length, but not comments, nor the text of a component
// where a break would add a space.

export const MOST_LETTERS = 120;

/** A sentence of `english.ts` is one string, because the catalogues have it as one. */
const SENTENCE = /^\s*(\w+: )?"[^"]*",?$/;
/** A picture in an address. */
const DATA = /="data:[^"]*"$/;

/** The numbers of the lines of a file that somebody should have broken. */
export function longLines(path: string, text: string): number[] {
  const excused = path.endsWith("english.ts") ? SENTENCE : DATA;
  return text.split("\n").flatMap((line, i) => ([...line].length > MOST_LETTERS && !excused.test(line) ? [i + 1] : []));
}
