// Portals of Molthar, for the app.

import type { GameModule } from "../contract";
import End from "./End.svelte";
import Face from "./Face.svelte";
import Board from "./GameBoard.svelte";
import Large from "./Large.svelte";
import Sentence from "./Sentence.svelte";
import Sprite from "./Sprite.svelte";
import { changes, points } from "./news";
import { risk } from "./risk";
import { filters, signs } from "./sorting";

export const game: GameModule<"molthar"> = {
  Board,
  End,
  Sentence,
  Face,
  Large,
  Sprite,
  filters,
  signs,
  aim: { long: "aimMolthar", short: "aimMoltharShort" },
  docks: true,
  ownCandles: true,
  changes,
  points,
  risk,
};
