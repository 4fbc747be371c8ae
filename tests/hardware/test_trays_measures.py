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
    with pytest.raises(ValueError, match=r"expected a pitch of 12\.0 to 15\.0 mm, got"):
        replace(SIZE, pitch=pitch)


@pytest.mark.parametrize("pitch", [LEAST_PITCH, SIZE.pitch, MOST_PITCH])
def test_every_part_of_the_circuit_has_a_place_on_the_board(pitch: float) -> None:
    size = replace(SIZE, pitch=pitch)
    places = layout.place(size)
    assert set(places) == set(netlist.load(NETLISTS / "tray.net").parts)
    for place in places.values():
        assert 0 < place.x < size.width
        assert 0 < place.y < size.height
