"""What a seat may see of a table (K29), built from what it knows and from nothing else."""

from __future__ import annotations

from worldgates.clef import actions
from worldgates.clef import table as rules
from worldgates.clef.cards import NO_CARD
from worldgates.clef.table import ClefTable, Seat
from worldgates.core.table import OVER, SPECTATOR

DECISIONS = {
    rules.CHOOSING: "choose_character",
    rules.ACTION: "action",
    rules.REACTING: "react",
    rules.DEFENDING: "react",
    rules.ANSWERING: "answer",
    rules.ACCEPTING: "accept",
    rules.PICKING: "pick",
    rules.LOSING: "discard",
    OVER: "over",
}


def decision_of(table: ClefTable) -> str:
    """What is being decided, in a word."""
    return DECISIONS[table.decision()]


def asks_in_secret(table: ClefTable) -> bool:
    """Whether it is the moment for reactions, which does not show who is asked (K29)."""
    return table.decision() in (rules.REACTING, rules.DEFENDING)


def view(table: ClefTable, player_names: list[str], seat: int = SPECTATOR) -> dict[str, object]:
    """The table as a seat, or a spectator, sees it."""
    observer = table.observer(seat)
    seen: dict[str, object] = {
        "game": "clef",
        "cards": table.cards.name,
        "options": {"reveal_while_paying": table.reveal_while_paying, "max_rounds": table.max_rounds or None},
        "seat": None if seat == SPECTATOR else seat,
        "worlds": [[table.world_name(3 * row + column) for column in range(3)] for row in range(3)],
        "players": [
            _player(table, name, number, place, observer)
            for number, (name, place) in enumerate(zip(player_names, table.seats, strict=True))
        ],
        # From the top; null where the card is not known.
        "piles": {
            world.id: [_known(table, observer, card) for card in table.piles[world.number].from_top()]
            for world in table.cards.worlds[1:]
        },
        "turn": {"seat": table.turn, "actions_left": table.actions_left, "drawn": table.drawn},
        "first_seat": table.starting_seat,
        "round": table.round,
        "decision": _decision(table, seat),
    }
    if table.waiting >= 0:
        # Everybody sees what is played and its targets; the card to be given in a swap only who gives it (EG7).
        played = actions.to_object(table, table.waiting)
        seen["played"] = {key: part for key, part in played.items() if key != "card" or seat == table.turn}
    if table.struck != NO_CARD:
        seen["bad_encounter"] = table.cards.discoveries[table.struck].id
    if table.over:
        seen["payoffs"] = table.payoffs()
        seen["ranking"] = table.ranking()
    return seen


def _known(table: ClefTable, observer: int, card: int) -> str | None:
    return table.cards.discoveries[card].id if table.knowledge.knows(observer, card) else None


def _decision(table: ClefTable, seat: int) -> dict[str, object]:
    """Who decides what. Who is asked to react is nobody else's business (K29); nor who has chosen a character."""
    what = decision_of(table)
    asked: int | None = None if table.over else table.to_act
    if asks_in_secret(table) and asked != seat:
        asked = None
    decision: dict[str, object] = {"seat": asked, "what": what}
    if table.decision() in (rules.ANSWERING, rules.ACCEPTING):
        offered, answered, other = rules.trade_of(table.decision_detail())
        decision["with"] = table.turn
        decision["offered"] = _card_of_trade(table, offered, seat == table.turn)
        if table.decision() == rules.ACCEPTING:
            decision["with"] = other
            decision["answered"] = _card_of_trade(table, answered, seat == other)
    elif table.decision() == rules.PICKING:
        decision |= pick_to_object(table.decision_detail())
    elif table.decision() == rules.LOSING:
        decision["left"] = table.decision_detail()
    return decision


def _card_of_trade(table: ClefTable, card: int, mine: bool) -> dict[str, object]:
    """What is announced of a card (K21); its own player knows which it is."""
    announced = table.announced(card)
    return {**announced, "card": table.cards.discoveries[card].id} if mine else announced


def pick_to_object(detail: int) -> dict[str, object]:
    """What is picked from: the hand of a victim, or the cards seen on the pile, for the hand or the top (EG8)."""
    what, number = rules.pick_of(detail)
    if what == rules.FROM_HAND:
        return {"victim": number}
    return {"seen": number, "to": "hand" if what == rules.TO_HAND else "top"}


def _player(table: ClefTable, name: str, number: int, place: Seat, observer: int) -> dict[str, object]:
    mine = number == observer
    # When the game is over everybody lays down their cards.
    shows = mine or table.over
    known = table.names(place.hand) if shows else [_known(table, observer, int(card)) for card in place.hand]
    reader = table.cards.readers[place.reader].id if place.reader >= 0 and (shows or place.revealed) else None
    seen: dict[str, object] = {
        "name": name,
        "place": place.place,
        "hand_size": len(place.hand),
        # All of one's own hand in its order; of other hands the cards that are surely in them.
        "hand": known if mine else sorted(card for card in known if card),
        "character": reader,
        "revealed": place.revealed,
        "key_spent": place.key_spent,
        "turns_to_miss": place.turns_to_miss,
        "shielded": place.shielded,
    }
    if mine and place.aside >= 0:
        seen["aside"] = table.cards.readers[place.aside].id
    if mine and len(place.dealt):
        seen["dealt"] = [table.cards.readers[dealt].id for dealt in place.dealt]
    return seen
