"""Rate limits: a burst, a rate, one limit per network, and no way to have all limits forgotten."""

from __future__ import annotations

import pytest

from worldgates.server.ratelimit import RateLimiter, TokenBucket, network


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(3, 0.5, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 2.0
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("203.0.113.7", "203.0.113.8", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("", "testclient", False),
    ],
)
def test_limits_count_a_network_and_not_each_of_its_addresses(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) == same


def test_many_addresses_push_out_old_limits_but_not_all() -> None:
    limiter = RateLimiter(max_buckets=100, clock=Clock())
    assert not all(limiter.allows("guesser", 10, 0) for _ in range(11))
    for number in range(10_000):
        limiter.allows(f"visitor {number}", 1, 0)
        # Whoever goes on trying stays limited, however many others there are.
        assert not limiter.allows("guesser", 10, 0)
    assert not limiter.allows("visitor 9999", 1, 0)
    # Only what was used longest ago is forgotten.
    assert limiter.allows("visitor 0", 1, 0)


def test_what_is_taken_at_one_server_is_missing_at_the_others() -> None:
    now = [0.0]
    one, other = (RateLimiter(clock=lambda: now[0]) for _ in range(2))
    one.on_taken, other.on_taken = other.spend, one.spend
    allowed = [(one, other)[number % 2].allows("tables of Ada", 20, 0.05) for number in range(60)]
    assert allowed == [True] * 20 + [False] * 40
    # A question whether there is anything left costs nothing anywhere.
    assert one.allows("codes", 5, 0.0, cost=0.0)
    assert [other.allows("codes", 5, 0.0) for _ in range(6)] == [True] * 5 + [False]
    # What was taken at the same time at both is paid back later, at most another burst.
    for _ in range(1000):
        one.spend("tables of Bo", 20, 1.0, 1.0)
    now[0] += 30
    assert [one.allows("tables of Bo", 20, 1.0) for _ in range(11)] == [True] * 10 + [False]
