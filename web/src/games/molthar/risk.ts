import type { MoltharAction, MoltharView } from "../../protocol.gen";
import type { Risk } from "../risk";

export function risk(action: MoltharAction, view: MoltharView): Risk | null {
  switch (action.do) {
    case "refresh":
    case "redraw":
      return { kind: action.do };
    case "place":
      return action.discard === undefined ? null : { kind: "discards_character" };
    case "end_turn":
      return view.turn.actions_left > 0 ? { kind: "gives_up_actions" } : null;
    case "activate":
      return action.diamonds > 0 ? { kind: "diamonds", n: action.diamonds } : null;
    default:
      return null;
  }
}
