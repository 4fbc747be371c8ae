"""The computer's sound device: a worker thread plays tunes, and closes the device when it has been silent."""

from __future__ import annotations

import logging
import math
import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from queue import Empty

import pygame

from companion.devices.tune import Tune, TunePlayer
from companion.errors import NO_SOUND, DeviceMissing

RATE = 22050
"""Samples per second: more than twice the highest partial of the highest note."""
PEAK = 20000
"""The amplitude, of 32767, with headroom so that the sum of the partials is not clipped."""
PARTIALS = ((1, 0.8), (2, 0.2), (3, 0.08))
# Fading in and out avoids the click of a wave that is cut off.
ATTACK_S = 0.002
RELEASE_S = 0.004
DECAY_S = 0.22


@cache
def wave(tune: Tune) -> array[int]:
    """Return *tune* as signed 16-bit samples, one channel; the result is cached.

    >>> len(wave(((440, 100), (0, 100)))) == RATE // 5
    True
    """
    samples = array("h")
    for hertz, length_ms in tune:
        samples.extend(_note(hertz, RATE * length_ms // 1000))
    return samples


def _note(hertz: int, count: int) -> array[int]:
    return array("h", [round(PEAK * _loudness(at, count) * _tone(hertz * at / RATE)) for at in range(count)])


def _tone(turns: float) -> float:
    return sum(share * math.sin(math.tau * partial * turns) for partial, share in PARTIALS)


def _loudness(at: int, count: int) -> float:
    since, left = at / RATE, (count - at) / RATE
    return min(1.0, since / ATTACK_S) * min(1.0, left / RELEASE_S) * math.exp(-since / DECAY_S)


log = logging.getLogger(__name__)

CHANNELS = 1
BUFFER = 512
"""Samples that the system requests at a time; they delay a sound by a fortieth of a second."""
KEEP_OPEN_S = 20.0
"""Seconds that the device stays open after a sound.

An open device wakes the process forty times a second, but opening it takes time.
"""


class WindowSpeaker(TunePlayer):
    """Plays cues through the computer's sound device; raises ``DeviceMissing`` if there is none."""

    def __init__(self) -> None:
        try:
            _open()
        except (pygame.error, NotImplementedError) as failure:
            # If the system lacks a library that the mixer needs, pygame raises NotImplementedError.
            raise DeviceMissing(f"expected a sound device, got {failure}, from SDL", NO_SOUND) from failure
        super().__init__("speaker")

    def _work(self) -> None:
        while (tune := self._next()) is not None:
            try:
                if pygame.mixer.get_init() is None:
                    _open()
                pygame.mixer.stop()
                tone = pygame.mixer.Sound(buffer=wave(tune))
                # Loudness is perceived in ratios: half the percentage becomes a quarter of the amplitude.
                tone.set_volume((self._loudness / 100) ** 2)
                tone.play()
            except pygame.error as failure:
                log.warning("expected the sound device to play, got %s", failure)
        pygame.mixer.quit()

    def _next(self) -> Tune | None:
        try:
            return self._tunes.get(timeout=KEEP_OPEN_S)
        except Empty:
            pygame.mixer.quit()
            return self._tunes.get()


def _open() -> None:
    with _hush():
        pygame.mixer.init(RATE, -16, CHANNELS, BUFFER)


@contextmanager
def _hush() -> Iterator[None]:
    """Suppress the sound libraries' own messages on stderr; SDL reports the errors that matter."""
    stderr = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
