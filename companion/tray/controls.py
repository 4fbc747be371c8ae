"""Controls of a simulated tray: the actions of a person at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

EMPTY = "empty"

LAMP_BITS = 2
"""The bits per lamp in a number that encodes all lamps: one for each of its two colours."""


class TrayControls(Protocol):
    """The actions of a person at a tray: pegs, button and plug; and what they see: pegs and lamps."""

    @property
    def pegs(self) -> tuple[str, ...]:
        """The peg in each hole, from the left; ``empty`` for none."""

    @property
    def lamps(self) -> int:
        """The state of the lamps, ``LAMP_BITS`` bits each, hole 0 lowest."""

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into *hole*, replacing the one that is there."""

    def remove(self, hole: int) -> None:
        """Take the peg out of *hole*."""

    def press(self) -> None:
        """Press the button and keep it down."""

    def release(self) -> None:
        """Release the button."""

    def unplug(self) -> None:
        """Pull the tray's plug."""

    def plug_back(self) -> None:
        """Plug the tray in again."""


@dataclass(frozen=True, slots=True)
class PlayedTray:
    """A simulated tray: its controls, and the available pegs as English name -> (red, green, blue)."""

    hands: TrayControls
    pegs: Mapping[str, tuple[int, int, int]]
