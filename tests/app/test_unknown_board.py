"""The first start on a panel that several boards have: the key for UP tells which board it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app import select_device
from companion.app.compose import play
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import asking, boards_like, with_pins_of
from companion.box import BoardChoice, Box, Button, ColourMode, Format, Press
from companion.config.paths import Paths, find_paths
from companion.config.settings import BoardName, Settings, load
from companion.devices.debounce import HOLD
from companion.devices.pi import BOARDS, Board
from companion.i18n.translator import Translator, languages
from companion.ui.core.display_page import page_for
from companion.ui.home.welcome import WhichBoard
from tests.fakes.boards import FakeBoard
from tests.fakes.box import fake_box
from tests.fakes.header import FakeHeader, ManualClock
from tests.support.flow import start

BONNET, WAVESHARE_A = BOARDS["bonnet"], BOARDS["waveshare-a"]
LIKE = boards_like(BONNET, tuple(BOARDS.values()))
UNION = with_pins_of(BONNET, LIKE)
# The keys of the Waveshare (A), by what they are on the bonnet.
K1, K2, K3 = Button.OK, Button.UP, Button.RIGHT


def choice_of(box: Box) -> BoardChoice:
    assert box.choice is not None
    return box.choice


def paths(folder: Path) -> Paths:
    return find_paths({}, folder, folder)


def begin(folder: Path, *keys: Button, wishes: LaunchOptions | None = None) -> None:
    """Start an unknown board in *folder*, press *keys*, and cut the power."""
    box = fake_box()
    for key in keys:
        box.inputs.press(key)
    play(wishes or LaunchOptions(), paths(folder), lambda wishes, settings: asking(box, UNION, LIKE))


def test_boards_with_the_bonnet_s_panel_are_the_ones_to_tell_apart() -> None:
    assert LIKE == (BONNET, WAVESHARE_A)


def test_every_other_board_is_told_by_the_key_for_up() -> None:
    choice = choice_of(asking(fake_box(), UNION, LIKE))
    assert choice.names == {Button.UP: "bonnet", K1: "waveshare-a"}
    assert choice.key == "K1"


def pressed(fake: FakeBoard, box: Box, clock: ManualClock, pin: int) -> Button | None:
    """Press the key on *pin* and return what the box makes of it."""
    clock.advance(1.0)
    fake.header.press(pin)
    clock.advance(HOLD)
    event = box.inputs.wait(clock())
    fake.header.release(pin)
    clock.advance(1.0)
    box.inputs.wait(clock())
    return event.button if isinstance(event, Press) else None


@pytest.mark.parametrize("board", LIKE, ids=lambda board: board.name)
def test_pins_of_the_board_are_its_own_keys_when_it_is_known(board: Board) -> None:
    clock = ManualClock()
    fake = FakeBoard(UNION, FakeHeader(clock))
    opened = fake.open(clock)
    assert opened.open_rest() == ()
    box = asking(opened, UNION, LIKE)
    choice = choice_of(box)
    up = next(pin for pin, button in board.buttons.items() if button is Button.UP)
    told = pressed(fake, box, clock, up)
    assert told is not None
    assert choice.names[told] == board.name
    choice.connect(board.name)
    assert {pin: pressed(fake, box, clock, pin) for pin in board.buttons} == dict(board.buttons)
    assert box.inputs.has_roll == (Button.ROLL in board.buttons.values())


def test_board_is_saved_with_the_language_and_its_keys_work_at_once(tmp_path: Path) -> None:
    begin(tmp_path, K1, K2, K3)
    settings = load(paths(tmp_path).settings)[0]
    assert (settings.board, settings.language) == (BoardName.WAVESHARE_A, languages()[1])


def test_power_cut_before_the_language_asks_both_again(tmp_path: Path) -> None:
    begin(tmp_path, K1)
    assert not paths(tmp_path).settings.exists()


def test_board_of_a_box_with_settings_is_saved_at_once(tmp_path: Path) -> None:
    paths(tmp_path).settings.write_text('language = "fr"\n')
    begin(tmp_path, Button.UP)
    settings = load(paths(tmp_path).settings)[0]
    assert (settings.board, settings.language) == (BoardName.BONNET, "fr")


def test_other_keys_do_not_answer_the_question(tmp_path: Path) -> None:
    paths(tmp_path).settings.write_text("")
    begin(tmp_path, Button.DOWN, Button.LEFT, Button.RIGHT, Button.BACK, wishes=LaunchOptions(edition="coda"))
    assert load(paths(tmp_path).settings)[0].board is BoardName.AUTO


def test_question_is_asked_where_the_panel_answers_and_no_board_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(select_device, "open_box", lambda board: fake_box())
    asked = [
        select_device.open_selected_box(LaunchOptions(device="pi", board=board), Settings()).choice is not None
        for board in (None, "bonnet")
    ]
    assert asked == [True, False]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("large_text", [False, True])
def test_question_has_room_on_the_panels_that_ask_it(language: str, large_text: bool) -> None:
    flow = start()
    page = page_for(Format((128, 64), ColourMode.MONO), Translator(language), large_text)
    WhichBoard(flow.context, choice_of(asking(fake_box(), UNION, LIKE)), save=True).draw(page)
    assert page.cut == []
