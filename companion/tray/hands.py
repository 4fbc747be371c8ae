"""What hands do at a tray that can be played with: the outside world's verbs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

EMPTY = "empty"

LAMP_BITS = 2
"""What of a number that tells all lamps is one lamp's: a bit for each of its two colours."""


class TrayControls(Protocol):
    """Pegs go in and out, the button goes down and up, the plug is pulled and put back."""

    @property
    def pegs(self) -> tuple[str, ...]:
        """What lies in the holes, from the left; ``empty`` where nothing does."""
        ...

    @property
    def lamps(self) -> int:
        """What the tray's lamps show, ``LAMP_BITS`` each, hole 0 lowest."""
        ...

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into *hole*, in the place of what is there."""
        ...

    def remove(self, hole: int) -> None:
        """Take the peg out of *hole*."""
        ...

    def press(self) -> None:
        """Put a finger on the button."""
        ...

    def release(self) -> None:
        """Take it off."""
        ...

    def unplug(self) -> None:
        """Pull the plug."""
        ...

    def plug_back(self) -> None:
        """Put it back."""
        ...


@dataclass(frozen=True, slots=True)
class PlayedTray:
    """A tray to play with: the hands at it, and the pegs that lie ready, red, green and blue by English name."""

    hands: TrayControls
    pegs: Mapping[str, tuple[int, int, int]]
