"""The texts of Molthar: cards, actions, questions and events, in the user's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from worldgates.core import shapes
from worldgates.core.chronicle import Teller
from worldgates.core.gametype import GameText
from worldgates.core.shapes import Shape
from worldgates.core.text import Words, words
from worldgates.molthar import actions, events
from worldgates.molthar.cards import BY_ID, CHARACTERS, Character
from worldgates.molthar.chronicle import describe, payment
from worldgates.molthar.lesson_text import lesson
from worldgates.molthar.requirements import (
    Ability,
    AnyRequirement,
    Either,
    Exact,
    OfAKind,
    PairAnd,
    Requirement,
    Run,
    Sum,
    Three,
    TwoPairs,
)
from worldgates.molthar.view import View


class CharacterCard(Shape, frozen=True):
    """A character card: its data, its name, its ability in words (`text`) and its cost in words (`cost`)."""

    id: str
    name: str
    copies: int
    requirement: AnyRequirement
    points: int
    diamonds: int
    colour: Literal["green", "red", "blue"]
    timing: Literal["", "on activation", "while on a portal", "any time", "before first action", "after last action"]
    ability: Ability | None
    text: str
    cost: str


class MoltharText(GameText):
    def __init__(self, language: str) -> None:
        self.words: Words = words(language)

    def title(self) -> str:
        return self.words.translate("Portals of Molthar")

    # Cards.

    def card(self, card: str) -> str:
        return self.words.translate(CHARACTERS[BY_ID[card]].name)

    def character_card(self, character: Character) -> CharacterCard:
        """The whole text of a card."""
        # Colours and timings were validated when the cards were loaded.
        return CharacterCard(
            id=character.id,
            name=self.card(character.id),
            copies=int(character.copies),
            requirement=character.requirement,
            points=int(character.points),
            diamonds=int(character.diamonds),
            colour=character.colour,  # type: ignore[arg-type]
            timing=character.timing,  # type: ignore[arg-type]
            ability=character.ability,
            text=self.ability(character.ability),
            cost=self.requirement(character.requirement),
        )

    def requirement(self, requirement: Requirement) -> str:
        """The combination to pay (M13)."""
        tr = self.words.translate
        if requirement.diamonds:
            return tr("{pearls} and a diamond", pearls=requirement.pearls())
        match requirement:
            case OfAKind(number):
                return {2: tr("any pair"), 3: tr("three of a kind"), 4: tr("four of a kind")}[number]
            case TwoPairs():
                return tr("two pairs")
            case PairAnd((6, 6)):
                return tr("any pair and two 6s")
            case Three(parity):
                return tr("three odd pearls") if parity == "odd" else tr("three even pearls")
            case Sum(total, None):
                return tr("any number of pearls with the sum {sum}", sum=total)
            case Sum(total):
                return tr("three pearls with the sum {sum}", sum=total)
            case Run(length):
                return tr("{length} consecutive values", length=length)
            case Either((one, other)):
                return tr("{one} or {other}", one=Exact(one), other=Exact(other))
        return requirement.pearls()

    def ability(self, ability: Ability | None) -> str:
        """The ability of a character, or an empty string."""
        tr = self.words.translate
        if ability is None:
            return ""
        if ability.kind == "pictured":
            if ability.value is None:
                return tr("Once in each activation it serves as a pearl of any value.")
            return tr("Once in each activation it serves as a pearl {value}.", value=ability.value)
        sentences = {
            "wisp": tr("While it is on a portal, both neighbours of its owner may activate it too."),
            "take back": tr("Take back into your hand one of the pearls you have just spent."),
            "bonus for the next": tr("The next player has one more action in their next turn."),
            "three more actions": tr("You have three more actions this turn."),
            "rob": tr("Look at the hand of an opponent and take one pearl from it."),
            "banish": tr("Discard a character from the portal of an opponent."),
            "threes as anything": tr("When you activate a character, the 3s in your hand may count as any value."),
            "ones as eight": tr("When you activate a character, the 1s in your hand may count as 8."),
            "hand limit": tr("Your hand limit rises by 1."),
            "one more action": tr("You have one more action in every turn, starting with this one."),
            "diamonds lower": tr("A diamond may also lower one of your pearls by 1."),
            "trade two": tr("At any time in your turn you may discard a 2 to take a diamond."),
            "swap": tr("You may swap a character of your portal with a face-up one."),
            "peek": tr("You may look at the top character of the pile."),
            "redraw": tr("Once a turn you may discard your whole hand and draw as many pearls."),
        }
        return sentences[ability.kind]

    def timing(self, character: Character) -> str:
        """When the ability can be used, if its own sentence does not say so."""
        tr = self.words.translate
        timings = {
            "on activation": tr("Once, when activated"),
            "before first action": tr("Before your first action"),
            "after last action": tr("After your last action"),
        }
        return timings.get(character.timing, "")

    def explain(self, card: str) -> list[tuple[str, str]]:
        tr, character = self.words.translate, CHARACTERS[BY_ID[card]]
        points = self.words.count("{n} point", "{n} points", int(character.points))
        lines = [
            (self.card(card), ""),
            (tr("Costs: {requirement}", requirement=self.requirement(character.requirement)), "M13"),
            (tr("Gives: {points}", points=points), "M17"),
        ]
        if character.diamonds:
            diamonds = self.words.count("{n} diamond", "{n} diamonds", int(character.diamonds))
            lines[2] = (tr("Gives: {points}, {diamonds}", points=points, diamonds=diamonds), "M17")
        if character.ability is not None:
            ability, timing = self.ability(character.ability), self.timing(character)
            line = tr("{timing}: {ability}", ability=ability, timing=timing) if timing else ability
            lines.append((line, character.ability.clause))
        return lines

    # Actions.

    def action(self, action: shapes.Action, view: shapes.View) -> str:
        assert isinstance(view, View)
        assert view.seat is not None
        tr, players, market = self.words.translate, view.players, view.characters.market
        portal = players[view.seat].portal
        match action:
            case actions.Take("pile"):
                return tr("Take the top pearl of the pile, unseen")
            case actions.Take(int(source)):
                return tr("Take the pearl {pearl}", pearl=view.pearls.market[source])
            case actions.Refresh():
                return tr("Refresh the four pearls")
            case actions.Place("pile", None):
                return tr("Place the top character of the pile on your portal")
            case actions.Place("pile", int(slot)):
                gone = self._card_on(portal[slot])
                return tr("Discard {gone} and place the top character of the pile", gone=gone)
            case actions.Place(int(source), None):
                return tr("Place {character} on your portal", character=self._card_on(market[source]))
            case actions.Place(int(source), int(slot)):
                gone, character = self._card_on(portal[slot]), self._card_on(market[source])
                return tr("Discard {gone} and place {character}", gone=gone, character=character)
            case actions.Activate():
                return self._activate(action, view)
            case actions.TradeTwo():
                return tr("Discard a 2 and take a diamond")
            case actions.Swap(slot, place):
                mine, other = self._card_on(portal[slot]), self._card_on(market[place])
                return tr("Swap {mine} of your portal with {other}", mine=mine, other=other)
            case actions.Peek():
                return tr("Look at the top character of the pile")
            case actions.Redraw():
                return tr("Discard your hand and draw as many pearls")
            case actions.EndTurn():
                return tr("End the turn")
            case actions.Discard(pearl):
                return tr("Discard the pearl {pearl}", pearl=pearl)
            case actions.Rob(seat):
                return tr("Look at {player}'s hand", player=players[seat].name)
            case actions.RobPearl(pearl):
                return tr("Steal the pearl {pearl}", pearl=pearl)
            case actions.Banish(seat, slot):
                character, player = self._card_on(players[seat].portal[slot]), players[seat].name
                return tr("Discard {character} from {player}'s portal", character=character, player=player)
            case actions.TakeBack(pearl):
                return tr("Take back the pearl {pearl}", pearl=pearl)
        raise TypeError(f"not an action of Molthar: {action!r}")

    def _card_on(self, card: str | None) -> str:
        """The name of the card on a place that an action names."""
        assert card is not None
        return self.card(card)

    def _activate(self, action: actions.Activate, view: View) -> str:
        tr, owner = self.words.translate, view.players[action.seat]
        character = self._card_on(owner.portal[action.slot])
        paid = payment(self.words, action.spend, action.diamonds)
        if action.seat == view.seat:
            return tr("Activate {character} with {payment}", character=character, payment=paid)
        return tr(
            "Activate {character} on {player}'s portal with {payment}",
            character=character,
            player=owner.name,
            payment=paid,
        )

    def question(self, view: shapes.View) -> str:
        assert isinstance(view, View)
        tr, what = self.words.translate, view.decision.what
        if what == "action":
            left = view.turn.actions_left
            return self.words.count("Your turn: {n} action left", "Your turn: {n} actions left", left)
        if what == "discard":
            assert view.seat is not None
            me = view.players[view.seat]
            return self.words.count(
                "Discard {n} pearl, down to your hand limit",
                "Discard {n} pearls, down to your hand limit",
                me.hand_size - me.hand_limit,
            )
        questions = {
            "after": tr("After your last action: anything else?"),
            "rob": tr("Whose hand do you look at?"),
            "rob_pearl": tr("Which pearl do you take?"),
            "banish": tr("Which character do you discard?"),
            "take_back": tr("Which pearl do you take back?"),
            "over": tr("The game is over."),
        }
        return questions[what]

    # The first game, with a guide.

    def lesson(self, topic: str) -> str:
        return lesson(self.words, topic)

    # Events.

    def clause(self, event: shapes.Event) -> str:
        assert isinstance(event, events.Event)
        return event.clause

    def event(self, event: shapes.Event, player_names: Sequence[str], you: int | None = None) -> str:
        return describe(event, Teller(self.words, player_names, you), self.card)
