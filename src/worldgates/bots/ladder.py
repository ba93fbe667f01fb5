"""The bots by name, and every other way to specify a bot.

A bot can be specified as a level (`beginner`, `easy`, `medium`, `hard`, `expert`; `greedy` is the former name of
`easy`), as `random`, as `search:N` (the search with N playouts), as `module:Class` (a subclass of `worldgates.Bot`;
`path/to/file.py:Class` works too), or as `cmd:…` (another process, see `api/process.py`). Python code may also pass a
bot object.
"""

from __future__ import annotations

import importlib.util
import sys
import zlib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from worldgates.api.bot import Bot, BotError, Turn, ask, describe, turn_at
from worldgates.api.process import ProcessBot
from worldgates.bots.guide import Careless, Greedy
from worldgates.bots.levels import LEVELS, RANDOM, Work, ladder_of, level_named, playouts_of
from worldgates.bots.policy import Policy, RandomPolicy, decide
from worldgates.bots.search import Search
from worldgates.bots.weights import Weights, make_guide, weights_of
from worldgates.core.chance import Chance, FastChance
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.core.shapes import Action
from worldgates.core.table import Table

# Every name of the ladder: the levels from the weakest to the strongest, and the bot that draws lots.
BOTS: Final = (*LEVELS, RANDOM)
# The name prefix of modules that were loaded from a file.
FILE_MODULE: Final = "worldgates_bot_"


def make_policy(level: str, game: str | GameType, chance: Chance) -> Policy:
    """The policy of a level of the ladder, with its own random stream; `game` with its card set, or its name."""
    type = Games().get(game) if isinstance(game, str) else game
    name = level_named(level)
    if name is None:
        raise FormatError(unknown_bot(level), "bot")
    if name == RANDOM:
        return RandomPolicy(chance)
    if name == "easy":
        # Its numbers are those of the code: what is tuned and learned belongs to the levels above.
        return Greedy(chance, make_guide(Weights(type.id)))
    ladder = ladder_of(type.id)
    if name == "beginner":
        return Careless(chance, make_guide(Weights(type.id)), ladder.slip, ladder.lapses)
    return make_search(type, work_of(name, type.id), chance)


def work_of(level: str, game: str) -> Work:
    """What a level above easy, or `search:N`, does per decision."""
    ladder = ladder_of(game)
    playouts = playouts_of(level)
    if playouts is not None:
        return Work(playouts, ladder.horizon)
    return {"medium": ladder.medium, "hard": ladder.hard, "expert": ladder.expert}[level]


def make_search(type: GameType, work: Work, chance: Chance) -> Search:
    """A search with the weights of a game and its card set."""
    guide = make_guide(weights_of(type, work.weights))
    return Search(chance, guide, work.playouts, work.horizon, work.crowd)


class LadderBot(Bot):
    """A bot of the ladder."""

    def __init__(self, level: str) -> None:
        if level_named(level) is None:
            raise FormatError(unknown_bot(level), "bot")
        self.level = level

    @property
    def name(self) -> str:
        return self.level

    def choose(self, turn: Turn) -> Action:
        policy = make_policy(self.level, turn._type, FastChance.seeded(turn._seed))
        return turn._type.decode(turn._table, policy.choose(turn._table))


def unknown_bot(name: str) -> str:
    return (
        f"there is no bot {name!r}; give one of {', '.join(BOTS)}, search:N (N playouts),"
        ' module:Class for a worldgates.Bot in Python, or "cmd:…" for another program'
    )


def bot_named(bot: Bot | str, where: str = "bot") -> Bot:
    """The bot for a specification, or a bot object unchanged."""
    if isinstance(bot, Bot):
        return bot
    if not isinstance(bot, str):
        shown = f"{bot.__name__} (write {bot.__name__}())" if isinstance(bot, type) else repr(bot)
        raise FormatError(f"expected a name or an object of a subclass of worldgates.Bot, got {shown}", where)
    if level_named(bot) is not None:
        return LadderBot(bot)
    kind, colon, rest = bot.partition(":")
    if kind == "cmd" and colon:
        return ProcessBot(rest.strip())
    module, colon, name = bot.rpartition(":")
    if colon and module and name.isidentifier():
        return _imported(module, name, where)
    raise FormatError(unknown_bot(bot), where)


def _imported(module: str, name: str, where: str) -> Bot:
    found = getattr(_module(module, where), name, None)
    if found is None:
        raise FormatError(f"there is no {name} in {module}", where)
    try:
        bot = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:
        raise FormatError(f"{module}:{name} cannot be made: {describe(error)}", where) from error
    if not isinstance(bot, Bot):
        raise FormatError(f"{module}:{name} is no bot: expected a subclass of worldgates.Bot", where)
    return bot


def _module(name: str, where: str) -> ModuleType:
    """A module by its name, or a file; modules in the current folder are found too."""
    try:
        return _from_file(Path(name), where) if name.endswith(".py") else _from_name(name)
    except FormatError:
        raise
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            raise FormatError(f"there is no module {name} here or among the installed ones", where) from None
        raise FormatError(f"{name} cannot be imported: {error}", where) from error
    except (Exception, SystemExit) as error:
        raise FormatError(f"{name} cannot be imported: {describe(error)}", where) from error


def _from_name(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    return import_module(name)


def _from_file(path: Path, where: str) -> ModuleType:
    path = path.resolve()
    if not path.is_file():
        raise FormatError(f"there is no file {path}", where)
    # Under a unique name: a file may be called random.py.
    name = f"{FILE_MODULE}{zlib.crc32(str(path).encode()):08x}_{path.stem}"
    if (known := sys.modules.get(name)) is not None:
        return known
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


class SeatedBot:
    """A bot at a seat of one game: whatever its kind, it returns the number of an action.

    Ladder bots keep one random stream through the game and run at the speed of the engine; other bots get a `Turn`.
    """

    def __init__(self, bot: Bot, type: GameType, players: Sequence[str], seed: int, number: int) -> None:
        """`seed` is the game's, `number` identifies the seat."""
        self.bot = bot
        self._type = type
        self._players = players
        self.policy: Policy | None = None
        self._chance = FastChance.branch(seed, number)
        if isinstance(bot, LadderBot):
            self.policy = make_policy(bot.level, type, self._chance)
        self.failure: BotError | None = None
        try:
            bot.new_game()
        except (Exception, SystemExit) as error:
            # The bot loses at its first decision, as with every other error.
            self.failure = BotError(bot.name, f"its new_game crashed with {describe(error)}")

    def decide(self, table: Table, seconds: float | None = None) -> int:
        """The number of the action for the deciding seat; raises a BotError that says what went wrong."""
        if self.policy is not None:
            return int(decide(self.policy, table))
        if self.failure is not None:
            raise self.failure
        return ask(self.bot, turn_at(self._type, table, self._players, self._next_seed(), seconds))

    def _next_seed(self) -> int:
        return int(self._chance.word()) << 32 | int(self._chance.word())
