"""The tray is shown its pegs, one press for each colour; what it was shown then reads rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.box.tray import HOLES
from companion.link.optics import load_optics
from companion.tray.calibration_store import CalibrationStore
from companion.ui.core.notice import Notice
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.tray.wizard import LOOKS, CalibrationScreen
from tests.fakes.link import FakeTray
from tests.support.paper_tray import edition_of
from tests.tray.table_with_tray import TrayFlow, start_with_tray

SIX = ("red", "orange", "yellow", "green", "blue", "purple")


@pytest.fixture
def table() -> TrayFlow:
    return start_with_tray(calibrated="")


def to_wizard(table: TrayFlow) -> CalibrationScreen:
    """Go through the settings to the wizard for Mastermind."""
    table.flow.choose("More", "Settings", "Tray")
    table.press("OK")
    assert isinstance(table.flow.top, CalibrationScreen)
    return table.flow.top


def show_empty(table: TrayFlow) -> None:
    table.commit()
    table.tray.pass_time(LOOKS - 1)
    table.run()


def show_pegs(table: TrayFlow, colours: tuple[str, ...] = SIX) -> None:
    for colour in colours:
        table.commit(*[colour] * HOLES)


def test_wizard_asks_for_an_empty_tray_and_each_colour_and_then_the_tray_reads(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    assert wizard.step is None
    show_empty(table)
    asked: list[int | None] = []
    for colour in SIX:
        asked.append(wizard.step)
        table.commit(*[colour] * HOLES)
    assert asked == [0, 1, 2, 3, 4, 5]
    assert table.screen == "Notice"
    table.press("OK BACK BACK BACK")
    table.flow.choose("Play")
    table.press("OK OK OK")
    guess = table.flow.top
    assert isinstance(guess, GuessScreen)
    table.commit("purple", "red", "orange", "green")
    assert guess.entry.pegs == [5, 0, 1, 3]
    assert guess.entry.is_at_tick


def test_tray_is_measured_only_while_it_is_empty(table: TrayFlow) -> None:
    to_wizard(table)
    table.commit()
    assert table.tray.is_watched
    table.tray.pass_time(LOOKS - 1)
    table.run()
    assert not table.tray.is_watched


def test_noise_of_the_sensors_is_measured(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    show_empty(table)
    # The model has 1 % of 1023 steps; 45 differences tell that to a tenth.
    assert wizard.draft.noise == pytest.approx(10.2, rel=0.3)


def test_leaving_while_it_measures_ends_the_watch(table: TrayFlow) -> None:
    to_wizard(table)
    table.commit()
    assert table.press("BACK") == ["Menu"]
    assert not table.tray.is_watched


def test_watch_that_nobody_wants_any_more_ends(table: TrayFlow) -> None:
    to_wizard(table)
    table.commit()
    table.flow.app._stack.pop()
    table.tray.pass_time()
    table.run()
    assert not table.tray.is_watched


def test_tray_keeps_the_number_of_its_calibration_and_another_box_says_so(table: TrayFlow) -> None:
    to_wizard(table)
    show_empty(table)
    show_pegs(table)
    assert table.tray.calibration > 0
    elsewhere = start_with_tray(calibrated="", tray=table.tray)
    assert elsewhere.banner == "A tray from another box. Show it its pegs here too."


def test_one_peg_of_a_colour_is_enough(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    show_empty(table)
    table.commit("empty", "red")
    assert wizard.step == 1
    assert [(sample.hole, sample.colour) for sample in wizard.draft.samples if sample.colour < 6] == [(1, 0)]


def test_pegs_that_were_not_changed_are_asked_about_once(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    show_empty(table)
    table.commit(*["red"] * HOLES)
    table.tray.press()
    table.run()
    assert table.banner == "They look like red. Change them, or press again."
    assert wizard.step == 1
    table.commit(*["orange"] * HOLES)
    assert wizard.step == 2
    assert table.banner == ""


def test_no_peg_is_asked_about_once(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    show_empty(table)
    table.commit()
    assert table.banner == "No peg is seen. Put them in, or press again."
    assert wizard.step == 0


def test_back_goes_one_step_back(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    show_empty(table)
    show_pegs(table, ("red", "green"))
    assert wizard.step == 2
    steps = []
    for _ in range(3):
        table.press("BACK")
        steps.append(wizard.step)
    assert steps == [1, 0, None]
    assert table.press("BACK") == ["Menu"]


def test_ok_of_the_box_says_which_button_is_meant(table: TrayFlow) -> None:
    to_wizard(table)
    table.press("OK")
    assert table.banner == "Press the button of the tray itself."


def test_light_room_moving_pegs_and_a_dark_lamp_are_sentences(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    table.commit(is_settled=False)
    assert table.banner == "Pegs were moving. Press the tray's button again."
    table.tray.room = replace(table.tray.holes.room(0.8), levels=(1.02,) * HOLES)
    table.commit()
    assert table.banner == "Too much light on the tray. Shade it, please."
    table.tray.dead = ("blue",)
    table.commit()
    assert table.banner == "A lamp of the tray stays dark: look at its wires."
    assert wizard.draft.samples == ()


def test_colours_that_are_hard_to_tell_are_named_at_the_end() -> None:
    optics = load_optics()
    red = optics.reflectance["red"]
    alike = replace(optics, reflectance={**optics.reflectance, "orange": (red[0], red[1] + 0.01, red[2])})
    table = start_with_tray(calibrated="", tray=FakeTray(optics=alike))
    to_wizard(table)
    show_empty(table)
    table.commit(*["red"] * HOLES)
    table.commit(*["orange"] * HOLES)
    table.tray.press()
    show_pegs(table, SIX[2:])
    assert table.screen == "Notice"
    notice = table.flow.top
    assert isinstance(notice, Notice)
    assert table.flow.context.translator.say(notice.text) == "Hard to tell: red and orange. The box will ask."


def test_peg_as_dark_as_an_empty_hole_is_asked_about_and_named_at_the_end() -> None:
    optics = load_optics()
    dark, red = optics.reflectance["black"], optics.reflectance["red"]
    pegs = {**optics.reflectance, "purple": dark, "orange": (red[0], red[1] + 0.01, red[2])}
    table = start_with_tray(calibrated="", tray=FakeTray(optics=replace(optics, reflectance=pegs)))
    to_wizard(table)
    show_empty(table)
    table.commit(*["red"] * HOLES)
    table.commit(*["orange"] * HOLES)
    table.tray.press()
    show_pegs(table, SIX[2:5])
    table.commit(*["purple"] * HOLES)
    assert table.banner == "No peg is seen. Put them in, or press again."
    table.tray.press()
    table.run()
    notice = table.flow.top
    assert isinstance(notice, Notice)
    assert table.flow.context.translator.say(notice.text) == "Hard to tell: purple and empty. The box will ask."


def test_tray_that_is_unplugged_in_the_wizard_goes_on_where_it_was(table: TrayFlow) -> None:
    wizard = to_wizard(table)
    show_empty(table)
    show_pegs(table, ("red", "orange"))
    table.tray.unplug()
    table.run()
    assert table.banner == "The tray is gone. Go on by hand."
    table.tray.plug_back()
    show_pegs(table, SIX[2:])
    assert table.screen == "Notice"
    assert table.service.is_calibrated(edition_of(table.flow.context, "mastermind"))
    assert wizard.draft.missing == ()


def test_calibration_that_cannot_be_kept_is_said_and_holds_for_the_session(tmp_path: Path) -> None:
    folder = tmp_path / "trays"
    table = start_with_tray(calibrated="", calibrations=CalibrationStore(folder))
    to_wizard(table)
    show_empty(table)
    folder.write_text("a file where a folder should be")
    show_pegs(table)
    assert table.screen == "Notice"
    assert table.service.is_calibrated(edition_of(table.flow.context, "mastermind"))


def test_settings_have_no_tray_where_none_is_plugged_in(table: TrayFlow) -> None:
    table.tray.unplug()
    table.run()
    table.press("OK BACK", "UP UP UP UP OK UP OK")
    assert table.screen != "CalibrationScreen"
    menu = table.flow.top
    assert getattr(menu, "title", "") != "Show the pegs of"


def test_damaged_calibration_is_said_when_the_tray_is_found(tmp_path: Path) -> None:
    table = start_with_tray(calibrations=CalibrationStore(tmp_path))
    table.tray.unplug()
    table.run()
    path = table.service.calibrations.path(table.tray.serial)
    path.write_text("{")
    table.tray.plug_back()
    table.run()
    assert table.banner == "The tray's calibration was damaged. Calibrate it again."
    assert not table.service.is_calibrated(edition_of(table.flow.context, "mastermind"))
    assert [file.suffix for file in path.parent.iterdir()] == [".damaged-1"]
