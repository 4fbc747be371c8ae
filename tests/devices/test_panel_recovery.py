from __future__ import annotations

import errno
import logging
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices.pi import wires
from companion.devices.pi.boards import BOARDS
from companion.devices.pi.open import driver_for
from companion.devices.pi.panel import QUIET, PanelDisplay
from companion.devices.pi.spi import SpiWire
from companion.devices.pi.wires import I2cWire
from tests.devices.panel_bench import Bench
from tests.fakes.bus import FakeI2CBus, FakeSpiBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.panel import FakePanel

BONNET = BOARDS["bonnet"]
WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

FAULTS = [errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EREMOTEIO, errno.EAGAIN]


@pytest.fixture
def bench() -> Bench:
    """A bonnet that shows a frame."""
    bench = Bench()
    bench.draw(10, 10, 50, 20)
    return bench


@pytest.fixture
def spi_bench() -> Bench:
    """A panel on SPI that shows a frame."""
    bench = Bench(WAVESHARE_1IN3.screen)
    bench.draw(10, 10, 50, 20)
    return bench


@pytest.mark.parametrize("code", FAULTS, ids=errno.errorcode.get)
def test_any_failure_is_a_missing_panel(bench: Bench, code: int) -> None:
    bench.bus.fail_next(code)
    bench.draw(1, 1, 9, 9)
    assert bench.panel.retry_at() == bench.clock() + 1.0


@pytest.mark.parametrize("transfer", range(6))
def test_failure_in_any_transfer_of_a_frame_is_mended_by_the_next_try(bench: Bench, transfer: int) -> None:
    bench.bus.fail_after(transfer, errno.EREMOTEIO)
    bench.draw(1, 1, 9, 19)
    bench.clock.advance(1.0)
    bench.panel.show(bench.frame)
    assert (len(bench.wires), bench.is_right()) == (2, True)


def test_frame_that_went_half_way_and_is_taken_back_leaves_nothing(bench: Bench) -> None:
    bench.bus.fail_after(2, errno.EREMOTEIO)
    bench.draw(1, 1, 30, 6)
    bench.draw(1, 1, 30, 6)
    bench.clock.advance(1.0)
    bench.panel.show(bench.frame)
    assert bench.is_right()


def test_panel_that_was_lost_for_a_moment_stays_lit(bench: Bench) -> None:
    bench.bus.fail_next(errno.EIO)
    bench.draw(1, 1, 9, 9)
    assert bench.bus.panel.is_on


def test_panel_that_is_well_has_no_retry(bench: Bench) -> None:
    assert bench.panel.retry_at() is None


def test_missing_panel_is_left_alone_until_its_time(bench: Bench) -> None:
    bench.bus.unplug()
    bench.draw(1, 1, 9, 9)
    bench.bus.plug_back()
    bench.clock.advance(0.99)
    assert bench.sent_by_drawing(1, 1, 9, 9) == 0


def test_tries_grow_apart_to_five_seconds(bench: Bench) -> None:
    bench.bus.unplug()
    pauses = []
    for _ in range(5):
        bench.draw(1, 1, 9, 9)
        retry_at = bench.panel.retry_at()
        assert retry_at is not None
        pauses.append(retry_at - bench.clock())
        bench.clock.time = retry_at
    assert pauses == [1.0, 2.0, 4.0, 5.0, 5.0]


def replugged(bench: Bench) -> None:
    """Draw while the panel is unplugged, and plug it back."""
    bench.bus.unplug()
    bench.draw(1, 1, 9, 9)
    bench.bus.plug_back()
    bench.clock.advance(1.0)


def test_panel_plugged_back_shows_the_frame(bench: Bench) -> None:
    replugged(bench)
    bench.panel.show(bench.frame)
    assert (bench.is_right(), bench.panel.retry_at()) == (True, None)


def test_panel_plugged_back_has_its_light(bench: Bench) -> None:
    bench.panel.light(20)
    replugged(bench)
    bench.panel.light(20)
    assert (bench.bus.panel.is_on, bench.glass.contrast) == (True, 51)


def test_panel_that_was_off_and_on_unnoticed_is_filled_again(bench: Bench) -> None:
    bench.bus.unplug()
    bench.bus.plug_back()
    bench.draw(1, 1, 9, 9)
    assert bench.is_right()


def test_panel_that_lost_its_supply_before_its_first_frame_is_filled() -> None:
    bench = Bench()
    bench.bus.unplug()
    bench.bus.plug_back()
    bench.draw(1, 1, 9, 9)
    assert bench.is_right()


def test_panel_that_lost_its_supply_in_the_dark_is_filled_again(bench: Bench) -> None:
    bench.panel.light(0)
    bench.bus.unplug()
    bench.bus.plug_back()
    bench.panel.light(30)
    assert bench.is_right()


def test_panel_on_spi_is_filled_again_after_quiet(spi_bench: Bench) -> None:
    spi_bench.bus.unplug()
    spi_bench.bus.plug_back()
    spi_bench.clock.advance(QUIET + 0.1)
    spi_bench.draw(1, 1, 9, 9)
    assert spi_bench.is_right()


def test_panel_on_spi_is_sent_little_while_in_use(spi_bench: Bench) -> None:
    spi_bench.clock.advance(QUIET - 0.1)
    assert spi_bench.sent_by_drawing(60, 21, 9, 9) == 2 * (3 + 9)


def test_panel_that_cannot_be_read_is_filled_again_after_quiet() -> None:
    bench = Bench()
    assert isinstance(bench.bus, FakeI2CBus)
    bench.bus.can_read = False
    bench.draw(1, 1, 9, 9)
    bench.bus.unplug()
    bench.bus.plug_back()
    bench.clock.advance(QUIET + 0.1)
    bench.draw(1, 1, 9, 9)
    assert bench.is_right()


def test_panel_that_cannot_be_read_is_not_lost() -> None:
    bench = Bench()
    assert isinstance(bench.bus, FakeI2CBus)
    bench.bus.can_read = False
    bench.draw(1, 1, 9, 9)
    bench.draw(1, 1, 9, 9)
    assert bench.panel.retry_at() is None


def test_loss_and_return_are_each_logged_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.bus.unplug()
    for _ in range(4):
        bench.draw(1, 1, 9, 9)
        bench.clock.advance(5.0)
    bench.bus.plug_back()
    bench.draw(1, 1, 9, 9)
    bench.draw(1, 1, 9, 9)
    said = [record.getMessage().split(":")[0] for record in caplog.records if record.levelno >= logging.WARNING]
    assert said == ["the panel does not answer", "the panel is back"]


def test_panel_that_is_there_is_not_missed(bench: Bench) -> None:
    assert bench.panel.missing == ()


def test_panel_missing_from_the_start_is_told() -> None:
    screen = replace(BONNET.screen, address=0x3D)
    bus = FakeI2CBus(FakePanel("ssd1306"), 0x3C)
    panel = PanelDisplay(screen, driver_for(screen), lambda: I2cWire(screen, bus), ManualClock())
    assert [str(missing).startswith("expected a ssd1306 panel, got Device") for missing in panel.missing] == [True]


def test_bus_that_is_not_there_is_a_missing_panel() -> None:
    screen = replace(BONNET.screen, port=22)
    panel = PanelDisplay(screen, driver_for(screen), lambda: I2cWire(screen), ManualClock())
    assert [str(missing).rsplit("on ", 1)[1] for missing in panel.missing] == ["i2c-22"]


def test_panel_missing_from_the_start_shows_when_it_comes() -> None:
    bench = Bench()
    replugged(bench)
    bench.panel.show(bench.frame)
    assert bench.is_right()


def test_taken_pin_of_a_panel_on_spi_is_a_missing_panel() -> None:
    clock = ManualClock()
    header = FakeHeader(clock)
    header.occupy(WAVESHARE_1IN3.screen.dc)
    screen = WAVESHARE_1IN3.screen
    bus = FakeSpiBus(FakePanel("sh1106"), header, screen)
    panel = PanelDisplay(screen, driver_for(screen), lambda: SpiWire(screen, header.pins, bus), clock)
    assert ["GPIOPinInUse" in str(missing) for missing in panel.missing] == [True]


def test_panel_on_spi_gives_its_pins_back(spi_bench: Bench) -> None:
    spi_bench.panel.close()
    spi_bench.header.occupy(spi_bench.screen.dc)


@dataclass(frozen=True)
class Blow:
    """Something that happens to a panel before a frame."""

    kind: str
    code: int = 0
    transfer: int = 0


BLOWS = st.one_of(
    st.just(Blow("nothing")),
    st.builds(Blow, st.just("fault"), st.sampled_from(FAULTS), st.integers(0, 12)),
    st.sampled_from([Blow("unplug"), Blow("plug back"), Blow("flicker"), Blow("dark"), Blow("light")]),
)
STEPS = st.lists(
    st.tuples(BLOWS, st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64)), max_size=40
)


def strike(bench: Bench, blow: Blow) -> None:
    if blow.kind == "fault":
        bench.bus.fail_after(blow.transfer, blow.code)
    elif blow.kind == "unplug":
        bench.bus.unplug()
    elif blow.kind == "plug back":
        bench.bus.plug_back()
    elif blow.kind == "flicker":
        bench.bus.unplug()
        bench.bus.plug_back()
    elif blow.kind in ("dark", "light"):
        bench.panel.light({"dark": 0, "light": 60}[blow.kind])


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@settings(max_examples=200, deadline=None)
@given(steps=STEPS)
def test_panel_shows_the_frame_whenever_it_says_that_all_is_well(
    driver: str, steps: list[tuple[Blow, int, int, int, int]]
) -> None:
    bench = Bench(replace(BONNET.screen, driver=driver))
    wrong = []
    for blow, *box in steps:
        bench.clock.advance(0.7)
        strike(bench, blow)
        bench.draw(*box)
        is_well = bench.panel.retry_at() is None
        if is_well and bench.bus.panel.is_on and not bench.is_right():
            wrong.append(blow)
    assert wrong == []


@settings(max_examples=100, deadline=None)
@given(steps=STEPS)
def test_panel_left_in_peace_always_comes_back(steps: list[tuple[Blow, int, int, int, int]]) -> None:
    bench = Bench()
    for blow, *box in steps:
        strike(bench, blow)
        bench.draw(*box)
        bench.clock.advance(0.7)
    bench.bus.heal()
    bench.panel.light(100)
    bench.clock.advance(5.0)
    bench.draw(1, 1, 9, 9)
    assert bench.is_right()


def test_wire_closes_a_bus_that_it_has_opened_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    closed: list[object] = []
    monkeypatch.setattr(FakeI2CBus, "close", lambda bus: closed.append(type(bus)))
    monkeypatch.setattr(wires, "SMBus", lambda port: bench.bus)
    wires.I2cWire(bench.screen, bench.bus).close()
    assert closed == []
    wires.I2cWire(bench.screen).close()
    assert closed == [FakeI2CBus]
