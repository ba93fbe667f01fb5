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
import { ApiError, get, request } from "./api";

/** For how long to ask again, in milliseconds: each wait is twice as long as the one before. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/** The server works on one record at a time for each network: whoever comes second asks again a little later. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let wait = FIRST_WAIT; ; wait *= 2) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429) || wait > LONGEST_WAIT) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

export const record = (table: string): Promise<GameRecord> => get("GET /api/tables/{id}/record", { id: table });
export const replay = (record: GameRecord, seat: number | null, open: boolean, language: Language): Promise<Replay> =>
  patiently(() => request("POST /api/replay", {}, { record, seat, open, language }));
export const verify = (record: GameRecord, commitment: string, language: Language): Promise<Verified> =>
  patiently(() => request("POST /api/verify", {}, { record, commitment, language }));
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
