"""What a bot needs to take a seat at a table of people: a name, and a random stream."""

from __future__ import annotations

import hashlib
from typing import Final

from worldgates.core.chance import FastChance

# One more than the bots at a table with one person: the person may have one of these names too.
BOT_NAMES: Final = ("Bruno", "Clea", "Dario", "Elsa", "Fabio")


def bot_chance(seed: int | str, purpose: int | str) -> FastChance:
    """A bot's random stream. It is derived from the game's seed and reveals nothing about the game's own stream.

    `purpose` distinguishes the streams of one game, for example by the number of the seat.
    """
    digest = hashlib.blake2b(f"{seed} {purpose}".encode(), digest_size=8, person=b"worldgates bot").digest()
    return FastChance.seeded(int.from_bytes(digest, "little"))
