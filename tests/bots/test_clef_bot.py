"""The greedy bot for La clef des mondes: what it does in positions that leave no doubt, and over many games."""

from __future__ import annotations

import pytest
from clef_build import LaidWorlds, at_worlds, go_home, seat
from librt.vecs import append
from mypy_extensions import u8

from worldgates.bots.clef import NUMBERS, Valuation, Weights
from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.clef import GAME, AnyAction, GoHome, PlayEffect, React, Reveal
from worldgates.clef.cardset import shipped
from worldgates.clef.events import (
    GoHomePlayed,
    MoveStopped,
    TradeAnswered,
    TradeOffered,
    TradeRefused,
    TravelPlayed,
    TurnBegan,
)
from worldgates.clef.table import EFFECT, OFFER, TRAVEL, doing, played
from worldgates.core.chance import FastChance
from worldgates.core.shapes import Event
from worldgates.lab.simulate import make_plan, play_games, replayed

# Leaving the Wild Hunt downwards costs knowledge; the Dreamer needs love, knowledge and death.
HOME = ["cor", "carte_ancienne", "boussole_affolee", "chaudron"]


def decisions(table: LaidWorlds, times: int = 20) -> list[AnyAction]:
    """What the bot decides, with so many different whims and guesses."""
    found = []
    for number in range(times):
        action = decide(make_policy("greedy", "clef", FastChance.branch(number, 1)), table.table)
        found.append(GAME.decode(table.table, action))
    return found


def test_it_wins_more_than_95_percent_against_random() -> None:
    tally = play_games(make_plan("clef", ("greedy", "random"), 200, 1), 0, 200)
    assert tally.wins[0] / tally.games > 0.95


def test_games_among_greedy_bots_end() -> None:
    for players in (2, 3):
        tally = play_games(make_plan("clef", ("greedy",) * players, 60, 3), 0, 60)
        assert tally.unfinished == 0


def test_it_uses_every_kind_of_action_trades_and_defends_itself() -> None:
    tally = play_games(make_plan("clef", ("greedy",) * 4, 60, 2), 0, 60)
    assert set(tally.total("actions")) == {
        "draw",
        "discard",
        "travel",
        "go_home",
        "effect",
        "reveal",
        "trade",
        "pass",
    }
    assert tally.total("trades")["made"] > 15
    assert tally.total("reactions")["defend"] > 20
    assert tally.total("reactions")["cancel"] > 3
    assert len(tally.total("effects")) >= 11


def test_it_goes_home_when_it_can() -> None:
    table = at_worlds(seat("chasse", HOME, "reveur"), seat("gaulois"))
    assert all(isinstance(decision, GoHome) for decision in decisions(table))


def test_it_shields_itself_before_it_goes_home_among_others() -> None:
    table = at_worlds(seat("chasse", [*HOME, "torque"], "reveur"), seat("chasse", ["epieu", "veneur"]))
    assert all(decision == PlayEffect(cards=("torque",)) for decision in decisions(table))
    alone = at_worlds(seat("chasse", [*HOME, "torque"], "reveur"), seat("gaulois", ["epieu"]))
    assert all(isinstance(decision, GoHome) for decision in decisions(alone))


def test_it_keeps_others_from_going_home() -> None:
    for card in ("veneur", "filet_du_belluaire"):
        table = at_worlds(seat("chasse", HOME, "reveur"), seat("chasse", [card]))
        table.play(go_home(*HOME))
        assert all(isinstance(decision, React) and decision.card == card for decision in decisions(table))


def test_it_reveals_its_character_for_the_key_that_is_missing() -> None:
    # Knowledge is missing, and the Scholar has it.
    table = at_worlds(seat("chasse", ["epieu", "cor", "torque"], "erudite"), seat("gaulois"), actions=1, drawn=True)
    assert all(decision == Reveal() for decision in decisions(table))


# Long games.


def test_its_whim_is_bounded_and_returns_to_calm() -> None:
    weights = Weights({})
    restless = [weights.restless(round) for round in range(1, 1000)]
    assert max(restless) < NUMBERS["period"]
    assert restless[: int(NUMBERS["patience"])] == [0.0] * int(NUMBERS["patience"])
    assert restless.count(0.0) > 100


def test_a_game_against_random_ends() -> None:
    for players in (2, 3):
        bots = ("easy", *("random",) * (players - 1))
        assert play_games(make_plan("clef", bots, 200, 8), 0, 200).unfinished == 0


def test_in_an_endless_game_no_hand_is_worth_staying_for() -> None:
    def best_way_out(round: int) -> float:
        table = at_worlds(seat("chasse", HOME, "reveur"), seat("gaulois"), round=round).table
        moment = Valuation(table, Weights({}))
        return max(moment.value(action) for action in table.actions() if doing(action) == TRAVEL)

    # With a hand that leads home at once.
    assert best_way_out(2) < -NUMBERS["worst"]
    assert best_way_out(43) >= -NUMBERS["worst"]


# Trades.


@pytest.fixture(scope="module")
def journals() -> list[list[Event]]:
    """The events of some games."""
    plan = make_plan("clef", ("easy",) * 4, 40, 6)
    return [[entry.event for entry in replayed(plan, number).table.journal or ()] for number in range(40)]


def test_it_never_offers_the_same_card_twice_while_it_has_it(journals: list[list[Event]]) -> None:
    offers = 0
    for events in journals:
        offered: set[tuple[int, str | None]] = set()
        for event in events:
            if isinstance(event, TradeOffered):
                assert (event.seat, event.card) not in offered
                offered.add((event.seat, event.card))
                offers += 1
            elif not isinstance(event, TradeAnswered | TradeRefused | TurnBegan):
                gone = {getattr(event, "card", None), *(getattr(event, "cards", None) or ())}
                offered = {(seat, card) for seat, card in offered if card not in gone}
    assert offers > 20


def test_it_goes_on_after_a_refusal_with_both_actions(journals: list[list[Event]]) -> None:
    # A refused offer costs no action (K21): the turn still has a draw, an effect or a way.
    after = [
        events[index + 1]
        for events in journals
        for index, event in enumerate(events[:-1])
        if isinstance(event, TradeRefused)
    ]
    assert len(after) > 10
    assert sum(isinstance(event, TurnBegan) for event in after) < 0.2 * len(after)


def test_it_offers_only_what_another_plausibly_wants() -> None:
    # The Goth needs knowledge, combat and love; the Dreamer has a card too many.
    for card, wanted in (("epieu", True), ("gateau_du_lion", False)):
        other = seat("conan", ["chaudron", "torque", "herbier", "cor"], "gothique", revealed=True)
        table = at_worlds(seat("conan", [card], "reveur", revealed=True), other, drawn=True).table
        moment = Valuation(table, Weights({}))
        offers = [moment.value_of_offer(action, 0.0) for action in table.actions() if doing(action) == OFFER]
        assert offers
        assert (max(offers) > 0.0) is wanted, card


def test_a_search_is_worth_no_more_than_the_best_exchange_for_the_card_played() -> None:
    # Otherwise it would play two keys that it needs in turns, each to find the other.
    hand = ["dame_des_bois", "miche_du_voyageur"]
    table = at_worlds(
        seat("milieu", hand, "gothique", key_spent=True), seat("gaulois"), drawn=True, actions=1, cards=shipped()
    ).table
    moment = Valuation(table, Weights({}))
    pile = table.piles[table.worlds[table.seats[0].place]]
    found = 0
    for action in table.actions():
        if doing(action) == EFFECT and table.cards.discoveries[played(action, 0)].effect.id == "search":
            left = moment.after_playing(action)
            hands = [left, *(append(left[:], u8(pile.at(depth))) for depth in range(pile.size()))]
            best = max(moment.worth(each) for each in hands) - moment.now
            assert moment.value(action) <= NUMBERS["playing"] + best + 1e-9
            found += 1
    assert found == 1


def test_it_holds_others_back_on_their_way_not_only_before_home(journals: list[list[Event]]) -> None:
    # Who is stopped is held until their next turn (E2).
    held = 0
    for events in journals:
        travels = False
        for event in events:
            if isinstance(event, TravelPlayed | GoHomePlayed):
                travels = isinstance(event, TravelPlayed)
            elif isinstance(event, MoveStopped):
                held += travels
    assert held > 3
