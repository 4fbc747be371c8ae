from __future__ import annotations

from array import array
from itertools import pairwise

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box import Answered, Cue
from companion.devices.tune import CUES, notes
from companion.devices.window.speaker import PEAK, RATE, WindowSpeaker, wave
from companion.errors import NO_SOUND, DeviceMissing
from tests.devices.test_tune import length_ms

HERTZ = st.integers(100, 2500)
LENGTH_MS = st.integers(20, 300)


def periods(samples: array[int]) -> int:
    return sum(1 for before, after in pairwise(samples) if before < 0 <= after)


@given(HERTZ, LENGTH_MS)
def test_note_has_its_pitch(hertz: int, length: int) -> None:
    assert periods(wave(((hertz, length),))) == pytest.approx(hertz * length / 1000, abs=1.5)


@pytest.mark.parametrize("sound", [*Cue, Answered(2, 1), Answered(0, 0)])
def test_sound_lasts_as_long_as_its_notes(sound: Cue | Answered) -> None:
    assert len(wave(notes(sound))) == pytest.approx(length_ms(notes(sound)) * RATE / 1000, abs=len(notes(sound)))


def test_rest_is_silent() -> None:
    assert set(wave(((0, 50),))) == {0}


@given(HERTZ, LENGTH_MS)
def test_note_begins_and_ends_without_a_click(hertz: int, length: int) -> None:
    samples = wave(((hertz, length),))
    assert max(abs(samples[0]), abs(samples[-1])) < PEAK / 20


@given(HERTZ, LENGTH_MS)
def test_note_is_loud_and_not_clipped(hertz: int, length: int) -> None:
    loudest = max(abs(sample) for sample in wave(((hertz, length),)))
    assert PEAK / 2 < loudest < 32767


def test_shortest_cue_can_be_heard() -> None:
    assert max(wave(CUES[Cue.PRESS])) > PEAK / 2


def test_mixer_that_lacks_a_library_is_a_missing_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pygame then has something in the mixer's place that raises ``NotImplementedError`` at every call."""

    class NotThere:
        def __getattr__(self, name: str) -> object:
            raise NotImplementedError(f"mixer module not available, so no {name}")

    monkeypatch.setattr(pygame, "mixer", NotThere())
    with pytest.raises(DeviceMissing, match="expected a sound device, got mixer module not available") as missing:
        WindowSpeaker()
    assert missing.value.sentence == NO_SOUND
