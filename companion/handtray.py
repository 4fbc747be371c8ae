"""A tray to play with: pegs are clicked into its holes, and between it and the box is a line as a real one has."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from companion.link.reader import Reader
from companion.tray.hands import Hands

SERIAL = 0x7EA7EA00
"""Its light is drawn alike at every start, so what it was shown holds for the next one."""


class SimulatedHands(Hands, Protocol):
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

        return SimulatedTray()
    from companion.link.twin_port import TwinTray

    return TwinTray()


class HandTray(Reader):
    """The box's end of the line to the tray under *hands*; ends both."""

    def __init__(self, hands: SimulatedHands) -> None:
        super().__init__(hands.dev, draw_serial=lambda: SERIAL)
        self._hands = hands

    def close(self) -> None:
        """Let go of the port, and take the tray away."""
        super().close()
        self._hands.close()
