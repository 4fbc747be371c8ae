from __future__ import annotations

import threading
from collections import deque
from queue import Empty, SimpleQueue

import pytest

from companion.box import Answered, Cue
from companion.devices.pi.buzzer import Buzzer
from companion.devices.tune import Tune, notes
from tests.fakes.header import FakeHeader, ManualClock

PIN = 18


class Metronome(SimpleQueue[Tune | None]):
    """Tunes whose time passes at once; ``lengths`` are the notes that were held, in milliseconds."""

    def __init__(self, *cuts_after: int) -> None:
        self.lengths: list[int] = []
        self._cuts = deque(cuts_after)
        self.rests = threading.Semaphore(0)

    def get(self, block: bool = True, timeout: float | None = None) -> Tune | None:
        if timeout is None:
            self.rests.release()
            return super().get()
        self.lengths.append(round(timeout * 1000))
        if self._cuts and len(self.lengths) == self._cuts[0]:
            self._cuts.popleft()
            return super().get()
        raise Empty


class Bench:
    def __init__(self, *cuts_after: int) -> None:
        self.header = FakeHeader(ManualClock())
        self.metronome = Metronome(*cuts_after)
        self.buzzer = Buzzer(PIN, self.header.pins, self.metronome)
        self.let_rest()

    def let_rest(self) -> None:
        """Come back when the worker has nothing left to play."""
        assert self.metronome.rests.acquire(timeout=5.0), "still playing after 5 s"

    def tones(self) -> list[int]:
        return [round(hertz) for hertz, _ in self.header.tones(PIN)]

    def duties(self) -> list[float]:
        return [round(duty, 3) for _, duty in self.header.tones(PIN)]


def pitches(tune: Tune) -> list[int]:
    return [hertz for hertz, _ in tune if hertz]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_tune_is_played_note_by_note(bench: Bench) -> None:
    bench.buzzer.play(Answered(2, 1))
    bench.let_rest()
    assert bench.tones() == pitches(notes(Answered(2, 1)))


def test_notes_are_held_as_long_as_they_are_written(bench: Bench) -> None:
    bench.buzzer.play(Cue.SOLVED)
    bench.let_rest()
    assert bench.metronome.lengths == [length_ms for _, length_ms in notes(Cue.SOLVED)]


def test_buzzer_is_silent_after_the_tune(bench: Bench) -> None:
    bench.buzzer.play(Cue.SOLVED)
    bench.let_rest()
    assert not bench.header.is_sounding(PIN)


def test_new_sound_cuts_the_old() -> None:
    bench = Bench(2)
    bench.buzzer.play(Cue.SOLVED)
    bench.buzzer.play(Cue.REFUSED)
    bench.let_rest()
    assert bench.tones() == pitches(notes(Cue.SOLVED))[:2] + pitches(notes(Cue.REFUSED))


@pytest.mark.parametrize(("percent", "duty"), [(100, 0.5), (50, 0.167), (1, 0.003)])
def test_volume_is_the_share_that_is_on(bench: Bench, percent: int, duty: float) -> None:
    bench.buzzer.volume(percent)
    bench.buzzer.play(Cue.PRESS)
    bench.let_rest()
    assert bench.duties() == [duty]


def test_volume_off_plays_nothing(bench: Bench) -> None:
    bench.buzzer.volume(0)
    bench.buzzer.play(Cue.SOLVED)
    bench.let_rest()
    assert bench.tones() == []


def test_volume_off_cuts_the_sound() -> None:
    bench = Bench(1)
    bench.buzzer.play(Cue.SOLVED)
    bench.header.heard(PIN, timeout=5.0)
    bench.buzzer.volume(0)
    bench.let_rest()
    assert (bench.tones(), bench.header.is_sounding(PIN)) == (pitches(notes(Cue.SOLVED))[:1], False)


@pytest.mark.parametrize("percent", [-1, 101])
def test_volume_outside_its_limit_is_refused(bench: Bench, percent: int) -> None:
    with pytest.raises(ValueError, match=f"expected a loudness of 0 to 100 percent, got {percent}"):
        bench.buzzer.volume(percent)


def test_close_cuts_the_sound_and_ends_the_worker() -> None:
    before = threading.active_count()
    bench = Bench(1)
    bench.buzzer.play(Cue.LOST)
    bench.header.heard(PIN, timeout=5.0)
    bench.buzzer.close()
    assert (threading.active_count(), bench.tones()) == (before, pitches(notes(Cue.LOST))[:1])


def test_close_gives_the_pin_back(bench: Bench) -> None:
    bench.buzzer.close()
    bench.header.occupy(PIN)


def test_buzzer_that_breaks_falls_silent(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.header.break_off(PIN)
    bench.buzzer.play(Cue.SOLVED)
    bench.buzzer.close()
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["the buzzer does not answer"]


def test_queue_of_the_worker_lets_a_press_be_heard() -> None:
    header = FakeHeader(ManualClock())
    buzzer = Buzzer(PIN, header.pins)
    buzzer.play(Cue.PRESS)
    # Nothing more is put until the worker has taken it: closing would cut it before its first note.
    assert header.heard(PIN, timeout=5.0)
    buzzer.close()
