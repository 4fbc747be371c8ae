"""What the doctor asks of the parts: it takes nothing that somebody else holds, and leaves all as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.input_devices import InputDevice
from smbus2 import SMBus

from companion.devices.pi.pins import Pins, import_lgpio, open_pins


def lgpio_version() -> str:
    """Return the version of lgpio; raises ``DeviceMissing`` where it is absent or an empty stub."""
    # "lgpio.py_0.2.2.0"
    version: str = import_lgpio().get_module_version().rpartition("_")[2]
    return version


def pin_factory() -> str:
    """Open the pins as a game does, and say through what; raises ``DeviceMissing``."""
    factory = open_pins().factory
    try:
        return f"{type(factory).__name__} on /dev/gpiochip{factory.chip}"
    finally:
        factory.close()


def line_states(numbers: Iterable[int]) -> dict[int, tuple[str, bool]]:
    """Return for each pin who holds it, or else whether it is low with the pull-up on; raises ``DeviceMissing``."""
    pins = open_pins()
    try:
        return {number: state_of(number, pins, _holder_of(pins.factory)) for number in numbers}
    finally:
        pins.factory.close()


def _holder_of(factory: Any) -> Callable[[int], str]:
    lgpio = import_lgpio()
    # lgpio keeps the handle of the chip in its factory.
    handle = factory._handle  # noqa: SLF001

    def holder(number: int) -> str:
        _, _, flags, _, user = lgpio.gpio_get_line_info(handle, number)
        # Bit 0: somebody has the line, be it the kernel or a program.
        return (user or "the kernel") if flags & 1 else ""

    return holder


def state_of(number: int, pins: Pins, holder_of: Callable[[int], str]) -> tuple[str, bool]:
    """Return who holds a pin; nobody's is read with the pull-up on and let go of."""
    if holder := holder_of(number):
        return holder, False
    try:
        with InputDevice(number, pull_up=True, pin_factory=pins.factory) as pin:
            return "", bool(pin.is_active)
    except pins.failures as failure:
        return str(failure) or repr(failure), False


def i2c_status(port: int, address: int, open_bus: Callable[[int], Any] = SMBus) -> int:
    """Read one byte from a device on I2C; raises ``OSError``."""
    with open_bus(port) as bus:
        status: int = bus.read_byte(address)
    return status
