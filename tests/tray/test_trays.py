"""The commands for a tray: listed, recorded, and a recording judged."""

from __future__ import annotations

import io
import json
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.box.tray import HOLES, TrayEvent
from companion.cli.main import main
from companion.cli.tray import PRESSES, judge, list_trays, read_recording, record
from companion.errors import TextUnreadable
from companion.games.pegs import PegGame
from companion.games.pegs.edition import Edition
from companion.link.discovery import LinkStatus
from companion.link.optics import load_optics
from companion.link.reader import Hear, Reader, listening
from companion.link.twin_port import TwinTray
from companion.tray.calibration_store import CalibrationStore
from tests.fakes.link import FakeTray
from tests.support.flow import CATALOGUE
from tests.support.paper_tray import PaperCalibrations

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")


def edition() -> Edition:
    game = CATALOGUE["mastermind"]
    assert isinstance(game, PegGame)
    return game.edition


def hearing(news: Iterable[TrayEvent]) -> Hear:
    told = deque(news)
    return lambda within_s: told.popleft() if told else None


def pressed(tray: FakeTray, pegs: Iterable[str], presses: int = PRESSES) -> list[TrayEvent]:
    """Return what *tray* tells while each of *pegs* is put into all holes and pressed so often."""
    told: list[TrayEvent] = []
    tray.start(told.append)
    for peg in pegs:
        for _ in range(presses):
            tray.set_row([peg] * HOLES)
            tray.press()
    return told


def recording(tray: FakeTray) -> str:
    file = io.StringIO()
    assert record(edition(), hearing(pressed(tray, ("empty", *COLOURS))), file, io.StringIO()) == 0
    return file.getvalue()


def test_recording_of_a_tray_is_read_without_a_mistake() -> None:
    recorded = read_recording(recording(FakeTray()).splitlines())
    out = io.StringIO()
    assert judge(recorded, out) == 0
    assert out.getvalue().splitlines() == [
        *(f"{name:<12}   15 pegs    0 asked about    0 wrong" for name in (*COLOURS, "empty"))
    ]


def test_recording_begins_with_the_tray_and_has_every_number_that_was_measured() -> None:
    tray = FakeTray()
    lines = [json.loads(line) for line in recording(tray).splitlines()]
    assert lines[0] == {"form": 1, "tray": tray.serial, "firmware": "1.0.0", "edition": "mastermind"}
    assert [line["peg"] for line in lines[1:]] == [peg for peg in ("empty", *COLOURS) for _ in range(PRESSES)]
    assert all(len(line["lights"]) == HOLES and len(light) == 6 for line in lines[1:] for light in line["lights"])


def test_colours_that_look_alike_are_named() -> None:
    optics = load_optics()
    red = optics.reflectance["red"]
    alike = replace(optics, reflectance={**optics.reflectance, "orange": (red[0], red[1] + 0.01, red[2])})
    out = io.StringIO()
    assert judge(read_recording(recording(FakeTray(optics=alike)).splitlines()), out) == 0
    assert "red and orange look alike" in out.getvalue()


def test_peg_that_was_recorded_under_another_name_is_wrong() -> None:
    lines = recording(FakeTray()).splitlines()
    red = next(line for line in lines[6:] if '"red"' in line)
    out = io.StringIO()
    assert judge(read_recording([*lines, red.replace('"red"', '"blue"')]), out) == 1


def test_rows_that_cannot_be_used_are_not_recorded_and_said() -> None:
    tray = FakeTray()
    told = pressed(tray, ("empty", *COLOURS))
    tray.start(told.append)
    spoilt: list[TrayEvent] = []
    tray.start(spoilt.append)
    tray.press(is_settled=False)
    tray.dead = ("green",)
    tray.press()
    tray.unplug()
    file, out = io.StringIO(), io.StringIO()
    record(edition(), hearing([told[0], *spoilt[1:], *told[1:-1]]), file, out)
    assert file.getvalue().count('"peg"') == PRESSES * (len(COLOURS) + 1)
    said = out.getvalue()
    told_to = [line for line in said.splitlines() if line.startswith(("Take", "Put"))]
    assert told_to == ["Take all pegs out.", *(f"Put {colour} pegs into all holes." for colour in COLOURS)]
    assert "pegs were moving: press again" in said
    assert "no light from green" in said
    assert "the tray is gone" in said


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("{", "in line 2"),
        ('{"peg": "red"}', "'lights', in line 2"),
        ('{"peg": "red", "lights": [[1, 2]]}', "in line 2"),
        ('{"peg": 3, "lights": []}', "in line 2"),
        ("3", "in line 2"),
    ],
)
def test_line_that_is_none_is_named(line: str, wrong: str) -> None:
    with pytest.raises(TextUnreadable, match=wrong):
        read_recording(['{"form": 1}', line])


def test_recording_of_another_form_or_of_nothing_is_refused() -> None:
    with pytest.raises(TextUnreadable, match="expected a recording of form 1, got 2"):
        read_recording(['{"form": 2}'])
    with pytest.raises(TextUnreadable, match="at least one colour"):
        judge((), io.StringIO())


def test_list_names_the_tray_its_port_and_what_it_was_shown(tmp_path: Path) -> None:
    twin = TwinTray()
    try:
        port = Reader(twin.dev)
        calibrations = CalibrationStore(tmp_path)
        calibrations.keep("0ea7ea00", "mini", (), PaperCalibrations().of("", "", ()))
        (tmp_path / "broken.json").write_text("{")
        out = io.StringIO()
        with listening(port) as hear:
            assert list_trays(hear, lambda: port.status, calibrations, out) == 0
    finally:
        twin.close()
    first, *more = out.getvalue().splitlines()
    assert "ttyUSB0  firmware" in first
    assert more[-2] == "0ea7ea00 was shown the pegs of: mini"
    assert "broken.damaged-1" in more[-1]


def test_list_says_where_no_tray_answers() -> None:
    out = io.StringIO()
    assert list_trays(lambda within_s: None, LinkStatus, PaperCalibrations(), out) == 1
    assert out.getvalue() == "no tray answers\n"


def test_commands_read_and_refuse_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tray.jsonl"
    file.write_text(recording(FakeTray()))
    assert main(["tray", "judge", str(file), "--state", str(tmp_path)]) == 0
    assert "purple         15 pegs" in capsys.readouterr().out
    assert main(["tray", "judge", "--state", str(tmp_path)]) == 2
    assert "expected a FILE to judge" in capsys.readouterr().err
    assert main(["tray", "record", str(file), "--state", str(tmp_path)]) == 2
    assert "expected a new file to record into" in capsys.readouterr().err
    assert main(["tray", "record", "x", "--edition", "coda", "--state", str(tmp_path)]) == 2
    assert "expected a peg game, got 'coda'" in capsys.readouterr().err
