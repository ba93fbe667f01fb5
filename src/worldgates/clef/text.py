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

    def a_key(self, key: str) -> str:
        """One key of a kind, for a sentence."""
        tr = self.words.translate
        keys = {
            "magie": tr("a magic key"),
            "connaissance": tr("a knowledge key"),
            "combat": tr("a combat key"),
            "mort": tr("a death key"),
            "amour": tr("a love key"),
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
        return self.effect_words(effect, Aim()).rule

    def effect_words(self, effect: Effect, aim: Aim) -> EffectWords:
        """All sentences of an effect: a player plays a card, with another player or a world as its target."""
        return SENTENCES[effect.id](self, effect, aim)

    def _played(self, cards: Sequence[str]) -> Effect:
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
                return self.effect_words(self._played(action.cards), self._aim(action, view)).choice
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

    def _aim(self, action: PlayEffect, view: View, player: str = "") -> Aim:
        """The names for the sentences of an effect that is played."""
        return Aim(
            player=player,
            card=self.cards(action.cards),
            other="" if action.seat is None else view.players[action.seat].name,
            world="" if action.world is None else self.door(action.world),
            given="" if action.card is None else self.card(action.card),
        )

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
            return tr("It is the moment for reactions.")
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
        played, player = view.played, view.players[view.turn.seat].name
        match played:
            case Travel():
                return self._travels(player, self.door(played.to), played.keys)
            case GoHome():
                return self._goes_home(player, played.keys)
            case PlayEffect():
                return self.effect_words(self._played(played.cards), self._aim(played, view, player)).event
        return ""

    def lesson(self, topic: str) -> str:
        return lesson(self.words, topic)

    # Events.

    def clause(self, event: Event) -> str:
        match event:
            case EffectPlayed():
                return self._played(event.cards).clause
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

    def event(self, event: Event, player_names: Sequence[str], you: int | None = None) -> str:  # noqa: ARG002
        for tell in (self._event_of_play, self._event_of_trade, self._event_of_bad_encounter, self._event_of_effect):
            if sentence := tell(event, player_names):
                return sentence
        return self._event_of_turn(event, player_names)

    def _event_of_turn(self, event: Event, player_names: Sequence[str]) -> str:
        """The start and end of the game and of turns, and events without another player."""
        tr, count = self.words.translate, self.words.count
        match event:
            case SetUp():
                return self._set_up(event, player_names)
            case CharacterChosen():
                player = player_names[event.seat]
                if event.character is not None:
                    return tr(
                        "{player} keeps a reader: {character}.", player=player, character=self.card(event.character)
                    )
                return tr("{player} keeps a reader without showing it.", player=player)
            case TurnBegan():
                return count(
                    "Round {round}: it is the turn of {player}, {n} action.",
                    "Round {round}: it is the turn of {player}, {n} actions.",
                    event.actions,
                    player=player_names[event.seat],
                    round=event.round,
                )
            case TurnMissed():
                return tr("{player} misses this turn.", player=player_names[event.seat])
            case Passed():
                return tr("{player} passes.", player=player_names[event.seat])
            case CardDrawn():
                player = player_names[event.seat]
                if event.card is not None:
                    return tr("{player} draws {card}.", player=player, card=self.card(event.card))
                return tr("{player} draws a card without showing it.", player=player)
            case CardDiscarded():
                player = player_names[event.seat]
                if event.card is not None:
                    return tr("{player} discards {card} under the pile.", player=player, card=self.card(event.card))
                return tr("{player} discards a card under the pile without showing it.", player=player)
            case GameOver() if len(event.ranking) == 1:
                return tr("The last round is over and nobody got home: the game is a draw.")
            case GameOver():
                return tr("{player} has come home and wins.", player=player_names[event.ranking[0][0]])
        raise TypeError(f"{type(event).__name__} is no event of La clef des mondes")

    def _set_up(self, event: SetUp, player_names: Sequence[str]) -> str:
        """The starting places (K6): all in one world, or the others in the one opposite."""
        tr, worlds = self.words.translate, event.worlds
        first = player_names[event.starting_seat]
        here = event.places[0]
        starting: dict[int, list[str]] = {here: []}
        for name, place in zip(player_names, event.places, strict=True):
            starting.setdefault(place, []).append(name)
        if len(starting) == 1:
            return tr(
                "The worlds are laid out. All start in {world}. {player} has the first turn.",
                world=self.card(worlds[here] or ""),
                player=first,
            )
        (_, players), (there, others) = starting.items()
        return tr(
            "The worlds are laid out. {players} start in {world}, {others} on the opposite side in {opposite}. "
            "{player} has the first turn.",
            players=self.all_of(players),
            world=self.card(worlds[here] or ""),
            others=self.all_of(others),
            opposite=self.card(worlds[there] or ""),
            player=first,
        )

    def _event_of_play(self, event: Event, player_names: Sequence[str]) -> str:
        """Cards that are played, reactions to them, and moves of pawns; an empty string for other events."""
        tr, count = self.words.translate, self.words.count
        match event:
            case CharacterRevealed():
                player, character = player_names[event.seat], self.card(event.character)
                if event.by is None:
                    return tr("{player} reveals their reader: {character}.", player=player, character=character)
                unmasking = player_names[event.by]
                return tr(
                    "{player} unmasks {victim}: {character}.", player=unmasking, victim=player, character=character
                )
            case TravelPlayed():
                return self._travels(player_names[event.seat], self._where(event), event.cards)
            case GoHomePlayed():
                return self._goes_home(player_names[event.seat], event.cards)
            case EffectPlayed():
                aim = Aim(
                    player=player_names[event.seat],
                    card=self.cards(event.cards),
                    other="" if event.target is None else player_names[event.target],
                    world="" if event.place is None else self._where(event),
                )
                return self.effect_words(self._played(event.cards), aim).event
            case MoveStopped():
                return tr(
                    "{player} plays {card}: {victim} stays in this world until their next turn, "
                    "and the cards played return to the hand.",
                    player=player_names[event.seat],
                    card=self.card(event.card),
                    victim=player_names[event.victim],
                )
            case CardCancelled():
                player, card, against = player_names[event.seat], self.card(event.card), self.card(event.against)
                if self._is_bad(event.against):
                    return tr("{player} counters {against} with {card}.", player=player, against=against, card=card)
                return tr(
                    "{player} cancels {against} with {card}: both go under the pile, "
                    "and nothing comes of what was played.",
                    player=player,
                    against=against,
                    card=card,
                )
            case LeftBehind():
                player = player_names[event.seat]
                if event.cards is not None:
                    cards = self.cards(event.cards)
                    return tr("{player} leaves {cards} behind, under the pile.", player=player, cards=cards)
                return count(
                    "{player} leaves an encounter behind, under the pile.",
                    "{player} leaves {n} encounters behind, under the pile.",
                    event.number,
                    player=player,
                )
            case WorldOpened():
                return tr("A world is turned face up: {world}.", world=self.card(event.world))
            case PawnMoved() if event.place == MIDDLE:
                return tr("{player} steps through the door of Kernault.", player=player_names[event.seat])
            case PawnMoved():
                return tr("{player} is now in {world}.", player=player_names[event.seat], world=self.card(event.world))
        return ""

    def _where(self, event: TravelPlayed | EffectPlayed) -> str:
        """The world of an event: by its name if it was face up, else by its place (EG10)."""
        if event.world is not None:
            return self.card(event.world)
        assert event.place is not None
        return self.place(event.place)

    def _their_keys(self, keys: Sequence[str]) -> str:
        """What a player pays with."""
        own = self.words.translate("their reader's key")
        return self.all_of([own if key == OWN_KEY else self.card(key) for key in keys])

    def _travels(self, player: str, world: str, keys: Sequence[str]) -> str:
        paid = self._their_keys(keys)
        return self.words.translate(
            "{player} leaves this world with {keys}, for {world}.", player=player, world=world, keys=paid
        )

    def _goes_home(self, player: str, keys: Sequence[str]) -> str:
        paid = self._their_keys(keys)
        return self.words.translate("{player} heads home to Kernault, paying with {keys}.", player=player, keys=paid)

    def _event_of_trade(self, event: Event, player_names: Sequence[str]) -> str:
        """Trades and swaps; an empty string for other events. Others know only what was announced of a card (K21)."""
        tr = self.words.translate
        match event:
            case TradeOffered():
                player, other, offered = player_names[event.seat], player_names[event.to], self.announced(event)
                if event.card is None:
                    return tr(
                        "{player} offers {other} a trade: {offered}.", player=player, other=other, offered=offered
                    )
                return tr(
                    "{player} offers {other} a trade: {card}, {offered}.",
                    player=player,
                    other=other,
                    card=self.card(event.card),
                    offered=offered,
                )
            case TradeAnswered():
                player, offered = player_names[event.seat], self.announced(event)
                if event.card is None:
                    return tr("{player} offers in return: {offered}.", player=player, offered=offered)
                card = self.card(event.card)
                return tr("{player} offers in return: {card}, {offered}.", player=player, card=card, offered=offered)
            case TradeRefused():
                return tr("{player} refuses the trade.", player=player_names[event.seat])
            case CardsTraded() | CardsSwapped():
                player, other = player_names[event.seat], player_names[event.other]
                if event.gave is not None and event.got is not None:
                    return tr(
                        "{player} gives {gave} to {other} and gets {got}.",
                        player=player,
                        gave=self.card(event.gave),
                        other=other,
                        got=self.card(event.got),
                    )
                if isinstance(event, CardsTraded):
                    return tr("{player} and {other} trade one card for another.", player=player, other=other)
                return tr("{player} and {other} swap one card for another.", player=player, other=other)
        return ""

    def _event_of_bad_encounter(self, event: Event, player_names: Sequence[str]) -> str:
        """Effects of bad encounters; an empty string for other events."""
        tr = self.words.translate
        match event:
            case BadEncounterMet():
                effect, card = self.effect(self.discoveries[event.card].effect), self.card(event.card)
                return tr(
                    '{player} meets {card}: "{effect}"', player=player_names[event.seat], card=card, effect=effect
                )
            case Unharmed():
                return tr("The shield holds: nothing happens to {player}.", player=player_names[event.seat])
            case CardLost():
                return tr("{player} loses {card}.", player=player_names[event.seat], card=self.card(event.card))
            case NothingLost():
                return tr("{player} has nothing to lose.", player=player_names[event.seat])
            case TurnLost():
                player = player_names[event.seat]
                return tr("{player} loses the rest of this turn and the whole of the next one.", player=player)
            case HandShown(cards=()):
                return tr("{player} shows an empty hand.", player=player_names[event.seat])
            case HandShown():
                player, cards = player_names[event.seat], self.cards(event.cards)
                return tr("{player} shows everybody these cards: {cards}.", player=player, cards=cards)
        return ""

    def _event_of_effect(self, event: Event, player_names: Sequence[str]) -> str:
        """Results of effects; an empty string for other events. Only those who may know the cards see names (EG7)."""
        tr, count = self.words.translate, self.words.count
        match event:
            case PileSearched():
                player = player_names[event.seat]
                if event.cards is not None:
                    return tr("{player} sees on the pile: {cards}.", player=player, cards=self.cards(event.cards))
                return count(
                    "{player} looks at the top card of the pile.",
                    "{player} looks at the top {n} cards of the pile.",
                    event.number,
                    player=player,
                )
            case CardPicked():
                return self._picked(event, player_names[event.seat])
            case HandSeen():
                player, victim = player_names[event.seat], player_names[event.victim]
                if event.cards is not None:
                    cards = self.cards(event.cards)
                    return tr(
                        "{player} looks at the hand of {victim}: {cards}.", player=player, victim=victim, cards=cards
                    )
                return tr("{player} looks at the hand of {victim}.", player=player, victim=victim)
            case CardStolen():
                player, victim = player_names[event.seat], player_names[event.victim]
                if event.card is not None:
                    card = self.card(event.card)
                    return tr("{player} steals {card} from {victim}.", player=player, card=card, victim=victim)
                return tr("{player} steals a card from {victim}.", player=player, victim=victim)
            case ShieldRaised():
                return tr("{player} is shielded until the next turn.", player=player_names[event.seat])
        return ""

    def _picked(self, event: CardPicked, player: str) -> str:
        tr = self.words.translate
        if not event.picked:
            return tr("{player} takes none of these cards into their hand.", player=player)
        if event.card is None:
            if event.to == "hand":
                return tr("{player} takes one of these cards into their hand.", player=player)
            return tr("{player} puts one of these cards back on top of the pile.", player=player)
        card = self.card(event.card)
        if event.to == "hand":
            return tr("{player} takes {card} into their hand.", player=player, card=card)
        return tr("{player} puts {card} back on top of the pile.", player=player, card=card)
