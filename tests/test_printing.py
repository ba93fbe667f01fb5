"""Games to print: every card is there once, its texts fit, backs meet their fronts, and the pages are as promised."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import picture_boxes
import pytest

from worldgates.clef.template import write as write_template
from worldgates.core.formats import FormatError
from worldgates.core.gametype import Games, GameType
from worldgates.pictures.fonts import Face
from worldgates.printing.book import BLEED, MARGIN, MARK, PAPERS, cut_marks, mirrored, pieces_of, sheets, write_pdf
from worldgates.printing.leaflet import markup
from worldgates.printing.molthar import pearl
from worldgates.printing.pieces import CARD, HALF_SHEET, UNIT_MM, WORLD
from worldgates.printing.type import FONTS, DoesNotFitError, block, has, width

LANGUAGES = ("en", "fr", "it")
GAMES = ("molthar", "clef")


def game(name: str) -> GameType:
    return Games().get(name)


# The pieces.


def test_molthar_has_its_pearls_its_characters_and_five_portals() -> None:
    copies = Counter[str]()
    for piece in pieces_of(game("molthar"), "en"):
        copies[piece.id] += piece.copies
    assert sum(number for id, number in copies.items() if id.startswith("pearl")) == 56
    assert {id for id in copies if id.endswith("*")} == {"pearl-3*", "pearl-4*", "pearl-5*"}
    assert all(copies[f"pearl-{value}"] == (6 if value in (3, 4, 5) else 7) for value in range(1, 9))
    for card in game("molthar").cards("en"):
        assert copies[card.to_dict()["id"]] == card.to_dict()["copies"]
    assert copies["portal"] + copies["portal-first"] == 5
    assert sum(copies.values()) == 56 + 54 + 5


def test_la_clef_has_every_card_once_and_pawns() -> None:
    pieces = pieces_of(game("clef"), "fr")
    cards = [card.to_dict()["id"] for card in game("clef").cards("fr")]
    assert sorted(piece.id for piece in pieces) == sorted([*cards, "pawns"])
    assert all(piece.copies == 1 for piece in pieces)


def test_backs_tell_nothing_about_their_fronts() -> None:
    """A hidden card is hidden on paper too: all pieces of a pile have the same back."""
    molthar, clef = pieces_of(game("molthar"), "en"), pieces_of(game("clef"), "en")
    kinds = {card.to_dict()["id"]: card.to_dict()["type"] for card in game("clef").cards("en")}
    assert len({piece.back for piece in molthar if piece.id.startswith("pearl")}) == 1
    assert len({piece.back for piece in molthar if not piece.id.startswith(("pearl", "portal"))}) == 1
    for kind in ("world", "character", "discovery"):
        assert len({(piece.back, piece.edges[1]) for piece in clef if kinds.get(piece.id) == kind}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_text_of_a_piece_leaves_its_place(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_boxes, "width", width)
    for piece in pieces_of(game(name), language):
        for side in (piece.front, piece.back):
            assert not picture_boxes.misplaced(side), (piece.id, picture_boxes.misplaced(side))
            shortened = [label.words for label in picture_boxes.labels(picture_boxes.parse(side))]
            assert not any(words.endswith("…") for words in shortened if words != "+…"), f"{piece.id} is cut short"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_texts_can_be_read_at_the_size_of_a_card(name: str, language: str) -> None:
    """Nothing in words is smaller than 8 points, which is 2.8 mm."""
    for piece in pieces_of(game(name), language):
        for label in picture_boxes.labels(picture_boxes.parse(piece.front)):
            if any(sign.isalpha() for sign in label.words):
                assert label.size * UNIT_MM >= 2.8, (piece.id, label)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_fonts_have_every_letter_of_the_cards(name: str, language: str) -> None:
    for piece in pieces_of(game(name), language):
        for label in picture_boxes.labels(picture_boxes.parse(piece.front)):
            missing = [sign for sign in label.words if not sign.isspace() and not has(sign)]
            assert not missing, (piece.id, label.words)


def test_the_ribbon_of_a_pearl_is_clear_of_the_value_in_the_corner() -> None:
    (ribbon,) = re.findall(r'<path d="([^"]+)" fill="#9b1f26"', pearl(3, True))
    corner = re.search(r'<use href="#wg-corner-3" x="(\d+)" y="\d+" width="(\d+)"', pearl(3, True))
    assert corner is not None
    left, size = map(int, corner.groups())
    # The lower corner is the upper one, turned around.
    assert max(map(float, re.findall(r"[MLH]?([\d.]+) ", ribbon))) + 2 < CARD[0] - left - size


def test_a_text_that_does_not_fit_is_an_error_and_not_cut_off() -> None:
    assert block(50, 10, "A short one", 8, "#000", 90, 20).count("<text") == 1
    with pytest.raises(DoesNotFitError, match="too long"):
        block(50, 10, "word " * 80, 8, "#000", 90, 20)


def test_widths_are_those_of_the_font() -> None:
    """As Typst measures them."""
    typst = pytest.importorskip("typst")
    sentence = "Une clef d’or, « œuvre » du Nain 7 ; où ? À Kernault !"
    faces: dict[Face, str] = {
        "text": 'font: "Alegreya Sans"',
        "bold": 'font: "Alegreya Sans", weight: 700',
        "name": 'font: "Almendra", weight: 700',
    }
    for face, settings in faces.items():
        source = (
            f"#set text(size: 100pt, kerning: false, ligatures: false, {settings})\n"
            f"#context [#metadata(measure(text[{sentence}]).width.pt())<wide>]"
        )
        compiler = typst.Compiler(source.encode(), font_paths=[str(FONTS)], ignore_system_fonts=True)
        measured = float(compiler.query("<wide>", field="value", one=True))
        assert width(sentence, 100, face) == pytest.approx(measured, rel=0.002), face


# Sheets.


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAMES)
def test_pieces_lie_side_by_side_on_the_paper(name: str, paper: str) -> None:
    wide, high = PAPERS[paper]
    pieces = pieces_of(game(name), "en")
    laid = sheets(pieces, PAPERS[paper])
    assert sum(map(len, laid)) == sum(piece.copies for piece in pieces)
    for sheet in laid:
        corners = {(round(each.x, 3), round(each.y, 3)) for each in sheet}
        assert len(corners) == len(sheet)
        for each in sheet:
            assert each.x >= MARGIN
            assert each.x + each.w <= wide - MARGIN
            assert each.y >= MARGIN
            assert each.y + each.h <= high - MARGIN
            for other in sheet:
                apart = abs(each.x - other.x) >= each.w - 1e-6 or abs(each.y - other.y) >= each.h - 1e-6
                assert other is each or apart
        for x, y, to_x, to_y in cut_marks(sheet):
            assert 0 < min(x, to_x) <= max(x, to_x) < wide
            assert 0 < min(y, to_y) <= max(y, to_y) < high


def test_every_cut_has_a_mark_at_both_ends_outside_of_the_pieces() -> None:
    sheet = sheets(pieces_of(game("molthar"), "en"), PAPERS["a4"])[0]
    marks = cut_marks(sheet)
    # Nine cards: four cuts each way, with two marks each.
    assert len(marks) == 16
    away, _ = MARK
    assert away > BLEED
    left, right = min(each.x for each in sheet), max(each.x + each.w for each in sheet)
    level = [mark for mark in marks if mark[1] == mark[3]]
    assert all(max(x, to_x) < left - BLEED or min(x, to_x) > right + BLEED for x, _, to_x, _ in level)
    assert {round(y, 3) for _, y, _, _ in level} == {round(each.y + part, 3) for each in sheet for part in (0, each.h)}


def test_a_back_meets_its_front_when_the_paper_is_turned_over() -> None:
    wide = PAPERS["letter"][0]
    for sheet in sheets(pieces_of(game("clef"), "en"), PAPERS["letter"]):
        for front, back in zip(sheet, mirrored(sheet, wide), strict=True):
            assert front.piece is back.piece
            assert (back.x + back.w / 2, back.y) == pytest.approx((wide - front.x - front.w / 2, front.y))


def test_sizes_are_those_of_playing_cards() -> None:
    assert [length * UNIT_MM for length in CARD] == [63, 88]
    assert [length * UNIT_MM for length in WORLD] == [88, 88]
    assert [length * UNIT_MM for length in HALF_SHEET] == [184, 120]


# The PDF.


def read(path: Path) -> Any:
    pypdf = pytest.importorskip("pypdf")
    return pypdf.PdfReader(path)


def words_of(text: str) -> str:
    """A text without the spaces and hyphens of its lines."""
    return re.sub(r"[\s\u00ad]+", "", text)


@pytest.mark.parametrize(("name", "paper", "language"), [("molthar", "a4", "fr"), ("clef", "letter", "it")])
def test_the_pdf_has_all_cards_their_backs_and_the_rules(name: str, paper: Any, language: str, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    file = tmp_path / "game.pdf"
    pages, of_pieces = write_pdf(name, file, language, paper)
    found = read(file)
    laid = sheets(pieces_of(game(name), language), PAPERS[paper])
    assert len(found.pages) == pages
    assert of_pieces == 2 * len(laid)
    wide, high = PAPERS[paper]
    for page in found.pages:
        assert float(page.mediabox.width) == pytest.approx(wide * 72 / 25.4, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(high * 72 / 25.4, abs=0.1)
    # The cover and a turn in short, then fronts and backs in turn, then the rules.
    for number, sheet in enumerate(laid):
        front = words_of(found.pages[2 + 2 * number].extract_text())
        for each in sheet:
            if not each.piece.id.startswith(("pearl", "pawns")):
                wanted = sum(other.piece.name == each.piece.name for other in sheet)
                assert front.count(words_of(each.piece.name)) >= wanted, each.piece.name
        if all(each.piece.id != "pawns" for each in sheet):
            assert not found.pages[3 + 2 * number].extract_text().strip()
    rules = words_of("".join(page.extract_text() for page in found.pages[2 + of_pieces :]))
    assert pages - of_pieces - 2 in range(2, 12)
    assert ("M23" if name == "molthar" else "K27") in rules
    cover = words_of(found.pages[0].extract_text())
    assert "game-icons.net" in cover
    assert "CCBY3.0" in cover


def test_the_same_game_gives_the_same_pdf(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    write_pdf("clef", tmp_path / "one.pdf")
    write_pdf("clef", tmp_path / "two.pdf")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def own_set(folder: Path, name: str) -> Path:
    """The shipped cards as a set of one's own, with another name for the Horn."""
    shipped = Path(sys.modules["worldgates.clef.cardset"].__file__ or "").parent / "data"
    folder.mkdir()
    for file in ("worlds.toml", "readers.toml", "discoveries.toml"):
        source = next(shipped.rglob(file)).read_text(encoding="utf-8")
        (folder / file).write_text(source.replace('"The Horn"', f'"{name}"'), encoding="utf-8")
    return folder


def test_a_card_set_of_ones_own_is_printed(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    cards = own_set(tmp_path / "cards", "The Quizzical Kettle")
    write_pdf("clef", tmp_path / "own.pdf", "en", "a4", cards)
    text = words_of("".join(page.extract_text() for page in read(tmp_path / "own.pdf").pages))
    assert text.count("TheQuizzicalKettle") >= 1
    write_pdf("clef", tmp_path / "shipped.pdf")
    assert "TheQuizzicalKettle" not in words_of("".join(p.extract_text() for p in read(tmp_path / "shipped.pdf").pages))


def test_a_card_that_is_too_long_to_print_is_named(tmp_path: Path) -> None:
    cards = own_set(tmp_path / "cards", "Endlesshunting" * 4)
    with pytest.raises(FormatError, match=r"Endless.*shorter text"):
        pieces_of(Games(cards).get("clef"), "en")


def test_an_unfinished_card_set_is_not_printed(tmp_path: Path) -> None:
    write_template(tmp_path / "cards")
    with pytest.raises(FormatError):
        write_pdf("clef", tmp_path / "game.pdf", cards=tmp_path / "cards")


def test_the_command_prints(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    command = [sys.executable, "-m", "worldgates", "print", "molthar", "--lang", "it"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert re.match(r"molthar\.pdf: \d+ pages, 16 sheets of cards among them\.", done.stdout)
    assert (tmp_path / "molthar.pdf").read_bytes().startswith(b"%PDF")


def test_markdown_becomes_typst() -> None:
    assert markup("A **strong** word.\n\n- one\n- two *three*") == (
        "A #strong[strong] word.\n\n#list([one],[two #emph[three]],)"
    )
    assert markup("5 * 3 # 2") == r"5 \* 3 \# 2"
