// The interface between the app and a game's components.
//
// A game is a folder with `GameBoard.svelte` (BoardProps), `End.svelte` (EndProps) and optionally `Sentence.svelte`
// (SentenceProps). A game without a board of its own uses `PlainBoard.svelte`. The gallery and the rules page use its
// `Face.svelte` (FaceProps), `Large.svelte` (LargeProps), `Sprite.svelte` and `sorting.ts` (Sorting).
//
// Shared by all games: ui/ (tokens, Icon, Mark, Seal, Candles, Sigil, Corners, Dialog; art.ts for drawings) and board/
// (Card, the enlarged card, flying cards, roving tabindex, sounds). tools/glyphs.mjs lists each game's glyphs; a game's
// gradients and symbols are in its own sprite.
//
// The board fills its container (`height: 100%`; the container scrolls if necessary) and has its own padding. From 1200 px
// on, the turn and the chronicle are next to it; below that they are a line above it and a sheet.

import type { Component } from "svelte";

import type { Action, GameCard, GameId, Language, SeatShown, Sentence, State } from "../protocol.gen";
import type { Translate } from "../i18n/index.svelte";

export interface BoardProps<Game extends GameId = GameId> {
  state: State<Game>;
  cards: readonly GameCard<Game>[];
  act: (action: Action<Game>) => void;
  hint: Action<Game> | null;
  /** A message was sent and the server has not answered yet. */
  busy: boolean;
  t: Translate;
  language: Language;
  /** The page shows elsewhere whose turn it is, so the board does not repeat it for spectators. */
  bare?: boolean;
}

export interface EndProps<Game extends GameId = GameId> {
  state: State<Game>;
  cards: readonly GameCard<Game>[];
  t: Translate;
  language: Language;
}

export interface SentenceProps<Game extends GameId = GameId> {
  sentence: Sentence<Game>;
  seats: readonly SeatShown[];
  cards: readonly GameCard<Game>[];
  language: Language;
  /** Card names are plain text, because the sentence is inside a button. */
  still?: boolean;
}

/** A card of the gallery, as wide as its container (`--w`). */
export interface FaceProps<Game extends GameId = GameId> {
  card: GameCard<Game>;
}

/** A game's enlarged card (see board/EnlargedCard); cards of the gallery and the rules are `{ card: GameCard }`. */
export interface LargeProps {
  language: Language;
}

/** A filter of the gallery and the texts of its values. */
export interface Filter<Game extends GameId = GameId> {
  key: string;
  title: string;
  options: { value: string; text: string }[];
  /** The values of a card. */
  of: (card: GameCard<Game>) => string[];
}

/** What a game provides for its gallery and rules besides drawings. */
export interface Sorting<Game extends GameId = GameId> {
  filters: (cards: readonly GameCard<Game>[], language: Language) => Filter<Game>[];
  /** Replaces parts of a rules text, such as pearls, by groups of symbols: each with its id and its text for screen readers. */
  signs?: (text: string) => (string | { mark: string; label: string }[])[];
}

// The app passes each game only data of that game, so its components are used here as components for any game.
type Module<Props extends object> = () => Promise<{ default: Component<Props> }>;

const boards = import.meta.glob("./*/GameBoard.svelte") as Record<string, Module<BoardProps>>;
const ends = import.meta.glob("./*/End.svelte") as Record<string, Module<EndProps>>;
const faces = import.meta.glob("./*/Face.svelte") as Record<string, Module<FaceProps>>;
const larges = import.meta.glob("./*/Large.svelte") as Record<string, Module<LargeProps>>;
const sprites = import.meta.glob("./*/Sprite.svelte") as Record<string, Module<Record<string, never>>>;
const sortings = import.meta.glob("./*/sorting.ts") as Record<string, () => Promise<Sorting>>;
const sentences = import.meta.glob("./*/Sentence.svelte") as Record<string, Module<SentenceProps>>;

/** The games that have a board of their own. */
export const PLAYABLE_GAMES: string[] = Object.keys(boards).map((path) => path.split("/")[1]!);

export interface GameComponents {
  Board: Component<BoardProps>;
  End: Component<EndProps> | null;
  Sentence: Component<SentenceProps> | null;
}

/** Loads the components of a game; each game is a chunk of its own. */
export async function loadGameComponents(game: string): Promise<GameComponents> {
  const [board, end, sentence] = await Promise.all([
    boards[`./${game}/GameBoard.svelte`]?.() ?? import("./PlainBoard.svelte"),
    ends[`./${game}/End.svelte`]?.(),
    sentences[`./${game}/Sentence.svelte`]?.(),
  ]);
  return {
    Board: board.default as Component<BoardProps>,
    End: end?.default ?? null,
    Sentence: sentence?.default ?? null,
  };
}

export interface CardComponents extends Sorting {
  Face: Component<FaceProps> | null;
  Large: Component<LargeProps> | null;
  Sprite: Component<Record<string, never>> | null;
}

/** Loads the components that the gallery and the rules page need. */
export async function loadCardComponents(game: string): Promise<CardComponents> {
  const [face, large, sprite, sorting] = await Promise.all([
    faces[`./${game}/Face.svelte`]?.(),
    larges[`./${game}/Large.svelte`]?.(),
    sprites[`./${game}/Sprite.svelte`]?.(),
    sortings[`./${game}/sorting.ts`]?.(),
  ]);
  return {
    Face: face?.default ?? null,
    Large: large?.default ?? null,
    Sprite: sprite?.default ?? null,
    filters: sorting?.filters ?? (() => []),
    signs: sorting?.signs,
  };
}
