"""The recipe of each book: the widths of its search, and the estimated cost of a set of codes by its size."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from companion.games.pegs.codes import Code, Space
from companion.strategy.pegs.book import NAMES

Steps = tuple[tuple[int, int], ...]
"""Pairs of (largest size, number), by ascending size."""

EVER = 10**9

PER_CODE = {
    1: 1.0, 2: 1.5, 3: 1.724, 4: 1.848, 5: 1.931, 6: 1.966, 8: 2.041, 10: 2.134, 14: 2.283, 20: 2.398, 30: 2.574,
    50: 2.768, 70: 2.931, 100: 3.017, 150: 3.17, 200: 3.308, 300: 3.497, 60_000: 5.77,
}  # fmt: skip
"""Rows per code of a set, by its size, as earlier searches found them; the last entry is for a whole space."""


def per_code(size: int) -> float:
    """Return the estimated rows per code for a set of *size*, interpolated on the logarithm of the size."""
    below = max(known for known in PER_CODE if known <= size)
    above = min(known for known in PER_CODE if known >= size)
    if below == above:
        return PER_CODE[size]
    share = log(size / below) / log(above / below)
    return PER_CODE[below] + share * (PER_CODE[above] - PER_CODE[below])


@dataclass(frozen=True, slots=True)
class Recipe:
    """A book to be made, and the widths of its search; docs/books.md explains them."""

    space: Space
    first: Code
    most: int | None
    """The largest number of rows in any game; None for no limit."""
    beams: Steps
    """By size of a small set: the number of guesses tried."""
    quick: Steps
    """The same in the quick search."""
    margins: Steps
    """By size of a small set: how many answer classes fewer than the best guess a guess may have."""
    tries: Steps
    """By size of a large set: the number of guesses that get a quick search."""
    glances: int
    """The same number within a quick search."""
    finals: Steps
    """By size of a large set: the number of those guesses that get a full search."""
    small: int
    """Sets up to this size are small."""
    slack: float
    """A guess is dropped when its cost, with this share of the estimate for the rest, is no better than the best."""
    option: int | None = None
    """The row limit that selects this book in ``NAMES``; None for the book without a limit."""

    @property
    def name(self) -> str:
        """The name of the book; raises ``LookupError`` where there is none for the space."""
        name = NAMES.get((self.space, self.option))
        if name is None:
            raise LookupError(f"expected a space that has a book, got {self.space!r}")
        return name


def steps(of: Steps, size: int) -> int:
    """Return the number that *of* has for *size*.

    >>> steps(((7, 20), (EVER, 5)), 8)
    5
    """
    return next(number for limit, number in of if size <= limit)


WIDE = ((EVER, 2),)

RECIPES = (
    Recipe(
        Space(3, 6, repeats=True, holes=False), first=(0, 1, 2), most=None,
        beams=((EVER, 216),), quick=WIDE, margins=((EVER, 216),),
        tries=((EVER, 216),), glances=10, finals=((EVER, 216),), small=216, slack=1.0,
    ),
    Recipe(
        Space(4, 10, repeats=False, holes=False), first=(0, 1, 2, 3), most=None,
        beams=((12, 80), (EVER, 100)), quick=((7, 8), (30, 4), (EVER, 3)), margins=((12, 4), (40, 6), (EVER, 8)),
        tries=((200, 60), (500, 60), (EVER, 80)), glances=4, finals=((200, 10), (500, 12), (EVER, 16)),
        small=60, slack=0.95,
    ),
    Recipe(
        Space(4, 6, repeats=True, holes=False), first=(0, 0, 1, 2), most=6,
        beams=((12, 80), (EVER, 200)), quick=WIDE, margins=((EVER, 13),),
        tries=((EVER, 200),), glances=10, finals=((EVER, 200),), small=300, slack=0.95,
    ),
    Recipe(
        Space(4, 6, repeats=True, holes=False), first=(0, 0, 1, 2), most=5, option=5,
        beams=((12, 80), (EVER, 400)), quick=WIDE, margins=((EVER, 13),),
        tries=((EVER, 200),), glances=10, finals=((EVER, 200),), small=400, slack=0.95,
    ),
    Recipe(
        Space(4, 6, repeats=True, holes=True), first=(0, 0, 1, 2), most=None,
        beams=((12, 80), (EVER, 400)), quick=((7, 8), (EVER, 6)), margins=((12, 4), (40, 8), (EVER, 10)),
        tries=((EVER, 400),), glances=6, finals=((EVER, 150),), small=60, slack=0.94,
    ),
    Recipe(
        Space(5, 8, repeats=False, holes=False), first=(0, 1, 2, 3, 4), most=None,
        beams=((12, 40), (EVER, 30)), quick=((7, 8), (30, 4), (EVER, 3)), margins=((12, 2), (40, 4), (EVER, 5)),
        tries=((200, 30), (500, 40), (EVER, 60)), glances=3, finals=((200, 5), (500, 6), (EVER, 10)),
        small=60, slack=0.96,
    ),
    Recipe(
        Space(5, 8, repeats=True, holes=False), first=(0, 0, 1, 2, 3), most=None,
        beams=((7, 30), (30, 16), (100, 12), (EVER, 10)), quick=((7, 8), (30, 2), (EVER, 1)),
        margins=((12, 2), (40, 3), (EVER, 5)), tries=((1500, 12), (EVER, 8)), glances=3, finals=((1500, 3), (EVER, 2)),
        small=400, slack=0.985,
    ),
    Recipe(
        Space(5, 8, repeats=True, holes=True), first=(0, 0, 1, 2, 3), most=None,
        beams=((7, 20), (30, 8), (100, 6), (EVER, 5)), quick=((7, 8), (30, 2), (EVER, 1)),
        margins=((12, 2), (40, 3), (EVER, 5)), tries=((1500, 10), (EVER, 6)), glances=3, finals=((1500, 2), (EVER, 1)),
        small=400, slack=0.985,
    ),
)  # fmt: skip
