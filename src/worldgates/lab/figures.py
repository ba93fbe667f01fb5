"""The balance figures: statistics of many games with one number of players."""

from __future__ import annotations

from worldgates.core.gametype import GameType
from worldgates.core.shapes import Shape
from worldgates.lab.results import Rounds
from worldgates.lab.simulate import Tally, most_first
from worldgates.lab.statistics import percentile


class CardFigures(Shape, frozen=True):
    """The number of cards used, those never used, and the uses of each per game, the least used first."""

    used: int
    of: int
    unused: tuple[str, ...]
    times_a_game: dict[str, float]


class CharacterFigures(Shape, frozen=True):
    """How often a character was chosen and won; `ratio` is relative to its fair share: 1 / players of its games."""

    chosen: int
    wins: int
    ratio: float


class WorldFigures(Shape, frozen=True):
    """What a hundred cards drawn in a world contained."""

    bad: float
    cards_lost: float
    turns_lost: float
    thrown_out: float


class Figures(Shape, frozen=True, kw_only=True, omit_defaults=True):
    """The games with one number of players. Wins are relative to the fair share, which is 1 / players.

    Only games in which players choose characters have the figures from `characters` on.
    """

    games: int
    unfinished_percent: float
    rounds: Rounds
    wins_by_seat: tuple[float, ...]
    wins_by_turn: tuple[float, ...]
    cards: CardFigures
    characters: dict[str, CharacterFigures] = {}
    actions_percent: dict[str, float] = {}
    # By what is counted (actions, trades, reactions, effects) and by kind.
    times_a_game: dict[str, dict[str, float]] = {}
    worlds: dict[str, WorldFigures] = {}


def figures_of(type: GameType, tally: Tally) -> Figures:
    """The figures of games with one number of players."""
    games = max(1, tally.games)
    fair = max(1, tally.finished) / tally.players
    plays_characters = bool(tally.counts.get("chosen"))
    mean = sum(number * times for number, times in tally.rounds.items()) / games
    return Figures(
        games=tally.games,
        unfinished_percent=round(100 * tally.unfinished / games, 3),
        rounds=Rounds(round(mean, 2), percentile(tally.rounds, 0.5), percentile(tally.rounds, 0.95)),
        wins_by_seat=tuple(round(wins / fair, 3) for wins in tally.seat_wins),
        wins_by_turn=tuple(round(wins / fair, 3) for wins in tally.turn_wins),
        cards=_cards(type, tally),
        characters=_characters(tally) if plays_characters else {},
        actions_percent=_actions_percent(tally) if plays_characters else {},
        times_a_game=_times_a_game(tally) if plays_characters else {},
        worlds=_worlds(tally) if plays_characters else {},
    )


def _cards(type: GameType, tally: Tally) -> CardFigures:
    listed = (card.to_dict() for card in type.cards("en"))
    # Worlds and readers are on the table from the start; nobody uses them as cards.
    cards = [str(card["id"]) for card in listed if card.get("type", "discovery") == "discovery"]
    used = tally.total("activated") + tally.total("used")
    games = max(1, tally.games)
    return CardFigures(
        used=sum(used[card] > 0 for card in cards),
        of=len(cards),
        unused=tuple(card for card in cards if not used[card]),
        times_a_game={card: round(used[card] / games, 4) for card in sorted(cards, key=lambda card: used[card])},
    )


def _characters(tally: Tally) -> dict[str, CharacterFigures]:
    chosen, won = tally.total("chosen"), tally.total("won_as")
    return {
        character: CharacterFigures(
            chosen[character], won[character], round(won[character] * tally.players / chosen[character], 3)
        )
        for character in sorted(chosen)
    }


def _actions_percent(tally: Tally) -> dict[str, float]:
    actions = tally.total("actions")
    return {action: round(100 * times / max(1, actions.total()), 2) for action, times in most_first(actions).items()}


def _times_a_game(tally: Tally) -> dict[str, dict[str, float]]:
    games = max(1, tally.games)
    return {
        name: {what: round(times / games, 3) for what, times in most_first(tally.total(name)).items()}
        for name in ("actions", "trades", "reactions", "effects")
    }


def _worlds(tally: Tally) -> dict[str, WorldFigures]:
    drawn = tally.total("drawn")

    def per_hundred(count: str, world: str) -> float:
        return round(100 * tally.total(count)[world] / drawn[world], 2)

    return {
        world: WorldFigures(*(per_hundred(count, world) for count in ("met", "cards_lost", "turns_lost", "thrown")))
        for world in sorted(drawn)
    }
