"""Lessons through the page: the learner presses what is lit, answers questions, goes back, and is asked for a name."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

import pytest
from browser_build import Action, HurriedServer, Visits
from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from worldgates.core.gametype import Games

pytestmark = pytest.mark.xdist_group("browser learning")


@dataclass(frozen=True)
class Words:
    learn: str
    guide: str
    leave: str
    back: str
    show: str
    play_on: str
    next: str
    name: str
    save: str


WORDS = {
    "en": Words(
        "Learn in five minutes", "Your guide", "Leave lesson", "Back", "Show me", "Play on from here", "Chapter 2",
        "What shall we call you?", "Save",
    ),
    "fr": Words(
        "Apprendre en cinq minutes", "Votre guide", "Quitter la leçon", "Retour", "Montrez-moi", "Continuer d’ici",
        "Chapitre 2", "Comment vous appelez-vous\u00a0?", "Enregistrer",
    ),
    "it": Words(
        "Impara in cinque minuti", "La tua guida", "Lascia la lezione", "Indietro", "Mostrami", "Continua da qui",
        "Capitolo 2", "Come ti chiami?", "Salva",
    ),
}  # fmt: skip

# What is lit and where the bubble is, once the guide waits for the learner.
LIT = """
() => {
  const bubble = document.querySelector("section.bubble:not(.away)");
  if (!bubble) return null;
  const { x, y, width, height } = bubble.getBoundingClientRect();
  const holes = [...document.querySelectorAll(".dark mask .hole")].map((hole) =>
    Object.fromEntries(["x", "y", "width", "height"].map((key) => [key, Number(hole.getAttribute(key))])));
  const rings = document.querySelectorAll(".dark .ring").length;
  const end = bubble.querySelector(".next") !== null;
  const read = 'main :is([data-place="hand:0"], [data-place="played"]) [data-card]';
  const cards = [...document.querySelectorAll(read)].map((card) => {
    const { x, y, width, height } = card.getBoundingClientRect();
    return { x, y, width, height };
  });
  return { bubble: { x, y, width, height }, holes, rings, end, cards };
}
"""
STEP = "(done) => Number(document.querySelector('.bubble:not(.away) [role=progressbar]')?.ariaValueNow ?? -1) > done"
Box = dict[str, float]
# How often to look again at something that is about to change.
PATIENCE = 100


def overlaps(bubble: Box, box: Box, margin: float) -> bool:
    """Whether the bubble covers more of a box than its margin."""
    return all(
        min(bubble[at] + bubble[size], box[at] + box[size] - margin) > max(bubble[at], box[at] + margin)
        for at, size in (("x", "width"), ("y", "height"))
    )


class Learner:
    """Somebody new at a lesson: one click after the lobby for the first chapter."""

    def __init__(self, context: BrowserContext, server: HurriedServer, name: str, language: str = "en") -> None:
        self.page: Page = context.new_page()
        self.server, self.words, self.name = server, WORDS[language], name
        self.text = Games().get(name).text(language)
        self.page.goto(server.address)
        gate = self.page.get_by_role("region", name=self.text.title(), exact=True)
        gate.get_by_role("button", name=self.words.learn).click()
        self.wait(-1)

    @property
    def guide(self) -> Locator:
        return self.page.get_by_role("region", name=self.words.guide, exact=True)

    def button(self, name: str) -> Locator:
        return self.guide.get_by_role("button", name=name, exact=True)

    @property
    def done(self) -> int:
        return int(self.guide.get_by_role("progressbar").get_attribute("aria-valuenow") or 0)

    def wait(self, done: int) -> None:
        """Until more steps are done than these."""
        self.page.wait_for_function(STEP, arg=done)

    def lit(self) -> dict[str, Any]:
        """Once nothing moves any more."""
        seen: dict[str, Any] | None = None
        for _ in range(PATIENCE):
            again = self.page.evaluate(LIT)
            if again is not None and again == seen:
                return dict(again)
            seen = again
            self.page.wait_for_timeout(60)
        raise AssertionError(f"the spotlight does not stand still: {seen}")

    def covered(self) -> list[Box]:
        """What is lit, cards of the hand and the played card under the bubble, which must be inside the window."""
        lit, window = self.lit(), self.page.viewport_size
        assert window is not None
        bubble = lit["bubble"]
        assert bubble["x"] >= 0
        assert bubble["y"] >= 0
        assert bubble["x"] + bubble["width"] <= window["width"]
        assert bubble["y"] + bubble["height"] <= window["height"]
        # A hole is 4 to 6 pixels larger than what is in it.
        return [hole for hole in lit["holes"] if overlaps(bubble, hole, 6)] + [
            card for card in lit["cards"] if overlaps(bubble, card, 1)
        ]

    def press(self, place: str) -> None:
        target = self.page.locator(f'main [data-place="{place}"]').first
        (target.locator("button").first if target.locator("button").count() else target).click()

    def follow(self, done: int) -> None:
        """Press what shines green until the step after so many is done."""
        for attempt in range(PATIENCE):
            if not self.guide.count() or self.done != done:
                return
            shining = self.page.locator("main .best:not([aria-disabled=true]):visible")
            # A chosen card shines as well as the button that leads on from it, and a second tap would put it back.
            onward = shining.and_(self.page.locator("[data-onward]"))
            # (A way to pay is marked as well as the button that pays it.)
            if count := shining.count():
                # What shone a moment ago may just have been done.
                with suppress(TimeoutError):
                    (onward.first if onward.count() else shining.nth(attempt % count)).click(timeout=1000)
            self.page.wait_for_timeout(60)
        raise AssertionError(f"nothing leads on from step {done}: {self.guide.inner_text()}")

    def learn(self, chapter: int, astray: bool = False) -> None:
        """A whole chapter. Nothing that is meant, no card of the hand and no played card is ever covered; whoever goes
        astray answers each question wrongly first: the guide says why, and asks again."""
        lesson = Games().get(self.name).lessons()[chapter - 1]
        for number, step in enumerate(step for step in lesson.steps if step.topic):
            began = monotonic()
            assert self.done == number
            assert not self.covered(), self.guide.inner_text()
            if step.wrong:
                assert self.lit()["rings"] == len({step.target, *(wrong.target for wrong in step.wrong)})
                # After ten seconds, or a wrong press, the guide offers to show it.
                if astray and monotonic() - began < 6:
                    assert self.button(self.words.show).count() == 0
                for wrong in step.wrong if astray else ():
                    self.press(wrong.target)
                    # Pearls are pictures.
                    longest = max(re.split("[①-⑧]+", self.text.lesson(wrong.reason)), key=len)
                    expect(self.guide.get_by_role("status")).to_contain_text(longest.strip())
                    expect(self.button(self.words.show)).to_be_visible()
                    assert not self.covered(), self.guide.inner_text()
                self.press(step.target)
            self.follow(number)
            self.wait(number)
        assert self.plays()[: len(lesson.steps)] == lesson_actions(self.name, chapter)

    def plays(self) -> list[Action]:
        """What was played at the table so far, by everybody."""
        entries = self.server.entries(self.page.url.rsplit("/", 1)[1])
        return [entry["action"] for entry in entries if entry["type"] == "play"]


def lesson_actions(name: str, chapter: int = 1) -> list[Action]:
    return [step.action.to_dict() for step in Games().get(name).lessons()[chapter - 1].steps]


def test_the_first_chapter_in_french(server: HurriedServer, visits: Visits) -> None:
    """Questions are answered wrongly first: the guide says why, and asks again. The name is asked for at the end."""
    learner = Learner(visits.somebody(locale="fr"), server, "molthar", "fr")
    page, words = learner.page, learner.words
    learner.learn(1, astray=True)
    learner.guide.get_by_label(words.name).fill("Zoé")
    learner.button(words.save).click()
    expect(learner.guide.get_by_label(words.name)).to_have_count(0)
    learner.button(words.play_on).click()
    expect(learner.guide).to_have_count(0)
    page.goto(server.address)
    expect(page.get_by_role("button", name="Zoé", exact=False).first).to_be_visible()


def test_only_what_is_lit_counts(server: HurriedServer, visits: Visits) -> None:
    """Another card does nothing but bring help; back and leave; the page can be loaded again."""
    learner = Learner(visits.somebody(), server, "molthar")
    page, words = learner.page, learner.words
    expect(learner.button(words.back)).to_have_count(0)
    learner.press("pearl:1")
    assert learner.plays() == []
    learner.button(words.show).click()
    expect(page.locator('[data-place="char:0"] button, button[data-place="char:0"]').first).to_be_focused()
    page.keyboard.press("Enter")
    learner.wait(0)
    # The second step is a question: the keyboard answers it too.
    page.locator('[data-place="pearl:1"] button, button[data-place="pearl:1"]').first.focus()
    page.keyboard.press("Enter")
    expect(learner.button(words.show)).to_be_visible()
    assert learner.plays() == lesson_actions("molthar")[:1]
    learner.button(words.back).click()
    page.wait_for_function("() => document.querySelector('.bubble [role=progressbar]').ariaValueNow === '0'")
    learner.follow(0)
    learner.wait(0)
    page.reload()
    learner.wait(0)
    assert learner.done == 1
    learner.button(words.leave).click()
    expect(learner.guide).to_have_count(0)
    learner.press("pearl:1")
    expect(page.get_by_text("1 action left").first).to_be_visible()


def test_the_guide_offers_help_after_a_while(server: HurriedServer, visits: Visits) -> None:
    context = visits.somebody()
    context.clock.install()
    learner = Learner(context, server, "molthar")
    expect(learner.button(learner.words.show)).to_have_count(0)
    context.clock.run_for(10_500)
    expect(learner.button(learner.words.show)).to_be_visible()


def test_both_chapters_of_la_clef_in_french(server: HurriedServer, visits: Visits) -> None:
    """Every wrong answer has its reason; the second chapter follows the first, and the name is asked for at the end."""
    learner = Learner(visits.somebody(locale="fr"), server, "clef", "fr")
    learner.learn(1, astray=True)
    expect(learner.guide).to_contain_text(learner.text.lesson("end_1"))
    learner.button(learner.words.next).click()
    learner.page.wait_for_function("() => document.querySelector('.bubble [role=progressbar]')?.ariaValueNow === '0'")
    learner.learn(2, astray=True)
    expect(learner.guide).to_contain_text(learner.text.lesson("end_2"))
    learner.guide.get_by_label(learner.words.name).fill("Zoé")
    learner.button(learner.words.save).click()
    expect(learner.guide.get_by_label(learner.words.name)).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("molthar", (320, 568)),
        ("molthar", (844, 390)),
        ("clef", (320, 568)),
        ("clef", (360, 640)),
        ("clef", (844, 390)),
    ],
)
def test_nothing_that_is_meant_is_covered(
    name: str, size: tuple[int, int], server: HurriedServer, visits: Visits
) -> None:
    """On small phones and on their side, in Italian: at every step of both chapters."""
    learner = Learner(visits.phone(*size, locale="it"), server, name, "it")
    learner.learn(1)
    learner.button(learner.words.next).click()
    learner.page.wait_for_function("() => document.querySelector('.bubble [role=progressbar]')?.ariaValueNow === '0'")
    learner.learn(2)
