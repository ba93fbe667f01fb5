// The HTTP API for finished games: replays, analyses, checks of a deal, statistics.

import type {
  AnalysisProgress,
  GameRecord,
  GameStatistics,
  Language,
  PlayOn,
  Replay,
  Summary,
  Verified,
} from "../protocol.gen";
import { get, request } from "./api";

export const record = (table: string): Promise<GameRecord> => get("GET /api/tables/{id}/record", { id: table });
export const replay = (record: GameRecord, seat: number | null, open: boolean, language: Language): Promise<Replay> =>
  request("POST /api/replay", {}, { record, seat, open, language });
export const verify = (record: GameRecord, commitment: string, language: Language): Promise<Verified> =>
  request("POST /api/verify", {}, { record, commitment, language });
export const statistics = (): Promise<readonly GameStatistics[]> => get("GET /api/me/statistics");

/** Where the record of a game is: at a table of this server, or here. */
export type Source = { table: string } | { record: GameRecord };
export const analyse = (source: Source, brief: boolean): Promise<AnalysisProgress> =>
  request("POST /api/analyses", {}, { ...source, brief });
/** How far an analysis is. While somebody asks, it goes on. */
export const analysis = (
  id: string,
  viewpoint: number | "spectator" | "open",
  lang: Language,
): Promise<AnalysisProgress> =>
  get("GET /api/analyses/{id}", {
    id,
    lang,
    ...(viewpoint === "open" ? { open: "1" } : viewpoint === "spectator" ? {} : { seat: String(viewpoint) }),
  });
export const playOn = (body: PlayOn): Promise<Summary> => request("POST /api/play-on", {}, body);
