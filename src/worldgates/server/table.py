"""A table of the server: its configuration, its entries, and the game that results from them.

A table is built by applying its entries in order. Nothing here waits or does I/O, so the same code replays a table
after a restart and plays live.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, Literal

import msgspec

from worldgates.api.game import Game, begin, from_position, read_options
from worldgates.bots.levels import STAND_IN
from worldgates.bots.seating import BOT_NAMES, bot_chance
from worldgates.core import formats
from worldgates.core.chance import FastChance, commitment
from worldgates.core.formats import Strict
from worldgates.core.gametype import GameType
from worldgates.core.lesson import LEARNER, Lesson, LessonStep
from worldgates.core.record import Record
from worldgates.core.shapes import Action, Event, Outcome, Position
from worldgates.core.table import JournalEntry, Table
from worldgates.server.protocol import (
    COLOURS,
    ActionT,
    BotSeat,
    BotSpeed,
    Clock,
    Friend,
    Here,
    ReactionTime,
    SeatRequest,
    Status,
)

# The depth of undo, in decisions; older snapshots are dropped.
MAX_UNDO = 50


class TableConfig(Strict):
    """The configuration of a table, with the secret seed of its game."""

    game: str
    seats: list[SeatRequest]
    seed: str
    host: str
    # The edition of its cards, and the number of the rules that it was begun under.
    edition: str = ""
    rules: int = 1
    name: str = ""
    # As requested; their type depends on the game.
    options: dict[str, Any] = {}
    starting_seat: int | None = msgspec.field(default=None, name="first")
    clock: Clock | None = None
    public: bool = False
    delay: int = 0
    # Whether it began as a lesson, and the chapter. Lessons of version 0.1 have no chapter: they go on without a guide.
    lesson: bool = False
    chapter: int = 0
    # Tables that were created before there was a choice have fixed windows.
    reactions: ReactionTime = "fixed"
    bot_speed: BotSpeed = "normal"
    # Where it begins, if it plays on from a moment of another game; its type depends on the game.
    position: dict[str, Any] | None = None


# The entries: everything that happens at a table. Entries with an action are generic over the game's actions.


class Sit(Strict, tag_field="type", tag="sit"):
    seat: int
    visitor: str
    name: str
    colour: int
    at: float


class Played(Strict, Generic[ActionT], tag_field="type", tag="play"):
    seat: int
    action: ActionT
    at: float
    # Whether nobody decided now: a bot did, at its own seat or for a player who left, or a standing order.
    bot: bool = False


class Answered(Strict, Generic[ActionT], tag_field="type", tag="answer"):
    """A decision that others do not see yet: in a reaction window, or where all decide at the same time.

    It is played when the window closes, if it is possible, or when everybody has decided.
    """

    seat: int
    action: ActionT
    at: float


class Closed(Strict, tag_field="type", tag="closed"):
    """A reaction window has closed, whether or not anybody could react. `log_length` is the offset after its event."""

    log_length: int
    at: float


class Ordered(Strict, tag_field="type", tag="order"):
    """A player's standing orders."""

    seat: int
    let_pass: bool
    refuse_trades: bool


class Filled(Strict, tag_field="type", tag="fill"):
    """The host gave a free seat to a bot."""

    seat: int
    level: str
    at: float


class Removed(Strict, tag_field="type", tag="remove"):
    """A seat was freed before the game; `banned` if the host did it to somebody else, who cannot come back."""

    seat: int
    banned: bool
    at: float


class Renamed(Strict, tag_field="type", tag="rename"):
    name: str


class Paced(Strict, tag_field="type", tag="speed"):
    speed: BotSpeed


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
    seat: int | None = None


class Followed(Strict, tag_field="type", tag="next"):
    """The table of the rematch."""

    table: str


class Freed(Strict, tag_field="type", tag="free"):
    """The learner left the guide of a lesson."""

    at: float


class Rewound(Strict, tag_field="type", tag="back"):
    """The learner went back to their last decision in a lesson."""

    at: float


class Outdated(Strict, tag_field="type", tag="outdated"):
    """The game was begun under older rules and cannot be replayed: it ended."""

    at: float


class BotFailed(Strict, tag_field="type", tag="bot_failed"):
    """A host's bot failed to give a legal action in time, for the first time at this table."""

    seat: int
    bot: str
    at: float


Entry = (
    Sit
    | Played[Action]
    | Answered[Action]
    | Undone
    | Replaced
    | Resigned
    | Abandoned
    | Spoke
    | Followed
    | Freed
    | Rewound
    | BotFailed
    | Closed
    | Ordered
    | Filled
    | Removed
    | Renamed
    | Paced
    | Outdated
)


class SeatEnded(Strict):
    name: str
    colour: int
    kind: Literal["person", "bot"]


class Ended(Strict):
    """The result of a game: what lists and statistics need without a replay."""

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
    # Standing orders: let cards pass, and refuse all trades in this turn (its round and seat).
    let_pass: bool = False
    refuses_in: tuple[int, int] | None = None

    @property
    def is_bot(self) -> bool:
        return isinstance(self.request, BotSeat)

    @property
    def is_open(self) -> bool:
        return not self.is_bot and not self.visitor

    @property
    def bot_decides(self) -> bool:
        return self.is_bot or self.replaced or self.resigned


@dataclass(frozen=True)
class ChatEntry:
    """A chat line: a visitor's message, the failure of a seat's bot, or the end of a game under older rules."""

    name: str
    colour: int
    text: str
    at: float
    failed_bot: str = ""
    # The seat of the player; a spectator has none.
    seat: int | None = None
    outdated: bool = False


@dataclass
class UndoSnapshot:
    """The clock before an action, for undo; the game itself keeps its own snapshot."""

    seat: int
    # The time used by the seat, and when its clock started.
    used: float
    decisions: int
    since: float


@dataclass
class LastAction:
    """The last action that everybody saw, the table and the length of the log before it, and what can be undone."""

    seat: int
    before: Table
    action: Action
    log_length: int
    # Whether it revealed something, so that it cannot be undone.
    revealed: bool


@dataclass
class GameTable:
    """A table: the people and bots at its seats, and the game they play."""

    id: str
    code: str
    config: TableConfig
    type: GameType
    seats: list[SeatState] = field(default_factory=list)
    chat: list[ChatEntry] = field(default_factory=list)
    # The game, once all seats are taken.
    game: Game | None = None
    abandoned: bool = False
    next_table: str | None = None
    # The number of entries, and of those that visibly changed the game.
    entries: int = 0
    number: int = 0
    # When the current decision started.
    since: float = 0.0
    last_action: LastAction | None = None
    # The offset in the log up to which reaction windows have closed.
    windows_closed: int = 0
    # The decisions that are not played yet: in the open reaction window, or where all decide at the same time.
    answers: dict[int, Action] = field(default_factory=dict)
    undo_snapshots: list[UndoSnapshot] = field(default_factory=list)
    # The seats whose bots have failed; each failure is announced once.
    failed_bots: set[int] = field(default_factory=set)
    # The visitors whom the host removed.
    banned: set[str] = field(default_factory=set)
    # Counts what changes what seats see of the game.
    version: int = 0
    # How many seats have resigned.
    _resigned: int = 0
    _seats_of_lesson: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.options = read_options(self.type, self.config.options)
        self.name = self.config.name
        self.bot_speed = self.config.bot_speed
        chapters = self.type.lessons()[: self.config.chapter]
        self.lesson: Lesson[Position, Action] | None = chapters[-1] if chapters else None
        for number, request in enumerate(self.config.seats):
            seat = SeatState(request, colour=number)
            if isinstance(request, BotSeat):
                seat.name = self._bot_name()
            if isinstance(request, Here):
                seat.name = request.name
            self.seats.append(seat)

    def _bot_name(self) -> str:
        """The first name of a bot that nobody has."""
        taken = {seat.name for seat in self.seats}
        return next(name for name in BOT_NAMES if name not in taken)

    @property
    def outdated(self) -> bool:
        """Whether the game was begun under rules that this version no longer plays."""
        return self.config.rules < self.type.oldest_rules

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.config.seed))

    @property
    def status(self) -> Status:
        if self.abandoned:
            return "abandoned"
        if self.game is None:
            return "waiting"
        return "over" if self.over else "playing"

    @property
    def remaining(self) -> list[int]:
        """The seats that have not resigned."""
        return [number for number, seat in enumerate(self.seats) if not seat.resigned]

    @property
    def over(self) -> bool:
        return self.game is not None and (self.game.table.over or self._resigned >= len(self.seats) - 1)

    @property
    def slow(self) -> bool:
        """Whether this is a correspondence game."""
        return self.config.clock is not None and self.config.clock.hours > 0

    @property
    def given_up(self) -> bool:
        """Whether the game ended early: abandoned, or all players but one have resigned."""
        return self.abandoned or (self.game is not None and self._resigned >= len(self.seats) - 1)

    @property
    def to_act(self) -> int | None:
        """The seat that decides, while the game is running."""
        return self.game.seat if self.game is not None and self.status == "playing" else None

    @property
    def asks_in_secret(self) -> bool:
        """Whether it is secret which seat decides."""
        return self.game is not None and self.status == "playing" and self.type.asks_in_secret(self.game.table)

    @property
    def together(self) -> dict[int, list[Action]]:
        """The seats that decide at the same time, with their choices. A lesson goes step by step."""
        if self.game is None or self.lesson is not None or self.status != "playing":
            return {}
        return self.type.asks_together(self.game.table)

    @property
    def undecided(self) -> list[int]:
        """The people who have yet to decide where all decide at the same time."""
        return [seat for seat in self.together if not self.seats[seat].bot_decides and seat not in self.answers]

    def decision_of(self, seat: int) -> Table:
        """The table at the decision of a seat: if others are asked before it at the same time, as if they had made
        their choices. It is for what the seat may know only, which does not depend on them."""
        assert self.game is not None
        table = self.game.table
        while table.to_act != seat and seat in self.type.asks_together(table):
            table = table.copy() if table is self.game.table else table
            table.play(table.legal()[0])
        return table

    @property
    def clocks_running(self) -> list[int]:
        """The people who have to decide and whose time runs; in secret decisions it does not."""
        if self.asks_in_secret or self.to_act is None:
            return []
        if self.together:
            return self.undecided
        return [] if self.seats[self.to_act].bot_decides else [self.to_act]

    def result(self) -> Outcome:
        """Each seat's share of the victory, and the ranking."""
        assert self.game is not None
        if (outcome := self.game.outcome) is not None:
            return outcome
        # All players but one have resigned.
        won = tuple(self.remaining)
        others = tuple(number for number in range(len(self.seats)) if number not in won)
        payoffs = tuple(1.0 / len(won) if number in won else 0.0 for number in range(len(self.seats)))
        return Outcome(payoffs, (won, others) if others else (won,))

    @property
    def resigned(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.resigned]

    def ended(self) -> Ended:
        assert self.game is not None
        result = self.result()
        return Ended(
            round=self.game.round,
            seats=[SeatEnded(seat.name, seat.colour, "bot" if seat.is_bot else "person") for seat in self.seats],
            payoffs=list(result.payoffs),
            ranking=[list(seats) for seats in result.ranking],
            scores=self.game.scores,
            resigned=self.resigned,
            at=self.since,
        )

    def record(self) -> Record:
        """The record of the game, with the commitment to its seed and the seats that resigned."""
        assert self.game is not None
        return msgspec.structs.replace(self.game.record, commitment=self.commitment, resigned=tuple(self.resigned))

    def seats_of(self, visitor: str) -> list[int]:
        """The seats of a visitor with this id."""
        return [number for number, seat in enumerate(self.seats) if visitor and seat.visitor == visitor]

    def events(self) -> list[JournalEntry]:
        return [] if self.game is None else self.game.journal

    # Entries.

    def apply(self, entry: Entry, place: int | None = None) -> None:
        """Apply an entry. `place` is the index of its action among the legal ones, if it was just validated."""
        self.entries += 1
        match entry:
            case Sit():
                seat = self.seats[entry.seat]
                seat.visitor, seat.name, seat.colour = entry.visitor, entry.name, entry.colour
                self.since = entry.at
                self._begin()
            case Played():
                self._play(entry, place)
            case Answered():
                if self.config.clock is not None and entry.seat in self.together:
                    self._use_time(entry.seat, entry.at)
                self.answers[entry.seat] = entry.action
            case Closed():
                self.windows_closed = entry.log_length
                self.answers = {}
                # Clocks start again here, whether or not somebody made a secret decision.
                self.since = entry.at
            case Ordered():
                seat = self.seats[entry.seat]
                seat.let_pass = entry.let_pass
                seat.refuses_in = self.turn_key if entry.refuse_trades else None
            case Filled():
                seat = self.seats[entry.seat]
                seat.request, seat.name = BotSeat(entry.level), self._bot_name()
                self.since = entry.at
                self._begin()
            case Removed():
                seat = self.seats[entry.seat]
                if entry.banned and seat.visitor != self.config.host:
                    self.banned.add(seat.visitor)
                self.seats[entry.seat] = SeatState(Friend(), colour=entry.seat)
                self.since = entry.at
            case Renamed():
                self.name = entry.name
            case Paced():
                self.bot_speed = entry.speed
            case Undone():
                self._undo()
            case Replaced():
                self.seats[entry.seat].replaced = entry.bot
            case Resigned():
                self.seats[entry.seat].resigned = True
                self._resigned = len(self.resigned)
                self.number += 1
            case Abandoned():
                self.abandoned = True
            case Spoke():
                self.chat.append(ChatEntry(entry.name, entry.colour, entry.text, entry.at, seat=entry.seat))
            case Followed():
                self.next_table = entry.table
            case Freed():
                self.lesson = None
            case Rewound():
                self._rewind(entry.at)
            case BotFailed():
                seat = self.seats[entry.seat]
                self.failed_bots.add(entry.seat)
                self.chat.append(ChatEntry(seat.name, seat.colour, "", entry.at, entry.bot, entry.seat))
            case Outdated():
                self.abandoned = True
                self.chat.append(ChatEntry("", 0, "", entry.at, outdated=True))

    def _begin(self) -> None:
        """Start the game if all seats are taken."""
        if self.game is None and not self.outdated and not any(seat.is_open for seat in self.seats):
            names = _different([seat.name for seat in self.seats])
            for seat, name in zip(self.seats, names, strict=True):
                seat.name = name
            self._tell_apart()
            self.game = self._deal(names)
            self.version += 1

    def _deal(self, names: Sequence[str]) -> Game:
        """The game before its first decision."""
        if self.config.position is not None:
            position: Position = formats.read(self.config.position, self.type.position_type, "position")
        elif self.lesson is not None:
            position = self.lesson.position
        else:
            return begin(self.type, names, self.config.seed, self.options, self.config.starting_seat)
        game = from_position(self.type, position)
        game.players = tuple(names)
        return game

    def _tell_apart(self) -> None:
        """Assign each player a different colour: people get their favourite if it is still free."""
        taken: set[int] = set()
        for seat in sorted(self.seats, key=lambda seat: seat.is_bot):
            while seat.colour in taken:
                seat.colour = (seat.colour + 1) % COLOURS
            taken.add(seat.colour)

    def _play(self, entry: Played[Action], place: int | None) -> None:
        game = self.game
        assert game is not None
        seat = self.seats[entry.seat]
        secret, together = self.asks_in_secret, bool(self.together)
        ahead = together and entry.seat in self.answers
        # Secret decisions use no clock time: a clock that has run would reveal who decided.
        snapshot = UndoSnapshot(entry.seat, seat.used, seat.decisions, self.since)
        if self.config.clock is not None and not entry.bot and not secret and not ahead:
            self._use_time(entry.seat, entry.at)
        if (step := self.lesson_step) is not None and entry.action != step.action:
            # A clock expired or a bot took over: the game has left the lesson.
            self.lesson = None
        if place is None:
            place = game.place_of(game.number_of(entry.action))
        declined = secret and game.table.legal()[place] == self.type.decline(game.table)
        log_length = len(game.journal)
        events = [each.event for each in game.play_listed(place)]
        self.version += 1
        revealed = secret or any(self.type.reveals(event) for event in events)
        if not secret:
            self.last_action = LastAction(entry.seat, game.before, entry.action, log_length, revealed)
        if revealed:
            self.undo_snapshots.clear()
        else:
            self.undo_snapshots = [*self.undo_snapshots, snapshot][-MAX_UNDO:]
        game.forget(keep=len(self.undo_snapshots))
        if together:
            self.answers.pop(entry.seat, None)
        elif events:
            self.answers = {}
        # That a seat could have reacted and did not must stay secret: eligibility is what counts.
        self.number += (0 if declined else 1) + sum(bool(self.eligible(event)) for event in events)
        # A secret decision must not show in the time of the last change.
        if not secret:
            self.since = entry.at

    def _use_time(self, seat: int, until: float) -> None:
        self.seats[seat].used += max(0.0, until - self.since)
        self.seats[seat].decisions += 1

    def eligible(self, event: Event) -> list[int]:
        """The seats that might react to an event of the last action, according to public knowledge."""
        assert self.last_action is not None
        return self.type.may_react(self.last_action.before, event)

    @property
    def turn_key(self) -> tuple[int, int] | None:
        """What tells the current turn from all others: its round and its seat."""
        return None if self.game is None else (self.game.round, self.type.turn_of(self.game.table))

    def refuses_trades(self, seat: int) -> bool:
        """Whether a seat's standing order refuses all trades in this turn."""
        order = self.seats[seat].refuses_in
        return order is not None and order == self.turn_key

    def why_no_undo(self, seat: int) -> str:
        """Why a seat cannot undo, in a sentence; empty if it can."""
        if self.status != "playing":
            return "The game is over." if self.game is not None else "The game has not begun."
        if self.seats[seat].bot_decides:
            return "A bot plays for this seat."
        if self.undo_snapshots and self.undo_snapshots[-1].seat == seat:
            return ""
        if self.last_action is None:
            return "There is nothing to undo."
        if self.last_action.seat != seat:
            return "Others have played since your last move."
        return "Your last move showed something new, so it can't be undone."

    def _undo(self) -> None:
        assert self.game is not None
        before = self.undo_snapshots.pop()
        self.game.undo()
        self.version += 1
        self.number += 1
        self.last_action = None
        # Undo does not refund the time used since.
        seat = self.seats[before.seat]
        seat.used, seat.decisions, self.since = before.used, before.decisions, before.since

    # Lessons.

    @property
    def steps_ahead(self) -> tuple[LessonStep[Action], ...]:
        """The remaining decisions of the lesson."""
        if self.lesson is None or self.game is None:
            return ()
        return self.lesson.steps[len(self.game.actions) :]

    @property
    def lesson_step(self) -> LessonStep[Action] | None:
        """The next decision of the lesson, or None after the last."""
        return next(iter(self.steps_ahead), None)

    @property
    def learner_step(self) -> LessonStep[Action] | None:
        """The learner's next decision of the lesson. In a reaction window, bots may decide before it."""
        if self.lesson is None or self.game is None:
            return None
        done = len(self.game.actions)
        steps = zip(self.lesson.steps[done:], self._lesson_seats()[done:], strict=True)
        return next((step for step, seat in steps if seat == LEARNER), None)

    def lesson_progress(self) -> tuple[int, int]:
        """The number of the learner's decisions so far, and in total."""
        assert self.game is not None
        return len(self._learner_decisions(len(self.game.actions))), len(self._learner_decisions())

    def can_rewind(self) -> bool:
        """Whether the learner can go back to their last decision."""
        return self.lesson is not None and self.status == "playing" and self.lesson_progress()[0] > 0

    def _rewind(self, at: float) -> None:
        """Deal again, and play up to the learner's last decision."""
        assert self.lesson is not None
        assert self.game is not None
        last = self._learner_decisions(len(self.game.actions))[-1]
        self.game, self.last_action, self.answers = self._deal(self.game.players), None, {}
        self.version += 1
        self.windows_closed = 0
        for step in self.lesson.steps[:last]:
            assert self.game.seat is not None
            self._play(Played(self.game.seat, step.action, at, bot=True), None)
        self.undo_snapshots.clear()
        self.number += 1

    def _learner_decisions(self, until: int | None = None) -> list[int]:
        """The indices of the learner's decisions among the first steps of the lesson."""
        return [number for number, seat in enumerate(self._lesson_seats()[:until]) if seat == LEARNER]

    def _lesson_seats(self) -> list[int]:
        """The seat that decides at each step of the lesson."""
        assert self.lesson is not None
        if not self._seats_of_lesson:
            trial = from_position(self.type, self.lesson.position)
            for step in self.lesson.steps:
                assert trial.seat is not None
                self._seats_of_lesson.append(trial.seat)
                trial.play(step.action)
        return self._seats_of_lesson

    # Clocks.

    def seconds_left(self, seat: int, now: float) -> float | None:
        clock = self.config.clock
        if clock is None or self.seats[seat].is_bot:
            return None
        state = self.seats[seat]
        if clock.hours:
            # Each decision has its own time limit.
            return clock.hours * 3600 - (max(0.0, now - self.since) if seat in self.clocks_running else 0.0)
        left = clock.minutes * 60 + clock.seconds * state.decisions - state.used
        if seat in self.clocks_running:
            left -= max(0.0, now - self.since)
        return left

    # Bots. Their random streams are derived from seed and number, so that none has to be stored.

    def level(self, seat: int, takeover: str = STAND_IN) -> str:
        """The bot that decides for a seat; `takeover` is the level that plays for a person."""
        request = self.seats[seat].request
        return request.level if isinstance(request, BotSeat) else takeover

    def bot_chance(self, seat: int) -> FastChance:
        """The random stream of the ladder bot that decides for a seat."""
        return bot_chance(self.config.seed, f"bot {seat} {self.number}")

    def hint_chance(self, seat: int) -> FastChance:
        """The random stream of a hint for a seat."""
        return bot_chance(self.config.seed, f"hint {seat} {self.number}")

    def bot_seed(self, seat: int) -> int:
        """The random seed of a host's bot. It reveals nothing about the game's seed."""
        chance = bot_chance(self.config.seed, f"host's bot {seat} {self.number}")
        return int(chance.word()) << 32 | int(chance.word())


def _different(names: list[str]) -> list[str]:
    """The names, with a number appended to duplicates."""
    found: list[str] = []
    for name in names:
        candidate, number = name, 2
        while candidate in found:
            candidate, number = f"{name} {number}", number + 1
        found.append(candidate)
    return found


def write_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def read_entry(data: bytes, type: GameType) -> Entry:
    """Decode an entry of a table of this game."""
    entry: Entry = _entries_of(type.action_type).decode(data)
    return entry


@cache
def _entries_of(action: Any) -> msgspec.json.Decoder[Any]:
    others = (
        Sit
        | Undone
        | Replaced
        | Resigned
        | Abandoned
        | Spoke
        | Followed
        | Freed
        | Rewound
        | BotFailed
        | Closed
        | Ordered
    )
    others |= Filled | Removed | Renamed | Paced | Outdated
    return msgspec.json.Decoder(others | Played[action] | Answered[action])


def write_config(config: TableConfig) -> bytes:
    return msgspec.json.encode(config)


def read_config(data: bytes) -> TableConfig:
    return msgspec.json.decode(data, type=TableConfig)


def read_ended(data: bytes) -> Ended:
    return msgspec.json.decode(data, type=Ended)
