"""Replays of recorded games: as a whole, or step by step."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from worldgates.api.game import actions_of, begin_record, play_step, read_record
from worldgates.api.game import replay as replay_record
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.record import Record
from worldgates.core.shapes import Event
from worldgates.core.table import SPECTATOR, JournalEntry
from worldgates.core.text import words
from worldgates.terminal.drawing import drawing
from worldgates.terminal.help import Help
from worldgates.terminal.narrator import LOG_LENGTH, Narrator
from worldgates.terminal.screen import PlayerLeftError, Screen


def replay(
    record: object,
    *,
    language: str,
    seat: int | None = None,
    all_open: bool = False,
    step: bool,
    plain: bool = False,
    cards: Path | None = None,
) -> int:
    """Show a recorded game as a spectator or a seat saw it, or with all cards open; returns the exit code.

    `record` is the parsed JSON of a record or of a saved game.
    """
    if isinstance(record, dict) and "worldgates_save" in record:
        # A saved game contains the record of the actions so far.
        record = record.get("record")
    type, checked = read_record(record, Games(cards))
    # Errors in the record are reported before anything is shown.
    players = len(replay_record(type, checked).players)
    if seat is not None and not 0 <= seat < players:
        raise FormatError(f"expected a seat from 0 to {players - 1}, got {seat}", "seat")
    screen = Screen(plain)
    showing = _Replay(type, checked, screen, language, SPECTATOR if seat is None else seat, all_open)
    # Leaving loses nothing: the record does not change.
    with suppress(PlayerLeftError, KeyboardInterrupt):
        if step and screen.interactive:
            showing.step_by_step()
        else:
            showing.whole()
    return 0


def _steps(type: GameType, record: Record, all_open: bool) -> list[int]:
    """The index of the first action of each step."""
    game, index, steps = begin_record(type, record), 0, []
    while index < len(actions_of(record)):
        steps.append(index)
        _, index = play_step(game, record, index, all_open=all_open)
        game.forget()
    return steps


class _Replay:
    def __init__(
        self, type: GameType, record: Record, screen: Screen, language: str, seat: int, all_open: bool
    ) -> None:
        self.record = record
        self.steps = _steps(type, record, all_open)
        self.screen = screen
        self.seat = seat
        self.all_open = all_open
        self.words = words(language)
        self.game = begin_record(type, record)
        self.total = len(self.steps)
        self.done = 0
        self.drawing = drawing(type, language)
        self.help = Help(screen, self.drawing)
        self.narrator = Narrator(screen, self.drawing, self.game.players)

    def whole(self) -> None:
        self._begin()
        while self.done < self.total:
            self._next()
        self._end()

    def step_by_step(self) -> None:
        tr, screen = self.words.translate, self.screen
        self._begin()
        keys = tr("Enter goes one step forward, a number goes that many steps, b goes back, ? shows help, q quits.")
        screen.line(keys)
        while True:
            line = screen.ask(
                tr("Step {number} of {total}:", number=self.done, total=self.total)
                if screen.plain
                else f"{self.done}/{self.total} >"
            ).casefold()
            if not line or (line.isdecimal() and int(line) > 0):
                self._forward(int(line or 1))
            elif line.startswith("?"):
                self._explain(line[1:].strip())
            elif line == "b":
                self._back()
            elif line == "t":
                self._table()
            elif line == "l":
                self.narrator.log([self._seen(entry) for entry in self.game.journal[-LOG_LENGTH:]])
            elif line == "r":
                self.help.rules()
            elif line == "q":
                return
            else:
                screen.line(keys)

    def _begin(self) -> None:
        tr = self.words.translate
        self.screen.line(self.drawing.text.title(), "bold")
        self.screen.line(tr("Players: {players}", players=", ".join(self.game.players)))
        self.screen.line()
        self._show(self.game.journal, with_table=True)

    def _end(self) -> None:
        """The winner, or a note that the record ends before the game does."""
        if not self.game.over:
            self.screen.line()
            self.screen.line(self.words.translate("Here the record ends; the game is not over yet."))
            return
        self.screen.heading(self.words.count("The game took {n} round.", "The game took {n} rounds.", self.game.round))
        self.drawing.ending(self.screen, self._view(), self.game.players)

    def _forward(self, steps: int) -> None:
        if self.done == self.total:
            self._end()
            return
        last = min(self.done + steps, self.total)
        while self.done < last:
            self._next(with_table=self.done == last - 1)
        if self.done == self.total:
            self._end()

    def _back(self) -> None:
        """Go back one step."""
        if self.done == 0:
            self.screen.line(self.words.translate("This is the beginning."))
            return
        self.done -= 1
        while len(self.game.actions) > self.steps[self.done]:
            self.game.undo()
        self._table()

    def _next(self, with_table: bool = True) -> None:
        """Play the next step and show its events."""
        entries, _ = play_step(self.game, self.record, self.steps[self.done], all_open=self.all_open)
        self.done += 1
        self._show(entries, with_table)

    def _show(self, entries: list[JournalEntry], with_table: bool) -> None:
        seen = [self._seen(entry) for entry in entries]
        self.narrator.narrate(seen)
        if with_table and any(self.drawing.turn_begun(event) is not None for event in seen):
            self._table()
            self.screen.line()

    def _table(self) -> None:
        self.drawing.table(self.screen, self._view(), self.game.players, compact=True)

    def _explain(self, query: str) -> None:
        tr = self.words.translate
        if query:
            self.help.look_up(query, [], self._view())
            return
        self.help.commands(
            [
                (tr("Enter"), tr("go one step forward")),
                ("5", tr("go five steps forward")),
                ("b", tr("go back one step")),
                ("t", tr("the table")),
                ("l", tr("the log")),
                ("q", tr("quit")),
            ]
        )

    def _seen(self, entry: JournalEntry) -> Event:
        return entry.event if self.all_open else entry.seen_by(self.seat)

    def _view(self) -> Any:
        """The table as the chosen seat saw it, or with all cards open."""
        if self.all_open:
            return self.game.open_view()
        return self.game.view(None if self.seat == SPECTATOR else self.seat)
