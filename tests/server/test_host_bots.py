"""Bots of the host: programs of others at tables of people. Whatever such a program does, the game goes on."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from clef_build import CARDS, at_worlds, seat
from server_build import ME, Message, Page, Person, Server

import worldgates as wg
from worldgates.api.bot import BotError, Turn, turn_at
from worldgates.api.game import begin
from worldgates.bots.ladder import BOTS
from worldgates.clef import PlayEffect, React
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games
from worldgates.server import bots as bots_module
from worldgates.server.bots import HostBots
from worldgates.server.driver import Driver
from worldgates.server.protocol import BotSeat, Friend
from worldgates.server.room import Room
from worldgates.server.settings import Tables
from worldgates.server.table import BotFailed, GameTable, Sit, TableConfig

NOW = 1_800_000_000.0
PATIENCE = 20

PROGRAMS = '''
    import sys
    import time

    import worldgates as wg
    from worldgates.molthar import Refresh, Take, TradeTwo


    class First(wg.Bot):
        """Takes the first of its choices."""

        def choose(self, turn):
            return turn.actions[0]


    class Crashing(wg.Bot):
        def choose(self, turn):
            raise ValueError(f"my hand is {turn.view.players[turn.seat].hand} SECRET\\nand so on")


    class Leaving(wg.Bot):
        def choose(self, turn):
            sys.exit(3)


    class Interrupting(wg.Bot):
        def choose(self, turn):
            raise KeyboardInterrupt


    class Hanging(wg.Bot):
        def choose(self, turn):
            time.sleep(3600)


    class Busy(wg.Bot):
        def choose(self, turn):
            while True:
                pass


    class Illegal(wg.Bot):
        def choose(self, turn):
            return Take(source=77)


    class Garbage(wg.Bot):
        def choose(self, turn):
            return {"do": "take", "from": 0, "note": "SECRET"}


    class Forging(wg.Bot):
        """Plays at the table that it is shown, and then claims that its answer was legal."""

        def choose(self, turn):
            turn._table.play_listed(0)
            action = turn._type.legal(turn._table)[-1]
            turn.actions = (action,)
            turn._table.legal = lambda: [999_999]
            return action


    class NotReady(wg.Bot):
        def new_game(self):
            raise OSError("SECRET")


    class Slow(wg.Bot):
        """In time now and then."""

        asked = 0

        def choose(self, turn):
            self.asked += 1
            time.sleep(1.0 if self.asked % 2 else 0)
            return turn.actions[0]


    ONE = First()
'''

PROCESS = """
    import json, os, sys, time
    kind, file = sys.argv[1:]
    open(file, "a").write(f"{os.getpid()}\\n")
    for line in sys.stdin:
        question = json.loads(line)
        if kind == "crash":
            print("SECRET", question["view"]["players"], file=sys.stderr)
            sys.exit(1)
        if kind == "hang":
            time.sleep(3600)
        print("SECRET" if kind == "nonsense" else json.dumps({"choice": 99 if kind == "lie" else 0}), flush=True)
"""

FAILS = ["Crashing", "Leaving", "Interrupting", "Hanging", "Busy", "Illegal", "Garbage", "Forging", "NotReady", "Slow"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bots")
    (made / "programs.py").write_text(textwrap.dedent(PROGRAMS))
    (made / "process.py").write_text(textwrap.dedent(PROCESS))
    return made


def in_python(folder: Path, name: str) -> str:
    return f"{folder / 'programs.py'}:{name}"


def process(folder: Path, kind: str, pids: Path) -> str:
    return f"cmd:{sys.executable} {folder / 'process.py'} {kind} {pids}"


def bot(level: str) -> Message:
    return {"kind": "bot", "level": level}


def lines(page: Page) -> list[Message]:
    """The chat, as far as the page has it."""
    found = list(page.welcome["chat"])
    found += [each["line"] for text in page.received if (each := json.loads(text))["type"] == "chat"]
    return found


def play(page: Page, turns: int) -> None:
    for turn in range(turns):
        assert page.wait_for_turn()
        assert page.play(turn)["type"] == "state"


def test_bots_of_the_host_are_offered_and_play(tmp_path: Path, folder: Path) -> None:
    given = [in_python(folder, "First"), in_python(folder, "ONE"), process(folder, "good", tmp_path / "pids")]
    with pytest.raises(FormatError, match="two bots are called First"):
        HostBots(given)
    given = [given[0], given[2], "greedy"]
    with Server(tmp_path / "data", pause=0, bots=given) as server:
        ada = Person(server, "Ada")
        assert ada.ask("GET", "/api/about")["bots"] == [*BOTS, "First", "process.py"]
        page = ada.page(ada.set_table(ME, bot("First"), bot("process.py"), first=0)["id"])
        assert [each["level"] for each in page.state["seats"]] == ["", "First", "process.py"]
        play(page, 9)
        assert lines(page) == []
        # One process for its seat, which ends with the server.
        (pid,) = (tmp_path / "pids").read_text().split()
        assert is_running(int(pid))
        assert server.stop() == ""
    assert not is_running(int(pid))


def is_running(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        # A process that has ended stays in the list until its parent has read how.
        if Path(f"/proc/{pid}/stat").exists() and " Z " in Path(f"/proc/{pid}/stat").read_text():
            return False
        sleep(0.01)
    return True


@pytest.mark.parametrize("name", FAILS)
def test_a_bot_that_fails_is_played_for_and_everybody_is_told_once(tmp_path: Path, folder: Path, name: str) -> None:
    given = [in_python(folder, name)]
    with Server(tmp_path / "data", pause=0, settings="bot_seconds = 0.3", bots=given) as server:
        ada, eve = Person(server, "Ada"), Person(server, "Eve", "fr")
        id = ada.set_table(ME, bot(name), first=0)["id"]
        page, watching = ada.page(id), eve.page(id, language="fr")
        play(page, 6)
        watching.listen(0.1)
        (line,) = lines(page)
        assert line["name"] == page.state["seats"][1]["name"]
        assert line["text"] == f"The bot {name} could not decide; the easy bot decides whenever that happens."
        (reported,) = lines(watching)
        assert reported["text"].startswith(f"Le robot {name} n")
        # What the program says about itself may be a secret of its seat.
        sent = [text for each in (page, watching) for text in each.received]
        assert not [text for text in sent if "SECRET" in text or "crashed" in text]
        # It stays told when the server starts again, and is not told again.
        complaints = server.kill().splitlines()
        assert complaints
        server.start()
        again = ada.page(id)
        assert lines(again) == [line]
        play(again, 7)
        assert lines(again) == [line]
        more = server.stop().splitlines()
        assert more
    complaints += more
    assert all(each.startswith("worldgates: bot failed at table ") for each in complaints), complaints


@pytest.mark.parametrize("kind", ["crash", "hang", "nonsense", "lie"])
def test_a_process_that_fails_is_played_for(
    tmp_path: Path, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    given = [process(folder, kind, tmp_path / "pids")]
    with Server(tmp_path / "data", pause=0, settings="bot_seconds = 0.3", bots=given) as server:
        ada = Person(server, "Ada")
        page = ada.page(ada.set_table(ME, bot("process.py"), first=0)["id"])
        play(page, 4)
        (line,) = lines(page)
        assert "process.py" in line["text"]
        # The command has paths of the host's machine.
        assert not [text for text in page.received if "SECRET" in text or str(folder) in text]
        complaints = server.stop()
        assert "bot failed" in complaints
        assert "Traceback" not in complaints
    for pid in (tmp_path / "pids").read_text().split():
        assert not is_running(int(pid))


def test_a_bot_that_hangs_holds_up_neither_its_table_nor_others(tmp_path: Path, folder: Path) -> None:
    given = [in_python(folder, "Hanging")]
    with Server(tmp_path / "data", pause=0, settings="bot_seconds = 2", bots=given) as server:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        stuck = ada.page(ada.set_table(ME, bot("Hanging"), first=1)["id"])
        sleep(0.3)
        began = monotonic()
        # While it is asked, others talk and play.
        stuck.send(type="chat", text="Is anybody there?")
        assert stuck.until("chat")["line"]["text"] == "Is anybody there?"
        other = bo.page(bo.set_table(ME, bot("greedy"), first=0)["id"])
        play(other, 3)
        assert stuck.state["asked"] is None
        assert monotonic() - began < 1.5
        assert "could not decide" in stuck.until("chat")["line"]["text"]
        assert stuck.wait_for_turn()
        # It hangs still, so that it is not asked again: nobody waits for it a second time.
        began = monotonic()
        play(stuck, 3)
        stuck.wait_for_turn()
        assert monotonic() - began < 1.5
        began = monotonic()
        server.stop()
        assert monotonic() - began < 5


def test_a_bot_that_the_server_does_not_have_is_refused_and_old_tables_go_on(tmp_path: Path, folder: Path) -> None:
    with Server(tmp_path / "data", pause=0, bots=[in_python(folder, "First")]) as server:
        ada = Person(server, "Ada")
        request = {"game": "molthar", "seats": [ME, bot("Second")]}
        refused = ada.ask("POST", "/api/tables", request, expected=422)
        assert refused == {
            "error": "expected one of beginner, easy, medium, hard, expert, random, First, got 'Second'",
            "key": "seats[1].level",
        }
        id = ada.set_table(ME, bot("First"), first=0)["id"]
        play(ada.page(id), 2)
        server.kill()
        server.bots = ()
        server.start()
        page = ada.page(id)
        play(page, 4)
        assert lines(page) == []
        assert server.stop() == ""


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("nobody", "there is no bot 'nobody'"),
        ("nowhere:Bot", "there is no module nowhere"),
        ("json:JSONDecoder", "is no bot"),
        ("/nowhere.py:Bot", "there is no file"),
        ("cmd:", "there is no command"),
        ("cmd:no-such-program-anywhere --fast", "there is no program no-such-program-anywhere"),
        ('cmd:echo "', "cannot be read"),
    ],
)
def test_a_bot_that_cannot_be_used_is_an_error_at_the_start(given: str, error: str) -> None:
    with pytest.raises(FormatError, match=error) as found:
        HostBots([given])
    assert found.value.key == "--bots"


# The parts, without a server.


class Gate(wg.Bot):
    """Waits until it is let through."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.asked = 0

    def choose(self, turn: Turn) -> wg.Action:
        self.asked += 1
        self.open.wait(PATIENCE)
        return turn.actions[0]


class Reacting(wg.Bot):
    """Reacts whenever it can."""

    def choose(self, turn: Turn) -> wg.Action:
        return next(action for action in turn.actions if not isinstance(action, React) or action.card is not None)


class Refusing(wg.Bot):
    def choose(self, turn: Turn) -> wg.Action:  # noqa: ARG002
        raise ValueError("no")


GATE = Gate()


@pytest.fixture
def gate() -> Iterator[Gate]:
    GATE.open.clear()
    GATE.asked = 0
    yield GATE
    GATE.open.set()


def host_bots(*names: str, seconds: float = 5.0) -> HostBots:
    return HostBots([f"{__name__}:{name}" for name in names], seconds)


def some_turn() -> Turn:
    game = begin(Games().get("molthar"), 2, 1)
    return turn_at(game.type, game.table, game.players, 1)


def test_only_so_many_threads_run_and_each_is_free_again_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "MAX_THREADS", 2)

    async def decide() -> None:
        bots = host_bots("Gate", seconds=0.1)
        before = threading.active_count()
        for number in range(5):
            with pytest.raises(BotError):
                await bots.decide("Gate", ("table", number), some_turn())
        assert threading.active_count() == before + 2
        with pytest.raises(BotError, match="do not answer"):
            await bots.decide("Gate", ("table", 9), some_turn())
        with pytest.raises(BotError, match="earlier question"):
            await bots.decide("Gate", ("table", 0), some_turn())
        for each in bots._seated.values():
            if isinstance(each.bot, Gate):
                each.bot.open.set()
        for _ in range(100):
            await asyncio.sleep(0.01)
            if threading.active_count() == before:
                break
        turn = some_turn()
        found = await bots.decide("Gate", ("table", 0), turn)
        assert found == turn._table.legal()[0]
        bots.close()

    asyncio.run(decide())


class Boasting(Gate):
    """Claims to keep to the time by itself."""

    keeps_time = True


def test_what_a_bot_says_of_itself_gives_it_no_more_time() -> None:
    async def decide() -> None:
        bots = host_bots("Boasting", seconds=0.1)
        with pytest.raises(BotError, match=r"no answer within 0\.1 s"):
            await bots.decide("Boasting", ("table", 0), some_turn())
        for each in bots._seated.values():
            if isinstance(each.bot, Gate):
                each.bot.open.set()
        bots.close()

    asyncio.run(decide())


def test_a_bot_that_is_one_object_is_asked_one_thing_at_a_time(gate: Gate) -> None:
    async def decide() -> None:
        bots = host_bots("GATE")
        asked = [asyncio.create_task(bots.decide("Gate", (table, 1), some_turn())) for table in ("one", "two")]
        await asyncio.sleep(0.1)
        assert gate.asked == 1
        gate.open.set()
        await asyncio.gather(*asked)
        assert gate.asked == 2

    asyncio.run(decide())


def test_bots_are_dropped_when_there_are_many_and_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "MAX_SEATED", 3)

    async def decide() -> None:
        bots = host_bots("Reacting")
        for number in range(8):
            await bots.decide("Reacting", ("table", number), some_turn())
        assert list(bots._seated) == [("table", 5), ("table", 6), ("table", 7)]
        await bots.decide("Reacting", ("table", 0), some_turn())
        bots.leave("table")
        assert not bots._seated

    asyncio.run(decide())


def test_what_a_bot_is_shown_follows_from_what_its_seat_knows() -> None:
    """The same table with everything dealt again that the seat cannot know gives the same turn."""
    for name in ("molthar", "clef"):
        game = begin(Games().get(name), 3, 5)
        for step in range(60):
            if game.over:
                break
            assert game.seat is not None
            twin = game.imagine(game.seat, seed=step)
            turns = [turn_at(each.type, each.table, each.players, 7) for each in (game, twin)]
            assert turns[0].view == turns[1].view
            assert turns[0].imagine(1)[0].position == turns[1].imagine(1)[0].position
            game.play(game.legal_actions[step % len(game.legal_actions)])


# Reactions: nobody may notice whether a bot was asked.


class Nowhere:
    """A store that keeps nothing but how many entries there were."""

    def __init__(self) -> None:
        self.entries: list[bytes] = []

    async def append(self, id: str, number: int, entries: list[bytes], status: str, **_: object) -> None:  # noqa: ARG002
        self.entries += entries

    async def finish(self, *_: object) -> None: ...

    def rest(self, *_: object) -> None: ...


def at_gaulois(level: str, hand: list[str]) -> Room:
    """Two people and a bot with these cards in one world; seat 0 is about to play."""
    config = TableConfig("clef", [Friend(), BotSeat(level), Friend()], "00" * 32, "host", rules=2)
    table = GameTable("id", "ROSE-1000", config, Games(CARDS).get("clef"))
    for number in (0, 2):
        table.apply(Sit(number, f"visitor {number}", f"P{number}", number, NOW))
    assert table.game is not None
    table.game.table = at_worlds(*(seat("gaulois", hand=cards) for cards in (["esus"], hand, ["torque"]))).table.copy()
    table.game.table.journal = []
    return Room(table, Nowhere(), Tables(pause=0.0, reaction=5.0), clock=lambda: NOW)  # type: ignore[arg-type]


async def through_the_window(room: Room, bots: HostBots, seconds: float) -> list[str]:
    """Seat 0 plays a card, the window is open for some time and closes; what happened then."""
    driver = Driver(room, bots=bots)
    await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
    assert room.window is not None
    before = room.window.log_length
    waiting = asyncio.create_task(driver._wait_for_reactions(room.window))
    while driver._asked_in is not room.window:
        # Bots are asked a little later.
        await asyncio.sleep(0.05)
        if waiting.done():
            waiting = asyncio.create_task(driver._wait_for_reactions(room.window))
    await asyncio.sleep(seconds)
    waiting.cancel()
    room.window.until, room.window.waits_for = room.timer(), set()
    began = monotonic()
    await driver.close_window()
    # However long the bot thinks, the window closes on time.
    assert monotonic() - began < 0.5
    return [type(entry.event).__name__ for entry in room.table.events()[before:]]


def test_a_bot_reacts_if_it_has_answered_when_the_window_closes() -> None:
    happened = asyncio.run(through_the_window(at_gaulois("Reacting", ["ambactes"]), host_bots("Reacting"), 0.3))
    assert happened[0] == "CardCancelled"


@pytest.mark.parametrize("name", ["Gate", "Refusing"])
@pytest.mark.parametrize("hand", [["ambactes"], ["chaudron"]])
def test_that_a_bot_was_asked_in_a_window_shows_neither_by_time_nor_by_a_failure(name: str, hand: list[str]) -> None:
    room, bots = at_gaulois(name, hand), host_bots(name)
    asyncio.run(through_the_window(room, bots, 0.2))
    assert bool(bots._seated) == (hand == ["ambactes"])
    assert room.table.chat == []
    store: Any = room.store
    assert not [entry for entry in store.entries if b"bot_failed" in entry]
    for each in bots._seated.values():
        if isinstance(each.bot, Gate):
            each.bot.open.set()


def test_a_failure_is_an_entry_of_the_table() -> None:
    room = at_gaulois("Refusing", [])
    room.table.apply(BotFailed(1, "Refusing", NOW))
    assert room.table.failed_bots == {1}
    assert [line.failed_bot for line in room.table.chat] == ["Refusing"]
