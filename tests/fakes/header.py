"""A fake of a Raspberry Pi's header, whose pins can be pressed, occupied and listened to.

It is built on gpiozero's mock pins, which refuse what real pins refuse. Edges get the time of the clock that is
passed in.
"""

from __future__ import annotations

import threading
from typing import Any

from gpiozero.exc import PinInvalidState
from gpiozero.input_devices import InputDevice
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.devices.pi.pins import Pins


class ManualClock:
    """A clock that only ``advance`` moves; calling it returns its time."""

    def __init__(self, now: float = 0.0) -> None:
        self.time = now

    def __call__(self) -> float:
        """Return the time."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Move the clock forward by *seconds*."""
        self.time += seconds


# gpiozero has no types, so its classes are Any to mypy.
class _TimedPin(MockPWMPin):  # type: ignore[misc]
    """A pin whose edges have the factory's time, and which records the tones it was driven with."""

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
        # The mock would stamp the edge with the real time; its base class accepts a time.
        if not self.loses_edges:
            super(MockPin, self)._call_when_changed(self.factory.clock(), self._state)

    def _change_state(self, value: Any) -> Any:
        if isinstance(value, float) and value and self._frequency:
            self.tones.append((self._frequency, value))
            self.has_sounded.set()
        return super()._change_state(value)


class FakeHeader:
    """The pins of a Pi 3; ``factory`` and ``pins`` are passed to the drivers."""

    def __init__(self, clock: Any) -> None:
        self.factory: Any = MockFactory(pin_class=_TimedPin)
        self.factory.clock = clock
        self.pins = Pins(self.factory)
        self._foreign: list[Any] = []

    def press(self, number: int) -> None:
        """Connect the pin to ground, regardless of its present or later pull-up."""
        pin = self.factory.pin(number)
        pin.is_held = True
        pin.drive_low()

    def release(self, number: int) -> None:
        """Disconnect the pin from ground, so that its pull-up drives it high."""
        pin = self.factory.pin(number)
        pin.is_held = False
        pin.drive_high()

    def lose_edges(self, number: int) -> None:
        """Drop all further edges of the pin, as the kernel does when its queue is full."""
        self.factory.pin(number).loses_edges = True

    def occupy(self, number: int) -> None:
        """Let another device occupy the pin."""
        self._foreign.append(InputDevice(number, pin_factory=self.factory))

    def is_high(self, number: int) -> bool:
        """Return whether the pin is high."""
        return bool(self.factory.pin(number).state)

    def was_low(self, number: int) -> bool:
        """Return whether the pin has been low since the last call."""
        pin = self.factory.pin(number)
        states = [state for _, state in pin.states[1:]]
        pin.clear_states()
        return False in states

    def duty(self, number: int) -> float:
        """Return the duty cycle of an output, 0 to 1; 0 if nothing drives the pin."""
        pin = self.factory.pin(number)
        return float(pin.state) if pin.function == "output" else 0.0

    def tones(self, number: int) -> list[tuple[float, float]]:
        """Return the tones that a buzzer on the pin has played: frequency in hertz and duty cycle."""
        return list(self.factory.pin(number).tones)

    def heard(self, number: int, timeout: float) -> bool:
        """Wait at most *timeout* seconds for a buzzer on the pin to sound, and return whether it has."""
        return bool(self.factory.pin(number).has_sounded.wait(timeout))

    def break_off(self, number: int) -> None:
        """Break the pin off: it can no longer be driven."""
        self.factory.pin(number).is_broken_off = True

    def is_sounding(self, number: int) -> bool:
        """Return whether a buzzer on the pin is sounding now."""
        pin = self.factory.pin(number)
        return bool(pin.frequency and pin.state)
