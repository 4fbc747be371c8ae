"""The pages for makers say what the tables say, and everything that they point to is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from case import builds, measures
from circuit import measures as boards
from circuit import netlist, parts, pins
from circuit.places import HARDWARE, NETLISTS

from tests.hardware.test_kept_cases import CASES

PAGES = {build: HARDWARE / "docs" / f"{build}.md" for build in builds.CIRCUITS}
FRENCH = HARDWARE / "docs" / "no-solder.fr.md"
PROBE = HARDWARE / "docs" / "probe.md"
ALL = [*PAGES.values(), FRENCH, PROBE, HARDWARE / "README.md"]


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def _rows(page: Path, columns: int) -> list[list[str]]:
    """The rows of all tables with that number of columns."""
    rows = [line.strip("| ").split(" | ") for line in _text(page).splitlines() if line.startswith("| ")]
    return [row for row in rows if len(row) == columns]


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", _text(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_what_a_page_points_to_is_there(page: Path) -> None:
    missing = []
    for target in re.findall(r"\]\(([^)]+)\)", re.sub(r"\s+", " ", _text(page))):
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            missing.append(target)
    assert missing == []


def test_probe_has_the_trays_parts_and_pins() -> None:
    kinds, text = parts.load(), _text(PROBE)
    resistors = ", ".join(kinds[colour].value for colour in ("red", "green"))
    assert f"resistor {resistors} and {kinds['blue'].value} ohm" in text
    assert f"resistor {kinds['load'].ohms / 1000:.1f} kohm" in text
    table = tomllib.loads((HARDWARE / "pins.toml").read_text(encoding="utf-8"))["tray"]["pins"]
    for name, ohms in (("red", kinds["red"].value), ("green", kinds["green"].value), ("blue", kinds["blue"].value)):
        assert re.search(
            rf"^\| {table[name]['pin']} \|.*\n\| its collector \| {ohms} ohm, then the {name} lead", text, re.M
        )
    assert f"| {table['sensor0']['pin']} | the emitter of the TEPT5600" in text
    assert f"| {table['button']['pin']} | the button, then GND |" in text


@pytest.mark.parametrize("build", PAGES)
def test_a_page_lists_what_its_build_needs(build: str) -> None:
    kinds = parts.load()
    shopping = [row for row in _text(PAGES[build]).splitlines() if re.match(r"\| \d+ \| ", row)]
    assert shopping == [item.row() for item in builds.items(build, kinds)]


@pytest.mark.parametrize("build", PAGES)
def test_a_page_says_what_its_build_costs(build: str) -> None:
    assert f"About {builds.total(build, parts.load())} euros" in _text(PAGES[build])


def test_the_french_page_has_the_figures_of_the_english_one() -> None:
    def figures(page: Path) -> list[tuple[str, str]]:
        return [(row[0], row[3]) for row in _rows(page, 4) if row[0].isdigit()]

    assert figures(FRENCH) == figures(PAGES["no-solder"])
    assert f"Environ {builds.total('no-solder', parts.load())} euros" in _text(FRENCH)
    assert len(re.findall("^#", _text(FRENCH), re.M)) == len(re.findall("^#", _text(PAGES["no-solder"]), re.M))


def test_the_hand_wired_page_has_every_wire_of_the_pin_table() -> None:
    table = pins.load()
    board = table.boards["custom"]
    wanted = {use: [f"GPIO{pin}", str(table.number(pin))] for use, pin in board.claims()}
    bus = table.buses[board.panel.bus]
    wanted |= {f"display, {line}": [f"GPIO{pin}", str(table.number(pin))] for line, pin in bus.items()}
    found = {row[0]: row[1:3] for row in _rows(PAGES["hand-wired"], 4) if row[1].startswith("GPIO")}
    assert {name.lower(): wire for name, wire in found.items()} == {
        name.lower(): wire for name, wire in wanted.items()
    }


@pytest.mark.parametrize("page", [*PAGES.values(), FRENCH], ids=lambda page: page.name)
def test_a_pin_that_is_named_by_what_it_is_is_that(page: Path) -> None:
    header = pins.load().header
    names = {
        "3.3 V": "3V3",
        "3,3 V": "3V3",
        "5 V": "5V",
        "ground": "GND",
        "masse": "GND",
        "SDA": "GPIO2",
        "SCL": "GPIO3",
    }
    said = re.findall(r"(3[.,]3 V|5 V|ground|masse|SDA|SCL) \((?:pin|broche) (\d+)\)", _text(page))
    assert {(name, number) for name, number in said if header[int(number) - 1] != names[name]} == set()
    assert said or page == PAGES["with-tray"]


def test_the_trays_page_names_only_pins_that_are_used_and_parts_that_are_there() -> None:
    table, circuit = pins.load().tray, netlist.load(NETLISTS / "tray.net")
    text = _text(PAGES["with-tray"])
    used = set(table.pins) | {pin.pin for pin in table.pins.values()}
    rows = [row[0] for row in _rows(PAGES["with-tray"], 2)]
    named = set(re.findall(r"\b[AD]\d+\b", " ".join(rows)))
    assert named <= used
    sensors = {pin.pin for pin in table.pins.values() if pin.does == "analog"}
    assert sensors <= named
    refs = set(re.findall(r"\b(?:RN|SW|Q|C|U|J|R)\d+\b", text))
    assert refs <= set(circuit.parts)


@pytest.mark.parametrize("page", [PAGES["no-solder"], FRENCH], ids=["en", "fr"])
def test_the_page_without_solder_tells_of_each_hat_to_buy_the_board_and_cases_that_are_built(page: Path) -> None:
    rows = [row for row in _rows(page, 5) if row[4].startswith("`")]
    [hats] = [item for item in builds.items("no-solder", parts.load()) if "HAT" in item.name]
    assert tuple(row[0] for row in rows) == hats.makers
    assert {row[1].strip("`") for row in rows} <= set(pins.load().boards) - {"custom"}
    assert {name for row in rows for name in re.findall(r"`([^`]+)`", row[4])} <= set(CASES)


def test_the_trays_page_has_the_measures_of_the_body() -> None:
    tray, board = measures.load().tray, boards.load()
    slide = measures.load().printing.slide
    text = re.sub(r"\s+", " ", _text(PAGES["with-tray"]))
    assert f"pitches of {boards.LEAST_PITCH} to {boards.MOST_PITCH} mm" in text
    assert f"A peg of {tray.peg} mm gets a hole of {tray.peg + 2 * slide:.1f} mm" in text
    assert f"rim of {board.optics.open:.1f} mm, {board.optics.depth} mm above" in text
    assert f"their domes {tray.dome} mm above the board" in text
    assert f"stands {tray.lid_high:.0f} mm high" in text


def test_the_pages_name_the_widest_bridges() -> None:
    table = measures.load()
    spans = {name: max(wide for _, wide in (*pi.ports, pi.card)) for name, pi in table.pis.items()}
    assert f"at most {max(spans.values()):.0f} mm wide" in re.sub(r"\s+", " ", _text(PAGES["no-solder"]))
    assert f"plus {max(spans.values()):.0f} mm" in re.sub(r"\s+", " ", _text(FRENCH))
    assert f"at most {spans['zero']:.0f} mm wide" in re.sub(r"\s+", " ", _text(PAGES["hand-wired"]))
    assert f"at most {table.tray.bore} mm wide" in re.sub(r"\s+", " ", _text(PAGES["with-tray"]))


@pytest.mark.parametrize("page", [*PAGES.values(), FRENCH, PROBE], ids=lambda page: page.name)
def test_every_page_says_that_nothing_has_been_built(page: Path) -> None:
    text = re.sub(r"\s+", " ", _text(page))
    assert re.search(r"has not been printed|None of this has been|No board has been ordered|jamais été imprimé", text)


def test_the_leading_page_has_the_cases_figures() -> None:
    text = re.sub(r"\s+", " ", _text(HARDWARE / "README.md"))
    tray, board, printing = measures.load().tray, boards.load(), measures.load().printing
    assert f"a wall of {board.eye - board.light - tray.bore:.1f} mm" in text
    assert f"({tray.bore} mm), the groove for the lid ({tray.lid_wall + 2 * printing.slide:.1f} mm)" in text
    assert f"thinner than {printing.least_wall} mm" in text
    assert f"more than {printing.most_overhang:.0f} degrees" in text
    assert f"The lid stays {measures.load().glass_gap} mm above the glass" in text


def test_the_leading_page_has_the_builds_prices() -> None:
    kinds = parts.load()
    rows = [row for row in _rows(HARDWARE / "README.md", 6) if row[0] in ("no solder", "hand-wired", "with tray")]
    said = {row[0].replace(" ", "-"): int(row[3].split()[0]) for row in rows}
    assert said == {build: builds.total(build, kinds) for build in builds.CIRCUITS}


def test_probe_has_the_measures_of_its_well() -> None:
    table, board = measures.load(), boards.load()
    text = re.sub(r"\s+", " ", _text(PROBE))
    assert f"{board.eye - board.light:.0f} mm apart, a wall between them" in text
    assert f"face {board.optics.depth:.0f} mm above them, an opening of {board.optics.open} mm below it" in text
    assert table.probe.free_row == 4
    assert "covers three rows on each side; the wires go into the last two" in text


@pytest.mark.parametrize("page", [*PAGES.values(), FRENCH, PROBE], ids=lambda page: page.name)
def test_a_page_explains_the_letters_of_its_picture(page: Path) -> None:
    [picture] = re.findall(r"\]\((pictures/[\w-]+\.svg)\)", _text(page))
    drawn = re.findall(r">([A-Z])</text>", (page.parent / picture).read_text(encoding="utf-8"))
    legend = re.search(r"^(A \w.*)\.$", _text(page), re.MULTILINE)
    assert legend is not None
    assert re.findall(r"\b([A-E]) \w", legend[1]) == sorted(drawn)
