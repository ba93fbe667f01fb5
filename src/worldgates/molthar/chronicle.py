"""The sentences of Molthar's events, as the chronicle tells them: in the past tense, and to a player as "you"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from worldgates.core import shapes
from worldgates.core.text import Words
from worldgates.molthar import events
from worldgates.molthar.pearls import PearlName


def listed(values: Sequence[PearlName]) -> str:
    """A list of pearls for a sentence: `6, 6, 8`."""
    return ", ".join(str(value) for value in values)


class Chronicle:
    """Tells events. `card` gives the name of a card."""

    def __init__(self, words: Words, card: Callable[[str], str]) -> None:
        self._words = words
        self._card = card

    def tell(self, event: shapes.Event, names: Sequence[str], you: int | None) -> str:
        """An event in a sentence; what seat `you` did is told in the second person."""
        seat = getattr(event, "seat", None)
        if seat is None or isinstance(event, events.TurnBegan):
            return self._of_the_table(event, names)
        return self._yours(event, names) if seat == you else self._of_a_player(event, names[seat], names)

    def _of_the_table(self, event: shapes.Event, names: Sequence[str]) -> str:
        tr, count = self._words.translate, self._words.count
        match event:
            case events.SetUp(starting_seat):
                return tr("The table is laid. {player} is the starting player.", player=names[starting_seat])
            case events.TurnBegan(seat, left, number):
                return count(
                    "Round {round}: it is the turn of {player}, {n} action.",
                    "Round {round}: it is the turn of {player}, {n} actions.",
                    left,
                    player=names[seat],
                    round=number,
                )
            case events.PearlRevealed(_, pearl):
                return tr("{pearl} turned up.", pearl=pearl)
            case events.CharacterRevealed(_, card):
                return tr("{character} turned up.", character=self._card(card))
            case events.CharactersExchanged():
                return tr("The swap symbol: the face-up characters are replaced.")
            case events.Shuffled("pearls"):
                return tr("The discarded pearls are shuffled into a new pile.")
            case events.Shuffled():
                return tr("The discarded characters are shuffled into a new pile.")
            case events.FinalRoundBegan():
                return tr("The last round begins.")
            case events.GameOver():
                return self._over(event, names)
        raise TypeError(f"not an event of Molthar: {event!r}")

    def _of_a_player(self, event: shapes.Event, player: str, names: Sequence[str]) -> str:
        tr, count, card = self._words.translate, self._words.count, self._card
        match event:
            case events.Took(_, "pile", None):
                return tr("{player} took the top pearl of the pile without showing it.", player=player)
            case events.Took(_, "pile", pearl):
                return tr("{player} took the top pearl of the pile: {pearl}.", player=player, pearl=pearl)
            case events.Took(_, _, pearl):
                return tr("{player} took {pearl}.", player=player, pearl=pearl)
            case events.Refreshed(_, pearls):
                return tr("{player} replaced the face-up pearls {pearls}.", player=player, pearls=listed(pearls))
            case events.CharacterDiscarded(_, _, gone):
                return tr("{player} discarded {character} from the portal.", player=player, character=card(gone))
            case events.Placed(_, "pile", _, placed):
                return tr(
                    "{player} placed the top character of the pile: {character}.",
                    player=player,
                    character=card(placed),
                )
            case events.Placed(_, _, _, placed):
                return tr("{player} placed {character}.", player=player, character=card(placed))
            case events.Activated():
                return self._activated(event, names)
            case events.TwelveReached(_, points):
                return count(
                    "{player} has {n} point: this round is played to its end, then comes the last one.",
                    "{player} has {n} points: this round is played to its end, then comes the last one.",
                    points,
                    player=player,
                )
            case events.DiamondReceived(_, None):
                return tr("{player} received a diamond.", player=player)
            case events.DiamondReceived(_, str(hidden)):
                return tr(
                    "{player} received a diamond; on its hidden side is {character}.",
                    player=player,
                    character=card(hidden),
                )
            case events.NoDiamond():
                return tr("There was no diamond left for {player}.", player=player)
            case events.NoTarget():
                return tr("There was nothing to choose from: nothing happened.")
            case events.Discarded(_, pearl):
                return tr("{player} discarded {pearl}.", player=player, pearl=pearl)
            case events.ActionsGained(_, number):
                return count("{player} has {n} more action.", "{player} has {n} more actions.", number, player=player)
            case events.BonusGained():
                return tr("{player} has one more action in the next turn.", player=player)
            case events.Robbed(_, victim, None):
                return tr("{player} looked at the hand of {victim}.", player=player, victim=names[victim])
            case events.Robbed(_, victim, tuple(hand)):
                return tr(
                    "{player} looked at the hand of {victim}: {pearls}.",
                    player=player,
                    victim=names[victim],
                    pearls=listed(hand),
                )
            case events.PearlRobbed(_, victim, None):
                return tr("{player} took a pearl from {victim}.", player=player, victim=names[victim])
            case events.PearlRobbed(_, victim, pearl):
                return tr("{player} took {pearl} from {victim}.", player=player, victim=names[victim], pearl=pearl)
            case events.TookBack(_, pearl):
                return tr("{player} took back {pearl}.", player=player, pearl=pearl)
            case events.Banished(_, victim, _, gone):
                return tr(
                    "{player} discarded {character} from the portal of {victim}.",
                    player=player,
                    victim=names[victim],
                    character=card(gone),
                )
            case events.TradedTwo():
                return tr("{player} discarded a 2 for a diamond.", player=player)
            case events.Swapped(_, _, _, gave, got):
                return tr("{player} swapped {gave} with {got}.", player=player, gave=card(gave), got=card(got))
            case events.Peeked(_, None):
                return tr("{player} looked at the top character of the pile.", player=player)
            case events.Peeked(_, str(top)):
                return tr(
                    "{player} looked at the top character of the pile: {character}.", player=player, character=card(top)
                )
            case events.Redrew(_, pearls):
                return tr("{player} discarded the whole hand: {pearls}.", player=player, pearls=listed(pearls))
            case events.Drew(_, _, (_, *_) as pearls):
                return tr("{player} drew {pearls}.", player=player, pearls=listed(pearls))
            case events.Drew(_, number):
                return count(
                    "{player} drew {n} pearl without showing it.",
                    "{player} drew {n} pearls without showing them.",
                    number,
                    player=player,
                )
        raise TypeError(f"not an event of Molthar: {event!r}")

    def _yours(self, event: shapes.Event, names: Sequence[str]) -> str:
        tr, count, card = self._words.translate, self._words.count, self._card
        match event:
            case events.Took(_, "pile", pearl):
                return tr("You took the top pearl of the pile: {pearl}.", pearl=pearl)
            case events.Took(_, _, pearl):
                return tr("You took {pearl}.", pearl=pearl)
            case events.Refreshed(_, pearls):
                return tr("You replaced the face-up pearls {pearls}.", pearls=listed(pearls))
            case events.CharacterDiscarded(_, _, gone):
                return tr("You discarded {character} from your portal.", character=card(gone))
            case events.Placed(_, "pile", _, placed):
                return tr("You placed the top character of the pile: {character}.", character=card(placed))
            case events.Placed(_, _, _, placed):
                return tr("You placed {character}.", character=card(placed))
            case events.Activated():
                return self._activated_by_you(event, names)
            case events.TwelveReached(_, points):
                return count(
                    "You have {n} point: this round is played to its end, then comes the last one.",
                    "You have {n} points: this round is played to its end, then comes the last one.",
                    points,
                )
            case events.DiamondReceived(_, None):
                return tr("You received a diamond.")
            case events.DiamondReceived(_, str(hidden)):
                return tr("You received a diamond; on its hidden side is {character}.", character=card(hidden))
            case events.NoDiamond():
                return tr("There was no diamond left for you.")
            case events.Discarded(_, pearl):
                return tr("You discarded {pearl}.", pearl=pearl)
            case events.ActionsGained(_, number):
                return count("You have {n} more action.", "You have {n} more actions.", number)
            case events.BonusGained():
                return tr("You have one more action in your next turn.")
            case events.Robbed(_, victim, tuple(hand)):
                return tr("You looked at the hand of {victim}: {pearls}.", victim=names[victim], pearls=listed(hand))
            case events.PearlRobbed(_, victim, pearl):
                return tr("You took {pearl} from {victim}.", victim=names[victim], pearl=pearl)
            case events.TookBack(_, pearl):
                return tr("You took back {pearl}.", pearl=pearl)
            case events.Banished(_, victim, _, gone):
                return tr(
                    "You discarded {character} from the portal of {victim}.",
                    victim=names[victim],
                    character=card(gone),
                )
            case events.TradedTwo():
                return tr("You discarded a 2 for a diamond.")
            case events.Swapped(_, _, _, gave, got):
                return tr("You swapped {gave} with {got}.", gave=card(gave), got=card(got))
            case events.Peeked(_, str(top)):
                return tr("You looked at the top character of the pile: {character}.", character=card(top))
            case events.Redrew(_, pearls):
                return tr("You discarded your whole hand: {pearls}.", pearls=listed(pearls))
            case events.Drew(_, _, (_, *_) as pearls):
                return tr("You drew {pearls}.", pearls=listed(pearls))
        # What a player is not told about their own move is told as to the others.
        return self._of_a_player(event, names[getattr(event, "seat", 0)], names)

    def _activated(self, event: events.Activated, names: Sequence[str]) -> str:
        tr, count = self._words.translate, self._words.count
        diamonds = len(event.diamonds)
        values = {
            "player": names[event.seat],
            "owner": names[event.owner],
            "character": self._card(event.character),
            "pearls": listed(event.spend),
        }
        match event.owner == event.seat, bool(event.spend), bool(diamonds):
            case True, True, True:
                return count(
                    "{player} activated {character} with {pearls} and {n} diamond.",
                    "{player} activated {character} with {pearls} and {n} diamonds.",
                    diamonds,
                    **values,
                )
            case True, True, False:
                return tr("{player} activated {character} with {pearls}.", **values)
            case True, False, True:
                return count(
                    "{player} activated {character} with pictured pearls and {n} diamond.",
                    "{player} activated {character} with pictured pearls and {n} diamonds.",
                    diamonds,
                    **values,
                )
            case True, False, False:
                return tr("{player} activated {character} with pictured pearls alone.", **values)
            case False, _, True:
                return count(
                    "{player} activated {character} on the portal of {owner} with {pearls} and {n} diamond.",
                    "{player} activated {character} on the portal of {owner} with {pearls} and {n} diamonds.",
                    diamonds,
                    **values,
                )
            case False, True, False:
                return tr("{player} activated {character} on the portal of {owner} with {pearls}.", **values)
        return tr("{player} activated {character} on the portal of {owner} with pictured pearls alone.", **values)

    def _activated_by_you(self, event: events.Activated, names: Sequence[str]) -> str:
        tr, count = self._words.translate, self._words.count
        diamonds = len(event.diamonds)
        values = {
            "owner": names[event.owner],
            "character": self._card(event.character),
            "pearls": listed(event.spend),
        }
        match event.owner == event.seat, bool(event.spend), bool(diamonds):
            case True, True, True:
                return count(
                    "You activated {character} with {pearls} and {n} diamond.",
                    "You activated {character} with {pearls} and {n} diamonds.",
                    diamonds,
                    **values,
                )
            case True, True, False:
                return tr("You activated {character} with {pearls}.", **values)
            case True, False, True:
                return count(
                    "You activated {character} with pictured pearls and {n} diamond.",
                    "You activated {character} with pictured pearls and {n} diamonds.",
                    diamonds,
                    **values,
                )
            case True, False, False:
                return tr("You activated {character} with pictured pearls alone.", **values)
            case False, _, True:
                return count(
                    "You activated {character} on the portal of {owner} with {pearls} and {n} diamond.",
                    "You activated {character} on the portal of {owner} with {pearls} and {n} diamonds.",
                    diamonds,
                    **values,
                )
            case False, True, False:
                return tr("You activated {character} on the portal of {owner} with {pearls}.", **values)
        return tr("You activated {character} on the portal of {owner} with pictured pearls alone.", **values)

    def _over(self, event: events.GameOver, names: Sequence[str]) -> str:
        first = event.ranking[0]
        winners, points = [names[seat] for seat in first], event.points[first[0]]
        if len(winners) == 1:
            return self._words.count(
                "{player} wins with {n} point.", "{player} wins with {n} points.", points, player=winners[0]
            )
        return self._words.translate("{players} share the victory.", players=", ".join(winners))
