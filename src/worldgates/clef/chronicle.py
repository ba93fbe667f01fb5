"""The sentences of the events of La clef des mondes, in the present tense.

They also say what a player is asked to react to, before it has happened. Others know only what was announced of a card
(K21), and only those who may know a card see its name (EG7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from worldgates.clef.actions import OWN_KEY
from worldgates.clef.cards import BAD_ENCOUNTER
from worldgates.clef.effects_text import Aim
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
from worldgates.clef.table import MIDDLE
from worldgates.core.chronicle import Teller, turn_of
from worldgates.core.shapes import Event

if TYPE_CHECKING:
    from worldgates.clef.text import ClefText


# Which of the functions below tells which events, once it is found: each looks at many kinds.
_TELLS: Final[dict[type[Event], Callable[[Event, Teller, ClefText], str]]] = {}


def describe(event: Event, teller: Teller, text: ClefText) -> str:
    """An event in a sentence."""
    tellers = (_of_turn, _of_play, _of_reaction, _of_trade, _of_bad_encounter, _of_effect)
    for tell in (_TELLS.get(type(event), tellers[0]), *tellers):
        if sentence := tell(event, teller, text):
            _TELLS[type(event)] = tell
            return sentence
    raise TypeError(f"{type(event).__name__} is no event of La clef des mondes")


def travels(seat: int, to: str, keys: Sequence[str], teller: Teller, text: ClefText) -> str:
    """A player pays for a way to a world."""
    return teller.did(
        seat,
        "You leave this world with {keys}, for {world}.",
        "{player} leaves this world with {keys}, for {world}.",
        keys=_keys(seat, keys, teller, text),
        world=to,
    )


def goes_home(seat: int, keys: Sequence[str], teller: Teller, text: ClefText) -> str:
    """A player pays for the way home."""
    return teller.did(
        seat,
        "You head home to Kernault, paying with {keys}.",
        "{player} heads home to Kernault, paying with {keys}.",
        keys=_keys(seat, keys, teller, text),
    )


def _keys(seat: int, keys: Sequence[str], teller: Teller, text: ClefText) -> str:
    """What a player pays with."""
    tr = text.words.translate
    own = tr("your reader's key") if seat == teller.you else tr("their reader's key")
    return text.all_of([own if key == OWN_KEY else text.card(key) for key in keys])


def _world(event: TravelPlayed | EffectPlayed, text: ClefText) -> str:
    """The world of an event: by its name if it was face up, else by its place (EG10)."""
    if event.world is not None:
        return text.card(event.world)
    assert event.place is not None
    return text.place(event.place)


# Each of these returns an empty string for the events of the others.


def _of_turn(event: Event, teller: Teller, text: ClefText) -> str:
    """The start and end of the game and of turns, and events without another player."""
    tr, did = text.words.translate, teller.did
    match event:
        case SetUp():
            return _set_up(event, teller, text)
        case CharacterChosen(character=None):
            return did(
                event.seat, "You keep a reader without showing it.", "{player} keeps a reader without showing it."
            )
        case CharacterChosen(character=str(character)):
            return did(
                event.seat,
                "You keep a reader: {character}.",
                "{player} keeps a reader: {character}.",
                character=text.card(character),
            )
        case TurnBegan():
            return turn_of(text.words, teller.names[event.seat], event.actions, event.round)
        case TurnMissed():
            return did(event.seat, "You miss this turn.", "{player} misses this turn.")
        case Passed():
            return did(event.seat, "You pass.", "{player} passes.")
        case CardDrawn(card=None):
            return did(event.seat, "You draw a card without showing it.", "{player} draws a card without showing it.")
        case CardDrawn(card=str(card)):
            return did(event.seat, "You draw {card}.", "{player} draws {card}.", card=text.card(card))
        case CardDiscarded(card=None):
            return did(
                event.seat,
                "You discard a card under the pile without showing it.",
                "{player} discards a card under the pile without showing it.",
            )
        case CardDiscarded(card=str(card)):
            return did(
                event.seat,
                "You discard {card} under the pile.",
                "{player} discards {card} under the pile.",
                card=text.card(card),
            )
        case GameOver() if len(event.ranking) == 1:
            return tr("The last round is over and nobody got home: the game is a draw.")
        case GameOver():
            return did(event.ranking[0][0], "You have come home and win.", "{player} has come home and wins.")
    return ""


def _set_up(event: SetUp, teller: Teller, text: ClefText) -> str:
    """The starting places (K6): all in one world, or the others in the one opposite."""
    tr, worlds = text.words.translate, event.worlds
    first = teller.names[event.starting_seat]
    here = event.places[0]
    starting: dict[int, list[str]] = {here: []}
    for name, place in zip(teller.names, event.places, strict=True):
        starting.setdefault(place, []).append(name)
    if len(starting) == 1:
        return tr(
            "The worlds are laid out. All start in {world}. {player} has the first turn.",
            world=text.card(worlds[here] or ""),
            player=first,
        )
    (_, players), (there, others) = starting.items()
    return tr(
        "The worlds are laid out. {players} start in {world}, {others} on the opposite side in {opposite}. "
        "{player} has the first turn.",
        players=text.all_of(players),
        world=text.card(worlds[here] or ""),
        others=text.all_of(others),
        opposite=text.card(worlds[there] or ""),
        player=first,
    )


def _of_play(event: Event, teller: Teller, text: ClefText) -> str:
    """Cards that are played, and moves of pawns."""
    did = teller.did
    match event:
        case CharacterRevealed(by=None):
            return did(
                event.seat,
                "You reveal your reader: {character}.",
                "{player} reveals their reader: {character}.",
                character=text.card(event.character),
            )
        case CharacterRevealed(by=int(by)):
            return teller.did_to(
                by,
                event.seat,
                "You unmask {other}: {character}.",
                "{player} unmasks you: {character}.",
                "{player} unmasks {other}: {character}.",
                character=text.card(event.character),
            )
        case TravelPlayed():
            return travels(event.seat, _world(event, text), event.cards, teller, text)
        case GoHomePlayed():
            return goes_home(event.seat, event.cards, teller, text)
        case EffectPlayed():
            aim = Aim(
                teller,
                event.seat,
                target=event.target or 0,
                card=text.cards(event.cards),
                world="" if event.place is None else _world(event, text),
            )
            return text.effect_words(text.played_effect(event.cards), aim).event
        case LeftBehind(cards=None):
            return teller.did_count(
                event.seat,
                "You leave an encounter behind, under the pile.",
                "You leave {n} encounters behind, under the pile.",
                "{player} leaves an encounter behind, under the pile.",
                "{player} leaves {n} encounters behind, under the pile.",
                event.number,
            )
        case LeftBehind():
            return did(
                event.seat,
                "You leave {cards} behind, under the pile.",
                "{player} leaves {cards} behind, under the pile.",
                cards=text.cards(event.cards or ()),
            )
        case WorldOpened():
            return text.words.translate("A world is turned face up: {world}.", world=text.card(event.world))
        case PawnMoved() if event.place == MIDDLE:
            return did(
                event.seat,
                "You step through the door of Kernault.",
                "{player} steps through the door of Kernault.",
            )
        case PawnMoved():
            return did(
                event.seat,
                "You are now in {world}.",
                "{player} is now in {world}.",
                world=text.card(event.world),
            )
    return ""


def _of_reaction(event: Event, teller: Teller, text: ClefText) -> str:
    """Reactions to what was played or met."""
    match event:
        case MoveStopped():
            return teller.did_to(
                event.seat,
                event.victim,
                "You play {card}: {other} stays in this world until their next turn, "
                "and the cards played return to their hand.",
                "{player} plays {card}: you stay in this world until your next turn, "
                "and the cards you played return to your hand.",
                "{player} plays {card}: {other} stays in this world until their next turn, "
                "and the cards played return to their hand.",
                card=text.card(event.card),
            )
        case CardCancelled() if text.discoveries[event.against].kind == BAD_ENCOUNTER:
            return teller.did(
                event.seat,
                "You counter {against} with {card}.",
                "{player} counters {against} with {card}.",
                against=text.card(event.against),
                card=text.card(event.card),
            )
        case CardCancelled():
            return teller.did(
                event.seat,
                "You cancel {against} with {card}: both go under the pile, and what was played has no effect.",
                "{player} cancels {against} with {card}: both go under the pile, and what was played has no effect.",
                against=text.card(event.against),
                card=text.card(event.card),
            )
    return ""


def _of_trade(event: Event, teller: Teller, text: ClefText) -> str:
    """Trades and swaps."""
    did, did_to = teller.did, teller.did_to
    match event:
        case TradeOffered(card=None):
            return did_to(
                event.seat,
                event.to,
                "You offer {other} a trade: {offered}.",
                "{player} offers you a trade: {offered}.",
                "{player} offers {other} a trade: {offered}.",
                offered=text.announced(event),
            )
        case TradeOffered(card=str(card)):
            return did_to(
                event.seat,
                event.to,
                "You offer {other} a trade: {card}, {offered}.",
                "{player} offers you a trade: {card}, {offered}.",
                "{player} offers {other} a trade: {card}, {offered}.",
                card=text.card(card),
                offered=text.announced(event),
            )
        case TradeAnswered(card=None):
            return did(
                event.seat,
                "You offer in return: {offered}.",
                "{player} offers in return: {offered}.",
                offered=text.announced(event),
            )
        case TradeAnswered(card=str(card)):
            return did(
                event.seat,
                "You offer in return: {card}, {offered}.",
                "{player} offers in return: {card}, {offered}.",
                card=text.card(card),
                offered=text.announced(event),
            )
        case TradeRefused():
            return did(event.seat, "You refuse the trade.", "{player} refuses the trade.")
        case CardsTraded(gave=str(gave), got=str(got)) | CardsSwapped(gave=str(gave), got=str(got)):
            return did_to(
                event.seat,
                event.other,
                "You give {gave} to {other} and get {got}.",
                "{player} gives you {gave} and gets {got}.",
                "{player} gives {gave} to {other} and gets {got}.",
                gave=text.card(gave),
                got=text.card(got),
            )
        case CardsTraded():
            return did_to(
                event.seat,
                event.other,
                "You trade one card for another with {other}.",
                "{player} trades one card for another with you.",
                "{player} trades one card for another with {other}.",
            )
        case CardsSwapped():
            return did_to(
                event.seat,
                event.other,
                "You swap one card for another with {other}.",
                "{player} swaps one card for another with you.",
                "{player} swaps one card for another with {other}.",
            )
    return ""


def _of_bad_encounter(event: Event, teller: Teller, text: ClefText) -> str:
    """Bad encounters and what they do."""
    did = teller.did
    match event:
        case BadEncounterMet():
            return did(
                event.seat,
                'You meet {card}: "{effect}"',
                '{player} meets {card}: "{effect}"',
                card=text.card(event.card),
                effect=text.effect(text.discoveries[event.card].effect),
            )
        case Unharmed():
            return did(
                event.seat,
                "The shield holds: nothing happens to you.",
                "The shield holds: nothing happens to {player}.",
            )
        case CardLost():
            return did(event.seat, "You lose {card}.", "{player} loses {card}.", card=text.card(event.card))
        case NothingLost():
            return did(event.seat, "You have nothing to lose.", "{player} has nothing to lose.")
        case TurnLost():
            return did(
                event.seat,
                "You lose the rest of this turn and the whole of the next one.",
                "{player} loses the rest of this turn and the whole of the next one.",
            )
        case HandShown(cards=()):
            return did(event.seat, "You show an empty hand.", "{player} shows an empty hand.")
        case HandShown():
            return did(
                event.seat,
                "You show everybody these cards: {cards}.",
                "{player} shows everybody these cards: {cards}.",
                cards=text.cards(event.cards),
            )
    return ""


def _of_effect(event: Event, teller: Teller, text: ClefText) -> str:
    """Results of effects."""
    did, did_to = teller.did, teller.did_to
    match event:
        case PileSearched(cards=None):
            return teller.did_count(
                event.seat,
                "You look at the top card of the pile.",
                "You look at the top {n} cards of the pile.",
                "{player} looks at the top card of the pile.",
                "{player} looks at the top {n} cards of the pile.",
                event.number,
            )
        case PileSearched():
            return did(
                event.seat,
                "You see on top of the pile: {cards}.",
                "{player} sees on top of the pile: {cards}.",
                cards=text.cards(event.cards or ()),
            )
        case CardPicked():
            return _picked(event, teller, text)
        case HandSeen(cards=None):
            return did_to(
                event.seat,
                event.victim,
                "You look at {other}'s hand.",
                "{player} looks at your hand.",
                "{player} looks at {other}'s hand.",
            )
        case HandSeen():
            return did_to(
                event.seat,
                event.victim,
                "You look at {other}'s hand: {cards}.",
                "{player} looks at your hand: {cards}.",
                "{player} looks at {other}'s hand: {cards}.",
                cards=text.cards(event.cards or ()),
            )
        case CardStolen(card=None):
            return did_to(
                event.seat,
                event.victim,
                "You steal a card from {other}.",
                "{player} steals a card from you.",
                "{player} steals a card from {other}.",
            )
        case CardStolen(card=str(card)):
            return did_to(
                event.seat,
                event.victim,
                "You steal {card} from {other}.",
                "{player} steals {card} from you.",
                "{player} steals {card} from {other}.",
                card=text.card(card),
            )
        case ShieldRaised():
            return did(
                event.seat,
                "You are shielded until your next turn.",
                "{player} is shielded until their next turn.",
            )
    return ""


def _picked(event: CardPicked, teller: Teller, text: ClefText) -> str:
    did = teller.did
    if not event.picked:
        return did(
            event.seat,
            "You take none of these cards.",
            "{player} takes none of these cards.",
        )
    if event.card is None:
        if event.to == "hand":
            return did(
                event.seat,
                "You take one of these cards into your hand.",
                "{player} takes one of these cards into their hand.",
            )
        return did(
            event.seat,
            "You put one of these cards back on top of the pile.",
            "{player} puts one of these cards back on top of the pile.",
        )
    card = text.card(event.card)
    if event.to == "hand":
        return did(event.seat, "You take {card} into your hand.", "{player} takes {card} into their hand.", card=card)
    return did(
        event.seat,
        "You put {card} back on top of the pile.",
        "{player} puts {card} back on top of the pile.",
        card=card,
    )
