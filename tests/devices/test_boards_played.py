"""Every board of the table: it shows what it is told, is played on, pulled and put back."""

from __future__ import annotations

import errno
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from luma.core.interface import serial
from luma.lcd import device as lcd
from luma.oled import device as oled
from PIL import Image, ImageChops

from companion.app.launch_options import LaunchOptions
from companion.app.select_device import boards_like, resolve_board
from companion.box import ColourMode
from companion.config.settings import BoardName, Settings, Turned
from companion.devices.pi.boards import BOARDS, Board, PanelConfig
from companion.devices.pi.open import unsupported
from companion.devices.pi.panel import QUIET
from companion.devices.pi.spi import RESET_RELEASE_S
from tests.fakes.boards import FakeBoard
from tests.fakes.header import FakeHeader, ManualClock
from tools.bench.bench_match import KEYS, keys_of, play

# What the driver of a panel cannot show: 5 bits of red and blue, 16 greys.
COARSE = {ColourMode.MONO: 0, ColourMode.GREYS: 17, ColourMode.RGB: 8}


class Bench:
    """A board with its box, and what a viewer sees."""

    def __init__(self, board: Board) -> None:
        self.clock = ManualClock(100.0)
        self.fake = FakeBoard(board, FakeHeader(self.clock))
        self.box = self.fake.open(self.clock)

    def frame(self, seed: int = 0) -> Image.Image:
        """Return a picture without any symmetry, in the format of the display."""
        display = self.box.display.format
        ramp = Image.linear_gradient("L").resize(display.size)
        halves = [ramp, ramp.transpose(Image.Transpose.ROTATE_90).resize(display.size), ImageChops.invert(ramp)]
        picture = Image.merge("RGB", halves[seed % 3 :] + halves[: seed % 3])
        if display.mode is ColourMode.GREYS:
            return picture.convert("L").point([value // 16 * 17 for value in range(256)])
        return picture if display.mode is ColourMode.RGB else picture.convert("1")

    def error(self, frame: Image.Image) -> int:
        """Return the largest difference between *frame* and what is seen, in any channel of any pixel."""
        seen = self.fake.seen()
        assert seen.size == frame.size
        extrema: Any = ImageChops.difference(seen.convert("RGB"), frame.convert("RGB")).getextrema()
        return max(int(high) for _, high in extrema)

    def shows(self, frame: Image.Image) -> bool:
        """Whether *frame* is seen, as exactly as the panel can."""
        return self.error(frame) <= COARSE[self.box.display.format.mode]


@pytest.fixture(params=BOARDS.values(), ids=lambda board: board.name)
def bench(request: pytest.FixtureRequest) -> Bench:
    return Bench(request.param)


@pytest.mark.parametrize(
    ("name", "pause_s"), [("waveshare-lcd-1in3", RESET_RELEASE_S), ("pirate-audio", 0), ("waveshare-1in3", 0)]
)
def test_lcd_that_is_reset_rests_before_its_first_command(
    name: str, pause_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = []

    class NotedSpi(serial.spi):  # type: ignore[misc]
        """The line to a panel, whose pause after a reset is noted."""

        def __init__(self, *args: Any, reset_release_time: float, **named: Any) -> None:
            pauses.append(reset_release_time)
            super().__init__(*args, **named)

    monkeypatch.setattr(serial, "spi", NotedSpi)
    Bench(BOARDS[name])
    assert pauses == [pause_s]


def test_picture_is_seen_upright_and_in_its_colours(bench: Bench) -> None:
    frame = bench.frame()
    bench.box.display.show(frame)
    assert bench.shows(frame)


def test_change_is_seen_and_sends_less(bench: Bench) -> None:
    frame = bench.frame()
    bench.box.display.show(frame)
    all_of_it = bench.fake.bus.sent
    # Even edges, because a grey panel keeps two pixels in a byte and rounds them the same way.
    part = bench.frame(1).crop((8, 8, 40, 24))
    frame.paste(part, (16, 40))
    bench.box.display.show(frame)
    assert bench.shows(frame)
    assert bench.fake.bus.sent - all_of_it < all_of_it / 3


def test_same_picture_sends_nothing(bench: Bench) -> None:
    frame = bench.frame()
    bench.box.display.show(frame)
    sent = bench.fake.bus.sent
    bench.box.display.show(frame.copy())
    assert bench.fake.bus.sent == sent


def test_panel_that_is_off_is_dark_and_comes_back(bench: Bench) -> None:
    frame = bench.frame()
    bench.box.display.show(frame)
    bench.box.display.light(0)
    assert not bench.fake.is_lit()
    bench.box.display.light(60)
    assert bench.shows(frame)
    assert bench.fake.is_lit()


@pytest.mark.parametrize("percent", [0, 1, 24, 79, 80, 100])
def test_backlight_has_pulses_only_where_it_is_dimmed(percent: int) -> None:
    bench = Bench(BOARDS["waveshare-lcd-1in3"])
    bench.box.display.show(bench.frame())
    bench.box.display.light(percent)
    pin = bench.fake.header.factory.pin(24)
    assert bench.fake.header.duty(24) == pytest.approx(min(1.0, percent / 80))
    assert bool(pin.frequency) == (0 < percent < 80)


def test_panel_that_was_pulled_shows_the_next_picture(bench: Bench) -> None:
    bench.box.display.show(bench.frame())
    bench.fake.bus.unplug()
    bench.clock.advance(60.0)
    bench.box.display.show(bench.frame(1))
    bench.fake.bus.plug_back()
    bench.clock.advance(60.0)
    frame = bench.frame(2)
    bench.box.display.show(frame)
    assert bench.shows(frame)
    assert bench.fake.is_lit()


def test_panel_that_was_pulled_gets_all_of_a_picture_that_hardly_changed(bench: Bench) -> None:
    frame = bench.frame()
    bench.box.display.show(frame)
    bench.fake.bus.unplug()
    bench.fake.bus.plug_back()
    bench.clock.advance(QUIET + 1)
    frame.paste(bench.frame(1).crop((0, 0, 8, 8)), (8, 8))
    bench.box.display.show(frame)
    assert bench.shows(frame)


def test_closed_box_is_dark(bench: Bench) -> None:
    bench.box.display.show(bench.frame())
    bench.box.close()
    assert not bench.fake.chip.is_on


@pytest.mark.parametrize("name", BOARDS)
def test_match_is_played_on_it(name: str, tmp_path: Path) -> None:
    _, results = play(keys_of(KEYS), tmp_path, on=name)
    assert results == ["Player 1 6, Player 2 5: Player 1 wins"]


class Blow(Enum):
    """What happens to a board while it plays."""

    UNPLUG = auto()
    PLUG_BACK = auto()
    FAIL = auto()
    DARK = auto()
    LIT = auto()
    WAIT = auto()


@pytest.mark.parametrize("name", BOARDS)
@given(st.lists(st.tuples(st.sampled_from(Blow), st.integers(0, 30), st.integers(0, 2)), max_size=8))
@example([(Blow.UNPLUG, 0, 0), (Blow.FAIL, 1, 0), (Blow.PLUG_BACK, 0, 0)])
@settings(max_examples=12)
def test_panel_shows_the_last_picture_whatever_happened_before(name: str, blows: list[tuple[Blow, int, int]]) -> None:
    bench = Bench(BOARDS[name])
    for blow, amount, seed in blows:
        match blow:
            case Blow.UNPLUG:
                bench.fake.bus.unplug()
            case Blow.PLUG_BACK:
                bench.fake.bus.plug_back()
                # A panel on SPI cannot tell that it was away; it is sent everything after QUIET seconds.
                bench.clock.advance(QUIET + 1)
            case Blow.FAIL:
                bench.fake.bus.fail_after(amount, errno.EIO)
            case Blow.DARK | Blow.LIT:
                bench.box.display.light(50 if blow is Blow.LIT else 0)
            case Blow.WAIT:
                bench.clock.advance(amount)
        bench.box.display.show(bench.frame(seed))
    bench.fake.bus.heal()
    bench.clock.advance(QUIET + 1)
    bench.box.display.light(100)
    for seed in (1, 2):
        # Longer than a panel is left alone after a failure, and than one that cannot be asked is trusted.
        bench.clock.advance(60.0)
        bench.box.display.show(bench.frame(seed))
    assert bench.shows(bench.frame(2))
    assert bench.fake.is_lit()


DEVICES = sorted({*oled.__all__, *lcd.__all__} - {"ht1621"})
# Devices of luma that write characters.
CHARACTERS = {"hd44780", "winstar_weh", "ws0010"}


@pytest.mark.parametrize("driver", DEVICES)
def test_every_device_of_luma_with_pixels_has_a_driver(driver: str) -> None:
    screen = PanelConfig(driver)
    if driver in CHARACTERS:
        assert unsupported(screen) == "display"
        return
    sizes = [(84, 48), (96, 64), (64, 128), (160, 80), (128, 64), (128, 128), (256, 64), (256, 128), (240, 240)]
    sizes += [(320, 240), (320, 480), (480, 320)]
    made = [size for size in sizes if unsupported(replace(screen, width=size[0], height=size[1])) is None]
    assert made != []


@pytest.mark.parametrize(
    ("name", "turned", "rotate"),
    [
        ("waveshare-lcd-1in3", "right", 1),
        ("adafruit-tft-1in3", "right", 0),
        ("pirate-audio", "left", 2),
        ("waveshare-1in3", "half", 0),
        ("display-hat-mini", "half", 0),
        # A picture that is wider than high does not fit on its side.
        ("bonnet", "right", 0),
        ("display-hat-mini", "left", 2),
    ],
)
def test_picture_can_be_turned_in_the_settings(name: str, turned: str, rotate: int) -> None:
    told = Settings(board=BoardName(name), turned=Turned(turned))
    board, refused = resolve_board(LaunchOptions(), told)
    assert (board.screen.rotate, refused) == (rotate, ())


def test_board_that_is_turned_is_asked_for_as_before() -> None:
    board, _ = resolve_board(LaunchOptions(), Settings(turned=Turned.HALF))
    assert [like.name for like in boards_like(board, tuple(BOARDS.values()))] == ["bonnet", "waveshare-a"]
