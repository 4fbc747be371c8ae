"""The buzzer: a worker thread plays tunes note by note, and sleeps without waking while there are none."""

from __future__ import annotations

import logging
import math
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero.output_devices import PWMOutputDevice

from companion.devices.pi.pins import Pins
from companion.devices.tune import Tune, TunePlayer

log = logging.getLogger(__name__)


class Buzzer(TunePlayer):
    """A passive buzzer on a pin, which plays the queue of *tunes* until None.

    Raises one of *pins*' ``failures`` if the pin is not available.
    """

    def __init__(self, number: int, pins: Pins, tunes: SimpleQueue[Tune | None] | None = None) -> None:
        # gpiozero's TonalBuzzer wraps this device with the loudness fixed at the maximum.
        self._output: Any = PWMOutputDevice(number, pin_factory=pins.factory)
        self._output.frequency = None
        self._failures = pins.failures
        super().__init__("buzzer", tunes)

    def volume(self, percent: int) -> None:
        super().volume(percent)
        if not percent:
            self._tunes.put(())

    def close(self) -> None:
        super().close()
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
            # The amplitude of a square wave's fundamental is proportional to sin(pi * duty).
            self._output.value = math.asin(self._loudness / 100) / math.pi
