"""What the release is put together with: archives, 3MF, templates in their true size, the guide."""

from __future__ import annotations

import hashlib
import re
import zipfile
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

import pytest
from circuit import bodies, layout, measures, netlist, parts, reports
from circuit.places import BOARD, HARDWARE, NETLISTS
from release import guide, packing, templates

POINTS_PER_MM = 72 / 25.4
# A block of 40 x 20 x 5 mm: its corners, and two triangles for each of its sides.
CORNERS = [(x, y, z) for x in (0.0, 40.0) for y in (0.0, 20.0) for z in (0.0, 5.0)]
FACES = [
    (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4),
    (1, 5, 7), (1, 7, 3),
]  # fmt: skip
BLOCK = [tuple(CORNERS[corner] for corner in face) for face in FACES]
CIRCUIT = netlist.load(NETLISTS / "tray.net")
GUIDE = guide.load()


def drawn(page: str) -> list[tuple[float, ...]]:
    return [
        tuple(map(float, found))
        for found in re.findall(r"^([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l S$", page, re.M)
    ]


def test_cut_through_a_block_is_its_outline() -> None:
    points = {point for segment in templates.cut(BLOCK) for point in segment}
    assert {(round(x, 6), round(y, 6)) for x, y in points} >= {(0, 0), (40, 0), (0, -20), (40, -20)}
    assert all(x in (0, 40) or y in (0, -20) for x, y in points)


def test_template_is_in_its_true_size_and_says_how_to_check_it() -> None:
    page = templates.page("block", templates.cut(BLOCK))
    scale, _ = re.findall(r"^([\d.]+) 0 0 ([\d.]+) 0 0 cm", page)[0]
    assert float(scale) == pytest.approx(POINTS_PER_MM, abs=1e-5)
    *outline, ruler, _, _ = drawn(page)
    assert ruler[2] - ruler[0] == templates.RULER
    across = [x for line in outline for x in line[::2]]
    assert max(across) - min(across) == pytest.approx(40)
    assert "Print at 100 %" in page


def test_template_lies_on_the_paper() -> None:
    for x, y, u, v in drawn(templates.page("block", templates.cut(BLOCK))):
        assert 0 < min(x, u) <= max(x, u) < templates.A4[0]
        assert 0 < min(y, v) <= max(y, v) < templates.A4[1]


def test_pdf_finds_each_of_its_objects_and_has_the_size_of_a4() -> None:
    text = templates.pdf(["0 0 m 1 1 l S", "0 0 m 2 2 l S"])
    places = [int(place) for place in re.findall(rb"^(\d{10}) 00000 n $", text, re.M)]
    assert [text[place:].split(b"\n")[0] for place in places] == [b"%d 0 obj" % n for n in range(1, len(places) + 1)]
    start = int(re.findall(rb"startxref\n(\d+)", text)[0])
    assert text[start : start + 4] == b"xref"
    assert re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", text) == [(b"595.276", b"841.890")] * 2


def test_3mf_has_the_part_in_millimetres(tmp_path: Path) -> None:
    packing.write_3mf("block", CORNERS, FACES, tmp_path / "block.3mf")
    with zipfile.ZipFile(tmp_path / "block.3mf") as archive:
        assert {"[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"} == set(archive.namelist())
        model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314 - it is our own
    name = {"m": "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"}
    assert model.get("unit") == "millimeter"
    assert len(model.findall(".//m:vertex", name)) == len(CORNERS)
    assert len(model.findall(".//m:triangle", name)) == len(FACES)


def test_same_files_give_the_same_archive(tmp_path: Path) -> None:
    for name in ("one", "other"):
        packing.pack_files(tmp_path / name, sorted((BOARD / "plots").iterdir()))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_a_maker_of_boards_gets_the_files_that_were_checked(tmp_path: Path) -> None:
    packing.pack_files(tmp_path / "board.zip", sorted((BOARD / "plots").iterdir()))
    with zipfile.ZipFile(tmp_path / "board.zip") as archive:
        packed = {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}
    sealed = reports.SEAL.read_text(encoding="utf-8")
    assert {"tray.drl", "tray-Edge_Cuts.gbr", "tray-F_Cu.gbr", "tray-B_Cu.gbr"} <= set(packed)
    assert [name for name, digest in packed.items() if digest not in sealed] == []


def test_checksums_are_those_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "print").mkdir()
    (tmp_path / "print" / "a").write_bytes(b"abc")
    # FIPS 180-2, example B.1.
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert packing.checksums(tmp_path) == f"{digest}  print/a\n"


# The guide


def test_every_part_is_put_on_the_board_in_one_step() -> None:
    mounted = list(chain.from_iterable(step.mounts for step in GUIDE.steps))
    bought = {part.kind for part in CIRCUIT.parts.values()} - {"hole", "test"}
    assert sorted(mounted) == sorted(bought)


def test_board_of_a_step_has_the_bodies_of_its_parts_alone(tmp_path: Path) -> None:
    for number, refs in guide.mounted(GUIDE, CIRCUIT):
        (tmp_path / str(number)).mkdir()
        bodies.show(BOARD / "tray.kicad_pcb", tmp_path / str(number), refs)
        text = (tmp_path / str(number) / "tray.kicad_pcb").read_text("utf-8")
        assert len(bodies.models(text)) == len(refs)


def test_guide_has_a_box_to_tick_for_everything_that_is_to_be_done(tmp_path: Path) -> None:
    for number, step in enumerate(GUIDE.steps):
        if step.mounts:
            (tmp_path / f"step-{number}.png").write_bytes(b"a picture")
    guide.write(GUIDE, parts.load(), "D8", tmp_path, tmp_path / "guide.html")
    text = (tmp_path / "guide.html").read_text("utf-8")
    assert text.count('type="checkbox"') == sum(len(step.do) for step in GUIDE.steps)
    assert text.count("<img ") == len(GUIDE.steps)
    # One page that needs no other file.
    assert re.findall(r'(?:src|href)="(?!data:)', text) == []


def test_meter_readings_follow_from_the_parts() -> None:
    readings = {(between, when): expect for between, when, expect in guide.readings(parts.load(), "D8")}
    # 2.2 kohm, 5 percent either way.
    assert readings["D8 and GND", "no cable, button pressed"] == "2.1 to 2.3 kohm"


def test_guide_names_only_parts_and_files_that_are_there() -> None:
    words = " ".join(chain.from_iterable(step.do for step in GUIDE.steps))
    assert set(re.findall(r"\b(?:RN|SW|TP|Q|C|U|J|R)\d+\b", words)) <= set(CIRCUIT.parts)
    assert [step.title for step in GUIDE.steps if step.picture and not (HARDWARE / step.picture).is_file()] == []


def test_usb_plug_of_the_turned_nano_is_where_the_case_has_its_opening() -> None:
    size = measures.load()
    plug = bodies.of_footprint(CIRCUIT.parts["A1"].footprint)[-1]
    x, y = layout.place(size)["A1"].on_board(*plug.middle[:2])
    assert y == pytest.approx(size.usb, abs=0.01)
    assert x < 10
