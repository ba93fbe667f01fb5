"""La clef des mondes in words: cards, actions, questions and events, in the language of the reader.

Names of cards and worlds carry their article (`Le Cor`), and names of players begin with any letter. So no sentence
puts a word before them that would melt into them in French or Italian (`de`, `à`, `di`, `in`), unless for players `a`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from worldgates.clef import effects
from worldgates.clef.cards import BAD_ENCOUNTER, KEYS, KINDS, CardSet, Discovery, Effect, Reader, World
from worldgates.core.games import GameText
from worldgates.core.text import Words, words

# The clause behind each kind of event, for whoever asks why something happened. Where a card decides: see `clause`.
CLAUSES: Final = {
    "set_up": "K3",
    "choose": "K5",
    "turn": "K18",
    "draw": "K18",
    "discard": "K19",
    "reveal": "K20",
    "offer": "K21",
    "answer": "K21",
    "refuse": "K21",
    "trade": "K21",
    "effect": "K22",
    "travel": "K23",
    "go_home": "K11",
    "pass": "K23",
    "move": "EG4",
    "open_world": "K10",
    "left_behind": "K14",
    "stop": "E2",
    "cancel": "K25",
    "meet": "K16",
    "unharmed": "E14",
    "lose": "E17",
    "nothing_lost": "E17",
    "miss_turn": "E18",
    "miss": "K26",
    "show_hand": "E20",
    "search": "E5",
    "pick": "EG8",
    "look": "E4",
    "steal": "E11",
    "swap": "E12",
    "shield": "E14",
    "over": "K27",
}

_CLAUSES_OF_KINDS: Final = {"R": "K14", "O": "K15", "MR": "K16"}

# The name of the card set that this project ships (K31).
_RECONSTRUCTED: Final = "reconstructed"
# The place of Kernault (K3).
_HOME: Final = 4
# A key in a payment that is one's character's own (K20).
_CHARACTER: Final = "character"


class EffectWords(NamedTuple):
    """An effect in words; what is never played as an action has only the first of them."""

    # What the card says.
    rule: str
    # What it does, for the one who can choose to play it.
    choice: str = ""
    # What it does, told of somebody who plays it.
    told: str = ""


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
        """That the cards are not those of the printed game, if they are ours (K31)."""
        if self.card_set.name != _RECONSTRUCTED:
            return ""
        return self.words.translate("These cards are a reconstruction, not those of the printed game.")

    # Words for things.

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

    def announced(self, card: dict[str, Any]) -> str:
        """A card of which the kind and the key are said and no more (K21)."""
        tr, key = self.words.translate, self.a_key(card["key"])
        return tr("an object with {key}", key=key) if card["kind"] == "O" else tr("an encounter with {key}", key=key)

    def all_of(self, names: Sequence[str]) -> str:
        """Some names, for a sentence: `a, b and c`."""
        *some, last = names
        return self.words.translate("{some} and {last}", some=", ".join(some), last=last) if some else last

    def one_of(self, names: Sequence[str]) -> str:
        """Some names to choose from, for a sentence: `a, b or c`."""
        *some, last = names
        return self.words.translate("{some} or {last}", some=", ".join(some), last=last) if some else last

    def cards(self, cards: Sequence[str]) -> str:
        """Some cards, for a sentence."""
        return self.all_of([self.card(card) for card in cards])

    def place(self, place: int) -> str:
        """The world that lies in a place, whether face up or face down."""
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

    def door(self, door: str | int) -> str:
        """A world as an action names it: by its name, or by its place if it lies face down (EG10)."""
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
        return self.effect_words(effect).rule

    def effect_words(
        self, effect: Effect, *, player: str = "", card: str = "", other: str = "", world: str = "", given: str = ""
    ) -> EffectWords:
        """All that is to be said of an effect: a player plays a card, with another player or a world as its target."""
        tr, count, n = self.words.translate, self.words.count, int(effect.n)
        aim = {"player": player, "card": card, "other": other, "world": world, "given": given}
        match effect.id:
            case "cancel":
                return EffectWords(
                    tr(
                        "Cancels any card of the symbol {symbol}: a bad encounter that hits you, "
                        "or a card that another player plays here.",
                        symbol=self.key(KEYS[effect.key]),
                    )
                )
            case "stop_move":
                return EffectWords(
                    tr(
                        "Holds back another player who is leaving this world: "
                        "their pawn stays, and their cards return to their hand."
                    )
                )
            case "wild":
                keys = [self.key(key) for number, key in enumerate(KEYS) if effect.keys >> number & 1]
                if len(keys) == len(KEYS):
                    return EffectWords(tr("In a payment it is any of the five keys."))
                return EffectWords(
                    tr("In a payment it is one of these keys, as you choose: {keys}.", keys=self.one_of(keys))
                )
            case "look_hand":
                return EffectWords(
                    tr("Look at the hand of another player, wherever they are.")
                    if effect.wide
                    else tr("Look at the hand of another player who is here."),
                    tr("Play {card} to look at the hand of {other}", **aim),
                    tr("{player} plays {card} to look at the hand of {other}.", **aim),
                )
            case "search":
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
                        **aim,
                    ),
                    count(
                        "{player} plays {card} to search the top card of the pile.",
                        "{player} plays {card} to search the top {n} cards of the pile.",
                        n,
                        **aim,
                    ),
                )
            case "peek":
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
                        **aim,
                    ),
                    count(
                        "{player} plays {card} to look at the top card of the pile.",
                        "{player} plays {card} to choose the next card of the pile from the top {n}.",
                        n,
                        **aim,
                    ),
                )
            case "draw":
                return EffectWords(
                    count("Draw a card here.", "Draw up to {n} cards here; a bad encounter puts an end to it.", n),
                    count("Play {card} to draw a card", "Play {card} to draw up to {n} cards", n, **aim),
                    count(
                        "{player} plays {card} to draw a card.",
                        "{player} plays {card} to draw up to {n} cards.",
                        n,
                        **aim,
                    ),
                )
            case "free_travel":
                return EffectWords(
                    tr("Travel without keys to a world that shares a side or a corner with this one.")
                    if effect.wide
                    else tr("Travel without keys to a world that shares a side with this one."),
                    tr("Play {card} to travel to {world} without keys", **aim),
                    tr("{player} plays {card} to travel to {world} without keys.", **aim),
                )
            case "jump":
                return EffectWords(
                    tr("Leap without keys to any other face-up world."),
                    tr("Play {card} to leap to {world}", **aim),
                    tr("{player} plays {card} to leap to {world}.", **aim),
                )
            case "banish":
                return EffectWords(
                    tr("Drive another player who is here out to a world that shares a side with this one."),
                    tr("Play {card} to drive {other} out to {world}", **aim),
                    tr("{player} plays {card} to drive {other} out to {world}.", **aim),
                )
            case "steal" if effect.how == "random":
                return EffectWords(
                    tr("Steal a card at random from another player who is here."),
                    tr("Play {card} to steal a card at random from {other}", **aim),
                    tr("{player} plays {card} to steal a card at random from {other}.", **aim),
                )
            case "steal":
                return EffectWords(
                    tr("Look at the hand of another player who is here, and steal a card of your choice from it."),
                    tr("Play {card} to steal a card of your choice from {other}", **aim),
                    tr("{player} plays {card} to choose a card from the hand of {other} and steal it.", **aim),
                )
            case "swap":
                return EffectWords(
                    tr("Give a card to another player who is here, and get one of theirs at random."),
                    tr("Play {card} to give {given} to {other} and get a card at random", **aim),
                    tr("{player} plays {card} to swap a card with {other}.", **aim),
                )
            case "unmask":
                return EffectWords(
                    tr("Unmask another player, wherever they are: their reader is revealed, its key counts as spent.")
                    if effect.wide
                    else tr("Unmask another player who is here: their reader is revealed, its key counts as spent."),
                    tr("Play {card} to unmask {other}", **aim),
                    tr("{player} plays {card} to unmask {other}.", **aim),
                )
            case "shield":
                return EffectWords(
                    tr(
                        "Until your next turn begins, no effect of another player can be aimed at you, "
                        "nobody may react to what you play, and bad encounters do nothing to you."
                    ),
                    tr("Play {card} to shield yourself until your next turn", **aim),
                    tr("{player} plays {card} as a shield.", **aim),
                )
            case "summon":
                return EffectWords(
                    tr("Call here another player whose world shares a side or a corner with this one."),
                    tr("Play {card} to call {other} here", **aim),
                    tr("{player} plays {card} to call {other}.", **aim),
                )
            case "wild_ride":
                return EffectWords(
                    tr("Ride without keys to any other world, and draw up to two cards there; nobody may react."),
                    tr("Play {card} to ride to {world} and draw there", **aim),
                    tr("{player} plays {card} to ride to {world} and draw there.", **aim),
                )
            case "lose" if effect.how == "choice":
                return EffectWords(count("Lose a card of your choice.", "Lose {n} cards of your choice.", n))
            case "lose" if effect.how == "random":
                return EffectWords(count("Lose a card at random.", "Lose {n} cards at random.", n))
            case "lose":
                return EffectWords(tr("Lose all your cards with {key}.", key=self.a_key(KEYS[effect.key])))
            case "miss_turn":
                return EffectWords(tr("Lose the rest of this turn and the whole of your next one."))
            case "thrown" if effect.how == "opposite":
                return EffectWords(tr("Your pawn is thrown to the opposite world, across Kernault."))
            case "thrown" if effect.how == "neighbour":
                return EffectWords(tr("Your pawn is thrown to a neighbouring world, at random."))
            case "thrown":
                there = self.card(self.card_set.worlds[effect.to].id)
                return EffectWords(tr("Your pawn is thrown to {world}.", world=there))
            case "show_hand":
                return EffectWords(tr("Show your hand to all players."))
        raise KeyError(effect.id)

    def _played(self, cards: Sequence[str]) -> Effect:
        """What cards that are played for their effect do: one alone, or two together (K22)."""
        first = self.discoveries[cards[0]]
        return first.effect if len(cards) == 1 else first.together

    # What a card says.

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
        top, right, bottom, left = (self.key(KEYS[key]) for key in world.keys)
        keys = tr(
            "Keys of its sides: top {top}, right {right}, bottom {bottom}, left {left}",
            top=top,
            right=right,
            bottom=bottom,
            left=left,
        )
        return [(keys, "K9"), (self._mix(world), "K17")]

    def _mix(self, world: World) -> str:
        """How many cards of each kind a world has: how dangerous it is."""
        kinds = [KINDS[card.kind] for card in self.card_set.discoveries if card.world == world.number]
        return self.words.translate(
            "Its cards: {encounters} encounters, {objects} objects, {bad} bad encounters",
            encounters=kinds.count("R"),
            objects=kinds.count("O"),
            bad=kinds.count("MR"),
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
        lines.append((self.effect(card.effect), effects.CLAUSES[card.effect.id]))
        if card.together is not card.effect:
            lines.append((self.pair(card.id), effects.CLAUSES[card.together.id]))
        lines.append((card.flavours[self.language], ""))
        return lines

    def cards_of_clause(self, clause: str) -> list[str]:
        """What a clause comes to in this set of cards: the worlds, the readers, or the cards with its effect."""
        cards = self.card_set
        if clause in ("K9", "K17"):
            worlds = [(self.card(world.id), self._explain_world(world)) for world in cards.worlds[1:]]
            return [f"{name}. {line}." for name, lines in worlds for line, about in lines if about == clause]
        if clause == "K12":
            readers = [(self.card(reader.id), self._explain_reader(reader)) for reader in cards.readers]
            return [f"{name}. {lines[0][0]}. {lines[1][0]}." for name, lines in readers]
        having: dict[str, list[str]] = {}
        for card in cards.discoveries:
            for effect in {card.effect, card.together}:
                if effects.CLAUSES[effect.id] == clause:
                    # Of a bad encounter its attack counts too.
                    attack = f" ({self.key(KEYS[card.attack])})" if card.kind == BAD_ENCOUNTER else ""
                    having.setdefault(self.effect(effect), []).append(self.card(card.id) + attack)
        return [f"{', '.join(names)}. {sentence}" for sentence, names in having.items()]

    def pair(self, card: str) -> str:
        """What a card does together with another one (K22), or nothing."""
        found = self.discoveries[card]
        if found.together is found.effect:
            return ""
        partner = self.card(self.card_set.discoveries[found.partner].id)
        return self.words.translate("Together with {card}: {effect}", card=partner, effect=self.effect(found.together))

    # What can be done.

    def action(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        tr, decision = self.words.translate, view["decision"]
        players = view["players"]
        me = players[view["seat"]]
        card = self.card(action["card"]) if action.get("card") else ""
        match action["do"]:
            case "choose_character":
                kept = action["character"]
                [aside] = [self.card(dealt) for dealt in me["dealt"] if dealt != kept]
                return tr("Keep {character} and put {other} aside", character=self.card(kept), other=aside)
            case "draw":
                return tr("Draw a card")
            case "discard" if decision["what"] == "discard":
                return tr("Lose {card}", card=card)
            case "discard":
                return tr("Discard {card} under the pile", card=card)
            case "travel":
                keys = self._own_keys(action["keys"])
                return tr("Travel to {world} with {keys}", world=self.door(action["to"]), keys=keys)
            case "go_home":
                return tr("Go home to Kernault with {keys}", keys=self._own_keys(action["keys"]))
            case "effect":
                return self.effect_words(
                    self._played(action["cards"]),
                    card=self.cards(action["cards"]),
                    other=players[action["seat"]]["name"] if "seat" in action else "",
                    world=self.door(action["world"]) if "world" in action else "",
                    given=card,
                ).choice
            case "reveal":
                return tr("Reveal your reader: {character}", character=self.card(me["character"]))
            case "offer":
                return tr("Offer {card} to {other} in trade", card=card, other=players[action["seat"]]["name"])
            case "answer" if card:
                return tr("Give {card} and get {offered}", card=card, offered=self.announced(decision["offered"]))
            case "accept" if action["yes"]:
                return tr(
                    "Accept the trade: give {given}, get {got}",
                    given=self.card(decision["offered"]["card"]),
                    got=self.announced(decision["answered"]),
                )
            case "answer" | "accept":
                return tr("Refuse the trade")
            case "react":
                return self._reaction(action, view)
            case "pick":
                return self._pick(card, view)
            case "pass":
                return tr("Pass: give up the rest of the turn")
        raise KeyError(action["do"])

    def _own_keys(self, keys: list[str]) -> str:
        """What one pays with, for oneself."""
        own = self.words.translate("your reader's key")
        return self.all_of([own if key == _CHARACTER else self.card(key) for key in keys])

    def _reaction(self, action: dict[str, Any], view: dict[str, Any]) -> str:
        tr = self.words.translate
        if action["card"] is None:
            return tr("Do not react")
        card = self.card(action["card"])
        if "against" in action:
            return tr("Cancel {against} with {card}", against=self.card(action["against"]), card=card)
        if "played" in view:
            return tr("Hold {player} back with {card}", player=self._name_of_turn(view), card=card)
        return tr("Counter {against} with {card}", against=self.card(view["bad_encounter"]), card=card)

    def _pick(self, card: str, view: dict[str, Any]) -> str:
        tr, decision = self.words.translate, view["decision"]
        if not card:
            return tr("Take none of these cards")
        if "victim" in decision:
            return tr("Steal {card} from {victim}", card=card, victim=view["players"][decision["victim"]]["name"])
        if decision["to"] == "hand":
            return tr("Take {card} into your hand", card=card)
        return tr("Put {card} back on top of the pile", card=card)

    def _name_of_turn(self, view: dict[str, Any]) -> str:
        name = view["players"][view["turn"]["seat"]]["name"]
        assert isinstance(name, str)
        return name

    # What is asked.

    def question(self, view: dict[str, Any]) -> str:
        tr, count, decision = self.words.translate, self.words.count, view["decision"]
        match decision["what"]:
            case "choose_character":
                return tr("Which of your two readers do you keep?")
            case "action":
                left = view["turn"]["actions_left"]
                return count("Your turn: {n} action left", "Your turn: {n} actions left", left)
            case "react":
                return self._question_of_reaction(view)
            case "answer":
                return tr(
                    "{player} offers you {offered}. What do you give for it?",
                    player=view["players"][decision["with"]]["name"],
                    offered=self.announced(decision["offered"]),
                )
            case "accept":
                return tr(
                    "{player} would give you {answered} for {offered}. Do you accept?",
                    player=view["players"][decision["with"]]["name"],
                    answered=self.announced(decision["answered"]),
                    offered=self.announced(decision["offered"]),
                )
            case "pick" if "victim" in decision:
                victim = view["players"][decision["victim"]]["name"]
                return tr("Which card do you steal from {victim}?", victim=victim)
            case "pick" if decision["to"] == "hand":
                return tr("Which card do you take into your hand?")
            case "pick":
                return tr("Which card do you put back on top of the pile?")
            case "discard":
                return count("Which card do you lose?", "You lose {n} cards: which one now?", decision["left"])
            case "over":
                return tr("The game is over.")
        raise KeyError(decision["what"])

    def _question_of_reaction(self, view: dict[str, Any]) -> str:
        tr = self.words.translate
        if view["decision"]["seat"] is None:
            # Who is asked is nobody else's business (K29).
            return tr("It is the moment for reactions.")
        if "played" in view:
            return tr("{told} Do you react?", told=self._shown(view))
        bad = self.discoveries[view["bad_encounter"]]
        return tr(
            '{card} hits you: "{effect}" Do you defend yourself?',
            card=self.card(bad.id),
            effect=self.effect(bad.effect),
        )

    def _shown(self, view: dict[str, Any]) -> str:
        """What was played and waits for reactions."""
        played, player = view["played"], self._name_of_turn(view)
        match played["do"]:
            case "travel":
                return self._travels(player, self.door(played["to"]), played["keys"])
            case "go_home":
                return self._goes_home(player, played["keys"])
        return self.effect_words(
            self._played(played["cards"]),
            player=player,
            card=self.cards(played["cards"]),
            other=view["players"][played["seat"]]["name"] if "seat" in played else "",
            world=self.door(played["world"]) if "world" in played else "",
        ).told

    # The first game, with a guide.

    def lesson(self, topic: str) -> str:
        tr = self.words.translate
        match topic:
            case "readers":
                return tr(
                    "You are a reader, lost in the worlds of your books, and whoever comes home to Kernault "
                    "first has won. Of two readers you keep one, in secret: it shows the three keys it needs to "
                    "go home, and one of its own."
                )
            case "draw":
                return tr(
                    "In your turn you have two actions. With one you may draw from the pile of the world you "
                    "are in, once a turn."
                )
            case "reveal":
                return tr("Your reader has a key too. Reveal it, and the key can pay for you, once in the game.")
            case "trade":
                return tr(
                    "Others are in the same world: you can trade, a card for a card. Each says only which key "
                    "it carries, and whether it is an object or an encounter."
                )
            case "accept":
                return tr("This is what is offered in return. Now you decide.")
            case "actions":
                return tr("A trade is an action. Your second one: draw.")
            case "answer":
                return tr("Now you are offered a trade. Put up a card in return, or refuse.")
            case "travel":
                return tr(
                    "Each way out of a world costs the keys that stand there: one over a side, two over a "
                    "corner. Cards pay with the key they carry, and a closed door opens when somebody comes."
                )
            case "behind":
                return tr("Encounters belong to their world and stay there when you leave; objects travel with you.")
            case "effect":
                return tr("A card can also be played for what it says. This one draws two cards.")
            case "bad":
                return tr(
                    "A bad encounter! You could counter it with a card of the right key, but it takes only what "
                    "you do not have. Let it pass, and keep your card."
                )
            case "lose":
                return tr("This one does hit you. Choose the card to give up.")
            case "hand":
                return tr("A hand holds five cards at most. This one brings three.")
            case "search":
                return tr("Encounters help in their own world: this one lets you search the pile for what you need.")
            case "defend":
                return tr("Here it is again, and now you hold a card that cancels its symbol. Use it.")
            case "home":
                return tr(
                    "Look at your way home: the key of the side that faces Kernault, and the three of your "
                    "reader. One is still missing."
                )
            case "pass":
                return tr("Nothing else helps you now. Pass: the rest of your turn is given up.")
            case "go_home":
                return tr("All four keys are in your hand. Go home!")
            case "end":
                return tr("You have come home. Now you know enough to play against others.")
        raise KeyError(topic)

    # What happened.

    def clause(self, event: dict[str, Any]) -> str:
        match event["event"]:
            case "effect":
                return effects.CLAUSES[self._played(event["cards"]).id]
            case "cancel" if self._is_bad(event["against"]):
                return "K24"
            case "over" if len(event["ranking"]) == 1:
                return "K28"
            case "reveal" if "by" in event:
                return "E13"
            case "search" if event["to"] == "top":
                return "E6"
            case "move" if event["place"] == _HOME:
                return "K11"
        return CLAUSES[event["event"]]

    def _is_bad(self, card: str) -> bool:
        return bool(self.discoveries[card].kind == BAD_ENCOUNTER)

    def event(self, event: dict[str, Any], player_names: list[str]) -> str:
        tr, count = self.words.translate, self.words.count
        what = event["event"]
        player = player_names[event["seat"]] if "seat" in event else ""
        card = self.card(event["card"]) if "card" in event else ""
        cards = event.get("cards", [])
        match what:
            case "set_up":
                return self._set_up(event, player_names)
            case "choose" if "character" in event:
                return tr(
                    "{player} keeps a reader: {character}.", player=player, character=self.card(event["character"])
                )
            case "choose":
                return tr("{player} keeps a reader without showing it.", player=player)
            case "turn":
                return count(
                    "Round {round}: it is the turn of {player}, {n} action.",
                    "Round {round}: it is the turn of {player}, {n} actions.",
                    event["actions"],
                    player=player,
                    round=event["round"],
                )
            case "miss":
                return tr("{player} misses this turn.", player=player)
            case "pass":
                return tr("{player} gives up the rest of the turn.", player=player)
            case "draw" if card:
                return tr("{player} draws {card}.", player=player, card=card)
            case "draw":
                return tr("{player} draws a card without showing it.", player=player)
            case "discard" if card:
                return tr("{player} discards {card} under the pile.", player=player, card=card)
            case "discard":
                return tr("{player} discards a card under the pile without showing it.", player=player)
            case "reveal":
                character = self.card(event["character"])
                if "by" in event:
                    return tr(
                        "{player} unmasks {victim}: {character}.",
                        player=player_names[event["by"]],
                        victim=player,
                        character=character,
                    )
                return tr("{player} reveals their reader: {character}.", player=player, character=character)
            case "travel":
                return self._travels(player, self._where(event), cards)
            case "go_home":
                return self._goes_home(player, cards)
            case "effect":
                return self.effect_words(
                    self._played(cards),
                    player=player,
                    card=self.cards(cards),
                    other=player_names[event["target"]] if "target" in event else "",
                    world=self._where(event) if "place" in event else "",
                ).told
            case "stop":
                return tr(
                    "{player} plays {card}: {victim} stays, and the cards played return to the hand.",
                    player=player,
                    card=card,
                    victim=player_names[event["victim"]],
                )
            case "cancel":
                against = self.card(event["against"])
                if self._is_bad(event["against"]):
                    return tr("{player} counters {against} with {card}.", player=player, against=against, card=card)
                return tr(
                    "{player} cancels {against} with {card}: both go under the pile, "
                    "and nothing comes of what was played.",
                    player=player,
                    against=against,
                    card=card,
                )
            case "left_behind" if cards:
                return tr("{player} leaves {cards} behind, under the pile.", player=player, cards=self.cards(cards))
            case "left_behind":
                return count(
                    "{player} leaves an encounter behind, under the pile.",
                    "{player} leaves {n} encounters behind, under the pile.",
                    event["number"],
                    player=player,
                )
            case "open_world":
                return tr("A world is turned face up: {world}.", world=self.card(event["world"]))
            case "move" if event["place"] == _HOME:
                return tr("{player} steps through the door of Kernault.", player=player)
            case "move":
                return tr("{player} is now in {world}.", player=player, world=self.card(event["world"]))
            case "over":
                return self._over(event, player_names)
            case "offer" | "answer" | "refuse" | "trade" | "swap":
                return self._trade(event, player, card, player_names)
            case "meet" | "unharmed" | "lose" | "nothing_lost" | "miss_turn" | "show_hand":
                return self._bad_encounter(event, player, card)
            case "search" | "pick" | "look" | "steal" | "shield":
                return self._result(event, player, card, player_names)
        raise KeyError(what)

    def _set_up(self, event: dict[str, Any], player_names: list[str]) -> str:
        """Where everybody starts (K6): all in one world, or the others in the one opposite."""
        tr, worlds = self.words.translate, event["worlds"]
        first = player_names[event["first_seat"]]
        here = event["places"][0]
        starting: dict[int, list[str]] = {here: []}
        for name, place in zip(player_names, event["places"], strict=True):
            starting.setdefault(place, []).append(name)
        if len(starting) == 1:
            return tr(
                "The worlds are laid out. All start in {world}. {player} has the first turn.",
                world=self.card(worlds[here]),
                player=first,
            )
        (_, players), (there, others) = starting.items()
        return tr(
            "The worlds are laid out. {players} start in {world}, {others} on the opposite side in {opposite}. "
            "{player} has the first turn.",
            players=self.all_of(players),
            world=self.card(worlds[here]),
            others=self.all_of(others),
            opposite=self.card(worlds[there]),
            player=first,
        )

    def _where(self, event: dict[str, Any]) -> str:
        """The world that an event is about: by its name if it lay face up, else by its place (EG10)."""
        return self.card(event["world"]) if "world" in event else self.place(event["place"])

    def _their_keys(self, keys: list[str]) -> str:
        """What somebody pays with."""
        own = self.words.translate("their reader's key")
        return self.all_of([own if key == _CHARACTER else self.card(key) for key in keys])

    def _travels(self, player: str, world: str, keys: list[str]) -> str:
        paid = self._their_keys(keys)
        return self.words.translate("{player} sets out for {world} with {keys}.", player=player, world=world, keys=paid)

    def _goes_home(self, player: str, keys: list[str]) -> str:
        paid = self._their_keys(keys)
        return self.words.translate("{player} sets out for home, for Kernault, with {keys}.", player=player, keys=paid)

    def _trade(self, event: dict[str, Any], player: str, card: str, player_names: list[str]) -> str:
        """What is said of a card is all that the others hear of it (K21)."""
        tr = self.words.translate
        match event["event"]:
            case "offer":
                offered, other = self.announced(event), player_names[event["to"]]
                if not card:
                    return tr(
                        "{player} offers {other} a trade: {offered}.", player=player, other=other, offered=offered
                    )
                return tr(
                    "{player} offers {other} a trade: {card}, {offered}.",
                    player=player,
                    other=other,
                    card=card,
                    offered=offered,
                )
            case "answer":
                offered = self.announced(event)
                if not card:
                    return tr("{player} offers in return: {offered}.", player=player, offered=offered)
                return tr("{player} offers in return: {card}, {offered}.", player=player, card=card, offered=offered)
            case "refuse":
                return tr("{player} refuses the trade.", player=player)
        other = player_names[event["with"]]
        if "gave" in event:
            return tr(
                "{player} gives {gave} to {other} and gets {got}.",
                player=player,
                gave=self.card(event["gave"]),
                other=other,
                got=self.card(event["got"]),
            )
        if event["event"] == "trade":
            return tr("{player} and {other} trade one card for another.", player=player, other=other)
        return tr("{player} and {other} swap one card for another.", player=player, other=other)

    def _bad_encounter(self, event: dict[str, Any], player: str, card: str) -> str:
        tr = self.words.translate
        match event["event"]:
            case "meet":
                effect = self.effect(self.discoveries[event["card"]].effect)
                return tr('{player} meets {card}: "{effect}"', player=player, card=card, effect=effect)
            case "unharmed":
                return tr("The shield holds: nothing happens to {player}.", player=player)
            case "lose":
                return tr("{player} loses {card}.", player=player, card=card)
            case "nothing_lost":
                return tr("{player} has nothing to lose.", player=player)
            case "miss_turn":
                return tr("{player} loses the rest of this turn and the whole of the next one.", player=player)
        if not event["cards"]:
            return tr("{player} shows an empty hand.", player=player)
        return tr("{player} shows everybody these cards: {cards}.", player=player, cards=self.cards(event["cards"]))

    def _result(self, event: dict[str, Any], player: str, card: str, player_names: list[str]) -> str:
        """What came of an effect; who may not know the cards hears only that there were some (EG7)."""
        tr, count = self.words.translate, self.words.count
        victim = player_names[event["victim"]] if "victim" in event else ""
        match event["event"]:
            case "search" if "cards" in event:
                return tr("{player} sees on the pile: {cards}.", player=player, cards=self.cards(event["cards"]))
            case "search":
                return count(
                    "{player} looks at the top card of the pile.",
                    "{player} looks at the top {n} cards of the pile.",
                    event["number"],
                    player=player,
                )
            case "pick" if not event["picked"]:
                return tr("{player} takes none of these cards into their hand.", player=player)
            case "pick" if event["to"] == "hand":
                if card:
                    return tr("{player} takes {card} into their hand.", player=player, card=card)
                return tr("{player} takes one of these cards into their hand.", player=player)
            case "pick" if card:
                return tr("{player} puts {card} back on top of the pile.", player=player, card=card)
            case "pick":
                return tr("{player} puts one of these cards back on top of the pile.", player=player)
            case "look" if "cards" in event:
                return tr(
                    "{player} looks at the hand of {victim}: {cards}.",
                    player=player,
                    victim=victim,
                    cards=self.cards(event["cards"]),
                )
            case "look":
                return tr("{player} looks at the hand of {victim}.", player=player, victim=victim)
            case "steal" if card:
                return tr("{player} steals {card} from {victim}.", player=player, card=card, victim=victim)
            case "steal":
                return tr("{player} steals a card from {victim}.", player=player, victim=victim)
        return tr("{player} is shielded until the next turn.", player=player)

    def _over(self, event: dict[str, Any], player_names: list[str]) -> str:
        tr, first = self.words.translate, event["ranking"][0]
        if len(event["ranking"]) == 1:
            return tr("The last round is over and nobody has come home: the game is a draw.")
        return tr("{player} has come home and wins.", player=player_names[first[0]])
