// All sentences of the page in English, by area. The build translates them with the catalogues (tools/messages.ts).
import { clef } from "../games/clef/english";
import { molthar } from "../games/molthar/english";
import { replay } from "../replay/english";
import { shell } from "./english";

export const english = { shell, molthar, clef, replay };
export type English = typeof english;
