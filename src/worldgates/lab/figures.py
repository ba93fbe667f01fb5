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


class LifeFigures(Shape, frozen=True):
    """How lively the games were."""

    # Turns that were nothing but draw and pass, and actions that were a pass.
    idle_percent: float
    pass_percent: float
    # Reactions, trades made and effects aimed at another player, per player and game; reactions per game.
    contacts: float
    reactions: float
    # Trades made of those offered.
    trades_percent: float
    # Moves paid with keys, per player and game, and the worlds that were entered in a game.
    moves: float
    worlds_entered: float
    # Games of one greedy bot against random ones that were not finished.
    unfinished_against_random_percent: float


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
    life: LifeFigures | None = None


def figures_of(type: GameType, tally: Tally, against_random: Tally | None = None) -> Figures:
    """The figures of games with one number of players, and of some against random bots."""
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
        life=_life(tally, against_random) if plays_characters else None,
    )


def used_cards(type: GameType) -> list[str]:
    """The cards that players use: worlds and readers are on the table from the start."""
    listed = (card.to_dict() for card in type.cards("en"))
    return [str(card["id"]) for card in listed if card.get("type", "discovery") == "discovery"]


def _cards(type: GameType, tally: Tally) -> CardFigures:
    cards = used_cards(type)
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


def _life(tally: Tally, against_random: Tally | None) -> LifeFigures:
    games, players = max(1, tally.games), tally.players
    turns, actions, trades = tally.total("turns"), tally.total("actions"), tally.total("trades")
    reactions = tally.total("reactions")
    other = against_random or Tally(players)
    return LifeFigures(
        idle_percent=round(100 * turns["idle"] / max(1, turns["all"]), 2),
        pass_percent=round(100 * actions["pass"] / max(1, actions.total()), 2),
        contacts=round(tally.total("contacts").total() / games / players, 3),
        reactions=round((reactions.total() - reactions["decline"]) / games, 3),
        trades_percent=round(100 * trades["made"] / max(1, trades["offered"]), 2),
        moves=round(tally.total("moves").total() / games / players, 3),
        worlds_entered=round(tally.total("entered").total() / games, 3),
        unfinished_against_random_percent=round(100 * other.unfinished / max(1, other.games), 3),
    )


def _worlds(tally: Tally) -> dict[str, WorldFigures]:
    drawn = tally.total("drawn")

    def per_hundred(count: str, world: str) -> float:
        return round(100 * tally.total(count)[world] / drawn[world], 2)

    return {
        world: WorldFigures(*(per_hundred(count, world) for count in ("met", "cards_lost", "turns_lost", "thrown")))
        for world in sorted(drawn)
    }
