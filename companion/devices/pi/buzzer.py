"""The buzzer: a worker thread plays tunes note by note, and sleeps without waking while there are none."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol

from gpiozero.output_devices import PWMOutputDevice

from companion.box import Sound
from companion.devices.pi.pins import Pins
from companion.devices.tune import Tune, notes

log = logging.getLogger(__name__)


class Tunes(Protocol):
    """A queue of tunes to play: a ``queue.SimpleQueue``, or in tests one with simulated time."""

    def put(self, tune: Tune | None) -> None:
        """Add a tune; None ends the worker."""
        ...

    def get(self, *, timeout: float | None) -> Tune | None:
        """Return the next tune; raises ``queue.Empty`` when none has come for *timeout* seconds."""
        ...


def _simple_queue() -> Tunes:
    return SimpleQueue()


class Buzzer:
    """A passive buzzer on a pin; raises one of *pins*' ``failures`` if the pin is not available."""

    def __init__(self, number: int, pins: Pins, tunes: Callable[[], Tunes] = _simple_queue) -> None:
        # gpiozero's TonalBuzzer wraps this device with the loudness fixed at the maximum.
        self._output: Any = PWMOutputDevice(number, pin_factory=pins.factory)
        self._output.frequency = None
        self._failures = pins.failures
        self._duty = _duty(100)
        self._tunes = tunes()
        self._worker = Thread(target=self._work, name="buzzer", daemon=True)
        self._worker.start()

    def play(self, sound: Sound) -> None:
        """Start *sound*; a sound still playing is cut short."""
        if self._duty:
            self._tunes.put(notes(sound))

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100; raises ``ValueError`` outside of this range."""
        self._duty = _duty(percent)
        if not percent:
            self._tunes.put(())

    def close(self) -> None:
        """Stop playing and release the pin."""
        self._tunes.put(None)
        self._worker.join()
        self._output.close()

    def _work(self) -> None:
        try:
            tune = self._tunes.get(timeout=None)
            while tune is not None:
                tune = self._play(tune)
            self._sound(0)
        except self._failures as failure:
            log.warning("the buzzer does not answer: %r", failure)

    def _play(self, tune: Tune) -> Tune | None:
        """Play *tune* until it ends or another one interrupts it, and return the next tune."""
        for hertz, length_ms in tune:
            self._sound(hertz)
            try:
                return self._tunes.get(timeout=length_ms / 1000)
            except Empty:
                continue
        self._sound(0)
        return self._tunes.get(timeout=None)

    def _sound(self, hertz: int) -> None:
        # At a duty of 0 the software PWM keeps running; only a frequency of None stops it.
        self._output.frequency = hertz or None
        if hertz:
            self._output.value = self._duty


def _duty(percent: int) -> float:
    """Return the duty cycle for a loudness; raises ``ValueError`` outside of 0 to 100 percent.

    The amplitude of a square wave's fundamental is proportional to sin(pi * duty).
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"expected 0 to 100 percent, got {percent!r}, as the buzzer's volume")
    return math.asin(percent / 100) / math.pi
