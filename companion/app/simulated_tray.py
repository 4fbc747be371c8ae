"""A tray to play with: pegs are clicked into its holes, and between it and the box is a line as a real one has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from companion.link.discovery import OpenPort
from companion.link.reader import Reader, open_serial
from companion.tray.hands import TrayControls

SERIAL = 0x7EA7EA00
"""Its light is drawn alike at every start, so what it was shown holds for the next one."""


class SimulatedHands(TrayControls, Protocol):
    """Hands at a simulated tray, which has its port in ``dev`` and has to be ended."""

    @property
    def dev(self) -> Path:
        """The folder that stands for /dev."""
        ...

    def close(self) -> None:
        """Take the tray away."""
        ...


def hands_of(tray: str) -> SimulatedHands:
    """Return hands at a fresh tray; ``simulated`` runs the real firmware, and raises ``DeviceMissing`` without it."""
    if tray == "simulated":
        # One or the other; each brings what the other does without.
        from companion.link.simulator import SimulatedTray

        simulated = SimulatedTray()
        simulated.fit_lamps(True)
        # The firmware looks for lamps when it boots.
        simulated.reset()
        return simulated
    from companion.link.twin_port import TwinTray

    return TwinTray()


class _OverheardLine:
    """A line that calls *heard* whenever something has come: a tray says so when its lamps have changed."""

    def __init__(self, line: OpenPort, heard: Callable[[], None]) -> None:
        self.fileno, self.write, self.close = line.fileno, line.write, line.close
        self._read, self._heard = line.read, heard

    def read(self) -> bytes:
        arrived = self._read()
        self._heard()
        return arrived


class HandTray(Reader):
    """The box's end of the line to the tray under *hands*; ends both. *relit* is called when its lamps change."""

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
        """Let go of the port, and take the tray away."""
        super().close()
        self._hands.close()
