"""What a seat at a table of people needs so that a bot can take it: a name, and a stream of chance."""

from __future__ import annotations

import hashlib
from typing import Final

from worldgates.core.chance import FastChance

# One more than there are bots at a table with one person: the person may have one of these names too.
BOT_NAMES: Final = ("Bruno", "Clea", "Dario", "Elsa", "Fabio")


def bot_chance(seed: int | str, purpose: int | str) -> FastChance:
    """A bot's stream of chance. It follows from the game's seed and gives nothing away about the game's own stream.

    `purpose` tells the streams of one game apart, such as the number of the seat.
    """
    digest = hashlib.blake2b(f"{seed} {purpose}".encode(), digest_size=8, person=b"worldgates bot").digest()
    return FastChance.seeded(int.from_bytes(digest, "little"))
