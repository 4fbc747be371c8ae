"""The Pi's pins: gpiozero's pin factory, the errors that mean that a pin is not available, and a contact on a pin.

This is the only module that imports lgpio.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from gpiozero.exc import GPIOZeroError
from gpiozero.input_devices import InputDevice

from companion.box import Button
from companion.devices.debounce import Contact
from companion.errors import NO_BUTTONS, DeviceMissing


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin factory, and the errors it raises when a pin does not exist or is in use."""

    factory: Any
    failures: tuple[type[Exception], ...] = (GPIOZeroError, OSError)


def open_pins() -> Pins:
    """Open the header's pins; raises ``DeviceMissing`` if there are none."""
    lgpio = import_lgpio()
    try:
        # This module imports lgpio, so import_lgpio must have run first.
        from gpiozero.pins.lgpio import LGPIOFactory

        return Pins(LGPIOFactory(), (GPIOZeroError, OSError, lgpio.error))
    except (GPIOZeroError, OSError, lgpio.error) as failure:
        raise DeviceMissing(
            f"expected the pins of a Raspberry Pi, got {failure!r}, from lgpio", NO_BUTTONS
        ) from failure


def import_lgpio() -> Any:
    """Import lgpio without its side effects; raises ``DeviceMissing`` when it is absent or an empty stub."""
    with _place_for_fifo():
        try:
            # At import, lgpio starts a thread, creates a FIFO and changes the working directory.
            import lgpio
        except (ImportError, OSError) as failure:
            raise DeviceMissing(f"expected the module lgpio, got {failure!r}, at import", NO_BUTTONS) from failure
    if not hasattr(lgpio, "gpiochip_open"):
        # PyPI installs an empty stub if it has no build for this Python version.
        raise DeviceMissing(f"expected lgpio with gpiochip_open, got an empty stub, in {lgpio.__name__}", NO_BUTTONS)
    return lgpio


@contextmanager
def _place_for_fifo() -> Iterator[None]:
    """Let lgpio create its FIFO in a temporary directory, and restore the working directory afterwards."""
    here = os.open(".", os.O_PATH)
    given = "LG_WD" in os.environ
    # When the import returns, the FIFO is open at both ends, so its name can be deleted.
    with tempfile.TemporaryDirectory(prefix="codemaker-") as place:
        os.environ.setdefault("LG_WD", place)
        try:
            yield
        finally:
            os.fchdir(here)
            os.close(here)
            if not given:
                del os.environ["LG_WD"]


# lgpio stamps edges with the kernel's clock, which on old kernels is not the clock that this program reads. An edge
# whose time is not within the last second gets the present time instead.
STALE = 1.0

Clock = Callable[[], float]


class Edge(NamedTuple):
    """A change of the contact *key*, at a time on the inputs' clock in seconds."""

    key: Key
    is_closed: bool
    at: float


class Key:
    """A contact on a pin with the Pi's pull-up: a closed contact reads low. gpiozero's thread reports its edges."""

    def __init__(self, number: int, button: Button, pins: Pins, report: Callable[[Edge], None], clock: Clock):
        # gpiozero's Button would add a thread that wakes ten times a second to check whether it is held.
        self._device: Any = InputDevice(number, pull_up=True, pin_factory=pins.factory)
        self._report = report
        self._clock = clock
        self.contact = Contact(button, self.is_closed())
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._on_edge

    def is_closed(self) -> bool:
        """Return whether the contact is closed now."""
        return bool(self._device.is_active)

    def close(self) -> None:
        """Release the pin."""
        self._device.pin.when_changed = None
        self._device.close()

    def _on_edge(self, ticks: float, state: bool) -> None:
        now = self._clock()
        at = ticks if now - STALE <= ticks <= now else now
        self._report(Edge(self, not state, at))
