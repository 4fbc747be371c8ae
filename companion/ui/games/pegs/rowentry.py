"""A row being set, peg by peg; an unfinished row belongs only to its screen, not to the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.pegs.codes import Code


class RowEntry:
    """Places from left to right and, after the last, a tick; the cursor is on one of them.

    Turning a place goes through *values* peg colours. Turning the tick goes back through the *earlier* rows and copies
    them into the entry. A place is None until it is set. ``doubts`` are the places whose peg the tray was not sure of;
    they count as set once they are confirmed or turned.
    """

    def __init__(self, places: int, values: int, start: Code | None = None, earlier: Sequence[Code] = ()) -> None:
        self.pegs: list[int | None] = list(start) if start is not None else [None] * places
        self.cursor = 0
        self.recalled: int | None = None
        self.doubts: set[int] = set()
        self.hides_doubts = False
        self.values = values
        self._earlier = tuple(earlier)

    @property
    def is_at_tick(self) -> bool:
        """Whether the cursor is on the tick, after the last place."""
        return self.cursor == len(self.pegs)

    @property
    def row(self) -> Code | None:
        """The row if every place is set and none is in doubt, else None."""
        is_set = None not in self.pegs and not self.doubts
        return tuple(peg for peg in self.pegs if peg is not None) if is_set else None

    @property
    def shown(self) -> list[int | None]:
        """The places as they look now, with those in doubt blinking."""
        return [None if self.hides_doubts and place in self.doubts else peg for place, peg in enumerate(self.pegs)]

    @property
    def peg(self) -> int | None:
        """The peg under the cursor; None at the tick or for an unset place."""
        return None if self.is_at_tick else self.pegs[self.cursor]

    def forward(self) -> None:
        """Move the cursor one place to the right, at most to the tick."""
        self.cursor = min(self.cursor + 1, len(self.pegs))

    def back(self) -> bool:
        """Move the cursor one place to the left; return False if it is at the first place."""
        if self.cursor == 0:
            return False
        # An earlier row is marked only while the tick goes through them.
        self.recalled = None
        self.cursor -= 1
        return True

    def go_to_gap(self) -> None:
        """Move the cursor to the first place that is not set or is in doubt."""
        gaps = [place for place, peg in enumerate(self.pegs) if peg is None or place in self.doubts]
        self.cursor = min(gaps, default=self.cursor)

    def lay(self, pegs: Sequence[int | None], doubts: Iterable[int] = ()) -> None:
        """Set all places at once, and move the cursor to the first gap or doubt, else to the tick."""
        self.pegs = list(pegs)
        self.doubts = set(doubts)
        self.recalled = None
        self.hides_doubts = False
        self.cursor = len(self.pegs)
        self.go_to_gap()

    def clear(self) -> None:
        """Clear all places and move the cursor to the first."""
        self.lay([None] * len(self.pegs))

    def confirm(self) -> None:
        """Confirm the peg under the cursor, which is then no longer in doubt."""
        self.doubts.discard(self.cursor)

    def put(self, peg: int) -> None:
        """Set the place under the cursor to *peg* and move the cursor forward; at the tick nothing happens."""
        if not self.is_at_tick and peg < self.values:
            self.pegs[self.cursor] = peg
            self.confirm()
            self.forward()

    def turn(self, step: int) -> None:
        """Change the place under the cursor by *step* colours, or at the tick go through the earlier rows."""
        if self.is_at_tick:
            self._recall(-step)
            return
        peg = self.pegs[self.cursor]
        start = (0 if step > 0 else self.values - 1) if peg is None else (peg + step) % self.values
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
