// The games that the client can show, each a chunk of its own.

import type { GameId } from "../protocol.gen";
import type { GameModule } from "./contract";

const GAMES: { [Game in GameId]: () => Promise<{ game: GameModule<Game> }> } = {
  molthar: () => import("./molthar"),
  clef: () => import("./clef"),
};

export const GAME_IDS = Object.keys(GAMES) as readonly GameId[];

/** Loads a game. The app passes each game only data of that game, so its module is used as one for any game. */
export async function loadGame(id: GameId): Promise<GameModule> {
  const { game } = await GAMES[id]();
  return game as unknown as GameModule;
}
