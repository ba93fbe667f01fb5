"""A new effect in plain Python: one class, its sentences, its clause. It works on the compiled build too."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from clef_build import CARDS, LaidWorlds, at_worlds, effect, react, seat, seen, travel
from librt.vecs import append, vec
from mypy_extensions import i64

from worldgates.clef import Aim, Clef, DiscoveryCard, Effect, EffectFacts, EffectKind, EffectWords, register, sentences
from worldgates.clef import table as rules
from worldgates.clef.actions import PlayEffect
from worldgates.clef.cards import AS_ACTION, AS_REACTION, CardSet
from worldgates.clef.cardset import check, load
from worldgates.clef.effects import EFFECTS, with_seat
from worldgates.clef.effects_text import SENTENCES, Vocabulary
from worldgates.clef.events import EffectPlayed, HandSeen
from worldgates.clef.table import ClefTable
from worldgates.clef.template import files
from worldgates.core.table import SPECTATOR, Table
from worldgates.core.text import LANGUAGES


class Mirror(Effect):
    """Change places with another player, wherever they are, after looking at up to n of their cards."""

    kind: ClassVar[EffectKind] = EffectKind(
        "mirror",
        AS_ACTION,
        "E99",
        "change places with a player",
        parameters={"n": "number"},
        targets=("seat",),
        moves_player=True,
        on_hand=True,
    )

    def list_targets(self, table: Table, cards: int) -> vec[i64]:
        assert isinstance(table, ClefTable)
        found = vec[i64]()
        for other in range(table.players):
            if other != table.turn and table.seats[other].place != table.seats[table.turn].place:
                found = append(found, with_seat(cards, other))
        return found

    def happen(self, table: Table, action: int) -> None:
        assert isinstance(table, ClefTable)
        other = rules.seat_of(action)
        seen = [int(card) for card in table.seats[other].hand][: self.n]
        for card in seen:
            table.knowledge.observe(table.turn, card)
        if table.journal is not None:
            names = tuple(table.cards.discoveries[card].id for card in seen)
            looked = HandSeen(seat=int(table.turn), victim=int(other), cards=names)
            table.emit(looked, 1 << table.turn | 1 << other)
        here, there = table.seats[table.turn].place, table.seats[other].place
        table.move(table.turn, there)
        table.move(other, here)


class Hush(Effect):
    """In reaction to any travel: the player stays, and loses one of the cards played, by its place."""

    kind: ClassVar[EffectKind] = EffectKind("hush", AS_REACTION, "E98", "takes away the first card of a travel")

    def list_reactions(self, table: Table, card: int, action: int) -> vec[i64]:
        assert isinstance(table, ClefTable)
        if rules.doing(action) != rules.TRAVEL or rules.played(action, 0) >= len(table.cards.discoveries):
            return vec[i64]()
        hit = rules.played(action, 0)
        return vec[i64]([rules.with_card(rules.encode(rules.REACT, card=card), hit)])

    def react(self, table: Table, seat: int, action: int) -> None:  # noqa: ARG002
        assert isinstance(table, ClefTable)
        table.spend(table.turn, rules.played(action, 0))


def mirror_sentences(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:
    tr, count, values = text.words.translate, text.words.count, aim.values()
    return EffectWords(
        count("See a card of another player and change places.", "See {n} cards and change places.", int(effect.n)),
        tr("Play {card} to change places with {other}", other=aim.other, **values),
        aim.teller.did_to(
            aim.seat,
            aim.target,
            "You play {card} to change places with {other}.",
            "{player} plays {card} to change places with you.",
            "{player} plays {card} to change places with {other}.",
            **values,
        ),
    )


def hush_sentences(text: Vocabulary, effect: Effect, aim: Aim) -> EffectWords:  # noqa: ARG001
    return EffectWords(text.words.translate("Hushes a traveller."))


@pytest.fixture(autouse=True)
def effects() -> Iterator[None]:
    """Both effects are known while a test runs."""
    register(Mirror)
    register(Hush)
    sentences("mirror")(mirror_sentences)
    sentences("hush")(hush_sentences)
    yield
    for id in ("mirror", "hush"):
        del EFFECTS[id]
        del SENTENCES[id]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The cards of the tests, with the new effects on the Torc and on Ambactes."""
    shutil.copytree(CARDS, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "discoveries.toml"
    text = file.read_text(encoding="utf-8")
    text = text.replace('effect = { id = "shield" }', 'effect = { id = "mirror", n = 2 }', 1)
    text = text.replace('effect = { id = "cancel", symbol = "combat" }', 'effect = { id = "hush" }', 1)
    file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def cards(folder: Path) -> CardSet:
    return load(folder, "reconstructed")


def laid(cards: CardSet) -> LaidWorlds:
    return at_worlds(
        seat("gaulois", ["torque", "esus"]),
        seat("conan", ["cor", "herbier", "chaudron"]),
        seat("gaulois", ["ambactes"]),
        cards=cards,
    )


def test_it_is_legal_and_can_be_played(cards: CardSet) -> None:
    table = laid(cards)
    assert [action for action in table.legal("effect") if action["cards"] == ["torque"]] == [effect("torque", seat=1)]
    assert table.refused(effect("torque", seat=2))
    events = table.play(effect("torque", seat=1))
    assert (table.world(0), table.world(1), table.hand(0)) == ("conan", "gaulois", [])
    assert table.known(0, 1) == ["cor", "herbier"]
    assert table.known(2, 1) == []
    assert seen(events, 0, "look")[0]["cards"] == ["cor", "herbier"]
    assert "cards" not in seen(events, SPECTATOR, "look")[0]
    assert table.imagine(2).world(0) == "conan"


def test_what_moves_its_player_can_be_stopped(cards: CardSet) -> None:
    table = at_worlds(seat("clairiere", ["torque"]), seat("conan"), seat("clairiere", ["roi_des_elfes"]), cards=cards)
    table.play(effect("torque", seat=1))
    assert table.may(react("roi_des_elfes"))
    table.play(react("roi_des_elfes"))
    assert (table.world(0), table.hand(0)) == ("clairiere", ["torque"])


def test_a_new_reaction_is_asked_for_and_played(cards: CardSet) -> None:
    table = at_worlds(seat("gaulois", ["herbier", "cor", "chaudron"]), seat("gaulois", ["ambactes"]), cards=cards)
    action = table.legal("travel")[0]
    first = action["keys"][0]  # type: ignore[index]
    table.play(travel(action["to"], *action["keys"]))  # type: ignore[arg-type, misc]
    assert (table.to_act, table.decision) == (1, "react")
    table.play(react("ambactes", against=first))
    assert (table.world(0), table.hand(1)) == ("gaulois", [])
    assert first not in table.hand(0)


def test_it_is_described_in_every_language(cards: CardSet) -> None:
    game, table = Clef(cards), laid(cards)
    view = game.view(table.table, ["Ada", "Bo", "Cleo"], 0)
    action = PlayEffect(cards=("torque",), seat=1)
    assert action in game.legal(table.table)
    for language in LANGUAGES:
        text = game.text(language)
        torc = text.card("torque")
        assert (("See 2 cards and change places.", "E99")) in text.explain("torque")
        assert text.action(action, view) == f"Play {torc} to change places with Bo"
        assert text.cards_of_clause("E99") == [f"{torc}. See 2 cards and change places."]
    event = table.play(effect("torque", seat=1))[0].event
    assert event == EffectPlayed(seat=0, cards=("torque",), target=1)
    reported = [game.text("en").event(event, ["Ada", "Bo", "Cleo"], you) for you in (0, 1, 2, None)]
    assert reported == [
        "You play The Golden Torc to change places with Bo.",
        "Ada plays The Golden Torc to change places with you.",
        "Ada plays The Golden Torc to change places with Bo.",
        "Ada plays The Golden Torc to change places with Bo.",
    ]
    assert game.text("en").clause(event) == "E99"


def test_it_is_in_the_list_of_cards(cards: CardSet) -> None:
    torc = next(card for card in Clef(cards).cards("it") if card.id == "torque")
    assert isinstance(torc, DiscoveryCard)
    assert torc.text == "See 2 cards and change places."
    assert torc.effect == EffectFacts(
        id="mirror", when="action", clause="E99", targets=("seat",), moves_player=True, on_hand=True, n=2
    )


def test_card_sets_can_name_it_and_the_template_lists_it(folder: Path) -> None:
    assert check(folder).faults == []
    notes = files()["discoveries.toml"]
    assert '#     E99  { id = "mirror", n = 1 to 8 }\n#            change places with a player\n' in notes
    file = folder / "discoveries.toml"
    file.write_text(file.read_text(encoding="utf-8").replace('"mirror", n = 2', '"mirror", n = 9'), encoding="utf-8")
    assert [fault.message for fault in check(folder).faults] == ["expected a number from 1 to 8, found 9"]


def test_an_id_is_taken_once_and_parameters_have_known_names() -> None:
    with pytest.raises(ValueError, match="there is an effect 'mirror' already"):
        register(Mirror)

    class Odd(Effect):
        kind: ClassVar[EffectKind] = EffectKind("odd", AS_ACTION, "E97", "odd", parameters={"colour": "red green"})

    with pytest.raises(ValueError, match="not 'colour'"):
        register(Odd)
