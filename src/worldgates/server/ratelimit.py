"""Rate limits per visitor, per network address and per WebSocket."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
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

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """One bucket per key. When there are too many, the least recently used one is evicted."""

    def __init__(self, max_buckets: int = MAX_BUCKETS, clock: Callable[[], float] = monotonic) -> None:
        self._max_buckets = max_buckets
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def allows(self, key: str, burst: float, per_second: float) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(burst, per_second, self._clock)
            if len(self._buckets) > self._max_buckets:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()


def network(host: str) -> str:
    """The network that an address belongs to, as rate limits count it.

    A host with one IPv6 address usually has the whole /64 network, so that network counts as one.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"
