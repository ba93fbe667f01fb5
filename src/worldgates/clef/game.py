"""La clef des mondes as the rest of the program sees it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from worldgates.clef import actions, cardset, position, reasons
from worldgates.clef import table as rules
from worldgates.clef.cards import KEYS, KINDS, CardSet
from worldgates.clef.cardset import CardSetError
from worldgates.clef.position import MOST_ROUNDS, Options
from worldgates.clef.statistics import ClefWatcher
from worldgates.clef.table import MAX_PLAYERS, MIN_PLAYERS, ClefTable
from worldgates.clef.text import ClefText
from worldgates.clef.view import asks_in_secret, decision_of, view
from worldgates.core import formats
from worldgates.core.chance import Chance
from worldgates.core.formats import FormatError
from worldgates.core.games import Game
from worldgates.core.lesson import Lesson, read_lesson
from worldgates.core.table import Event, RuleError, Table
from worldgates.core.text import command

# What is seen by others, cards or intentions, or comes from a pile.
_REVEALING = frozenset(
    ("reveal", "travel", "go_home", "effect", "meet", "open_world", "show_hand", "lose", "cancel", "stop", "refuse")
)
# Cards that others can react to.
_PLAYING = frozenset(("effect", "travel", "go_home"))


_LESSON = Path(__file__).parent / "data" / "lesson.json"


class Clef(Game):
    id = "clef"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    # K28
    max_rounds = 200

    def __init__(self, card_set: CardSet) -> None:
        self.card_set = card_set
        self.edition = f"{card_set.name}-{cardset.fingerprint(card_set)}"
        self._texts: dict[str, ClefText] = {}

    def with_cards(self, folder: Path) -> Clef:
        return _with_cards(folder.resolve())

    def options(self, value: object, where: str = "options") -> dict[str, object]:
        options = formats.read(value, Options, where)
        rounds = options.max_rounds
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise FormatError(f"expected a number from 1 to {MOST_ROUNDS}, got {rounds}", f"{where}.max_rounds")
        return {"reveal_while_paying": options.reveal_while_paying, "max_rounds": rounds}

    def new(
        self,
        players: int,
        chance: Chance,
        options: dict[str, object],
        starting_seat: int | None = None,
        journal: bool = False,
    ) -> ClefTable:
        rounds = options["max_rounds"]
        assert rounds is None or isinstance(rounds, int)
        return ClefTable.new(
            players,
            chance=chance,
            cards=self.card_set,
            reveal_while_paying=bool(options["reveal_while_paying"]),
            max_rounds=rounds,
            starting_seat=starting_seat,
            journal=journal,
        )

    def read_position(self, value: object, where: str = "") -> tuple[Table, list[str]]:
        return position.read_position(value, self.card_set, where)

    def write_position(self, table: Table, player_names: list[str], seed: int | str | None) -> dict[str, object]:
        return position.write_position(_clef(table), player_names, seed)

    def options_of(self, table: Table) -> dict[str, object]:
        clef = _clef(table)
        return {"reveal_while_paying": clef.reveal_while_paying, "max_rounds": int(clef.max_rounds) or None}

    def view(self, table: Table, player_names: list[str], seat: int) -> dict[str, object]:
        return view(_clef(table), player_names, seat)

    def action_to_object(self, table: Table, action: int) -> dict[str, object]:
        return actions.to_object(_clef(table), action)

    def action_from_object(self, table: Table, value: object, where: str = "action") -> int:
        return actions.from_object(_clef(table), value, where)

    def decision(self, table: Table) -> str:
        return decision_of(_clef(table))

    def why_not(self, table: Table, action: int) -> RuleError:
        return reasons.why_not(_clef(table), action)

    def reveals(self, event: Event) -> bool:
        return event.what in _REVEALING or bool(event.secret)

    def asks_in_secret(self, table: Table) -> bool:
        """Who is asked to react is nobody else's business (K29)."""
        return asks_in_secret(_clef(table))

    def may_react(self, table: Table, event: Event) -> list[int]:
        """The victim of a bad encounter (K24); those with cards who are where a card is played (K25)."""
        clef, seat = _clef(table), event.facts.get("seat")
        if not isinstance(seat, int) or clef.seats[seat].shielded:
            return []
        if event.what == "meet":
            return [seat]
        might: list[int] = []
        if event.what in _PLAYING and not (event.what == "effect" and len(event.facts["cards"]) == 2):  # type: ignore[arg-type]
            around = [(seat + step) % clef.players for step in range(1, clef.players)]
            might = [other for other in around if clef.seats[other].place == clef.seats[seat].place]
        return [other for other in might if len(clef.seats[other].hand)]

    def decline(self, table: Table) -> int:  # noqa: ARG002
        return rules.encode(rules.REACT)

    def view_of_moment(
        self, view: dict[str, object], event: Event, action: dict[str, object], asked: bool
    ) -> dict[str, object]:
        seen = {**view, "decision": {"seat": view["seat"] if asked else None, "what": "react"}}
        if event.what == "meet":
            seen["bad_encounter"] = event.facts["card"]
        else:
            # The card to be given in a swap is known only to who gives it (EG7).
            mine = view["seat"] == event.facts["seat"]
            seen["played"] = {key: part for key, part in action.items() if key != "card" or mine}
        return seen

    def scores(self, table: Table) -> list[int]:  # noqa: ARG002
        """There are no points."""
        return []

    def starting_seat(self, table: Table) -> int:
        return int(_clef(table).starting_seat)

    def watcher(self, players: int) -> ClefWatcher:
        return ClefWatcher(players)

    def cards(self, language: str) -> list[dict[str, object]]:
        """Worlds, characters and discoveries, each marked with the set it is of (K31)."""
        text, cards = self.text(language), self.card_set
        listed: list[dict[str, object]] = []
        for world in cards.worlds:
            listed.append(
                {
                    "id": world.id,
                    "set": cards.name,
                    "type": "world",
                    "name": text.card(world.id),
                    "keys": [KEYS[key] if key >= 0 else None for key in world.keys],
                }
            )
        for reader in cards.readers:
            listed.append(
                {
                    "id": reader.id,
                    "set": cards.name,
                    "type": "character",
                    "name": text.card(reader.id),
                    "key": KEYS[reader.key],
                    "needs": [KEYS[need] for need in reader.needs],
                    "flavour": reader.presentations[language],
                }
            )
        for card in cards.discoveries:
            facts: dict[str, object] = {
                "id": card.id,
                "set": cards.name,
                "type": "discovery",
                "name": text.card(card.id),
                "world": cards.worlds[card.world].id,
                "kind": KINDS[card.kind],
                "key": KEYS[card.key] if card.key >= 0 else None,
                "attack": KEYS[card.attack] if card.attack >= 0 else None,
                "effect": {"id": card.effect.id, **card.effect.parameters},
                "text": text.effect(card.effect),
                "flavour": card.flavours[language],
            }
            if card.together is not card.effect:
                facts["pair"] = {"with": cards.discoveries[card.partner].id, "id": card.together.id}
            listed.append(facts)
        return listed

    def lesson(self) -> Lesson | None:
        lesson = read_lesson(_LESSON)
        return lesson if lesson.edition == self.edition else None

    def text(self, language: str) -> ClefText:
        if language not in self._texts:
            self._texts[language] = ClefText(language, self.card_set)
        return self._texts[language]


def _clef(table: Table) -> ClefTable:
    assert isinstance(table, ClefTable)
    return table


@cache
def _with_cards(folder: Path) -> Clef:
    if not folder.is_dir():
        raise FormatError(f"there is no folder {folder}", "--cards")
    try:
        return Clef(cardset.load(folder))
    except CardSetError as error:
        number = len(error.faults)
        faults = "1 fault" if number == 1 else f"{number} faults"
        raise FormatError(
            f"this card set has {faults}: {command()} cards check {folder} explains them", "--cards"
        ) from None


GAME = Clef(cardset.shipped())
