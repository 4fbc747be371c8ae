"""The probe of one hole: what it prints and records of a simulated tray, and the figures that are fitted to it."""

from __future__ import annotations

import io
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from companion.box.tray import Light
from companion.cli import tray_probe
from companion.cli.main import main
from companion.cli.tray import PRESSES, read_recording
from companion.cli.tray_probe import LAMPS, LEAST, RESISTORS, noise_of, probe, suggested
from companion.errors import TextUnreadable
from companion.link.optics import STEPS, Optics, load_optics
from tests.fakes.link import FakeTray
from tests.tray.test_trays import hearing, pressed
from tools.fit_tray import fit

PARTS = tomllib.loads((Path(__file__).parents[2] / "hardware" / "parts.toml").read_text("utf-8"))
EVEN = replace(load_optics(), illumination=0.0, placement=0.05)


def probed(optics: Optics) -> tuple[str, str]:
    """Return what the probe prints and records of a tray with such light."""
    file, out = io.StringIO(), io.StringIO()
    news = pressed(FakeTray(optics=optics), ("empty", "white"))
    assert probe(hearing(news), file, out) == 0
    return out.getvalue(), file.getvalue()


def fitted(recording: str) -> dict[str, float]:
    out = io.StringIO()
    fit(read_recording(recording.splitlines()), out)
    return tomllib.loads(out.getvalue())


def figures(text: str, name: str) -> list[float]:
    (line,) = [line for line in text.splitlines() if line.startswith(name)]
    return [float(word) for word in line.removeprefix(name).split()]


def test_probe_prints_what_each_lamp_adds_and_how_it_compares_with_the_noise() -> None:
    text, _ = probed(EVEN)
    expected = EVEN.signal * (EVEN.reflectance["white"][0] - EVEN.reflectance["empty"][0]) * STEPS
    assert figures(text, "white adds") == pytest.approx([expected] * 3, rel=0.06)
    # A value is the mean of two sums of 64 samples; the dark value has the same noise.
    noise = EVEN.noise * STEPS * (2 / 128) ** 0.5
    assert figures(text, "signal to noise") == pytest.approx([expected / noise] * 3, rel=0.2)


def test_probe_records_every_press_for_the_model() -> None:
    _, recording = probed(EVEN)
    head, *lines = map(json.loads, recording.splitlines())
    assert head["edition"] == "probe"
    assert [line["peg"] for line in lines] == ["empty"] * PRESSES + ["white"] * PRESSES
    assert all(len(hole) == 6 for line in lines for hole in line["lights"])


# The oracle: the figures with which the recording was made.
@pytest.mark.parametrize(("signal", "noise"), [(0.10, 0.01), (0.14, 0.005), (0.05, 0.02)])
def test_model_fitted_to_a_recording_is_the_one_it_was_made_with(signal: float, noise: float) -> None:
    _, recording = probed(replace(EVEN, signal=signal, noise=noise))
    found = fitted(recording)
    assert found["signal"] == pytest.approx(signal, rel=0.05)
    assert found["noise"] == pytest.approx(noise, rel=0.15)
    assert 0.02 < found["placement"] < 0.09


def test_one_hole_is_enough_for_a_fit() -> None:
    _, recording = probed(EVEN)
    head, *lines = recording.splitlines()
    alone = []
    for line in map(json.loads, lines):
        line["lights"][1:] = [[0] * 6] * 4
        alone.append(json.dumps(line))
    assert fitted("\n".join([head, *alone]))["signal"] == pytest.approx(EVEN.signal, rel=0.08)


@pytest.mark.parametrize("peg", ["empty", "white"])
def test_recording_without_an_empty_or_a_white_row_is_refused(peg: str) -> None:
    _, recording = probed(EVEN)
    lines = [line for line in recording.splitlines() if f'"{peg}"' not in line]
    with pytest.raises(TextUnreadable, match="expected a recording of empty and white"):
        fitted("\n".join(lines))


def test_recording_in_which_nothing_is_seen_is_refused() -> None:
    _, recording = probed(replace(EVEN, signal=0.001))
    with pytest.raises(TextUnreadable, match="expected a hole in which a white peg adds"):
        fitted(recording)


def test_suggested_resistor_gives_the_wanted_light() -> None:
    wanted = tray_probe.TARGET * STEPS
    assert {lamp: suggested(lamp, wanted) for lamp in LAMPS} == RESISTORS
    assert suggested("green", 2 * wanted) == 470
    assert suggested("blue", wanted / 2) == 180
    assert suggested("blue", wanted / 20) == LEAST["blue"]
    assert suggested("red", wanted / 2) == LEAST["red"]


def test_lamp_that_gives_no_light_is_named() -> None:
    dark = {**EVEN.reflectance, "white": (0.88, 0.03, 0.88)}
    text, _ = probed(replace(EVEN, reflectance=dark))
    assert "green: no light comes back: look at its wires, and at the sensor's" in text


def test_noise_of_a_recording_without_a_spread_is_that_of_its_rows() -> None:
    rows = [(Light(20_000, 20_000 + 90 * sign, 20_000, 20_000),) for sign in (1, -1, 1, -1)]
    # Red differs by +-90 from green in the mean of two sums of 64 samples.
    assert noise_of(rows, 0) == pytest.approx((4 * 90**2 / 3 / 64) ** 0.5)


def test_resistors_are_those_of_the_design() -> None:
    assert {lamp: PARTS[lamp]["ohms"] for lamp in LAMPS} == RESISTORS


def test_least_resistors_keep_the_lamps_within_their_current() -> None:
    figures = PARTS["rgb"]["figures"]
    for lamp in LAMPS:
        # By Ohm's law, from the highest supply and the least forward voltage; 0.2 V are left in the transistor.
        volts = 5.25 - (figures["volts"][lamp] - figures["volts_spread"]) - 0.2
        assert volts / (0.95 * LEAST[lamp]) <= figures["amperes"] * 1.01


def test_probe_wants_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tray", "probe"]) == 2
    assert "expected a FILE to probe, got none" in capsys.readouterr().err
