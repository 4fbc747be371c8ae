"""Storage of calibrations: one JSON file per tray, named by its serial number.

Colours are stored by their English names, so that an edition may change their order. A damaged file, or one whose
checksum does not fit, is renamed and reported once; the tray must then be calibrated again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from companion.box.tray import FULL_SCALE, HOLES
from companion.config.atomic_file import atomic_write, set_aside
from companion.config.checksum import json_with_checksum, read_json_with_checksum
from companion.config.rules import is_whole
from companion.config.text_file import LIMIT, read_text
from companion.errors import N_, CalibrationFailed
from companion.tray.samples import NOISE_LIMITS, Calibration, ColourSample

EMPTY = "empty"
FORM = 1
NOT_KEPT = N_("Calibration could not be kept: check the card.")
_SERIAL = re.compile(r"[0-9A-Za-z_-]{1,40}")


class _SampleLine(TypedDict):
    hole: int
    colour: str
    rgb: list[float]


class _Shown(TypedDict):
    noise: float
    sights: list[_SampleLine]


_Editions = dict[str, _Shown]


class CalibrationStore:
    """The calibration files of all trays, in *folder*."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, serial: str) -> Path:
        """Return the file of the tray *serial*; raises ``ValueError`` if *serial* is no valid serial number."""
        if not _SERIAL.fullmatch(serial):
            raise ValueError(f"expected letters and digits as a serial number, got {serial!r}")
        return self._folder / f"{serial}.json"

    def of(self, serial: str, edition: str, colours: Sequence[str]) -> Calibration:
        """Return the calibration of an edition whose colours have these names; an empty one if there is none.

        Raises ``CalibrationFailed`` for a damaged file, which is renamed so that the next call finds none, and for a
        file that cannot be read.
        """
        shown = self._editions(serial).get(edition)
        if shown is None:
            return Calibration(len(colours))
        names = {name: number for number, name in enumerate((*colours, EMPTY))}
        sights = (_sample(line, names) for line in shown["sights"] if line["colour"] in names)
        return Calibration(len(colours), tuple(sights), shown["noise"])

    def keep(self, serial: str, edition: str, colours: Sequence[str], calibration: Calibration) -> None:
        """Write the calibration of *edition* and keep those of the others; raises ``CalibrationFailed`` on failure."""
        names = (*colours, EMPTY)
        lines: list[_SampleLine] = [
            {"hole": sample.hole, "colour": names[sample.colour], "rgb": [round(value, 1) for value in sample.rgb]}
            for sample in calibration.samples
        ]
        editions = self._editions(serial)
        editions[edition] = {"noise": round(calibration.noise, 3), "sights": lines}
        path = self.path(serial)
        try:
            with atomic_write(path) as file:
                file.write(json_with_checksum({"form": FORM, "tray": serial, "editions": editions}))
        except OSError as failure:
            message = f"expected to write the calibration, got {failure}, in {path}"
            raise CalibrationFailed(message, NOT_KEPT) from failure

    def editions(self, serial: str) -> tuple[str, ...]:
        """Return the keys of the editions for which this tray has a calibration."""
        return tuple(self._editions(serial))

    def serials(self) -> tuple[str, ...]:
        """Return the serial numbers of the trays that have a calibration file."""
        stems = (path.stem for path in self._folder.glob("*.json"))
        return tuple(sorted(stem for stem in stems if _SERIAL.fullmatch(stem)))

    def _editions(self, serial: str) -> _Editions:
        path = self.path(serial)
        try:
            return _parse(read_text(path, LIMIT))
        except FileNotFoundError:
            return {}
        # Invalid JSON or fields, and also bytes that are not UTF-8.
        except ValueError as damage:
            raise CalibrationFailed(f"expected a calibration, got {damage}; {set_aside(path)}") from damage
        except OSError as failure:
            raise CalibrationFailed(f"expected a calibration that can be read, got {failure}, in {path}") from failure


def _sample(line: _SampleLine, names: dict[str, int]) -> ColourSample:
    red, green, blue = line["rgb"]
    return ColourSample(line["hole"], names[line["colour"]], (red, green, blue))


def _parse(text: str) -> _Editions:
    """Return the editions in *text*; raises ``ValueError`` that says what is wrong with the content."""
    values = read_json_with_checksum(text)
    if not isinstance(values, dict) or values.get("form") != FORM or not isinstance(values.get("editions"), dict):
        raise ValueError(f"expected a calibration of form {FORM}")
    editions: _Editions = {}
    for key, shown in values["editions"].items():
        noise = shown.get("noise") if isinstance(shown, dict) else None
        if not isinstance(noise, int | float) or not NOISE_LIMITS[0] <= noise <= NOISE_LIMITS[1]:
            raise ValueError(f"expected a noise within {NOISE_LIMITS!r}, got {noise!r}, in {key!r}")
        lines = shown.get("sights")
        if not isinstance(lines, list) or not all(map(_is_sight, lines)):
            raise ValueError(f"expected sights of a hole, a colour and three numbers, in {key!r}")
        editions[key] = {"noise": noise, "sights": lines}
    return editions


def _is_sight(line: object) -> bool:
    if not isinstance(line, dict) or not isinstance(line.get("colour"), str):
        return False
    hole, rgb = line.get("hole"), line.get("rgb")
    if not is_whole(hole, range(HOLES)) or not isinstance(rgb, list) or len(rgb) != 3:
        return False
    return all(isinstance(value, int | float) and abs(value) <= 2 * FULL_SCALE for value in rgb)
