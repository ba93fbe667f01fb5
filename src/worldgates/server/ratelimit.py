"""Rate limits per visitor, per network address and per WebSocket."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic
from typing import Final

MAX_BUCKETS: Final = 50_000


class TokenBucket:
    """A token bucket: a burst, then a rate per second."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.burst = burst
        self.per_second = per_second
        self._clock = clock
        self._left = burst
        self._at = clock()

    @property
    def left(self) -> float:
        """How many tokens were there when somebody last took some."""
        return self._left

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens, if there are as many, and at least one. More than a whole burst costs a whole burst."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        cost = min(cost, self.burst)
        if self._left < max(1.0, cost):
            return False
        self._left -= cost
        return True

    def spend(self, cost: float) -> None:
        """Take tokens whether or not they are there, at most another whole burst."""
        self.take(0.0)
        self._left = max(-self.burst, self._left - min(cost, self.burst))


class RateLimiter:
    """One bucket per key. When there are too many, the least recently used one is evicted."""

    def __init__(self, max_buckets: int = MAX_BUCKETS, clock: Callable[[], float] = monotonic) -> None:
        self._max_buckets = max_buckets
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        # Called with what was taken, for other servers whose limits are the same.
        self.on_taken: Callable[[str, float, float, float], None] = lambda *_: None

    def allows(self, key: str, burst: float, per_second: float, cost: float = 1.0) -> bool:
        if not self._bucket(key, burst, per_second).take(cost):
            return False
        if cost > 0:
            self.on_taken(key, burst, per_second, cost)
        return True

    def spend(self, key: str, burst: float, per_second: float, cost: float) -> None:
        """Somebody took this at another server."""
        self._bucket(key, burst, per_second).spend(cost)

    def _bucket(self, key: str, burst: float, per_second: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(burst, per_second, self._clock)
            if len(self._buckets) > self._max_buckets:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket


def may_create_table(limiter: RateLimiter, visitor: str, network: str) -> bool:
    """The rate of new tables, by whichever way."""
    return limiter.allows(f"tables {visitor}", 20, 0.05) and limiter.allows(f"tables {network}", 200, 1)


def network(host: str) -> str:
    """The network that an address belongs to, as rate limits count it.

    A host with one IPv6 address usually has the whole /64 network, so that network counts as one.
    """
    return _masked(host, 32, 64)


def wide_network(host: str) -> str:
    """A larger network around an address: many hosts, or one that has many addresses."""
    return _masked(host, 24, 48)


def _masked(host: str, bits: int, bits_v6: int) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> 128 - bits_v6 << 128 - bits_v6)}/{bits_v6}"
    return str(address) if bits == 32 else f"{IPv4Address(int(address) >> 32 - bits << 32 - bits)}/{bits}"
