"""Choosing among many rows: some out of all, those near another one, and one out of those that are twins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Row

Item = TypeVar("Item")


def evenly(rows: Sequence[Item], most: int) -> Sequence[Item]:
    """Return *rows*, or *most* of them spread evenly."""
    return rows if len(rows) <= most else [rows[number * len(rows) // most] for number in range(most)]


def neighbours(guess: Code, guesses: Space) -> Iterator[Code]:
    """Yield the rows of *guesses* that differ from *guess* in one peg, or by exchanging two."""
    for place, now in enumerate(guess):
        for value in range(guesses.values):
            if value != now and (guesses.repeats or value not in guess):
                yield (*guess[:place], value, *guess[place + 1 :])
        for other in range(place):
            if guess[other] != now:
                yield (*guess[:other], now, *guess[other + 1 : place], guess[other], *guess[place + 1 :])


def without_twins(guesses: Space, rows: Sequence[Row]) -> Iterator[Code]:
    """Yield rows of *guesses* such that every other is the twin of one of them.

    Twins divide the codes alike: the one becomes the other by exchanging colours that no row has, or places that
    are alike in every row. Of the codes left both exchanges make the same codes again.
    """
    columns = [tuple(row.guess[place] for row in rows) for place in range(guesses.pegs)]
    order = sorted(range(guesses.pegs), key=columns.__getitem__)
    is_like_last = [False, *(columns[here] == columns[last] for last, here in pairwise(order))]
    used = sorted({value for row in rows for value in row.guess})
    values = used + [value for value in range(guesses.values) if value not in used]

    def onward(begun: Code, fresh: int) -> Iterator[Code]:
        """Yield the rows, as places in *values*, that begin so and have *fresh* used values already."""
        if len(begun) == guesses.pegs:
            yield begun
            return
        least = begun[-1] if is_like_last[len(begun)] else 0
        for value in range(least, min(fresh + 1, guesses.values)):
            if guesses.repeats or value not in begun:
                yield from onward((*begun, value), max(fresh, value + 1))

    back = [order.index(place) for place in range(guesses.pegs)]
    for found in onward((), len(used)):
        yield tuple(values[found[place]] for place in back)
