"""Selections from many rows: an even spread, the neighbours of a row, and one row of each class of twins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Row

Item = TypeVar("Item")


def evenly(rows: Sequence[Item], most: int) -> Sequence[Item]:
    """Return *rows* or, where they are more than *most*, *most* of them spread evenly."""
    return rows if len(rows) <= most else [rows[number * len(rows) // most] for number in range(most)]


def neighbours(guess: Code, guesses: Space) -> Iterator[Code]:
    """Yield the rows of *guesses* that differ from *guess* in one peg or by exchanging two pegs."""
    for place, now in enumerate(guess):
        for value in range(guesses.values):
            if value != now and (guesses.may_repeat(value) or value not in guess):
                yield (*guess[:place], value, *guess[place + 1 :])
        for other in range(place):
            if guess[other] != now:
                yield (*guess[:other], now, *guess[other + 1 : place], guess[other], *guess[place + 1 :])


def without_twins(guesses: Space, rows: Sequence[Row], codes: Space) -> Iterator[Code]:
    """Yield rows of *guesses* such that every other row is a twin of one of them, for a code out of *codes*.

    Two rows are twins if exchanging colours that are in no row of *rows*, or places that are equal in every row,
    turns one into the other. Both exchanges map the set of codes left to itself, so twins divide it alike. A hole is
    exchanged like a colour only where it may be in a code as often as a colour.
    """
    columns = [tuple(row.guess[place] for row in rows) for place in range(guesses.pegs)]
    order = sorted(range(guesses.pegs), key=columns.__getitem__)
    is_like_last = [False, *(columns[here] == columns[last] for last, here in pairwise(order))]
    holes = {guesses.colours} if guesses.holes and not codes.repeats else set[int]()
    used = sorted(holes.union(*(row.guess for row in rows)))
    values = used + [value for value in range(guesses.values) if value not in used]

    def onward(begun: Code, fresh: int) -> Iterator[Code]:
        """Yield the rows, as indices into *values*, that begin with *begun* and have used *fresh* values."""
        if len(begun) == guesses.pegs:
            yield begun
            return
        least = begun[-1] if is_like_last[len(begun)] else 0
        for value in range(least, min(fresh + 1, guesses.values)):
            if guesses.may_repeat(values[value]) or value not in begun:
                yield from onward((*begun, value), max(fresh, value + 1))

    back = [order.index(place) for place in range(guesses.pegs)]
    for found in onward((), len(used)):
        yield tuple(values[found[place]] for place in back)
