"""How the games' events are told: to the player who acted as "you", to everybody else by name.

An event has its sentences side by side, the listener's own first:

    tell.did(seat, "You pass.", "{player} passes.")

`{player}` is filled in with the name of the seat that acted, and `{other}` with the one it was done to. The message
catalogues find these sentences as they find those of `Words` (tools/catalogues.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from worldgates.core.text import Words


class Teller:
    """Tells events to one listener: the player at seat `you`, or somebody who has no seat."""

    def __init__(self, words: Words, names: Sequence[str], you: int | None = None) -> None:
        self.words = words
        self.names = names
        self.you = you

    def did(self, seat: int, yours: str, theirs: str, **values: object) -> str:
        """What a seat did or met with."""
        if seat == self.you:
            return self.words.translate(yours, **values)
        return self.words.translate(theirs, player=self.names[seat], **values)

    def did_to(self, seat: int, other: int, yours: str, to_you: str, theirs: str, **values: object) -> str:
        """What a seat did to another one, who may be the listener."""
        if seat == self.you:
            return self.words.translate(yours, other=self.names[other], **values)
        if other == self.you:
            return self.words.translate(to_you, player=self.names[seat], **values)
        return self.words.translate(theirs, player=self.names[seat], other=self.names[other], **values)

    def did_count(
        self, seat: int, yours: str, yours_many: str, theirs: str, theirs_many: str, number: int, **values: object
    ) -> str:
        """What a seat did, with plural forms that depend on `n`."""
        if seat == self.you:
            return self.words.count(yours, yours_many, number, **values)
        return self.words.count(theirs, theirs_many, number, player=self.names[seat], **values)


def turn_of(words: Words, player: str, actions: int, round: int) -> str:
    """Whose turn it is, and what is left of it."""
    return words.count(
        "Round {round}: {player}'s turn, {n} action.",
        "Round {round}: {player}'s turn, {n} actions.",
        actions,
        player=player,
        round=round,
    )
