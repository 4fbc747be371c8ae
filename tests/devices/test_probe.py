"""What the doctor asks of pins and bus."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version

import pytest

from companion.devices.pi.pins import Pins
from companion.devices.pi.probe import i2c_status, lgpio_version, pin_factory, state_of
from companion.errors import DeviceMissing
from tests.fakes.bus import FakeI2CBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.panel import FakePanel
from tests.support.tools import need_lgpio


@pytest.fixture
def header() -> FakeHeader:
    return FakeHeader(ManualClock())


def nobody(number: int) -> str:
    return ""


def test_pin_at_rest_is_nobody_s_and_up(header: FakeHeader) -> None:
    assert state_of(17, Pins(header.factory), nobody) == ("", False)


def test_button_that_is_down_is_low(header: FakeHeader) -> None:
    header.press(17)
    assert state_of(17, Pins(header.factory), nobody) == ("", True)


def test_pin_that_was_read_is_free_again(header: FakeHeader) -> None:
    pins = Pins(header.factory)
    state_of(17, pins, nobody)
    assert state_of(17, pins, nobody) == ("", False)


def test_pin_that_somebody_holds_is_left_alone(header: FakeHeader) -> None:
    header.press(17)
    assert state_of(17, Pins(header.factory), lambda number: "pisound") == ("pisound", False)


def test_pin_that_cannot_be_had_says_why(header: FakeHeader) -> None:
    header.occupy(17)
    holder, _ = state_of(17, Pins(header.factory), nobody)
    assert "17" in holder


@contextmanager
def on(bus: FakeI2CBus) -> Iterator[FakeI2CBus]:
    yield bus


def test_panel_answers_with_its_status() -> None:
    assert i2c_status(1, 0x3C, lambda port: on(FakeI2CBus(FakePanel("sh1106")))) == 0x48


def test_panel_that_was_pulled_off_is_an_error() -> None:
    bus = FakeI2CBus(FakePanel("ssd1306"))
    bus.unplug()
    with pytest.raises(OSError, match="Remote I/O error") as told:
        i2c_status(1, 0x3C, lambda port: on(bus))
    assert told.value.errno == errno.EREMOTEIO


def test_bus_that_is_not_there_is_an_error() -> None:
    with pytest.raises(OSError, match="No such file"):
        i2c_status(98, 0x3C)


def test_version_of_lgpio_is_that_of_its_package() -> None:
    need_lgpio()
    assert lgpio_version() == version("lgpio")


def test_machine_without_pins_is_told() -> None:
    need_lgpio()
    with pytest.raises(DeviceMissing, match="expected the pins of a Raspberry Pi"):
        pin_factory()
