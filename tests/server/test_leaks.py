"""Nothing that is sent depends on what its reader may not know.

A table is shown twice: as it is, and with everything dealt again that the reader cannot know. What the reader is sent
must be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from clef_build import CARDS, Side, at_worlds, seat
from lively import choose
from server_build import BOT, FRIEND, ME, Person, Server

from worldgates.api.game import Game
from worldgates.clef import BadEncounterMet, CardCancelled, GoHome, PlayEffect, React, Travel
from worldgates.core.chance import FastChance
from worldgates.core.gametype import NAMES, Games
from worldgates.core.shapes import Action, Position
from worldgates.core.table import SPECTATOR, Table
from worldgates.server.connection import Connection, encode
from worldgates.server.driver import Driver
from worldgates.server.errors import RejectedError
from worldgates.server.protocol import Clock, Friend, State
from worldgates.server.reactions import SETTLE
from worldgates.server.registry import summary
from worldgates.server.room import Room
from worldgates.server.settings import Tables
from worldgates.server.store import Visitor
from worldgates.server.table import GameTable, Played, Sit, TableConfig

NOW = 1_800_000_000.0


class Nowhere:
    """A store that keeps nothing: what is written is none of these tests' business."""

    async def append(self, *_: object, **more: object) -> None: ...

    async def finish(self, *_: object) -> None: ...

    def rest(self, *_: object) -> None: ...


def new_room(game: str, players: int, seed: int) -> Room:
    """A table of people with clocks, about to begin."""
    config = TableConfig(
        game,
        [Friend() for _ in range(players)],
        f"{seed:064x}",
        "host",
        clock=Clock(10, 5),
        rules=Games().get(game).rules,
    )
    table = GameTable("id", "ROSE-1000", config, Games().get(game))
    for number in range(players):
        table.apply(Sit(number, f"visitor {number}", f"P{number}", number, NOW - 900))
    # Time stands still.
    settings = Tables(pause=1.0, reaction=5.0)
    return Room(table, Nowhere(), settings, clock=lambda: NOW, timer=lambda: NOW)  # type: ignore[arg-type]


def connection_at(seat: int, language: str = "en") -> Connection:
    connection = Connection(Visitor(f"visitor {seat}" if seat >= 0 else "nobody", "Eve", 0, language), language)
    connection.seat = seat if seat >= 0 else None
    return connection


def state_of(room: Room, connection: Connection) -> State:
    """What a page is sent; it has the log then."""
    state, connection.log_length = room.projection().state(connection.viewer)
    return state


async def close_window(room: Room) -> None:
    assert room.window is not None
    room.window.until = NOW
    await Driver(room).close_window()
    await room.show_window(room.window)


def game_of(room: Room) -> Game:
    assert room.table.game is not None
    return room.table.game


def put_table(game: Game, table: Table) -> None:
    """Go on at another table; nothing is remembered of the one before."""
    game.table = table
    game._legal = None


def play_on(room: Room, chance: FastChance) -> None:
    assert room.table.to_act is not None
    action = choose(game_of(room), chance)
    # Everybody takes their time, so that clocks differ.
    at = room.table.since + int(chance.below(5))
    room.table.apply(Played(room.table.to_act, action, at))


def imagined(table: Table, observer: int, chance: FastChance) -> Table:
    return table.imagine(observer, chance)


def twin_of(room: Room, observer: int, chance: FastChance) -> Table:
    """The same table with everything dealt again that the observer cannot know."""
    table = game_of(room).table
    twin = imagined(table, observer, chance)
    twin.journal = list(table.journal or [])
    return twin


def everything_sent(room: Room, observer: int, probes: list[Action]) -> list[bytes]:
    """What a page of the observer would be sent at this moment, also for what it may ask and try."""
    connection = connection_at(observer, ("en", "fr", "it")[observer % 3])
    welcome, connection.log_length = room.projection().welcome(connection.viewer)
    sent = [encode(welcome).encode(), encode(state_of(room, connection)).encode()]
    sent.append(msgspec.json.encode(summary(room, None if observer == SPECTATOR else connection.visitor)))
    if observer != SPECTATOR:
        for probe in probes:
            sent.append(asyncio.run(refusal(room, connection, probe)))
    if room.table.to_act == observer:
        asyncio.run(room.hint(connection, observer))
        sent.append(connection.queue.get_nowait().encode())
    return sent


async def refusal(room: Room, connection: Connection, action: Action) -> bytes:
    """What is said of an action that cannot be played; nothing if it can."""
    assert connection.seat is not None
    game = game_of(room)
    try:
        if room.table.to_act == connection.seat and game.number_of(action) in game.table.legal():
            return b"legal"
    except Exception:  # What it is refused for is asked below, as a page would.
        pass
    try:
        await room.move(connection.seat, action)
    except RejectedError as error:
        return f"{error.code} {error.text}".encode()
    raise AssertionError


@pytest.mark.parametrize(("game", "players"), [("molthar", 2), ("molthar", 5), ("clef", 2), ("clef", 4), ("clef", 5)])
def test_what_is_sent_is_the_same_whatever_the_reader_cannot_know(game: str, players: int) -> None:
    chance = FastChance.seeded(players)
    compared, dealt_otherwise = 0, 0
    for seed in range(4):
        room, probes = new_room(game, players, seed), list[Action]()
        for step in range(130):
            if room.table.status != "playing":
                break
            found_game = game_of(room)
            probes = [*probes, found_game.legal_actions[-1]][-12:]
            secret = room.table.asks_in_secret
            for observer in range(SPECTATOR, players) if step % 11 == seed or secret else ():
                real, twin = found_game.table, twin_of(room, observer, chance)
                expected = everything_sent(room, observer, probes)
                dealt_otherwise += _position(found_game, real) != _position(found_game, twin)
                put_table(found_game, twin)
                found = everything_sent(room, observer, probes)
                put_table(found_game, real)
                assert found == expected, f"seed {seed}, step {step}, seat {observer}"
                compared += 1
            play_on(room, chance)
    assert compared > 100
    # The other world really is another one.
    assert dealt_otherwise > 0.9 * compared


def _position(game: Game, table: Table) -> Position:
    return game.type.write_position(table, game.players, None)


# Reactions: what a page is sent, and when, is the same whether or not somebody could react.


def laid(*seats: Side) -> Room:
    """A table of people at this position; seat 0 is about to play."""
    room = new_room("clef", len(seats), 1)
    room.table.type = room.table.type.with_cards(CARDS)
    game = game_of(room)
    game.type = room.table.type
    put_table(game, at_worlds(*seats).table.copy())
    game.table.journal = []
    return room


def at_gaulois(*hands: list[str]) -> Room:
    """Everybody in one world, with these cards."""
    return laid(*(seat("gaulois", hand=hand) for hand in hands))


async def let_pass(room: Room, observer: int) -> tuple[list[int], list[bytes]]:
    """Seat 0 plays a card, and everybody lets it pass: who was really asked, and what the observer was told."""
    connection = connection_at(observer)
    room.connections.add(connection)
    await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
    assert room.window is not None
    asked = sorted(room.window.options)
    for other in range(1, 4):
        await room.play(connection_at(other), room.number, other, React(card=None))
    # They take their time, and somebody looks again meanwhile.
    connection.send(state_of(room, connection))
    await close_window(room)
    return asked, list(_drain(connection))


@pytest.mark.clause("K25")
@pytest.mark.parametrize("observer", [SPECTATOR, 0])
def test_a_page_cannot_tell_who_could_have_reacted(observer: int) -> None:
    """Whoever holds the defences, or if nobody does, the others are told of one moment for reactions (K29)."""
    reported, asked = list[list[bytes]](), set[tuple[int, ...]]()
    for one, two in product((1, 2, 3, None), repeat=2):
        hands = [["esus"], [], [], []]
        # Where nobody has a defence, somebody has another card of its pile.
        for who, defence, other in ((one, "ambactes", "chaudron"), (two, "cotte_du_roi_mort", "carte_ancienne")):
            hands[who or 1].append(defence if who else other)
        others = iter(("torque", "herbier", "gateau_du_lion", "sablier_renverse"))
        hands[1:] = [[*hand, *islice(others, 2 - len(hand))] for hand in hands[1:]]
        really, stream = asyncio.run(let_pass(at_gaulois(*hands), observer))
        reported.append(stream)
        asked.add(tuple(really))
    assert {len(each) for each in asked} == {0, 1, 2}
    # The card is played, somebody looks again, and the moment is over; what happens then may show a card left behind.
    assert {len(stream) for stream in reported} == {3}
    assert len({(*stream[:2], *_number_and_clocks(stream[2])) for stream in reported}) == 1


def _number_and_clocks(text: bytes) -> list[float]:
    state = msgspec.json.decode(text)
    return [state["number"], *(each["clock"] for each in state["seats"])]


def test_in_whole_games_a_moment_for_reactions_shows_no_more_than_was_known_before() -> None:
    """A card is played in two worlds that are the same for an observer: nothing tells them apart while all wait."""
    chance, compared, differ = FastChance.seeded(5), 0, 0
    for seed in range(10):
        room = new_room("clef", 5, seed)
        while room.table.status == "playing" and game_of(room).round < 12:
            game, actor = game_of(room), room.table.to_act
            assert actor is not None
            action = choose(game, chance)
            observer = (actor + 1 + seed % 4) % 5 if seed % 5 else SPECTATOR
            # What a pile holds is another thing, and shows when it is drawn.
            twin = playing_twin(room, observer, action, chance) if isinstance(action, PlayEffect | Travel) else None
            asyncio.run(room.play_action(actor, game.number_of(action), bot=True))
            if twin is not None and room.window is not None and not isinstance(room.window.event, BadEncounterMet):
                asyncio.run(twin.play_action(actor, game_of(twin).number_of(action), bot=True))
                assert twin.window is not None
                sent = [msgspec.json.encode(state_of(each, connection_at(observer))) for each in (room, twin)]
                assert sent[0] == sent[1]
                assert room.window.seconds == twin.window.seconds
                compared += 1
                differ += bool(room.window.options) != bool(twin.window.options)
            while room.window is not None:
                asyncio.run(close_window(room))
    assert compared > 50
    assert differ > 3


def playing_twin(room: Room, observer: int, action: Action, chance: FastChance) -> Room | None:
    """A room that is the same for the observer, and where the action is legal too."""
    twin = new_room(room.table.type.id, len(room.table.seats), 1)
    twin.table.number, twin.table.since = room.table.number, room.table.since
    for mine, theirs in zip(twin.table.seats, room.table.seats, strict=True):
        mine.used, mine.decisions = theirs.used, theirs.decisions
    for _ in range(20):
        put_table(game_of(twin), twin_of(room, observer, chance))
        if action in game_of(twin).legal_actions:
            return twin
    return None


@pytest.mark.clause("K25")
def test_an_answer_counts_once_and_shows_when_the_moment_is_over() -> None:
    room = at_gaulois(["esus"], ["ambactes"], ["cotte_du_roi_mort"], ["torque"], [])
    game = game_of(room)

    async def play() -> None:
        await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
        number = room.number
        assert room.asked() == [1, 2, 3]
        assert [state_of(room, connection_at(seat)).asked is not None for seat in range(5)] == [
            False,
            True,
            True,
            True,
            False,
        ]
        only = state_of(room, connection_at(3)).asked
        assert only is not None
        assert [choice.action for choice in only.choices] == [React(card=None)]
        await room.play(connection_at(1), number, 1, React(card=None))
        with pytest.raises(RejectedError, match="isn't this seat's turn"):
            await room.play(connection_at(1), number, 1, React(card="ambactes", against="esus"))
        with pytest.raises(RejectedError, match="can't react"):
            await room.play(connection_at(3), number, 3, React(card="torque", against="esus"))
        with pytest.raises(RejectedError, match="Wait until everybody has reacted"):
            await room.undo(connection_at(0), number, 0)
        # Nobody has answered for seat 2 in time: it does not react.
        assert room.window is not None
        assert game.seat == 1
        await Driver(room).close_window()
        assert room.window is not None
        await close_window(room)
        assert room.window is None
        assert room.number == number + 1

    asyncio.run(play())


@pytest.mark.clause("K25")
@pytest.mark.parametrize("other", ["roi_des_elfes", "reine_des_fees"])
def test_that_somebody_is_home_shows_when_nobody_has_stopped_them(other: str) -> None:
    """One of them could, the other could not: nothing that can be asked of the server tells which (K29)."""
    hand = ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "epieu"]
    room = laid(seat("clairiere", hand=hand, character="reveur"), seat("clairiere", hand=[other]), seat("conan"))

    async def play() -> None:
        await room.move(0, GoHome(keys=tuple(hand)))
        assert room.table.status == ("playing" if other == "roi_des_elfes" else "over")
        assert (room.status, summary(room, None).status) == ("playing", "playing")
        assert state_of(room, connection_at(2)).ranking is None
        with pytest.raises(RejectedError, match="The game goes on"):
            await room.rematch(connection_at(2), lambda *_: asyncio.sleep(0, ""))
        await room.replace(connection_at(2), 2, bot=True)
        assert room.window is not None
        await close_window(room)
        assert room.status == "over"

    asyncio.run(play())


@pytest.mark.clause("K25")
def test_at_a_moment_no_hint_tells_who_really_decides() -> None:
    for hands in (["esus"], ["ambactes"], ["torque"]), (["esus"], ["chaudron"], ["torque"]):
        room = at_gaulois(*hands)

        async def ask(room: Room) -> None:
            await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
            for who in range(3):
                with pytest.raises(RejectedError, match="isn't this seat's turn"):
                    await room.hint(connection_at(who), who)

        asyncio.run(ask(room))


@pytest.mark.clause("K25")
def test_a_moment_waits_for_nobody_who_has_left() -> None:
    room = at_gaulois(["esus"], ["ambactes"], ["torque"])

    async def play() -> None:
        await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
        assert room.window is not None
        room.window.waits_for, room.window.until = {1}, NOW
        await Driver(room).close_window()
        assert room.window is not None
        assert room.window.shows_at is None
        room.table.seats[1].resigned = True
        await Driver(room).close_window()
        assert room.window.shows_at == NOW + SETTLE

    asyncio.run(play())


@pytest.mark.clause("K25")
def test_a_reaction_that_was_answered_in_time_is_played() -> None:
    room = at_gaulois(["esus"], ["torque"], ["ambactes"], [])

    async def play() -> None:
        await room.move(0, PlayEffect(cards=("esus",), seat=1, world=1))
        await room.play(connection_at(2), room.number, 2, React(card="ambactes", against="esus"))
        before = len(state_of(room, connection_at(0)).sentences)
        assert room.window is not None
        await close_window(room)
        sentences = state_of(room, connection_at(0)).sentences
        assert isinstance(sentences[before].event, CardCancelled)

    asyncio.run(play())


def _drain(connection: Connection) -> Iterator[bytes]:
    while not connection.queue.empty():
        yield connection.queue.get_nowait().encode()


@pytest.mark.parametrize("game", NAMES)
def test_all_that_a_whole_game_sends_can_be_said_from_a_world_dealt_again(game: str, tmp_path: Path) -> None:
    """Three people and an onlooker over real sockets; what they were sent is compared when the seed is known."""
    with Server(tmp_path / "data", pause=0) as server:
        people = [Person(server, name) for name in ("Ada", "Bo", "Cy")]
        options = {"max_rounds": 8} if game == "clef" else {}
        id = people[0].set_table(ME, FRIEND, FRIEND, BOT, game=game, options=options, first=0)["id"]
        for person in people[1:]:
            person.ask("POST", f"/api/tables/{id}/join", {})
        pages = [person.page(id) for person in people]
        watching = Person(server, "Eve").page(id)
        turns = 0
        while pages[0].state["status"] == "playing" and turns < 200:
            turns += 1
            for page in pages:
                while page.state["asked"] and page.state["status"] == "playing":
                    page.play(-1 if turns % 3 else turns)
            pages[0].listen(0.01)
            for page in (*pages[1:], watching):
                page.listen(0)
        for page in pages[1:]:
            page.send(type="resign", seat=page.state["seat"])
        pages[0].send(type="replace", seat=0, bot=True)
        for page in (*pages, watching):
            while page.state["status"] == "playing":
                page.read()
        record = people[0].ask("GET", f"/api/tables/{id}/record")
    secrets = [record["seed"], '"knows"', '"chance"']
    for page in (*pages, watching):
        texts = [text for text in page.received if _state(text)["status"] == "playing"]
        assert len(texts) > 30
        assert not [text for text in texts if any(secret in text for secret in secrets)]
        _compare(record, page.welcome, texts)


def _state(text: str) -> dict[str, Any]:
    message = msgspec.json.decode(text)
    state: dict[str, Any] = message.get("state", message)
    return state if state.get("type", "state") == "state" else {"status": ""}


def _compare(record: dict[str, Any], welcome: dict[str, Any], texts: list[str]) -> None:
    """Every view and every choice is that of a world in which only what the seat knows is as it was."""
    players = len(record["players"])
    config = TableConfig(
        record["game"],
        [Friend()] * players,
        record["seed"],
        "",
        rules=Games().get(record["game"]).rules,
        options=record["options"],
        starting_seat=0,
    )
    table = GameTable("", "", config, Games().get(record["game"]))
    room = Room(table, Nowhere(), Tables(0, 0))  # type: ignore[arg-type]
    for number, name in enumerate(record["players"]):
        room.table.apply(Sit(number, f"visitor {number}", name, 0, NOW))
    game, chance = game_of(room), FastChance.seeded(3)
    seat = SPECTATOR if welcome["state"]["seat"] is None else welcome["state"]["seat"]
    possible: dict[int, list[tuple[object, object]]] = {}
    for action in [*record["actions"], None]:
        world = imagined(game.table, seat, chance)
        view, together = game.type.view(world, game.players, seat), game.type.asks_together(world)
        moments = possible.setdefault(room.table.number, [])
        if together:
            # Everybody decides at the same time: first the seat is asked, then it waits for the others.
            choices = [each.to_dict() for each in together.get(seat, [])]
            moments.append((game.type.view_together(view, asked=True).to_dict(), choices))
            moments.append((game.type.view_together(view, asked=False).to_dict(), None))
        else:
            choices = [each.to_dict() for each in game.type.legal(world)]
            moments.append((view.to_dict(), choices if world.to_act == seat else None))
        if action is not None and room.table.to_act is not None:
            room.table.apply(Played(room.table.to_act, game.read_action(action), NOW))
    for text in texts:
        state = _state(text)
        choices = state["asked"] and [choice["action"] for choice in state["asked"]["choices"]]
        # Who has resigned is not asked any more, and counts as a move; the game itself stays as it was.
        if any(each["resigned"] or each["replaced"] for each in state["seats"]):
            continue
        if state["reaction"] is None:
            assert (state["view"], choices) in possible[state["number"]]
        else:
            # Everything stands still as it was before the card was played, also at a second moment of what came of it.
            before = [view for back in (1, 2, 3) for view, _ in possible.get(state["number"] - back, [])]
            assert _still(state["view"], seat) in [_still(view, seat) for view in before]


def _still(view: Any, seat: int) -> dict[str, object]:
    """What stands still in a moment for reactions: everything but what is played, and the own hand."""
    changing = ("decision", "played", "bad_encounter", "explain")
    players = [
        {key: part for key, part in player.items() if number != seat or key not in ("hand", "hand_size")}
        for number, player in enumerate(view["players"])
    ]
    return {**{key: part for key, part in view.items() if key not in changing}, "players": players}
