from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from companion.devices.pi.boards import BOARDS, PanelConfig
from tests.devices import panel_bench
from tests.devices.panel_bench import Bench
from tests.fakes.panel import FakePanel

BONNET = BOARDS["bonnet"]
WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

SCREENS = {
    "ssd1306": BONNET.screen,
    "ssd1306 turned": replace(BONNET.screen, rotate=2),
    "ssd1306 128x32": replace(BONNET.screen, height=32),
    "ssd1306 96x16": replace(BONNET.screen, width=96, height=16),
    "ssd1306 64x48": replace(BONNET.screen, width=64, height=48),
    "sh1106": replace(BONNET.screen, driver="sh1106"),
    "ssd1306 spi": replace(WAVESHARE_1IN3.screen, driver="ssd1306"),
    "sh1106 spi": WAVESHARE_1IN3.screen,
}


@pytest.fixture
def bench() -> Bench:
    """A bonnet that shows a frame."""
    bench = Bench()
    bench.draw(10, 10, 50, 20)
    return bench


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_first_frame_is_seen(screen: PanelConfig) -> None:
    bench = Bench(screen)
    bench.draw(3, 5, 40, 9)
    assert bench.is_right()


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_every_frame_of_three_hundred_is_seen(screen: PanelConfig) -> None:
    bench = Bench(screen)
    rng = random.Random(3)
    wrong = 0
    for _ in range(300):
        bench.clock.advance(rng.choice([0.1, 1.0, 20.0]))
        bench.draw(rng.randrange(screen.width), rng.randrange(screen.height), rng.randint(1, 60), rng.randint(1, 20))
        wrong += not bench.is_right()
    assert wrong == 0


def test_panel_stays_dark_until_its_first_frame() -> None:
    assert not Bench().bus.panel.is_on


def test_same_frame_again_sends_nothing(bench: Bench) -> None:
    before = bench.bus.sent
    bench.panel.show(bench.frame.copy())
    assert bench.bus.sent == before


def test_glyph_costs_less_than_80_bytes(bench: Bench) -> None:
    assert bench.sent_by_drawing(60, 21, 9, 9) < 80


def test_glyph_costs_what_its_windows_cost(bench: Bench) -> None:
    # Two pages of: control byte and three commands, control byte and nine columns. And a look at the status.
    assert bench.sent_by_drawing(60, 21, 9, 9) == 2 * (4 + 10) + 1


def test_second_run_of_a_page_names_only_what_has_changed_of_its_address(bench: Bench) -> None:
    before = bench.bus.sent
    for x in (2, 9, 30):
        bench.frame.putpixel((x, 0), 1)
    bench.panel.show(bench.frame)
    # Of three runs of one column the first needs all three commands, the second the low half of its column, the third
    # both halves.
    assert bench.bus.sent - before == (4 + 2) + (2 + 2) + (3 + 2) + 1


class Latch(FakePanel):
    """A chip whose command for half of a column goes back to the other half that was commanded last."""

    latched = 0

    def _set_low_column(self, command: int) -> None:
        self._column = self.latched = self.latched & 0xF0 | command & 0x0F

    def _set_high_column(self, command: int) -> None:
        self._column = self.latched = self.latched & 0x0F | (command & 0x0F) << 4


@pytest.mark.parametrize("name", ["ssd1306", "sh1106"])
def test_picture_is_right_on_a_chip_that_forgets_how_far_a_run_went(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_bench, "FakePanel", Latch)
    bench = Bench(SCREENS[name])
    chance = random.Random(1)
    for _ in range(40):
        for _ in range(6):
            bench.frame.putpixel((chance.randrange(128), chance.randrange(64)), chance.randrange(2))
        bench.draw(chance.randrange(100), chance.randrange(50), chance.randrange(1, 28), chance.randrange(1, 14))
        assert bench.is_right()


def test_frame_with_every_dot_changed_costs_little_more_than_lumas(bench: Bench) -> None:
    assert bench.sent_by_drawing(0, 0, 128, 64) <= 1032 * 1.06


def test_frame_of_another_size_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match=r"expected an image of mode '1' and \(128, 64\), got '1' and \(64, 64\)"):
        bench.panel.show(Image.new("1", (64, 64)))


def test_frame_of_another_mode_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="got 'L'"):
        bench.panel.show(Image.new("L", (128, 64)))


def test_frame_that_is_drawn_on_later_was_shown_as_it_was(bench: Bench) -> None:
    shown = bench.frame.copy()
    bench.panel.show(bench.frame)
    ImageDraw.Draw(bench.frame).rectangle((0, 0, 9, 9), fill=1)
    assert bench.bus.panel.picture().tobytes() == shown.tobytes()


@pytest.mark.parametrize(("percent", "contrast"), [(100, 255), (50, 127), (1, 2)])
def test_light_sets_the_contrast(bench: Bench, percent: int, contrast: int) -> None:
    bench.panel.light(percent)
    assert bench.glass.contrast == contrast


def test_light_of_nothing_switches_off(bench: Bench) -> None:
    bench.panel.light(0)
    assert not bench.bus.panel.is_on


def test_light_after_dark_brings_the_picture_back(bench: Bench) -> None:
    bench.panel.light(0)
    bench.panel.light(30)
    assert bench.is_right()


def test_frame_drawn_in_the_dark_is_seen_when_it_is_lit(bench: Bench) -> None:
    bench.panel.light(0)
    bench.draw(5, 5, 9, 9)
    bench.panel.light(30)
    assert bench.is_right()


def test_frame_drawn_in_the_dark_sends_nothing(bench: Bench) -> None:
    bench.panel.light(0)
    assert bench.sent_by_drawing(5, 5, 9, 9) == 0


def test_light_as_it_is_sends_nothing(bench: Bench) -> None:
    before = bench.bus.sent
    bench.panel.light(100)
    assert bench.bus.sent == before


@pytest.mark.parametrize("percent", [-1, 101])
def test_light_outside_its_limit_is_refused(bench: Bench, percent: int) -> None:
    with pytest.raises(ValueError, match=f"expected 0 to 100 percent, got {percent}"):
        bench.panel.light(percent)


def test_light_chosen_before_the_first_frame_counts() -> None:
    bench = Bench()
    bench.panel.light(50)
    bench.draw(1, 1, 9, 9)
    assert (bench.bus.panel.is_on, bench.glass.contrast) == (True, 127)


def test_close_leaves_the_panel_dark(bench: Bench) -> None:
    bench.panel.close()
    assert not bench.bus.panel.is_on


def test_close_of_a_missing_panel_is_quiet(bench: Bench) -> None:
    bench.bus.unplug()
    bench.panel.close()
