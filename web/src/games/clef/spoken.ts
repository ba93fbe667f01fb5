// Names for screen readers.
import type { Board } from "./board.svelte";
import { HOME, tally, worldAt, wayTo } from "./logic";
import type { ClefContents, ClefWay } from "../../protocol.gen";

/** "combat, 2 death and love" */
export function keysInWords(board: Board, keys: ClefContents["keys"]): string {
  const { messages } = board;
  return messages.list(
    tally(keys).map(([key, n]) => (n > 1 ? `${n} ${messages.keyName(key)}` : messages.keyName(key))),
  );
}

/** The price of a way, and whether it can be paid. */
export function wayInWords(board: Board, way: ClefWay): string {
  const { messages } = board,
    keys = board.keyNames(way.steps.map((step) => step.key));
  const can = way.missing.length
    ? messages.lacks({ keys: board.keyNames(way.missing) })
    : messages.canPay({ names: board.payers(way) });
  return `${messages.costs({ keys })}, ${can}`;
}

/** A world of the grid: who is there, its pile, and what the way there costs. */
export function tileLabel(board: Board, place: number, pile: number | null): string {
  const { messages, view } = board,
    world = board.cards.worlds.get(worldAt(view, place) ?? ""),
    contents = board.contents(world?.id),
    way = wayTo(view, place);
  const there = view.players.flatMap((player, seat) =>
    player.place === place ? [seat === board.me ? messages.you : player.name] : [],
  );
  const facts = [
    world ? `${world.name}, ${messages.places[place]}` : messages.doorAt({ place: messages.places[place]! }),
    there.length ? messages.pawns({ n: there.length, names: messages.list(there) }) : "",
    pile === null ? "" : messages.pile({ n: pile }),
    contents ? messages.badOnes({ n: contents.bad }) : "",
  ].filter(Boolean);
  return [
    facts.join(", "),
    contents?.keys.length ? messages.mayGive({ keys: keysInWords(board, contents.keys) }) : "",
    way && place !== board.my?.place ? wayInWords(board, way) : "",
    place === board.my?.place && place !== HOME && board.acting && board.offers.draw ? messages.pressDraws : "",
  ]
    .filter(Boolean)
    .join(". ");
}
