// The HTTP API for finished games: replays, checks of a deal, statistics.

import type { GameId, GameRecord, Language, Sentence, View } from "../protocol";
import { request } from "./api";

/** A decision, the sentences about its consequences, and the view after it. The first step is the deal. */
export interface Step {
  seat: number | null;
  sentences: Sentence[];
  view: View;
}

export interface Replay {
  game: GameId;
  edition: string;
  players: string[];
  seat: number | null;
  open: boolean;
  resigned: number[];
  steps: Step[];
}

export interface Verified {
  honest: boolean;
  findings: { about: string; good: boolean; text: string }[];
}

export interface Tally {
  played: number;
  won: number;
}

export interface GameStatistics {
  game: GameId;
  all: Tally;
  against_bots: Tally;
  against_people: Tally;
  by_players: Record<string, Tally>;
  mean_score: number | null;
  best_score: number | null;
  mean_rounds: number;
  streak: number;
  longest_streak: number;
  last: { table: string; at: number; players: string[]; place: number; of: number; score: number | null }[];
}

export const record = (table: string): Promise<GameRecord> => request("GET", `/tables/${encodeURIComponent(table)}/record`);
export const replay = (record: GameRecord, seat: number | null, open: boolean, language: Language): Promise<Replay> =>
  request("POST", "/replay", { record, seat, open, language });
export const verify = (record: GameRecord, commitment: string, language: Language): Promise<Verified> =>
  request("POST", "/verify", { record, commitment, language });
export const statistics = (): Promise<GameStatistics[]> => request("GET", "/me/statistics");
