"""What a tray was shown outlives the power; a damaged file is set aside and said, once."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box.tray import HOLES
from companion.config import atomic_file
from companion.errors import CalibrationFailed
from companion.tray.calibration_store import CalibrationStore
from companion.tray.colours import PegClassifier
from companion.tray.samples import Calibration, ColourSample
from tests.support.shown import AMBASSADOR, fresh_bed, put, shown

SERIAL = "4f3a001c"


@pytest.fixture
def files(tmp_path: Path) -> CalibrationStore:
    return CalibrationStore(tmp_path / "trays")


def test_calibration_reads_the_same_pegs_after_the_power_was_gone(files: CalibrationStore) -> None:
    holes = fresh_bed(1)
    files.keep(SERIAL, "ambassador", AMBASSADOR, shown(holes))
    put(holes, ["red", "ivory", "green", "blue", "purple"])
    seen = PegClassifier(files.of(SERIAL, "ambassador", AMBASSADOR)).row(holes.measure())
    assert [(peg.colour, peg.is_sure) for peg in seen] == [(0, True), (7, True), (3, True), (4, True), (5, True)]


@given(
    st.lists(
        st.builds(
            ColourSample,
            st.integers(0, HOLES - 1),
            st.integers(0, 3),
            st.tuples(*[st.integers(-700_000, 700_000).map(lambda tenths: tenths / 10)] * 3),
        )
    ),
    st.integers(2000, 30_000),
)
@settings(max_examples=30)
def test_every_calibration_comes_back_as_it_was(samples: list[ColourSample], noise: int) -> None:
    # hypothesis takes no fixtures that are made again for each example.
    import tempfile

    calibration = Calibration(3, tuple(samples), noise / 1000)
    with tempfile.TemporaryDirectory() as folder:
        files = CalibrationStore(Path(folder))
        files.keep(SERIAL, "own", ("a", "b", "c"), calibration)
        assert files.of(SERIAL, "own", ("a", "b", "c")) == calibration


def test_each_tray_and_each_edition_has_its_own(files: CalibrationStore) -> None:
    one = Calibration(1, (ColourSample(0, 0, (1.0, 2.0, 3.0)),))
    files.keep(SERIAL, "mini", ("red",), one)
    files.keep(SERIAL, "super", ("red",), Calibration(1))
    files.keep("other", "mini", ("red",), Calibration(1))
    assert files.of(SERIAL, "mini", ("red",)) == one
    assert files.editions(SERIAL) == ("mini", "super")
    assert files.serials() == (SERIAL, "other")
    assert files.of("unseen", "mini", ("red",)) == Calibration(1)


def test_colours_in_another_order_are_still_the_same_colours(files: CalibrationStore) -> None:
    files.keep(SERIAL, "own", ("red", "blue"), Calibration(2, (ColourSample(3, 1, (1.0, 1.0, 9.0)),)))
    found = files.of(SERIAL, "own", ("green", "blue", "red"))
    assert found.samples == (ColourSample(3, 1, (1.0, 1.0, 9.0)),)
    assert files.of(SERIAL, "own", ("green",)).samples == ()


GOOD = {"form": 1, "tray": SERIAL, "editions": {"mini": {"noise": 10.0, "sights": []}}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        '"x"',
        "{}",
        '{"form": 2, "editions": {}}',
        json.dumps(GOOD | {"editions": {"mini": {"noise": 0, "sights": []}}}),
        json.dumps(
            GOOD | {"editions": {"mini": {"noise": 10, "sights": [{"hole": 9, "colour": "a", "rgb": [1, 2, 3]}]}}}
        ),
        json.dumps(
            GOOD | {"editions": {"mini": {"noise": 10, "sights": [{"hole": 1, "colour": "a", "rgb": [1, 2]}]}}}
        ),
        json.dumps(GOOD | {"editions": {"mini": None}}),
        '{"form": 1, "editions": {"mini": {"noise": 10, "sights": [{"hole": 1, "colour": "a", "rgb": [1, NaN, 2]}]}}}',
    ],
)
def test_damaged_file_is_set_aside_and_said_once(files: CalibrationStore, text: str) -> None:
    path = files.path(SERIAL)
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(CalibrationFailed, match=r"is now 4f3a001c\.damaged-1"):
        files.of(SERIAL, "mini", ("red",))
    assert files.of(SERIAL, "mini", ("red",)) == Calibration(1)
    assert path.with_name("4f3a001c.damaged-1").read_text() == text


def test_calibration_whose_checksum_does_not_fit_is_set_aside(files: CalibrationStore) -> None:
    files.keep(SERIAL, "mini", ("red",), Calibration(1, (ColourSample(0, 0, (1.0, 2.0, 3.0)),)))
    path = files.path(SERIAL)
    path.write_text(path.read_text().replace("2.0", "3.0"))
    with pytest.raises(CalibrationFailed, match=r"fits its checksum, got another one; .* is now 4f3a001c\.damaged-1"):
        files.of(SERIAL, "mini", ("red",))
    assert files.of(SERIAL, "mini", ("red",)) == Calibration(1)


def test_calibration_of_a_version_without_checksums_is_read(files: CalibrationStore) -> None:
    path = files.path(SERIAL)
    path.parent.mkdir()
    path.write_text(json.dumps(GOOD))
    assert files.editions(SERIAL) == ("mini",)


def test_damaged_files_are_never_written_over(files: CalibrationStore) -> None:
    path = files.path(SERIAL)
    path.parent.mkdir()
    for number in range(1, 4):
        path.write_text(str(number))
        with pytest.raises(CalibrationFailed, match=f"damaged-{number}"):
            files.of(SERIAL, "mini", ("red",))
    assert [path.with_name(f"{SERIAL}.damaged-{number}").read_text() for number in (1, 2, 3)] == ["1", "2", "3"]


def test_file_is_the_old_one_where_the_new_one_cannot_be_written(
    files: CalibrationStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.keep(SERIAL, "mini", ("red",), Calibration(1))

    def full(descriptor: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(atomic_file, "os", SimpleNamespace(**vars(os) | {"fsync": full}))
    with pytest.raises(CalibrationFailed, match="no space left"):
        files.keep(SERIAL, "mini", ("red",), Calibration(1, (ColourSample(0, 0, (1.0, 2.0, 3.0)),)))
    monkeypatch.undo()
    assert files.of(SERIAL, "mini", ("red",)) == Calibration(1)
    assert [path.name for path in files.path(SERIAL).parent.iterdir()] == [f"{SERIAL}.json"]


@pytest.mark.parametrize("serial", ["", "../x", "a/b", "a" * 41, "a.b"])
def test_serial_number_that_is_none_is_refused(files: CalibrationStore, serial: str) -> None:
    with pytest.raises(ValueError, match="expected letters and digits"):
        files.path(serial)
