"""The tables of docs/environments.md, generated from the encoders.

python tools/environment_tables.py            writes them into the page
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from worldgates.core.gametype import NAMES, Games
from worldgates.envs.encoder import Encoder
from worldgates.envs.encoders import encoder_of

TARGET: Final = Path(__file__).resolve().parent.parent / "docs" / "environments.md"
# The tables are those of a game with so many players.
PLAYERS: Final = 2


def parts(encoder: Encoder) -> str:
    lines = ["| part | shape | numbers | meaning |", "|---|---|---|---|"]
    for part in encoder.parts:
        shape = " by ".join(map(str, part.shape))
        kind = "choice" if part.choice else "count"
        lines.append(f"| `{part.name}` | {shape} | {kind}, 0 to {part.high} | {part.about} |")
    return "\n".join(lines)


def actions(encoder: Encoder) -> str:
    """Without sizes: those of La clef des mondes depend on the card set."""
    lines = ["| action | number, counted from the first of its kind |", "|---|---|"]
    lines += [f"| `{group.name}` | {group.about} |" for group in encoder.groups]
    return "\n".join(lines)


def page() -> str:
    """The page with the tables as they are now."""
    text = TARGET.read_text(encoding="utf-8")
    for name in NAMES:
        encoder = encoder_of(Games().get(name), PLAYERS)
        for title, table in (("parts", parts(encoder)), ("actions", actions(encoder))):
            mark = f"<!-- {name} {title} -->"
            before, _, after = text.split(mark)
            text = f"{before}{mark}\n\n{table}\n\n{mark}{after}"
    return text


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
