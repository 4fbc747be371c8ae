"""The tray's analog side, run by ngspice where its tolerances are worst."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace

import pytest
from circuit import analog, limits, measures, parts, spectra
from circuit.analog import Corner, Result
from circuit.parts import Kinds
from circuit.places import ROOT

from tests.support.tools import need

BRIGHTEST = Corner(supply=5.25, led_resistors=-1, load=1, led_volts=-1, gain=1)
DIMMEST = Corner(supply=4.5, led_resistors=1, load=-1, led_volts=1, gain=-1)


def _run(kinds: Kinds) -> Sequence[Result]:
    need("ngspice", by="make test-hardware")
    design = replace(analog.load(), kinds=kinds)
    low, _, high = design.size.heights()
    bright, dim = replace(design, size=low), replace(design, size=high)
    return [*analog.run(bright, BRIGHTEST), *analog.run(dim, DIMMEST)]


def _broken(kinds: Kinds) -> set[str]:
    return {finding.what for finding in limits.findings(kinds, _run(kinds)) if not finding.holds}


def test_the_corners_are_all_that_there_are() -> None:
    corners = list(analog.corners())
    assert len(set(corners)) == 2**5
    assert {BRIGHTEST, DIMMEST} <= set(corners)


def test_everything_keeps_to_its_limits() -> None:
    assert _broken(parts.load()) == set()


@pytest.mark.parametrize(
    ("kind", "ohms", "broken"),
    [
        ("red", 100, {"one red light", "a resistor for red"}),
        ("green", 100, {"one green light"}),
        ("green", 680, {"white peg under green"}),
        ("base", 47, {"pin for red", "pin for green", "pin for blue"}),
        ("load", 33_000, {"white peg under red", "not yet settled: off"}),
        ("dropper", 220, {"one lamp", "eight lamps of a register"}),
    ],
)
def test_a_wrong_resistor_breaks_what_it_is_there_for(kind: str, ohms: float, broken: set[str]) -> None:
    kinds = dict(parts.load())
    kinds[kind] = replace(kinds[kind], ohms=ohms)
    assert broken <= _broken(kinds)


def test_each_hole_is_simulated_between_its_own_leads() -> None:
    # By hand, of the board: the third light's red lead is 1, its resistor the fourth lead of RN1, its sensor A2.
    deck = analog.deck(analog.load(), BRIGHTEST)
    assert "DD3_red D3_red net_red2 led_red" in deck
    assert "RRN1_4 net_red_sink net_red2" in deck
    assert ".meas tran settled_red2 find v(net_seen2)" in deck
    assert {(result.corner, result.hole) for result in _run(parts.load())} == {
        (corner, hole) for corner in (BRIGHTEST, DIMMEST) for hole in range(5)
    }


def test_a_shorter_wait_is_too_short_for_the_dark() -> None:
    need("ngspice", by="make test-hardware")
    results = analog.run(replace(analog.load(), scan=replace(analog.timing(), settle=100e-6)), BRIGHTEST)
    broken = {finding.what for finding in limits.findings(parts.load(), results) if not finding.holds}
    assert "not yet settled: off" in broken


def test_the_wait_is_the_firmwares() -> None:
    # As firmware/PROTOCOL.md has it: 625 us at the fastest rate, and samples begin after half of it.
    scan = analog.timing()
    assert (scan.settle, scan.slot) == pytest.approx((312.5e-6, 625e-6))


def test_white_is_at_least_as_bright_with_typical_parts_as_in_the_simulated_tray() -> None:
    need("ngspice", by="make test-hardware")
    optics = tomllib.loads((ROOT / "companion/link/optics.toml").read_text(encoding="utf-8"))
    white = max(optics["reflectance"]["white"])
    found = analog.run(analog.load(), analog.TYPICAL)
    steps = [result.settled[colour] for result in found for colour in analog.COLOURS]
    assert min(steps) >= optics["signal"] * white * limits.FULL_SCALE
    assert all(finding.holds for finding in limits.typical(found))


def test_lights_are_about_as_bright_as_each_other() -> None:
    need("ngspice", by="make test-hardware")
    found = analog.run(analog.load(), analog.TYPICAL)
    steps = [result.settled[colour] for result in found for colour in analog.COLOURS]
    assert max(steps) < 1.2 * min(steps)


def test_peg_that_stands_a_millimetre_higher_gives_a_quarter_less_light() -> None:
    low, usual, high = (size.optics.lux_per_candela(7.0) for size in measures.load().heights())
    assert high / usual == pytest.approx(0.72, abs=0.03)
    assert low / usual == pytest.approx(1.39, abs=0.05)


def test_smaller_opening_breaks_the_least_light() -> None:
    # What a deck for pegs of 4 mm would leave open.
    design = analog.load()
    need("ngspice", by="make test-hardware")
    small = replace(design.size, optics=replace(design.size.optics, open=3.0))
    results = analog.run(replace(design, size=small), DIMMEST)
    broken = {finding.what for finding in limits.findings(design.kinds, results) if not finding.holds}
    assert {"white peg under red", "white peg under green", "white peg under blue"} <= broken


# The oracle: at one wavelength a lumen is 1/683 of a watt divided by the eye's sensitivity there, CIE 018:2019: 0.7932
# at 525 nm, 0.3210 at 625 nm.
def test_sensor_sees_less_of_green_than_of_the_lamp_that_it_is_specified_for() -> None:
    kinds = dict(parts.load())
    narrow = {"nm": {"red": 625.0, "green": 525.0}, "width_nm": {"red": 1.0, "green": 1.0}}
    kinds["rgb"] = replace(kinds["rgb"], figures=narrow)
    seen = spectra.seen(kinds)
    at = {"red": 0.5 ** ((55 / 230) ** 2) / 0.3210, "green": 0.5 ** ((45 / 130) ** 2) / 0.7932}
    assert seen["green"] / seen["red"] == pytest.approx(at["green"] / at["red"], rel=0.03)
    assert 0.2 < spectra.seen(parts.load())["green"] < 0.4


def test_a_lights_current_is_what_ohms_law_leaves() -> None:
    # By hand: 5.25 V less 1.8 V of a red light and 0.2 V of the transistor, through 180 ohm less 5 %.
    result = next(result for result in _run(parts.load()) if result.corner == BRIGHTEST)
    assert result.light["red"] == pytest.approx((5.25 - 1.8 - 0.2) / (180 * 0.95), rel=0.05)
    assert result.all_lights["red"] == pytest.approx(5 * result.light["red"], rel=1e-3)


def test_the_light_that_comes_back_is_what_the_inverse_square_law_leaves() -> None:
    # By hand, with everything straight ahead and nothing lost: one candela lights a face 10 mm away with 10,000 lx;
    # white and 6 mm across, it shines with 10,000 / pi cd/m2 on 28.27 mm2, so with 0.09 cd, and back over 10 mm.
    straight = replace(measures.load().optics, depth=10.0, open=6.0, white=1.0, light_aside=1.0, eye_aside=1.0)
    assert straight.lux_per_candela(0.0) == pytest.approx(900, rel=0.001)
    assert measures.load().optics.lux_per_candela(7.0) < straight.lux_per_candela(7.0) * 0.8 * 0.5 * 0.75 + 1e-9
