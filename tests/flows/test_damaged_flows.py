"""A match that is not what was written: it is told, listed, and neither opened nor gone on with."""

from __future__ import annotations

import pytest

from companion.box import Redraw
from companion.errors import JournalFailed, MatchDamaged
from companion.match.archive import LogEntry, MatchSummary, damaged_summary
from companion.ui.core.menu import CLOSED, Menu
from companion.ui.core.notice import Notice
from companion.ui.home.history import history_menu
from tests.support.flow import Flow, entering, start
from tests.support.paper import PaperArchive
from tests.support.stage import banner_of

NEW_MATCH = "OK OK OK OK"
TOLD = "This match is damaged. It is kept, but not shown."


class Damaged(PaperArchive):
    """An archive in which some headings and some lines are damaged."""

    def __init__(self) -> None:
        super().__init__()
        self.headings: set[int] = set()
        self.lines: set[int] = set()

    def newest(self) -> MatchSummary | None:
        return self.summary(max(self.sheets)) if self.sheets else None

    def summary(self, number: int) -> MatchSummary:
        return damaged_summary(number) if number in self.headings else super().read(number)[0]

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        if number in self.headings | self.lines:
            raise MatchDamaged(number, "expected line 1 as it was written, got another")
        return super().read(number)


@pytest.fixture
def archive() -> Damaged:
    """An archive with one running match of one row."""
    archive = Damaged()
    flow = start(archive)
    flow.press(NEW_MATCH, entering("ROYG"), "OK")
    return archive


def told(flow: Flow) -> str:
    assert isinstance(flow.top, Notice)
    return flow.context.translator.say(flow.top.text)


def test_match_whose_heading_is_damaged_is_told_at_the_start_once_and_not_offered(archive: Damaged) -> None:
    archive.headings = {1}
    flow = start(archive)
    assert told(flow) == "Damaged matches: 1. They are kept, not shown."
    assert flow.press("OK", "DOWN UP") == ["Menu"] * 3
    assert isinstance(flow.top, Menu)
    assert flow.context.translator.say(flow.top.items[0].label) == "Play"


def test_older_open_match_is_offered_where_the_lines_of_newer_ones_are_damaged(archive: Damaged) -> None:
    for _ in range(4):
        archive.append(archive.begin(archive.sheets[1][0]), archive.sheets[1][1], None)
    archive.lines = {2, 3, 4, 5}
    flow = start(archive)
    assert told(flow) == "Damaged matches: 5. They are kept, not shown."
    assert flow.press("OK") == ["Question"]
    assert flow.press("OK") == ["GuessScreen"]
    assert flow.context.driver is not None
    assert flow.context.driver.session.number == 1


def test_match_that_is_damaged_while_it_is_offered_is_not_gone_on_with(archive: Damaged) -> None:
    flow = start(archive)
    archive.lines = {1}
    assert flow.press("OK")[-1] == "Question"
    assert flow.box.display.frames[-1].tobytes() == banner_of(TOLD, flow.top)


def test_match_whose_lines_are_damaged_does_not_look_sound_in_the_list(archive: Damaged) -> None:
    archive.append(archive.begin(archive.sheets[1][0]), archive.sheets[1][1], "done")
    archive.lines = {2}
    menu = history_menu(start(archive).context)
    assert isinstance(menu, Menu)
    assert [item.row().value for item in menu.items] == [CLOSED, "open"]


def test_damaged_match_is_listed_and_says_why_it_is_not_opened(archive: Damaged) -> None:
    archive.append(archive.begin(archive.sheets[1][0]), archive.sheets[1][1], "done")
    archive.headings = {1}
    flow = start(archive)
    menu = history_menu(flow.context)
    assert isinstance(menu, Menu)
    assert [item.row().value for item in menu.items] == ["\u2713", CLOSED]
    flow.choose("More", "Matches")
    flow.press("DOWN OK")
    assert flow.box.display.frames[-1].tobytes() == banner_of(TOLD, flow.top)


def test_what_a_check_finds_while_somebody_plays_is_told_over_what_is_seen(archive: Damaged) -> None:
    flow = start(archive)
    flow.press("OK")
    before = flow.screen
    sentence = "Damaged matches: {numbers}. They are kept, not shown."
    flow.context.report(JournalFailed("expected another line", sentence, numbers="1, 3"))
    flow.box.inputs.post(Redraw())
    flow.run()
    assert told(flow) == "Damaged matches: 1, 3. They are kept, not shown."
    assert flow.press("OK") == [before]


def test_new_match_is_begun_beside_a_damaged_one(archive: Damaged) -> None:
    archive.headings = {1}
    flow = start(archive)
    assert flow.press("OK", NEW_MATCH)[-1] == "GuessScreen"
    assert archive.summary(2).is_sound
