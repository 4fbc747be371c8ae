"""A row being set, peg by peg: what is half made belongs to the screen and to nobody else."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.pegs.codes import Code


class RowEntry:
    """Places from left to right and, behind the last, a tick; the cursor stands on one of them.

    Turning a place goes through *values* peg colours; turning the tick goes back through the *earlier* rows and
    lays them into the entry. A place is None until it has been set.
    """

    def __init__(self, places: int, values: int, start: Code | None = None, earlier: Sequence[Code] = ()) -> None:
        self.pegs: list[int | None] = list(start) if start is not None else [None] * places
        self.cursor = 0
        self.recalled: int | None = None
        self._values = values
        self._earlier = tuple(earlier)

    @property
    def is_at_tick(self) -> bool:
        """Whether the cursor stands behind the last place."""
        return self.cursor == len(self.pegs)

    @property
    def row(self) -> Code | None:
        """The row once every place is set."""
        return tuple(peg for peg in self.pegs if peg is not None) if None not in self.pegs else None

    @property
    def peg(self) -> int | None:
        """The peg under the cursor."""
        return None if self.is_at_tick else self.pegs[self.cursor]

    def forward(self) -> None:
        """Go one place to the right, at most to the tick."""
        self.cursor = min(self.cursor + 1, len(self.pegs))

    def back(self) -> bool:
        """Go one place to the left; False where there is none."""
        if self.cursor == 0:
            return False
        self.cursor -= 1
        return True

    def go_to_gap(self) -> None:
        """Go to the first place that has not been set."""
        self.cursor = self.pegs.index(None) if None in self.pegs else self.cursor

    def turn(self, step: int) -> None:
        """Turn the place under the cursor by *step*, or the tick through the earlier rows."""
        if self.is_at_tick:
            self._recall(-step)
            return
        peg = self.pegs[self.cursor]
        start = (0 if step > 0 else self._values - 1) if peg is None else (peg + step) % self._values
        self.pegs[self.cursor] = start

    def _recall(self, step: int) -> None:
        if not self._earlier:
            return
        last = len(self._earlier) - 1
        place = last if self.recalled is None else self.recalled + step
        self.recalled = min(max(place, 0), last)
        self.pegs = list(self._earlier[self.recalled])
