"""The tray beside the box: whether it is there, how it is calibrated, and what it reads."""

from __future__ import annotations

import logging
import zlib
from collections import deque
from dataclasses import dataclass

from companion.box import HOLES, RowCommitted, Tray, TrayFound
from companion.errors import N_, CalibrationFailed, RowRefused
from companion.games.pegs.edition import Edition
from companion.tray.calibration_store import CalibrationStore
from companion.tray.colours import PegClassifier, PegReading, Uncertainty
from companion.tray.sights import Calibration, ColourSample, rgb_of

log = logging.getLogger(__name__)

SEATS = 40
"""Over how many pegs the light of the tray is averaged."""

ENOUGH_SEATS = 20
DRIFT = 0.08
"""The average of twenty pegs that sit by chance, each within +-10 %, strays from 1 by 0.013."""

TOO_FAR = 400.0
"""A squared distance of twenty standard deviations: a peg like that is not remembered as that colour."""


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row as the tray has read it, in the numbers of codes, and what there is to say about it."""

    edition: Edition
    row: RowCommitted
    seen: tuple[PegReading, ...]
    sentence: str = ""

    @property
    def pegs(self) -> tuple[int, ...]:
        """What lies in the holes of the edition."""
        return tuple(peg.colour for peg in self.seen)

    @property
    def doubtful(self) -> frozenset[int]:
        """The holes to be asked about."""
        return frozenset(hole for hole, peg in enumerate(self.seen) if not peg.is_sure)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Pegs that the players called otherwise than the tray, or more surely."""

    edition: Edition
    sights: tuple[ColourSample, ...]


class TrayService:
    """Reads rows from *tray* with what *calibrations* keep of it."""

    def __init__(self, tray: Tray, calibrations: CalibrationStore) -> None:
        self.tray = tray
        self.calibrations = calibrations
        self.found: TrayFound | None = None
        self.lesson: Lesson | None = None
        self._calibrations: dict[str, Calibration] = {}
        self._readers: dict[str, PegClassifier] = {}
        self._seats: deque[float] = deque(maxlen=SEATS)
        self._has_told_drift = False

    # Whether it is there

    def greet(self, found: TrayFound) -> str:
        """Note that a tray answers; return the message id of what to say, empty where it was there already."""
        is_new = self.found is None or self.found.serial != found.serial
        self.found = found
        if not is_new:
            return ""
        self._forget()
        # A damaged file is reported now, and not in the middle of a row.
        is_known = bool(self.calibrations.editions(found.serial))
        if found.calibration and not is_known:
            return N_("A tray from another box. Show it its pegs here too.")
        return N_("The tray is there.")

    def miss(self) -> str:
        """Note that the tray is gone; return the message id of what to say, empty where it was not there."""
        if self.found is None:
            return ""
        self.found = None
        return N_("The tray is gone. Go on by hand.")

    def _forget(self) -> None:
        self._calibrations.clear()
        self._readers.clear()
        self._seats.clear()
        self._has_told_drift = False

    # Rows

    def read(self, row: RowCommitted, edition: Edition) -> ReadRow:
        """Return what lies in the holes of *edition*; raises ``RowRefused`` for a row that nothing can be made of."""
        reader = self._reader(edition)
        if not row.is_settled:
            raise RowRefused("expected pegs at rest", N_("Pegs were moving. Press the tray's button again."))
        if row.dead:
            sentence = N_("A lamp of the tray is dark. Go on by hand.")
            raise RowRefused(f"expected three lamps, got {', '.join(row.dead)} dark", sentence)
        seen = reader.row(row.lights)
        spare = [hole for hole in range(edition.pegs, HOLES) if seen[hole].colour != edition.hole]
        if spare:
            sentence = N_("Take the peg out of hole {hole}, please.")
            raise RowRefused("expected spare holes to be empty", sentence, hole=spare[0] + 1)
        used = seen[: edition.pegs]
        if all(peg.colour == edition.hole and peg.is_sure for peg in used):
            raise RowRefused("expected pegs, got none", N_("The tray is empty. Put a row of pegs in."))
        return ReadRow(edition, row, used, self._worry(used, edition))

    def _reader(self, edition: Edition) -> PegClassifier:
        if edition.pegs > HOLES:
            sentence = N_("This game's rows are longer than the tray.")
            raise RowRefused(f"expected at most {HOLES} pegs, got {edition.pegs}", sentence)
        if edition.key not in self._readers:
            calibration = self.calibration(edition)
            if calibration.missing:
                sentence = N_("Show the tray its pegs first: Settings, Tray.")
                raise RowRefused(f"expected a calibration of {edition.key}", sentence)
            self._readers[edition.key] = PegClassifier(calibration)
        return self._readers[edition.key]

    def _worry(self, used: tuple[PegReading, ...], edition: Edition) -> str:
        if any(peg.doubt is Uncertainty.GLARE for peg in used):
            return N_("Too much light on the tray. Shade it, please.")
        self._seats.extend(peg.seat for peg in used if peg.is_sure and peg.colour != edition.hole)
        if self._has_told_drift or len(self._seats) < ENOUGH_SEATS:
            return ""
        if abs(sum(self._seats) / len(self._seats) - 1) < DRIFT:
            return ""
        self._has_told_drift = True
        return N_("The tray's light has changed. Calibrate it soon.")

    # Calibration

    def calibration(self, edition: Edition) -> Calibration:
        """Return what this tray was shown of *edition*; raises ``CalibrationFailed`` once for a damaged file."""
        names = _names(edition)
        if self.found is None:
            return Calibration(len(names))
        if edition.key not in self._calibrations:
            self._calibrations[edition.key] = self.calibrations.of(self.found.serial, edition.key, names)
        return self._calibrations[edition.key]

    def is_calibrated(self, edition: Edition) -> bool:
        """Whether this tray was shown all pegs of *edition*."""
        try:
            return not self.calibration(edition).missing
        except CalibrationFailed as failed:
            log.warning("calibration not read: %s", failed)
            return False

    def keep(self, edition: Edition, calibration: Calibration) -> None:
        """Let *calibration* hold from the next row on; raises ``CalibrationFailed`` where it cannot be kept."""
        self._forget()
        self._calibrations[edition.key] = calibration
        if self.found is not None:
            self.calibrations.keep(self.found.serial, edition.key, _names(edition), calibration)
            # So that another box can tell that this tray has been calibrated, but not there.
            self.tray.remember(_number_of(calibration))

    # What is learned while playing

    def played(self, read: ReadRow, played: tuple[int, ...]) -> None:
        """Note where the players call a peg otherwise than it was read; they are asked later what to remember."""
        reader = self._readers.get(read.edition.key)
        if reader is None:
            return
        sights = [
            ColourSample(hole, colour, rgb_of(read.row.lights[hole], reader.calibration.noise))
            for hole, (peg, colour) in enumerate(zip(read.seen, played, strict=True))
            if peg.doubt in (Uncertainty.BETWEEN, Uncertainty.STRANGE) or (peg.is_sure and peg.colour != colour)
        ]
        self.lesson = Lesson(read.edition, tuple(sights)) if sights else None

    def learn(self, lesson: Lesson) -> None:
        """Remember the pegs of *lesson*; raises ``RowRefused`` where one is too far from what it is called."""
        reader = self._reader(lesson.edition)
        for sight in lesson.sights:
            if reader.distance_of(sight) > TOO_FAR:
                sentence = N_("That peg looks too different. Calibrate the tray anew.")
                raise RowRefused(f"expected a peg like colour {sight.colour}, in hole {sight.hole}", sentence)
        self.keep(lesson.edition, reader.calibration.having(lesson.sights))

    # Lamps

    def answer(self, blacks: int, whites: int) -> None:
        """Show an answer with the lamps of the tray, where it has some."""
        self.tray.show(blacks, whites)


def _number_of(calibration: Calibration) -> int:
    """Return 32 bits that differ from calibration to calibration, and are never 0: that means none."""
    return zlib.crc32(repr(calibration.sights).encode()) or 1


def _names(edition: Edition) -> tuple[str, ...]:
    return tuple(colour.name.en for colour in edition.colours)
