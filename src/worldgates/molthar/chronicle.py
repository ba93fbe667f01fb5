"""The sentences of Molthar's events, in the past tense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from worldgates.core import shapes
from worldgates.core.chronicle import Teller, turn_of
from worldgates.core.text import Words
from worldgates.molthar import events
from worldgates.molthar.pearls import PearlName


def listed(values: Sequence[PearlName]) -> str:
    """A list of pearls for a sentence: `6, 6, 8`."""
    return ", ".join(str(value) for value in values)


def payment(words: Words, spend: Sequence[PearlName], diamonds: int) -> str:
    """What an activation is paid with besides pictured pearls; if there is nothing else, these."""
    tr = words.translate
    if not diamonds:
        return listed(spend) if spend else tr("pictured pearls alone")
    counted = words.count("{n} diamond", "{n} diamonds", diamonds)
    if not spend:
        return tr("pictured pearls and {diamonds}", diamonds=counted)
    return tr("{pearls} and {diamonds}", pearls=listed(spend), diamonds=counted)


# Which of the functions below tells which events, once it is found: each looks at many kinds.
_TELLS: Final[dict[type[shapes.Event], Callable[[shapes.Event, Teller, Callable[[str], str]], str]]] = {}


def describe(event: shapes.Event, teller: Teller, card: Callable[[str], str]) -> str:
    """An event in a sentence. `card` gives the name of a card."""
    tellers = (_of_the_table, _of_a_player, _of_ability)
    for tell in (_TELLS.get(type(event), tellers[0]), *tellers):
        if sentence := tell(event, teller, card):
            _TELLS[type(event)] = tell
            return sentence
    raise TypeError(f"not an event of Molthar: {event!r}")


def _of_the_table(event: shapes.Event, teller: Teller, card: Callable[[str], str]) -> str:
    """What nobody in particular did; an empty string for other events."""
    tr = teller.words.translate
    match event:
        case events.SetUp(starting_seat):
            return tr("The game begins. {player} has the first turn.", player=teller.names[starting_seat])
        case events.TurnBegan(seat, left, number):
            return turn_of(teller.words, teller.names[seat], left, number)
        case events.PearlRevealed(_, pearl):
            return tr("{pearl} turned up.", pearl=pearl)
        case events.CharacterRevealed(_, character):
            return tr("{character} turned up.", character=card(character))
        case events.CharactersExchanged():
            return tr("The swap symbol: the face-up characters are replaced.")
        case events.Shuffled("pearls"):
            return tr("The discarded pearls are shuffled into a new pile.")
        case events.Shuffled():
            return tr("The discarded characters are shuffled into a new pile.")
        case events.FinalRoundBegan():
            return tr("The last round begins.")
        case events.GameOver():
            return _over(event, teller)
    return ""


def _of_a_player(event: shapes.Event, teller: Teller, card: Callable[[str], str]) -> str:
    """The actions of a turn and what comes of them; an empty string for other events."""
    did = teller.did
    match event:
        case events.Took(seat, "pile", None):
            return did(
                seat,
                "You took the top pearl of the pile without showing it.",
                "{player} took the top pearl of the pile without showing it.",
            )
        case events.Took(seat, "pile", pearl):
            return did(
                seat,
                "You took the top pearl of the pile: {pearl}.",
                "{player} took the top pearl of the pile: {pearl}.",
                pearl=pearl,
            )
        case events.Took(seat, _, pearl):
            return did(seat, "You took {pearl}.", "{player} took {pearl}.", pearl=pearl)
        case events.Refreshed(seat, pearls):
            return did(
                seat,
                "You refreshed the face-up pearls {pearls}.",
                "{player} refreshed the face-up pearls {pearls}.",
                pearls=listed(pearls),
            )
        case events.CharacterDiscarded(seat, _, gone):
            return did(
                seat,
                "You discarded {character} from your portal.",
                "{player} discarded {character} from their portal.",
                character=card(gone),
            )
        case events.Placed(seat, "pile", _, placed):
            return did(
                seat,
                "You placed the top character of the pile: {character}.",
                "{player} placed the top character of the pile: {character}.",
                character=card(placed),
            )
        case events.Placed(seat, _, _, placed):
            return did(seat, "You placed {character}.", "{player} placed {character}.", character=card(placed))
        case events.TwelveReached(seat, points):
            return teller.did_count(
                seat,
                "You have {n} point: this round is played to its end, then comes the last one.",
                "You have {n} points: this round is played to its end, then comes the last one.",
                "{player} has {n} point: this round is played to its end, then comes the last one.",
                "{player} has {n} points: this round is played to its end, then comes the last one.",
                points,
            )
        case events.DiamondReceived(seat, None):
            return did(seat, "You received a diamond.", "{player} received a diamond.")
        case events.DiamondReceived(seat, str(hidden)):
            return did(
                seat,
                "You received a diamond; on its hidden side is {character}.",
                "{player} received a diamond; on its hidden side is {character}.",
                character=card(hidden),
            )
        case events.NoDiamond(seat):
            return did(seat, "There was no diamond left for you.", "There was no diamond left for {player}.")
        case events.Discarded(seat, pearl):
            return did(seat, "You discarded {pearl}.", "{player} discarded {pearl}.", pearl=pearl)
        case events.Activated():
            return _activated(event, teller, card)
    return ""


def _of_ability(event: shapes.Event, teller: Teller, card: Callable[[str], str]) -> str:
    """What abilities bring about (M19, M20); an empty string for other events."""
    did, did_to = teller.did, teller.did_to
    match event:
        case events.NoTarget():
            return teller.words.translate("There was nothing to choose from: nothing happened.")
        case events.ActionsGained(seat, number):
            return teller.did_count(
                seat,
                "You have {n} more action.",
                "You have {n} more actions.",
                "{player} has {n} more action.",
                "{player} has {n} more actions.",
                number,
            )
        case events.BonusGained(seat):
            return did(
                seat,
                "You have one more action in your next turn.",
                "{player} has one more action in their next turn.",
            )
        case events.Robbed(seat, victim, None):
            return did_to(
                seat,
                victim,
                "You looked at {other}'s hand.",
                "{player} looked at your hand.",
                "{player} looked at {other}'s hand.",
            )
        case events.Robbed(seat, victim, tuple(hand)):
            return did_to(
                seat,
                victim,
                "You looked at {other}'s hand: {pearls}.",
                "{player} looked at your hand: {pearls}.",
                "{player} looked at {other}'s hand: {pearls}.",
                pearls=listed(hand),
            )
        case events.PearlRobbed(seat, victim, None):
            return did_to(
                seat,
                victim,
                "You took a pearl from {other}.",
                "{player} took a pearl from you.",
                "{player} took a pearl from {other}.",
            )
        case events.PearlRobbed(seat, victim, pearl):
            return did_to(
                seat,
                victim,
                "You took {pearl} from {other}.",
                "{player} took {pearl} from you.",
                "{player} took {pearl} from {other}.",
                pearl=pearl,
            )
        case events.TookBack(seat, pearl):
            return did(seat, "You took back {pearl}.", "{player} took back {pearl}.", pearl=pearl)
        case events.Banished(seat, victim, _, gone):
            return did_to(
                seat,
                victim,
                "You discarded {character} from {other}'s portal.",
                "{player} discarded {character} from your portal.",
                "{player} discarded {character} from {other}'s portal.",
                character=card(gone),
            )
        case events.TradedTwo(seat):
            return did(seat, "You discarded a 2 for a diamond.", "{player} discarded a 2 for a diamond.")
        case events.Swapped(seat, _, _, gave, got):
            return did(
                seat,
                "You swapped {gave} with {got}.",
                "{player} swapped {gave} with {got}.",
                gave=card(gave),
                got=card(got),
            )
        case events.Peeked(seat, None):
            return did(
                seat,
                "You looked at the top character of the pile.",
                "{player} looked at the top character of the pile.",
            )
        case events.Peeked(seat, str(top)):
            return did(
                seat,
                "You looked at the top character of the pile: {character}.",
                "{player} looked at the top character of the pile: {character}.",
                character=card(top),
            )
        case events.Redrew(seat, pearls):
            return did(
                seat,
                "You discarded your whole hand: {pearls}.",
                "{player} discarded their whole hand: {pearls}.",
                pearls=listed(pearls),
            )
        case events.Drew(seat, _, (_, *_) as pearls):
            return did(seat, "You drew {pearls}.", "{player} drew {pearls}.", pearls=listed(pearls))
        case events.Drew(seat, number):
            return teller.did_count(
                seat,
                "You drew {n} pearl without showing it.",
                "You drew {n} pearls without showing them.",
                "{player} drew {n} pearl without showing it.",
                "{player} drew {n} pearls without showing them.",
                number,
            )
    return ""


def _activated(event: events.Activated, teller: Teller, card: Callable[[str], str]) -> str:
    paid, character = payment(teller.words, event.spend, len(event.diamonds)), card(event.character)
    if event.owner == event.seat:
        return teller.did(
            event.seat,
            "You activated {character} with {payment}.",
            "{player} activated {character} with {payment}.",
            character=character,
            payment=paid,
        )
    return teller.did_to(
        event.seat,
        event.owner,
        "You activated {character} on {other}'s portal with {payment}.",
        "{player} activated {character} on your portal with {payment}.",
        "{player} activated {character} on {other}'s portal with {payment}.",
        character=character,
        payment=paid,
    )


def _over(event: events.GameOver, teller: Teller) -> str:
    first = event.ranking[0]
    points = event.points[first[0]]
    if len(first) == 1:
        return teller.did_count(
            first[0],
            "You win with {n} point.",
            "You win with {n} points.",
            "{player} wins with {n} point.",
            "{player} wins with {n} points.",
            points,
        )
    winners = ", ".join(teller.names[seat] for seat in first)
    return teller.words.translate("{players} share the victory.", players=winners)
