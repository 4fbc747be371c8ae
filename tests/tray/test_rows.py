"""Rows set in the tray: shown, confirmed or corrected, answered; and what is said where that cannot be."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from companion.box import Cue, FromTray
from companion.box.tray import RowMissed, TrayEvent, TrayTrouble
from companion.errors import DeviceMissing
from companion.link.optics import load_optics
from companion.ui.core.app import App
from companion.ui.core.screen import Navigation, Screen, ShowMessage, UiContext
from companion.ui.games.pegs import entry
from companion.ui.games.pegs.guess import GuessScreen, SecretScreen
from tests.fakes.link import FakeTray
from tests.support.flow import entering
from tests.support.paper_tray import edition_of
from tests.support.stage import ENGLISH, Still, fake
from tests.tray.table_with_tray import TrayFlow, start_with_tray

RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE, HOLE = range(7)


def to_guess(table: TrayFlow) -> GuessScreen:
    """Begin a match of Mastermind whose code the box makes, and go to its first row."""
    table.press("OK", "OK", "OK", "OK")
    assert isinstance(table.flow.top, GuessScreen)
    return table.flow.top


def to_secret(table: TrayFlow) -> SecretScreen:
    """Begin a match in which a player hides the code, and go to its entry."""
    table.press("OK", "OK", "DOWN DOWN", "RIGHT", "UP UP", "OK", "OK")
    assert isinstance(table.flow.top, SecretScreen)
    return table.flow.top


@pytest.fixture
def table() -> TrayFlow:
    return start_with_tray()


@pytest.fixture
def twins() -> TrayFlow:
    """A tray whose red and orange pegs look nearly alike."""
    optics = load_optics()
    red = optics.reflectance["red"]
    alike = replace(optics, reflectance={**optics.reflectance, "orange": (red[0], red[1] + 0.02, red[2])})
    return start_with_tray(tray=FakeTray(optics=alike))


def test_row_is_shown_and_answered_after_one_press_of_ok(table: TrayFlow) -> None:
    guess = to_guess(table)
    assert table.commit("red", "orange", "yellow", "green") == "GuessScreen"
    assert guess.entry.pegs == [RED, ORANGE, YELLOW, GREEN]
    assert guess.entry.is_at_tick
    assert table.banner == ""
    assert table.press("OK") == ["AnswerScreen"]
    now = table.flow.view().now
    assert now is not None
    assert [row.guess for row in now.rows] == [(RED, ORANGE, YELLOW, GREEN)]


def test_row_that_was_shown_may_still_be_changed(table: TrayFlow) -> None:
    guess = to_guess(table)
    table.commit("red", "red", "red", "red")
    table.press("LEFT UP")
    assert guess.entry.pegs == [RED, RED, RED, ORANGE]
    table.commit("blue", "blue", "blue", "blue")
    assert guess.entry.pegs == [BLUE] * 4


def test_peg_that_may_be_two_blinks_until_it_is_confirmed(twins: TrayFlow) -> None:
    guess = to_guess(twins)
    twins.commit("blue", "red", "green", "yellow")
    assert guess.entry.doubts == {1}
    assert guess.entry.cursor == 1
    assert twins.banner == ""
    assert twins.flow.sounds()[-1] is Cue.REFUSED
    assert twins.press("RIGHT RIGHT RIGHT OK")[-1] == "GuessScreen"
    assert twins.banner == ""
    assert twins.flow.lines[0] == "Blinking: is it OK?"
    assert guess.entry.cursor == 1
    twins.press("OK")
    assert guess.entry.doubts == set()


def test_blinking_peg_comes_and_goes_and_is_there_in_the_end(twins: TrayFlow) -> None:
    guess = to_guess(twins)
    before = len(twins.flow.box.display.frames)
    twins.commit("blue", "red", "green", "yellow")
    frames = list(twins.flow.box.display.frames)[before:]
    # Half a minute, twice a second; then the box sleeps although no one has answered.
    assert len(frames) == 61
    assert len({frame.tobytes() for frame in frames}) == 2
    assert not guess.entry.hides_doubts
    assert guess.due() is None


def test_peg_that_blinked_is_there_in_the_end_however_long_it_blinked(
    twins: TrayFlow, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An odd number of times: it would be gone.
    monkeypatch.setattr(entry, "BLINKS_FOR_S", 3 * entry.BLINK_S)
    guess = to_guess(twins)
    twins.commit("blue", "red", "green", "yellow")
    assert guess.due() is None
    assert not guess.entry.hides_doubts


class Hearing(UiContext):
    """A desk that says something of all news."""

    def on_tray_event(self, news: TrayEvent, top: Screen) -> Navigation:
        return ShowMessage("something")


def test_news_wake_a_dark_display() -> None:
    box, panel, _ = fake()
    app = App(box, Hearing(ENGLISH, box.inputs.now), Still())
    app.run()
    assert panel.lit == 0
    panel.lights.clear()
    box.inputs.post(FromTray(RowMissed()))
    app.run()
    assert panel.lights[0][1] == ENGLISH.brightness


def test_turning_a_blinking_peg_corrects_it(twins: TrayFlow) -> None:
    guess = to_guess(twins)
    twins.commit("blue", "red", "green", "yellow")
    read = guess.entry.pegs[1]
    twins.press("UP" if read == RED else "DOWN")
    assert guess.entry.doubts == set()
    assert guess.entry.pegs[1] == (ORANGE if read == RED else RED)


def test_sure_row_teaches_nothing_and_nothing_is_asked(table: TrayFlow) -> None:
    to_guess(table)
    table.commit("red", "orange", "yellow", "green")
    assert table.press("OK OK") == ["AnswerScreen", "GuessScreen"]


def test_confirmed_peg_is_remembered_if_the_players_agree(twins: TrayFlow) -> None:
    to_guess(twins)
    edition = edition_of(twins.flow.context, "mastermind")
    before = twins.service.calibration(edition).samples
    twins.commit("blue", "red", "green", "yellow")
    # The peg may be read as its twin: the players turn it to what it is.
    top = twins.flow.top
    assert isinstance(top, GuessScreen)
    twins.press("OK" if top.entry.pegs[1] == RED else "DOWN OK", "RIGHT RIGHT OK")
    assert twins.press("OK") == ["Question"]
    assert twins.press("LEFT OK")[-1] == "GuessScreen"
    after = twins.service.calibration(edition).samples
    assert [(sample.hole, sample.colour) for sample in after if sample not in before] == [(1, RED)]


def test_nothing_is_remembered_where_the_players_say_no(twins: TrayFlow) -> None:
    to_guess(twins)
    edition = edition_of(twins.flow.context, "mastermind")
    before = twins.service.calibration(edition)
    twins.commit("blue", "red", "green", "yellow")
    assert twins.press("OK RIGHT RIGHT OK OK OK")[-1] == "GuessScreen"
    assert twins.service.calibration(edition) == before


def test_peg_that_is_called_quite_another_colour_is_not_remembered(table: TrayFlow) -> None:
    to_guess(table)
    edition = edition_of(table.flow.context, "mastermind")
    before = table.service.calibration(edition)
    table.commit("red", "orange", "yellow", "green")
    assert table.press("LEFT UP OK OK OK")[-1] == "Question"
    table.press("LEFT OK")
    assert table.banner == "That peg looks too different. Calibrate the tray again."
    assert table.service.calibration(edition) == before
    assert table.press("RIGHT OK") == ["Question", "GuessScreen"]


@pytest.mark.parametrize(
    ("pegs", "sentence"),
    [
        ([], "The tray is empty. Put a row of pegs in."),
        (["red"] * 5, "Take the peg out of hole 5, please."),
        (["red", "red", "empty", "red"], "A peg is missing in hole 3."),
    ],
)
def test_wrong_number_of_pegs_is_a_sentence(table: TrayFlow, pegs: list[str], sentence: str) -> None:
    to_guess(table)
    table.flow.sounds()
    table.commit(*pegs)
    assert table.banner == sentence
    assert table.flow.sounds() == [Cue.REFUSED]
    assert table.press("OK") != ["AnswerScreen"]


def test_next_row_may_be_set_while_the_answer_is_still_shown(table: TrayFlow) -> None:
    to_guess(table)
    table.commit("red", "orange", "yellow", "green")
    table.press("OK")
    assert table.commit("blue", "blue", "red", "red") == "GuessScreen"
    guess = table.flow.top
    assert isinstance(guess, GuessScreen)
    assert guess.entry.pegs == [BLUE, BLUE, RED, RED]
    assert len(guess.now.rows) == 1


def test_first_row_may_be_set_while_the_seal_is_still_shown(table: TrayFlow) -> None:
    assert table.press("OK", "OK", "OK")[-1] == "ReadyScreen"
    assert table.commit("blue", "blue", "red", "red") == "GuessScreen"
    guess = table.flow.top
    assert isinstance(guess, GuessScreen)
    assert guess.entry.pegs == [BLUE, BLUE, RED, RED]


def test_row_while_the_last_answer_is_shown_is_not_wanted(table: TrayFlow) -> None:
    to_guess(table)
    colours = [colour.name.english for colour in edition_of(table.flow.context, "mastermind").colours]
    table.commit(*[colours["ROYGBP".index(letter)] for letter in table.flow.code()])
    assert table.press("OK") == ["AnswerScreen"]
    table.tray.press()
    assert table.run() == "AnswerScreen"
    assert table.banner == "No row is wanted now."


def test_row_in_a_game_with_digits_is_not_wanted(table: TrayFlow) -> None:
    table.flow.choose("Play", "Bulls and Cows", "Begin")
    table.flow.press_until(lambda: isinstance(table.flow.top, GuessScreen))
    table.tray.press()
    assert table.run() == "GuessScreen"
    assert table.banner == "No row is wanted now."


def test_question_what_to_remember_is_not_lost_to_the_next_row(twins: TrayFlow) -> None:
    to_guess(twins)
    twins.commit("blue", "red", "green", "yellow")
    twins.press("OK RIGHT RIGHT OK")
    twins.tray.press()
    assert twins.run() == "AnswerScreen"
    assert twins.press("OK") == ["Question"]


def test_peg_that_is_missing_may_be_set_on_the_box(table: TrayFlow) -> None:
    guess = to_guess(table)
    table.commit("red", "red", "empty", "blue")
    assert guess.entry.pegs == [RED, RED, None, BLUE]
    assert guess.entry.cursor == 2
    assert table.press("UP UP OK OK OK")[-1] == "AnswerScreen"


def test_holes_are_taken_where_they_are_allowed(table: TrayFlow) -> None:
    table.press("OK OK")
    table.flow.choose("More rules")
    table.press("RIGHT")
    table.flow.choose("Done", "Begin")
    table.press("OK")
    guess = table.flow.top
    assert isinstance(guess, GuessScreen)
    table.commit("red", "empty", "empty", "blue")
    assert guess.entry.pegs == [RED, HOLE, HOLE, BLUE]
    assert table.banner == ""


def test_pegs_being_moved_and_a_dark_lamp_leave_the_entry_as_it_is(table: TrayFlow) -> None:
    guess = to_guess(table)
    table.commit("red", "red", "red", "red", is_settled=False)
    assert table.banner == "Pegs were moving. Press the tray's button again."
    table.tray.dead = ("green",)
    table.commit("red", "red", "red", "red")
    assert table.banner == "A lamp of the tray is dark. Go on by hand."
    assert guess.entry.pegs == [None] * 4


def test_row_of_a_game_whose_pegs_were_never_shown_asks_for_that() -> None:
    table = start_with_tray(calibrated="")
    to_guess(table)
    table.commit("red", "red", "red", "red")
    assert table.banner == "Show the tray its pegs first: Settings, Tray."


def test_row_that_nobody_waits_for_is_a_sentence(table: TrayFlow) -> None:
    assert table.commit("red", "red", "red", "red") == "Menu"
    assert table.banner == "No row is wanted now."


def test_too_much_light_is_said_and_every_peg_asked_about(table: TrayFlow) -> None:
    guess = to_guess(table)
    table.tray.room = replace(table.tray.holes.room(0.8), levels=(0.99,) * 5)
    table.commit("red", "red", "red", "red")
    assert table.banner == "Too much light on the tray. Shade it, please."
    assert guess.entry.doubts == {0, 1, 2, 3}


def test_light_of_the_tray_that_changes_is_said_once(table: TrayFlow) -> None:
    to_guess(table)
    gains = table.tray.holes._gains
    table.tray.holes._gains = [[0.88 * gain for gain in hole] for hole in gains]
    said = []
    for _ in range(8):
        table.commit("ivory", "yellow", "yellow", "yellow")
        table.commit("yellow", "yellow", "yellow", "yellow")
        said.append(table.banner)
    assert said.count("The tray's light has changed. Calibrate it soon.") == 1


def test_light_of_the_tray_that_stays_is_never_complained_of(table: TrayFlow) -> None:
    to_guess(table)
    for _ in range(30):
        table.tray.light_up(0.5)
        table.commit("red", "yellow", "green", "purple")
        assert table.banner == ""


def test_unplugged_tray_is_said_once_and_play_goes_on_by_hand(table: TrayFlow) -> None:
    guess = to_guess(table)
    table.commit("red", "orange", "yellow", "green")
    table.tray.unplug()
    table.run()
    assert table.banner == "The tray is gone. Go on by hand."
    assert guess.entry.pegs == [RED, ORANGE, YELLOW, GREEN]
    assert table.press("OK OK UP OK OK OK OK OK")[-1] == "AnswerScreen"
    assert table.banner == ""


def test_tray_that_is_back_is_said_once_and_reads_again(table: TrayFlow) -> None:
    guess = to_guess(table)
    table.tray.unplug()
    table.tray.plug_back()
    table.run()
    assert table.banner == "The tray is there."
    table.commit("blue", "blue", "blue", "blue")
    assert guess.entry.pegs == [BLUE] * 4


def test_lost_row_and_trouble_with_the_port_are_sentences(table: TrayFlow) -> None:
    to_guess(table)
    table.tray.lose_a_press()
    table.run()
    assert table.banner == "The row was lost. Press the tray's button again."
    tell = table.tray._tell
    assert tell is not None
    tell(TrayTrouble(DeviceMissing("expected a tray")))
    table.run()
    assert table.banner == "A part does not answer. Play goes on without it."


def test_answer_is_shown_with_the_lamps(table: TrayFlow) -> None:
    to_guess(table)
    table.commit("red", "orange", "yellow", "green")
    table.press("OK")
    now = table.flow.view().now
    assert now is not None
    answer = now.rows[0].answer
    assert answer is not None
    assert table.tray.lamps == (answer.blacks, answer.whites)


def test_code_is_hidden_through_the_tray_twice_and_then_asked_to_be_taken_out(table: TrayFlow) -> None:
    to_secret(table)
    table.commit("blue", "green", "blue", "red")
    assert table.press("OK") == ["SecretScreen"]
    table.tray.press()
    table.run()
    assert table.press("OK") == ["Notice"]
    assert table.press("OK") == ["ReadyScreen"]
    assert table.flow.code() == "BGBR"


def test_code_set_by_hand_needs_nothing_to_be_taken_out(table: TrayFlow) -> None:
    to_secret(table)
    assert table.press(*[entering("ROYG")] * 2)[-1] == "ReadyScreen"


def test_hidden_code_out_of_the_tray_is_in_no_log_and_in_no_calibration(
    twins: TrayFlow, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    edition = edition_of(twins.flow.context, "mastermind")
    before = twins.service.calibration(edition)
    to_secret(twins)
    for _ in range(2):
        twins.commit("red", "orange", "blue", "green")
        secret = twins.flow.top
        assert isinstance(secret, SecretScreen)
        entry = secret.entry
        while entry.row is None:
            twins.press("OK" if entry.pegs[entry.cursor] == entry.cursor else "UP" if entry.cursor else "DOWN")
        while not entry.is_at_tick:
            twins.press("RIGHT")
        twins.press("OK")
    assert twins.screen == "Notice"
    twins.press("OK")
    assert twins.service.calibration(edition) == before
    assert twins.service.lesson is None
    assert "lights" not in caplog.text
    assert "RowCommitted" not in caplog.text


def test_committed_row_does_not_show_its_light_when_it_is_written() -> None:
    table = start_with_tray()
    told: list[object] = []
    table.tray._tell = told.append
    table.tray.set_row(["red"])
    table.tray.press()
    assert repr(told) == "[RowCommitted(count=1, is_settled=True, dead=())]"
