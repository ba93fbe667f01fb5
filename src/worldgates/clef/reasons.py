"""Why an action is not legal, in a sentence with its clause."""

from __future__ import annotations

from worldgates.clef import table as rules
from worldgates.clef.cards import AS_ACTION, CHARACTER, KEYS, NO_CARD, OBJECT
from worldgates.clef.table import ClefTable, Seat
from worldgates.core.table import RuleError

_DECISIONS_OF = {
    rules.CHOOSE: (rules.CHOOSING,),
    rules.ANSWER: (rules.ANSWERING,),
    rules.ACCEPT: (rules.ACCEPTING,),
    rules.REACT: (rules.REACTING, rules.DEFENDING),
    rules.PICK: (rules.PICKING,),
    rules.DISCARD: (rules.ACTION, rules.LOSING),
}
_ASKED = {
    rules.CHOOSING: ("a character has to be chosen now", "K5"),
    rules.ACTION: ("an action is due now", "K18"),
    rules.REACTING: ("it is the moment for reactions", "K25"),
    rules.DEFENDING: ("it is the moment to counter the bad encounter", "K24"),
    rules.ANSWERING: ("an offer has to be answered now", "K21"),
    rules.ACCEPTING: ("the answer to the offer has to be accepted or refused now", "K21"),
    rules.PICKING: ("a card has to be picked now", "EG8"),
    rules.LOSING: ("a card has to be discarded now", "E17"),
}


def why_not(table: ClefTable, action: int) -> RuleError:
    """The reason why an action is illegal."""
    if table.over:
        return RuleError("the game is over", "K27")
    do, asked = rules.doing(action), table.decision()
    if asked not in _DECISIONS_OF.get(do, (rules.ACTION,)):
        return RuleError(*_ASKED[asked])
    seat = table.seats[table.to_act]
    card = rules.card_of(action)
    if do == rules.CHOOSE:
        return RuleError("this character is not one of the two you were dealt", "K5")
    if do == rules.DRAW:
        return _no_draw(table, seat)
    if do in (rules.TRAVEL, rules.GO_HOME):
        return _no_way(table, seat, action)
    if do == rules.EFFECT:
        return _no_effect(table, seat, action)
    if do == rules.REVEAL:
        if table.reveal_while_paying:
            return RuleError("here a character is revealed while paying and not as an action", "K20")
        return RuleError("your character is revealed already", "K20")
    if do == rules.OFFER:
        return _no_offer(table, seat, action)
    if do == rules.REACT:
        return _no_reaction(table, seat, card, asked)
    if do == rules.PICK:
        if card == NO_CARD:
            return RuleError("one of the cards has to be picked", "EG8")
        return RuleError("this card is not among those that can be picked", "EG8")
    if do in (rules.DISCARD, rules.ANSWER):
        return RuleError("this card is not in your hand", "K19" if do == rules.DISCARD else "K21")
    return RuleError("there is no such action")


def _no_draw(table: ClefTable, seat: Seat) -> RuleError:
    if table.drawn:
        return RuleError("you have drawn in this turn already", "K18")
    if len(seat.hand) >= rules.HAND_LIMIT:
        return RuleError(f"your hand is full: it holds {rules.HAND_LIMIT} cards", "K18")
    return RuleError("the pile of this world is empty", "K18")


def _unplayable(table: ClefTable, seat: Seat, card: int) -> RuleError | None:
    """Why a card cannot be played here, if it cannot."""
    if card == CHARACTER:
        if seat.key_spent:
            return RuleError("the key of your character is spent", "K20")
        if not seat.revealed and not table.reveal_while_paying:
            return RuleError("your character has to be revealed first", "K20")
        return None
    if not seat.holds(card):
        return RuleError("this card is not in your hand", "K22")
    discovery = table.cards.discoveries[card]
    if discovery.kind != OBJECT and discovery.world != table.worlds[seat.place]:
        return RuleError("an encounter is played only in its own world", "K14")
    return None


def _no_way(table: ClefTable, seat: Seat, action: int) -> RuleError:
    home = rules.doing(action) == rules.GO_HOME
    place = rules.MIDDLE if home else rules.place_of(action)
    if seat.held:
        return RuleError("you are held in this world until your next turn begins", "E2")
    if place == seat.place:
        return RuleError("your pawn stands there already", "K23")
    if place == rules.MIDDLE and not home:
        return RuleError("the way to Kernault is going home", "K11")
    if place >= rules.PLACES or not rules.touches(seat.place, place):
        return RuleError("that world shares neither a side nor a corner with yours", "K9")
    if not table.is_way(seat.place, place):
        return RuleError("there is no way out over a side without a key, nor over its corners", "K9")
    cards = [rules.played(action, number) for number in range(rules.cards_played(action))]
    for card in cards:
        if wrong := _unplayable(table, seat, card):
            return wrong
    names = ", ".join(KEYS[key] for key in table.keys_due(seat, seat.place, place))
    return RuleError(f"these cards do not make up the keys due: {names}", "K11" if home else "K9")


def _no_effect(table: ClefTable, seat: Seat, action: int) -> RuleError:
    cards = [rules.played(action, number) for number in range(rules.cards_played(action))]
    for card in cards:
        if wrong := _unplayable(table, seat, card):
            return wrong
    discoveries = table.cards.discoveries
    if len(cards) == 2:
        if discoveries[cards[0]].partner != cards[1]:
            return RuleError("these two cards cannot be played together", "K22")
        if seat.held:
            return RuleError("you are held in this world until your next turn begins", "E2")
        return RuleError("the two cards need another world to ride to", "E16")
    if len(cards) != 1:
        return RuleError("an effect takes one card, or two that belong together", "K22")
    effect = discoveries[cards[0]].effect
    if effect.when != AS_ACTION:
        return RuleError("this card has no effect to be played as an action", "EG1")
    if seat.held and effect.moves_player:
        return RuleError("you are held in this world until your next turn begins", "E2")
    if not any(
        rules.doing(listed) == rules.EFFECT and rules.cards_played(listed) == 1 and rules.played(listed, 0) == cards[0]
        for listed in table.legal()
    ):
        return RuleError("there is nothing here that this effect could be played on", "EG1")
    return RuleError("this is no target of the effect", "EG1")


def _no_offer(table: ClefTable, seat: Seat, action: int) -> RuleError:
    other = rules.seat_of(action)
    if table.offered:
        return RuleError("you have made an offer in this turn already", "K21")
    if other >= table.players or other == table.to_act:
        return RuleError("a trade needs another player", "K21")
    if not seat.holds(rules.card_of(action)):
        return RuleError("this card is not in your hand", "K21")
    if table.seats[other].place != seat.place:
        return RuleError("you trade only with a player in the same world", "K21")
    return RuleError("that player holds no card", "K21")


def _no_reaction(table: ClefTable, seat: Seat, card: int, asked: int) -> RuleError:
    if card == NO_CARD:
        return RuleError("to decline is to react with no card, against nothing", "EG9")
    if not seat.holds(card):
        return RuleError("this card is not in your hand", "EG9")
    if asked == rules.DEFENDING:
        return RuleError("this card does not counter the attack of the bad encounter", "K24")
    reaction = table.cards.discoveries[card].reaction
    if reaction is not None and reaction.defends:
        return RuleError("say which of the cards played it hits: its symbol has to be the key on that card", "K25")
    return RuleError("this card cannot be played in reaction to that", "K25")
