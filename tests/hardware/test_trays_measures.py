"""The tray's measures."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from circuit import layout, measures, netlist
from circuit.measures import LEAST_PITCH, MOST_PITCH
from circuit.places import NETLISTS

SIZE = measures.load()


def test_the_holes_are_a_pitch_apart_about_the_middle() -> None:
    holes = [SIZE.hole(number) for number in range(SIZE.holes)]
    assert [b[0] - a[0] for a, b in pairwise(holes)] == pytest.approx([SIZE.pitch] * 4)
    assert holes[2] == (SIZE.centre, SIZE.row)


@pytest.mark.parametrize("pitch", [LEAST_PITCH - 0.1, MOST_PITCH + 0.1])
def test_a_pitch_that_the_board_cannot_be_laid_for_is_refused(pitch: float) -> None:
    with pytest.raises(ValueError, match=r"expected a pitch of 12\.0 to 18\.0 mm, got"):
        replace(SIZE, pitch=pitch)


def test_holes_farther_apart_make_the_board_grow_to_the_right() -> None:
    wide = SIZE.spread(18.0)
    assert wide.hole(0) == SIZE.hole(0)
    assert wide.hole(4) == (SIZE.hole(4)[0] + 12.0, SIZE.row)
    assert (wide.width, wide.height) == (SIZE.width + 12.0, SIZE.height)
    assert wide.width - wide.button[0] == pytest.approx(SIZE.width - SIZE.button[0])
    assert {x for x, _ in wide.screws} == {4.0, wide.width - 4.0}


def test_closer_holes_leave_the_board_as_it_is() -> None:
    close = SIZE.spread(12.0)
    assert (close.width, close.screws, close.button, close.hole(2)) == (
        SIZE.width,
        SIZE.screws,
        SIZE.button,
        SIZE.hole(2),
    )


@pytest.mark.parametrize("pitch", [LEAST_PITCH, SIZE.pitch, MOST_PITCH])
def test_every_part_of_the_circuit_has_a_place_on_the_board(pitch: float) -> None:
    size = SIZE.spread(pitch)
    places = layout.place(size)
    assert set(places) == set(netlist.load(NETLISTS / "tray.net").parts)
    for place in places.values():
        assert 0 < place.x < size.width
        assert 0 < place.y < size.height
