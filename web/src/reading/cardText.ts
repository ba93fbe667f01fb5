// What cards of any game have to read; each game's cards have only some of it.
import type { GameCard } from "../protocol.gen";

export const textOf = (card: GameCard): string =>
  "text" in card ? ("reaction" in card && card.reaction ? `${card.text} ${card.reaction.text}` : card.text) : "";
export const flavourOf = (card: GameCard): string => ("flavour" in card ? card.flavour : "");
export const costOf = (card: GameCard): string => ("cost" in card ? card.cost : "");
/** The sort of card, in a game that has several. */
export const typeOf = (card: GameCard): string => ("type" in card ? card.type : "");
export const copiesOf = (card: GameCard): number => ("copies" in card ? card.copies : 1);
