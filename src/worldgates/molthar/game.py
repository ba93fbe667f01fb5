"""Molthar as the rest of the program sees it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from worldgates.core import formats
from worldgates.core.chance import Chance
from worldgates.core.games import Game, Watcher
from worldgates.core.lesson import Lesson, read_lesson
from worldgates.core.table import Event, RuleError, Table
from worldgates.molthar import actions, position, reasons
from worldgates.molthar.cards import CHARACTERS
from worldgates.molthar.position import Options
from worldgates.molthar.table import MAX_PLAYERS, MIN_PLAYERS, MoltharTable
from worldgates.molthar.text import MoltharText
from worldgates.molthar.view import view


class MoltharWatcher(Watcher):
    """Counts the characters that each seat activated."""

    def end(self, table: Table) -> None:
        for seat, player in enumerate(_molthar(table).seats):
            for kind in player.activated:
                self.count("activated", seat, CHARACTERS[kind].id)


# Cards turned up, looked at or shuffled. A diamond comes face down.
_REVEALING = frozenset(("reveal_pearl", "reveal_character", "swap_symbol", "shuffle", "rob", "peek", "redraw"))


_LESSON = Path(__file__).parent / "data" / "lesson.json"


class Molthar(Game):
    id = "molthar"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    max_rounds = 500

    def options(self, value: object, where: str = "options") -> dict[str, object]:
        return {"wisp_owner_waits": formats.read(value, Options, where).wisp_owner_waits}

    def new(
        self,
        players: int,
        chance: Chance,
        options: dict[str, object],
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> MoltharTable:
        return MoltharTable.new(
            players,
            chance=chance,
            wisp_owner_waits=bool(options["wisp_owner_waits"]),
            starting_seat=starting_seat,
            journal=journal,
        )

    def read_position(self, value: object, where: str = "") -> tuple[Table, list[str]]:
        return position.read_position(value, where)

    def write_position(self, table: Table, player_names: list[str], seed: int | str | None) -> dict[str, object]:
        return position.write_position(_molthar(table), player_names, seed)

    def options_of(self, table: Table) -> dict[str, object]:
        return {"wisp_owner_waits": _molthar(table).wisp_owner_waits}

    def view(self, table: Table, player_names: list[str], seat: int) -> dict[str, object]:
        return view(_molthar(table), player_names, seat)

    def action_to_object(self, table: Table, action: int) -> dict[str, object]:  # noqa: ARG002
        return actions.to_object(action)

    def action_from_object(self, table: Table, value: object, where: str = "action") -> int:  # noqa: ARG002
        return actions.from_object(value, where)

    def decision(self, table: Table) -> str:
        return position.decision_of(_molthar(table))

    def why_not(self, table: Table, action: int) -> RuleError:
        return reasons.why_not(_molthar(table), action)

    def reveals(self, event: Event) -> bool:
        return event.what in _REVEALING or bool(event.secret) or event.facts.get("from") == "pile"

    def scores(self, table: Table) -> list[int]:
        return [int(seat.points) for seat in _molthar(table).seats]

    def starting_seat(self, table: Table) -> int:
        return int(_molthar(table).starting_seat)

    def watcher(self, players: int) -> MoltharWatcher:
        return MoltharWatcher(players)

    def cards(self, language: str) -> list[dict[str, object]]:
        text = self.text(language)
        return [
            {
                "id": character.id,
                "name": text.card(character.id),
                "copies": int(character.copies),
                "requirement": character.requirement,
                "points": int(character.points),
                "diamonds": int(character.diamonds),
                "colour": character.colour,
                "timing": character.timing,
                "ability": character.ability,
                "text": text.ability(character),
                "cost": text.requirement(character),
            }
            for character in CHARACTERS
        ]

    def lesson(self) -> Lesson:
        return read_lesson(_LESSON)

    def text(self, language: str) -> MoltharText:
        return _text(language)


@cache
def _text(language: str) -> MoltharText:
    return MoltharText(language)


def _molthar(table: Table) -> MoltharTable:
    assert isinstance(table, MoltharTable)
    return table


GAME = Molthar()
