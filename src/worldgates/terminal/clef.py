"""The table of La clef des mondes on the screen: a map of the worlds, or one fact per line on a plain page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

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
from worldgates.clef.cardlist import AnyCard, DiscoveryCard, EffectFacts, ReaderCard, WorldCard
from worldgates.clef.cards import KEYS
from worldgates.clef.events import (
    BadEncounterMet,
    CardCancelled,
    CharacterRevealed,
    GameOver,
    GoHomePlayed,
    MoveStopped,
    TurnBegan,
    TurnLost,
    TurnMissed,
)
from worldgates.clef.explain import Contents, Explain, Way
from worldgates.clef.game import Clef
from worldgates.clef.table import ACTIONS, HAND_LIMIT, MIDDLE, PLACES, way
from worldgates.clef.text import ClefText
from worldgates.clef.view import PlayerView, View
from worldgates.core.gametype import GameType
from worldgates.core.shapes import Action, Event
from worldgates.terminal.clef_map import FRAME, NARROWEST_MAP, Card, Square, beyond, card_width
from worldgates.terminal.drawing import Drawing, around, ranks
from worldgates.terminal.screen import Page, pad, wrapped

_ORDER: Final = (GoHome, Draw, Travel, PlayEffect, Offer, Discard, Reveal, Pass)
# Every key is also written as a word, so that nothing depends on colour alone.
_COLOURS: Final = {"magie": "cyan", "connaissance": "yellow", "combat": "red", "mort": "green", "amour": "magenta"}
_ARROWS: Final = {
    (-1, -1): "↖",
    (-1, 0): "↑",
    (-1, 1): "↗",
    (0, -1): "←",
    (0, 1): "→",
    (1, -1): "↙",
    (1, 0): "↓",
    (1, 1): "↘",
}
# The clause of each kind of action; for actions that depend on a card, see `clause`.
_CLAUSES: Final[dict[type[Action], str]] = {
    ChooseCharacter: "K5",
    Draw: "K18",
    Discard: "K19",
    Reveal: "K20",
    Offer: "K21",
    Answer: "K21",
    Accept: "K21",
    Travel: "K9",
    GoHome: "K11",
    Pass: "K23",
    Pick: "EG8",
    React: "K25",
}
_REMARKABLE: Final = (
    GoHomePlayed,
    CardCancelled,
    MoveStopped,
    BadEncounterMet,
    TurnLost,
    TurnMissed,
    CharacterRevealed,
    GameOver,
)


class ClefDrawing(Drawing[View]):
    def __init__(self, game: GameType, language: str) -> None:
        super().__init__(game, language)
        assert isinstance(game, Clef)
        self.text: ClefText = game.text(language)
        cards: list[AnyCard] = game.cards(language)
        self.worlds = {card.id: card for card in cards if isinstance(card, WorldCard)}
        self.readers = {card.id: card for card in cards if isinstance(card, ReaderCard)}
        self.discoveries = {card.id: card for card in cards if isinstance(card, DiscoveryCard)}
        self._card_ids = [card.id for card in cards]
        self.keys = {self.text.key(key): _COLOURS[key] for key in KEYS}
        self._key_words = re.compile(rf"\b({'|'.join(re.escape(key) for key in self.keys)})\b")
        # In the name of a card such a word is not a key.
        self._names_with_keys = [card.name for card in cards if self._key_words.search(card.name)]

    @property
    def card_ids(self) -> list[str]:
        return self._card_ids

    def introduction(self) -> list[str]:
        tr = self.words.translate
        paragraphs = [
            tr(
                "You are a reader who has fallen into the worlds of books. The nine worlds form a square, and "
                "Kernault, where you live, is in the middle: whoever enters it first wins. Going home takes four or "
                "five keys at once: those on the edge over which you leave your world, and the three that your reader "
                "asks for."
            ),
            tr(
                "In your turn you have {actions} actions: draw a card of your world, travel by paying the keys on the "
                "edge you leave over, play a card for what it does, trade, discard, or reveal your reader, whose own "
                "key then serves once. Most cards carry a key. You hold at most {limit}.",
                actions=ACTIONS,
                limit=HAND_LIMIT,
            ),
            tr(
                "Objects travel with you; encounters stay in their world when you leave it. A bad encounter strikes "
                "as soon as it is drawn. Whoever is in the same world as you may cancel what you play with a card "
                "that fits, and you may do so to them."
            ),
        ]
        note = self.text.note()
        return [*paragraphs, note] if note else paragraphs

    def ink(self, sentence: str) -> Text:
        """A sentence with its keys coloured."""
        text = Text(sentence)
        names = [found.span() for name in self._names_with_keys for found in re.finditer(re.escape(name), sentence)]
        for found in self._key_words.finditer(sentence):
            start, end = found.span()
            if not any(first <= start and end <= last for first, last in names):
                text.stylize(self.keys[found[0]], start, end)
        return text

    # What is on the table, in words.

    def key(self, key: str) -> Text:
        return Text(self.text.key(key), _COLOURS[key])

    def in_a_row(self, keys: Sequence[str]) -> str:
        return ", ".join(self.text.key(key) for key in keys)

    def place_of(self, view: View, door: Door) -> int:
        """The place of a world as an action names it (EG10)."""
        if isinstance(door, int):
            return door
        return next(place for place in range(PLACES) if view.world_at(place) == door)

    def door(self, view: View, place: int) -> str:
        """A world's name, or its place while it is face down (EG10)."""
        world = view.world_at(place)
        return self.text.card(world) if world else self.words.translate("closed door {place}", place=place)

    def pawns_at(self, view: View, place: int) -> list[int]:
        return [seat for seat, player in enumerate(view.players) if player.place == place]

    def explained(self, view: View) -> Explain:
        """The values that the rules derive for the viewer."""
        assert view.explain is not None
        return view.explain

    def me(self, view: View) -> PlayerView:
        """The viewer as a player."""
        assert view.seat is not None
        return view.players[view.seat]

    def standing(self, view: View) -> str:
        """The progress of the game."""
        first = view.players[view.starting_seat].name
        return self.words.translate("Round {round}. {player} began it.", round=view.round, player=first)

    def belongings(self, view: View, player: PlayerView) -> list[str]:
        """A player's place, number of cards, and current conditions."""
        tr, count = self.words.translate, self.words.count
        facts = [self.door(view, player.place), count("{n} card", "{n} cards", player.hand_size)]
        if player.shielded:
            facts.append(tr("shielded until the next turn"))
        if missed := player.turns_to_miss:
            facts.append(count("misses the next turn", "misses the next {n} turns", missed))
        return facts

    def reader(self, player: PlayerView) -> str:
        """The character of a player: its own key, and the three it needs to go home (K12)."""
        facts = self.readers[player.character or ""]
        values = {"reader": facts.name, "key": self.text.key(facts.key), "needs": self.in_a_row(facts.needs)}
        if player.key_spent:
            return self.words.translate("{reader}, needs {needs}; key {key} (spent)", **values)
        if player.revealed:
            return self.words.translate("{reader}, needs {needs}; key {key} (ready)", **values)
        return self.words.translate("{reader}, needs {needs}; key {key} (not revealed)", **values)

    def announced(self, kind: str, key: str) -> str:
        """The announced facts about a card in a trade (K21)."""
        return self.words.translate("{kind}, {key}", kind=self.text.kind(kind), key=self.text.key(key))

    def held(self, card: str) -> str:
        """A short description of a card in hand."""
        facts = self.discoveries[card]
        what = self.announced(facts.kind, self.carried(facts))
        return self.words.translate("{card} ({facts})", card=facts.name, facts=what)

    def carried(self, card: DiscoveryCard) -> str:
        """The key of a card; a bad encounter has the symbol of its attack instead."""
        return card.key or card.attack or ""

    def in_pile(self, cards: Sequence[str | None]) -> str:
        """The cards of a pile from the top: the known ones, and the number of unknown ones between them."""
        parts: list[str] = []
        unknown = 0
        for card in [*cards, ""]:
            if card is None:
                unknown += 1
                continue
            if unknown:
                parts.append(self.words.count("{n} unknown", "{n} unknown", unknown))
                unknown = 0
            if card:
                parts.append(self.text.card(card))
        return ", ".join(parts)

    def hand_label(self, player: PlayerView) -> str:
        """The known part of another player's hand."""
        whole = len(player.hand) == player.hand_size
        return self.words.translate("Hand") if whole else self.words.translate("Known cards")

    # The table.

    def table(self, page: Page, view: View, labels: Sequence[str], compact: bool = False) -> None:
        if page.plain:
            self._read_out(page, view, labels, compact)
        else:
            self._lay_out(page, view, labels, compact)

    def _lay_out(self, page: Page, view: View, labels: Sequence[str], compact: bool) -> None:
        page.line()
        page.line(self.standing(view), "dim", indent=2)
        if page.width >= NARROWEST_MAP:
            Square(page, [self._card(page, view, place) for place in range(PLACES)]).draw()
        else:
            page.line()
            for place in range(PLACES):
                page.line(self.ink(self._world(view, place)), indent=2, hang=2)
        rows = _Rows(self, page, view)
        for seat in around(view.seat, len(view.players)):
            player = view.players[seat]
            facts = ", ".join(self.belongings(view, player))
            page.line()
            page.line(Text.assemble((labels[seat], "bold"), "   ", facts), indent=2, hang=4)
            if seat == view.seat:
                rows.mine(player, effects=not compact)
                continue
            if player.character:
                rows.row(self.words.translate("Reader"), self.ink(self.reader(player)))
            if player.hand:
                held = ", ".join(self.held(card) for card in player.hand)
                rows.row(self.hand_label(player), self.ink(held))

    def _card(self, page: Page, view: View, place: int) -> Card:
        """The text on the card of a world."""
        tr, world = self.words.translate, view.world_at(place)
        room = card_width(page) - FRAME
        lines: list[Text] = []
        if world is None:
            return Card(self.door(view, place), [], lines, is_open=False)
        if place == MIDDLE:
            lines.append(Text(tr("home"), "dim"))
        else:
            lines.append(Text(self.words.count("{n} card", "{n} cards", len(view.piles[world])), "dim"))
            contents = self._contents(view, world)
            if contents is not None:
                lines.append(Text(self.words.count("{n} bad", "{n} bad", contents.bad), "dim"))
        pawns = self.pawns_at(view, place)
        if pawns:
            names = ", ".join(view.players[seat].name for seat in pawns)
            lines += [Text(line, "bold") for line in wrapped(f"{self._pawn(page)} {names}", room)]
        keys = [] if place == MIDDLE else [Text() if key is None else self.key(key) for key in self.worlds[world].keys]
        return Card(self.text.card(world), keys, lines, is_open=True, is_mine=view.seat in pawns)

    def _pawn(self, page: Page) -> str:
        return "●" if page.can_show("●") else "*"

    def _world(self, view: View, place: int) -> str:
        """A world in one line: who is there, and the cost of each side."""
        tr, world = self.words.translate, view.world_at(place)
        if world is None:
            return tr("Place {place}: {world}, a closed door.", place=place, world=self.text.door(place))
        names = ", ".join(view.players[seat].name for seat in self.pawns_at(view, place))
        if place == MIDDLE:
            line = tr("Place {place}: {world}, home.", place=place, world=self.text.card(world))
        else:
            line = self.words.count(
                "Place {place}: {world}, {n} card in the pile. Ways out: {ways}.",
                "Place {place}: {world}, {n} cards in the pile. Ways out: {ways}.",
                len(view.piles[world]),
                place=place,
                world=self.text.card(world),
                ways=self._ways(view, place),
            )
            holds = self.holds(view, world)
            line = f"{line} {holds}" if holds else line
        return tr("{world} Here: {players}.", world=line, players=names) if names else line

    def _contents(self, view: View, world: str) -> Contents | None:
        return next((each for each in (view.explain.contents if view.explain else ()) if each.world == world), None)

    def holds(self, view: View, world: str) -> str:
        """What the pile of a face-up world may still hold, in words; nothing for a spectator."""
        contents = self._contents(view, world)
        if contents is None:
            return ""
        keys = ", ".join(
            self.words.translate("{n} {key}", n=number, key=self.text.key(key)) if number > 1 else self.text.key(key)
            for key, number in Counter(contents.keys).items()
        )
        return self.words.count(
            "It may hold {n} bad encounter, and keys: {keys}.",
            "It may hold {n} bad encounters, and keys: {keys}.",
            contents.bad,
            keys=keys or self.words.translate("none"),
        )

    def _ways(self, view: View, place: int) -> str:
        """The ways out of a world over its sides; a corner costs the keys of its two sides (K9)."""
        keys = self.worlds[view.world_at(place) or ""].keys
        ways = [(keys[side], self.door(view, other)) for side, other in beyond(place)]
        return ", ".join(
            self.words.translate("{key} to {world}", key=self.text.key(key), world=world)
            for key, world in ways
            if key is not None
        )

    # The table for a screen reader.

    def _read_out(self, page: Page, view: View, labels: Sequence[str], compact: bool) -> None:
        page.line()
        page.line(self.standing(view))
        for place in range(PLACES):
            page.line(self._world(view, place))
        for seat in around(view.seat, len(view.players)):
            player = view.players[seat]
            page.line()
            page.line(labels[seat])
            for fact in self.belongings(view, player):
                page.line(fact)
            if player.character:
                page.line(self.words.translate("Reader: {reader}", reader=self.reader(player)))
            if seat == view.seat:
                self._read_mine(page, view, player, effects=not compact)
            elif player.hand:
                held = ", ".join(self.held(card) for card in player.hand)
                page.line(self.words.translate("{label}: {cards}", label=self.hand_label(player), cards=held))

    def _read_mine(self, page: Page, view: View, player: PlayerView, effects: bool) -> None:
        """Write the viewer's hand, and where it can take them, for a screen reader."""
        self._read_hand(page, player, effects)
        tr = self.words.translate
        for each in self.explained(view).ways:
            values = {"world": self.door(view, each.place), "keys": self.in_a_row(each.keys)}
            if each.payable:
                page.line(tr("Way to {world}: {keys}. You have what it takes.", **values))
            else:
                page.line(tr("Way to {world}: {keys}.", **values))
        self._read_way_home(page, view)

    def _read_way_home(self, page: Page, view: View) -> None:
        tr, home = self.words.translate, self.explained(view).home
        if home is None:
            return
        have = self.in_a_row([step.key for step in home.steps if step.card is not None])
        page.line(tr("The way home from here: {keys}.", keys=self.in_a_row(home.keys)))
        page.line(tr("You have: {keys}", keys=have or tr("none")))
        page.line(tr("Still missing: {keys}", keys=self.in_a_row(home.missing) or tr("none")))
        if home.reveal_helps is not None:
            page.line(self.would_help(home.reveal_helps))

    def _read_hand(self, page: Page, player: PlayerView, effects: bool) -> None:
        tr = self.words.translate
        if not player.hand:
            page.line(tr("Hand: no cards"))
        for card in player.hand:
            page.line(tr("In hand: {card}", card=self.held(card)))
            if effects:
                for said in self.said(card):
                    page.line(said)

    def said(self, card: str) -> list[str]:
        """What a card does, and what it can be played for in reaction beside that."""
        reaction = self.text.reaction(card)
        return [self.discoveries[card].text, *([reaction] if reaction else [])]

    def would_help(self, key: str) -> str:
        """A note that the unrevealed character's key is one of the missing ones."""
        return self.words.translate("Your reader, once revealed, gives you {key}.", key=self.text.key(key))

    # The summary for a decision.

    def reminder(self, page: Page, view: View) -> None:
        me, what = self.me(view), view.decision.what
        label, about = self._about(view)
        if page.plain:
            for card in about:
                page.line(self.words.translate("{label}: {cards}", label=label, cards=self.held(card)))
            if what == "action":
                page.line(self._world(view, me.place))
                self._read_mine(page, view, me, effects=True)
            elif what != "choose_character":
                self._read_hand(page, me, effects=what != "pick")
                self._read_way_home(page, view)
            return
        rows = _Rows(self, page, view)
        page.line()
        if about:
            rows.cards(label, about, effects=False)
        if what == "action":
            rows.here(me)
            rows.mine(me, effects=True)
        elif what != "choose_character":
            rows.hand(me, effects=what != "pick")
            rows.way_home()

    def _about(self, view: View) -> tuple[str, list[str]]:
        """The cards that the viewer may react to, and a label for them."""
        tr, played = self.words.translate, view.played
        if view.bad_encounter is not None:
            return tr("Attack"), [view.bad_encounter]
        if view.decision.what != "react" or played is None:
            return "", []
        if isinstance(played, PlayEffect):
            return tr("Played"), list(played.cards)
        return tr("As keys"), [card for card in played.keys if card != OWN_KEY]

    def piles(self, page: Page, view: View) -> None:
        tr, count = self.words.translate, self.words.count
        for world, cards in view.piles.items():
            name = self.text.card(world)
            values = {"world": name, "cards": self.in_pile(cards)}
            if any(cards):
                line = count(
                    "{world}: {n} card, from the top: {cards}",
                    "{world}: {n} cards, from the top: {cards}",
                    len(cards),
                    **values,
                )
            else:
                line = count("{world}: {n} card", "{world}: {n} cards", len(cards), **values)
            holds = self.holds(view, world)
            page.line(self.ink(f"{line}. {holds}" if holds else line), hang=2)
        if view.seat is not None and (aside := view.players[view.seat].aside):
            page.line(tr("You have put aside: {reader}", reader=self.text.card(aside)))

    def ending(self, page: Page, view: View, labels: Sequence[str]) -> None:
        tr, indent = self.words.translate, 0 if page.plain else 2
        if view.ranking is not None and len(view.ranking) == 1:
            page.line(tr("Nobody got home."), indent=indent)
        for rank, seat in ranks(view.ranking):
            player = view.players[seat]
            # A player who has come home is in Kernault; all others are where the game ended for them.
            facts = [self.door(view, player.place)]
            if player.character:
                facts.append(self.text.card(player.character))
            facts.append(self.words.count("{n} card", "{n} cards", player.hand_size))
            values = {"rank": rank, "player": labels[seat], "facts": ", ".join(facts)}
            page.line(tr("{rank}. {player}: {facts}", **values), "bold", indent=indent, hang=3)
            further = indent + (0 if page.plain else 3)
            if player.hand:
                held = ", ".join(self.held(card) for card in player.hand)
                sentence = tr("{label}: {cards}", label=self.hand_label(player), cards=held)
                page.line(self.ink(sentence), indent=further, hang=2)

    # The choices.

    def group(self, action: Action) -> str:
        tr = self.words.translate
        match action:
            case GoHome():
                return tr("Go home")
            case Draw():
                return tr("Draw")
            case Travel():
                return tr("Travel")
            case PlayEffect():
                return tr("Play a card for what it does")
            case Offer():
                return tr("Trade")
            case Discard():
                return tr("Discard")
            case Reveal() | Pass():
                return tr("Other")
        return ""

    def rank(self, action: Action, view: View) -> tuple[int, ...]:
        order = next((number for number, kind in enumerate(_ORDER) if isinstance(action, kind)), len(_ORDER))
        if not isinstance(action, Travel):
            return (order,)
        # The cheapest payment first: encounters are left behind anyway, and cards with several keys are valuable.
        cards = [self.discoveries.get(key) for key in action.keys]
        objects = sum(card is None or card.kind == "O" for card in cards)
        several = sum(card is None or len(card.opens) > 1 for card in cards)
        return (order, self.place_of(view, action.to), objects, several)

    def cards_in(self, action: Action, view: View) -> list[str]:
        named: list[Door | None] = []
        match action:
            case ChooseCharacter(character):
                named = [character]
            case Travel(to, keys):
                named = [*keys, to]
            case GoHome(keys):
                named = [*keys]
            case PlayEffect(cards, _, world, card):
                named = [*cards, card, world]
            case React(card, against):
                named = [card, against]
            case Discard(card) | Offer(_, card) | Answer(card) | Pick(card):
                named = [card]
        me = self.me(view)
        return [name for each in named if isinstance(name := me.character if each == OWN_KEY else each, str)]

    def note(self, action: Action, view: View) -> str:
        notes = [self._note(action, view)]
        door = action.to if isinstance(action, Travel) else action.world if isinstance(action, PlayEffect) else None
        if isinstance(door, int):
            # The door as the map labels it.
            notes.insert(0, self.door(view, door))
        return "; ".join(note for note in notes if note)

    def _note(self, action: Action, view: View) -> str:
        tr = self.words.translate
        match action:
            case ChooseCharacter(character):
                reader = self.readers[character]
                return tr("key {key}, needs {needs}", key=self.text.key(reader.key), needs=self.in_a_row(reader.needs))
            case Draw():
                return self._note_of_pile(view.piles[view.world_at(self.me(view).place) or ""])
            case Travel(_, keys):
                return self._left_behind(view, keys)
            case PlayEffect():
                return self._note_of_effect(action, view)
            case Reveal():
                key = self.readers[self.me(view).character or ""].key
                return tr("its key {key} then serves once", key=self.text.key(key))
            case Offer(_, card):
                return self.announced(self.discoveries[card].kind, self.carried(self.discoveries[card]))
            case Pick(str(card)):
                return self._in_short(card)
        return ""

    def _note_of_pile(self, pile: Sequence[str | None]) -> str:
        tr, top = self.words.translate, pile[0]
        if top is None:
            return tr("{number} in the pile", number=len(pile))
        card = self.discoveries[top]
        if card.kind == "MR":
            return tr("on top: {card}, a bad encounter: {effect}", card=card.name, effect=card.text)
        return tr("on top: {card}", card=card.name)

    def _note_of_effect(self, action: PlayEffect, view: View) -> str:
        effect = self._effect(action)
        if effect.moves_player:
            return self._left_behind(view, action.cards)
        if effect.on_hand and action.seat is not None:
            other = view.players[action.seat]
            return self.words.count(
                "{player} holds {n} card", "{player} holds {n} cards", other.hand_size, player=other.name
            )
        return ""

    def _left_behind(self, view: View, spent: Sequence[str]) -> str:
        """The encounters that the player loses by leaving, besides those played (K14)."""
        left = [card for card in self.me(view).hand if self.discoveries[card].kind == "R" and card not in spent]
        if not left:
            return ""
        names = self.text.all_of([self.text.card(card) for card in left])
        return self.words.translate("you leave behind {cards}", cards=names)

    def _in_short(self, card: str) -> str:
        """The kind and effect of a card."""
        facts = self.discoveries[card]
        kind = self.announced(facts.kind, facts.key) if facts.key else self.text.kind(facts.kind)
        return self.words.translate("{kind}: {effect}", kind=kind, effect=" ".join(self.said(card)))

    def _effect(self, action: PlayEffect) -> EffectFacts:
        """The effect that an action plays."""
        first = self.discoveries[action.cards[0]]
        return first.pair.effect if len(action.cards) > 1 and first.pair is not None else first.effect

    def clause(self, action: Action, view: View) -> str:
        match action:
            case Discard() if view.decision.what == "discard":
                return "E17"
            case React() if view.bad_encounter is not None:
                return "K24"
            case PlayEffect():
                return self._effect(action).clause
            case React(str(card)):
                return self.discoveries[card].effect.clause
        return _CLAUSES[type(action)]

    def turn_begun(self, event: Event) -> int | None:
        return event.seat if isinstance(event, TurnBegan) else None

    def is_remarkable(self, event: Event) -> bool:
        return isinstance(event, _REMARKABLE)


class _Rows:
    """Rows for a terminal: a label, and values in columns of equal width."""

    def __init__(self, drawing: ClefDrawing, page: Page, view: View) -> None:
        self.drawing = drawing
        self.page = page
        self.view = view
        tr = drawing.words.translate
        labels = (
            tr("Reader"),
            tr("Hand"),
            tr("Known cards"),
            tr("Ways out"),
            tr("Way home"),
            tr("Here"),
            tr("Played"),
            tr("As keys"),
            tr("Attack"),
        )
        self.label = max(cell_len(label) for label in labels) + 2

    def row(self, label: str, value: Text) -> None:
        self.page.line(pad(Text(label, "dim"), self.label) + value, indent=4, hang=self.label)

    def here(self, player: PlayerView) -> None:
        """A player's place, and the others there."""
        drawing, seats = self.drawing, self.drawing.pawns_at(self.view, player.place)
        names = [self.view.players[seat].name for seat in seats if seat != self.view.seat]
        world = drawing.door(self.view, player.place)
        if names:
            world = drawing.words.translate("{world}, with {players}", world=world, players=drawing.text.all_of(names))
        self.row(drawing.words.translate("Here"), Text(world))

    def mine(self, player: PlayerView, effects: bool) -> None:
        """The viewer's hand, and where it can take them."""
        if player.character:
            self.row(self.drawing.words.translate("Reader"), self.drawing.ink(self.drawing.reader(player)))
        self.hand(player, effects)
        self.ways()

    def hand(self, player: PlayerView, effects: bool) -> None:
        tr = self.drawing.words.translate
        if player.hand:
            self.cards(tr("Hand"), player.hand, effects)
        else:
            self.row(tr("Hand"), Text(tr("no cards")))

    def cards(self, label: str, cards: Sequence[str], effects: bool) -> None:
        """Write cards, each with its key and kind, and below it the effect where that matters."""
        drawing = self.drawing
        facts = [drawing.discoveries[card] for card in cards]
        name = max(cell_len(fact.name) for fact in facts) + 2
        keys = [drawing.key(drawing.carried(fact)) for fact in facts]
        key = max(cell_len(each.plain) for each in keys) + 2
        for fact, carried in zip(facts, keys, strict=True):
            line = pad(Text(fact.name, "bold"), name) + pad(carried, key)
            self.row(label, line + Text(drawing.text.kind(fact.kind)))
            if effects:
                for said in drawing.said(fact.id):
                    self.page.line(_dim(drawing.ink(said)), indent=4 + self.label + 2)
                if fact.pair is not None and fact.pair.other in cards:
                    self.page.line(_dim(drawing.ink(drawing.text.pair(fact.id))), indent=4 + self.label + 2)
            label = ""

    def ways(self) -> None:
        """Write where the viewer can go, and which of the due keys they have."""
        drawing, page = self.drawing, self.page
        label = drawing.words.translate("Ways out")
        priced = []
        for each in drawing.explained(self.view).ways:
            arrow = _ARROWS[way(each.origin, each.place)]
            world = f"{arrow} " * page.can_show(arrow) + drawing.door(self.view, each.place)
            # No-break spaces keep a name, an arrow and the number of a door together.
            whole = world.replace(" ", "\xa0") if page.width >= NARROWEST_MAP else world
            priced.append((self._priced(each), whole))
        price = max((cell_len(keys.plain) for keys, _ in priced), default=0) + 2
        longest = max((cell_len(world) for _, world in priced), default=0)
        # If the page is too narrow for columns, a world goes below its keys.
        in_columns = 4 + self.label + price + longest <= page.width
        for keys, world in priced:
            line = (pad(keys, price) if in_columns else keys + Text("  ")) + Text(world)
            page.line(pad(Text(label, "dim"), self.label) + line, indent=4, hang=self.label + 2)
            label = ""
        self.way_home()

    def way_home(self) -> None:
        drawing, home = self.drawing, self.drawing.explained(self.view).home
        if home is None:
            return
        self.row(drawing.words.translate("Way home"), self._priced(home))
        if home.reveal_helps is not None:
            self.row("", _dim(drawing.ink(drawing.would_help(home.reveal_helps))))

    def _priced(self, way: Way) -> Text:
        """The due keys, each with a box that is ticked if the viewer has it."""
        boxes = [
            # No-break spaces keep a box and its word together.
            Text.assemble(
                ("[\xa0]\xa0", "dim") if step.card is None else ("[x]\xa0", "bold"), self.drawing.key(step.key)
            )
            for step in way.steps
        ]
        return Text("  ").join(boxes)


def _dim(text: Text) -> Text:
    """The text, dimmed."""
    text.style = "dim"
    return text


DRAWING = ClefDrawing
