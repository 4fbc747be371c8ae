"""Hands at a tray of paper: they write down what they do, and refuse what real hands could not do."""

from __future__ import annotations

from collections.abc import Callable

from companion.tray.controls import EMPTY


class PaperHands:
    """Hands that tell *told* of everything they do."""

    def __init__(self, told: Callable[[str], object]) -> None:
        self.holes = [EMPTY] * 5
        self.lamps = 0
        self._told = told

    @property
    def pegs(self) -> tuple[str, ...]:
        return tuple(self.holes)

    def place(self, hole: int, peg: str) -> None:
        if self.holes[hole] != EMPTY:
            raise ValueError(f"expected an empty hole, got {self.holes[hole]!r} in hole {hole}")
        self.holes[hole] = peg
        self._told(f"place {hole} {peg}")

    def remove(self, hole: int) -> None:
        if self.holes[hole] == EMPTY:
            raise ValueError(f"expected a peg in hole {hole}, got none")
        self._told(f"remove {hole} {self.holes[hole]}")
        self.holes[hole] = EMPTY

    def press(self) -> None:
        self._told("press")

    def release(self) -> None:
        self._told("release")

    def unplug(self) -> None:
        self._told("unplug")

    def plug_back(self) -> None:
        self._told("plug back")
