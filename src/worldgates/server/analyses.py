"""Analyses of finished games: computed in the background while somebody looks, and kept with their games.

A page asks again and again how far an analysis is, so the server knows that somebody looks. When nobody does, the work
stops; what was found until then stays in memory for a while, so that it can go on. The worker processes (thinkers.py)
do it decision by decision, and bots at tables come first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any, Final

import msgspec

from worldgates.analysis.analyse import Analysis, Analyst, Chances, Judged, read_analysis, read_judged
from worldgates.analysis.seen import SeenAnalysis
from worldgates.api.bot import BotError
from worldgates.api.game import actions_of, begin_record, play_recorded, step_ends
from worldgates.core.formats import FormatError, Strict
from worldgates.core.gametype import GameType
from worldgates.core.record import Record
from worldgates.core.streams import seeded
from worldgates.core.table import SPECTATOR
from worldgates.server.errors import RejectedError
from worldgates.server.protocol import BotLevel, Number, SeatNumber
from worldgates.server.store import Store, StoreUnavailableError
from worldgates.server.thinker import Part
from worldgates.server.thinkers import Thinkers

LOG = logging.getLogger(__name__)
# Seconds after the last question until nobody looks. A page asks every second, or less often in the background.
PATIENCE: Final = 5.0
# The most analyses in memory, and the most that are computed at the same time.
MOST_KEPT: Final = 64
MOST_RUNNING: Final = 8
# The number of decisions in a part: one if each is judged, several if only the curve is drawn.
PART_JUDGED: Final = 1
PART_BRIEF: Final = 8

TableId = Annotated[str, msgspec.Meta(max_length=40)]


class AnalysisRequest(Strict):
    """POST /api/analyses: a finished game of this server, or a record."""

    table: TableId = ""
    record: dict[str, Any] | None = None
    # Only the chances of the public, and where the game was decided. It takes much less time.
    brief: bool = False


class AnalysisProgress(msgspec.Struct, omit_defaults=True):
    """How far an analysis is, in decisions; at the end, what was found."""

    id: str
    done: int
    of: int
    analysis: SeenAnalysis | None = None


class PlayOn(Strict):
    """POST /api/play-on: a new table from a step of a replay, against bots of a level.

    `viewer` is the viewpoint of the replay: a seat, or null for a spectator. What it does not see is dealt again,
    unless all cards are open.
    """

    seat: SeatNumber
    step: Number
    table: TableId = ""
    record: dict[str, Any] | None = None
    viewer: SeatNumber | None = None
    open: bool = False
    level: BotLevel = "easy"


class Job:
    """One analysis: what is done of it, and when somebody last looked."""

    def __init__(self, id: str, analyst: Analyst, table: str) -> None:
        self.id = id
        self.analyst = analyst
        self.table = table
        self.record = msgspec.Raw(msgspec.json.encode(analyst.record))
        self.looked = 0.0
        self.start: tuple[Chances, Chances] | None = None
        self.decisions: list[Judged] = []
        self.analysis: Analysis | None = None
        self.failed = False
        self.task: asyncio.Task[None] | None = None

    @property
    def kind(self) -> str:
        return "full" if self.analyst.judges else "brief"

    @property
    def running(self) -> bool:
        return self.task is not None and not self.task.done()

    def progress(self) -> AnalysisProgress:
        done = self.analyst.steps if self.analysis is not None else len(self.decisions)
        return AnalysisProgress(self.id, done, self.analyst.steps)


class Analyses:
    def __init__(
        self,
        thinkers: Thinkers,
        store: Store,
        level: str,
        patience: float = PATIENCE,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.thinkers = thinkers
        self.store = store
        self.level = level
        self.patience = patience
        self.clock = clock
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        # A process stays free for bots, if there are several.
        self._parts = asyncio.Semaphore(max(1, thinkers.processes - 1))

    def id_of(self, record: Record, *, brief: bool) -> str:
        """An analysis is named after what it is of, so that all who look at a game look at the same one."""
        written = msgspec.json.encode((record, self.level, brief))
        return hashlib.blake2b(written, digest_size=16).hexdigest()

    def find(self, id: str) -> Job | None:
        job = self._jobs.get(id)
        if job is not None:
            self._jobs.move_to_end(id)
        return job

    async def add(self, id: str, type: GameType, record: Record, table: str, *, brief: bool) -> Job:
        """A new analysis, or the one that was kept with its game. The record is checked."""
        analyst = await asyncio.to_thread(Analyst, type, record, self.level, judges=not brief)
        job = Job(id, analyst, table)
        if table:
            kept = await self.store.analysis(table, job.kind) or (brief and await self.store.analysis(table, "full"))
            if kept:
                job.analysis = read_analysis(type, kept)
        # Somebody else may have asked for it in the meantime.
        job = self._jobs.setdefault(id, job)
        for old in [each for each in self._jobs.values() if not each.running][: max(0, len(self._jobs) - MOST_KEPT)]:
            if old is not job:
                del self._jobs[old.id]
        return job

    def look(self, job: Job) -> bool:
        """Somebody looks: the work goes on; returns whether it can, or too many others go on already."""
        job.looked = self.clock()
        if job.analysis is not None or job.failed or job.running:
            return True
        if sum(each.running for each in self._jobs.values()) >= MOST_RUNNING:
            return False
        job.task = asyncio.create_task(self._run(job))
        return True

    async def _run(self, job: Job) -> None:
        analyst = job.analyst
        try:
            while job.start is None or len(job.decisions) < analyst.steps:
                async with self._parts:
                    if self.clock() - job.looked > self.patience:
                        # Nobody looks any more. What was found stays, in case somebody comes back.
                        return
                    await self._next_part(job)
            job.analysis = await asyncio.to_thread(analyst.finish, job.start, job.decisions)
            if job.table:
                await self.store.keep_analysis(job.table, job.kind, msgspec.json.encode(job.analysis))
        except (BotError, FormatError) as error:
            job.failed = True
            LOG.warning("game not analysed: %s", error)
        except StoreUnavailableError:
            # It can still be shown, and is computed again another time.
            LOG.warning("analysis not kept", extra={"table": job.table})

    async def _next_part(self, job: Job) -> None:
        analyst = job.analyst
        type, count = analyst.type, PART_JUDGED if analyst.judges else PART_BRIEF
        cards = None if type.cards_folder is None else str(type.cards_folder)
        first = len(job.decisions)
        part = Part(type.id, analyst.level, job.record, first, count, analyst.judges, cards)
        answer = await self.thinkers.analyse(part)
        if answer.start is not None:
            job.start = answer.start
        job.decisions += read_judged(type, answer.decisions)

    def close(self) -> None:
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()


def position_at(type: GameType, record: Record, request: PlayOn, seed: str) -> dict[str, Any]:
    """The position of a step of a replay, to play on from it with a seed.

    What the viewer of the replay does not see is dealt again. A reaction is part of the move that it answers, so a step
    in the middle of one begins before that move.
    """
    ends = [0, *(range(1, len(actions_of(record)) + 1) if request.open else step_ends(type, record))]
    if request.step >= len(ends):
        raise FormatError(f"there is no step {request.step}", "step")
    players = len(record.players)
    for key, seat in (("seat", request.seat), ("viewer", request.viewer)):
        if seat is not None and seat >= players:
            raise FormatError(f"there is no seat {seat}", key)
    game = begin_record(type, record)
    table = game.table.copy()
    for index in range(ends[request.step]):
        play_recorded(game, record, index)
        game.forget()
        if not type.asks_in_secret(game.table):
            table = game.table.copy()
    if table.over:
        raise RejectedError("not_now", "The game is over.")
    chance = seeded(seed)
    if not request.open:
        table = table.imagine(SPECTATOR if request.viewer is None else request.viewer, chance)
    table.chance = chance
    return type.write_position(table, [""] * players).to_dict()
