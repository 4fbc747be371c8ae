"""What a lesson asks for: the words of its longest page, the pegs set before the first answer, and its time.

The time is reckoned, not measured with people: ``PRESS_S`` for each press of the shortest way through the lesson, and
``WORDS_A_SECOND`` for the words of titles, sentences, lists and hints, each line when it is first seen. Pegs, cards
and panels are pictures, and count for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.ui.core.page import Element
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.pegs.lesson import LessonAnswer, LessonRow
from companion.ui.games.shared.lesson import TITLE, LessonEnd
from tests.support.flow import Flow, start

FOLLOWED = {
    "Mastermind": "OK OK UP OK OK UP UP OK UP UP UP OK OK OK OK OK OK OK OK DOWN OK OK DOWN OK UP UP UP OK OK OK",
    "Passcode": "OK LEFT OK OK OK OK RIGHT OK OK OK OK OK OK OK OK OK OK",
    "Coda": "OK LEFT OK OK DOWN OK OK OK OK LEFT OK OK OK OK",
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
    seen: list[list[int | None]] = []
    for _, screen in followed("Mastermind"):
        if isinstance(screen, LessonAnswer):
            return sum(now != then for now, then in zip(seen[-1], seen[0], strict=True))
        if isinstance(screen, LessonRow):
            seen.append([*screen.entry.pegs])
    raise LookupError("expected an answer in the lesson, got none")


def lesson_s() -> float:
    """Return the seconds that the longest of the lessons takes."""
    return max(map(_seconds, FOLLOWED))


def _seconds(title: str) -> float:
    pages = [_written(flow, Said(flow.context.translator)).lines for flow, _ in followed(title)]
    lines = {line for page in pages for line in page}
    return (len(pages) - 1) * PRESS_S + sum(map(_words_of, lines)) / WORDS_A_SECOND


def _is_said(flow: Flow) -> bool:
    return isinstance(flow.top, LessonEnd | LessonAnswer) or flow.lines[0] == TITLE


def _words(flow: Flow) -> int:
    return max(map(_words_of, _written(flow, TextPage(flow.context.translator)).body))


def _written(flow: Flow, page: TextPage) -> TextPage:
    flow.top.draw(page)
    return page


def _words_of(line: str) -> int:
    return len(re.findall(r"\w+", line))


if __name__ == "__main__":
    print(lesson_words_page(), lesson_own_pegs(), *map(_seconds, FOLLOWED))
