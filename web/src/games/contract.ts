// What the shell gives a game to draw itself with.
//
// A game is a folder here with `Table.svelte` (props: BoardProps), `End.svelte` (props: EndProps) and, if it likes,
// `Sentence.svelte` (props: SentenceProps). A game without its own is played through `Plain.svelte`. For the gallery and the
// rules page it has `Face.svelte` (FaceProps), `Large.svelte` (LargeProps), `Sprite.svelte` and `sorting.ts` (Sorting).
//
// What all games share: look/ (tokens, Icon, Mark, Seal, Candles, Sigil, Corners, Dialog; art.ts to draw with), play/ (Card,
// the enlarged card, cards that fly between places, arrow keys in a group, sounds). A game's glyphs are listed in
// tools/glyphs.mjs, its gradients and symbols are in a sprite of its own.
//
// The table fills the box it gets (`height: 100%`; the box scrolls if it must) and brings its own padding. Beside it
// stand the turn and the chronicle from 1200 px on; below that they are a line above it and a sheet.

import type { Component } from "svelte";

import type { Action, JsonRecord, Language, SeatState, Sentence, State } from "../protocol";
import type { Translate } from "../i18n/index.svelte";

export interface BoardProps {
  state: State;
  cards: JsonRecord[];
  act: (action: Action) => void;
  hint: Action | null;
  /** Something was sent and is not answered yet. */
  busy: boolean;
  t: Translate;
  language: Language;
  /** Whose turn it is stands elsewhere on the page: who only watches needs no words for it here. */
  bare?: boolean;
}

export interface EndProps {
  state: State;
  cards: JsonRecord[];
  t: Translate;
  language: Language;
}

export interface SentenceProps {
  sentence: Sentence;
  seats: SeatState[];
  cards: JsonRecord[];
  language: Language;
  /** Cards it names cannot be looked at: it stands in something that is pressed itself. */
  still?: boolean;
}

/** A card of the gallery, as wide as its box (`--w`). */
export interface FaceProps {
  card: JsonRecord;
}

/** The enlarged card (play/Large) of a game; cards of the gallery and the rules are `{ card: JsonRecord }`. */
export interface LargeProps {
  language: Language;
}

/** One of a few facts by which the gallery is sorted out, with the words for its values. */
export interface Filter {
  key: string;
  title: string;
  options: { value: string; text: string }[];
  /** The values that a card has. */
  of: (card: JsonRecord) => string[];
}

/** What a game says of its cards beside drawing them. */
export interface Sorting {
  filters: (cards: JsonRecord[], language: Language) => Filter[];
  /** Signs inside the text of the rules, such as pearls, in groups: the name of a symbol, and what is read aloud. */
  signs?: (text: string) => (string | { mark: string; label: string }[])[];
}

type Module<Props extends object> = () => Promise<{ default: Component<Props> }>;

const boards = import.meta.glob("./*/GameBoard.svelte") as Record<string, Module<BoardProps>>;
const ends = import.meta.glob("./*/End.svelte") as Record<string, Module<EndProps>>;
const faces = import.meta.glob("./*/Face.svelte") as Record<string, Module<FaceProps>>;
const larges = import.meta.glob("./*/Large.svelte") as Record<string, Module<LargeProps>>;
const sprites = import.meta.glob("./*/Sprite.svelte") as Record<string, Module<Record<string, never>>>;
const sortings = import.meta.glob("./*/sorting.ts") as Record<string, () => Promise<Sorting>>;
const sentences = import.meta.glob("./*/Sentence.svelte") as Record<string, Module<SentenceProps>>;

/** The games that have a table of their own. */
export const PLAYABLE_GAMES: string[] = Object.keys(boards).map((path) => path.split("/")[1]!);

export interface GameComponents {
  Board: Component<BoardProps>;
  End: Component<EndProps> | null;
  Sentence: Component<SentenceProps> | null;
}

/** The components of a game, each game in a file of its own. */
export async function loadGameComponents(game: string): Promise<GameComponents> {
  const [board, end, sentence] = await Promise.all([
    boards[`./${game}/GameBoard.svelte`]?.() ?? import("./PlainBoard.svelte"),
    ends[`./${game}/End.svelte`]?.(),
    sentences[`./${game}/Sentence.svelte`]?.(),
  ]);
  return { Board: board.default as Component<BoardProps>, End: end?.default ?? null, Sentence: sentence?.default ?? null };
}

export interface CardComponents extends Sorting {
  Face: Component<FaceProps> | null;
  Large: Component<LargeProps> | null;
  Sprite: Component<Record<string, never>> | null;
}

/** The cards of a game, for those who only look at them. */
export async function loadCardComponents(game: string): Promise<CardComponents> {
  const [face, large, sprite, sorting] = await Promise.all([
    faces[`./${game}/Face.svelte`]?.(),
    larges[`./${game}/Large.svelte`]?.(),
    sprites[`./${game}/Sprite.svelte`]?.(),
    sortings[`./${game}/sorting.ts`]?.(),
  ]);
  return { Face: face?.default ?? null, Large: large?.default ?? null, Sprite: sprite?.default ?? null, filters: sorting?.filters ?? (() => []), signs: sorting?.signs };
}
