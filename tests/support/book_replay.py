"""Plays books against codes, with a scorer of its own that strikes pegs out one by one as a player does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs import book as book_module
from companion.strategy.pegs.book import Book

FOLDER = Path(book_module.__file__).with_name("books")

TOTALS = {
    "3x6": 854,
    "4x6": 5625,
    "4x6-five": 5626,
    "4x6-holes": 11228,
    "4x10-once": 26_290,
    "5x8-once": 34480,
    "5x8": 178_900,
    "5x8-holes": 341_000,
}
"""No book may take more rows over all its codes: the first three are proved the best there are, others come near."""

SPACES = {
    "3x6": Space(3, 6, repeats=True, holes=False),
    "4x10-once": Space(4, 10, repeats=False, holes=False),
    "4x6": Space(4, 6, repeats=True, holes=False),
    "4x6-five": Space(4, 6, repeats=True, holes=False),
    "4x6-holes": Space(4, 6, repeats=True, holes=True),
    "5x8-once": Space(5, 8, repeats=False, holes=False),
    "5x8": Space(5, 8, repeats=True, holes=False),
    "5x8-holes": Space(5, 8, repeats=True, holes=True),
}


@cache
def shipped(name: str) -> Book:
    """Return the book that comes with the program."""
    return Book.read((FOLDER / f"{name}.xz").read_bytes())


def keys(code: Code, guess: Code) -> Answer:
    """Return the key pegs for *guess*."""
    left, rest, blacks, whites = list(code), list(guess), 0, 0
    for place in reversed(range(len(code))):
        if code[place] == guess[place]:
            del left[place], rest[place]
            blacks += 1
    for peg in rest:
        if peg in left:
            left.remove(peg)
            whites += 1
    return Answer(blacks, whites)


def game(book: Book, secret: Code, naming: tuple[int, ...] | None = None) -> tuple[Row, ...]:
    """Return the rows by which *book* breaks *secret*."""
    rows: tuple[Row, ...] = ()
    while not rows or rows[-1].guess != secret:
        guess = book.row(rows, naming)
        if guess is None or len(rows) > 20:
            raise AssertionError(f"expected a way to {secret}, got none after {rows}")
        rows = (*rows, Row(guess, keys(secret, guess)))
    return rows


def lengths(book: Book, secrets: Iterable[Code]) -> Counter[int]:
    """Return how many of *secrets* take how many rows; codes with the same answers so far share the book's row."""
    found: Counter[int] = Counter()
    waiting: list[tuple[tuple[Row, ...], list[Code]]] = [((), list(secrets))]
    while waiting:
        rows, codes = waiting.pop()
        guess = book.row(rows)
        if guess is None or guess not in book.space or len(rows) > 20:
            raise AssertionError(f"expected a row of the space for {len(codes)} codes after {rows}, got {guess!r}")
        if not book.guess_repeats and len(set(guess)) < len(guess):
            raise AssertionError(f"expected a row without repeats after {rows}, got {guess!r}")
        classes = defaultdict(list)
        for code in codes:
            classes[keys(code, guess)].append(code)
        found[len(rows) + 1] += len(classes.pop(Answer(book.space.pegs, 0), ()))
        waiting += [((*rows, Row(guess, answer)), members) for answer, members in classes.items()]
    return +found


def total(found: Counter[int]) -> int:
    """Return the rows of all games together."""
    return sum(rows * games for rows, games in found.items())
