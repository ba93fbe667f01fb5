"""A first game with a guide, through the page: lessons to their end, and a learner who does as they like."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from browser_build import Action, HurriedServer, Visits
from playwright.sync_api import Locator, Page, expect

from worldgates.core.gametype import Games

pytestmark = pytest.mark.xdist_group("browser learning")


@dataclass(frozen=True)
class Words:
    learn: str
    play: str
    guide: str
    do_it: str
    leave: str
    later: str
    play_on: str
    result: str


WORDS = {
    "en": Words(
        "Learn in five minutes", "Play", "Your guide", "Do it", "Leave the guide", "All in good time.", "Play on",
        "Show the result",
    ),
    "fr": Words(
        "Apprendre en cinq minutes", "Jouer", "Votre guide", "Le faire", "Quitter le guide",
        "Chaque chose en son temps.", "Continuer la partie", "Montrer le résultat",
    ),
    "it": Words(
        "Impara in cinque minuti", "Gioca", "La tua guida", "Fallo", "Lascia la guida", "Ogni cosa a suo tempo.",
        "Continua la partita", "Mostra il risultato",
    ),
}  # fmt: skip

# The guide has said something new after so many steps, and waits for its learner.
WAITS = """
(done) => {
  const way = document.querySelector("[role=progressbar]");
  return way && Number(way.ariaValueNow) > done && !way.parentElement.querySelector("[aria-disabled=true]");
}
"""


class Learner:
    """Somebody new at a lesson, two clicks after the lobby."""

    def __init__(self, page: Page, server: HurriedServer, name: str, language: str = "en") -> None:
        self.page, self.server, self.words = page, server, WORDS[language]
        page.goto(server.address)
        title = Games().get(name).text(language).title()
        gate = page.get_by_role("region", name=title, exact=True)
        gate.get_by_role("button", name=self.words.learn).click()
        gate.get_by_role("button", name=self.words.play, exact=True).click()
        self.wait(-1)

    @property
    def guide(self) -> Locator:
        return self.page.get_by_role("region", name=self.words.guide, exact=True)

    @property
    def do_it(self) -> Locator:
        return self.guide.get_by_role("button", name=self.words.do_it, exact=True)

    @property
    def done(self) -> int:
        return int(self.guide.get_by_role("progressbar").get_attribute("aria-valuenow") or 0)

    def wait(self, done: int) -> None:
        self.page.wait_for_function(WAITS, arg=done)

    def said(self) -> str:
        return self.guide.get_by_role("status").get_by_role("paragraph").first.inner_text()

    def plays(self) -> list[Action]:
        """What was played at the table so far, by everybody."""
        entries = self.server.entries(self.page.url.rsplit("/", 1)[1])
        return [entry["action"] for entry in entries if entry["type"] == "play"]


@pytest.mark.parametrize("language", ["fr", "it"])
@pytest.mark.parametrize("name", ["molthar", "clef"])
def test_a_lesson_is_played_to_its_end(name: str, language: str, server: HurriedServer, visits: Visits) -> None:
    """In French with a mouse, in Italian on a phone: everything is said, and played as the lesson has it."""
    context = visits.somebody(locale="fr") if language == "fr" else visits.phone(locale="it")
    learner = Learner(context.new_page(), server, name, language)
    lesson, text = Games().get(name).lesson(), Games().get(name).text(language)
    assert lesson is not None
    said = {learner.said()}
    while learner.do_it.count():
        done = learner.done
        if language == "fr":
            learner.do_it.click()
        else:
            learner.do_it.tap()
        learner.wait(done)
        said.add(learner.said())
    # (After its last step bots may have played on.)
    assert learner.plays()[: len(lesson.steps)] == [step.action.to_dict() for step in lesson.steps]
    topics = {step.topic for step in lesson.steps if step.topic} | {"end"}
    assert {text.lesson(topic) for topic in topics} <= said
    # The game goes on without a guide, or is over.
    if name == "molthar":
        learner.guide.get_by_role("button", name=learner.words.play_on).click()
        expect(learner.guide).to_have_count(0)
    else:
        learner.guide.get_by_role("button", name=learner.words.result).click()
        expect(learner.page.get_by_role("dialog")).to_be_visible()


def test_what_shines_is_what_the_guide_speaks_of(server: HurriedServer, visits: Visits) -> None:
    learner = Learner(visits.somebody().new_page(), server, "molthar")
    lesson = Games().get("molthar").lesson()
    assert lesson is not None
    for number in range(3):
        shining = learner.page.get_by_role("main").locator("button.best")
        expect(shining).to_have_count(1)
        shining.click()
        learner.wait(number)
    assert learner.plays()[:3] == [step.action.to_dict() for step in lesson.steps[:3]]


def test_other_things_come_later(server: HurriedServer, visits: Visits) -> None:
    learner = Learner(visits.somebody().new_page(), server, "molthar")
    page, words = learner.page, learner.words
    pearl = page.get_by_role("region", name="Pearls", exact=True).get_by_role("button", name="Pearl 5")
    pearl.click()
    expect(page.get_by_role("status").filter(has_text=words.later)).to_be_visible()
    assert learner.plays() == []
    # Who leaves the guide does as they like.
    learner.guide.get_by_role("button", name=words.leave).click()
    expect(learner.guide).to_have_count(0)
    pearl.click()
    expect(page.get_by_text("2 actions left").first).to_be_visible()
    assert [action["do"] for action in learner.plays()] == ["take"]


def test_a_lesson_with_the_keyboard(server: HurriedServer, visits: Visits) -> None:
    """The keyboard stays at the guide, also while bots play."""
    learner = Learner(visits.somebody().new_page(), server, "molthar")
    learner.do_it.focus()
    for _ in range(6):
        done = learner.done
        expect(learner.do_it).to_be_focused()
        learner.page.keyboard.press("Enter")
        learner.wait(done)
    assert len(learner.plays()) >= 9


def test_a_lesson_goes_on_when_its_page_is_loaded_again(server: HurriedServer, visits: Visits) -> None:
    learner = Learner(visits.somebody().new_page(), server, "clef")
    learner.do_it.click()
    learner.wait(0)
    before = learner.said()
    learner.page.reload()
    learner.wait(0)
    assert learner.said() == before


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (900, 1100), (1440, 900)])
def test_the_guide_covers_nothing(size: tuple[int, int], server: HurriedServer, visits: Visits) -> None:
    learner = Learner(visits.somebody(*size).new_page(), server, "molthar")
    guide, table = learner.guide.bounding_box(), learner.page.get_by_role("main").bounding_box()
    assert guide is not None
    assert table is not None
    beside = guide["x"] >= table["x"] + table["width"] or guide["y"] + guide["height"] <= table["y"]
    assert beside, (guide, table)
    assert guide["x"] >= 0
    assert guide["x"] + guide["width"] <= size[0]
    expect(learner.page.get_by_role("main").locator("button.best").first).to_be_in_viewport(ratio=0.9)
