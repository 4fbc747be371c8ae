"""A contact on a pin of the Pi: gpiozero's thread reports its edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gpiozero.input_devices import InputDevice

from companion.box import Button
from companion.devices.debounce import Contact
from companion.devices.pi.pins import Pins

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
    """A contact on a pin with the Pi's pull-up: a closed contact reads low."""

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
