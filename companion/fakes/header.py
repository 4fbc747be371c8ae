"""A Raspberry Pi's header without the Pi: pins to press, to occupy, to listen to.

It stands on gpiozero's mock pins, which refuse what metal refuses, and gives their edges the time of the clock
that is passed in.
"""

from __future__ import annotations

import threading
from typing import Any

from gpiozero.exc import PinInvalidState
from gpiozero.input_devices import InputDevice
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.devices.pi.pins import Pins


class ManualClock:
    """A clock that stands still until it is set; call it to read it."""

    def __init__(self, now: float = 0.0) -> None:
        self.time = now

    def __call__(self) -> float:
        """Read the clock."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Let *seconds* pass."""
        self.time += seconds


# gpiozero has no types, so its classes are Any to mypy.
class _TimedPin(MockPWMPin):  # type: ignore[misc]
    """A pin whose edges happen at the factory's time, and which remembers the tones it was driven with."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.tones: list[tuple[float, float]] = []
        self.has_sounded = threading.Event()
        self.is_held = False
        self.loses_edges = False
        self.is_broken_off = False
        super().__init__(factory, info)

    def _set_pull(self, value: Any) -> None:
        super()._set_pull(value)
        if self.is_held:
            self.drive_low()

    def _set_frequency(self, value: Any) -> None:
        if self.is_broken_off and value is not None:
            raise PinInvalidState(f"expected a pin, got a stump, at {self!r}")
        super()._set_frequency(value)

    def _call_when_changed(self) -> None:
        # The mock would stamp the edge with the real time; what it stands on takes a time.
        if not self.loses_edges:
            super(MockPin, self)._call_when_changed(self.factory.clock(), self._state)

    def _change_state(self, value: Any) -> Any:
        if isinstance(value, float) and value and self._frequency:
            self.tones.append((self._frequency, value))
            self.has_sounded.set()
        return super()._change_state(value)


class FakeHeader:
    """The pins of a Pi 3; ``factory`` and ``pins`` are what the drivers take."""

    def __init__(self, clock: Any) -> None:
        self.factory: Any = MockFactory(pin_class=_TimedPin)
        self.factory.clock = clock
        self.pins = Pins(self.factory)
        self._foreign: list[Any] = []

    def press(self, number: int) -> None:
        """Connect the pin to ground, whatever it is or will be pulled to."""
        pin = self.factory.pin(number)
        pin.is_held = True
        pin.drive_low()

    def release(self, number: int) -> None:
        """Leave the pin to its pull-up."""
        pin = self.factory.pin(number)
        pin.is_held = False
        pin.drive_high()

    def lose_edges(self, number: int) -> None:
        """Let the kernel drop what the pin does from now on, as when its queue is full."""
        self.factory.pin(number).loses_edges = True

    def occupy(self, number: int) -> None:
        """Let something else have the pin."""
        self._foreign.append(InputDevice(number, pin_factory=self.factory))

    def is_high(self, number: int) -> bool:
        """Measure the pin."""
        return bool(self.factory.pin(number).state)

    def was_low(self, number: int) -> bool:
        """Tell whether the pin has been low since this was last asked."""
        pin = self.factory.pin(number)
        states = [state for _, state in pin.states[1:]]
        pin.clear_states()
        return False in states

    def tones(self, number: int) -> list[tuple[float, float]]:
        """The tones that a buzzer on the pin has sounded: frequency in hertz and duty."""
        return list(self.factory.pin(number).tones)

    def heard(self, number: int, timeout: float) -> bool:
        """Listen until a buzzer on the pin has sounded, for *timeout* seconds at most."""
        return bool(self.factory.pin(number).has_sounded.wait(timeout))

    def break_off(self, number: int) -> None:
        """Break the pin off: it can no longer be driven."""
        self.factory.pin(number).is_broken_off = True

    def is_sounding(self, number: int) -> bool:
        """Listen to a buzzer on the pin."""
        pin = self.factory.pin(number)
        return bool(pin.frequency and pin.state)
