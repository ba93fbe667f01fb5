"""What the page says is missing for a character, against what the rules accept as a payment."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement
from random import Random

import pytest
from client_fixtures import Client
from librt.vecs import vec
from mypy_extensions import i64

from worldgates.molthar.cards import CHARACTERS, DIAMONDS_LOWER, ONES_AS_EIGHT, THREES_AS_ANYTHING, Character
from worldgates.molthar.game import GAME
from worldgates.molthar.payment import Purse
from worldgates.molthar.pearls import bag_of

CASES = 400

pytestmark = pytest.mark.xdist_group("client")


def bag(values: list[int]) -> int:
    return sum(bag_of(value) for value in values)


def payable(character: Character, hand: list[int], means: dict[str, object], diamonds: int) -> bool:
    powers = (
        (THREES_AS_ANYTHING if means["imp"] else 0)
        | (ONES_AS_EIGHT if means["boy"] else 0)
        | (DIAMONDS_LOWER if means["lower"] else 0)
    )
    purse = Purse(bag(hand), bag(means["pictured"]), means["wild"], diamonds, powers, vec[i64]())  # type: ignore[arg-type]
    purse.pay_for(character, 0)
    return len(purse.actions) > 0


def fewest(character: Character, means: dict[str, object], diamonds: int, most: int) -> int:
    """How many pearls more would do, tried out; one more than `most` if that many would not."""
    hand: list[int] = means["hand"]  # type: ignore[assignment]
    for number in range(most + 1):
        for more in combinations_with_replacement(range(1, 9), number):
            if payable(character, [*hand, *more], means, diamonds):
                return number
    return most + 1


def test_the_page_names_as_few_pearls_as_would_do(client: Client) -> None:
    random = Random(4)
    requirements = {card["id"]: card["requirement"] for card in GAME.cards("en")}
    cases = []
    for _ in range(CASES):
        character = random.choice(CHARACTERS)
        means: dict[str, object] = {
            "hand": sorted(random.choices(range(1, 9), k=random.randint(0, 6))),
            "pictured": random.choices(range(1, 9), k=random.choice((0, 0, 1, 2))),
            "wild": random.choice((0, 0, 0, 1)),
            "imp": random.random() < 0.25,
            "boy": random.random() < 0.25,
            "lower": random.random() < 0.25,
            "diamonds": random.choice((0, 0, 1, 2, 3)),
        }
        cases.append((character, means))
    asked = "".join(json.dumps(["missing", requirements[who.id], means]) + "\n" for who, means in cases)
    done = client.run("node", "harness/ask.mjs", "src/games/molthar/logic.ts", text=asked)
    assert done.returncode == 0, done.stdout
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == CASES
    seen = set()
    for (character, means), answer in zip(cases, answers, strict=True):
        have: int = means["diamonds"]  # type: ignore[assignment]
        assert answer["diamonds"] == max(0, character.asks_diamonds - have)
        diamonds, pearls = have + answer["diamonds"], answer["pearls"]
        assert payable(character, [*means["hand"], *pearls], means, diamonds), (character.id, means, answer)  # type: ignore[misc]
        most = 3
        needed = fewest(character, means, diamonds, most)
        assert min(len(pearls), most + 1) == needed, (character.id, means, answer)
        seen.add(needed)
    assert seen == {0, 1, 2, 3, 4}
