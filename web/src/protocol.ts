// The messages of src/worldgates/server/protocol.py.

export const VERSION = 1;

export type Language = "en" | "fr" | "it";
export type GameId = "molthar" | "clef";
// An untyped JSON object; each game types its own view, cards and events.
export type JsonRecord = Record<string, any>;
export type Action = JsonRecord & { do: string };

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

export interface Sentence {
  number: number;
  text: string;
  clause: string;
  event: JsonRecord & { event: string };
}

export interface ChatLine {
  number: number;
  name: string;
  colour: number;
  text: string;
  at: number;
}

export interface Choice {
  action: Action;
  text: string;
}

export interface DecisionRequest {
  seat: number;
  question: string;
  choices: Choice[];
}

/** The guide of a lesson: its progress, its text, and the next action. */
export interface Guidance {
  step: number;
  of: number;
  text: string;
  action: Action | null;
  action_text: string;
}

export interface State {
  type: "state";
  number: number;
  status: "waiting" | "playing" | "over" | "abandoned";
  seats: SeatState[];
  seat: number | null;
  view: JsonRecord | null;
  asked: DecisionRequest | null;
  mine_asked: number | null;
  kept: number;
  sentences: Sentence[];
  can_undo: boolean;
  skipping: boolean;
  /** The reaction window: seconds left, and seconds in all. */
  reaction?: { left: number; seconds: number } | null;
  guide: Guidance | null;
  payoffs: number[] | null;
  ranking: number[][] | null;
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
  options: JsonRecord;
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
  options?: JsonRecord;
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
