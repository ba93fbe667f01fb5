// The HTTP API for finished games: replays, checks of a deal, statistics.

import type { GameRecord, GameStatistics, Language, Replay, Verified } from "../protocol.gen";
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
