"""What a tray was shown, kept on paper; and hands that show it everything at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.box.tray import HOLES
from companion.games.pegs import PegGame
from companion.games.pegs.edition import Edition
from companion.tray.calibration_store import CalibrationStore
from companion.tray.samples import NOISE, Calibration
from companion.ui.core.context import AppContext
from tests.fakes.link import FakeTray
from tests.support.shown import samples_of


def edition_of(table: AppContext, key: str) -> Edition:
    game = table.catalogue[key]
    if not isinstance(game, PegGame):
        raise TypeError(f"expected a peg game, got {key!r}")
    return game.edition


def show_all(tray: FakeTray, edition: Edition) -> Calibration:
    """Return a calibration of *tray* for *edition*; it is empty afterwards."""
    calibration = Calibration(len(edition.colours))
    tray.set_row([])
    for _ in range(3):
        calibration = calibration.having(samples_of(tray.holes.measure(tray.room), NOISE, edition.hole))
    for number, colour in enumerate(edition.colours):
        tray.set_row([colour.name.english] * HOLES)
        calibration = calibration.having(samples_of(tray.holes.measure(tray.room), NOISE, number))
    tray.set_row([])
    return calibration


class PaperCalibrations(CalibrationStore):
    """Keeps what trays were shown in memory."""

    def __init__(self) -> None:
        super().__init__(Path("paper"))
        self.sheets: dict[tuple[str, str], Calibration] = {}

    def of(self, serial: str, edition: str, colours: Sequence[str]) -> Calibration:
        return self.sheets.get((serial, edition), Calibration(len(colours)))

    def keep(self, serial: str, edition: str, colours: Sequence[str], calibration: Calibration) -> None:
        self.sheets[serial, edition] = calibration

    def editions(self, serial: str) -> tuple[str, ...]:
        return tuple(edition for tray, edition in self.sheets if tray == serial)
