"""A session: a table, who plays at it, how it began, and everything that was played.

A game is its beginning (options and seed, or a position) and its list of actions; a record holds just that, and a
session can be replayed from it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from worldgates.core import formats
from worldgates.core.formats import FormatError, Strict
from worldgates.core.games import Game, Games
from worldgates.core.streams import seeded
from worldgates.core.table import SPECTATOR, Event, RuleError, Table


class RecordForm(Strict):
    """A record as others read it. Either `seed` and what goes with it, or the `position` the game began from."""

    worldgates: int
    game: str
    players: list[str]
    actions: list[object]
    # Which set of cards, where a game has more than one.
    cards: str = ""
    options: dict[str, object] = {}
    seed: int | str | None = None
    starting_seat: int | None = None
    position: dict[str, object] | None = None
    # What the table was bound to before the game, and who gave up, where a server kept it.
    commitment: str = ""
    resigned: list[int] = []
    result: object = None
    made_by: str = ""


RECORD_VERSION = 1


class Session:
    def __init__(self, game: Game, table: Table, player_names: list[str], beginning: dict[str, object]) -> None:
        self.game = game
        self.table = table
        self.player_names = player_names
        # As others write them: how a thing is called may change while the game goes on.
        self.actions: list[dict[str, object]] = []
        self._beginning = beginning

    @staticmethod
    def new(
        game: Game,
        players: int,
        seed: int | str,
        options: dict[str, object] | None = None,
        player_names: list[str] | None = None,
        starting_seat: int | None = None,
    ) -> Session:
        """A new game. A seed that is a number goes with the fast stream, hexadecimal digits with the fair one."""
        if not game.min_players <= players <= game.max_players:
            raise FormatError(f"expected {game.min_players} to {game.max_players} players, got {players}", "seats")
        options = game.options(options or {})
        if starting_seat is not None and not 0 <= starting_seat < players:
            raise FormatError(f"expected a seat from 0 to {players - 1}, got {starting_seat}", "starting_seat")
        if player_names is not None and len(player_names) != players:
            raise FormatError(f"expected {players} names, got {len(player_names)}", "names")
        table = game.new(players, seeded(seed), options, starting_seat, journal=True)
        names = player_names or [f"Player {seat + 1}" for seat in range(players)]
        return Session(game, table, names, {"options": options, "seed": seed, "starting_seat": starting_seat})

    @staticmethod
    def load(position: object, where: str = "", cards: Path | None = None) -> Session:
        """The game of a position, played with the cards in a folder if one is given."""
        form = formats.read(position, dict[str, object], where)
        if "game" not in form:
            raise FormatError("this key is missing", f"{where}.game" if where else "game")
        found = Games(cards).get(form["game"], f"{where}.game" if where else "game")
        table, names = found.read_position(position, where)
        table.journal = []
        return Session(found, table, names, {"position": form})

    def play(self, action: int) -> list[Event]:
        """Play a legal action and say what happened; anything else raises a RuleError and changes nothing."""
        self.check(action)
        return self.play_checked(action, self.game.action_to_object(self.table, action))

    def check(self, action: int) -> None:
        """Raise a RuleError, with the reason, if an action is not legal now."""
        if action not in self.table.actions():
            raise self.game.why_not(self.table, action)

    def play_checked(self, action: int, played: dict[str, object]) -> list[Event]:
        """Play an action that `check` has found legal; `played` is the same action as others write it."""
        table, journal = self.table, self.table.journal
        assert journal is not None
        before = len(journal)
        table._legal_valid = False
        table._apply(action)
        self.actions.append(played)
        return journal[before:]

    def action(self, value: object, where: str = "action") -> int:
        """The action that an object stands for at this moment."""
        return self.game.action_from_object(self.table, value, where)

    def position(self) -> dict[str, object]:
        position = self._beginning.get("position")
        seed = position.get("seed") if isinstance(position, dict) else self._beginning.get("seed")
        return self.game.write_position(self.table, self.player_names, seed if isinstance(seed, int | str) else None)

    def view(self, seat: int) -> dict[str, object]:
        return self.game.view(self.table, self.player_names, seat)

    def open_view(self) -> dict[str, object]:
        """The table with all hands open, each seat as it sees itself: for looking back, never for a player."""
        own: list[Any] = [self.view(seat)["players"] for seat in range(self.table.players)]
        return {**self.view(SPECTATOR), "players": [players[seat] for seat, players in enumerate(own)]}

    def legal(self) -> list[dict[str, object]]:
        return [self.game.action_to_object(self.table, action) for action in self.table.legal()]

    def result(self) -> dict[str, object]:
        return {"payoffs": self.table.payoffs(), "ranking": self.table.ranking()}

    # Records.

    def record(self) -> dict[str, object]:
        from worldgates import __version__

        return {
            "worldgates": RECORD_VERSION,
            "made_by": __version__,
            "game": self.game.id,
            **({"cards": self.game.edition} if self.game.edition else {}),
            "players": self.player_names,
            **{key: value for key, value in self._beginning.items() if value is not None},
            "actions": list(self.actions),
            "result": self.result() if self.table.over else None,
        }

    @staticmethod
    def begin(record: object, cards: Path | None = None) -> tuple[Session, RecordForm]:
        """The beginning of a recorded game, and its record as it was read."""
        if not isinstance(record, dict) or "worldgates" not in record:
            raise FormatError("this is not a record: the key that every record has is missing", "worldgates")
        form = formats.read(record, RecordForm)
        if form.worldgates != RECORD_VERSION:
            raise FormatError(f"expected {RECORD_VERSION}, got {form.worldgates}", "worldgates")
        found = Games(cards).get(form.game)
        # What the cards are counts, not what their folder is called.
        if form.cards and form.cards.rpartition("-")[2] != found.edition.rpartition("-")[2]:
            raise FormatError(
                f"this game was played with the cards {form.cards!r}, and these are {found.edition!r}: "
                "give the folder of the cards it was played with",
                "cards",
            )
        if form.position is not None:
            if form.seed is not None or form.starting_seat is not None or form.options:
                raise FormatError("a record has either a position or a seed, options and starting seat", "position")
            session = Session.load(form.position, "position", cards)
            if session.game is not found or len(form.players) != session.table.players:
                raise FormatError("expected the game and the number of players of the record", "position")
            session.player_names = form.players
        else:
            if form.seed is None:
                raise FormatError("this key is missing", "seed")
            session = Session.new(found, len(form.players), form.seed, form.options, form.players, form.starting_seat)
        return session, form

    @staticmethod
    def replay(record: object, cards: Path | None = None) -> Session:
        """The recorded game, played again to its last action."""
        session, form = Session.begin(record, cards)
        for index, value in enumerate(form.actions):
            session.play_recorded(index, value)
        result = session.result() if session.table.over else None
        if form.result not in (None, result):
            raise FormatError("the game did not end like this", "result")
        return session

    def play_recorded(self, index: int, value: object) -> list[Event]:
        action = self.action(value, f"actions[{index}]")
        try:
            return self.play(action)
        except RuleError as error:
            raise FormatError(f"this action is not legal here: {error}", f"actions[{index}]") from None
