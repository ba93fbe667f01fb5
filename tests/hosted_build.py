"""Real PostgreSQL and real NATS for tests, which are skipped where there are none."""

from __future__ import annotations

import pytest

from worldgates.core.formats import FormatError
from worldgates.server import services
from worldgates.server.services import free_port

__all__ = ["Nats", "Postgres", "free_port"]


class Postgres(services.Postgres):
    def __init__(self) -> None:
        try:
            # A test kills processes, not the machine.
            super().__init__(durable=False)
        except FormatError as error:
            pytest.skip(error.message)


class Nats(services.Nats):
    def __init__(self, *options: str) -> None:
        try:
            super().__init__(*options)
        except FormatError as error:
            pytest.skip(error.message)
