// The messages of src/worldgates/server/protocol.py. What belongs to a game is typed by protocol.gen.ts.

import type {
  ClefAction,
  ClefCard,
  ClefEvent,
  ClefOptions,
  ClefRecord,
  ClefView,
  MoltharAction,
  MoltharCard,
  MoltharEvent,
  MoltharOptions,
  MoltharRecord,
  MoltharView,
} from "./protocol.gen";

export const VERSION = 1;

export type Language = "en" | "fr" | "it";

/** The types of each game's data. A type below that names no game stands for that of any game. */
interface Games {
  molthar: { view: MoltharView; action: MoltharAction; event: MoltharEvent; card: MoltharCard; options: MoltharOptions; record: MoltharRecord };
  clef: { view: ClefView; action: ClefAction; event: ClefEvent; card: ClefCard; options: ClefOptions; record: ClefRecord };
}
export type GameId = keyof Games;
export type View<Game extends GameId = GameId> = Games[Game]["view"];
export type Action<Game extends GameId = GameId> = Games[Game]["action"];
export type GameEvent<Game extends GameId = GameId> = Games[Game]["event"];
export type GameCard<Game extends GameId = GameId> = Games[Game]["card"];
export type Options<Game extends GameId = GameId> = Games[Game]["options"];
/** The options of a game by their names, as the form for a new table shows them. */
export type OptionValues = Readonly<Record<string, boolean | number | null>>;
export type GameRecord<Game extends GameId = GameId> = Games[Game]["record"];

export interface SeatState {
  name: string;
  colour: number;
  kind: "person" | "bot" | "open";
  mine: boolean;
  present: boolean;
  replaced: boolean;
  resigned: boolean;
  level: string;
  clock: number | null;
  running: boolean;
}

export interface Sentence<Game extends GameId = GameId> {
  number: number;
  text: string;
  clause: string;
  event: GameEvent<Game>;
}

export interface ChatLine {
  number: number;
  name: string;
  colour: number;
  text: string;
  at: number;
}

export interface Choice<Game extends GameId = GameId> {
  action: Action<Game>;
  text: string;
}

export interface DecisionRequest<Game extends GameId = GameId> {
  seat: number;
  question: string;
  choices: Choice<Game>[];
}

/** The guide of a lesson: its progress, its text, and the next action. */
export interface Guidance<Game extends GameId = GameId> {
  step: number;
  of: number;
  text: string;
  action: Action<Game> | null;
  action_text: string;
}

export interface State<Game extends GameId = GameId> {
  type: "state";
  number: number;
  status: "waiting" | "playing" | "over" | "abandoned";
  seats: SeatState[];
  seat: number | null;
  view: View<Game> | null;
  asked: DecisionRequest<Game> | null;
  mine_asked: number | null;
  kept: number;
  sentences: Sentence<Game>[];
  can_undo: boolean;
  skipping: boolean;
  /** The reaction window: seconds left, and seconds in all. */
  reaction?: { left: number; seconds: number } | null;
  guide: Guidance<Game> | null;
  payoffs: readonly number[] | null;
  ranking: readonly (readonly number[])[] | null;
  seed: string | null;
  next_table: string | null;
  watching: string[];
}

/** Minutes for the whole game plus seconds per decision, or hours per decision. */
export interface Clock {
  minutes?: number;
  seconds?: number;
  hours?: number;
}

export interface Welcome {
  type: "welcome";
  v: number;
  id: string;
  code: string;
  name: string;
  game: GameId;
  edition: string;
  options: Options;
  commitment: string;
  clock: Clock | null;
  language: Language;
  chat: ChatLine[];
  state: State;
  /** Spectators see the table this many seconds late. */
  delay: number;
}

export interface Refused {
  type: "refused";
  code: "version" | "format" | "rules" | "stale" | "not_yours" | "too_fast" | "gone" | "not_now";
  text: string;
  number: number;
}

export type ServerMessage =
  | Welcome
  | State
  | { type: "chat"; line: ChatLine }
  | { type: "hint"; number: number; action: Action; text: string }
  | Refused;

export type SeatRequest = { kind: "me" } | { kind: "friend" } | { kind: "here"; name: string } | { kind: "bot"; level: string };

export interface TableRequest {
  game: GameId;
  seats: SeatRequest[];
  name?: string;
  options?: OptionValues;
  first?: number | null;
  clock?: Clock | null;
  public?: boolean;
  lesson?: boolean;
  /** Spectators see the table this many seconds late. */
  delay?: number;
}

export interface TableSummary {
  id: string;
  code: string;
  name: string;
  game: GameId;
  status: State["status"];
  round: number;
  mine: number[];
  waits_for_me: boolean;
  seats: { name: string; colour: number; kind: SeatState["kind"] }[];
  slow: boolean;
  changed: number;
  won: boolean;
}

export interface Me {
  name: string;
  colour: number;
  language: Language;
  tables: TableSummary[];
}
