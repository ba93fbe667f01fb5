"""The metrics of the server, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()

MOVES: Final = Counter("worldgates_moves", "Moves that were played", ["game", "by"], registry=REGISTRY)
GAMES: Final = Counter(
    "worldgates_games",
    "Games: began, over, abandoned",
    ["game", "what"],
    registry=REGISTRY,
)
REFUSED: Final = Counter("worldgates_refused", "Requests that were rejected", ["code"], registry=REGISTRY)
NOTICES: Final = Counter(
    "worldgates_notices",
    "Notices: sent, failed, given_up",
    ["outcome"],
    registry=REGISTRY,
)
PAGES: Final = Gauge("worldgates_pages", "Pages connected to tables", registry=REGISTRY)
TABLES: Final = Gauge("worldgates_tables", "Tables in memory", ["status"], registry=REGISTRY)
MOVE_SECONDS: Final = Histogram(
    "worldgates_move_seconds",
    "From a move's arrival until it is on disk and queued for every page",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5),
    registry=REGISTRY,
)


def text() -> bytes:
    return generate_latest(REGISTRY)
