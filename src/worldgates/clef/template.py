"""The template of a card set: three files with all entries, what the book says of them, and how to fill in the rest."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from worldgates.clef.cards import (
    AS_ACTION,
    AS_PAIR,
    AS_REACTION,
    IN_PAYMENT,
    KEYS,
    ON_DRAWING,
    READERS,
    SIDES,
    EffectKind,
)
from worldgates.clef.cardset import shipped
from worldgates.clef.cardset_file import CARD_FILE, READER_FILE, WORLD_FILE
from worldgates.clef.cardset_reader import CARDS_OF_A_WORLD, HOME, MOST_OF_A_PILE
from worldgates.clef.effects import EFFECTS
from worldgates.core.formats import FormatError
from worldgates.core.text import command

# The order of the printed game, which is French.
LANGUAGES: Final = ("fr", "en", "it")

# The times at which effects apply, in the order of the template.
TIMES: Final[dict[int, str]] = {
    AS_REACTION: "In reaction to others (R, O)",
    IN_PAYMENT: "In a payment (R, O)",
    AS_ACTION: "As an action (R, O)",
    AS_PAIR: "Two cards together, in `pair` of both (R, O)",
    ON_DRAWING: "On drawing (MR)",
}

# What the book says about single cards (K30): the initial fields, and what to look up on the printed card.
KNOWN: Final[dict[str, dict[str, tuple[str, str, str]]]] = {
    "gaulois": {
        "esus": ('{ id = "" }', "", "The book has its name and its world."),
        "ambactes": (
            '{ id = "cancel", symbol = "" }',
            "",
            "The book has its name and its world: a defence against the symbol that Esus carries.",
        ),
    },
    "chasse": {
        "cor": (
            '{ id = "" }',
            '{ with = "epieu", id = "wild_ride" }',
            "The book has its name, and that it can be played with the Spear; its world is a guess.",
        ),
        "epieu": (
            '{ id = "" }',
            '{ with = "cor", id = "wild_ride" }',
            "The book has its name, and that it can be played with the Horn; its world is a guess.",
        ),
    },
    "clairiere": {
        "roi_des_elfes": (
            '{ id = "stop_move" }',
            "",
            "The book has its name, and that it can stop a character; its world is a guess.",
        ),
    },
}

_BEGIN: Final = f"""\
# La clef des mondes: the cards of your printed game. How to type them in: docs/card-sets.md.
# Write between the quotation marks that stand empty, then ask for what is still missing:
#
#     {{command}} cards check {{folder}}
#
# A line that begins with # is a note: you may delete it. A " inside a text is written \\".
# The keys (K8): {", ".join(KEYS)}, which is magic, knowledge, combat, death, love.
# Texts stand in three languages; if you need one only, write the same text three times.
"""

_WORLDS: Final = """
# Worlds (K2, K9).
#   id     fixed, because positions and records name the worlds by it
#   name   may be changed
#   keys   the key on each side of the card, as it lies upright, or "none" where it shows no key; Kernault has none
"""

_READERS: Final = """
# Readers, the characters of the game (K12).
#   id             any id you like: letters from a to z, digits and _; no two cards, readers and worlds share one
#   name           as printed
#   key            the reader's own key
#   needs          the three keys it needs to go home
#   presentation   what is printed about it, or a line of your own
"""

_CARDS: Final = """
# Discovery cards, eight for each world (K13 to K17).
#   id        any id you like: letters from a to z, digits and _; no two cards, readers and worlds share one
#   world     the world it comes from
#   kind      R for an encounter, O for an object, MR for a bad encounter
#   key       R and O: the key it carries; MR: leave it empty
#   attack    MR: the symbol of its attack; R and O: leave it empty
#   effect    what it does: one of the effects below with its parameters, as in { id = "draw", n = 2 }
#   reaction  only for a card that can also be played in reaction: cancel or stop_move, written like an effect
#   pair      only for two cards that can be played together: the id of the other, and the effect of both
#   name      as printed
#   flavour   what is printed on it, or a line of your own; players read it beside what the effect does
#
# The effects, each with its clause in the rules (docs/rules/clef.md). Take the one that comes closest.
"""


def files(folder: str = "DIR") -> dict[str, str]:
    """The files of a template by name; `folder` is the path that the user gave."""
    # A folder's name with unprintable characters, such as a line break, cannot be part of a comment.
    begin = _BEGIN.format(command=command(), folder=shlex.quote(folder) if folder.isprintable() else "DIR")
    return {
        WORLD_FILE: begin + _WORLDS + _worlds(),
        READER_FILE: begin + _READERS + _readers(),
        CARD_FILE: begin + _CARDS + _effects() + _cards(),
    }


def write(folder: Path) -> list[Path]:
    """Write a template into a new or empty folder; nothing is ever overwritten."""
    if folder.exists():
        if not folder.is_dir():
            raise FormatError("this is a file: name a folder that does not exist yet", str(folder))
        if any(folder.iterdir()):
            raise FormatError("this folder is not empty: name one that is empty or does not exist yet", str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in files(str(folder)).items():
        with (folder / name).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        written.append(folder / name)
    return written


def pattern(effect: EffectKind) -> str:
    """An effect as written in a card, with all values that each parameter may have."""
    parts = [f'id = "{effect.id}"', *(_parameter(name, kind) for name, kind in effect.parameters.items())]
    # Which of them are allowed depends on `how`.
    further = [_parameter(name, kind) for more in effect.variants.values() for name, kind in more.items()]
    if further:
        parts.append(" or ".join(dict.fromkeys(further)))
    return "{ " + ", ".join(parts) + " }"


def _parameter(name: str, kind: str) -> str:
    values = {
        "number": f"1 to {MOST_OF_A_PILE}",
        "key": "a key",
        "keys": "[keys]",
        "world": '"opposite", "neighbour" or a world',
    }
    return f"{name} = " + (values.get(kind) or " or ".join(f'"{word}"' for word in kind.split()))


def _effects() -> str:
    lines = []
    for when, title in TIMES.items():
        lines.append(f"#   {title}:")
        for effect in EFFECTS.values():
            if effect.kind.when == when:
                lines.append(f"#     {effect.kind.clause:<4} {pattern(effect.kind)}")
                lines.append(f"#            {effect.kind.about}")
    return "\n".join(lines) + "\n"


def _texts(names: dict[str, str] | None = None) -> str:
    texts = names or dict.fromkeys(LANGUAGES, "")
    return "{ " + ", ".join(f'{language} = "{texts[language]}"' for language in LANGUAGES) + " }"


def _worlds() -> str:
    text = ""
    for world in shipped().worlds:
        text += f'\n[[world]]\nid = "{world.id}"\nname = {_texts(world.names)}\n'
        if world.id != HOME:
            text += "keys = { " + ", ".join(f'{side} = ""' for side in SIDES) + " }\n"
    return text


def _readers() -> str:
    text = ""
    for number in range(1, READERS + 1):
        text += f'\n[[reader]]\nid = "reader_{number}"\nname = {_texts()}\nkey = ""\nneeds = ["", "", ""]\n'
        text += f"presentation = {_texts()}\n"
    return text


def _cards() -> str:
    names = {card.id: card.names for card in shipped().discoveries}
    text = ""
    for world in shipped().worlds[1:]:
        title = f"{world.names['fr']} ({world.names['en']})"
        text += f"\n\n# {title}: {CARDS_OF_A_WORLD} cards.\n"
        known = KNOWN.get(world.id, {})
        for number in range(1, CARDS_OF_A_WORLD + 1):
            id = list(known)[number - 1] if number <= len(known) else f"{world.id}_{number}"
            effect, pair, note = known.get(id, ('{ id = "" }', "", ""))
            text += f"\n# {note}" if note else ""
            text += f'\n[[discovery]]\nid = "{id}"\nworld = "{world.id}"\nkind = ""\nkey = ""\nattack = ""\n'
            text += f"effect = {effect}\n"
            text += f"pair = {pair}\n" if pair else ""
            text += f"name = {_texts(names.get(id))}\nflavour = {_texts()}\n"
    return text
