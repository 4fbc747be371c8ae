"""A row being set, peg by peg: what is half made belongs to the screen and to nobody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.pegs.codes import Code


class RowEntry:
    """Places from left to right and, behind the last, a tick; the cursor stands on one of them.

    Turning a place goes through *values* peg colours; turning the tick goes back through the *earlier* rows and
    lays them into the entry. A place is None until it has been set. ``doubts`` are places that somebody else has set,
    who was not sure: they count as set once they are confirmed or turned.
    """

    def __init__(self, places: int, values: int, start: Code | None = None, earlier: Sequence[Code] = ()) -> None:
        self.pegs: list[int | None] = list(start) if start is not None else [None] * places
        self.cursor = 0
        self.recalled: int | None = None
        self.doubts: set[int] = set()
        self.hides_doubts = False
        self._values = values
        self._earlier = tuple(earlier)

    @property
    def is_at_tick(self) -> bool:
        """Whether the cursor stands behind the last place."""
        return self.cursor == len(self.pegs)

    @property
    def row(self) -> Code | None:
        """The row once every place is set, and no doubt is left."""
        is_set = None not in self.pegs and not self.doubts
        return tuple(peg for peg in self.pegs if peg is not None) if is_set else None

    @property
    def shown(self) -> list[int | None]:
        """The places as they are to be seen now: those in doubt blink."""
        return [None if self.hides_doubts and place in self.doubts else peg for place, peg in enumerate(self.pegs)]

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
        """Go to the first place that has not been set, or is in doubt."""
        gaps = [place for place, peg in enumerate(self.pegs) if peg is None or place in self.doubts]
        self.cursor = min(gaps, default=self.cursor)

    def lay(self, pegs: Sequence[int | None], doubts: Iterable[int] = ()) -> None:
        """Set all places at once, and go to the first gap or doubt, or to the tick."""
        self.pegs = list(pegs)
        self.doubts = set(doubts)
        self.hides_doubts = False
        self.cursor = len(self.pegs)
        self.go_to_gap()

    def clear(self) -> None:
        """Begin anew, at the first place."""
        self.lay([None] * len(self.pegs))

    def confirm(self) -> None:
        """Take the doubt from the place under the cursor: it is what it seems."""
        self.doubts.discard(self.cursor)

    def turn(self, step: int) -> None:
        """Turn the place under the cursor by *step*, or the tick through the earlier rows."""
        if self.is_at_tick:
            self._recall(-step)
            return
        peg = self.pegs[self.cursor]
        start = (0 if step > 0 else self._values - 1) if peg is None else (peg + step) % self._values
        self.pegs[self.cursor] = start
        self.confirm()

    def _recall(self, step: int) -> None:
        if not self._earlier:
            return
        last = len(self._earlier) - 1
        place = last if self.recalled is None else self.recalled + step
        self.recalled = min(max(place, 0), last)
        self.pegs = list(self._earlier[self.recalled])
        self.doubts.clear()
