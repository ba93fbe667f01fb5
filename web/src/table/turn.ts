import type { Sentence, State } from "../protocol.gen";
import { t } from "../i18n/index.svelte";

export interface Turn {
  title: string;
  detail: string;
  left: number;
  all: number;
  /** A bot is deciding. */
  bot: boolean;
  /** The decision is an ordinary action, so the question need not be shown. */
  plain: boolean;
}

/** What the turn display needs, whatever the game: whose turn it is, and the actions left and in all. */
export function turnOf(state: State, sentences: readonly Sentence[]): Turn {
  const turn = state.view?.turn;
  const left = turn?.actions_left ?? 0;
  const taken = turn && "actions_taken" in turn ? turn.actions_taken : 0;
  const began = sentences.map(({ event }) => event).findLast((event) => event.event === "turn");
  const all = Math.max(left + taken, left > 0 ? (began?.actions ?? 0) : 0);
  const whose = turn?.seat ?? null;
  const deciding = state.view?.decision.seat ?? whose;
  const name = (seat: number | null): string => (seat === null ? "" : (state.seats[seat]?.name ?? ""));
  const seat = deciding === null ? undefined : state.seats[deciding];
  const result = {
    detail: "",
    left,
    all,
    plain: state.view?.decision.what === "action",
    bot: seat !== undefined && (seat.kind === "bot" || seat.replaced || seat.resigned),
  };
  if (state.status === "over") return { ...result, title: t("over") };
  if (state.status === "abandoned") return { ...result, title: t("abandonedTitle") };
  if (state.asked) {
    const own = whose === state.asked.seat;
    return {
      ...result,
      title: t(own ? "yourTurn" : "youDecide", { name: name(state.asked.seat) }),
      detail: t("whatGlows"),
    };
  }
  const away = seat?.kind === "person" && !seat.present && !seat.replaced && !seat.resigned;
  const detail = deciding === null ? t("watching") : t(away ? "waitingAway" : "thinking", { name: name(deciding) });
  return { ...result, title: t("turnOf", { name: name(whose ?? deciding) }), detail };
}
