"""Bots: programs that play.

A bot is a subclass of `Bot` with a method `choose`. It gets a `Turn`, which contains only what its seat may know.

    >>> import worldgates as wg
    >>> from worldgates.molthar import Activate
    >>> class Thrifty(wg.Bot):
    ...     def choose(self, turn: wg.Turn) -> wg.Action:
    ...         ready = [action for action in turn.actions if isinstance(action, Activate)]
    ...         return min(ready, key=lambda action: len(action.spend), default=turn.rng.choice(turn.actions))
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from time import perf_counter
from typing import Generic, cast

from worldgates.api.game import Game, ViewT
from worldgates.core import formats
from worldgates.core.chance import FastChance
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Action
from worldgates.core.table import RuleError, Table

# The longest quotation of a bot's answer or error in a message.
LONGEST_REASON = 200


class Turn(Generic[ViewT]):
    """One decision of one seat, and everything that the seat may know about it.

    A turn is built from an imagined table, in which everything that the seat cannot know has been dealt again: nothing
    in it, not even its private attributes, depends on hidden cards.
    """

    def __init__(self, type: GameType, table: Table, players: Sequence[str], seed: int, seconds: float | None = None):
        """`table` is an imagined one; `seed` seeds the bot's randomness."""
        self._type = type
        self._table = table
        self._seed = seed
        self._imagined = 0
        #: The names of the players, by seat.
        self.players = tuple(players)
        #: The seat that decides.
        self.seat = int(table.to_act)
        #: The time limit for this decision in seconds; None if there is none.
        self.seconds = seconds

    @property
    def game(self) -> str:
        """The id of the game: "molthar" or "clef"."""
        return self._type.id

    @cached_property
    def decision(self) -> str:
        """The kind of decision, in a word."""
        return self._type.decision(self._table)

    @cached_property
    def view(self) -> ViewT:
        """The table as the seat may see it."""
        return cast("ViewT", self._type.view(self._table, self.players, self.seat))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every legal action. `choose` returns one of them."""
        return tuple(self._type.legal(self._table))

    @cached_property
    def rng(self) -> random.Random:
        """A random generator that gives the same numbers whenever the game is replayed with the same seed."""
        return random.Random(self._seed)

    def imagine(self, number: int = 1) -> list[Game[ViewT]]:
        """`number` games that look the same to this seat, with everything that it cannot know dealt again.

        They are full games: use `after`, `play` and `outcome`. Each call returns new ones.
        """
        games: list[Game[ViewT]] = []
        for _ in range(number):
            self._imagined += 1
            table = self._table.imagine(self.seat, FastChance.branch(self._seed, self._imagined))
            games.append(Game(self._type, table, self.players))
        return games

    def __reduce__(self) -> tuple[object, ...]:
        # For bots that divide their work among processes. The other process begins with the same randomness.
        position = formats.write(self._type.write_position(self._table, self.players))
        return _unpickle, (self._type, position, self._seed, self._imagined, self.seconds)

    def __repr__(self) -> str:
        return f"<Turn: {self.game}, seat {self.seat}, {self.decision}, {len(self.actions)} actions>"


class Bot:
    """A program that plays. Subclass it and write `choose`.

    One bot object plays any number of games, one after the other; `new_game` is called before each of them. If it
    takes randomness only from `turn.rng`, the same seed gives the same games.
    """

    @property
    def name(self) -> str:
        """The name of the bot in results."""
        return type(self).__name__

    def new_game(self) -> None:
        """Called before each game that this bot plays."""

    def choose(self, turn: Turn) -> Action:
        """Return one of `turn.actions`."""
        raise NotImplementedError(f"{type(self).__name__} has no method `choose`")

    def close(self) -> None:
        """Called when the bot is no longer needed."""

    def __repr__(self) -> str:
        return f"<Bot: {self.name}>"


class InterruptedBot(Bot):
    """A bot that works elsewhere and is interrupted when its time is up: its `choose` raises a BotError then. Nothing
    that a bot in this process says of itself makes it one."""


class BotError(Exception):
    """A bot failed to give a legal action in time: it crashed, returned something else, or was too slow."""

    def __init__(self, bot: str, reason: str) -> None:
        super().__init__(bot, reason)
        self.bot = bot
        self.reason = reason

    def __str__(self) -> str:
        return f"bot {self.bot}: {self.reason}"


def turn_at(type: GameType, table: Table, players: Sequence[str], seed: int, seconds: float | None = None) -> Turn:
    """The turn of the deciding seat at a table, built from what that seat knows."""
    if table.over:
        raise RuleError("the game is over: nobody decides")
    imagined = table.imagine(table.to_act, FastChance.branch(seed, 0))
    return Turn(type, imagined, players, seed, seconds)


def ask(bot: Bot, turn: Turn) -> int:
    """The index of the action that a bot chooses; raises a BotError that says what went wrong.

    A bot in this process that takes longer than `turn.seconds` cannot be interrupted: the error is raised when it
    returns.
    """
    # Read before the bot has the turn in its hands: it may change anything in it.
    actions, numbers, seconds = turn.actions, turn._table.legal(), turn.seconds
    start = perf_counter()
    try:
        action = bot.choose(turn)
    except (BotError, KeyboardInterrupt):
        raise
    except BaseException as error:
        # SystemExit too: a bot can end a game, but never the program.
        raise BotError(bot.name, f"it crashed with {describe(error)}") from error
    spent = perf_counter() - start
    if seconds is not None and spent > seconds and not isinstance(bot, InterruptedBot):
        raise BotError(bot.name, f"it took {spent:.2g} s, the limit is {seconds:g} s")
    # The types are compared first: the returned object may have an __eq__ of its own.
    for number, legal in zip(numbers, actions, strict=True):
        if type(action) is type(legal) and action == legal:
            return int(number)
    raise BotError(bot.name, f"it chose {_shown(action)}, which is not a legal action here")


def _unpickle(type: GameType, position: bytes, seed: int, imagined: int, seconds: float | None) -> Turn:
    table, players = type.read_position(formats.decode(position, type.position_type))
    turn: Turn = Turn(type, table, players, seed, seconds)
    turn._imagined = imagined
    return turn


def describe(error: BaseException) -> str:
    """A short description of an exception."""
    message = str(error)
    return f"{type(error).__name__}: {_shortened(message)}" if message else type(error).__name__


def _shown(value: object) -> str:
    try:
        return _shortened(repr(value))
    except Exception:
        return f"a {type(value).__name__}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}…"
