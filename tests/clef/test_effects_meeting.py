"""Effects that bring players together: E21, E22; and a reaction beside an effect: EG12."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clef_build import (
    CARDS,
    NOBODY,
    LaidWorlds,
    at_worlds,
    draw,
    effect,
    pass_turn,
    pick,
    react,
    seat,
    seen,
    travel,
    what,
)

from worldgates.clef.cards import CardSet
from worldgates.clef.cardset import check, fingerprint, load
from worldgates.core.formats import FormatError


def cards_where(folder: Path, **effects: str) -> CardSet:
    """The set of the tests, some of its cards with another effect, and perhaps a reaction on the next line."""
    for file in CARDS.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        for card, other in effects.items():
            text = re.sub(rf'(id = "{card}"\n(?:.+\n)*?effect = ).*', rf"\g<1>{other}", text, count=1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return load(folder, "other")


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> CardSet:
    """The Cauldron visits, the Lion's Cake barters, the Undine does too, the Garlic searches and counters death."""
    return cards_where(
        tmp_path_factory.mktemp("cards"),
        chaudron='{ id = "visit" }',
        gateau_du_lion='{ id = "barter" }',
        ondine='{ id = "barter" }',
        chapelet_d_ail='{ id = "search", n = 3 }\nreaction = { id = "cancel", symbol = "mort" }',
        torque='{ id = "shield" }\nreaction = { id = "stop_move" }',
    )


# E21


@pytest.mark.clause("E21")
def test_a_visit_leads_to_a_player_in_another_world_who_holds_a_card(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["chaudron"]),
        seat("gaulois", ["cor"]),
        seat("conan", ["epieu"]),
        seat("milieu"),
        seat("crypte", ["herbier"], shielded=True),
        cards=cards,
    )
    assert table.legal("effect") == [effect("chaudron", seat=2)]
    assert table.refused(effect("chaudron", seat=1))
    assert table.refused(effect("chaudron", seat=3))
    assert table.refused(effect("chaudron", seat=4))


@pytest.mark.clause("E21", "EG2", "EG4", "EG7")
def test_the_visitor_leaves_encounters_goes_there_and_takes_a_card_at_random(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["chaudron", "esus", "torque"]), seat("conan", ["epieu", "barbare"]), seat("conan"), cards=cards
    )
    events = table.play(effect("chaudron", seat=1))
    assert what(events) == ["effect", "left_behind", "move", "steal"]
    assert table.world(0) == "conan"
    # The card that was played lies under the pile of the world that was left, below it what was left behind.
    assert table.pile("gaulois")[-2:] == ["chaudron", "esus"]
    (taken,) = {"epieu", "barbare"} - set(table.hand(1))
    assert table.hand(0) == ["torque", taken]
    stolen = {"event": "steal", "seat": 0, "victim": 1}
    for observer in (0, 1):
        assert seen(events, observer, "steal") == [{**stolen, "card": taken}]
    for observer in (2, NOBODY):
        assert seen(events, observer, "steal") == [stolen]
    assert table.known(1, 0) == [taken]
    assert (table.turn, table.actions_left) == (0, 1)


@pytest.mark.clause("E21", "E2")
def test_a_visitor_can_be_stopped_and_is_held(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["chaudron"]), seat("gaulois", ["filet_du_belluaire"]), seat("conan", ["epieu"]), cards=cards
    )
    table.play(effect("chaudron", seat=2), react("filet_du_belluaire"))
    assert (table.world(0), table.hand(0), table.hand(2)) == ("gaulois", ["chaudron"], ["epieu"])
    assert table.player(0).held
    assert table.legal("effect") == []
    assert table.refused(effect("chaudron", seat=2))


@pytest.mark.clause("E21", "E1")
def test_a_visit_is_cancelled_by_its_key(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["chaudron"]), seat("gaulois", ["chapelet_d_ail"]), seat("conan", ["epieu"]), cards=cards
    )
    table.play(effect("chaudron", seat=2), react("chapelet_d_ail", against="chaudron"))
    assert (table.world(0), table.hand(0), table.hand(2)) == ("gaulois", [], ["epieu"])
    assert not table.player(0).held


# E22


@pytest.mark.clause("E22")
def test_a_barter_reaches_neighbours_and_between_worlds_only_objects_are_given(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["gateau_du_lion", "esus", "torque"]),
        seat("gaulois", ["cor"]),
        seat("miroir", ["humpty_dumpty"]),
        seat("conan", ["epieu"]),
        seat("chasse"),
        cards=cards,
    )
    assert table.legal("effect")[:3] == [
        effect("gateau_du_lion", seat=1, card="esus"),
        effect("gateau_du_lion", seat=1, card="torque"),
        effect("gateau_du_lion", seat=2, card="torque"),
    ]
    assert table.refused(effect("gateau_du_lion", seat=2, card="esus"))
    assert table.refused(effect("gateau_du_lion", seat=3, card="torque"))
    assert table.refused(effect("gateau_du_lion", seat=1, card="gateau_du_lion"))


@pytest.mark.clause("E22", "EG7", "EG8")
def test_each_card_takes_the_place_of_the_other_and_only_the_two_know_them(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["esus", "gateau_du_lion", "torque"]), seat("gaulois", ["cor", "epona"]), seat(), cards=cards
    )
    events = table.play(effect("gateau_du_lion", seat=1, card="esus"))
    assert what(events) == ["effect", "look"]
    # The card to be given is nobody else's business until it changes hands.
    assert table.view(0)["decision"] == {"seat": 0, "what": "pick", "victim": 1, "given": "esus"}
    for observer in (1, 2, NOBODY):
        assert table.view(observer)["decision"] == {"seat": 0, "what": "pick", "victim": 1}
        assert "esus" not in str(seen(events, observer, "effect"))
    assert table.legal() == [pick("cor"), pick("epona"), pick(None)]
    events = table.play(pick("epona"))
    assert what(events) == ["swap"]
    assert (table.hand(0), table.hand(1)) == (["epona", "torque"], ["cor", "esus"])
    reported = {"event": "swap", "seat": 0, "with": 1}
    for observer in (0, 1):
        assert seen(events, observer, "swap") == [{**reported, "gave": "esus", "got": "epona"}]
    for observer in (2, NOBODY):
        assert seen(events, observer, "swap") == [reported]
    assert (table.known(0, 1), table.known(1, 0)) == (["cor", "esus"], ["epona"])
    assert (table.known(2, 0), table.known(2, 1)) == ([], [])


@pytest.mark.clause("E22")
def test_between_two_worlds_an_object_is_picked_or_nothing(cards: CardSet) -> None:
    hands = (["gateau_du_lion", "torque"], ["humpty_dumpty", "cor", "epee_vorpale"])
    table = at_worlds(seat("gaulois", hands[0]), seat("miroir", hands[1]), seat("milieu", ["epieu"]), cards=cards)
    table.play(effect("gateau_du_lion", seat=1, card="torque"))
    assert table.legal() == [pick("cor"), pick("epee_vorpale"), pick(None)]
    assert table.refused(pick("humpty_dumpty"))
    table.play(pick("cor"))
    assert (table.hand(0), table.hand(1)) == (["cor"], ["humpty_dumpty", "torque", "epee_vorpale"])


@pytest.mark.clause("E22")
def test_picking_none_leaves_both_hands_as_they_are_and_everybody_sees_it(cards: CardSet) -> None:
    table = at_worlds(seat("gaulois", ["gateau_du_lion", "torque"]), seat("miroir", ["humpty_dumpty"]), cards=cards)
    table.play(effect("gateau_du_lion", seat=1, card="torque"))
    assert table.legal() == [pick(None)]
    events = table.play(pick(None))
    assert seen(events, NOBODY, "pick") == [{"event": "pick", "seat": 0, "to": "hand", "picked": False}]
    assert (table.hand(0), table.hand(1)) == (["torque"], ["humpty_dumpty"])
    assert table.known(0, 1) == ["humpty_dumpty"]
    assert table.actions_left == 1


@pytest.mark.clause("E22", "K29")
def test_others_know_that_what_goes_to_another_world_is_an_object(cards: CardSet) -> None:
    # Seat 0 holds an encounter and an object beside the card that is played: only the object can be given.
    hand = ["gateau_du_lion", "esus", "torque"]
    table = at_worlds(seat("gaulois", hand), seat("miroir", ["cor", "epee_vorpale"]), seat("milieu"), cards=cards)
    table.play(effect("gateau_du_lion", seat=1, card="torque"))
    for step in ("picking", "done"):
        for observer in (1, 2, NOBODY):
            for guess in range(30):
                imagined = table.imagine(observer, guess)
                objects = [
                    card
                    for card in imagined.hand(0)
                    if card in {each.id for each in cards.discoveries if each.kind == 1}
                ]
                if step == "picking":
                    assert objects
                    assert imagined.view(0)["decision"]["given"] in objects
                # What came into the other world can be an object only, whatever else is held there.
                if step == "done" and observer != 1:
                    assert "esus" not in imagined.hand(1)
        if step == "picking":
            table.play(pick("cor"))


@pytest.mark.clause("E22", "EG11")
@pytest.mark.parametrize("knows", [True, False])
def test_a_barter_survives_being_written_down(cards: CardSet, knows: bool) -> None:
    table = at_worlds(seat("gaulois", ["gateau_du_lion", "torque"]), seat("miroir", ["cor"]), cards=cards)
    table.play(effect("gateau_du_lion", seat=1, card="torque"))
    written = table.written()
    if not knows:
        del written["knows"]
    again = LaidWorlds.load(written, cards)
    assert again.legal() == [pick("cor"), pick(None)]
    for observer in (1, NOBODY):
        for guess in range(20):
            assert again.imagine(observer, guess).view(0)["decision"]["given"] in again.imagine(observer, guess).hand(0)
    again.play(pick("cor"))
    assert (again.hand(0), again.hand(1)) == (["cor"], ["torque"])


@pytest.mark.clause("E22", "EG11")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"given": "cor"}, "pending.given: this card is not in the hand of seat 0"),
        ({"given": "esus"}, "pending.given: between two worlds only objects change hands"),
        ({"victim": 2}, "pending.victim: expected a player here or in a neighbouring world"),
        ({"victim": 0}, "pending.victim: expected another player who holds a card"),
        ({"given": None}, "pending.victim: expected another player here who holds a card"),
    ],
)
def test_a_barter_that_cannot_be_is_refused(cards: CardSet, change: dict[str, object], said: str) -> None:
    table = at_worlds(
        seat("gaulois", ["gateau_du_lion", "torque", "esus"]),
        seat("miroir", ["cor"]),
        seat("conan", ["epieu"]),
        cards=cards,
    )
    table.play(effect("gateau_du_lion", seat=1, card="torque"))
    written = table.written()
    pending = written["pending"]
    assert isinstance(pending, dict)
    written["pending"] = {**pending, **change}
    with pytest.raises(FormatError, match=re.escape(said)):
        LaidWorlds.load(written, cards)


@pytest.mark.clause("E22", "EG5")
def test_a_barter_with_a_full_hand_is_possible(cards: CardSet) -> None:
    hand = ["gateau_du_lion", "torque", "epieu", "herbier", "chaudron"]
    table = at_worlds(seat("gaulois", hand), seat("gaulois", ["cor"]), cards=cards)
    table.play(effect("gateau_du_lion", seat=1, card="torque"), pick("cor"))
    assert len(table.hand(0)) == 4


# EG12


@pytest.mark.clause("EG12", "K24")
def test_a_card_with_a_reaction_counters_a_bad_encounter_or_is_an_action(cards: CardSet) -> None:
    table = at_worlds(seat("crypte", ["chapelet_d_ail"]), seat("gaulois"), piles={"crypte": ["comte"]}, cards=cards)
    assert effect("chapelet_d_ail") in table.legal()
    action, reaction = table.copy(), table.copy()
    action.play(effect("chapelet_d_ail"))
    assert action.decision == "pick"
    reaction.play(draw())
    assert reaction.legal() == [react("chapelet_d_ail"), react(None)]
    reaction.play(react("chapelet_d_ail"))
    assert (reaction.hand(0), reaction.actions_left) == ([], 1)


@pytest.mark.clause("EG12", "K25")
def test_a_card_with_a_reaction_cancels_or_stops_and_pays_too(cards: CardSet) -> None:
    table = at_worlds(
        seat("gaulois", ["chaudron", "esus"]),
        seat("gaulois", ["chapelet_d_ail", "torque"]),
        face_up=["chasse"],
        cards=cards,
    )
    table.play(travel("chasse", "chaudron"))
    assert table.legal() == [react("chapelet_d_ail", against="chaudron"), react("torque"), react(None)]
    cancelled, stopped = table.copy(), table.copy()
    cancelled.play(react("chapelet_d_ail", against="chaudron"))
    assert (cancelled.hand(0), cancelled.hand(1)) == (["esus"], ["torque"])
    stopped.play(react("torque"))
    assert (stopped.hand(0), stopped.hand(1), stopped.player(0).held) == (
        ["chaudron", "esus"],
        ["chapelet_d_ail"],
        True,
    )
    stopped.play(pass_turn())
    # In their own turn the card is what its effect says, or a key.
    assert travel(3, "chapelet_d_ail") in stopped.legal() or effect("chapelet_d_ail") in stopped.legal()


@pytest.mark.clause("EG12")
def test_the_texts_of_a_card_have_both_lines(cards: CardSet) -> None:
    from worldgates.clef.cardlist import DiscoveryCard, list_cards
    from worldgates.clef.text import ClefText

    text = ClefText("en", cards)
    lines = {clause: line for line, clause in text.explain("chapelet_d_ail") if clause}
    assert lines["E5"].startswith("Look at the top 3 cards")
    assert lines["E1"].startswith("In reaction: Cancels any card")
    listed = {card.id: card for card in list_cards(cards, text) if isinstance(card, DiscoveryCard)}
    reaction = listed["chapelet_d_ail"].reaction
    assert reaction is not None
    assert (listed["chapelet_d_ail"].effect.id, reaction.effect.id, reaction.effect.symbol) == (
        "search",
        "cancel",
        "mort",
    )
    # A card whose effect is a reaction has no second line.
    assert listed["veneur"].reaction is None


@pytest.mark.clause("EG12", "K31")
def test_a_reaction_changes_the_fingerprint_and_old_sets_keep_theirs(cards: CardSet, tmp_path: Path) -> None:
    assert fingerprint(load(CARDS)) == "51686245"
    one = cards_where(tmp_path, torque='{ id = "shield" }\nreaction = { id = "stop_move" }')
    two = cards_where(tmp_path, torque='{ id = "shield" }\nreaction = { id = "cancel", symbol = "mort" }')
    three = cards_where(tmp_path, torque='{ id = "shield" }\nreaction = { id = "cancel", symbol = "amour" }')
    assert len({fingerprint(each) for each in (cards, one, two, three)}) == 4


@pytest.mark.clause("EG12", "K31")
@pytest.mark.parametrize(
    ("card", "written", "said"),
    [
        (
            "torque",
            '{ id = "shield" }\nreaction = { id = "jump" }',
            "torque, reaction.id: 'jump' is no reaction (EG12)",
        ),
        ("torque", '{ id = "shield" }\nreaction = { id = "cancel" }', "torque, reaction.symbol: this is missing"),
        ("torque", '{ id = "shield" }\nreaction = "cancel"', "torque, reaction: expected an effect"),
        (
            "torque",
            '{ id = "shield" }\nreaction = { id = "stop_move", n = 2 }',
            "torque, reaction.n: 'stop_move' has no",
        ),
        ("herbier", '{ id = "stop_move" }\nreaction = { id = "stop_move" }', "is a reaction already: delete one"),
        ("comte", '{ id = "show_hand" }\nreaction = { id = "stop_move" }', "comte, reaction: a bad encounter is never"),
    ],
)
def test_faults_of_a_reaction_are_explained(tmp_path: Path, card: str, written: str, said: str) -> None:
    for file in CARDS.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        text = re.sub(rf'(id = "{card}"\n(?:.+\n)*?effect = ).*', rf"\g<1>{written}", text, count=1)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    (fault,) = [str(fault) for fault in check(tmp_path).faults]
    assert said in fault
