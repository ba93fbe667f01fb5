// La clef des mondes, for the app.

import type { GameModule } from "../contract";
import End from "./End.svelte";
import Face from "./Face.svelte";
import Board from "./GameBoard.svelte";
import Large from "./Large.svelte";
import Sentence from "./Sentence.svelte";
import Sprite from "./Sprite.svelte";
import { changes } from "./news";
import { risk } from "./risk";
import { filters } from "./sorting";

export const game: GameModule<"clef"> = {
  Board,
  End,
  Sentence,
  Face,
  Large,
  Sprite,
  filters,
  aim: { long: "aimClef", short: "aimClefShort" },
  changes,
  risk,
  docks: true,
};
