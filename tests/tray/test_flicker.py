"""Lamps that flicker: the same in both models, cancelled as far as it goes, and never a peg that is read wrongly."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.box.tray import HOLES, Light
from companion.link.optics import STEPS
from companion.tray.colours import CYCLES, FLICKER, PegClassifier, Uncertainty
from tests.fakes.room import ORDERS, TICKS, Ambient, RoomLamp, Wave, quietest, sampled, squares
from tests.fakes.tray_firmware import FIRMWARE
from tests.support.readings import Readings
from tests.support.shown import fresh_bed, put, shown
from tools.bench.flicker import ANY, LIMITS, Count, Room, Trays, drawn, kept

ROWS = 60


def test_orders_and_ticks_are_the_firmwares() -> None:
    table = tomllib.loads((FIRMWARE / "protocol.toml").read_text("utf-8"))
    names = table["lights"]
    assert [[names[light] for light in order] for order in ORDERS] == table["scan"]["orders"]
    assert list(TICKS) == table["scan"]["ticks"]


@pytest.mark.parametrize("wave", list(Wave))
def test_both_models_have_the_same_waveforms(wave: Wave) -> None:
    draw = random.Random(3)
    with Readings(fresh_bed(1)) as readings:
        for _ in range(50):
            lamp, turns = RoomLamp(wave, 100.0, 0.5, duty=draw.random()), draw.uniform(-3, 3)
            assert readings.wave(lamp, turns) == pytest.approx(lamp.light(turns), abs=1e-6)


def test_both_models_leave_as_much_of_a_lamps_flicker() -> None:
    holes = fresh_bed(2)
    holes.optics = replace(holes.optics, noise=0.0005)
    put(holes, ["white"] * HOLES)
    draw = random.Random(5)
    with Readings(holes) as readings:
        for hz in (100.0, 120.3, 241.0, 695.0):
            spreads: list[list[int]] = [[], []]
            for _ in range(8):
                lamp = RoomLamp(Wave.CHOPPED, hz, 0.1, 0.4, draw.random())
                room = Ambient((0.6,) * HOLES, (lamp,))
                readings.room(room)
                spreads[0].append(readings.press().lights[0].spread)
                spreads[1].append(holes.measure(room)[0].spread)
            ours, theirs = (sum(one) / len(one) for one in spreads)
            # The firmware stays with a rate that is a quarter worse than the best, and the phases differ.
            assert 0.5 * theirs < ours < 2 * theirs


def test_lamp_on_exact_mains_is_cancelled_whatever_its_shape() -> None:
    # At the first rate a period of 100 Hz is 16 slots, in which every light is as often at every place.
    for duty in (0.1, 0.3, 0.5, 0.8):
        lamp = RoomLamp(Wave.CHOPPED, 100.0, 1.0, duty, 0.013)
        totals = [sum(light) for light in sampled((lamp,), 0, 0)]
        assert totals == pytest.approx([totals[0]] * 4)


def test_no_frequency_leaves_more_than_the_spread_lets_expect() -> None:
    # What a reading is off, in standard deviations of independent errors of the same spread. In one and the same order
    # the worst lamp is off by 60 of them, for its scans are all alike.
    draw = random.Random(8)
    for _ in range(60):
        room = drawn(ANY, draw)
        rate = quietest(room.lamps)
        off = expected = 0.0
        for _ in range(12):
            samples = sampled(room.light(draw).lamps, rate, 0)
            means = [sum(light) / len(light) for light in samples]
            off += sum((lit - means[0]) ** 2 for lit in means[1:]) / 3
            expected += squares(samples) / CYCLES
        # Less than a hundredth of the room's light is nothing.
        assert off < 2 * FLICKER * expected + 1e-6


def test_other_rates_are_quieter_under_a_lamp_in_step_with_one() -> None:
    for rate, tick in enumerate(TICKS):
        lamp = RoomLamp(Wave.CHOPPED, 16e6 / tick / 8, 0.1, 0.5)
        best = quietest((lamp,))
        assert best != rate
        assert squares(sampled((lamp,), best, 0)) < squares(sampled((lamp,), rate, 0)) / 4
    assert all(one < other for one, other in pairwise(TICKS))


def test_flicker_that_is_told_makes_a_near_peg_doubtful() -> None:
    holes = fresh_bed(6)
    reader = PegClassifier(shown(holes))
    put(holes, ["red"] * HOLES)
    quiet = holes.measure()[0]
    loud = Light(quiet.off, quiet.red, quiet.green, quiet.blue, 0, spread=60_000)
    assert reader.peg(0, quiet).is_sure
    assert reader.peg(0, loud).doubt is Uncertainty.BETWEEN
    assert reader.peg(0, loud).odds < reader.peg(0, quiet).odds


def test_spread_that_noise_explains_changes_nothing() -> None:
    holes = fresh_bed(6)
    reader = PegClassifier(shown(holes))
    put(holes, ["orange"] * HOLES)
    light = holes.measure()[0]
    noise = round(16 * (STEPS * 0.01) ** 2)
    told, untold = (Light(light.off, light.red, light.green, light.blue, 0, spread) for spread in (noise, 0))
    assert reader.peg(0, told) == reader.peg(0, untold)


@pytest.fixture(scope="module")
def counts() -> dict[str, Count]:
    found = {}
    trays = Trays()
    for kind, limits in LIMITS.items():
        draw = random.Random(9)
        found[kind] = Count()
        for room in kept(kind):
            found[kind].add(trays.count(room, limits, ROWS, draw))
    trays.close()
    return found


@pytest.mark.parametrize("kind", list(LIMITS))
def test_no_row_is_read_wrongly_in_the_worst_light_that_was_found(kind: str, counts: dict[str, Count]) -> None:
    assert counts[kind].rows >= ROWS * len(kept(kind)) > 0
    assert counts[kind].wrong == 0


def test_few_pegs_are_asked_about_in_the_worst_light_of_a_usual_room(counts: dict[str, Count]) -> None:
    assert counts["usual"].asked_percent <= 3


def test_lamps_that_the_fixed_order_read_wrongly_are_read() -> None:
    """With off, red, green and blue in every cycle, 7 and 68 of 480 rows were read wrongly under these two lamps."""
    draw, trays = random.Random(4), Trays()
    for lamp in (RoomLamp(Wave.RECTIFIED, 100.0, 0.2), RoomLamp(Wave.CHOPPED, 100.0, 0.1, 0.4)):
        count = trays.count(Room(0.6, (lamp,)), LIMITS["usual"], 480, draw)
        assert count.wrong == 0
        assert count.asked_percent < 3
    trays.close()
