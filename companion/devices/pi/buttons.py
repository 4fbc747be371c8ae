"""The board's buttons: edges from gpiozero's thread become events that ``wait`` returns."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from gpiozero.input_devices import InputDevice

from companion.box import Button, Event, Press, Release
from companion.devices.debounce import Contact
from companion.devices.pi.pins import Pins
from companion.errors import NO_BUTTON, DeviceMissing

# lgpio stamps edges with the kernel's clock, which on old kernels is not the clock that this program reads. An edge
# whose time is not within the last second gets the present time instead.
STALE = 1.0

Clock = Callable[[], float]


class _Edge(NamedTuple):
    key: _Key
    is_closed: bool
    at: float


class _Key:
    """A contact on a pin with the Pi's pull-up: a closed contact reads low."""

    def __init__(self, number: int, button: Button, pins: Pins, report: Callable[[_Edge], None], clock: Clock):
        # gpiozero's Button would add a thread that wakes ten times a second to check whether it is held.
        self._device: Any = InputDevice(number, pull_up=True, pin_factory=pins.factory)
        self._report = report
        self._clock = clock
        self.contact = Contact(button, self.is_closed())
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        self._device.pin.when_changed = self._on_edge

    def is_closed(self) -> bool:
        return bool(self._device.is_active)

    def close(self) -> None:
        self._device.pin.when_changed = None
        self._device.close()

    def _on_edge(self, ticks: float, state: bool) -> None:
        now = self._clock()
        at = ticks if now - STALE <= ticks <= now else now
        self._report(_Edge(self, not state, at))


class PiInputs:
    """The buttons of a board; ``missing`` lists the pins that could not be opened."""

    has_release = True

    def __init__(self, buttons: Mapping[int, Button], pins: Pins | None, clock: Clock = time.monotonic) -> None:
        self.now = clock
        self._arrived: SimpleQueue[_Edge | Event] = SimpleQueue()
        self._ready: deque[Event] = deque()
        self._held: dict[Button, set[_Key]] = {}
        self._keys: list[_Key] = []
        self.missing = tuple(self._open(buttons, pins)) if pins else ()

    @property
    def has_roll(self) -> bool:
        """Whether a ROLL button could be opened; without one, a long press of OK rolls."""
        return any(key.contact.button is Button.ROLL for key in self._keys)

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        while not self._ready:
            arrival = self._take(self._next_look(until))
            if arrival is not None:
                self._accept(arrival)
                continue
            self._look()
            if not self._ready and until is not None and self.now() >= until:
                return None
        return self._ready.popleft()

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*; may be called from any thread or signal handler."""
        self._arrived.put(event)

    def close(self) -> None:
        """Release the buttons' pins."""
        for key in self._keys:
            key.close()
        self._keys = []

    def _open(self, buttons: Mapping[int, Button], pins: Pins) -> Iterator[DeviceMissing]:
        for number, button in buttons.items():
            try:
                self._keys.append(_Key(number, button, pins, self._arrived.put, self.now))
            except pins.failures as failure:
                message = f"expected a free pin for {button.name}, got {failure!r}, on GPIO{number}"
                yield DeviceMissing(message, NO_BUTTON, button=button.name)

    def _next_look(self, until: float | None) -> float | None:
        looks = [due for key in self._keys if (due := key.contact.due()) is not None]
        return min(looks if until is None else [*looks, until], default=None)

    def _take(self, until: float | None) -> _Edge | Event | None:
        try:
            return self._arrived.get(timeout=None if until is None else max(0.0, until - self.now()))
        except Empty:
            return None

    def _accept(self, arrival: _Edge | Event) -> None:
        if not isinstance(arrival, _Edge):
            self._ready.append(arrival)
            return
        # Another contact may have settled before this edge; events are reported in order of time.
        for key in self._keys:
            if key is not arrival.key:
                self._tell(key, key.contact.settle(arrival.at))
        self._tell(arrival.key, arrival.key.contact.edge(arrival.is_closed, arrival.at))

    def _look(self) -> None:
        now = self.now()
        for key in self._keys:
            due = key.contact.due()
            if due is not None and due <= now:
                self._tell(key, key.contact.tick(now, key.is_closed()))

    def _tell(self, key: _Key, events: Iterable[Press | Release]) -> None:
        """Queue the events that change a button; a button with two contacts is down while either of them is."""
        for event in events:
            held = self._held.setdefault(event.button, set())
            before = len(held)
            (held.add if isinstance(event, Press) else held.discard)(key)
            if bool(before) != bool(held):
                self._ready.append(event)
