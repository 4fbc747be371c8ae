"""The tray as the games use it: whether it is connected, its calibration, and the rows it reads."""

from __future__ import annotations

import logging
import zlib
from collections import deque
from dataclasses import dataclass

from companion.box.tray import HOLES, RowCommitted, Tray, TrayFound
from companion.errors import N_, CalibrationFailed, RowRefused
from companion.games.pegs.edition import Edition
from companion.tray.calibration_store import CalibrationStore
from companion.tray.colours import PegClassifier, PegReading, Uncertainty
from companion.tray.samples import Calibration, ColourSample, rgb_of

log = logging.getLogger(__name__)

SEATS = 40
"""Over how many of the latest pegs the light of the tray is averaged."""

ENOUGH_SEATS = 20
DRIFT = 0.08
"""The deviation of the average light from 1 that is reported to the player.

The average of twenty pegs that sit at random, each within +-10 %, deviates from 1 by 0.013.
"""

TOO_FAR = 400.0
"""The squared distance, of twenty standard deviations, above which a peg is not learned as a colour."""


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row as the tray has read it, and the message id of a warning about it, empty for none."""

    edition: Edition
    row: RowCommitted
    seen: tuple[PegReading, ...]
    sentence: str = ""

    @property
    def pegs(self) -> tuple[int, ...]:
        """The colour numbers of the pegs in the edition's holes."""
        return tuple(peg.colour for peg in self.seen)

    @property
    def doubtful(self) -> frozenset[int]:
        """The holes whose pegs the player must confirm."""
        return frozenset(hole for hole, peg in enumerate(self.seen) if not peg.is_sure)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Samples of pegs that the players named differently from the tray, or where the tray was not sure."""

    edition: Edition
    samples: tuple[ColourSample, ...]


class TrayService:
    """Reads rows from *tray* with the calibrations stored in *calibrations*."""

    def __init__(self, tray: Tray, calibrations: CalibrationStore) -> None:
        self.tray = tray
        self.calibrations = calibrations
        self.found: TrayFound | None = None
        self.lesson: Lesson | None = None
        self._calibrations: dict[str, Calibration] = {}
        self._readers: dict[str, PegClassifier] = {}
        self._seats: deque[float] = deque(maxlen=SEATS)
        self._has_told_drift = False

    # Connection

    def greet(self, found: TrayFound) -> str:
        """Note that a tray was found; return the message id to show, empty if it was connected already.

        Raises ``CalibrationFailed`` if the tray's calibration file is damaged or cannot be read.
        """
        is_new = self.found is None or self.found.serial != found.serial
        self.found = found
        if not is_new:
            return ""
        self._forget()
        # Reading the file now reports damage now, instead of in the middle of a row.
        is_known = bool(self.calibrations.editions(found.serial))
        if found.calibration and not is_known:
            return N_("A tray from another box. Show it its pegs here too.")
        return N_("The tray is there.")

    def miss(self) -> str:
        """Note that the tray is gone; return the message id to show, empty if none was connected."""
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
        """Return the pegs in the holes of *edition*.

        Raises ``RowRefused`` for a row that cannot be used: moving pegs, a dark lamp, pegs in spare holes, no pegs,
        no calibration, or an edition with more holes than the tray; and ``CalibrationFailed``.
        """
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
        """Return this tray's calibration for *edition*; raises ``CalibrationFailed`` if its file cannot be used."""
        names = _names(edition)
        if self.found is None:
            return Calibration(len(names))
        if edition.key not in self._calibrations:
            self._calibrations[edition.key] = self.calibrations.of(self.found.serial, edition.key, names)
        return self._calibrations[edition.key]

    def is_calibrated(self, edition: Edition) -> bool:
        """Return whether this tray has samples of all pegs of *edition*; an unreadable file counts as no."""
        try:
            return not self.calibration(edition).missing
        except CalibrationFailed as failed:
            log.warning("calibration not read: %s", failed)
            return False

    def keep(self, edition: Edition, calibration: Calibration) -> None:
        """Use *calibration* from the next row on and store it; raises ``CalibrationFailed`` if it cannot be stored."""
        self._forget()
        self._calibrations[edition.key] = calibration
        if self.found is not None:
            self.calibrations.keep(self.found.serial, edition.key, _names(edition), calibration)
            # With this number another box can tell that the tray was calibrated, but not on that box.
            # A checksum of 32 bits that is never 0, because 0 means none.
            self.tray.remember(zlib.crc32(repr(calibration.samples).encode()) or 1)

    # Learning while playing

    def note_lesson(self, read: ReadRow, played: tuple[int, ...]) -> None:
        """Set ``lesson`` to the pegs that were not read as *played*; the players are asked later whether to learn it.

        The lesson also contains pegs about which the tray was in doubt; it is None if there are no such pegs.
        """
        reader = self._readers.get(read.edition.key)
        if reader is None:
            return
        samples = [
            ColourSample(hole, colour, rgb_of(read.row.lights[hole], reader.calibration.noise))
            for hole, (peg, colour) in enumerate(zip(read.seen, played, strict=True))
            if peg.doubt in (Uncertainty.BETWEEN, Uncertainty.STRANGE) or (peg.is_sure and peg.colour != colour)
        ]
        self.lesson = Lesson(read.edition, tuple(samples)) if samples else None

    def learn(self, lesson: Lesson) -> None:
        """Add the pegs of *lesson* to the calibration.

        Raises ``RowRefused`` if a peg is too far from its colour, and ``CalibrationFailed`` if the calibration
        cannot be stored.
        """
        reader = self._reader(lesson.edition)
        for sample in lesson.samples:
            if reader.distance_of(sample) > TOO_FAR:
                sentence = N_("That peg looks too different. Calibrate the tray again.")
                raise RowRefused(f"expected a peg like colour {sample.colour}, in hole {sample.hole}", sentence)
        self.keep(lesson.edition, reader.calibration.having(lesson.samples))

    # Lamps

    def answer(self, blacks: int, whites: int) -> None:
        """Show an answer with the tray's lamps, if it has any."""
        self.tray.show(blacks, whites)


def _names(edition: Edition) -> tuple[str, ...]:
    return tuple(colour.name.english for colour in edition.colours)
