"""Reaction windows: when they end, more time, standing orders, and what the players see (K25, K29)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from clef_build import CARDS, Side, at_worlds, seat
from lively import choose

from worldgates.clef import Answer, GoHome, Offer, PlayEffect, React
from worldgates.clef.actions import Draw
from worldgates.clef.view import View
from worldgates.core.chance import FastChance
from worldgates.core.gametype import Games
from worldgates.core.shapes import Action
from worldgates.server.connection import Connection
from worldgates.server.driver import Driver
from worldgates.server.errors import RejectedError
from worldgates.server.protocol import BotSeat, Clock, Friend, Order, ReactionTime, SeatRequest, State
from worldgates.server.reactions import SETTLE
from worldgates.server.registry import summary
from worldgates.server.room import Room
from worldgates.server.settings import Tables
from worldgates.server.store import Visitor
from worldgates.server.table import Closed, Entry, GameTable, Played, Sit, TableConfig, read_entry

STEAL = PlayEffect(cards=("esus",), seat=1, world=1)
PASS = React(card=None)


class Memory:
    """A store that remembers what was appended."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    async def append(self, id: str, number: int, entries: list[bytes], status: str, **_: object) -> None:  # noqa: ARG002
        self.entries += [read_entry(entry, Games().get("clef")) for entry in entries]

    async def finish(self, *_: object) -> None: ...

    def rest(self, *_: object) -> None: ...

    async def add_notice(self, *_: object) -> None: ...


class Scene:
    """A table in the middle of a game, and a clock that goes only when it is told to."""

    def __init__(
        self,
        *sides: Side,
        seats: list[SeatRequest] | None = None,
        reactions: ReactionTime = 10,
        clock: Clock | None = None,
    ) -> None:
        self.now = 1000.0
        asked = seats or [Friend() for _ in sides]
        config = TableConfig("clef", asked, "00" * 32, "host", reactions=reactions, clock=clock, rules=2)
        table = GameTable("id", "ROSE-1000", config, Games(CARDS).get("clef"))
        for number, request in enumerate(asked):
            if isinstance(request, Friend):
                table.apply(Sit(number, f"visitor {number}", f"P{number}", number, self.now))
        assert table.game is not None
        self.game = table.game
        self.game.table = at_worlds(*sides).table.copy()
        self.game.table.journal = []
        self.game._legal = None
        self.store = Memory()
        store: Any = self.store
        self.room = Room(table, store, Tables(pause=1.1), clock=lambda: self.now, timer=lambda: self.now)
        self.driver = Driver(self.room)
        self.room.on_change = lambda: None
        self.pages: dict[int, Connection] = {}

    def page(self, number: int) -> Connection:
        """The page of a seat; of a spectator for a number that is none."""
        if number not in self.pages:
            visitor = Visitor(f"visitor {number}", f"P{number}", 0, "en")
            self.pages[number] = Connection(visitor, "en")
            self.room.enter(self.pages[number], None)
        return self.pages[number]

    def messages(self, number: int) -> list[dict[str, Any]]:
        """What a page was sent since it was last asked."""
        queue, found = self.page(number).queue, []
        while not queue.empty():
            found.append(msgspec.json.decode(queue.get_nowait()))
        return found

    def state(self, number: int) -> State:
        return self.room.projection().state(self.page(number).viewer)[0]

    async def play(self, number: int, action: Action) -> None:
        await self.room.play(self.page(number), self.room.number, number, action)

    async def order(self, number: int, **orders: bool) -> None:
        await self.room.order(self.page(number), Order(number, **orders))

    @property
    def open(self) -> bool:
        """Whether the window still takes answers."""
        return self.room.window is not None and self.room.window.shows_at is None

    async def after(self, seconds: float) -> None:
        """Let time go on, and close the window if it is time; what came of it is shown too."""
        self.now += seconds
        await self.driver.close_window()
        if self.room.window is not None and self.room.window.shows_at is not None:
            self.now = self.room.window.shows_at
            await self.room.show_window(self.room.window)


def three(*hands: list[str], **more: Any) -> Scene:
    """Everybody in one world, with these cards; seat 0 is about to play."""
    return Scene(*(seat("gaulois", hand=hand) for hand in hands), **more)


@pytest.mark.clause("K25")
def test_a_window_ends_when_all_have_answered_but_not_before_a_second_and_a_half() -> None:
    async def play() -> None:
        scene = three(["esus"], ["torque"], ["ambactes"], [])
        scene.page(3)
        await scene.play(0, STEAL)
        opened = scene.now
        # Seat 1 can only pass and seat 2 could cancel: both are asked, and nobody else.
        assert scene.room.asked() == [1, 2]
        await scene.play(1, PASS)
        await scene.after(5)
        assert scene.open
        await scene.play(2, PASS)
        await scene.after(0)
        assert not scene.open
        assert scene.now == opened + 5 + SETTLE
        # At once.
        quick = three(["esus"], ["torque"], ["ambactes"], [])
        await quick.play(0, STEAL)
        opened = quick.now
        await quick.play(1, PASS)
        await quick.play(2, PASS)
        await quick.after(1.0)
        assert quick.open
        await quick.after(0.1001)
        assert not quick.open
        assert 1.5 <= quick.now - opened < 1.51

    asyncio.run(play())


@pytest.mark.clause("K25")
@pytest.mark.parametrize(("reactions", "seconds"), [(5, 20.0), (10, 20.0), (20, 20.0), ("fixed", 5.0)])
def test_an_attack_on_oneself_waits_at_least_twenty_seconds(reactions: ReactionTime, seconds: float) -> None:
    async def play() -> None:
        scene = three(["esus"], ["torque"], ["ambactes"], reactions=reactions)
        await scene.play(0, STEAL)
        shown = [scene.state(number).reaction for number in range(3)]
        assert [each and (each.left, each.attack, each.fixed) for each in shown] == [
            (seconds, number == 1, reactions == "fixed") for number in range(3)
        ]
        await scene.play(1, PASS)
        await scene.play(2, PASS)
        await scene.after(seconds - 0.1)
        # A fixed window shows nobody who hesitated.
        assert scene.open == (reactions == "fixed")

    asyncio.run(play())


@pytest.mark.parametrize("reactions", [5, 10, 20])
def test_a_card_that_is_aimed_at_nobody_waits_as_long_as_the_table_says(reactions: ReactionTime) -> None:
    async def play() -> None:
        hand = ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "epieu"]
        scene = Scene(
            seat("clairiere", hand=hand, character="reveur"), seat("clairiere", hand=["torque"]), reactions=reactions
        )
        await scene.play(0, GoHome(keys=tuple(hand)))
        await scene.after(float(reactions) - 0.1)
        assert scene.open
        scene.messages(1)
        await scene.after(0.1)
        assert not scene.open
        # Who did not answer in time is told so, and nobody else.
        assert [each["code"] for each in scene.messages(1) if each["type"] == "notice"] == ["time_ran_out"]
        assert not [each for each in scene.messages(0) if each["type"] == "notice"]

    asyncio.run(play())


def test_a_player_has_fifteen_seconds_more_once() -> None:
    async def play() -> None:
        scene = three(["esus"], ["torque"], ["ambactes"])
        await scene.play(0, STEAL)
        number = scene.room.number
        await scene.room.more(scene.page(2), number, 2)
        reaction = scene.state(2).reaction
        assert reaction is not None
        assert (reaction.left, reaction.seconds, reaction.more) == (35.0, 35.0, False)
        for who, wanted in ((2, "more time"), (0, "more time")):
            with pytest.raises(RejectedError, match=wanted):
                await scene.room.more(scene.page(who), number, who)
        await scene.room.more(scene.page(1), number, 1)
        await scene.after(49.9)
        assert scene.open
        await scene.after(0.1)
        assert not scene.open
        fixed = three(["esus"], ["torque"], reactions="fixed")
        await fixed.play(0, STEAL)
        with pytest.raises(RejectedError, match="more time"):
            await fixed.room.more(fixed.page(1), fixed.room.number, 1)

    asyncio.run(play())


@pytest.mark.parametrize("clock", [None, Clock(hours=24)])
def test_a_standing_order_lets_cards_pass_unless_somebody_goes_home(clock: Clock | None) -> None:
    async def play() -> None:
        hand = ["gateau_du_lion", "herbier", "livre_a_l_envers", "chaudron", "epieu"]
        scene = Scene(
            seat("clairiere", hand=hand, character="reveur"),
            seat("clairiere", hand=["roi_des_elfes"]),
            seat("clairiere", hand=["torque"]),
            clock=clock,
        )
        for number in (1, 2):
            await scene.order(number, let_pass=True)
        orders = [scene.state(number).orders for number in range(3)]
        assert [each and each.let_pass for each in orders] == [False, True, True]
        await scene.play(0, GoHome(keys=tuple(hand)))
        assert scene.room.asked() == [1, 2]
        # Others' cards pass, though seat 2 could cancel this one; the window is as short as any.
        other = three(["esus"], ["torque"], ["ambactes"], clock=clock)
        for number in (1, 2):
            await other.order(number, let_pass=True)
        other.messages(2)
        await other.play(0, STEAL)
        assert other.room.asked() == []
        await other.after(1.11)
        assert not other.open
        # Nobody ran out of time, because nobody was asked.
        assert not [each for each in other.messages(2) if each["type"] == "notice"]
        # It can be withdrawn.
        await other.order(2)
        orders_now = other.state(2).orders
        assert orders_now is not None
        assert not orders_now.let_pass

    asyncio.run(play())


def test_an_onlooker_changes_nothing_for_a_lone_player() -> None:
    async def play() -> None:
        seen = []
        for spectators in (0, 2):
            for hand in (["ambactes"], ["torque"]):
                scene = Scene(
                    *(seat("gaulois", hand=each) for each in (["esus"], hand, ["chaudron"])),
                    seats=[BotSeat(), Friend(), BotSeat()],
                )
                scene.page(1)
                for number in range(7, 7 + spectators):
                    scene.page(number)
                async with scene.room.lock:
                    await scene.room.play_action(0, scene.game.number_of(STEAL), bot=True)
                assert scene.room.window is not None
                reaction = scene.state(1).reaction
                assert reaction is not None
                seen.append((spectators, scene.room.asked(), reaction.waits, scene.room.window.settle))
                await scene.after(1000)
                # The player is waited for as long as they like, if there is anything to choose.
                assert scene.open == (hand == ["ambactes"])
        assert (
            [each[1:] for each in seen[:2]] == [each[1:] for each in seen[2:]] == [([1], True, 0.0), ([], False, 0.0)]
        )

    asyncio.run(play())


@pytest.mark.clause("K24")
def test_who_defends_sees_the_present_hand_and_the_rest_stands_still() -> None:
    """Seat 0 draws two cards and then a bad encounter: the cards drawn are in the hand, the pile is as it was."""

    async def play() -> None:
        scene = Scene(seat("gaulois", hand=["torque"]), seat("gaulois", hand=["ambactes"]))
        game = scene.game
        before = game.view(0)
        assert isinstance(before, View)
        table = game.table
        bad = next(
            number
            for number, card in enumerate(table.cards.discoveries)  # type: ignore[attr-defined]
            if card.kind == 2 and card.world == table.worlds[table.seats[0].place]  # type: ignore[attr-defined]
        )
        pile = table.piles[table.world_of(0)]  # type: ignore[attr-defined]
        cards = [card for card in reversed(list(pile.from_top())) if card != bad]
        while pile.size():
            pile.draw()
        for card in [*cards, bad]:
            pile.put(card)
        await scene.play(0, Draw())
        window = scene.room.window
        assert window is not None
        assert scene.room.asked() == [0]
        view = scene.state(0).view
        assert isinstance(view, View)
        assert view.bad_encounter == table.cards.discoveries[bad].id  # type: ignore[attr-defined]
        assert view.players[0].hand == ("torque",)
        assert view.players[1] == before.players[1]
        assert view.piles == before.piles

    asyncio.run(play())


def test_the_present_hand_follows_from_what_happened_in_the_action() -> None:
    """In whole games, whoever defends sees exactly the hand that the rules say they have."""

    async def play(seed: int) -> tuple[int, int]:
        chance, compared, changed = FastChance.seeded(seed), 0, 0
        config = TableConfig("clef", [Friend()] * 3, f"{seed:064x}", "host", reactions=10, rules=2)
        table = GameTable("id", "ROSE-1000", config, Games().get("clef"))
        for number in range(3):
            table.apply(Sit(number, f"visitor {number}", f"P{number}", number, 0.0))
        now = 0.0
        store: Any = Memory()
        room = Room(table, store, Tables(), clock=lambda: now, timer=lambda: now)
        game = table.game
        assert game is not None
        for _ in range(200):
            if table.to_act is None:
                break
            if room.window is not None:
                if table.asks_in_secret and len(table.events()) == room.window.log_length:
                    real = game.table
                    for asked in room.asked():
                        view = room.projection().view(asked)
                        assert isinstance(view, View)
                        mine = real.names(real.seats[asked].hand)  # type: ignore[attr-defined]
                        assert list(view.players[asked].hand) == mine
                        compared += 1
                        last = table.last_action
                        assert last is not None
                        old = last.before.names(last.before.seats[asked].hand)  # type: ignore[attr-defined]
                        changed += old != mine
                now += 30
                await Driver(room).close_window()
                await room.show_window(room.window)
                continue
            if table.together:
                for number, options in table.together.items():
                    table.apply(Played(number, options[0], now))
                continue
            await room.move(table.to_act, choose(game, chance))
        return compared, changed

    found = [asyncio.run(play(seed)) for seed in range(30)]
    assert sum(compared for compared, _ in found) > 20
    assert sum(changed for _, changed in found) > 0


def test_neither_entries_nor_the_time_of_the_last_change_tell_who_could_react() -> None:
    """`changed` is in the summary, which anybody may read (K29)."""

    async def play(hand: list[str]) -> list[object]:
        scene = three(["esus"], ["torque"], hand)
        seen: list[object] = []
        await scene.play(0, STEAL)
        seen.append(summary(scene.room, None).changed)
        await scene.play(1, PASS)
        scene.now += 2
        await scene.play(2, PASS)
        scene.now += 1
        await scene.driver.close_window()
        seen.append(summary(scene.room, None).changed)
        await scene.after(0)
        seen.append(summary(scene.room, None).changed)
        closed = scene.store.entries[-1]
        assert isinstance(closed, Closed)
        return [*seen, closed.at, len(scene.messages(0))]

    assert asyncio.run(play(["ambactes"])) == asyncio.run(play(["chaudron"]))


@pytest.mark.clause("K21")
def test_a_player_refuses_everything_until_the_end_of_the_turn() -> None:
    async def play() -> None:
        scene = three(["esus", "torque"], ["ambactes"], ["chaudron"])
        await scene.play(0, Offer(seat=1, card="torque"))
        assert scene.room.asked() == [1]
        # The order answers the offer that is open, and every other one in this turn.
        await scene.order(1, refuse_trades=True)
        assert await scene.driver._step()
        assert scene.room.asked() == [0]
        assert scene.game.actions[-1] == Answer(card=None)
        order = scene.state(1).orders
        assert order is not None
        assert order.refuse_trades
        # The next turn is another one.
        scene.game.table.turn = 1  # type: ignore[attr-defined]
        order = scene.state(1).orders
        assert order is not None
        assert not order.refuse_trades

    asyncio.run(play())
