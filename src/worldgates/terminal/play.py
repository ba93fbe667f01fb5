"""A game in the terminal: one person against bots.

Every decision is one line of input, and everything on the screen comes from what the person's seat may see. However
the person leaves, by `q`, Ctrl-C, the end of the input or a lost connection, the game is saved and can be resumed. It
is also saved after every decision, so that a killed process loses nothing.
"""

from __future__ import annotations

import re
import secrets
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from worldgates.analysis.hint import hint
from worldgates.api.bot import Bot, BotError
from worldgates.api.game import begin
from worldgates.bots.ladder import make_policy
from worldgates.bots.level_text import level_name
from worldgates.bots.levels import DEFAULT_LEVEL, HINT_LEVEL, STAND_IN
from worldgates.bots.policy import decide
from worldgates.bots.seating import BOT_NAMES, bot_chance
from worldgates.core.chance import FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Action, View
from worldgates.core.table import JournalEntry
from worldgates.core.text import command, language_of, words
from worldgates.terminal import saves
from worldgates.terminal.drawing import Choice, drawing
from worldgates.terminal.help import Help
from worldgates.terminal.narrator import LOG_LENGTH, Narrator
from worldgates.terminal.opponents import Opponent, runs_other_code
from worldgates.terminal.saves import Match
from worldgates.terminal.screen import PlayerLeftError, Screen, fit

HUMAN: Final = 0
LONGEST_NAME: Final = 20
DEFAULT_BOT: Final = DEFAULT_LEVEL
EVENTS_ON_RESUMING: Final = 8
PAUSE: Final = 0.35
# The first letters of yes and no in all supported languages.
YES: Final = ("y", "o", "s")
NO: Final = ("n",)


def play(
    game: str = "molthar",
    *,
    seats: int | None = None,
    bots: Sequence[Bot | str] | None = None,
    language: str,
    seed: int | str | None = None,
    plain: bool = False,
    resume: Path | None = None,
    save: Path | None = None,
    name: str | None = None,
    options: Mapping[str, object] | None = None,
    cards: Path | None = None,
    hint_level: str = HINT_LEVEL,
) -> int:
    """Play a game, new or resumed, to its end or until the person leaves; returns the exit code.

    A bot is anything that `bot_named` accepts. To resume a game with external bots, they must be given again.
    """
    if resume is not None:
        match = saves.read(resume, cards, bots)
        began = match.game.options.to_dict()
        changed = {key: value for key, value in (options or {}).items() if began.get(key) != value}
        for key, value in {"seats": seats, "seed": seed, "name": name, "options": changed}.items():
            if value not in (None, {}):
                raise FormatError("a saved game goes on as it began: this cannot be chosen anew", key)
    else:
        match = new_match(Games(cards).get(game, strict=True), seats, bots, language, seed, name, options)
    if save is not None and (resume is None or save.absolute() != resume.absolute()):
        if save.exists():
            raise FormatError(f"{save} exists already; nothing is overwritten", "save")
        if not save.absolute().parent.is_dir():
            raise FormatError(f"there is no folder {save.absolute().parent}", "save")
    return _Play(match, Screen(plain), language, resume, save, cards, hint_level).run()


def new_match(
    game: GameType,
    seats: int | None,
    bots: Sequence[Bot | str] | None,
    language: str,
    seed: int | str | None,
    name: str | None,
    options: Mapping[str, object] | None,
) -> Match:
    """A new game of one person against bots in all other seats."""
    named = list(bots or [])
    if seats is None:
        seats = max(len(named), 1) + 1
    elif len(named) > seats - 1:
        raise FormatError(f"at {seats} seats there is room for {seats - 1} beside you, got {len(named)} bots", "bots")
    if not game.min_players <= seats <= game.max_players:
        raise FormatError(f"expected {game.min_players} to {game.max_players} players, got {seats}", "seats")
    named += [DEFAULT_BOT] * (seats - 1 - len(named))
    if seed is None:
        seed = secrets.token_hex(32)
    person = fit(Text(" ".join((name or "").split()))).plain[:LONGEST_NAME] or words(language).translate("Player")
    others = [other for other in BOT_NAMES if other.casefold() != person.casefold()]
    begun = begin(game, [person, *others[: seats - 1]], seed, options)
    opponents = [
        Opponent(bot, game, begun.players, bot_chance(seed, seat), "bots") for seat, bot in enumerate(named, start=1)
    ]
    return Match(begun, opponents)


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
        hint_level: str,
    ) -> None:
        self.match = match
        self.game = match.game
        self.screen = screen
        self.words = words(language)
        self.drawing = drawing(self.game.type, language)
        self.text = self.drawing.text
        self.help = Help(screen, self.drawing)
        names = self.game.players
        self.narrator = Narrator(screen, self.drawing, names, HUMAN)
        self.labels = [
            self.words.translate("{player} (you)", player=names[HUMAN]),
            *(
                f"{names[seat]} ({level_name(opponent.bot.name, language)})"
                for seat, opponent in enumerate(match.opponents, start=1)
            ),
        ]
        self.resumed = resumed
        self.cards = cards
        self.hint_level = hint_level
        self.save_to = save
        # The file of this game, which may be overwritten.
        self.file = resumed if save is None or (resumed and save.absolute() == resumed.absolute()) else None
        # The previous content of that file; empty if there was none.
        self.before = resumed.read_bytes() if resumed and self.file else b""
        # The content that this game last wrote.
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
                    except PlayerLeftError as left:
                        if not left.save:
                            self._forget()
                            return 0
                        if self._save():
                            return 0
                        if left.for_good:
                            return 1
            except PlayerLeftError:
                return 0 if self._save() else 1
            except Exception:
                # Save the game, whatever the error was.
                self._save()
                raise
            finally:
                for opponent in self.match.opponents:
                    opponent.bot.close()

    # The main loop.

    def _begin(self) -> None:
        tr, screen = self.words.translate, self.screen
        screen.line(self.text.title(), "bold")
        if self.resumed is None:
            players = ", ".join(self.labels[HUMAN + 1 :])
            screen.line(tr("You're playing against {players}.", players=players))
            for paragraph in self.drawing.introduction():
                screen.line()
                screen.line(paragraph)
            screen.line()
            screen.line(
                tr("Type a number to choose, ? for help, h for a hint, t for the table, q to save the game and quit.")
            )
            screen.line()
            self._show(self.game.journal)
            return
        screen.line(tr("The game goes on. This is what happened last:"))
        screen.line()
        self._log(EVENTS_ON_RESUMING)

    def _play_on(self) -> None:
        while not self.game.over:
            is_mine = self.game.seat == HUMAN
            number = self.game.number_of(self._decide()) if is_mine else self._bot_decision()
            entries = self.game.play_number(number)
            if is_mine:
                self._keep()
            self._show(entries)

    def _bot_decision(self) -> int:
        """The number of the deciding bot's action. If the bot fails, the easy one decides."""
        seat, table = self.game.seat, self.game.table
        assert seat is not None
        opponent = self.match.opponents[seat - HUMAN - 1]
        try:
            if opponent.policy is not None:
                return opponent.decide(table)
            # An external bot may take forever: the person can leave in the meantime.
            return self.screen.wait_for(lambda: opponent.decide(table))
        except BotError as error:
            if isinstance(error.__cause__, PlayerLeftError):
                raise error.__cause__ from None
            self.screen.line(
                self.words.translate(
                    "Bot {bot} failed: {reason}; the easy bot plays this decision for it.",
                    bot=self.labels[seat],
                    reason=error.reason,
                )
            )
            return self._decision_of(STAND_IN)

    def _decision_of(self, level: str) -> int:
        """The number of the action that a level chooses, from what the deciding seat knows."""
        chance = FastChance.seeded(len(self.game.actions))
        return int(decide(make_policy(level, self.game.type, chance), self.game.table))

    def _show(self, entries: Sequence[JournalEntry]) -> None:
        """Show events as the person saw them; pause where a bot's turn begins."""
        seen = [entry.seen_by(HUMAN) for entry in entries]
        self.narrator.narrate(seen)
        for event in seen:
            seat = self.drawing.turn_begun(event)
            if seat is not None:
                self.new_turn = seat == HUMAN
                if not self.new_turn:
                    self.screen.pause(PAUSE)

    def _log(self, number: int) -> None:
        """Show the last events."""
        self.narrator.log([entry.seen_by(HUMAN) for entry in self.game.journal[-number:] if number])

    def _finish(self) -> int:
        tr, screen, outcome = self.words.translate, self.screen, self.game.outcome
        assert outcome is not None
        screen.heading(self.words.count("The game took {n} round.", "The game took {n} rounds.", self.game.round))
        self.drawing.ending(screen, self._view(), self.labels)
        screen.line()
        if len(outcome.ranking) == 1:
            screen.line(tr("It's a draw. Another game?"))
        elif HUMAN not in outcome.winners:
            screen.line(tr("Better luck next time. Another game?"))
        elif len(outcome.winners) == 1:
            screen.line(tr("You win. Well played!"))
        else:
            screen.line(tr("You share the victory."))
        screen.line()
        if self.save_to is None:
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

    def _view(self) -> Any:
        return self.game.view(HUMAN)

    def _decide(self) -> Action:
        """Prompt until the person has chosen an action."""
        screen, view = self.screen, self._view()
        if self.new_turn:
            self.drawing.table(screen, view, self.labels)
        else:
            self.drawing.reminder(screen, view)
        self.new_turn = False
        choices = self.drawing.choices(self.game.legal_actions, view)
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
                self._log(int(rest or LOG_LENGTH))
            elif not self._obey(line.casefold(), choices, view):
                screen.line(
                    self.words.count(
                        "Type 1, or ? for help.", "Type a number from 1 to {n}, or ? for help.", len(choices)
                    )
                )

    def _obey(self, command: str, choices: list[Choice], view: View) -> bool:
        """Carry out a one-letter command; returns whether there is such a command."""
        if command == "t":
            self.drawing.table(self.screen, view, self.labels)
        elif command == "d":
            self.drawing.piles(self.screen, view)
        elif command in ("h", "hint"):
            self._hint(choices)
        elif command == "r":
            self.help.rules()
        elif command in ("q", "quit"):
            raise PlayerLeftError(for_good=False)
        elif command == "q!":
            raise PlayerLeftError(for_good=False, save=False)
        else:
            return False
        return True

    def _offer(self, choices: list[Choice], view: View) -> None:
        """Write the question and the numbered choices, group by group."""
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

    def _explain(self, query: str, choices: list[Choice], view: View) -> None:
        tr = self.words.translate
        if query:
            self.help.look_up(query, choices, view)
            return
        for paragraph in self.drawing.introduction():
            self.screen.line(paragraph)
            self.screen.line()
        self.help.commands(
            [
                ("1, 2, 3", tr("choose that option")),
                (tr("Enter"), tr("show the choices again")),
                ("? 3", tr("explain choice 3")),
                ("h", tr("a hint: what a strong bot would do")),
                ("t", tr("the table")),
                ("d", tr("the piles and what is known of them")),
                ("l", tr("the log; l 50 shows more of it")),
                ("q", tr("save the game and quit")),
                ("q!", tr("quit without saving")),
            ]
        )

    def _hint(self, choices: list[Choice]) -> None:
        """Show what a bot would do that knows only what the person knows, and why."""
        found = hint(self.game, self.hint_level, language=self.words.language, seed=len(self.game.actions))
        for number, choice in enumerate(choices, start=1):
            if found.action == choice.action:
                self.screen.line(
                    self.words.translate(
                        "A strong bot would choose {number}: {choice}", number=number, choice=choice.words
                    )
                )
        self.screen.line(found.why)
        if compared := found.compared(self.words.language):
            self.screen.line(compared)

    # Leaving.

    def _places(self) -> list[Path]:
        """The possible files for saving, the best one first."""
        chosen = self.file or self.save_to
        if self.file and self.file.exists() and self.file.read_bytes() != self.written:
            # Another process writes to the same file, which is left to it.
            chosen = self.file = None
        return [*([chosen] if chosen else []), *saves.new_paths(self.game.name)]

    def _keep(self) -> None:
        """Save the game silently, in case the program is killed."""
        for path in self._places():
            with suppress(OSError):
                self.written = saves.write(path, self.match.saved(), over=path == self.file)
                self.file = path
                return

    def _forget(self) -> None:
        """Restore the file's content from before this game."""
        with suppress(OSError):
            if self.before and self.file:
                self.file.write_bytes(self.before)
            elif self.file:
                self.file.unlink()

    def _save(self) -> bool:
        """Save the game to its file, or to another one if that fails, and say where; returns whether that worked."""
        over = self.game.over
        content = self.game.record if over else self.match.saved()
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

    def _flags(self) -> str:
        """The command-line options that are needed to resume in the same way."""
        language = self.words.language
        flags = f" --lang {language}" if language != language_of(None) else ""
        if self.cards is not None:
            flags += f" --cards {shlex.quote(str(self.cards))}"
        return flags + " --plain" * self.screen.plain

    def _bot_flags(self) -> str:
        """The options that specify the bots again, if some are external."""
        bots = [opponent.named for opponent in self.match.opponents]
        if not any(runs_other_code(bot) for bot in bots):
            return ""
        return "".join(f" --bots {shlex.quote(bot)}" for bot in bots)

    def _say_where(self, path: Path, over: bool) -> None:
        tr, screen, file = self.words.translate, self.screen, shlex.quote(str(path))
        try:
            if over:
                screen.line(tr("The record of the game is in {path}.", path=path))
                screen.line(tr("To watch the replay:"))
                screen.verbatim(f"{command()} replay {file} --seat {HUMAN}{self._flags()}")
            else:
                screen.line(tr("The game is saved in {path}.", path=path))
                screen.line(tr("To continue the game:"))
                screen.verbatim(f"{command()} play --resume {file}{self._flags()}{self._bot_flags()}")
        except PlayerLeftError:
            # The terminal is gone, but the game must still be saved.
            return
