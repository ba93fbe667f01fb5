// The interface between the app and a game.
//
// A game is a folder whose `index.ts` exports one `GameModule`; `games.ts` lists the games. A game without a board of
// its own uses `PlainBoard.svelte`.
//
// Shared by all games: ui/ (tokens, Icon, Mark, Seal, Candles, Sigil, Corners, Dialog; art.ts for drawings) and board/
// (Card, the enlarged card, flying cards, roving tabindex, sounds). tools/glyphs.mjs lists each game's glyphs; a game's
// gradients and symbols are in its own sprite.
//
// The board fills its container (`height: 100%`; the container scrolls if necessary) and has its own padding. From
// 1200 px on, the turn and the chronicle are next to it; below that they are a line above it and a sheet.

import type { Component, Snippet } from "svelte";

import type {
  Action,
  ClientMessage,
  GameCard,
  GameEvent,
  GameId,
  Language,
  SeatShown,
  Sentence,
  State,
  View,
} from "../protocol.gen";
import type { PlainKey, Translate } from "../i18n/index.svelte";
import type { Changes } from "../table/chronicle";
import type { Risk } from "./risk";

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
  /** Undo, hint and skip, for the dock of a board with `docks`; only on screens without a side column. */
  tools?: Snippet;
  /** The places (data-place) at which something is new since one's last turn, until one's first click. */
  fresh?: ReadonlySet<string>;
  /** Sends what is no move, such as a standing order. */
  send?: (message: ClientMessage) => void;
}

export interface EndProps<Game extends GameId = GameId> {
  state: State<Game>;
  /** The whole log of the game. */
  sentences: readonly Sentence<Game>[];
  cards: readonly GameCard<Game>[];
  /** Called with what the picture to share shows besides the ranking. */
  draws?: (extras: ShareExtras) => void;
  t: Translate;
  language: Language;
}

/** For the picture to share: what each seat reached, in words, and lines or steps under the ranking. */
export interface ShareExtras {
  values: readonly string[];
  lines?: readonly (readonly number[])[];
  steps?: readonly string[];
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
  /** Replaces parts of a rules text, such as pearls, by groups of symbols: each with its id and its spoken text. */
  signs?: (text: string) => (string | { mark: string; label: string }[])[];
}

/** Everything the app needs of a game. */
export interface GameModule<Game extends GameId = GameId> extends Sorting<Game> {
  Board: Component<BoardProps<Game>>;
  End: Component<EndProps<Game>>;
  Sentence: Component<SentenceProps<Game>>;
  Face: Component<FaceProps<Game>>;
  Large: Component<LargeProps>;
  /** Gradients and symbols that the drawings refer to; the board and the result contain it. */
  Sprite: Component<Record<string, never>>;
  /** What ends the game, in words for the bar above the table. */
  aim: { long: PlainKey; short: PlainKey };
  /** Whether the board shows `tools` in its dock on small screens; otherwise the ticker does. */
  docks?: boolean;
  /** Whether the dock has candles, so that the ticker needs none. */
  ownCandles?: boolean;
  /** What an event changes on the table. */
  changes: (event: GameEvent<Game>) => Changes;
  /** The points that an event brings, in games that have points. */
  points?: (event: GameEvent<Game>, cards: readonly GameCard<Game>[]) => number;
  /** Why the page should ask before it sends an action. */
  risk: (action: Action<Game>, view: View<Game>) => Risk | null;
}
