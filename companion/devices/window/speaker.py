"""The computer's loudspeaker: a worker plays tunes, and lets go of it while there is none."""

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
"""Samples the system asks for at a time: a fortieth of a second is the delay of a sound."""
KEEP_OPEN_S = 20.0
"""How long the device stays open after a sound: open it wakes us forty times a second, but opening takes time."""


@cache
def wave_of(sound: Sound) -> array[int]:
    """Return *sound* as samples; it is worked out once."""
    return wave(notes(sound))


class WindowSpeaker:
    """Plays cues through the computer's sound device; raises ``DeviceMissing`` when there is none."""

    def __init__(self) -> None:
        try:
            _open()
        except (pygame.error, NotImplementedError) as failure:
            # Where the system lacks a library of the mixer's, pygame says that it is not implemented.
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
        """Set the loudness, 0 (off) to 100."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a loudness of 0 to 100 percent, got {percent!r}")
        # The ear hears ratios: half as loud takes a quarter of the swing.
        self._volume = (percent / 100) ** 2

    def close(self) -> None:
        """Fall silent and let go of the device."""
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
    """Keep the sound libraries' own complaints from stderr: what matters of them SDL tells us."""
    stderr = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
