// The sentences of a game, grouped by turn, and what happened since a player's last turn.

import type { GameId, Sentence } from "../protocol.gen";

/** A sentence, and those that only say what turned up because of it. */
export interface Line {
  readonly sentence: Sentence;
  readonly asides: readonly Sentence[];
}

/** The sentences of one turn; before the first turn they belong to nobody. */
export interface TurnLines {
  /** The number of its first sentence. */
  readonly number: number;
  readonly seat: number | null;
  readonly round: number;
  readonly lines: readonly Line[];
  readonly sentences: readonly Sentence[];
}

const isAside = ({ event }: Sentence): boolean => event.event.startsWith("reveal_");

function linesOf(sentences: readonly Sentence[]): Line[] {
  const lines: { sentence: Sentence; asides: Sentence[] }[] = [];
  for (const sentence of sentences) {
    if (sentence.event.event === "turn") continue;
    const last = lines.at(-1);
    if (last && isAside(sentence)) last.asides.push(sentence);
    else lines.push({ sentence, asides: [] });
  }
  return lines;
}

/**
 * Groups the sentences by turn. Turns that have not changed are those of the last call, so that the page does not draw
 * hundreds of sentences again.
 */
export function groupTurns(sentences: readonly Sentence[], before: readonly TurnLines[] = []): TurnLines[] {
  const groups: Sentence[][] = [];
  for (const sentence of sentences) {
    if (sentence.event.event === "turn" || !groups.length) groups.push([]);
    groups.at(-1)!.push(sentence);
  }
  return groups.map((group, number) => {
    const old = before[number];
    if (old?.sentences.length === group.length && group.every((sentence, i) => sentence === old.sentences[i]))
      return old;
    const first = group[0]!;
    const [seat, round] = first.event.event === "turn" ? [first.event.seat, first.event.round] : [null, 0];
    return { number: first.number, seat, round, lines: linesOf(group), sentences: group };
  });
}

/** The turns of the others since the last turn of a seat, whether its next turn has begun or not. */
export function turnsSince(turns: readonly TurnLines[], seat: number): TurnLines[] {
  const end = turns.at(-1)?.seat === seat ? turns.length - 1 : turns.length;
  const own = turns.slice(0, end).findLastIndex((turn) => turn.seat === seat);
  return turns.slice(own + 1, end).filter((turn) => turn.seat !== null);
}

/** What an event changes on the table, by places (data-place): what is new there, and what is gone. */
export interface Changes {
  readonly fresh?: readonly string[];
  readonly gone?: readonly string[];
}

/** The places at which something is new after these turns. */
export function freshPlaces<Game extends GameId>(
  turns: readonly TurnLines[],
  changes: (event: Sentence<Game>["event"]) => Changes,
): Set<string> {
  const places = new Set<string>();
  for (const { event } of turns.flatMap((turn) => turn.sentences as readonly Sentence<Game>[])) {
    const { fresh = [], gone = [] } = changes(event);
    for (const place of gone) places.delete(place);
    for (const place of fresh) places.add(place);
  }
  return places;
}

/** A part of a digest: a sentence without its subject, and what stands before it. */
export interface DigestPart {
  readonly before: string;
  readonly sentence: Sentence;
}

/** A turn in a line: what its player did, without the details. */
export interface DigestLine {
  readonly seat: number;
  readonly number: number;
  readonly parts: readonly DigestPart[];
  /** Points won in this turn, in games that have them. */
  readonly points: number;
}

/** The sentence without its subject and its full stop; null if it does not begin with the player's name. */
export function predicateOf(text: string, name: string): string | null {
  return text.startsWith(`${name} `) ? text.slice(name.length + 1).replace(/\.$/, "") : null;
}

/** The sentence without what a card says, quoted at its end: « meets The Jabberwock ». */
export const withoutQuote = (text: string): string => text.replace(/\s*:\s*["“«][^]*$/, "");
/** A card that nobody else saw: only worth saying if nothing else happened. */
const isHiddenDraw = ({ event }: Sentence): boolean => event.event === "draw" && "world" in event && !event.card;

/** A turn as a list of predicates: "took 7 7, placed the Unicorn and activated the Goblin". */
export function digestOf(
  turn: TurnLines,
  name: string,
  language: string,
  points = (_: Sentence): number => 0,
): DigestLine {
  const said: { text: string; sentence: Sentence; more: boolean }[] = [];
  const told = turn.lines.filter(({ sentence }) => predicateOf(sentence.text, name) !== null);
  const shown = told.filter(({ sentence }) => !isHiddenDraw(sentence));
  for (const { sentence } of shown.length ? shown : told) {
    const text = withoutQuote(predicateOf(sentence.text, name)!);
    const last = said.at(-1);
    const { event } = sentence;
    // "took 7" and "took 6" become "took 7 6".
    const pearl = event.event === "take" && event.pearl !== undefined ? String(event.pearl) : "";
    const stem = pearl && text.endsWith(pearl) ? text.slice(0, -pearl.length) : null;
    const before = said.findLast((each) => !each.more);
    if (stem !== null && last?.sentence.event.event === "take" && before?.text.startsWith(stem))
      said.push({ text: pearl, sentence, more: true });
    else said.push({ text, sentence, more: false });
  }
  const joints = new Intl.ListFormat(language)
    .formatToParts(said.filter((each) => !each.more).map(() => "x"))
    .flatMap((part) => (part.type === "literal" ? [part.value] : []));
  let number = -1;
  const parts = said.map(({ text, sentence, more }) => {
    if (!more) number++;
    const before = more ? " " : (joints[number - 1] ?? "");
    return { before, sentence: { ...sentence, text } };
  });
  const won = turn.sentences.reduce((sum, sentence) => sum + points(sentence), 0);
  return { seat: turn.seat!, number: turn.number, parts, points: won };
}

export const textOf = (line: DigestLine): string => line.parts.map((part) => part.before + part.sentence.text).join("");
