"""A simulated tray: pegs are clicked into its holes, and it talks to the box through a serial line like a real one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.link.discovery import OpenPort
from companion.link.reader import Reader, open_serial
from companion.link.simulator import SimulatedTray
from companion.link.twin_port import TwinTray
from companion.tray.controls import TrayControls

SERIAL = 0x7EA7EA00
"""A fixed serial number: the simulated light is the same at every start, so a saved calibration stays valid."""


class SimulatedHands(TrayControls, Protocol):
    """The controls of a simulated tray whose serial port is in ``dev``; the owner has to close it."""

    @property
    def dev(self) -> Path:
        """The folder that stands for /dev."""
        ...

    def close(self) -> None:
        """Stop the simulated tray and remove its port."""
        ...


def hands_of(tray: str) -> SimulatedHands:
    """Return the controls of a new tray: ``simulated`` runs the real firmware, any other name the Python twin.

    Raises ``DeviceMissing`` for ``simulated`` if the firmware is not built.
    """
    if tray == "simulated":
        simulated = SimulatedTray()
        simulated.fit_lamps(True)
        # The firmware detects its lamps when it boots.
        simulated.reset()
        return simulated
    return TwinTray()


class _OverheardLine:
    """A serial line that calls *heard* after every read: a tray sends something when its lamps change."""

    def __init__(self, line: OpenPort, heard: Callable[[], None]) -> None:
        self.fileno, self.write, self.close = line.fileno, line.write, line.close
        self._read, self._heard = line.read, heard

    def read(self) -> bytes:
        arrived = self._read()
        self._heard()
        return arrived


class HandTray(Reader):
    """The reader of the simulated tray *hands*; closing it closes both. *relit* is called when the lamps change."""

    def __init__(self, hands: SimulatedHands, relit: Callable[[], None] = lambda: None) -> None:
        super().__init__(hands.dev, draw_serial=lambda: SERIAL, open_line=self._overheard)
        self._hands = hands
        self._relit = relit
        self._lamps = 0

    def _overheard(self, path: Path) -> OpenPort:
        return _OverheardLine(open_serial(path), self._look_at_lamps)

    def _look_at_lamps(self) -> None:
        was, self._lamps = self._lamps, self._hands.lamps
        if self._lamps != was:
            self._relit()

    def close(self) -> None:
        """Close the port and stop the simulated tray."""
        super().close()
        self._hands.close()
