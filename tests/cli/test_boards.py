"""The command ``codemaker boards``, and the test of each board on fakes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image

from companion.box import Box, Button, ColourMode, Event, Format, Quit
from companion.cli import boards
from companion.cli.boards import run_test
from companion.cli.main import main
from companion.devices.pi import BOARDS, Board
from companion.devices.simulated_inputs import SimulatedInputs
from companion.errors import NO_BUTTONS, CompanionError, DeviceMissing
from companion.i18n.translator import Translator
from companion.ui.core.board_test import BoardPicture
from companion.ui.core.display_page import page_for
from tests.fakes.boards import FakeBoard
from tests.fakes.box import fake_box
from tests.fakes.header import FakeHeader, ManualClock

BONNET = BOARDS["bonnet"]
NO_JOYSTICK = {"waveshare-a", "display-hat-mini", "pirate-audio"}


@pytest.fixture(params=BOARDS.values(), ids=lambda board: board.name)
def fake(request: pytest.FixtureRequest) -> FakeBoard:
    return FakeBoard(request.param, FakeHeader(ManualClock()))


class WatchedInputs(SimulatedInputs):
    """Keys that are pressed one after the other; ``seen`` is what *look* saw before each event."""

    def __init__(self, look: Callable[[], Image.Image], buttons: Iterable[Button] = ()) -> None:
        super().__init__()
        self.look = look
        self.seen: list[Image.Image] = []
        for button in buttons:
            self.press(button)

    def wait(self, until: float | None) -> Event | None:
        self.seen.append(self.look())
        return super().wait(until)


def watched(fake: FakeBoard, *buttons: Button) -> tuple[Box, WatchedInputs]:
    """Return the box of *fake* with simulated keys that press *buttons*."""
    inputs = WatchedInputs(fake.seen, buttons)
    return replace(fake.open(ManualClock()), inputs=inputs, open_rest=lambda: ()), inputs


def run_on(board: Board, box: Box, language: str = "en") -> tuple[int, list[str], str]:
    """Test *board* and return the status, what was printed, and what was printed as an error."""
    out, errors = StringIO(), StringIO()
    return run_test(board, box, Translator(language), out, errors), out.getvalue().splitlines(), errors.getvalue()


def test_table_has_a_line_for_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1 : len(BOARDS) + 1]] == list(BOARDS)
    assert {line.split()[0] for line in lines if "no joystick" in line} == NO_JOYSTICK
    waveshare = next(line for line in lines if line.startswith("waveshare-lcd-1in3 "))
    assert waveshare.endswith("240x240 ST7789, SPI   joystick, KEY1 BACK, KEY2 ROLL, KEY3 OK")
    assert "Waveshare 1.3inch LCD HAT" in waveshare


def test_table_names_the_test_and_the_setting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["boards", "--state", str(tmp_path)])
    told = capsys.readouterr().out
    assert "codemaker --board NAME --test" in told
    assert f'board = "NAME" in {tmp_path}/settings.toml' in told


def test_json_has_every_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["boards", "--json"]) == 0
    told = {board["name"]: board for board in json.loads(capsys.readouterr().out)}
    assert list(told) == list(BOARDS)
    assert {name for name, board in told.items() if not board["joystick"]} == NO_JOYSTICK
    assert told["display-hat-mini"]["size"] == [320, 240]
    assert told["bonnet"]["address"] == "0x3c"
    assert told["waveshare-lcd-1in3"]["address"] is None
    assert {"button": "BACK", "pin": 21, "printed": "KEY1"} in told["waveshare-lcd-1in3"]["keys"]


def test_printed_names_are_those_of_keys(fake: FakeBoard) -> None:
    assert set(fake.board.printed) <= set(fake.board.buttons)


def test_every_pixel_at_the_edge_and_the_upper_left_corner_is_lit(fake: FakeBoard) -> None:
    box, inputs = watched(fake)
    run_on(fake.board, box)
    lit = inputs.seen[0].convert("L").point([255 if value > 60 else 0 for value in range(256)])
    width, height = lit.size
    edges = [(0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)]
    assert [lit.crop(edge).getextrema() for edge in edges] == [(255, 255)] * 4
    assert lit.crop((1, 1, 5, 5)).getextrema() == (255, 255)
    assert lit.crop((width - 5, 1, width - 1, 5)).getextrema() == (0, 0)


def test_primary_colours_are_seen_on_a_board_with_colours(fake: FakeBoard) -> None:
    box, inputs = watched(fake)
    run_on(fake.board, box)
    seen = inputs.seen[0].convert("RGB")
    colours = {colour for _, colour in seen.getcolors(1 << 20) or ()}
    primaries = {(255, 0, 0), (0, 255, 0), (0, 0, 255)}
    assert colours & primaries == (primaries if box.display.format.mode is ColourMode.RGB else set())
    columns = [seen.getpixel((seen.width * part // 6, seen.height * 2 // 9)) for part in (1, 3, 5)]
    if box.display.format.mode is ColourMode.RGB:
        assert columns == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


def test_each_key_is_named_as_it_is_pressed(fake: FakeBoard) -> None:
    keys = list(dict.fromkeys(fake.board.buttons.values()))
    box, _ = watched(fake, *keys)
    status, told, errors = run_on(fake.board, box)
    assert (status, errors) == (0, "")
    assert told[3:] == [*(key.name for key in keys), "every key was pressed"]
    assert not fake.is_lit()


def test_pressed_key_is_lit_on_the_display() -> None:
    fake = FakeBoard(BONNET, FakeHeader(ManualClock()))
    box, inputs = watched(fake, Button.UP, Button.DOWN)
    run_on(BONNET, box)
    first, up, _, down = (picture.tobytes().count(b"\0") for picture in inputs.seen[:4])
    assert first > up > down


def test_back_that_is_held_ends_the_test() -> None:
    box = fake_box()
    box.inputs.press(Button.UP)
    box.inputs.hold(Button.BACK)
    box.inputs.pass_time(5.0)
    box.inputs.release(Button.BACK)
    box.inputs.press(Button.DOWN)
    status, told, _ = run_on(BONNET, box)
    assert (status, told[3:]) == (1, ["UP", "BACK", "not pressed: DOWN, LEFT, RIGHT, OK, ROLL"])


def test_ctrl_c_ends_the_test_and_keeps_what_was_pressed() -> None:
    class Interrupted(SimulatedInputs):
        def wait(self, until: float | None) -> Event | None:
            event = super().wait(until)
            if isinstance(event, Quit):
                raise KeyboardInterrupt
            return event

    inputs = Interrupted()
    inputs.press(Button.OK)
    box = fake_box()
    status, told, _ = run_on(BONNET, replace(box, inputs=inputs))
    assert (status, told[3:]) == (1, ["OK", "not pressed: UP, DOWN, LEFT, RIGHT, BACK, ROLL"])
    assert box.display.is_closed


def test_panel_that_does_not_answer_is_told_and_the_keys_are_tested() -> None:
    fake = FakeBoard(BONNET, FakeHeader(ManualClock()))
    fake.bus.unplug()
    box, _ = watched(fake, *Button)
    status, told, errors = run_on(BONNET, box)
    assert errors.startswith("The display does not answer: check its plug. (expected a ssd1306 panel, got ")
    assert (status, told[-1]) == (1, "every key was pressed")


def test_board_without_pins_is_not_waited_for() -> None:
    missing = DeviceMissing("expected the pins of a Raspberry Pi, got none", NO_BUTTONS)
    status, told, errors = run_on(BONNET, replace(fake_box(), open_rest=lambda: (missing,)))
    assert "No button answers" in errors
    assert (status, told[-1]) == (1, "not pressed: UP, DOWN, LEFT, RIGHT, OK, BACK, ROLL")


def test_words_are_in_the_language_of_the_players() -> None:
    _, told, _ = run_on(BONNET, fake_box(), "fr")
    assert "shows HAUT at its upper edge" in told[0]


def test_keys_on_the_pins_are_named() -> None:
    fake = FakeBoard(BONNET, FakeHeader(time.monotonic))
    box = fake.open(time.monotonic)
    opened = box.open_rest

    def press_all() -> tuple[CompanionError, ...]:
        missing = opened()
        for pin in BONNET.buttons:
            fake.header.press(pin)
        return missing

    status, told, _ = run_on(BONNET, replace(box, open_rest=press_all))
    assert status == 0
    assert sorted(told[3:-1]) == sorted(button.name for button in Button)


def test_option_tests_the_board_that_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str] = []

    def opened(board: Board) -> Box:
        asked.append(board.name)
        return fake_box()

    monkeypatch.setattr(boards, "open_box", opened)
    assert main(["--state", str(tmp_path), "--board", "pirate-audio", "--test"]) == 1
    assert main(["play", "--test", "--board", "bonnet", "--state", str(tmp_path)]) == 1
    (tmp_path / "settings.toml").write_text('board = "display-hat-mini"\n')
    assert main(["--state", str(tmp_path), "--test"]) == 1
    assert asked == ["pirate-audio", "bonnet", "display-hat-mini"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "display",
    [
        Format(size, mode)
        for size in ((96, 32), (128, 32), (128, 64), (128, 128), (240, 240), (320, 240), (512, 256))
        for mode in ColourMode
    ],
    ids=str,
)
def test_test_picture_has_room_for_its_words(display: Format, language: str) -> None:
    page = page_for(display, Translator(language))
    page.add(BoardPicture(frozenset(Button), frozenset(Button)))
    assert page.cut == []
