// The HTTP API for finished games: replays, checks of a deal, statistics.

import type { GameRecord, GameStatistics, Language, Replay, Verified } from "../protocol.gen";
import { get, request } from "./api";

export const record = (table: string): Promise<GameRecord> => get("GET /api/tables/{id}/record", { id: table });
export const replay = (record: GameRecord, seat: number | null, open: boolean, language: Language): Promise<Replay> =>
  request("POST /api/replay", {}, { record, seat, open, language });
export const verify = (record: GameRecord, commitment: string, language: Language): Promise<Verified> =>
  request("POST /api/verify", {}, { record, commitment, language });
export const statistics = (): Promise<readonly GameStatistics[]> => get("GET /api/me/statistics");
