import type { ClefAction, ClefView } from "../../protocol.gen";
import type { Risk } from "../risk";

/** How many keys more are missing on the way home without a card. */
function lostWithout(card: string, view: ClefView): number {
  const { home, trades = [] } = view.explain ?? {};
  const after = trades.find((trade) => trade.gives === card);
  return home && after ? after.missing.length - home.missing.length : 0;
}

/** How many of these cards are ready to pay the way home. */
function readyAmong(cards: readonly string[], view: ClefView): number {
  const ready = new Set(view.explain?.home?.steps.map((step) => step.card));
  return cards.filter((card) => ready.has(card)).length;
}

const needed = (card: string, view: ClefView): Risk | null => {
  const n = lostWithout(card, view);
  return n > 0 ? { kind: "needed_key", n } : null;
};

export function risk(action: ClefAction, view: ClefView): Risk | null {
  switch (action.do) {
    case "travel": {
      const n = readyAmong(action.keys, view);
      return n ? { kind: "ready_keys", n } : null;
    }
    case "effect": {
      const n = readyAmong(action.cards, view);
      return n ? { kind: "ready_keys", n } : null;
    }
    case "discard":
    case "offer":
      return needed(action.card, view);
    case "answer":
      return action.card === null ? null : needed(action.card, view);
    case "accept": {
      // Of a trade that both have announced, only one card of one's own is left to give.
      const [only, ...more] = view.explain?.trades ?? [];
      return action.yes && only && !more.length ? needed(only.gives, view) : null;
    }
    case "pass":
      return (view.turn?.actions_left ?? 0) > 1 ? { kind: "gives_up_actions" } : null;
    default:
      return null;
  }
}
