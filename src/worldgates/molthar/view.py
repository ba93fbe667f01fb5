"""What a seat may see of a table (M24), built from what it knows and from nothing else."""

from __future__ import annotations

from worldgates.core.table import SPECTATOR
from worldgates.molthar import table as rules
from worldgates.molthar.cards import CHARACTERS, NO_CHARACTER
from worldgates.molthar.pearls import name, names, size
from worldgates.molthar.position import decision_of
from worldgates.molthar.table import MoltharTable, Seat


def view(table: MoltharTable, player_names: list[str], seat: int = SPECTATOR) -> dict[str, object]:
    """The table as a seat, or a spectator, sees it."""
    knows_top = seat != SPECTATOR and bool(table.top_known_by >> seat & 1)
    deciding: dict[str, object] = {"seat": None if table.over else table.to_act, "what": decision_of(table)}
    if table.decision() == rules.STEALING:
        deciding["victim"] = table.decision_detail()
    seen: dict[str, object] = {
        "game": "molthar",
        "options": {"wisp_owner_waits": table.wisp_owner_waits},
        "seat": None if seat == SPECTATOR else seat,
        "players": [
            _player(table, player, number, place, seat)
            for number, (player, place) in enumerate(zip(player_names, table.seats, strict=True))
        ],
        "pearls": {
            "market": [name(pearl) if pearl else None for pearl in table.face_up_pearls],
            "draw": table.pearls.size(),
            "discard": [name(pearl) for pearl in table.pearl_discard.from_top()],
        },
        "characters": {
            "market": [_id(kind) for kind in table.face_up_characters],
            "draw": table.characters.size(),
            "top": _id(table.characters.top()) if knows_top else None,
            "discard": [_id(kind) for kind in table.character_discard.from_top()],
        },
        "starting_seat": table.starting_seat,
        "turn": {
            "seat": table.turn,
            "actions_left": table.actions_left,
            "actions_taken": table.actions_taken,
            "swapped": table.swapped,
            "peeked": table.peeked,
            "redrew": table.redrew,
            "new_wisps": [slot for slot in (0, 1) if table.new_wisps >> slot & 1],
        },
        "round": table.round,
        "final_round": table.final_round,
        "decision": deciding,
    }
    if table.over:
        seen["payoffs"] = table.payoffs()
        seen["ranking"] = table.ranking()
    return seen


def _id(kind: int) -> str | None:
    return None if kind == NO_CHARACTER else CHARACTERS[kind].id


def _player(table: MoltharTable, player: str, number: int, place: Seat, seat: int) -> dict[str, object]:
    observer = table.observer(seat)
    return {
        "name": player,
        "hand_size": size(place.hand),
        # All of one's own hand; of other hands the pearls that are surely in them.
        "hand": names(table.knowledge.surely(observer, number)),
        "hand_limit": place.hand_limit,
        "portal": [_id(place.left), _id(place.right)],
        "activated": [_id(kind) for kind in place.activated],
        "points": place.points,
        # A face for each diamond, the one received first first; null where it is not known.
        "diamonds": [
            _id(rules.face_of(stone)) if seat != SPECTATOR and rules.knowers_of(stone) >> seat & 1 else None
            for stone in place.diamonds
        ],
        "bonus": place.bonus,
    }
