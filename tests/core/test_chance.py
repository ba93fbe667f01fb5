from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import u8

from worldgates.core.chance import Chance, FairChance, FastChance, commitment
from worldgates.core.streams import read_stream, seeded, write_stream

SECRET = bytes(range(32))


def words(chance: Chance, number: int = 20) -> list[int]:
    return [chance.word() for _ in range(number)]


def both_kinds() -> list[Chance]:
    return [FastChance.seeded(7), FairChance(SECRET)]


def test_the_numbers_of_a_seed_never_change() -> None:
    assert words(FastChance.seeded(7), 4) == [3891143111, 2994695642, 1852364411, 1948228013]
    assert words(FairChance(SECRET), 4) == [2857021352, 1555898320, 2400064135, 2609908029]


@given(st.integers(0, 2**64 - 1))
def test_the_same_seed_gives_the_same_numbers(seed: int) -> None:
    assert words(FastChance.seeded(seed)) == words(FastChance.seeded(seed))


def test_other_seeds_and_branches_give_other_numbers() -> None:
    streams = [FastChance.branch(seed, number) for seed in (0, 1, 2**63) for number in range(5)]
    assert len({tuple(words(stream)) for stream in streams}) == 15


@pytest.mark.parametrize("chance", both_kinds())
def test_a_copy_goes_on_with_the_same_numbers(chance: Chance) -> None:
    words(chance, 21)
    twin = chance.copy()
    assert words(chance) == words(twin)


@pytest.mark.parametrize("chance", both_kinds())
def test_a_stream_that_is_written_and_read_goes_on_with_the_same_numbers(chance: Chance) -> None:
    words(chance, 37)
    written = write_stream(chance)
    assert written is not None
    assert words(read_stream(written, "chance")) == words(chance)


@pytest.mark.parametrize("chance", both_kinds())
def test_every_number_below_n_is_as_likely_as_the_others(chance: Chance) -> None:
    counts = Counter(chance.below(7) for _ in range(14_000))
    assert set(counts) == set(range(7))
    assert all(1_820 < count < 2_180 for count in counts.values())


def test_below_one_is_nought() -> None:
    assert FastChance.seeded(1).below(1) == 0


@pytest.mark.parametrize("chance", both_kinds())
def test_every_order_of_a_shuffle_is_as_likely_as_the_others(chance: Chance) -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        cards = vec[u8]([u8(1), u8(2), u8(3)])
        chance.shuffle(cards)
        counts[tuple(int(card) for card in cards)] += 1
    assert len(counts) == 6
    assert all(1_800 < count < 2_200 for count in counts.values())


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        FastChance.seeded(seed)


@pytest.mark.parametrize("seed", [b"short", bytes(65)])
def test_a_secret_seed_has_16_to_64_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="16 to 64"):
        FairChance(seed)


def test_the_commitment_binds_to_the_seed_and_is_not_a_number_of_its_stream() -> None:
    assert commitment(SECRET) != commitment(bytes(32))
    assert len(commitment(SECRET)) == 64
    stream = b"".join(word.to_bytes(4, "little") for word in words(FairChance(SECRET), 64)).hex()
    assert commitment(SECRET)[:16] not in stream


def test_a_number_seeds_the_fast_stream_and_hexadecimal_digits_the_fair_one() -> None:
    assert isinstance(seeded(7), FastChance)
    assert isinstance(seeded(SECRET.hex()), FairChance)
