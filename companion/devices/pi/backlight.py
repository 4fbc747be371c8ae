"""The backlight of an LCD on a pin of the Pi."""

from __future__ import annotations

from gpiozero.output_devices import PWMOutputDevice

from companion.devices.pi.pins import Pins

# Above what the eye sees as flicker. lgpio makes the pulses in a thread of its own that wakes twice in each period, so
# full light and no light are a level of the pin without pulses, and the brightness set by default is full light.
PULSES_HZ = 200
FULL_PERCENT = 80


class Backlight:
    """A backlight, which is off at first; *is_low* means that it is lit by a low level."""

    def __init__(self, number: int, pins: Pins, *, is_low: bool) -> None:
        self._output = PWMOutputDevice(
            number, active_high=not is_low, frequency=None, initial_value=0, pin_factory=pins.factory
        )

    def set(self, percent: int) -> None:
        """Set the brightness, 0 to 100; from ``FULL_PERCENT`` on it is lit all the time."""
        share = min(1.0, percent / FULL_PERCENT)
        self._output.frequency = PULSES_HZ if 0 < share < 1 else None
        self._output.value = share

    def close(self) -> None:
        """Release the pin."""
        self._output.close()
