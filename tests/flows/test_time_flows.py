"""Turns with a time limit at the box: what runs and what stands still, what is heard and said, and what is lost."""

from __future__ import annotations

import pytest

from companion.box import Cue
from companion.games.contract import AnyGame
from companion.games.pegs.state import Ending
from companion.match.archive import EntryKind, LogEntry
from companion.match.session import Session
from companion.ui.core.context import AppContext, OwnScreen
from companion.ui.games.shared.clocked import TimeOverlay
from companion.ui.games.shared.match import Match
from tests.flows.test_text_flows import TextFlow
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.paper import PaperArchive, environment
from tests.support.passcode_shots import BOARDS, DEAL

GAME: AnyGame = CATALOGUE["mastermind"]


def begun(key: str, time: str, *moves: str, players: tuple[str, ...] = ("Anna",), **options: str) -> PaperArchive:
    """Return the archive of a match with a time limit, in which *moves* were played."""
    archive = PaperArchive()
    session = Session.begin(CATALOGUE[key], {"time": time, **options}, players, environment(archive))
    if key != "passcode":
        session.draw()
    archive.append(1, [LogEntry(EntryKind.PLAY, move) for move in moves], None)
    return archive


def begun_box(archive: PaperArchive) -> Flow:
    """Return a box whose time passes only by presses and ``pass_time``."""
    flow = start(archive)
    flow.box.inputs._linger_s = 0.0
    return flow


def setting_a_row(time: str = "60") -> Flow:
    """Return a box at which Anna has begun to set the first row."""
    flow = begun_box(begun("mastermind", time))
    flow.press("OK OK")
    assert flow.screen == "GuessScreen"
    return flow


def pass_time(flow: Flow, seconds: float) -> None:
    flow.box.inputs.pass_time(seconds)
    flow.run()


def title(flow: Flow) -> str:
    return flow.lines[0]


def written(flow: Flow) -> float:
    """Return the seconds of the last line of the journal that tells a time."""
    return [float(line.text.split()[1]) for line in flow.archive.sheets[1][1] if line.deed is EntryKind.CLOCK][-1]


def test_time_of_a_row_is_shown_and_counts_down() -> None:
    flow = setting_a_row()
    assert title(flow).startswith("Anna 1:00")
    pass_time(flow, 15)
    assert title(flow).startswith("Anna 0:4")
    assert 10 <= written(flow) <= 16


def test_row_that_is_too_late_loses_the_round_in_words_and_with_a_sound() -> None:
    flow = setting_a_row()
    flow.sounds()
    pass_time(flow, 61)
    assert flow.lines[:2] == ["Time is up", "Anna has no time left and loses the round."]
    assert flow.sounds()[-1] is Cue.LOST
    assert flow.view().done[-1].ending is Ending.GIVEN_UP
    assert flow.press("OK") == ["RevealScreen"]


def test_players_are_warned_at_30_and_10_seconds_once_each() -> None:
    flow = setting_a_row()
    flow.sounds()
    for _ in range(57):
        pass_time(flow, 1)
    assert flow.sounds() == [Cue.HURRY, Cue.HURRY]


def is_large(flow: Flow) -> bool:
    """Return whether the time fills the display."""
    return isinstance(flow.app.over, TimeOverlay)


def test_last_seconds_fill_the_display_until_a_press_which_counts() -> None:
    flow = setting_a_row("60")
    pass_time(flow, 31)
    assert is_large(flow)
    pass_time(flow, 4)
    assert not is_large(flow)
    while flow.app.over is None:
        pass_time(flow, 1)
    pass_time(flow, 2)
    assert is_large(flow)
    before = flow.lines
    flow.press("UP")
    assert not is_large(flow)
    assert flow.lines != before
    pass_time(flow, 12)
    assert flow.lines[0] == "Time is up"


def test_last_seconds_leave_the_display_when_the_time_is_over() -> None:
    flow = setting_a_row("30")
    pass_time(flow, 25)
    assert is_large(flow)
    pass_time(flow, 7)
    assert not is_large(flow)
    assert flow.lines[0] == "Time is up"


def test_lines_of_text_say_the_warnings_and_not_every_second() -> None:
    table = TextFlow(begun("mastermind", "60"))
    table.flow.box.inputs._linger_s = 0.0
    table.type("", "")
    table.pages.written.clear()
    for _ in range(57):
        pass_time(table.flow, 1)
    assert table.pages.written == [("30 seconds left.",), ("10 seconds left.",)]


def test_clock_stands_still_in_the_pause_menu() -> None:
    flow = setting_a_row()
    pass_time(flow, 20)
    flow.press("BACK")
    pass_time(flow, 500)
    assert flow.screen == "Menu"
    flow.press("OK")
    assert title(flow).startswith("Anna 0:40")


def test_clock_stands_still_while_an_answer_is_read() -> None:
    flow = setting_a_row("300+0")
    pass_time(flow, 20)
    flow.press("OK UP OK UP OK UP OK UP OK")
    if flow.screen == "GuessScreen":
        flow.press("OK")
    assert flow.screen == "AnswerScreen"
    before = written(flow)
    pass_time(flow, 100)
    flow.press("OK")
    assert flow.screen == "GuessScreen"
    owner = flow.top.owner
    assert isinstance(owner, Match)
    (clock,) = owner.driver.clocks.values()
    assert clock.used.seconds == pytest.approx(before, abs=0.5)


def test_late_player_of_passcode_passes_the_turn() -> None:
    moves = [each.strip() for each in f"{BOARDS}; {DEAL}".split(";")]
    archive = begun("passcode", "30", *moves, players=("Anna", "Ben"), first="1")
    flow = begun_box(archive)
    flow.press("OK")
    assert flow.screen == "DrawScreen"
    flow.press("UP BACK")
    pass_time(flow, 31)
    assert flow.lines[:2] == ["Time is up", "Anna has no time left."]
    flow.press_until(lambda: flow.screen == "DrawScreen")
    assert title(flow).startswith("Ben 0:30")


def test_match_without_a_limit_wakes_no_box() -> None:
    flow = setting_a_row("off")
    assert flow.top.due() is None
    assert title(flow).startswith("Anna sets")


def test_time_of_a_player_with_a_phone_runs_while_the_box_tells_the_move_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = OwnScreen("{name}: your phone!", "Your phone")
    monkeypatch.setattr(AppContext, "own_screen", lambda context, name: own if name == "Ben" else None)
    archive = begun("coda", "30", players=("Anna", "Ben"), first="1", deal="chance")
    flow = begun_box(archive)
    flow.press("OK")
    pass_time(flow, 31)
    assert flow.lines[0].startswith("Anna")
    flow.press("LEFT")
    flow.press_until(lambda: flow.screen == "ToldScreen", "OK")
    assert flow.lines[0] == "Time is up"
    pass_time(flow, 25)
    assert flow.screen == "ToldScreen"
    assert written(flow) >= 20
    # Nothing is lost before Ben has drawn: the time counts on.
    pass_time(flow, 600)
    assert flow.screen == "ToldScreen"
    assert written(flow) >= 600


def test_look_at_the_own_code_does_not_stop_the_time() -> None:
    flow = begun_box(begun("coda", "30", players=("Anna", "Ben"), first="1", deal="chance"))
    flow.press("OK LEFT")
    assert flow.screen == "OwnLook"
    pass_time(flow, 31)
    assert flow.lines[0] == "Time is up"
    assert not flow.top.shows_secret
