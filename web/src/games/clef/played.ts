// Words for the card that is played or met while players may react.
import type { Board } from "./board.svelte";
import { HOME, targetOf } from "./logic";

export function playedTitle(board: Board): string {
  const { view, messages } = board,
    { name } = view.players[view.turn.seat]!,
    mine = view.turn.seat === board.me;
  const { played, bad_encounter: bad } = view;
  if (!played)
    return mine
      ? messages.youMeet({ card: board.cardName(bad ?? "") })
      : messages.meets({ name, card: board.cardName(bad ?? "") });
  if (played.do === "go_home") return messages.goesHome({ name });
  if (played.do === "travel") return messages.travels({ name });
  return messages.plays({ name, cards: messages.list(played.cards.map(board.cardName)) });
}

/** Whom and which world it is aimed at. */
export function playedTarget(board: Board): string {
  const { view, messages } = board,
    { played } = view;
  if (!played) return "";
  if (played.do === "go_home")
    return messages.fromPlace({ world: board.placeName(view.players[view.turn.seat]!.place) });
  const place = targetOf(view, played);
  const seat = "seat" in played ? played.seat : undefined;
  const whom = seat === undefined ? "" : seat === board.me ? messages.you : view.players[seat]!.name;
  const where = place === undefined || place === HOME ? "" : board.placeName(place);
  return [whom, where].filter(Boolean).join(" → ");
}
