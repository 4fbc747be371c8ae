"""The choice of the box's next row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Row, Strength
from companion.strategy.pegs.candidates import Candidates, candidates_after
from companion.strategy.pegs.search import best_row, cost

Draw: TypeAlias = Callable[[int], int]
"""Returns a uniform number from 0 to below its argument."""

CLUB_TRIES = 3
"""A club player considers this many codes that may be right and plays the one that divides the codes left best."""

POSSIBLE = 50
SEARCHES_KEPT = 64
_SAMPLE = 200


class OpeningBook(Protocol):
    """A strategy book: holds the row to play after some histories."""

    def row(self, rows: Sequence[Row]) -> Code | None:
        """Return the row to play after *rows*, or None where the book does not have that history."""


def choose(
    space: Space,
    guesses: Space,
    rows: Sequence[Row],
    strength: Strength,
    draw: Draw,
    book: OpeningBook | None = None,
    *,
    is_hard: bool = False,
) -> Code | None:
    """Return the row that the box plays at *strength*; None where no code fits *rows*.

    A beginner plays a random code of those that may be right; a club player the best of ``CLUB_TRIES`` such codes.
    The other strengths play the row of *book* or, without one, the row that ``best_row`` finds. The colours that are
    in no earlier row are permuted by *draw*, so that play varies; the letters of words are not.
    """
    if strength not in (Strength.BEGINNER, Strength.CLUB):
        found = best(space, guesses, rows, book, is_hard=is_hard)
        return found if found is None or space.words or (is_hard and rows) else _renamed(found, rows, guesses, draw)
    codes_left = candidates_after(space, rows)
    if not codes_left.count:
        return None
    tries = 1 if strength is Strength.BEGINNER else CLUB_TRIES
    thought_of = [_any(codes_left, draw) for _ in range(tries)]
    return thought_of[0] if tries == 1 else min(thought_of, key=lambda code: cost(codes_left, code))


def best(
    space: Space, guesses: Space, rows: Sequence[Row], book: OpeningBook | None = None, *, is_hard: bool = False
) -> Code | None:
    """Return the row of *book* or, without one, the row that ``best_row`` finds; None where no code fits *rows*.

    With *is_hard*, which is hard mode, it is the best of ``POSSIBLE`` codes that may be right, once there are rows.
    The result is deterministic: the same rows give the same row.
    """
    codes_left = candidates_after(space, rows)
    if not codes_left.count:
        return None
    if is_hard and rows:
        return min(codes_left.sample(POSSIBLE), key=lambda code: cost(codes_left, code))
    from_book = book and book.row(rows)
    return from_book if from_book and from_book in guesses else _searched(codes_left, guesses)


# A hint, the review and the box's own line ask for the row after the same rows, and a search takes long on the box.
_searched = lru_cache(SEARCHES_KEPT)(best_row)


def _any(codes_left: Candidates, draw: Draw) -> Code:
    """Return a random code that may be right: uniform where all such codes are known, else one of a sample."""
    if codes_left.found is not None:
        return codes_left.code(draw(codes_left.count))
    sample = codes_left.sample(_SAMPLE)
    return sample[draw(len(sample))]


def _renamed(code: Code, rows: Sequence[Row], guesses: Space, draw: Draw) -> Code:
    """Return *code* with the colours that are in no row permuted at random; the result is equally good.

    A hole stays a hole: where colours may not repeat, holes may.
    """
    used = {value for row in rows for value in row.guess}
    fresh = [value for value in range(guesses.colours) if value not in used]
    names = dict(zip(fresh, _shuffled(fresh, draw), strict=True))
    return tuple(names.get(value, value) for value in code)


def _shuffled(values: Sequence[int], draw: Draw) -> list[int]:
    rest = list(values)
    return [rest.pop(draw(len(rest))) for _ in values]
