"""What a lesson asks for: the words of its longest page, and the pegs that a learner sets before the first answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
"""The keys of a learner who does what each lesson says, up to its last page."""


def followed(title: str) -> Iterator[tuple[Flow, Screen]]:
    """Yield the box and its screen on each page of the lesson of the game with this *title*."""
    flow = start()
    flow.choose("Learn", title)
    for key in FOLLOWED[title].split():
        yield flow, flow.top
        flow.press(key)
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


def _is_said(flow: Flow) -> bool:
    return isinstance(flow.top, LessonEnd | LessonAnswer) or flow.lines[0] == TITLE


def _words(flow: Flow) -> int:
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    return max(len(re.findall(r"\w+", line)) for line in page.body)


if __name__ == "__main__":
    print(lesson_words_page(), lesson_own_pegs())
