"""The doctor's checks of the hardware; they take no pin that is in use, and leave everything as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gpiozero.input_devices import InputDevice
from smbus2 import SMBus

from companion.devices.pi.pins import Pins, import_lgpio, open_pins


def lgpio_version() -> str:
    """Return the version of lgpio; raises ``DeviceMissing`` if it is absent or an empty stub."""
    # The module's version string has the form "lgpio.py_0.2.2.0".
    version: str = import_lgpio().get_module_version().rpartition("_")[2]
    return version


def pin_factory() -> str:
    """Open the pins as a game does and return the factory and its device; raises ``DeviceMissing`` if that fails."""
    factory = open_pins().factory
    try:
        return f"{type(factory).__name__} on /dev/gpiochip{factory.chip}"
    finally:
        factory.close()


def line_states(numbers: Iterable[int]) -> dict[int, tuple[str, bool]]:
    """Return for each pin its holder, empty if it is free, and whether a free pin is low with the pull-up on.

    Raises ``DeviceMissing`` if the pins cannot be opened.
    """
    pins = open_pins()
    try:
        return {number: state_of(number, pins, _holder_of(pins.factory)) for number in numbers}
    finally:
        pins.factory.close()


def _holder_of(factory: Any) -> Callable[[int], str]:
    lgpio = import_lgpio()
    # gpiozero's LGPIOFactory has no public access to the handle of the chip.
    handle = factory._handle  # noqa: SLF001

    def holder(number: int) -> str:
        _, _, flags, _, user = lgpio.gpio_get_line_info(handle, number)
        # Bit 0 is set while the kernel or a program holds the line.
        return (user or "the kernel") if flags & 1 else ""

    return holder


def state_of(number: int, pins: Pins, holder_of: Callable[[int], str]) -> tuple[str, bool]:
    """Return a pin's holder and False; for a free pin, an empty name and whether it is low with the pull-up on."""
    if holder := holder_of(number):
        return holder, False
    try:
        with InputDevice(number, pull_up=True, pin_factory=pins.factory) as pin:
            return "", bool(pin.is_active)
    except pins.failures as failure:
        return str(failure) or repr(failure), False


def i2c_status(port: int, address: int, open_bus: Callable[[int], Any] = SMBus) -> int:
    """Read one byte from a device on I2C; raises ``OSError`` if it does not answer."""
    with open_bus(port) as bus:
        status: int = bus.read_byte(address)
    return status
