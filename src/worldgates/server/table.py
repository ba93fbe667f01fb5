"""A table of the server: its configuration, its entries, and the game that follows from both.

A table is built from its entries alone, one after the other. Nothing here waits or writes, so the same code replays a
table after a restart and plays on.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from worldgates.bots import Bot, make_bot
from worldgates.core.chance import FastChance, commitment
from worldgates.core.formats import Strict
from worldgates.core.games import Game
from worldgates.core.lesson import LEARNER, Lesson, LessonStep
from worldgates.core.session import Session
from worldgates.core.table import Event, Table
from worldgates.server.protocol import COLOURS, BotSeat, Clock, Here, Said, SeatRequest, Status

# How many decisions back an undo can go; older snapshots are dropped.
MAX_UNDO = 50


class TableConfig(Strict):
    """How a table was set up, with the secret seed of its game."""

    game: str
    seats: list[SeatRequest]
    seed: str
    host: str
    # The cards it is played with.
    edition: str = ""
    name: str = ""
    options: dict[str, object] = {}
    starting_seat: int | None = msgspec.field(default=None, name="first")
    clock: Clock | None = None
    public: bool = False
    delay: int = 0
    lesson: bool = False


# The entries: everything that happens at a table.


class Sit(Strict, tag_field="type", tag="sit"):
    seat: int
    visitor: str
    name: str
    colour: int
    at: float


class Played(Strict, tag_field="type", tag="play"):
    seat: int
    action: dict[str, object]
    at: float
    # A bot decided, at its own seat or for somebody who left.
    bot: bool = False


class Answered(Strict, tag_field="type", tag="answer"):
    """What an eligible player answers in a reaction window. It is played when the window closes, if it can be."""

    seat: int
    action: dict[str, object]
    at: float


class Undone(Strict, tag_field="type", tag="undo"):
    seat: int
    at: float


class Replaced(Strict, tag_field="type", tag="replace"):
    seat: int
    bot: bool
    at: float


class Resigned(Strict, tag_field="type", tag="resign"):
    seat: int
    at: float


class Abandoned(Strict, tag_field="type", tag="abandon"):
    at: float


class Spoke(Strict, tag_field="type", tag="chat"):
    name: str
    colour: int
    text: str
    at: float


class Followed(Strict, tag_field="type", tag="next"):
    """The table at which a rematch is played."""

    table: str


class Freed(Strict, tag_field="type", tag="free"):
    """The guide of a lesson was left."""

    at: float


Entry = Sit | Played | Answered | Undone | Replaced | Resigned | Abandoned | Spoke | Followed | Freed


class SeatEnded(Strict):
    name: str
    colour: int
    kind: Literal["person", "bot"]


class Ended(Strict):
    """How a game ended: what lists and statistics need without replaying it."""

    round: int
    seats: list[SeatEnded]
    payoffs: list[float]
    ranking: list[list[int]]
    scores: list[int]
    resigned: list[int]
    at: float


@dataclass
class SeatState:
    request: SeatRequest
    name: str = ""
    colour: int = 0
    visitor: str = ""
    replaced: bool = False
    resigned: bool = False
    # Seconds used so far.
    used: float = 0.0
    decisions: int = 0

    @property
    def is_bot(self) -> bool:
        return isinstance(self.request, BotSeat)

    @property
    def is_open(self) -> bool:
        return not self.is_bot and not self.visitor

    @property
    def bot_decides(self) -> bool:
        return self.is_bot or self.replaced or self.resigned


@dataclass
class UndoSnapshot:
    """The game before an action that can be undone."""

    table: Table
    log_length: int
    actions: int
    seat: int
    # The clock of the seat, and since when it ran.
    used: float
    decisions: int
    since: float


@dataclass
class LastAction:
    """The last action, and the table before it."""

    before: Table
    action: dict[str, object]


@dataclass
class GameTable:
    """A table: the people and bots at its seats, and the game they play."""

    id: str
    code: str
    config: TableConfig
    game: Game
    seats: list[SeatState] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    session: Session | None = None
    abandoned: bool = False
    next_table: str | None = None
    # The number of entries, and of those that changed the game visibly.
    entries: int = 0
    number: int = 0
    # When the current decision began.
    since: float = 0.0
    last_action: LastAction | None = None
    # The answers so far in the open reaction window.
    answers: dict[int, dict[str, object]] = field(default_factory=dict)
    undo_snapshots: list[UndoSnapshot] = field(default_factory=list)
    _seats_of_lesson: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.options = self.game.options(self.config.options)
        self.lesson: Lesson | None = self.game.lesson() if self.config.lesson else None
        for number, request in enumerate(self.config.seats):
            seat = SeatState(request, colour=number)
            if isinstance(request, BotSeat):
                seat.name = BOT_NAMES[sum(other.is_bot for other in self.seats)]
            if isinstance(request, Here):
                seat.name = request.name
            self.seats.append(seat)

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.config.seed))

    @property
    def status(self) -> Status:
        if self.abandoned:
            return "abandoned"
        if self.session is None:
            return "waiting"
        return "over" if self.over else "playing"

    @property
    def remaining(self) -> list[int]:
        """The seats that have not resigned."""
        return [number for number, seat in enumerate(self.seats) if not seat.resigned]

    @property
    def over(self) -> bool:
        return self.session is not None and (self.session.table.over or len(self.remaining) <= 1)

    @property
    def slow(self) -> bool:
        """Whether it is played over days."""
        return self.config.clock is not None and self.config.clock.hours > 0

    @property
    def given_up(self) -> bool:
        """Whether the game ended before its end: abandoned, or all but one have resigned."""
        return self.abandoned or (self.session is not None and len(self.remaining) <= 1)

    @property
    def to_act(self) -> int | None:
        """The seat that decides, if the game goes on."""
        return self.session.table.to_act if self.session is not None and self.status == "playing" else None

    @property
    def asks_in_secret(self) -> bool:
        """Whether nobody else may know which seat decides."""
        return self.session is not None and self.status == "playing" and self.game.asks_in_secret(self.session.table)

    def result(self) -> tuple[list[float], list[list[int]]]:
        """Each seat's share of the victory, and the ranking."""
        assert self.session is not None
        if self.session.table.over:
            return self.session.table.payoffs(), self.session.table.ranking()
        # All but one have resigned.
        won = self.remaining
        others = [number for number in range(len(self.seats)) if number not in won]
        payoffs = [1.0 / len(won) if number in won else 0.0 for number in range(len(self.seats))]
        return payoffs, [won, others] if others else [won]

    def ended(self) -> Ended:
        assert self.session is not None
        payoffs, ranking = self.result()
        return Ended(
            round=int(self.session.table.round),
            seats=[SeatEnded(seat.name, seat.colour, "bot" if seat.is_bot else "person") for seat in self.seats],
            payoffs=payoffs,
            ranking=ranking,
            scores=self.game.scores(self.session.table),
            resigned=[number for number, seat in enumerate(self.seats) if seat.resigned],
            at=self.since,
        )

    def record(self) -> dict[str, object]:
        """The record of the game, with the commitment to its seed and the seats that resigned."""
        assert self.session is not None
        resigned = self.ended().resigned
        return {**self.session.record(), "commitment": self.commitment, **({"resigned": resigned} if resigned else {})}

    def seats_of(self, visitor: str) -> list[int]:
        """The seats of a visitor, who has an id."""
        return [number for number, seat in enumerate(self.seats) if visitor and seat.visitor == visitor]

    def events(self) -> list[Event]:
        journal = self.session.table.journal if self.session is not None else None
        return journal or []

    # Entries.

    def apply(self, entry: Entry, legal_action: int | None = None) -> None:
        """Apply an entry. `legal_action` is its action if that was checked just now, so it is not checked again."""
        self.entries += 1
        match entry:
            case Sit():
                seat = self.seats[entry.seat]
                seat.visitor, seat.name, seat.colour = entry.visitor, entry.name, entry.colour
                self.since = entry.at
                self._begin()
            case Played():
                self._play(entry, legal_action)
            case Answered():
                self.answers[entry.seat] = entry.action
            case Undone():
                self._undo()
            case Replaced():
                self.seats[entry.seat].replaced = entry.bot
            case Resigned():
                self.seats[entry.seat].resigned = True
                self.number += 1
            case Abandoned():
                self.abandoned = True
            case Spoke():
                self.chat.append(Said(len(self.chat), entry.name, entry.colour, entry.text, entry.at))
            case Followed():
                self.next_table = entry.table
            case Freed():
                self.lesson = None

    def _begin(self) -> None:
        """As soon as everybody sits, the game begins."""
        if self.session is None and not any(seat.is_open for seat in self.seats):
            names = _different([seat.name for seat in self.seats])
            for seat, name in zip(self.seats, names, strict=True):
                seat.name = name
            self._tell_apart()
            config = self.config
            self.session = Session.new(self.game, len(names), config.seed, self.options, names, config.starting_seat)

    def _tell_apart(self) -> None:
        """Everybody has a colour of their own: people the one they like, if nobody before them has it."""
        taken: set[int] = set()
        for seat in sorted(self.seats, key=lambda seat: seat.is_bot):
            while seat.colour in taken:
                seat.colour = (seat.colour + 1) % COLOURS
            taken.add(seat.colour)

    def _play(self, entry: Played, legal_action: int | None) -> None:
        session = self.session
        assert session is not None
        seat = self.seats[entry.seat]
        secret = self.asks_in_secret
        # Time taken in secret is charged to nobody: a clock that has run would show who was asked.
        clock = (seat.used, seat.decisions, self.since)
        if self.config.clock is not None and not entry.bot and not secret:
            seat.used += max(0.0, entry.at - self.since)
            seat.decisions += 1
        before = UndoSnapshot(session.table.copy(), len(self.events()), len(session.actions), entry.seat, *clock)
        if (step := self.lesson_step) is not None and entry.action != step.action:
            # Time was up, or a bot played on: the game has left the lesson.
            self.lesson = None
        action = session.action(entry.action) if legal_action is None else legal_action
        declined = secret and action == self.game.decline(session.table)
        events = session.play(action) if legal_action is None else session.play_checked(action, entry.action)
        if secret or any(self.game.reveals(event) for event in events):
            self.undo_snapshots.clear()
        else:
            self.undo_snapshots = [*self.undo_snapshots, before][-MAX_UNDO:]
        if events:
            self.answers = {}
        if not secret:
            self.last_action = LastAction(before.table, entry.action)
        # Nobody may notice that somebody could have reacted and did not: what counts is who was eligible.
        self.number += (0 if declined else 1) + sum(bool(self.eligible(event)) for event in events)
        self.since = entry.at

    def eligible(self, event: Event) -> list[int]:
        """The seats that might react to an event of the last action, as far as everybody knows."""
        assert self.last_action is not None
        return self.game.may_react(self.last_action.before, event)

    def can_undo(self, seat: int) -> bool:
        """Whether this seat played the last action, it revealed nothing, and nobody has acted since."""
        mine = bool(self.undo_snapshots) and self.undo_snapshots[-1].seat == seat
        return mine and self.status == "playing" and not self.seats[seat].bot_decides

    def _undo(self) -> None:
        session = self.session
        assert session is not None
        before = self.undo_snapshots.pop()
        journal = self.events()[: before.log_length]
        session.table = before.table
        session.table.journal = journal
        del session.actions[before.actions :]
        self.number += 1
        self.last_action = None
        # The time since then stays used: undo gives none back.
        seat = self.seats[before.seat]
        seat.used, seat.decisions, self.since = before.used, before.decisions, before.since

    # Lessons.

    @property
    def lesson_step(self) -> LessonStep | None:
        """The next decision of the lesson, while there is one."""
        if self.lesson is None or self.session is None or len(self.session.actions) >= len(self.lesson.steps):
            return None
        return self.lesson.steps[len(self.session.actions)]

    def lesson_progress(self) -> tuple[int, int]:
        """How many of the learner's decisions are done, and of how many."""
        assert self.lesson is not None
        assert self.session is not None
        mine = [number for number, seat in enumerate(self._lesson_seats()) if seat == LEARNER]
        return sum(number < len(self.session.actions) for number in mine), len(mine)

    def _lesson_seats(self) -> list[int]:
        """Who decides at each step of the lesson."""
        assert self.lesson is not None
        if not self._seats_of_lesson:
            lesson = self.lesson
            trial = Session.new(self.game, lesson.players, lesson.seed, self.options, None, lesson.first)
            for index, step in enumerate(lesson.steps):
                self._seats_of_lesson.append(trial.table.to_act)
                trial.play_recorded(index, step.action)
        return self._seats_of_lesson

    # Clocks.

    def seconds_left(self, seat: int, now: float) -> float | None:
        clock = self.config.clock
        if clock is None or self.seats[seat].is_bot:
            return None
        state = self.seats[seat]
        if clock.hours:
            # Each decision has its own time limit.
            runs = self.to_act == seat and not state.bot_decides and not self.asks_in_secret
            return clock.hours * 3600 - (now - self.since if runs else 0.0)
        left = clock.minutes * 60 + clock.seconds * state.decisions - state.used
        if self.to_act == seat and not state.bot_decides and not self.asks_in_secret:
            left -= now - self.since
        return left

    # Bots.

    def bot(self, seat: int) -> Bot:
        """The bot that decides for a seat. Its random stream follows from seed and number, so none has to be stored."""
        request = self.seats[seat].request
        level = request.level if isinstance(request, BotSeat) else "greedy"
        return make_bot(level, self.config.game, self._stream(f"bot {seat} {self.number}"))

    def hint_bot(self, seat: int) -> Bot:
        return make_bot("greedy", self.config.game, self._stream(f"hint {seat} {self.number}"))

    def _stream(self, purpose: str) -> FastChance:
        digest = hashlib.blake2b(f"{self.config.seed} {purpose}".encode(), digest_size=8, person=b"worldgates bot")
        return FastChance.seeded(int.from_bytes(digest.digest(), "little"))


BOT_NAMES = ("Bruno", "Chiara", "Dario", "Elsa", "Fabio")


def _different(names: list[str]) -> list[str]:
    """The names, with a number behind those that were there already."""
    found: list[str] = []
    for name in names:
        candidate, number = name, 2
        while candidate in found:
            candidate, number = f"{name} {number}", number + 1
        found.append(candidate)
    return found


def write_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def read_entry(data: bytes) -> Entry:
    entry: Entry = msgspec.json.decode(data, type=Entry)
    return entry


def write_config(config: TableConfig) -> bytes:
    return msgspec.json.encode(config)


def read_config(data: bytes) -> TableConfig:
    return msgspec.json.decode(data, type=TableConfig)


def read_ended(data: bytes) -> Ended:
    return msgspec.json.decode(data, type=Ended)
