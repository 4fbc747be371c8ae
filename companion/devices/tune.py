"""The notes of every sound cue, and the thread that plays them; each device does so in its own way."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Thread

from companion.box import BLACK_S, LONG_PAUSE_S, PAUSE_S, WHITE_S, Answered, Cue, Sound

Note = tuple[int, int]
"""A frequency in hertz, 0 for silence, and a duration in milliseconds."""

Tune = tuple[Note, ...]

# A black is C5 and long, a white is E6 and half as long. They are more than an octave apart, so the two differ in
# pitch and in rhythm, and can be told apart even on a buzzer without any bass.
BLACK: Note = (523, round(1000 * BLACK_S))
WHITE: Note = (1319, round(1000 * WHITE_S))
BETWEEN_PEGS: Note = (0, round(1000 * PAUSE_S))
# Longer than the pause between two pegs, so that the listener starts a new count.
BETWEEN_COLOURS: Note = (0, round(1000 * LONG_PAUSE_S))
NOTHING: Tune = ((392, 60), (0, 40), (294, 110))

CUES: dict[Cue, Tune] = {
    Cue.PRESS: ((2093, 6),),
    Cue.REFUSED: ((147, 110), (0, 50), (147, 110)),
    Cue.SOLVED: ((523, 110), (659, 110), (784, 110), (1047, 330)),
    Cue.LOST: ((440, 180), (392, 180), (330, 180), (262, 420)),
    Cue.HURRY: ((880, 60), (0, 60), (880, 60)),
}


def notes(sound: Sound) -> Tune:
    """Return the notes of *sound*, in order.

    >>> notes(Answered(blacks=1, whites=2))
    ((523, 120), (0, 160), (1319, 60), (0, 60), (1319, 60))
    """
    return _answer(sound) if isinstance(sound, Answered) else CUES[sound]


def _answer(sound: Answered) -> Tune:
    if not sound.blacks and not sound.whites:
        return NOTHING
    blacks = _repeated(BLACK, sound.blacks)
    whites = _repeated(WHITE, sound.whites)
    between = (BETWEEN_COLOURS,) if blacks and whites else ()
    return blacks + between + whites


def _repeated(note: Note, times: int) -> Tune:
    return ((note, BETWEEN_PEGS) * times)[:-1]


class TunePlayer:
    """A ``Speaker`` whose thread takes the *tunes* to play; None ends it."""

    def __init__(self, name: str, tunes: SimpleQueue[Tune | None] | None = None) -> None:
        self._tunes: SimpleQueue[Tune | None] = tunes or SimpleQueue()
        self._percent = 100
        self._own: int | None = None
        self._worker = Thread(target=self._work, name=name, daemon=True)
        self._worker.start()

    @property
    def _loudness(self) -> int:
        """How loud the newest tune is, in percent."""
        return self._percent if self._own is None else self._own

    def play(self, sound: Sound, percent: int | None = None) -> None:
        """Start *sound* as loud as ``volume`` says, or as *percent*; a sound still playing is cut short."""
        self._own = percent
        if self._loudness:
            self._tunes.put(notes(sound))

    def volume(self, percent: int) -> None:
        """Set the loudness, 0 (off) to 100; raises ``ValueError`` outside of this range."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected a loudness of 0 to 100 percent, got {percent!r}")
        self._percent = percent

    def close(self) -> None:
        """Stop playing and release the device."""
        self._tunes.put(None)
        self._worker.join()

    def _work(self) -> None:
        """Play tunes until None; subclasses override this."""
        raise NotImplementedError
