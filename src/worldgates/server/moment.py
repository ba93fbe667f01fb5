"""The moment for reactions (K25): everybody waits for those who might react, whether or not they can.

Who can react is their secret, and neither what is shown nor how long it takes may give it away. So the table stands
still for everybody alike, as it was before the card was played, for a time that follows from what everybody knows; all
who might react are asked, and may let it pass, also those who could do nothing else. Then it goes on, by what those
answered who really could.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from worldgates.core.session import Session
from worldgates.core.table import Event


@dataclass
class Moment:
    # What can be reacted to, how much of the chronicle is told, up to it, and the number of the state that is shown.
    event: Event
    told: int
    number: int
    # Who, for all that everybody knows, might react; and what those can do who really can.
    might: list[int]
    choices: dict[int, list[dict[str, object]]]
    # When it is over, and how long it takes in all; but not before these have answered.
    until: float
    seconds: float
    waits_for: set[int]
    # In a game over days everybody has the time of a decision, and no longer.
    deadline: float | None = None

    def is_over(self, now: float, answered: Collection[int]) -> bool:
        if self.deadline is not None and now >= self.deadline:
            return True
        return now >= self.until and self.waits_for <= set(answered)

    def end(self) -> float:
        """When it is over at the latest, as far as that is known."""
        return self.until if self.deadline is None else self.deadline


def real_choices(session: Session) -> dict[int, list[dict[str, object]]]:
    """Who can react now, if those before them do not, and how."""
    game, table = session.game, session.table.copy()
    table.journal = []
    found: dict[int, list[dict[str, object]]] = {}
    # Something happens as soon as the last of them has let it pass.
    while not table.journal and not table.over and game.asks_in_secret(table):
        found[table.to_act] = [game.action_to_object(table, action) for action in table.legal()]
        table.play(game.decline(table))
    return found
