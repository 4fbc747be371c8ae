"""What is kept of the cases belongs to the tables as they are, and the standards' holes are where they belong."""

from __future__ import annotations

import csv

import pytest
from case import measures, sources
from circuit import measures as boards
from circuit.places import HARDWARE

PICTURES = HARDWARE / "docs" / "pictures"
CASES = (
    *(f"{pi}-waveshare-lcd-1in3" for pi in ("zero", "full")),
    "tray",
    "probe",
    "hand-wired",
    "zero-bonnet",
    "zero-waveshare-1in3",
    "full-bonnet",
    "full-waveshare-1in3",
    "full-any",
)
# Raspberry Pi's mechanical drawings of the Zero, of the larger boards, and of HATs: outline, and how far apart the
# holes are, of which the first is 3.5 mm from both edges.
ZERO, LARGE, HAT = ((65.0, 30.0), 58.0, 23.0), ((85.0, 56.0), 58.0, 49.0), ((65.0, 56.5), 58.0, 49.0)


def test_every_case_has_its_picture_and_no_other_is_kept() -> None:
    assert {file.stem for file in PICTURES.iterdir()} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_a_kept_picture_is_drawn_from_the_tables(name: str) -> None:
    text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert f"<!-- drawn from {sources.digest()} -->" in text


def test_the_kept_figures_are_those_of_parts_that_can_be_printed() -> None:
    with (HARDWARE / "docs" / "printed.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["case"] for row in rows} == set(CASES)
    least = measures.load().printing.least_wall
    assert [row for row in rows if float(row["thinnest wall"]) < least] == []


@pytest.mark.parametrize(("name", "standard"), [("zero", ZERO), ("full", LARGE)])
def test_a_pi_has_its_holes_where_the_drawing_has_them(name: str, standard: tuple[object, float, float]) -> None:
    pi = measures.load().pis[name]
    assert (pi.size, set(pi.holes)) == (standard[0], _holes(standard[1], standard[2]))


def test_the_lcd_hat_is_as_its_maker_says() -> None:
    # Waveshare, 1.3inch LCD HAT, user manual 1.0.0: "Display size 23.4(H) x 23.4(V) mm, outline size 65 x 30.2mm".
    hat = measures.load().hats["waveshare-lcd-1in3"]
    assert hat.face is not None
    assert (hat.size, (hat.face.picture.wide, hat.face.picture.long)) == ((65.0, 30.2), (23.4, 23.4))
    assert set(hat.holes) == _holes(58.0, 23.0)


@pytest.mark.parametrize(("name", "standard"), [("bonnet", ZERO), ("waveshare-1in3", ZERO), ("any", HAT)])
def test_a_hat_has_its_holes_where_the_standard_has_them(name: str, standard: tuple[object, float, float]) -> None:
    hat = measures.load().hats[name]
    assert (hat.size, set(hat.holes)) == (standard[0], _holes(standard[1], standard[2]))


def _holes(across: float, down: float) -> set[tuple[float, float]]:
    return {(x, y) for x in (3.5, 3.5 + across) for y in (3.5, 3.5 + down)}


def test_every_measure_that_was_guessed_or_drawn_says_so() -> None:
    table = measures.CASE.read_text(encoding="utf-8")
    sections = [line for line in table.splitlines() if line.startswith("[")]
    unsaid = {"[print]"}
    sources_said = table.count("\nsource = ")
    assert table.count("\nplugs_source = ") == table.count("\nplugs = ")
    assert sources_said == len(set(sections) - unsaid)


def test_the_screws_reach_as_deep_as_their_holes_and_no_deeper() -> None:
    table, board = measures.load(), boards.load()
    # Plate of the lid, columns, HAT, spacer, Pi.
    hat = 2.0 + table.lid_above_hat + table.hat_thickness + table.hat_above_pi + 1.4
    hand = 2.0 + table.hand.lid_above + table.hand.thickness
    tray = table.tray.dome + board.optics.depth + table.tray.sink + board.thickness
    assert 3.0 < 25 - hat < 5.8
    assert 3.0 < 16 - hand < 8.0
    assert 3.0 < 30 - tray < 5.5


def test_the_peg_of_the_body_is_one_that_the_optics_allow() -> None:
    optics = boards.load().optics
    assert optics.open < optics.least_peg <= measures.load().tray.peg <= optics.most_peg
