"""The computer's sound device: a worker thread plays tunes, and closes the device when it has been silent."""

from __future__ import annotations

import logging
import os
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread

import pygame

from companion.box import Sound
from companion.devices.tune import notes
from companion.devices.window.waves import RATE, wave
from companion.errors import NO_SOUND, DeviceMissing

log = logging.getLogger(__name__)

CHANNELS = 1
BUFFER = 512
"""Samples that the system requests at a time; they delay a sound by a fortieth of a second."""
KEEP_OPEN_S = 20.0
"""Seconds that the device stays open after a sound.

An open device wakes the process forty times a second, but opening it takes time.
"""


@cache
def wave_of(sound: Sound) -> array[int]:
    """Return *sound* as samples; the result is cached."""
    return wave(notes(sound))


class WindowSpeaker:
    """Plays cues through the computer's sound device; raises ``DeviceMissing`` if there is none."""

    def __init__(self) -> None:
        try:
            _open()
        except (pygame.error, NotImplementedError) as failure:
            # If the system lacks a library that the mixer needs, pygame raises NotImplementedError.
            raise DeviceMissing(f"expected a sound device, got {failure}, from SDL", NO_SOUND) from failure
        self._volume = 1.0
        self._is_open = True
        self._sounds: SimpleQueue[Sound | None] = SimpleQueue()
        self._worker = Thread(target=self._work, name="speaker", daemon=True)
        self._worker.start()

    def play(self, sound: Sound) -> None:
        """Start *sound*; a sound still playing is cut short."""
        if self._volume:
            self._sounds.put(sound)

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100; raises ``ValueError`` outside of this range."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a loudness of 0 to 100 percent, got {percent!r}")
        # Loudness is perceived in ratios: half the percentage becomes a quarter of the amplitude.
        self._volume = (percent / 100) ** 2

    def close(self) -> None:
        """Stop playing and close the device."""
        self._sounds.put(None)
        self._worker.join()

    def _work(self) -> None:
        while (sound := self._next()) is not None:
            try:
                self._sound(sound)
            except pygame.error as failure:
                log.warning("expected the sound device to play, got %s", failure)
        pygame.mixer.quit()

    def _next(self) -> Sound | None:
        try:
            return self._sounds.get(timeout=KEEP_OPEN_S)
        except Empty:
            pygame.mixer.quit()
            self._is_open = False
            return self._sounds.get()

    def _sound(self, sound: Sound) -> None:
        if not self._is_open:
            _open()
            self._is_open = True
        pygame.mixer.stop()
        tone = pygame.mixer.Sound(buffer=wave_of(sound))
        tone.set_volume(self._volume)
        tone.play()


def _open() -> None:
    with _hushed():
        pygame.mixer.init(RATE, -16, CHANNELS, BUFFER)


@contextmanager
def _hushed() -> Iterator[None]:
    """Suppress the sound libraries' own messages on stderr; SDL reports the errors that matter."""
    stderr = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
