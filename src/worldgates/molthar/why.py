"""Why an action is good, in a sentence made from what it does: for hints and analyses.

Everything comes from two views of the deciding seat, before the action and after it in an imagined world. Of the
second only what the action itself decides is used, never what chance imagined: a pearl from the pile, a new card in
the display.
"""

from __future__ import annotations

from worldgates.core.text import Words
from worldgates.molthar.actions import (
    Activate,
    AnyAction,
    Banish,
    Discard,
    EndTurn,
    Peek,
    Place,
    Redraw,
    Refresh,
    Rob,
    RobPearl,
    Swap,
    Take,
    TakeBack,
    TradeTwo,
)
from worldgates.molthar.cards import BY_ID, CHARACTERS, Character
from worldgates.molthar.explain import CharacterExplain
from worldgates.molthar.pearls import PearlName
from worldgates.molthar.view import View

# With so many points the last round begins (M22).
ENDS_AT = 12
# So many missing pearls are "only" so many.
FEW = 2


class Why:
    """The reasons of one decision, in one language."""

    def __init__(self, words: Words, before: View, after: View) -> None:
        assert before.seat is not None
        assert after.explain is not None
        assert before.explain is not None
        self.words = words
        self.before = before
        self.after = after
        self.seat = before.seat
        self.own = before.players[self.seat]
        self._lacked = {self._key(each): each for each in before.explain.characters}
        self._lacks = {self._key(each): each for each in after.explain.characters}

    def sentence(self, action: AnyAction) -> str:
        """The reason for an action."""
        tr = self.words.translate
        match action:
            case Activate():
                return self._activate(action)
            case Take(source):
                if source == "pile":
                    return tr("None of the face-up pearls helps you more than an unknown one.")
                return self._pearl(self.before.pearls.market[source])
            case TakeBack():
                return self._helped() or tr("It is the pearl you can use best.")
            case RobPearl(pearl):
                return self._helped() or self._needed_by(pearl) or tr("It is the pearl you can use best.")
            case Place():
                return self._place(action)
            case Refresh():
                return tr("None of the face-up pearls helps you; new ones may.")
            case Discard(pearl):
                return self._discard(pearl)
            case Rob(seat):
                return tr("{name} holds {n} pearls to choose from.", name=self._name(seat), n=self._hand(seat))
            case Banish(seat, slot):
                return self._banish(seat, slot)
            case Swap(_, market):
                return self._swap(market)
            case Peek():
                return tr("It costs nothing, and you see the next character.")
            case Redraw():
                return tr("Your pearls fit none of your characters; new ones may.")
            case TradeTwo():
                return tr("A diamond is worth more to you than the 2.")
            case EndTurn():
                return tr("Nothing more is worth doing this turn.")

    # Activating.

    def _activate(self, action: Activate) -> str:
        tr = self.words.translate
        character = self._at(action.seat, action.slot)
        card, gain = self._card(character), self.gain(character)
        if self.own.points < ENDS_AT <= self.own.points + character.points and not self.before.final_round:
            total = self.own.points + int(character.points)
            return tr("Completes {card}: {gain}. With {points} points you start the last round.",
                      card=card, gain=gain, points=total)  # fmt: skip
        if self._is_last_action():
            return tr("It is your last action of the game: {card} brings {gain}.", card=card, gain=gain)
        if action.seat != self.seat:
            owner = self._name(action.seat)
            return tr("Completes {card} before {name} does: {gain}.", card=card, name=owner, gain=gain)
        return tr("Completes {card}: {gain}.", card=card, gain=gain)

    def _is_last_action(self) -> bool:
        return self.before.final_round and self.before.turn.actions_left <= 1

    def gain(self, character: Character) -> str:
        """What activating a character brings: points, diamonds, an ability."""
        count, tr = self.words.count, self.words.translate
        found = [count("{n} point", "{n} points", int(character.points))] if character.points else []
        if character.diamonds:
            found.append(count("{n} diamond", "{n} diamonds", int(character.diamonds)))
        if character.ability is not None and character.ability.kind != "wisp":
            found.append(tr("its ability"))
        if len(found) == 1:
            return found[0]
        if len(found) == 2:
            return tr("{one} and {other}", one=found[0], other=found[1])
        return tr("{one}, {other} and {third}", one=found[0], other=found[1], third=found[2])

    # Pearls.

    def _pearl(self, pearl: PearlName | None) -> str:
        # A pearl with the swap symbol is called "3*".
        value = int(str(pearl).rstrip("*"))
        open_ways = self.words.translate("It keeps the most ways open.")
        return self._helped() or self._needed_by(value) or self._fits(value) or open_ways

    def _helped(self) -> str:
        """The character of one's own, or a neighbour's wisp, that the action brings nearest to being paid."""
        tr = self.words.translate
        nearer = [
            (len(after.missing) + after.diamonds, -CHARACTERS[BY_ID[after.character]].points, key)
            for key, after in self._lacks.items()
            if after.place is None and key in self._lacked and self._short(after) < self._short(self._lacked[key])
        ]
        if not nearer:
            return ""
        short, _, key = min(nearer)
        after = self._lacks[key]
        character = CHARACTERS[BY_ID[after.character]]
        card, gain = self._card(character), self.gain(character)
        if short == 0:
            return tr("Then you can pay for {card}: {gain}.", card=card, gain=gain)
        if 0 < len(after.missing) <= FEW and not after.diamonds:
            missing = ", ".join(map(str, after.missing))
            return tr("Then {card} needs only {pearls} more: {gain}.", card=card, pearls=missing, gain=gain)
        return tr("It brings you closer to {card}: {gain}.", card=card, gain=gain)

    def _needed_by(self, value: int) -> str:
        """A rival whose character cannot be paid without this value."""
        for seat, player in enumerate(self.before.players):
            if seat == self.seat:
                continue
            for character_id in player.portal:
                if character_id is None:
                    continue
                character = CHARACTERS[BY_ID[character_id]]
                if asks_for(character, value):
                    return self.words.translate(
                        "{name} needs that {pearl} for {card}.",
                        name=player.name,
                        pearl=value,
                        card=self._card(character),
                    )
        return ""

    def _fits(self, value: int) -> str:
        for character_id in self.before.characters.market:
            if character_id is not None and asks_for(CHARACTERS[BY_ID[character_id]], value):
                card = self._card(CHARACTERS[BY_ID[character_id]])
                return self.words.translate("It fits {card}, which is face up.", card=card)
        return ""

    def _discard(self, pearl: int) -> str:
        tr = self.words.translate
        hurt = [
            key
            for key, after in self._lacks.items()
            if after.place is None and key in self._lacked and self._short(after) > self._short(self._lacked[key])
        ]
        if hurt:
            return tr("You need the others more than the {pearl}.", pearl=pearl)
        return tr("None of your characters needs the {pearl}.", pearl=pearl)

    # Characters.

    def _place(self, action: Place) -> str:
        tr = self.words.translate
        if action.source == "pile":
            if self.before.characters.top is None:
                return tr("None of the face-up characters suits you.")
            placed = self.before.characters.top
        else:
            found = self.before.characters.market[action.source]
            assert found is not None
            placed = found
        character = CHARACTERS[BY_ID[placed]]
        card, gain = self._card(character), self.gain(character)
        mine = [each for each in self._lacks.values() if each.seat == self.seat and each.character == placed]
        if mine:
            least = min(mine, key=self._short)
            if self._short(least) == 0:
                return tr("You can pay for {card} already: {gain}.", card=card, gain=gain)
            if 0 < len(least.missing) <= FEW and not least.diamonds:
                missing = ", ".join(map(str, least.missing))
                return tr("{card} needs only {pearls} more: {gain}.", card=card, pearls=missing, gain=gain)
        return tr("{card} brings {gain}.", card=card, gain=gain)

    def _banish(self, seat: int, slot: int) -> str:
        character = self._at(seat, slot)
        return self.words.translate(
            "{name} can no longer activate {card}: {gain}.",
            name=self._name(seat),
            card=self._card(character),
            gain=self.gain(character),
        )

    def _swap(self, market: int) -> str:
        found = self.before.characters.market[market]
        if found is None:
            return self.words.translate("It keeps the most ways open.")
        card = self._card(CHARACTERS[BY_ID[found]])
        return self.words.translate("{card} suits your pearls better.", card=card)

    # Names and numbers.

    def _at(self, seat: int, slot: int) -> Character:
        found = self.before.players[seat].portal[slot]
        assert found is not None
        return CHARACTERS[BY_ID[found]]

    def _card(self, character: Character) -> str:
        return self.words.translate(character.name)

    def _name(self, seat: int) -> str:
        return self.before.players[seat].name

    def _hand(self, seat: int) -> int:
        return self.before.players[seat].hand_size

    @staticmethod
    def _key(each: CharacterExplain) -> tuple[object, ...]:
        return each.character, each.place, each.seat, each.slot

    @staticmethod
    def _short(each: CharacterExplain) -> int:
        return len(each.missing) + each.diamonds


def asks_for(character: Character, value: int) -> bool:
    """Whether every combination that pays for a character has this value."""
    return all(value in bag for bag in character.requirement.bags())
