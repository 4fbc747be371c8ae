from itertools import permutations

import pytest

from companion.games.die import ATTITUDES, FACES, Attitude, Turn, attitude


def handedness(lying: Attitude) -> int:
    """Return 1 where 1, 2 and 3 run anticlockwise around their corner: the sign of their triple product."""
    axes = {
        lying.east: (1, 0, 0),
        lying.west: (-1, 0, 0),
        lying.north: (0, 1, 0),
        lying.south: (0, -1, 0),
        lying.top: (0, 0, 1),
        lying.bottom: (0, 0, -1),
    }
    (a, b, c), (d, e, f), (g, h, i) = axes[1], axes[2], axes[3]
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def test_attitudes_are_exactly_those_of_a_right_handed_die() -> None:
    """Of the 120 ways to name top, north and east, those are kept that oppose to 7 and are right-handed."""
    squares = (
        Attitude(*faces) for faces in permutations(FACES, 3) if len({min(face, 7 - face) for face in faces}) == 3
    )
    assert set(ATTITUDES) == {lying for lying in squares if handedness(lying) == 1}


def test_there_are_24_attitudes() -> None:
    assert len(set(ATTITUDES)) == len(ATTITUDES) == 24


@pytest.mark.parametrize("lying", ATTITUDES, ids=str)
def test_opposite_faces_add_to_7(lying: Attitude) -> None:
    assert [lying.top + lying.bottom, lying.north + lying.south, lying.east + lying.west] == [7, 7, 7]


def test_turning_right_brings_the_northern_face_east() -> None:
    assert attitude(3, 2).turned(Turn.RIGHT) == Attitude(top=3, north=6, east=2)


def test_turning_left_brings_the_eastern_face_north() -> None:
    assert attitude(3, 2).turned(Turn.LEFT) == Attitude(top=3, north=1, east=5)


@pytest.mark.parametrize("lying", ATTITUDES, ids=str)
def test_left_and_right_undo_each_other(lying: Attitude) -> None:
    assert lying.turned(Turn.LEFT).turned(Turn.RIGHT) == lying


@pytest.mark.parametrize("lying", ATTITUDES, ids=str)
def test_tipping_leads_to_attitudes_of_the_same_die(lying: Attitude) -> None:
    assert {lying.rolled_north(), lying.rolled_east()} <= set(ATTITUDES)


def test_faces_that_are_opposite_are_no_neighbours() -> None:
    with pytest.raises(ValueError, match="expected two neighbouring faces of a die, got top 3 and north 4"):
        attitude(3, 4)
