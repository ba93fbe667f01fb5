"""The texts of La clef des mondes: cards, actions, questions and events, in the user's language.

Names of cards and worlds include their article (`Le Cor`), and names of players begin with any letter. So no sentence
puts a word before them that would contract with them in French or Italian (`de`, `à`, `di`, `in`), except `a` before
players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from worldgates.clef.actions import (
    OWN_KEY,
    Accept,
    Answer,
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
from worldgates.clef.cards import BAD_ENCOUNTER, KEYS, KINDS, NO_KEY, CardSet, Discovery, Effect, Reader, World
from worldgates.clef.chronicle import describe, goes_home, travels
from worldgates.clef.effects_text import SENTENCES, Aim, EffectWords
from worldgates.clef.events import (
    BadEncounterMet,
    CardCancelled,
    CardDiscarded,
    CardDrawn,
    CardLost,
    CardPicked,
    CardsSwapped,
    CardStolen,
    CardsTraded,
    CharacterChosen,
    CharacterRevealed,
    EffectPlayed,
    GameOver,
    GoHomePlayed,
    HandSeen,
    HandShown,
    LeftBehind,
    MoveStopped,
    NothingLost,
    Passed,
    PawnMoved,
    PileSearched,
    SetUp,
    ShieldRaised,
    TradeAnswered,
    TradeOffered,
    TradeRefused,
    TravelPlayed,
    TurnBegan,
    TurnLost,
    TurnMissed,
    Unharmed,
    WorldOpened,
)
from worldgates.clef.lesson_text import lesson
from worldgates.clef.table import MIDDLE
from worldgates.clef.view import Announced, View
from worldgates.core import shapes
from worldgates.core.chronicle import Teller
from worldgates.core.gametype import GameText
from worldgates.core.shapes import Event
from worldgates.core.text import Words, words

# The clause behind each kind of event, for players who ask why. For events that depend on a card, see `clause`.
CLAUSES: Final[dict[type[Event], str]] = {
    SetUp: "K3",
    CharacterChosen: "K5",
    TurnBegan: "K18",
    CardDrawn: "K18",
    CardDiscarded: "K19",
    CharacterRevealed: "K20",
    TradeOffered: "K21",
    TradeAnswered: "K21",
    TradeRefused: "K21",
    CardsTraded: "K21",
    EffectPlayed: "K22",
    TravelPlayed: "K23",
    GoHomePlayed: "K11",
    Passed: "K23",
    PawnMoved: "EG4",
    WorldOpened: "K10",
    LeftBehind: "K14",
    MoveStopped: "E2",
    CardCancelled: "K25",
    BadEncounterMet: "K16",
    Unharmed: "E14",
    CardLost: "E17",
    NothingLost: "E17",
    TurnLost: "E18",
    TurnMissed: "K26",
    HandShown: "E20",
    PileSearched: "E5",
    CardPicked: "EG8",
    HandSeen: "E4",
    CardStolen: "E11",
    CardsSwapped: "E12",
    ShieldRaised: "E14",
    GameOver: "K27",
}

_CLAUSES_OF_KINDS: Final = {"R": "K14", "O": "K15", "MR": "K16"}

# The name of the card set that this project ships (K31).
_RECONSTRUCTED: Final = "reconstructed"


class ClefText(GameText):
    def __init__(self, language: str, card_set: CardSet) -> None:
        self.words: Words = words(language)
        self.language = language
        self.card_set = card_set
        self.worlds: dict[str, World] = {world.id: world for world in card_set.worlds}
        self.readers: dict[str, Reader] = {reader.id: reader for reader in card_set.readers}
        self.discoveries: dict[str, Discovery] = {card.id: card for card in card_set.discoveries}
        self.names: dict[str, str] = {}
        for cards in (self.worlds, self.readers, self.discoveries):
            self.names.update({id: card.names[language] for id, card in cards.items()})

    def title(self) -> str:
        return "La clef des mondes"

    def note(self) -> str:
        """The notice that the cards are not those of the printed game, if they are ours (K31)."""
        if self.card_set.name != _RECONSTRUCTED:
            return ""
        return self.words.translate("These cards are a reconstruction, not those of the printed game.")

    # Names of things.

    def card(self, card: str) -> str:
        return self.names[card]

    def key(self, key: str) -> str:
        tr = self.words.translate
        keys = {
            "magie": tr("magic"),
            "connaissance": tr("knowledge"),
            "combat": tr("combat"),
            "mort": tr("death"),
            "amour": tr("love"),
        }
        return keys[key]

    def a_key(self, key: str, number: int = 1) -> str:
        """One or more keys of a kind, for a sentence."""
        count = self.words.count
        keys = {
            "magie": count("a magic key", "{n} magic keys", number),
            "connaissance": count("a knowledge key", "{n} knowledge keys", number),
            "combat": count("a combat key", "{n} combat keys", number),
            "mort": count("a death key", "{n} death keys", number),
            "amour": count("a love key", "{n} love keys", number),
        }
        return keys[key]

    def kind(self, kind: str) -> str:
        tr = self.words.translate
        kinds = {"R": tr("encounter"), "O": tr("object"), "MR": tr("bad encounter")}
        return kinds[kind]

    def announced(self, card: Announced | TradeOffered | TradeAnswered) -> str:
        """A card of which only the kind and the key were announced (K21)."""
        tr, key = self.words.translate, self.a_key(card.key)
        return tr("an object with {key}", key=key) if card.kind == "O" else tr("an encounter with {key}", key=key)

    def all_of(self, names: Sequence[str]) -> str:
        """A list of names for a sentence: `a, b and c`."""
        *some, last = names
        return self.words.translate("{some} and {last}", some=", ".join(some), last=last) if some else last

    def one_of(self, names: Sequence[str]) -> str:
        """A list of alternatives for a sentence: `a, b or c`."""
        *some, last = names
        return self.words.translate("{some} or {last}", some=", ".join(some), last=last) if some else last

    def cards(self, cards: Sequence[str]) -> str:
        """A list of cards for a sentence."""
        return self.all_of([self.card(card) for card in cards])

    def place(self, place: int) -> str:
        """The world at a place, whether face up or face down."""
        tr = self.words.translate
        places = {
            0: tr("the world at the top left"),
            1: tr("the world above Kernault"),
            2: tr("the world at the top right"),
            3: tr("the world to the left of Kernault"),
            5: tr("the world to the right of Kernault"),
            6: tr("the world at the bottom left"),
            7: tr("the world below Kernault"),
            8: tr("the world at the bottom right"),
        }
        return places[place]

    def door(self, door: Door) -> str:
        """A world as an action names it: by its name, or by its place if it is face down (EG10)."""
        if isinstance(door, str):
            return self.card(door)
        tr = self.words.translate
        places = {
            0: tr("the face-down world at the top left"),
            1: tr("the face-down world above Kernault"),
            2: tr("the face-down world at the top right"),
            3: tr("the face-down world to the left of Kernault"),
            5: tr("the face-down world to the right of Kernault"),
            6: tr("the face-down world at the bottom left"),
            7: tr("the face-down world below Kernault"),
            8: tr("the face-down world at the bottom right"),
        }
        return places[door]

    # Effects.

    def effect(self, effect: Effect) -> str:
        """The text of a card with this effect."""
        return self.effect_words(effect, Aim(Teller(self.words, [""]))).rule

    def effect_words(self, effect: Effect, aim: Aim) -> EffectWords:
        """All sentences of an effect: a player plays a card, with another player or a world as its target."""
        return SENTENCES[effect.id](self, effect, aim)

    def played_effect(self, cards: Sequence[str]) -> Effect:
        """The effect of cards that are played: one alone, or two together (K22)."""
        first = self.discoveries[cards[0]]
        return first.effect if len(cards) == 1 else first.together

    # Card texts.

    def explain(self, card: str) -> list[tuple[str, str]]:
        if card in self.worlds:
            lines = self._explain_world(self.worlds[card])
        elif card in self.readers:
            lines = self._explain_reader(self.readers[card])
        else:
            lines = self._explain_discovery(self.discoveries[card])
        if note := self.note():
            lines.append((note, "K31"))
        return [(self.card(card), ""), *lines]

    def _explain_world(self, world: World) -> list[tuple[str, str]]:
        tr = self.words.translate
        if world.number == 0:
            return [(tr("This is our own reality: whoever comes home here wins."), "K27")]
        top, right, bottom, left = (tr("none") if key == NO_KEY else self.key(KEYS[key]) for key in world.keys)
        keys = tr(
            "Keys of its sides: top {top}, right {right}, bottom {bottom}, left {left}",
            top=top,
            right=right,
            bottom=bottom,
            left=left,
        )
        return [(keys, "K9"), (self._mix(world), "K17")]

    def _mix(self, world: World) -> str:
        """The number of cards of each kind in a world, which shows how dangerous it is."""
        kinds = [KINDS[card.kind] for card in self.card_set.discoveries if card.world == world.number]
        count = self.words.count
        return self.words.translate(
            "Its cards: {encounters}, {objects}, {bad}",
            encounters=count("{n} encounter", "{n} encounters", kinds.count("R")),
            objects=count("{n} object", "{n} objects", kinds.count("O")),
            bad=count("{n} bad encounter", "{n} bad encounters", kinds.count("MR")),
        )

    def _explain_reader(self, reader: Reader) -> list[tuple[str, str]]:
        tr = self.words.translate
        needs = self.all_of([self.key(KEYS[key]) for key in reader.needs])
        return [
            (tr("Own key, for one use: {key}", key=self.key(KEYS[reader.key])), "K20"),
            (tr("Needs to go home: {keys}", keys=needs), "K12"),
            (reader.presentations[self.language], ""),
        ]

    def _explain_discovery(self, card: Discovery) -> list[tuple[str, str]]:
        tr, kind = self.words.translate, KINDS[card.kind]
        world = self.card(self.card_set.worlds[card.world].id)
        origins = {
            "R": tr("Encounter. World: {world}", world=world),
            "O": tr("Object. World: {world}", world=world),
            "MR": tr("Bad encounter. World: {world}", world=world),
        }
        lines = [(origins[kind], _CLAUSES_OF_KINDS[kind])]
        if card.kind == BAD_ENCOUNTER:
            lines.append((tr("Attack: {key}", key=self.key(KEYS[card.attack])), "K16"))
        else:
            lines.append((tr("Key: {key}", key=self.key(KEYS[card.key])), "K13"))
        lines.append((self.effect(card.effect), card.effect.clause))
        if reaction := self.reaction(card.id):
            assert card.reaction is not None
            lines.append((reaction, card.reaction.clause))
        if card.together is not card.effect:
            lines.append((self.pair(card.id), card.together.clause))
        lines.append((card.flavours[self.language], ""))
        return lines

    def cards_of_clause(self, clause: str) -> list[str]:
        """The effect of a clause in this card set: the worlds, the readers, or the cards with its effect."""
        cards = self.card_set
        if clause in ("K9", "K17"):
            worlds = [(self.card(world.id), self._explain_world(world)) for world in cards.worlds[1:]]
            return [f"{name}. {line}." for name, lines in worlds for line, about in lines if about == clause]
        if clause == "K12":
            readers = [(self.card(reader.id), self._explain_reader(reader)) for reader in cards.readers]
            return [f"{name}. {lines[0][0]}. {lines[1][0]}." for name, lines in readers]
        having: dict[str, list[str]] = {}
        for card in cards.discoveries:
            for effect in {card.effect, card.together, card.reaction or card.effect}:
                if effect.clause == clause:
                    # A bad encounter's attack counts too.
                    attack = f" ({self.key(KEYS[card.attack])})" if card.kind == BAD_ENCOUNTER else ""
                    having.setdefault(self.effect(effect), []).append(self.card(card.id) + attack)
        return [f"{', '.join(names)}. {sentence}" for sentence, names in having.items()]

    def reaction(self, card: str) -> str:
        """What a card can be played for in reaction, beside its effect (EG12), or an empty string."""
        found = self.discoveries[card]
        if found.reaction is None or found.reaction is found.effect:
            return ""
        return self.words.translate("In reaction: {effect}", effect=self.effect(found.reaction))

    def pair(self, card: str) -> str:
        """The effect of a card together with another one (K22), or an empty string."""
        found = self.discoveries[card]
        if found.together is found.effect:
            return ""
        partner = self.card(self.card_set.discoveries[found.partner].id)
        return self.words.translate("Together with {card}: {effect}", card=partner, effect=self.effect(found.together))

    # Actions.

    def action(self, action: shapes.Action, view: shapes.View) -> str:
        assert isinstance(view, View)
        assert view.seat is not None
        tr, decision, me = self.words.translate, view.decision, view.players[view.seat]
        match action:
            case ChooseCharacter():
                [aside] = [self.card(dealt) for dealt in me.dealt or () if dealt != action.character]
                return tr("Keep {character} and put {other} aside", character=self.card(action.character), other=aside)
            case Draw():
                return tr("Draw a card")
            case Discard() if decision.what == "discard":
                return tr("Lose {card}", card=self.card(action.card))
            case Discard():
                return tr("Discard {card} under the pile", card=self.card(action.card))
            case Travel():
                keys = self._own_keys(action.keys)
                return tr("Travel to {world} with {keys}", world=self.door(action.to), keys=keys)
            case GoHome():
                return tr("Go home to Kernault with {keys}", keys=self._own_keys(action.keys))
            case PlayEffect():
                return self.effect_words(self.played_effect(action.cards), self._aim(action, view)).choice
            case Reveal():
                return tr("Reveal your reader: {character}", character=self.card(me.character or ""))
            case Offer():
                card, other = self.card(action.card), view.players[action.seat].name
                return tr("Offer {card} to {other} in trade", card=card, other=other)
            case React():
                return self._reaction(action, view)
            case Pick():
                return self._pick(action, view)
            case Pass():
                return tr("Pass: give up the rest of the turn")
            case Answer() if action.card is not None:
                assert decision.offered is not None
                card, offered = self.card(action.card), self.announced(decision.offered)
                return tr("Give {card} and get {offered}", card=card, offered=offered)
            case Accept() if action.yes:
                assert decision.offered is not None
                assert decision.answered is not None
                return tr(
                    "Accept the trade: give {given}, get {got}",
                    given=self.card(decision.offered.card or ""),
                    got=self.announced(decision.answered),
                )
            case Answer() | Accept():
                return tr("Refuse the trade")
        raise TypeError(f"{type(action).__name__} is no action of La clef des mondes")

    def _aim(self, action: PlayEffect, view: View) -> Aim:
        """The names for the sentences of an effect that is played in the current turn."""
        return Aim(
            self._teller(view),
            view.turn.seat,
            target=action.seat or 0,
            card=self.cards(action.cards),
            world="" if action.world is None else self.door(action.world),
            given="" if action.card is None else self.card(action.card),
        )

    def _teller(self, view: View) -> Teller:
        return Teller(self.words, [player.name for player in view.players], view.seat)

    def _own_keys(self, keys: Sequence[str]) -> str:
        """What the user pays with."""
        own = self.words.translate("your reader's key")
        return self.all_of([own if key == OWN_KEY else self.card(key) for key in keys])

    def _reaction(self, action: React, view: View) -> str:
        tr = self.words.translate
        if action.card is None:
            return tr("Do not react")
        card = self.card(action.card)
        if action.against is not None:
            return tr("Cancel {against} with {card}", against=self.card(action.against), card=card)
        if view.played is not None:
            return tr("Hold {player} back with {card}", player=view.players[view.turn.seat].name, card=card)
        return tr("Counter {against} with {card}", against=self.card(view.bad_encounter or ""), card=card)

    def _pick(self, action: Pick, view: View) -> str:
        tr, decision = self.words.translate, view.decision
        if action.card is None:
            if decision.given is not None:
                return tr("Keep {card} and take none of these cards", card=self.card(decision.given))
            return tr("Take none of these cards")
        card = self.card(action.card)
        if decision.given is not None:
            return tr("Give {given} for {card}", given=self.card(decision.given), card=card)
        if decision.victim is not None:
            return tr("Steal {card} from {victim}", card=card, victim=view.players[decision.victim].name)
        if decision.to == "hand":
            return tr("Take {card} into your hand", card=card)
        return tr("Put {card} back on top of the pile", card=card)

    # Questions.

    def question(self, view: shapes.View) -> str:
        assert isinstance(view, View)
        tr, count, decision = self.words.translate, self.words.count, view.decision
        match decision.what:
            case "choose_character":
                return tr("Which of your two readers do you keep?")
            case "action":
                return count("Your turn: {n} action left", "Your turn: {n} actions left", view.turn.actions_left)
            case "react":
                return self._question_of_reaction(view)
            case "answer":
                assert decision.other is not None
                assert decision.offered is not None
                return tr(
                    "{player} offers you {offered}. What do you give for it?",
                    player=view.players[decision.other].name,
                    offered=self.announced(decision.offered),
                )
            case "accept":
                assert decision.other is not None
                assert decision.offered is not None
                assert decision.answered is not None
                return tr(
                    "{player} would give you {answered} for {offered}. Do you accept?",
                    player=view.players[decision.other].name,
                    answered=self.announced(decision.answered),
                    offered=self.announced(decision.offered),
                )
            case "pick" if decision.victim is not None and decision.given is not None:
                given, victim = self.card(decision.given), view.players[decision.victim].name
                return tr("For which of {victim}'s cards do you give {given}?", victim=victim, given=given)
            case "pick" if decision.victim is not None:
                return tr("Which card do you steal from {victim}?", victim=view.players[decision.victim].name)
            case "pick" if decision.to == "hand":
                return tr("Which card do you take into your hand?")
            case "pick":
                return tr("Which card do you put back on top of the pile?")
            case "discard":
                return count("Which card do you lose?", "You lose {n} cards: which one now?", decision.left or 0)
            case "over":
                return tr("The game is over.")

    def _question_of_reaction(self, view: View) -> str:
        tr = self.words.translate
        if view.decision.seat is None:
            # It is secret who decides (K29).
            return tr("Now is the moment for reactions.")
        if view.played is not None:
            return tr("{event} Do you react?", event=self._shown(view))
        bad = self.discoveries[view.bad_encounter or ""]
        return tr(
            '{card} hits you: "{effect}" Do you defend yourself?',
            card=self.card(bad.id),
            effect=self.effect(bad.effect),
        )

    def _shown(self, view: View) -> str:
        """The action that waits for reactions."""
        played, seat, teller = view.played, view.turn.seat, self._teller(view)
        match played:
            case Travel():
                return travels(seat, self.door(played.to), played.keys, teller, self)
            case GoHome():
                return goes_home(seat, played.keys, teller, self)
            case PlayEffect():
                return self.effect_words(self.played_effect(played.cards), self._aim(played, view)).event
        return ""

    def lesson(self, topic: str) -> str:
        return lesson(self.words, topic)

    # Events.

    def clause(self, event: Event) -> str:
        match event:
            case EffectPlayed():
                return self.played_effect(event.cards).clause
            case CardCancelled() if self._is_bad(event.against):
                return "K24"
            case GameOver() if len(event.ranking) == 1:
                return "K28"
            case CharacterRevealed() if event.by is not None:
                return "E13"
            case PileSearched(to="top"):
                return "E6"
            case PawnMoved() if event.place == MIDDLE:
                return "K11"
        return CLAUSES[type(event)]

    def _is_bad(self, card: str) -> bool:
        return bool(self.discoveries[card].kind == BAD_ENCOUNTER)

    def event(self, event: Event, player_names: Sequence[str], you: int | None = None) -> str:
        return describe(event, Teller(self.words, player_names, you), self)
