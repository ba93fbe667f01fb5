"""The contract of a table: the six questions that everything else asks of a game's rules.

Who decides (`to_act`, `decision`), what is legal (`legal`), play this (`play`), what may a seat see (the journal here,
views in each game), imagine what a seat cannot see (`imagine`), who won (`payoffs`, `ranking`).

Exactly one seat decides at a time. Decisions lie on a stack: a choice inside a choice (whose hand to look at, whether
to react) is laid on top and answered first. Inside the engine an action is an int; each game turns it into a small
readable object and back.
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
    """What the rules do not allow, with the clause that says so."""

    def __init__(self, message: str, clause: str = "") -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.clause = clause


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
    """A whole game, at one moment. Mutable; `copy` it to look ahead."""

    def __init__(self, players: i64, chance: Chance) -> None:
        self.players = players
        self.chance = chance
        self.to_act: i64 = OVER
        self.round: i64 = 1
        self.stack: vec[i64] = vec[i64]()
        self.journal: list[JournalEntry] | None = None
        self._legal: vec[i64] = vec[i64]()
        self._legal_valid = False

    # What a game fills in.

    def _compute_legal(self) -> vec[i64]:
        raise NotImplementedError

    def _apply(self, action: i64) -> None:
        raise NotImplementedError

    def copy(self) -> Table:
        """A table of its own in the same state, with the same chance to come and no journal."""
        raise NotImplementedError

    def imagine(self, seat: i64, chance: Chance) -> Table:
        """A copy in which all that the seat cannot know is dealt again with `chance`, and all it knows is kept."""
        raise NotImplementedError

    def payoffs(self) -> list[float]:
        """For each seat its part of the victory, once the game is over; the parts add up to 1."""
        raise NotImplementedError

    def observer(self, seat: i64) -> i64:
        """The number under which a seat, or a spectator, keeps its knowledge: spectators come after all seats."""
        if not SPECTATOR <= seat < self.players:
            raise RuleError(f"there is no seat {seat}")
        return self.players if seat == SPECTATOR else seat

    def check_over(self) -> None:
        if self.to_act != OVER:
            raise RuleError("the game is not over yet")

    def ranking(self) -> list[list[int]]:
        """The seats from first to last, equals together."""
        raise NotImplementedError

    # What holds for every game.

    def legal(self) -> vec[i64]:
        """Every action open to the seat that decides; empty only when the game is over."""
        return self.actions()[:]

    def actions(self) -> vec[i64]:
        """The same, as the table itself remembers it: for fast loops, which must not change it."""
        if not self._legal_valid:
            self._legal = self._compute_legal()
            self._legal_valid = True
        return self._legal

    def play(self, action: i64) -> None:
        """Play a legal action. Anything else raises a RuleError and changes nothing."""
        for legal in self.actions():
            if legal == action:
                self._legal_valid = False
                self._apply(action)
                return
        raise RuleError("this is not a legal action now")

    def play_listed(self, index: i64) -> None:
        """Play the action at a place in the list of legal ones, which needs no further check."""
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
        """Lay a decision on the stack: the seat has to answer it before anything else goes on."""
        self.stack = append(self.stack, what | seat << 4 | detail << 8)
        self.to_act = seat

    def replace_decision(self, what: i64) -> None:
        """Put another decision of the same seat in the place of the one on top."""
        self.stack[len(self.stack) - 1] = what | self.to_act << 4

    def decision(self) -> i64:
        """Which decision lies on top; -1 if the game is over."""
        size = len(self.stack)
        return self.stack[size - 1] & 15 if size else i64(-1)

    def decision_detail(self) -> i64:
        """The detail of the decision on top."""
        return self.stack[len(self.stack) - 1] >> 8

    def pop_decision(self) -> None:
        """Take the top decision off the stack; the one below goes on."""
        self.stack, _ = pop(self.stack)
        size = len(self.stack)
        self.to_act = self.stack[size - 1] >> 4 & 15 if size else OVER

    def copy_into(self, twin: Table) -> None:
        """What every game's copy takes over."""
        twin.to_act = self.to_act
        twin.round = self.round
        twin.stack = self.stack[:]
        twin._legal = self._legal
        twin._legal_valid = self._legal_valid

    def emit(self, event: Event, audience: i64 = 0) -> None:
        """Write an event into the journal. Callers check first that one is kept, so that simulations build none."""
        if self.journal is not None:
            self.journal.append(JournalEntry(event, audience))
