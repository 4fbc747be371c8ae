"""Pegs are told apart, or asked about; the light of the room and the seat of a peg make no difference."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box.tray import FULL_SCALE, HOLES, Light
from companion.link.optics import load_optics
from companion.tray.colours import PegClassifier, Uncertainty
from companion.tray.samples import KEPT, Calibration, rgb_of, true_sum
from tests.support.shown import AMBASSADOR, fresh_bed, put, reader_of, samples_of, shown

EMPTY = len(AMBASSADOR)
ROW = ("red", "orange", "ivory", "blue")


@pytest.mark.parametrize("ambient", [0.0, 0.02, 0.2, 0.5, 0.75])
def test_every_colour_in_every_hole_is_read_in_any_light(ambient: float) -> None:
    holes = fresh_bed(3)
    reader = reader_of(holes)
    for colour, name in enumerate(AMBASSADOR):
        put(holes, [name] * HOLES)
        seen = reader.row(holes.measure(holes.room(ambient)))
        assert [peg.colour for peg in seen] == [colour] * HOLES
        assert all(peg.is_sure for peg in seen)


def test_empty_hole_is_read_as_the_number_after_the_last_colour() -> None:
    holes = fresh_bed(4)
    reader = reader_of(holes)
    put(holes, ROW)
    assert [peg.colour for peg in reader.row(holes.measure(holes.room(0.4)))] == [0, 1, 7, 4, EMPTY]


# About one row in a thousand is asked about, and one wrong in as many would be seen: two seconds.
@pytest.mark.parametrize("seed", range(5))
def test_random_rows_in_random_light_are_never_read_wrongly(seed: int) -> None:
    holes, draw = fresh_bed(seed), random.Random(seed)
    reader = reader_of(holes)
    wrong, asked = [], 0
    for _ in range(200):
        pegs = [draw.randrange(EMPTY + 1) for _ in range(HOLES)]
        put(holes, [(*AMBASSADOR, "empty")[peg] for peg in pegs])
        seen = reader.row(holes.measure(holes.room(draw.uniform(0, 0.8))))
        asked += sum(not peg.is_sure for peg in seen)
        wrong += [(was, peg) for was, peg in zip(pegs, seen, strict=True) if peg.is_sure and peg.colour != was]
    assert wrong == []
    assert asked <= 0.03 * 1000


def test_colour_that_was_never_shown_is_asked_about() -> None:
    holes = fresh_bed(5)
    reader = reader_of(holes)
    put(holes, ["white", "brown", "pink", "black", "grey"])
    seen = reader.row(holes.measure(holes.room(0.3)))
    # A black peg reflects as little as an empty hole, and no sensor can tell.
    assert [peg.is_sure for peg in (*seen[:3], seen[4])] == [False] * 4
    assert seen[1].doubt is Uncertainty.STRANGE


def test_black_peg_and_empty_hole_are_named_as_alike_and_both_asked_about() -> None:
    names = ("red", "blue", "black", "white")
    holes = fresh_bed(3)
    reader = reader_of(holes, names)
    assert reader.alike() == ((2, len(names)),)
    put(holes, ["black", "red", "empty", "black", "blue"])
    assert [peg.is_sure for peg in reader.row(holes.measure())] == [False, True, False, False, True]


# As docs/tray.md has it: an eighth of white for dark colours, a sixth for bright ones.
@pytest.mark.parametrize(
    ("red", "apart", "are_alike"),
    [((0.1, 0.1, 0.1), 0.12, False), ((0.1, 0.1, 0.1), 0.05, True), ((0.4, 0.4, 0.4), 0.17, False)],
)
def test_colours_are_told_apart_that_differ_by_as_much_as_the_page_says(
    red: tuple[float, float, float], apart: float, are_alike: bool
) -> None:
    optics = load_optics()
    orange = (red[0], red[1] + apart, red[2])
    holes = fresh_bed(2, replace(optics, reflectance={**optics.reflectance, "red": red, "orange": orange}))
    assert ((0, 1) in reader_of(holes, ("red", "orange", "blue")).alike()) == are_alike


def test_two_colours_that_look_alike_are_asked_about_and_not_guessed() -> None:
    optics = load_optics()
    red = optics.reflectance["red"]
    twins = replace(optics, reflectance={**optics.reflectance, "orange": (red[0], red[1] + 0.01, red[2])})
    holes = fresh_bed(6, twins)
    reader = reader_of(holes)
    put(holes, ["red", "orange", "red", "orange", "green"])
    assert [peg.doubt for peg in reader.row(holes.measure(holes.room(0.3)))] == [Uncertainty.BETWEEN] * 4 + [
        Uncertainty.NONE
    ]


def test_glare_is_asked_about() -> None:
    holes = fresh_bed(7)
    reader = reader_of(holes)
    full = Light(FULL_SCALE - 900, FULL_SCALE, FULL_SCALE - 500, FULL_SCALE - 800)
    assert reader.peg(0, full).doubt is Uncertainty.GLARE
    assert reader.peg(0, Light(40000, 43000, 40500, 40500, clipped=20)).doubt is Uncertainty.GLARE


def test_reader_of_an_unfinished_calibration_is_refused() -> None:
    unfinished = shown(fresh_bed(9)).without(3)
    assert unfinished.missing == (3,)
    with pytest.raises(ValueError, match=r"got none of \(3,\)"):
        PegClassifier(unfinished)


def test_calibration_of_one_hole_a_colour_is_never_wrong() -> None:
    holes, draw = fresh_bed(10), random.Random(10)
    full = shown(holes)
    places = [draw.randrange(HOLES) for _ in AMBASSADOR]
    few = tuple(sample for sample in full.samples if sample.colour == EMPTY or places[sample.colour] == sample.hole)
    reader = PegClassifier(replace(full, samples=few))
    asked = 0
    for _ in range(100):
        pegs = [draw.randrange(EMPTY + 1) for _ in range(HOLES)]
        put(holes, [(*AMBASSADOR, "empty")[peg] for peg in pegs])
        seen = reader.row(holes.measure(holes.room(0.3)))
        assert all(peg.colour == was for was, peg in zip(pegs, seen, strict=True) if peg.is_sure)
        asked += sum(not peg.is_sure for peg in seen)
    assert asked > 0


def test_sights_that_are_added_make_a_doubtful_colour_sure() -> None:
    holes = fresh_bed(11)
    full = shown(holes)
    one = replace(full, samples=tuple(sample for sample in full.samples if sample.colour == EMPTY or sample.hole == 0))
    put(holes, ["orange"] * HOLES)
    lights = holes.measure(holes.room(0.3))
    before = PegClassifier(one).row(lights)
    after = PegClassifier(one.having(samples_of(lights, one.noise, 1))).row(holes.measure(holes.room(0.6)))
    assert sum(peg.odds for peg in after) > sum(peg.odds for peg in before)
    assert [peg.colour for peg in after] == [1] * HOLES


def test_only_the_newest_sights_are_kept() -> None:
    holes = fresh_bed(12)
    calibration = shown(holes)
    size = len(calibration.samples)
    put(holes, ["red"] * HOLES)
    for _ in range(3 * KEPT):
        newest = samples_of(holes.measure(), calibration.noise, 0)
        calibration = calibration.having(newest)
    assert len(calibration.samples) == size + (KEPT - 1) * HOLES
    assert calibration.samples[-HOLES:] == tuple(newest)


VALUES = st.integers(0, FULL_SCALE)


@given(st.builds(Light, VALUES, VALUES, VALUES, VALUES, st.integers(0, 255)))
@settings(max_examples=300)
def test_any_measurement_gives_a_peg_of_the_edition(light: Light) -> None:
    seen = READER.peg(2, light)
    assert 0 <= seen.colour <= EMPTY


@given(st.integers(0, FULL_SCALE), st.floats(2, 30))
def test_sum_without_what_was_cut_off_is_never_negative_and_never_greater(total: int, noise: float) -> None:
    assert 0 <= true_sum(total, noise) <= total + 1e-6


# The oracle: a hundred thousand samples, cut off at zero as the converter does.
@pytest.mark.parametrize("level", [0.0, 4.0, 10.0, 25.0])
def test_noise_that_was_cut_off_in_the_dark_is_put_back(level: float) -> None:
    draw = random.Random(1)
    samples = [max(0.0, draw.gauss(level, 10.0)) for _ in range(100_000)]
    assert true_sum(64 * sum(samples) / len(samples), 10.0) == pytest.approx(64 * level, abs=12)


def test_room_light_is_subtracted() -> None:
    assert rgb_of(Light(30000, 31000, 30500, 30250), 10.0) == (1000.0, 500.0, 250.0)


def test_empty_calibration_lacks_everything() -> None:
    assert Calibration(3).missing == (0, 1, 2, 3)


READER = reader_of(fresh_bed(1))
