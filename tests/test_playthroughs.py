"""Golden playthroughs: whole games written out step by step, so that a change in behaviour is a diff that people read.

Each file in `playthroughs/` shows one game. A step shows, in this order, the table with all its secrets, what everybody
sees, what each seat sees beside or instead of that (nothing if it sees just that), the legal actions, the action played
and what happens, also as each seat sees it. Of the table and of what everybody sees a step shows the lines that are not
as in the step before; at the beginning of every fifth round it shows all. To write the files anew:

    python tests/test_playthroughs.py --write
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from lively import choose

from worldgates.api.game import Game, begin
from worldgates.core.chance import FastChance
from worldgates.core.gametype import Games
from worldgates.core.shapes import View
from worldgates.core.table import SPECTATOR, JournalEntry

COMMAND = "python tests/test_playthroughs.py --write"
FOLDER = Path(__file__).parent / "playthroughs"
NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve"]
# The worlds with the cards of the tests, so that the shipped ones can be tuned.
CARDS: dict[str, Path] = {"clef": Path(__file__).parent / "clef_cards"}
# Games that together use every kind of action and of decision, 38 of the 40 characters of Molthar, and in the worlds
# reactions, trades and 16 of the 20 effects.
GAMES: dict[str, tuple[str, int, int, dict[str, object]]] = {
    "molthar-2.txt": ("molthar", 2, 469, {}),
    "molthar-3.txt": ("molthar", 3, 1896, {"wisp_owner_waits": False}),
    "molthar-5.txt": ("molthar", 5, 4189, {}),
    "clef-2.txt": ("clef", 2, 60, {}),
    "clef-3.txt": ("clef", 3, 105, {"reveal_while_paying": True}),
    "clef-5.txt": ("clef", 5, 190, {}),
}
Facts = dict[str, str]


def facts(value: object, names: list[str], path: str = "") -> Iterator[tuple[str, str]]:
    """A JSON value as lines, one for each fact, with the names of players in place of their numbers."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from facts(part, names, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        for index, part in enumerate(value):
            yield from facts(part, names, names[index] if path == "players" else f"{path}[{index}]")
    else:
        yield path, compact(value)


def compact(value: object) -> str:
    """A JSON value in few characters: lists of words and numbers without quotes and commas."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "[" + " ".join(compact(part) for part in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {compact(part)}" for key, part in value.items()) + "}"
    return str(value)


def lines(what: str, now: Facts, before: Facts) -> Iterator[str]:
    """The lines of a section, those only that are not as before."""
    changed = [f"    {key}: {fact}" for key, fact in now.items() if before.get(key) != fact]
    changed += [f"    {key}: gone" for key in before if key not in now]
    if changed:
        yield f"  {what}"
        yield from changed


def events(happened: list[JournalEntry], names: list[str]) -> Iterator[str]:
    yield "  happens"
    for entry in happened:
        public = entry.seen_by(SPECTATOR).to_dict()
        yield f"    {compact(public)}"
        for seat, name in enumerate(names):
            more = dict(fact for fact in entry.seen_by(seat).to_dict().items() if fact not in public.items())
            if more:
                yield f"      {name} sees {compact(more)}"


def legal(game: Game) -> Iterator[str]:
    """The legal actions, a line for each kind."""
    kinds: dict[str, list[str]] = {}
    for each in game.legal_actions:
        action = each.to_dict()
        do = str(action.pop("do"))
        kinds.setdefault(do, []).append(compact(action if len(action) > 1 else next(iter(action.values()), "")))
    yield "  legal"
    for do, actions in kinds.items():
        yield f"    {do} {' '.join(actions)}".rstrip()


def seen(view: View, names: list[str]) -> Facts:
    """What a view shows of the table; not what the rules make of it, which follows from the rest."""
    shown = view.to_dict()
    shown.pop("explain", None)
    for player in shown["players"]:
        player.pop("way_home", None)
    return dict(facts(shown, names))


def playthrough(name: str) -> Iterator[str]:
    """The lines of a game."""
    game_id, players, seed, options = GAMES[name]
    names = NAMES[:players]
    game = begin(Games(CARDS.get(game_id)).get(game_id), names, seed, options)
    chance = FastChance.seeded(seed)
    yield f"{game.name}: {players} players, seed {seed}, {compact(game.options.to_dict())}"
    yield f"Written by {COMMAND}"
    yield ""
    yield from events(game.journal, names)
    state: Facts = {}
    public: Facts = {}
    step, next_in_full = 0, 1
    while True:
        yield ""
        who = "nobody" if game.seat is None else names[game.seat]
        yield f"step {step}: {who} decides, {game.decision}"
        if game.round >= next_in_full:
            next_in_full += 5
            state, public = {}, {}
        # Without the words of the random stream: they change with every extra draw, and no reader can check them.
        now = dict(facts({key: part for key, part in game.position.to_dict().items() if key != "chance"}, names))
        yield from lines("table", now, state)
        state = now
        all_see = seen(game.view(), names)
        yield from lines("all see", all_see, public)
        public = all_see
        for seat, player in enumerate(names):
            own = seen(game.view(seat), names)
            assert own["seat"] == str(seat)
            yield from lines(f"{player} sees", own | {"seat": public["seat"]}, public)
        if game.outcome is not None:
            yield f"  result {compact(game.outcome.to_dict())}"
            return
        yield from legal(game)
        action = choose(game, chance)
        yield f"  {who} plays {compact(action.to_dict())}"
        yield from events(game.play_number(game.number_of(action)), names)
        step += 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_as_it_was_written_down(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for number, (line, other) in enumerate(zip_longest(playthrough(name), written)):
        if line != other:
            before = "\n".join(f"      {earlier}" for earlier in written[max(0, number - 10) : number])
            pytest.fail(
                f"{name} differs from line {number + 1} on:\n{before}\n"
                f"    - {other}\n    + {line}\n"
                f"If this is as it should be: {COMMAND}",
                pytrace=False,
            )


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        text = "\n".join(playthrough(name)) + "\n"
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(text):,} characters")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    write()
