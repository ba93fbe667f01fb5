"""An honest record is found honest, and each kind of tampering is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import worldgates as wg
from worldgates.api.verify import Finding, verify
from worldgates.bots.ladder import make_policy
from worldgates.bots.policy import decide
from worldgates.core.chance import FastChance, commitment
from worldgates.core.text import words

Record = dict[str, Any]
SEED = "5eed" * 16
NOTED = commitment(bytes.fromhex(SEED))


def recorded(name: str) -> Record:
    """A whole game with a fair seed, as a server records it."""
    game = wg.new(name, ["Ada", "Bo", "Cleo"], SEED)
    policy = make_policy("greedy", name, FastChance.seeded(1))
    while not game.over:
        game.play_number(decide(policy, game.table))
    return {**game.record.to_dict(), "commitment": NOTED}


RECORDS = {name: recorded(name) for name in ("molthar", "clef")}


def check(record: object, noted: str = "") -> list[Finding]:
    return verify(record, words("en"), noted)


@pytest.mark.parametrize("name", ["molthar", "clef"])
@pytest.mark.parametrize("noted", ["", NOTED, f" {NOTED.upper()} "])
def test_an_honest_record_is_confirmed(name: str, noted: str) -> None:
    found = check(RECORDS[name], noted)
    assert [(finding.about, finding.good) for finding in found] == [
        ("seed", True),
        ("decision", True),
        ("result", True),
    ]
    assert NOTED[:12] in found[0].text
    assert str(len(RECORDS[name]["actions"])) in found[1].text


def other_seed(record: Record) -> None:
    record["seed"] = "5eee" + SEED[4:]


def other_seed_and_commitment(record: Record) -> None:
    record["seed"] = "5eee" + SEED[4:]
    record["commitment"] = commitment(bytes.fromhex(record["seed"]))


def other_commitment(record: Record) -> None:
    record["commitment"] = "0" * 64


def no_commitment(record: Record) -> None:
    del record["commitment"]


def a_number_for_a_seed(record: Record) -> None:
    record["seed"] = 7


def a_decision_left_out(record: Record) -> None:
    del record["actions"][5]


def a_decision_of_another_kind(record: Record) -> None:
    record["actions"][5] = {"do": "fly"}


def a_decision_too_many(record: Record) -> None:
    record["actions"].append(record["actions"][-1])


def the_last_decision_left_out(record: Record) -> None:
    del record["actions"][-1]


def another_winner(record: Record) -> None:
    payoffs = record["result"]["payoffs"]
    payoffs.append(payoffs.pop(0))


def no_result(record: Record) -> None:
    record["result"] = None


def a_player_less(record: Record) -> None:
    del record["players"][2]


def another_first_player(record: Record) -> None:
    record["starting_seat"] = 0 if record.get("starting_seat") == 1 else 1


def other_options(record: Record) -> None:
    name = next(iter(record["options"]))
    record["options"][name] = "yes"


def other_cards(record: Record) -> None:
    record["cards"] = "mine-0000000000000000"


def another_format(record: Record) -> None:
    record["worldgates"] = 2


TAMPERING: list[tuple[Callable[[Record], None], str]] = [
    (other_seed, "seed"),
    (other_commitment, "seed"),
    (no_commitment, "seed"),
    (a_number_for_a_seed, "seed"),
    (a_decision_left_out, "decision"),
    (a_decision_of_another_kind, "decision"),
    (a_decision_too_many, "end"),
    (the_last_decision_left_out, "end"),
    (another_winner, "result"),
    (no_result, "result"),
    (a_player_less, "decision"),
    (another_first_player, "decision"),
    (other_options, "form"),
    (another_format, "form"),
]


@pytest.mark.parametrize("name", ["molthar", "clef"])
@pytest.mark.parametrize(("tamper", "about"), TAMPERING, ids=lambda value: getattr(value, "__name__", value))
def test_tampering_is_named(name: str, tamper: Callable[[Record], None], about: str) -> None:
    record = copy.deepcopy(RECORDS[name])
    tamper(record)
    wrong = [finding for finding in check(record) if not finding.good]
    assert about in [finding.about for finding in wrong]


def test_other_cards_are_named() -> None:
    record = copy.deepcopy(RECORDS["clef"])
    other_cards(record)
    assert [(finding.about, finding.good) for finding in check(record)] == [("cards", False)]


def test_a_commitment_noted_before_the_game_cannot_be_exchanged() -> None:
    record = copy.deepcopy(RECORDS["molthar"])
    other_seed_and_commitment(record)
    assert [finding.good for finding in check(record) if finding.about == "seed"] == [True]
    assert [finding.good for finding in check(record, NOTED) if finding.about == "seed"] == [False]


def test_a_game_that_all_others_gave_up_is_over() -> None:
    record = copy.deepcopy(RECORDS["molthar"])
    del record["actions"][10:]
    record["result"] = None
    assert not check(record)[-1].good
    record["resigned"] = [0, 2]
    assert check(record)[-1] == Finding("end", True, "The game ended because everybody else resigned.")


@pytest.mark.parametrize("what", [None, 7, [], {}, {"worldgates": 1}, {"worldgates": 1, "game": "chess"}])
def test_what_is_no_record_is_said_to_be_none(what: object) -> None:
    assert [(finding.about, finding.good) for finding in check(what)] == [("form", False)]
