"""A recorded game, told again: as a whole, or step by step with the reader's hand on it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from worldgates.core.formats import FormatError
from worldgates.core.session import Session
from worldgates.core.table import SPECTATOR, Event
from worldgates.core.text import words
from worldgates.terminal.drawing import drawing
from worldgates.terminal.help import Help
from worldgates.terminal.narrator import LOG_LENGTH, Narrator
from worldgates.terminal.screen import Leave, Screen


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
    """Show a recorded game as a spectator, a seat or, with all cards open, nobody saw it; the exit code."""
    if isinstance(record, dict) and "worldgates_save" in record:
        # A game put aside holds the record of what was played so far.
        record = record.get("record")
    # Faults of the record are found before anything is shown.
    players = Session.replay(record, cards).table.players
    if seat is not None and not 0 <= seat < players:
        raise FormatError(f"expected a seat from 0 to {players - 1}, got {seat}", "seat")
    screen = Screen(plain)
    showing = _Replay(record, cards, screen, language, SPECTATOR if seat is None else seat, all_open)
    # Whoever leaves loses nothing here: the record stays what it is.
    with suppress(Leave, KeyboardInterrupt):
        if step and screen.interactive:
            showing.step_by_step()
        else:
            showing.whole()
    return 0


class _Replay:
    def __init__(
        self, record: object, cards: Path | None, screen: Screen, language: str, seat: int, all_open: bool
    ) -> None:
        self.record = record
        self.cards = cards
        self.screen = screen
        self.seat = seat
        self.all_open = all_open
        self.words = words(language)
        self.session, form = Session.begin(record, cards)
        self.actions = form.actions
        self.done = 0
        game = self.session.game
        self.drawing = drawing(game, language)
        self.help = Help(screen, self.drawing)
        self.narrator = Narrator(screen, game.text(language), self.drawing, self.session.player_names)

    def whole(self) -> None:
        self._begin()
        while self.done < len(self.actions):
            self._next()
        self._end()

    def step_by_step(self) -> None:
        tr, screen = self.words.translate, self.screen
        self._begin()
        screen.line(tr("Enter goes on, a number goes on that many steps, b goes back, ? explains, q quits."))
        while True:
            total = len(self.actions)
            line = screen.ask(
                tr("Step {number} of {total}:", number=self.done, total=total)
                if screen.plain
                else f"{self.done}/{total} >"
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
                self.narrator.log([self._seen(event) for event in self._journal()[-LOG_LENGTH:]])
            elif line == "r":
                self.help.rules()
            elif line == "q":
                return
            else:
                screen.line(tr("Enter goes on, a number goes on that many steps, b goes back, ? explains, q quits."))

    def _begin(self) -> None:
        tr = self.words.translate
        self.screen.line(self.drawing.text.title(), "bold")
        self.screen.line(tr("Players: {players}", players=", ".join(self.session.player_names)))
        self.screen.line()
        self._tell(self._journal(), with_table=True)

    def _end(self) -> None:
        """Who won, or that the record breaks off."""
        if not self.session.table.over:
            self.screen.line()
            self.screen.line(self.words.translate("Here the record ends; the game is not over yet."))
            return
        view = self._view()
        self.screen.heading(self.words.count("The game took {n} round.", "The game took {n} rounds.", view["round"]))
        self.drawing.ending(self.screen, view, self.session.player_names)

    def _forward(self, steps: int) -> None:
        if self.done == len(self.actions):
            self._end()
            return
        last = min(self.done + steps, len(self.actions))
        told = False
        # What nobody saw is no step of its own: it would tell that somebody had something to decide.
        while self.done < last or (not told and self.done < len(self.actions)):
            told = self._next(with_table=self.done >= last - 1)
        if self.done == len(self.actions):
            self._end()

    def _back(self) -> None:
        """One step back: the game is played again up to there."""
        if self.done == 0:
            self.screen.line(self.words.translate("This is the beginning."))
            return
        self.session, _ = Session.begin(self.record, self.cards)
        for index in range(self.done - 1):
            self.session.play_recorded(index, self.actions[index])
        self.done -= 1
        self._table()

    def _next(self, with_table: bool = True) -> bool:
        """Play and tell the next action; whether there was anything to tell."""
        events = self.session.play_recorded(self.done, self.actions[self.done])
        self.done += 1
        self._tell(events, with_table)
        return bool(events)

    def _tell(self, events: list[Event], with_table: bool) -> None:
        seen = [self._seen(event) for event in events]
        self.narrator.tell(seen)
        if with_table and any(self.drawing.begins_turn(event) for event in seen):
            self._table()
            self.screen.line()

    def _table(self) -> None:
        self.drawing.table(self.screen, self._view(), self.session.player_names, compact=True)

    def _explain(self, query: str) -> None:
        tr = self.words.translate
        if query:
            self.help.look_up(query, [], self._view())
            return
        self.help.commands(
            [
                (tr("Enter"), tr("go on one step")),
                ("5", tr("go on five steps")),
                ("b", tr("go back one step")),
                ("t", tr("the table")),
                ("l", tr("the log")),
                ("q", tr("quit")),
            ]
        )

    def _journal(self) -> list[Event]:
        journal = self.session.table.journal
        assert journal is not None
        return journal

    def _seen(self, event: Event) -> dict[str, object]:
        return event.whole() if self.all_open else event.seen_by(self.seat)

    def _view(self) -> dict[str, Any]:
        """The table as the chosen seat saw it, or with all cards open."""
        return self.session.open_view() if self.all_open else self.session.view(self.seat)
