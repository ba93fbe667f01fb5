// Which of three arrangements the board has. The sizes inside each are the style sheet's.
import { MediaQuery } from "svelte/reactivity";

const landscape = new MediaQuery("(max-height: 479px) and (orientation: landscape)");
const phone = new MediaQuery("(max-width: 699px), (max-width: 939px) and (orientation: portrait)");
const broad = new MediaQuery("(min-width: 1720px)");
const roomy = new MediaQuery("(min-width: 1200px) and (min-height: 820px)");

export const layout = {
  /** One column with a dock; a phone on its side or a page at 200 %, with a column at the right; or a table. */
  get kind(): "phone" | "landscape" | "wide" {
    return landscape.current ? "landscape" : phone.current ? "phone" : "wide";
  },
  /** A panel of a rival shows whole cards, or one line for each. */
  rivals(count: number, spectator: boolean): "chip" | "full" | "tall" | "compact" {
    if (this.kind !== "wide") return "chip";
    if (count <= (broad.current ? 3 : 2)) return "full";
    return spectator && roomy.current ? "tall" : "compact";
  },
};
