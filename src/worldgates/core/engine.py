"""`worldgates engine`: the rules over standard input and output, one JSON object a line in and one out.

An error is answered with `{"error": …, "key": …}` and changes nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from worldgates.core import formats
from worldgates.core.formats import FormatError, Strict
from worldgates.core.games import Games
from worldgates.core.session import Session
from worldgates.core.streams import seeded
from worldgates.core.table import SPECTATOR, RuleError


class New(Strict, tag_field="cmd", tag="new"):
    game: str
    seats: int = 2
    seed: int | str = 0
    options: dict[str, object] = {}
    names: list[str] | None = None
    starting_seat: int | None = None


class Load(Strict, tag_field="cmd", tag="load"):
    position: dict[str, object]


class Legal(Strict, tag_field="cmd", tag="legal"):
    pass


class Play(Strict, tag_field="cmd", tag="play"):
    action: dict[str, object]


class View(Strict, tag_field="cmd", tag="view"):
    seat: int | None = None


class Position(Strict, tag_field="cmd", tag="position"):
    pass


class Imagine(Strict, tag_field="cmd", tag="imagine"):
    seat: int
    seed: int | str = 0


class Record(Strict, tag_field="cmd", tag="record"):
    pass


Command = New | Load | Legal | Play | View | Position | Imagine | Record


class Engine:
    def __init__(self, cards: Path | None = None) -> None:
        self._games = Games(cards)
        self._session: Session | None = None

    def answer(self, line: bytes) -> dict[str, object]:
        """The answer to one line."""
        try:
            command: Command = formats.decode(line, Command)  # type: ignore[arg-type]
            return self._obey(command)
        except FormatError as error:
            return {"error": error.message, "key": error.key}
        except RuleError as error:
            return {"error": str(error), "key": "action"}

    @property
    def session(self) -> Session:
        if self._session is None:
            raise FormatError('there is no game yet: send "new" or "load" first', "cmd")
        return self._session

    def _obey(self, command: Command) -> dict[str, object]:
        match command:
            case New():
                self._session = Session.new(
                    self._games.get(command.game),
                    command.seats,
                    command.seed,
                    command.options,
                    command.names,
                    command.starting_seat,
                )
                return {"ok": True}
            case Load():
                self._session = Session.load(command.position, "position", self._games.cards)
                return {"ok": True}
            case Legal():
                return legal(self.session)
            case Play():
                session = self.session
                action = session.action(command.action)
                return {"events": [event.whole() for event in session.play(action)]}
            case View():
                seat = SPECTATOR if command.seat is None else self._seat(command.seat)
                return {"view": self.session.view(seat)}
            case Position():
                return {"position": self.session.position()}
            case Imagine():
                return {"position": self._imagine(self._seat(command.seat), command.seed)}
            case Record():
                return {"record": self.session.record()}

    def _seat(self, seat: int) -> int:
        players = self.session.table.players
        if not 0 <= seat < players:
            raise FormatError(f"expected a seat from 0 to {players - 1}, got {seat}", "seat")
        return seat

    def _imagine(self, seat: int, seed: int | str) -> dict[str, object]:
        session = self.session
        world = session.table.imagine(seat, seeded(seed))
        return session.game.write_position(world, session.player_names, seed)


def legal(session: Session) -> dict[str, object]:
    """Who decides what, and every legal action; or how the game ended."""
    if session.table.over:
        return {"over": True, **session.result()}
    return {
        "seat": session.table.to_act,
        "decision": session.game.decision(session.table),
        "actions": session.legal(),
    }


def run(source: BinaryIO, sink: BinaryIO, cards: Path | None = None) -> None:
    """Answer every line until the end of the input."""
    # An error in the cards is reported at once, not with the first game.
    Games(cards).check()
    engine = Engine(cards)
    for line in source:
        if not line.strip():
            continue
        sink.write(formats.write(engine.answer(line)) + b"\n")
        sink.flush()
