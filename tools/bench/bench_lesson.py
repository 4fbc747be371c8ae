"""What a lesson asks for: the words of its longest page, the pegs set before the first answer, its time, and a winner.

The time is reckoned, not measured with people: ``PRESS_S`` for each press of the shortest way through the lesson, and
``WORDS_A_SECOND`` for the words of titles, sentences, lists and hints, each line when it is first seen. Pegs, cards
and panels are pictures, and count for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from companion.ui.core.page import Element
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.pegs.lesson import LessonRow
from companion.ui.games.shared.lesson import TITLE, LessonEnd
from tests.support.flow import Flow, start

FOLLOWED = {
    "Mastermind": "OK UP OK UP OK UP OK OK OK OK UP OK OK OK OK OK OK",
    "Passcode": "OK LEFT DOWN OK RIGHT OK DOWN OK DOWN OK OK OK OK OK OK",
    "Coda": "OK OK LEFT OK DOWN OK OK OK LEFT OK OK OK OK OK",
}
"""The shortest way of a learner who does what each lesson says, up to its last page."""
PRESS_S, WORDS_A_SECOND = 1.5, 3


class Said(TextPage):
    """A page of what is read: no pictures."""

    def add(self, element: Element) -> None:
        """Leave *element* out."""


def followed(title: str) -> Iterator[tuple[Flow, Screen]]:
    """Yield the box and its screen on each page of the lesson of the game with this *title*."""
    flow = start()
    flow.choose("Learn", title)
    for key in FOLLOWED[title].split():
        yield flow, flow.top
        flow.press(key)
    if not isinstance(flow.top, LessonEnd):
        raise RuntimeError(f"expected the end of the lesson of {title!r}, got {flow.lines}")
    yield flow, flow.top


def lesson_words_page() -> int:
    """Return the most words of a sentence that a page of any lesson says."""
    return max(_words(flow) for title in FOLLOWED for flow, screen in followed(title) if _is_said(flow))


def lesson_own_pegs() -> int:
    """Return how many pegs the learner of a peg game sets before the first answer."""
    pegs: list[int | None] = []
    for _, screen in followed("Mastermind"):
        if pegs and not isinstance(screen, LessonRow):
            break
        if isinstance(screen, LessonRow):
            pegs = [*screen.entry.pegs]
    return sum(peg is not None for peg in pegs)


KEYS = ("OK", "OK", "LEFT", "RIGHT", "UP", "DOWN", "ROLL")
MOST_PRESSES = 2_000


def lesson_won(learners: int = 1_000) -> float:
    """Return the share of *learners* whose lesson ends with a cup; it has only that end.

    A third of them press OK only, a third press keys at random, and a third follow the lesson with some keys at
    random between.
    """
    return sum(map(_is_won, range(learners))) / learners


def _is_won(number: int) -> bool:
    random, title = Random(number), [*FOLLOWED][number // 3 % len(FOLLOWED)]
    flow = start()
    flow.choose("Learn", title)
    way = iter(FOLLOWED[title].split())
    for _ in range(MOST_PRESSES):
        if isinstance(flow.top, LessonEnd):
            return True
        kind = number % 3
        at_random = kind == 1 or (kind == 2 and random.random() < 0.2)
        flow.press("OK" if kind == 0 else random.choice(KEYS) if at_random else next(way, "OK"))
    return False


def lesson_s() -> float:
    """Return the seconds that the longest of the lessons takes."""
    return max(map(_seconds, FOLLOWED))


def _seconds(title: str) -> float:
    pages = [_written(flow, Said(flow.context.translator)).lines for flow, _ in followed(title)]
    lines = {line for page in pages for line in page}
    return (len(pages) - 1) * PRESS_S + sum(map(_words_of, lines)) / WORDS_A_SECOND


def _is_said(flow: Flow) -> bool:
    return flow.lines[0].startswith(TITLE)


def _words(flow: Flow) -> int:
    return max(map(_words_of, _written(flow, TextPage(flow.context.translator)).body))


def _written(flow: Flow, page: TextPage) -> TextPage:
    flow.top.draw(page)
    return page


def _words_of(line: str) -> int:
    return len(re.findall(r"\w+", line))


if __name__ == "__main__":
    print(lesson_words_page(), lesson_own_pegs(), lesson_won(), *map(_seconds, FOLLOWED))
