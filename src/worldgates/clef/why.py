"""Why an action is good, in a sentence made from what it does: for hints and analyses.

Everything comes from the view of the deciding seat and what the rules derive from it (`explain`): which keys its way
home lacks, where they may be, what a trade changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from worldgates.clef.actions import (
    Accept,
    Answer,
    AnyAction,
    ChooseCharacter,
    Discard,
    Door,
    Draw,
    GoHome,
    Offer,
    Pass,
    Pick,
    PlayEffect,
    React,
    Reveal,
    Travel,
)
from worldgates.clef.cards import BAD_ENCOUNTER
from worldgates.clef.explain import Explain, Way
from worldgates.clef.keys import Key, keys_of
from worldgates.clef.text import ClefText
from worldgates.clef.view import View


class Why:
    """The reasons of one decision, in one language."""

    def __init__(self, text: ClefText, view: View) -> None:
        assert view.seat is not None
        assert view.explain is not None
        self.text = text
        self.tr = text.words.translate
        self.view = view
        self.explain: Explain = view.explain
        self.own = view.players[view.seat]
        self.home: Way | None = view.explain.home

    def sentence(self, action: AnyAction) -> str:
        """The reason for an action."""
        tr = self.tr
        match action:
            case ChooseCharacter(character):
                return self._choose(character)
            case Draw():
                return self._draw()
            case Travel(to):
                return self._travel(to)
            case GoHome():
                return tr("You're home, and you win.")
            case PlayEffect():
                return self._effect(action)
            case Reveal():
                helps = self.home.reveal_helps if self.home else None
                if helps:
                    return tr("Your reader's own key then pays {key} on the way home.", key=self.text.a_key(helps))
                return tr("Your reader's own key can then pay for a way.")
            case Offer(_, card):
                return self._spare(card)
            case Answer(card):
                return self._refuse() if card is None else self._traded(card)
            case Accept(yes):
                return self._accepted() if yes else self._refuse()
            case React(card):
                return self._react(card)
            case Pick(card):
                return self._pick(card)
            case Discard(card):
                return self._discard(card)
            case Pass():
                return self._pass()

    # The way home.

    @property
    def missing(self) -> tuple[Key, ...]:
        return self.home.missing if self.home else ()

    def _keys(self, keys: Sequence[Key]) -> str:
        """One or two keys by their names, more by their number."""
        if len(keys) > 2:
            return self.text.words.count("{n} key", "{n} keys", len(keys))
        return self.text.all_of([self.text.a_key(key, number) for key, number in Counter(keys).items()])

    def _choose(self, character: str) -> str:
        for plan in self.explain.readers:
            if plan.character == character:
                keys = self.text.all_of([self.text.key(key) for key in plan.home.keys])
                return self.tr("From here the way home takes {keys}.", keys=keys)
        return ""

    def _lacked_in(self, world: str | None) -> str | None:
        """A key that the way home lacks and the pile of a world may still give."""
        for contents in self.explain.contents:
            if contents.world == world:
                return next((key for key in self.missing if key in contents.keys), None)
        return None

    def _world_at(self, place: int) -> str | None:
        return self.view.worlds[place // 3][place % 3]

    def _draw(self) -> str:
        if key := self._lacked_in(self._world_at(self.own.place)):
            return self.tr("Your way home lacks {key}, and the pile here may hold it.", key=self.text.a_key(key))
        return self.tr("Every card is a key or an action, for you or against the others.")

    def _pass(self) -> str:
        world = self._world_at(self.own.place)
        top = self.view.piles[world][:1] if world and not self.view.turn.drawn else ()
        if top and top[0] is not None and self.text.discoveries[top[0]].kind == BAD_ENCOUNTER:
            return self.tr("The next card here would be a bad encounter: {card}.", card=self.text.card(top[0]))
        return self.tr("Nothing that you could do now is worth a card.")

    def _travel(self, to: Door) -> str:
        way = next((way for way in self.explain.ways if way.to == to), None)
        plans = [plan for plan in self.explain.plans if way is not None and plan.origin == way.place]
        if plans and len(plans[0].missing) < len(self.missing):
            world = self.text.door(to)
            if not plans[0].missing:
                return self.tr("From {world} you can go home at once.", world=world)
            return self.tr("From {world} your way home lacks only {keys}.", world=world,
                           keys=self._keys(plans[0].missing))  # fmt: skip
        world_id = self._world_at(way.place) if way is not None else None
        if world_id is None:
            return self.tr("A world that nobody has seen yet may hold what you lack.")
        if key := self._lacked_in(world_id):
            return self.tr("Your way home lacks {key}, and {world} may hold it.",
                           key=self.text.a_key(key), world=self.text.door(to))  # fmt: skip
        return self.tr("It takes you away from here with cards that you can spare.")

    # Effects.

    def _effect(self, action: PlayEffect) -> str:
        tr = self.tr
        # Two cards together have an effect of their own (K22).
        kinds = {self.text.discoveries[action.cards[0]].effect.id} if len(action.cards) == 1 else {"pair"}
        if action.seat is not None:
            name = self.view.players[action.seat].name
            if kinds & {"steal", "visit"}:
                count = self.text.words.count
                cards = self.view.players[action.seat].hand_size
                return count("You get the card that {name} holds.", "You get one of the {n} cards that {name} holds.",
                             cards, name=name)  # fmt: skip
            if kinds & {"swap", "barter"}:
                return tr("You give a card that you can spare for one of {name}'s.", name=name)
            if kinds & {"summon", "banish"}:
                return tr("It takes {name} away from where they want to be.", name=name)
            if kinds & {"look_hand", "unmask"}:
                return tr("You learn what {name} needs or holds.", name=name)
        if kinds & {"search", "draw"}:
            if not self.missing:
                return tr("It brings you cards.")
            return tr("It brings you cards; your way home lacks {keys}.", keys=self._keys(self.missing))
        if kinds & {"free_travel", "jump", "wild_ride"}:
            return tr("It takes you to another world without paying keys.")
        if "shield" in kinds:
            return tr("Nobody can act against you until your next turn.")
        if "peek" in kinds:
            return tr("You decide what the next cards of the pile are.")
        return tr("It is the best use of a card that you can spare.")

    # Trades.

    def _missing_without(self, card: str) -> tuple[Key, ...] | None:
        return next((effect.missing for effect in self.explain.trades if effect.gives == card), None)

    def _spare(self, card: str) -> str:
        left = self._missing_without(card)
        if left is not None and len(left) <= len(self.missing) and self.missing:
            return self.tr("You can spare {card}; your way home lacks {keys}.",
                           card=self.text.card(card), keys=self._keys(self.missing))  # fmt: skip
        return self.tr("You can spare {card}.", card=self.text.card(card))

    def _traded(self, card: str) -> str:
        left = self._missing_without(card)
        if left is not None and len(left) < len(self.missing):
            return self._after_trade(left)
        return self._spare(card)

    def _accepted(self) -> str:
        effects = self.explain.trades
        if effects and len(effects[0].missing) < len(self.missing):
            return self._after_trade(effects[0].missing)
        return self.tr("You can use their card better than yours.")

    def _after_trade(self, missing: Sequence[Key]) -> str:
        if not missing:
            return self.tr("After the trade you can pay your way home.")
        return self.tr("After the trade your way home lacks only {keys}.", keys=self._keys(missing))

    def _refuse(self) -> str:
        return self.tr("Your own cards are worth more to you.")

    # Reactions and single cards.

    def _react(self, card: str | None) -> str:
        tr = self.tr
        if card is None:
            return tr("It is not worth a card; keep it for something worse.")
        if self.view.bad_encounter is not None:
            return tr("It spares you {card}.", card=self.text.card(self.view.bad_encounter))
        played = self.view.played
        if isinstance(played, GoHome):
            return tr("Otherwise {name} gets home and wins.", name=self._turn_name())
        if isinstance(played, Travel):
            return tr("It keeps {name} here.", name=self._turn_name())
        return tr("It undoes what {name} played.", name=self._turn_name())

    def _turn_name(self) -> str:
        return self.view.players[self.view.turn.seat].name

    def _pick(self, card: str | None) -> str:
        if card is None:
            return self.tr("None of these is worth it.")
        opens = keys_of(self.text.discoveries[card].opens)
        if key := next((key for key in self.missing if key in opens), None):
            return self.tr("It pays {key}, which your way home lacks.", key=self.text.a_key(key))
        return self.tr("It is the most useful of these cards.")

    def _discard(self, card: str) -> str:
        paying = self.home.cards if self.home else ()
        if card not in paying:
            return self.tr("Your way home does not need {card}.", card=self.text.card(card))
        return self.tr("You need the other cards more than {card}.", card=self.text.card(card))
