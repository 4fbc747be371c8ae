from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box import Answered, Cue, Sound
from companion.devices.tune import BLACK, NOTHING, WHITE, Tune, notes

PEGS = st.integers(0, 8)
SOUNDS: list[Sound] = [*Cue, *(Answered(blacks, whites) for blacks in range(6) for whites in range(6))]


def length_ms(tune: Tune) -> int:
    return sum(length for _, length in tune)


def pitches(tune: Tune) -> list[int]:
    return [hertz for hertz, _ in tune if hertz]


@given(PEGS, PEGS)
def test_answer_has_a_note_a_peg_blacks_first(blacks: int, whites: int) -> None:
    heard = [note for note in notes(Answered(blacks, whites)) if note in (BLACK, WHITE)]
    assert heard == [BLACK] * blacks + [WHITE] * whites


@given(PEGS, PEGS)
def test_no_two_notes_of_an_answer_touch(blacks: int, whites: int) -> None:
    tune = notes(Answered(blacks, whites))
    assert all(tune[i][0] == 0 for i in range(1, len(tune), 2))


@given(PEGS, PEGS)
def test_notes_of_an_answer_start_when_its_key_pegs_appear(blacks: int, whites: int) -> None:
    tune = notes(Answered(blacks, whites))
    starts = [length_ms(tune[:place]) / 1000 for place, note in enumerate(tune) if note in (BLACK, WHITE)]
    assert list(Answered(blacks, whites).starts_s()) == pytest.approx(starts)


def test_white_is_an_octave_above_black() -> None:
    assert WHITE[0] >= 2 * BLACK[0]


def test_white_is_shorter_than_black() -> None:
    assert WHITE[1] < BLACK[1]


def test_row_without_a_peg_has_its_own_cue() -> None:
    assert notes(Answered(0, 0)) == NOTHING


def test_all_sounds_differ() -> None:
    tunes = [notes(sound) for sound in SOUNDS]
    assert len(set(tunes)) == len(tunes)


def test_press_is_a_tick() -> None:
    assert length_ms(notes(Cue.PRESS)) < 10


def test_solved_rises() -> None:
    heard = pitches(notes(Cue.SOLVED))
    assert heard == sorted(set(heard))


def test_solved_is_shorter_than_a_second() -> None:
    assert length_ms(notes(Cue.SOLVED)) < 1000


def test_lost_falls() -> None:
    heard = pitches(notes(Cue.LOST))
    assert heard == sorted(set(heard), reverse=True)


def test_refused_buzzes_twice_and_low() -> None:
    assert pitches(notes(Cue.REFUSED)) == [147, 147]


@pytest.mark.parametrize("sound", SOUNDS, ids=str)
def test_every_tune_can_be_played(sound: Sound) -> None:
    # A speaker of a wire on a pin and a piezo disc: below 100 Hz nothing is heard.
    assert all((hertz == 0 or 100 <= hertz <= 4000) and length > 0 for hertz, length in notes(sound))
