"""A game in the terminal: one person against bots.

Every decision is a line of input, and everything shown comes from what the person's seat may see. However the game is
left, by `q`, Ctrl-C, the end of the input or a lost connection, it is saved and can be resumed. It is kept in its file
from the first decision on, so that a killed process loses nothing either.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import shlex
import sys
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from worldgates.bots import decide, make_bot
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.games import Game
from worldgates.core.games import game as game_called
from worldgates.core.session import Session
from worldgates.core.table import Event
from worldgates.core.text import command, language_of, words
from worldgates.terminal import saves
from worldgates.terminal.drawing import Choice, drawing
from worldgates.terminal.help import Help
from worldgates.terminal.narrator import LOG_LENGTH, Narrator
from worldgates.terminal.saves import Match
from worldgates.terminal.screen import Leave, Screen, fit

HUMAN: Final = 0
# One more than there are bots at a table: the person may have one of these names too.
BOT_NAMES: Final = ("Bruno", "Clea", "Dario", "Elsa", "Fabio")
LONGEST_NAME: Final = 20
USUAL_BOT: Final = "greedy"
EVENTS_ON_RESUMING: Final = 8
PAUSE: Final = 0.35
# The first letters of yes and no in all our languages.
YES: Final = ("y", "o", "s")
NO: Final = ("n",)


class Quit(Exception):  # noqa: N818 (nothing went wrong)
    """The person wants to leave without saving."""


def play(
    game: str = "molthar",
    *,
    seats: int | None = None,
    bots: list[str] | None = None,
    language: str,
    seed: int | str | None = None,
    plain: bool = False,
    resume: Path | None = None,
    save: Path | None = None,
    name: str | None = None,
    options: dict[str, object] | None = None,
    cards: Path | None = None,
) -> int:
    """Play a game, new or resumed, to its end or until it is left; the exit code."""
    if resume is not None:
        match = saves.read(resume, cards)
        began = match.session.game.options_of(match.session.table)
        changed = {key: value for key, value in (options or {}).items() if value and began.get(key) != value}
        given = {"seats": seats, "bots": bots, "seed": seed, "name": name, "options": changed}
        for key, value in given.items():
            if value not in (None, [], {}):
                raise FormatError("a saved game goes on as it began: this cannot be chosen anew", key)
    else:
        match = new_match(game_called(game, cards=cards), seats, bots, language, seed, name, options)
    if save is not None and (resume is None or save.absolute() != resume.absolute()):
        if save.exists():
            raise FormatError(f"{save} exists already; nothing is overwritten", "save")
        if not save.absolute().parent.is_dir():
            raise FormatError(f"there is no folder {save.absolute().parent}", "save")
    return _Play(match, Screen(plain), language, resume, save, cards).run()


def new_match(
    game: Game,
    seats: int | None,
    bots: list[str] | None,
    language: str,
    seed: int | str | None,
    name: str | None,
    options: dict[str, object] | None,
) -> Match:
    """A new game of a person against bots, as many as there are other seats."""
    kinds = list(bots or [])
    if seats is None:
        seats = max(len(kinds), 1) + 1
    elif len(kinds) > seats - 1:
        raise FormatError(f"at {seats} seats there is room for {seats - 1} beside you, got {len(kinds)} bots", "bots")
    kinds += [USUAL_BOT] * (seats - 1 - len(kinds))
    if seed is None:
        seed = secrets.token_hex(32)
    person = fit(Text(" ".join((name or "").split()))).plain[:LONGEST_NAME] or words(language).translate("Player")
    others = [other for other in BOT_NAMES if other.casefold() != person.casefold()]
    session = Session.new(game, seats, seed, options, [person, *others[: seats - 1]])
    try:
        players = [make_bot(kind, game.id, _stream(seed, seat)) for seat, kind in enumerate(kinds, start=1)]
    except FormatError as error:
        raise FormatError(error.message, "bots") from None
    return Match(session, kinds, players)


def _stream(seed: int | str, seat: int) -> FastChance:
    """The chance of the bot at a seat. It follows from the game's seed and tells nothing about the game's own."""
    digest = hashlib.blake2b(f"{seed} {seat}".encode(), digest_size=8, person=b"worldgates bot").digest()
    return FastChance.seeded(int.from_bytes(digest, "little"))


class _Play:
    """The person's side of a game."""

    def __init__(
        self,
        match: Match,
        screen: Screen,
        language: str,
        resumed: Path | None,
        save: Path | None,
        cards: Path | None,
    ) -> None:
        self.match = match
        self.session = match.session
        self.screen = screen
        self.words = words(language)
        self.text = self.session.game.text(language)
        self.drawing = drawing(self.session.game, language)
        self.help = Help(screen, self.drawing)
        self.narrator = Narrator(screen, self.text, self.drawing, self.session.player_names)
        names = self.session.player_names
        self.labels = [
            self.words.translate("{player} (you)", player=names[HUMAN]),
            *(f"{names[seat]} ({kind})" for seat, kind in enumerate(match.kinds, start=1)),
        ]
        self.resumed = resumed
        self.cards = cards
        self.wished = save
        # The file that is this game's own, and may be written over.
        self.file = resumed if save is None or (resumed and save.absolute() == resumed.absolute()) else None
        # What was in that file before; nothing if there was none.
        self.before = resumed.read_bytes() if resumed and self.file else b""
        # What it holds since then, as far as this game knows.
        self.written = self.before
        self.new_turn = True

    def run(self) -> int:
        with self.screen.attentive():
            try:
                self._begin()
                while True:
                    try:
                        self._play_on()
                        return self._finish()
                    except Leave as leave:
                        if self._save():
                            return 0
                        if leave.for_good:
                            return 1
            except Quit:
                self._forget()
                return 0
            except Leave:
                return 0 if self._save() else 1
            except Exception:
                # Whatever went wrong, the game itself is not lost.
                self._save()
                raise

    # The course of the game.

    def _begin(self) -> None:
        tr, screen = self.words.translate, self.screen
        screen.line(self.text.title(), "bold")
        if self.resumed is None:
            players = ", ".join(self.labels[HUMAN + 1 :])
            screen.line(tr("You play against {players}.", players=players))
            for paragraph in self.drawing.introduction():
                screen.line()
                screen.line(paragraph)
            screen.line()
            screen.line(
                tr(
                    "Type the number of your choice, or ? for explanations, h for a hint, t for the table, "
                    "q to save the game and quit."
                )
            )
            screen.line()
            self._tell(self._journal())
            return
        screen.line(tr("The game goes on. This is what happened last:"))
        screen.line()
        self.narrator.log([event.seen_by(HUMAN) for event in self._journal()[-EVENTS_ON_RESUMING:]])

    def _play_on(self) -> None:
        table = self.session.table
        while not table.over:
            seat = int(table.to_act)
            action = self._decide() if seat == HUMAN else decide(self.match.bots[seat - 1], table)
            events = self.session.play(action)
            if seat == HUMAN:
                self._keep()
            self._tell(events)

    def _tell(self, events: list[Event]) -> None:
        """Show what happened as the person saw it; a moment of rest where a bot's turn begins."""
        seen = [event.seen_by(HUMAN) for event in events]
        self.narrator.tell(seen)
        for event in seen:
            if self.drawing.begins_turn(event):
                self.new_turn = event["seat"] == HUMAN
                if not self.new_turn:
                    self.screen.pause(PAUSE)

    def _journal(self) -> list[Event]:
        journal = self.session.table.journal
        assert journal is not None
        return journal

    def _finish(self) -> int:
        tr, screen, view = self.words.translate, self.screen, self._view()
        screen.heading(self.words.count("The game took {n} round.", "The game took {n} rounds.", view["round"]))
        self.drawing.ending(screen, view, self.labels)
        screen.line()
        if len(view["ranking"]) == 1:
            screen.line(tr("It is a draw. Another game?"))
        elif HUMAN not in view["ranking"][0]:
            screen.line(tr("This time it was not you. Another game?"))
        elif len(view["ranking"][0]) == 1:
            screen.line(tr("You have won. Well played!"))
        else:
            screen.line(tr("You have won too."))
        screen.line()
        if self.wished is None:
            if not screen.interactive:
                self._forget()
                return 0
            while (answer := screen.ask(tr("Keep a record of this game? (y/n)")).casefold()[:1]) not in YES + NO:
                screen.line(tr("Type y for yes or n for no."))
            if answer in NO:
                self._forget()
                return 0
        return 0 if self._save() else 1

    # A decision of the person.

    def _view(self) -> dict[str, Any]:
        return self.session.view(HUMAN)

    def _decide(self) -> int:
        """Ask until an action is chosen."""
        screen, view = self.screen, self._view()
        if self.new_turn:
            self.drawing.table(screen, view, self.labels)
        else:
            self.drawing.reminder(screen, view)
        self.new_turn = False
        choices = self.drawing.choices(self.session.table, view)
        self._offer(choices, view)
        while True:
            line = screen.ask(self.words.translate("Your choice:") if screen.plain else ">")
            command, _, rest = line.partition(" ")
            if re.fullmatch(r"[0-9]{1,6}", line) and 1 <= int(line) <= len(choices):
                return choices[int(line) - 1].action
            if not line:
                self._offer(choices, view)
            elif line.startswith("?") or line.casefold() == "help":
                self._explain(line[1:].strip() if line.startswith("?") else "", choices, view)
            elif command in ("l", "L") and re.fullmatch(r"[0-9]{0,6}", rest.strip()):
                number = int(rest or LOG_LENGTH)
                self.narrator.log([event.seen_by(HUMAN) for event in self._journal()[-number:] if number])
            elif not self._obey(line.casefold(), choices, view):
                screen.line(
                    self.words.count(
                        "Type 1, or ? for help.", "Type a number from 1 to {n}, or ? for help.", len(choices)
                    )
                )

    def _obey(self, command: str, choices: list[Choice], view: dict[str, Any]) -> bool:
        """Carry out a command that is one letter; false if there is no such command."""
        if command == "t":
            self.drawing.table(self.screen, view, self.labels)
        elif command == "d":
            self.drawing.piles(self.screen, view)
        elif command in ("h", "hint"):
            self._hint(choices)
        elif command == "r":
            self.help.rules()
        elif command in ("q", "quit"):
            raise Leave(for_good=False)
        elif command == "q!":
            raise Quit
        else:
            return False
        return True

    def _offer(self, choices: list[Choice], view: dict[str, Any]) -> None:
        """The question and the numbered choices, group by group."""
        screen = self.screen
        screen.line()
        screen.line(self.text.question(view), "bold")
        grouped = len({choice.group for choice in choices}) > 1
        for group, numbered in groupby(enumerate(choices, start=1), lambda pair: pair[1].group):
            if grouped and group:
                screen.line(group, "dim", indent=0 if screen.plain else 1)
            screen.entries([self._entry(number, choice) for number, choice in numbered], hang=6)

    def _entry(self, number: int, choice: Choice) -> Text:
        note = f" ({choice.note})" if choice.note else ""
        if self.screen.plain:
            return Text(f"{number}: {choice.words}{note}")
        return Text.assemble((f"{number:>4}", "bold"), "  ", self.drawing.ink(choice.words), (note, "dim"))

    def _explain(self, query: str, choices: list[Choice], view: dict[str, Any]) -> None:
        tr = self.words.translate
        if query:
            self.help.look_up(query, choices, view)
            return
        for paragraph in self.drawing.introduction():
            self.screen.line(paragraph)
            self.screen.line()
        self.help.commands(
            [
                ("1, 2, 3", tr("choose what stands behind the number")),
                (tr("Enter"), tr("show the choices again")),
                ("? 3", tr("explain choice 3")),
                ("h", tr("a hint: what the greedy bot would do")),
                ("t", tr("the table")),
                ("d", tr("the piles and what is known of them")),
                ("l", tr("the log; l 50 shows more of it")),
                ("q", tr("save the game and quit")),
                ("q!", tr("quit without saving")),
            ]
        )

    def _hint(self, choices: list[Choice]) -> None:
        """What the greedy bot would do: it is shown a world imagined from what the person knows."""
        adviser = make_bot(USUAL_BOT, self.session.game.id, FastChance.seeded(len(self.session.actions)))
        action = int(decide(adviser, self.session.table))
        for number, choice in enumerate(choices, start=1):
            if action == choice.action:
                self.screen.line(
                    self.words.translate(
                        "The greedy bot would choose {number}: {choice}", number=number, choice=choice.words
                    )
                )

    # Leaving.

    def _places(self) -> list[Path]:
        """Where the game may go, the best place first."""
        chosen = self.file or self.wished
        if self.file and self.file.exists() and self.file.read_bytes() != self.written:
            # Somebody else goes on with the same file: theirs stays theirs.
            chosen = self.file = None
        return [*([chosen] if chosen else []), *saves.new_paths(self.session.game.id)]

    def _keep(self) -> None:
        """Put the game into its file without a word: for the case that the program is killed."""
        for path in self._places():
            with suppress(OSError):
                self.written = saves.write(path, self.match.to_object(), over=path == self.file)
                self.file = path
                return

    def _forget(self) -> None:
        """Leave the file as it was before this game."""
        with suppress(OSError):
            if self.before and self.file:
                self.file.write_bytes(self.before)
            elif self.file:
                self.file.unlink()

    def _save(self) -> bool:
        """Put the game into its file, or if need be into another, and say where; false if there is no place for it."""
        over = self.session.table.over
        content = self.session.record() if over else self.match.to_object()
        failure = ""
        for path in self._places():
            try:
                self.written = saves.write(path, content, over=path == self.file)
            except OSError as error:
                reason = error.strerror or str(error)
                failure += (
                    self.words.translate("The game cannot be saved in {path}: {reason}", path=path, reason=reason)
                    + "\n"
                )
                continue
            self.file = path
            self._say_where(path, over)
            return True
        with suppress(OSError):
            sys.stderr.write(failure)
        return False

    def _wishes(self) -> str:
        """What has to be asked for again so that everything is as it is now."""
        language = self.words.language
        wishes = f" --lang {language}" if language != language_of(None) else ""
        if self.cards is not None:
            wishes += f" --cards {shlex.quote(str(self.cards))}"
        return wishes + " --plain" * self.screen.plain

    def _say_where(self, path: Path, over: bool) -> None:
        tr, screen, file = self.words.translate, self.screen, shlex.quote(str(path))
        try:
            if over:
                screen.line(tr("The record of the game is in {path}.", path=path))
                screen.line(tr("To see the game again:"))
                screen.verbatim(f"{command()} replay {file} --seat {HUMAN}{self._wishes()}")
            else:
                screen.line(tr("The game is saved in {path}.", path=path))
                screen.line(tr("To play on:"))
                screen.verbatim(f"{command()} play --resume {file}{self._wishes()}")
        except Leave:
            # The terminal is gone, but the game is not.
            return
