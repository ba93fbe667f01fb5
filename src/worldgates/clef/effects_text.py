"""The sentences of the effects: one function per effect, found by its id.

A new effect adds its own with `sentences`:

    @sentences("whirl")
    def _whirl(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
        ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

from worldgates.clef.cards import KEYS, CardSet, Effect
from worldgates.core.chronicle import Teller
from worldgates.core.text import Words


class EffectWords(NamedTuple):
    """An effect in words; an effect that is never played as an action has only the first of them."""

    # The text on the card.
    rule: str
    # The description for the player who can choose to play it.
    choice: str = ""
    # The event, as a sentence about the player who plays it.
    event: str = ""


class Aim(NamedTuple):
    """Who plays a card, whom or what it is aimed at, and whom that is told to."""

    teller: Teller
    seat: int = 0
    target: int = 0
    card: str = ""
    world: str = ""
    given: str = ""

    @property
    def other(self) -> str:
        """The name of the player whom it is aimed at."""
        return self.teller.names[self.target]

    def values(self) -> dict[str, str]:
        """The names of cards and worlds to fill in."""
        return {"card": self.card, "world": self.world, "given": self.given}


class Vocabulary(Protocol):
    """The interface that the sentences use to name things: the game's texts in one language (text.py)."""

    words: Words
    card_set: CardSet

    def card(self, card: str) -> str: ...

    def key(self, key: str) -> str: ...

    def a_key(self, key: str) -> str: ...

    def all_of(self, names: Sequence[str]) -> str: ...

    def one_of(self, names: Sequence[str]) -> str: ...


Sentences = Callable[[Vocabulary, Effect, Aim], EffectWords]

SENTENCES: Final[dict[str, Sentences]] = {}


def sentences(id: str) -> Callable[[Sentences], Sentences]:
    """Register the sentences of an effect."""

    def register(function: Sentences) -> Sentences:
        SENTENCES[id] = function
        return function

    return register


@sentences("cancel")
def _cancel(text: Vocabulary, effect: Effect, _aim: Aim) -> EffectWords:
    tr = text.words.translate
    return EffectWords(
        tr(
            "Cancels any card of the symbol {symbol}: a bad encounter that hits you, "
            "or a card that another player plays here.",
            symbol=text.key(KEYS[effect.key]),
        )
    )


@sentences("stop_move")
def _stop_move(text: Vocabulary, _effect: Effect, _aim: Aim) -> EffectWords:
    tr = text.words.translate
    return EffectWords(
        tr(
            "Holds back another player who is leaving this world: "
            "their pawn stays until their next turn, and their cards return to their hand."
        )
    )


@sentences("wild")
def _wild(text: Vocabulary, effect: Effect, _aim: Aim) -> EffectWords:
    tr = text.words.translate
    keys = [text.key(key) for number, key in enumerate(KEYS) if effect.keys >> number & 1]
    if len(keys) == len(KEYS):
        return EffectWords(tr("In a payment it is any of the five keys."))
    return EffectWords(tr("In a payment it is one of these keys, as you choose: {keys}.", keys=text.one_of(keys)))


@sentences("look_hand")
def _look_hand(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Look at the hand of another player, wherever they are.")
        if effect.wide
        else tr("Look at the hand of another player who is here."),
        tr("Play {card} to look at {other}'s hand", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to look at {other}'s hand.",
            "{player} plays {card} to look at your hand.",
            "{player} plays {card} to look at {other}'s hand.",
            **values,
        ),
    )


@sentences("search")
def _search(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    count = text.words.count
    n = int(effect.n)
    teller, values = aim.teller, aim.values()
    return EffectWords(
        count(
            "Look at the top card of the pile here, and take it unless it is a bad encounter, "
            "or put it under the pile.",
            "Look at the top {n} cards of the pile here, and take one that is no bad encounter, or none; "
            "the others go under the pile.",
            n,
        ),
        count(
            "Play {card} to search the top card of the pile",
            "Play {card} to search the top {n} cards of the pile",
            n,
            **values,
        ),
        teller.did_count(
            aim.seat,
            "You play {card} to search the top card of the pile.",
            "You play {card} to search the top {n} cards of the pile.",
            "{player} plays {card} to search the top card of the pile.",
            "{player} plays {card} to search the top {n} cards of the pile.",
            n,
            **values,
        ),
    )


@sentences("peek")
def _peek(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    count = text.words.count
    n = int(effect.n)
    teller, values = aim.teller, aim.values()
    return EffectWords(
        count(
            "Look at the top card of the pile here, and put it back.",
            "Look at the top {n} cards of the pile here, and put one of your choice back on top; "
            "the others go under the pile.",
            n,
        ),
        count(
            "Play {card} to look at the top card of the pile",
            "Play {card} to choose the next card of the pile from the top {n}",
            n,
            **values,
        ),
        teller.did_count(
            aim.seat,
            "You play {card} to look at the top card of the pile.",
            "You play {card} to choose the next card of the pile from the top {n}.",
            "{player} plays {card} to look at the top card of the pile.",
            "{player} plays {card} to choose the next card of the pile from the top {n}.",
            n,
            **values,
        ),
    )


@sentences("draw")
def _draw(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    count = text.words.count
    n = int(effect.n)
    teller, values = aim.teller, aim.values()
    return EffectWords(
        count("Draw a card here.", "Draw up to {n} cards here; a bad encounter puts an end to it.", n),
        count("Play {card} to draw a card", "Play {card} to draw up to {n} cards", n, **values),
        teller.did_count(
            aim.seat,
            "You play {card} to draw a card.",
            "You play {card} to draw up to {n} cards.",
            "{player} plays {card} to draw a card.",
            "{player} plays {card} to draw up to {n} cards.",
            n,
            **values,
        ),
    )


@sentences("free_travel")
def _free_travel(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Travel without keys to a world that shares a side or a corner with this one.")
        if effect.wide
        else tr("Travel without keys to a world that shares a side with this one."),
        tr("Play {card} to travel to {world} without keys", **values),
        teller.did(
            aim.seat,
            "You play {card} to travel to {world} without keys.",
            "{player} plays {card} to travel to {world} without keys.",
            **values,
        ),
    )


@sentences("jump")
def _jump(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Leap without keys to any other face-up world."),
        tr("Play {card} to leap to {world}", **values),
        teller.did(
            aim.seat, "You play {card} to leap to {world}.", "{player} plays {card} to leap to {world}.", **values
        ),
    )


@sentences("banish")
def _banish(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Drive another player who is here out to a world that shares a side with this one."),
        tr("Play {card} to drive {other} out to {world}", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to drive {other} out to {world}.",
            "{player} plays {card} to drive you out to {world}.",
            "{player} plays {card} to drive {other} out to {world}.",
            **values,
        ),
    )


@sentences("steal")
def _steal(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    if effect.how == "random":
        return EffectWords(
            tr("Steal a card at random from another player who is here."),
            tr("Play {card} to steal a card at random from {other}", other=aim.other, **values),
            teller.did_to(
                aim.seat,
                aim.target,
                "You play {card} to steal a card at random from {other}.",
                "{player} plays {card} to steal a card at random from you.",
                "{player} plays {card} to steal a card at random from {other}.",
                **values,
            ),
        )
    return EffectWords(
        tr("Look at the hand of another player who is here, and steal a card of your choice from it."),
        tr("Play {card} to steal a card of your choice from {other}", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to choose a card from {other}'s hand and steal it.",
            "{player} plays {card} to choose a card from your hand and steal it.",
            "{player} plays {card} to choose a card from {other}'s hand and steal it.",
            **values,
        ),
    )


@sentences("swap")
def _swap(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Give a card to another player who is here, and get one of theirs at random."),
        tr("Play {card} to give {given} to {other} and get a card at random", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to swap a card with {other}.",
            "{player} plays {card} to swap a card with you.",
            "{player} plays {card} to swap a card with {other}.",
            **values,
        ),
    )


@sentences("unmask")
def _unmask(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Unmask another player, wherever they are: their reader is revealed, its key counts as spent.")
        if effect.wide
        else tr("Unmask another player who is here: their reader is revealed, its key counts as spent."),
        tr("Play {card} to unmask {other}", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to unmask {other}.",
            "{player} plays {card} to unmask you.",
            "{player} plays {card} to unmask {other}.",
            **values,
        ),
    )


@sentences("shield")
def _shield(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr(
            "Until your next turn begins, no effect of another player can be aimed at you, "
            "nobody may react to what you play, and bad encounters do nothing to you."
        ),
        tr("Play {card} to shield yourself until your next turn", **values),
        teller.did(aim.seat, "You play {card} as a shield.", "{player} plays {card} as a shield.", **values),
    )


@sentences("summon")
def _summon(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Call here another player whose world shares a side or a corner with this one."),
        tr("Play {card} to call {other} here", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to call {other}.",
            "{player} plays {card} to call you.",
            "{player} plays {card} to call {other}.",
            **values,
        ),
    )


@sentences("visit")
def _visit(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Travel without keys to another player in another world, and take one of their cards at random."),
        tr("Play {card} to travel to {other} and take a card at random", other=aim.other, **values),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to travel to {other} and take a card at random.",
            "{player} plays {card} to travel to you and take a card at random.",
            "{player} plays {card} to travel to {other} and take a card at random.",
            **values,
        ),
    )


@sentences("barter")
def _barter(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr(
            "Look at the hand of another player here or in a neighbouring world, and exchange a card of yours for one "
            "of theirs, as you choose; from one world to another only objects change hands."
        ),
        tr(
            "Play {card} to look at {other}'s hand and exchange {given} for one of their cards",
            other=aim.other,
            **values,
        ),
        teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to look at {other}'s hand and exchange a card.",
            "{player} plays {card} to look at your hand and exchange a card.",
            "{player} plays {card} to look at {other}'s hand and exchange a card.",
            **values,
        ),
    )


@sentences("wild_ride")
def _wild_ride(text: Vocabulary, _effect: Effect, aim: Aim) -> EffectWords:
    tr = text.words.translate
    teller, values = aim.teller, aim.values()
    return EffectWords(
        tr("Ride without keys to any other world, and draw up to two cards there; nobody may react."),
        tr("Play {card} to ride to {world} and draw there", **values),
        teller.did(
            aim.seat,
            "You play {card} to ride to {world} and draw there.",
            "{player} plays {card} to ride to {world} and draw there.",
            **values,
        ),
    )


@sentences("lose")
def _lose(text: Vocabulary, effect: Effect, _aim: Aim) -> EffectWords:
    tr, count = text.words.translate, text.words.count
    n = int(effect.n)
    if effect.how == "choice":
        return EffectWords(count("Lose a card of your choice.", "Lose {n} cards of your choice.", n))
    if effect.how == "random":
        return EffectWords(count("Lose a card at random.", "Lose {n} cards at random.", n))
    return EffectWords(tr("Lose all your cards with {key}.", key=text.a_key(KEYS[effect.key])))


@sentences("miss_turn")
def _miss_turn(text: Vocabulary, _effect: Effect, _aim: Aim) -> EffectWords:
    tr = text.words.translate
    return EffectWords(tr("Lose the rest of this turn and the whole of your next one."))


@sentences("thrown")
def _thrown(text: Vocabulary, effect: Effect, _aim: Aim) -> EffectWords:
    tr = text.words.translate
    if effect.how == "opposite":
        return EffectWords(tr("Your pawn is thrown to the opposite world, across Kernault."))
    if effect.how == "neighbour":
        return EffectWords(tr("Your pawn is thrown to a neighbouring world, at random."))
    there = text.card(text.card_set.worlds[effect.to].id)
    return EffectWords(tr("Your pawn is thrown to {world}.", world=there))


@sentences("show_hand")
def _show_hand(text: Vocabulary, _effect: Effect, _aim: Aim) -> EffectWords:
    tr = text.words.translate
    return EffectWords(tr("Show your hand to all players."))
