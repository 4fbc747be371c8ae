"""What the players see while the disk refuses, and when it takes everything again."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from PIL.Image import Image

from companion.app.compose import play
from companion.app.launch_options import LaunchOptions
from companion.box import Box, Button
from companion.config.paths import find_paths
from companion.config.settings import Settings
from companion.errors import JournalFailed
from companion.storage.deferred_journal import SAVED_AGAIN
from companion.ui.core.menu import Menu
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Pop
from companion.ui.games.shared.private import HoldToReveal
from tests.fakes.box import FakeDisplay, fake_box
from tests.support.flow import Flow, entering, start
from tests.support.match_lines import HEADING, opened
from tests.support.paper import PaperArchive

ROW = entering("ROYG", tick=True)
# Up to the seal; the next OK leads to the first row.
NEW_MATCH = "OK OK OK"


def told(flow: Flow) -> str:
    assert isinstance(flow.top, Notice)
    return flow.context.translator.say(flow.top.text)


def unsaved() -> Flow:
    """A box whose first match is begun and read as not saved."""
    archive = PaperArchive()
    archive.break_pencil()
    flow = start(archive)
    flow.press(NEW_MATCH)
    assert told(flow) == JournalFailed.sentence
    flow.press("OK")
    return flow


def test_timer_saves_what_waits_and_the_table_is_told() -> None:
    flow = unsaved()
    flow.archive.sharpen_pencil()
    flow.box.inputs.pass_time(70.0)
    flow.run()
    assert told(flow) == SAVED_AGAIN
    assert [entry.text for entry in flow.archive.read(1)[1]] == ["code"]
    assert not isinstance(flow.press("OK")[-1], Notice)


def test_notice_that_was_not_read_is_replaced_by_the_newer_one() -> None:
    flow = start()
    flow.archive.break_pencil()
    assert flow.press("ROLL") == ["Notice"]
    flow.archive.sharpen_pencil()
    flow.box.inputs.pass_time(70.0)
    flow.run()
    assert told(flow) == SAVED_AGAIN
    assert flow.press("OK") == ["ThrowScreen"]


def test_match_that_is_left_while_it_is_not_saved_goes_on_from_its_last_row() -> None:
    flow = unsaved()
    flow.press("OK", ROW, "OK", "BACK UP UP OK")
    assert isinstance(flow.top, Menu)
    summary = flow.context.newest_match()
    assert summary is not None
    assert (summary.number, summary.entries) == (-1, 2)
    flow.press("OK")
    flow.archive.sharpen_pencil()
    flow.press("OK OK OK OK OK OK")
    assert [entry.text for entry in flow.archive.read(1)[1]] == ["code", "ROYG", "ROYG"]


def test_match_without_a_number_stands_in_the_history() -> None:
    flow = unsaved()
    flow.press("BACK UP UP OK")
    flow.choose("More", "Matches")
    menu = flow.top
    assert isinstance(menu, Menu)
    assert flow.lines[:2] == ["… Mastermind", "> Anna, Ben: open"]
    assert flow.press("OK") == ["Menu"]


def test_notice_of_the_timer_closes_a_private_look() -> None:
    flow = unsaved()
    look = HoldToReveal(flow.context, "Anna", lambda page: None, Pop, lambda screen: Pop())
    flow.app._stack.append(look)
    flow.archive.sharpen_pencil()
    flow.box.inputs.hold(Button.OK)
    flow.box.inputs.pass_time(70.0)
    flow.box.inputs.release(Button.OK)
    flow.run()
    # The notice got the release of OK.
    assert (told(flow), look.has_looked, look.is_open) == (SAVED_AGAIN, True, False)
    flow.press("OK")
    assert flow.top is look


def test_two_matches_and_throws_played_while_another_program_had_the_journal_are_kept(tmp_path: Path) -> None:
    where = find_paths({}, tmp_path, tmp_path)
    with closing(opened(where.journal)) as other:
        other.append(other.begin(HEADING), [], None)
        box = fake_box()
        keys = f"OK {NEW_MATCH} OK {ROW} OK BACK UP UP OK ROLL OK BACK DOWN {NEW_MATCH} OK {ROW} OK BACK UP OK LEFT OK"
        box.inputs.press(*(Button[key] for key in keys.split()))
        when_s = box.inputs._told_until
        box.inputs.press(Button.DOWN)

        class Unlocking(FakeDisplay):
            def show(self, image: Image) -> None:
                super().show(image)
                if box.inputs.now() >= when_s and not freed:
                    freed.append(box.inputs.now())
                    other.close()

        freed: list[float] = []
        box.inputs.pass_time(200.0)
        display = Unlocking(box.display.format.size, box.inputs.now)

        def choose(wishes: LaunchOptions, settings: Settings) -> Box:
            return replace(box, display=display)

        play(LaunchOptions(lang="en"), where, choose)
    with closing(opened(where.journal)) as journal:
        assert [(match.entries, match.result) for match in journal.matches()] == [(2, ""), (2, None), (0, None)]
        assert len(journal.throws()) == 1
