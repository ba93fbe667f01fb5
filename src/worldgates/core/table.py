"""The contract of a table: the six operations through which everything else uses a game's rules.

Who decides (`to_act`, `decision`), what is legal (`legal`), apply an action (`play`), what a seat may see (the journal
here, views in each game), resample what a seat cannot see (`imagine`), who won (`payoffs`, `ranking`).

Exactly one seat decides at a time. Decisions form a stack: a decision within a decision (whose hand to look at,
whether to react) is pushed on top and answered first. Inside the engine an action is an int; each game converts it to
a small readable struct and back.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, mypyc_attr

from worldgates.core.chance import Chance
from worldgates.core.shapes import Event

OVER: Final[i64] = -1
SPECTATOR: Final[i64] = -1


class RuleError(Exception):
    """An action that the rules do not allow, with the clause that forbids it."""

    def __init__(self, message: str, clause: str = "") -> None:
        # Both are the arguments of the exception, so that a pickle keeps them.
        super().__init__(message, clause)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})" if self.clause else self.message


@final
class JournalEntry:
    """An event, and the seats (one bit per seat) that see its secret fields."""

    def __init__(self, event: Event, audience: i64) -> None:
        self.event = event
        self.audience = audience

    def seen_by(self, seat: i64) -> Event:
        """The event as a seat (or `SPECTATOR`) sees it."""
        return self.event if seat >= 0 and self.audience >> seat & 1 else self.event.public()


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The complete state of a game. Mutable; `copy` it to look ahead."""

    def __init__(self, players: i64, chance: Chance) -> None:
        self.players = players
        self.chance = chance
        self.to_act: i64 = OVER
        self.round: i64 = 1
        self.stack: vec[i64] = vec[i64]()
        self.journal: list[JournalEntry] | None = None
        self._legal: vec[i64] = vec[i64]()
        self._legal_valid = False

    # Implemented by each game.

    def _compute_legal(self) -> vec[i64]:
        raise NotImplementedError

    def _apply(self, action: i64) -> None:
        raise NotImplementedError

    def copy(self) -> Table:
        """An independent copy in the same state, with the same random stream and no journal."""
        raise NotImplementedError

    def imagine(self, seat: i64, chance: Chance) -> Table:
        """A copy in which everything that the seat cannot know is dealt again with `chance`; what it knows is kept."""
        raise NotImplementedError

    def payoffs(self) -> list[float]:
        """Each seat's share of the victory, once the game is over; the shares add up to 1."""
        raise NotImplementedError

    def observer(self, seat: i64) -> i64:
        """The index of a seat's or a spectator's knowledge: spectators come after all seats."""
        if not SPECTATOR <= seat < self.players:
            raise RuleError(f"there is no seat {seat}")
        return self.players if seat == SPECTATOR else seat

    def check_over(self) -> None:
        if self.to_act != OVER:
            raise RuleError("the game is not over yet")

    def ranking(self) -> list[list[int]]:
        """The ranking: groups of tied seats, from first to last."""
        raise NotImplementedError

    # The same for every game.

    def legal(self) -> vec[i64]:
        """Every legal action of the deciding seat; empty only when the game is over."""
        return self.actions()[:]

    def actions(self) -> vec[i64]:
        """The table's own cached list of legal actions: for fast loops, which must not modify it."""
        if not self._legal_valid:
            self._legal = self._compute_legal()
            self._legal_valid = True
        return self._legal

    def play(self, action: i64) -> None:
        """Play a legal action. Any other raises a RuleError and changes nothing."""
        for legal in self.actions():
            if legal == action:
                self._legal_valid = False
                self._apply(action)
                return
        raise RuleError("this is not a legal action now")

    def play_listed(self, index: i64) -> None:
        """Play the action at an index in the list of legal ones, without a further check."""
        action = self.actions()[index]
        self._legal_valid = False
        self._apply(action)

    def __repr__(self) -> str:
        moment = "over" if self.to_act == OVER else f"seat {self.to_act} to act"
        return f"<{type(self).__name__}: {self.players} players, round {self.round}, {moment}>"

    @property
    def over(self) -> bool:
        return self.to_act == OVER

    def push_decision(self, what: i64, seat: i64, detail: i64) -> None:
        """Push a decision: the seat has to answer it before the game continues."""
        self.stack = append(self.stack, what | seat << 4 | detail << 8)
        self.to_act = seat

    def replace_decision(self, what: i64) -> None:
        """Replace the top decision by another one of the same seat."""
        self.stack[len(self.stack) - 1] = what | self.to_act << 4

    def decision(self) -> i64:
        """The top decision; -1 if the game is over."""
        size = len(self.stack)
        return self.stack[size - 1] & 15 if size else i64(-1)

    def decision_detail(self) -> i64:
        """The detail of the top decision."""
        return self.stack[len(self.stack) - 1] >> 8

    def pop_decision(self) -> None:
        """Pop the top decision; the one below becomes current."""
        self.stack, _ = pop(self.stack)
        size = len(self.stack)
        self.to_act = self.stack[size - 1] >> 4 & 15 if size else OVER

    def copy_into(self, twin: Table) -> None:
        """Copy the fields that all games share."""
        twin.to_act = self.to_act
        twin.round = self.round
        twin.stack = self.stack[:]
        twin._legal = self._legal
        twin._legal_valid = self._legal_valid

    def emit(self, event: Event, audience: i64 = 0) -> None:
        """Append an event to the journal. Callers check first that there is one, so that simulations build none."""
        if self.journal is not None:
            self.journal.append(JournalEntry(event, audience))
