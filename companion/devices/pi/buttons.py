"""The board's buttons: edges from gpiozero's thread become events that ``wait`` returns."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from queue import Empty, SimpleQueue

from companion.box import Button, Event, Press, Release
from companion.devices.pi import pins
from companion.errors import NO_BUTTON, DeviceMissing


class PiInputs:
    """The buttons of a board, which give no presses before ``open``; posted events arrive from the start on."""

    has_release = True

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._arrived: SimpleQueue[pins.Edge | Event] = SimpleQueue()
        self._ready: deque[Event] = deque()
        self._held: dict[Button, set[pins.Key]] = {}
        self._keys: list[pins.Key] = []

    def open(self, buttons: Mapping[int, Button], opened: pins.Pins) -> tuple[DeviceMissing, ...]:
        """Open the pin of each button, and return an error for each that could not be opened."""
        missing = []
        for number, button in buttons.items():
            try:
                self._keys.append(pins.Key(number, button, opened, self._arrived.put, self.now))
            except opened.failures as failure:
                message = f"expected a free pin for {button.name}, got {failure!r}, on GPIO{number}"
                missing.append(DeviceMissing(message, NO_BUTTON, button=button.name))
        return tuple(missing)

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
            now = self.now()
            for key in self._keys:
                due = key.contact.due()
                if due is not None and due <= now:
                    self._tell(key, key.contact.tick(now, key.is_closed()))
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

    def _next_look(self, until: float | None) -> float | None:
        looks = [due for key in self._keys if (due := key.contact.due()) is not None]
        return min(looks if until is None else [*looks, until], default=None)

    def _take(self, until: float | None) -> pins.Edge | Event | None:
        try:
            return self._arrived.get(timeout=None if until is None else max(0.0, until - self.now()))
        except Empty:
            return None

    def _accept(self, arrival: pins.Edge | Event) -> None:
        if not isinstance(arrival, pins.Edge):
            self._ready.append(arrival)
            return
        # Another contact may have settled before this edge; events are reported in order of time.
        for key in self._keys:
            if key is not arrival.key:
                self._tell(key, key.contact.settle(arrival.at))
        self._tell(arrival.key, arrival.key.contact.edge(arrival.is_closed, arrival.at))

    def _tell(self, key: pins.Key, events: Iterable[Press | Release]) -> None:
        """Queue the events that change a button; a button with two contacts is down while either of them is."""
        for event in events:
            held = self._held.setdefault(event.button, set())
            before = len(held)
            (held.add if isinstance(event, Press) else held.discard)(key)
            if bool(before) != bool(held):
                self._ready.append(event)
