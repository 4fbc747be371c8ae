"""A journal that cannot be read or written any more while the box plays: told once, and play goes on."""

from __future__ import annotations

from companion.match.archive import MatchSummary
from companion.ui.core.menu import CLOSED, Menu
from companion.ui.core.notice import Notice
from companion.ui.home.history import history_menu
from tests.support.flow import Flow, entering, start
from tests.support.paper import PaperArchive
from tests.support.stage import banner_of

NEW_MATCH = "OK OK OK OK"
MATCHES = 300
TOLD = "The matches cannot be read: check the card."


class Watched(PaperArchive):
    """An archive that remembers which matches were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[int] = set()

    def summary(self, number: int) -> MatchSummary:
        self.asked.add(number)
        return super().summary(number)


def begun(archive: PaperArchive | None = None) -> Flow:
    """Begin a match of Mastermind, the box makes the code."""
    flow = start(archive)
    flow.choose("Play", "Mastermind", "Begin")
    assert flow.press("OK")[-1] == "GuessScreen"
    return flow


def told(flow: Flow) -> str:
    """Return the text of the notice that is seen."""
    assert isinstance(flow.top, Notice)
    return flow.context.translator.say(flow.top.text)


def is_refused(flow: Flow, sentence: str) -> bool:
    """Whether *sentence* is seen over the screen that refuses."""
    return flow.box.display.frames[-1].tobytes() == banner_of(sentence, flow.top)


def test_matches_that_cannot_be_read_any_more_are_told_at_the_home_menu_once() -> None:
    archive = PaperArchive()
    flow = start(archive)
    archive.smudge()
    flow.press("DOWN")
    assert told(flow) == TOLD
    assert flow.press("OK DOWN DOWN UP") == ["Menu"] * 4


def test_matches_that_cannot_be_read_at_the_start_are_told() -> None:
    archive = PaperArchive()
    begun(archive)
    archive.smudge()
    assert told(start(archive)) == TOLD


def test_they_are_told_again_after_they_could_be_read() -> None:
    archive = PaperArchive()
    flow = start(archive)
    archive.smudge()
    flow.press("DOWN", "OK")
    archive.smudged = set()
    flow.press("DOWN")
    archive.smudge()
    flow.press("DOWN")
    assert told(flow) == TOLD


def test_new_match_is_begun_and_played_beside_them() -> None:
    archive = PaperArchive()
    flow = start(archive)
    archive.smudge()
    assert flow.look() == "Notice"
    assert flow.press("OK", NEW_MATCH)[-1] == "GuessScreen"


def test_list_that_cannot_be_read_is_refused_and_not_called_empty() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    assert flow.press(entering("ROYG"), "OK", "BACK UP UP OK")[-1] == "Menu"
    flow.choose("More")
    archive.smudge()
    flow.press("OK", "OK")
    assert is_refused(flow, TOLD)


def test_match_that_cannot_be_read_is_listed_and_says_why_it_cannot_be_opened() -> None:
    archive = PaperArchive()
    for _ in range(3):
        flow = begun(archive)
        flow.press(entering("ROYG"), "OK", "BACK UP OK UP OK")
    archive.smudge(2)
    flow.choose("More", "Matches")
    flow.press("DOWN OK")
    assert is_refused(flow, TOLD)
    menu = history_menu(flow.context)
    assert isinstance(menu, Menu)
    assert [item.row().value for item in menu.items] == ["given up", CLOSED, "given up"]


def test_list_reads_no_more_matches_than_are_seen() -> None:
    archive = Watched()
    flow = begun(archive)
    flow.press(entering("ROYG"), "OK", "BACK UP UP OK")
    for _ in range(MATCHES):
        archive.append(archive.begin(archive.read(1)[0].header), archive.read(1)[1], "done")
    archive.asked.clear()
    flow.choose("More", "Matches")
    flow.press("DOWN UP UP")
    assert archive.asked <= {*range(1, 8), *range(MATCHES - 8, MATCHES + 2)}


def test_match_given_up_that_cannot_be_saved_is_told() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    flow.press(entering("ROYG"), "OK", "BACK UP OK UP")
    archive.break_pencil()
    flow.press("OK")
    assert told(flow) == "Nothing is being saved: check the card."
    assert flow.press("OK") == ["Menu"]
