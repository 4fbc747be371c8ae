"""The strategy books: rows over all codes, bytes, and what looking a row up costs."""

from __future__ import annotations

import time
from random import Random
from statistics import quantiles

from companion.games.pegs.codes import Code
from companion.games.pegs.state import Row
from companion.strategy.pegs.book import Book
from tests.support.book_replay import FOLDER, SPACES, keys, lengths, shipped, total

GAMES = 50
SEED = 1


def book_total(name: str) -> float:
    """Return the rows over all codes, every one of them played."""
    return float(total(lengths(shipped(name), SPACES[name])))


def book_longest(name: str) -> float:
    """Return the rows of the longest game."""
    return float(max(lengths(shipped(name), SPACES[name])))


def books_kib() -> float:
    """Return what all books together weigh, as they are shipped."""
    return sum(path.stat().st_size for path in FOLDER.iterdir()) / 1024


def book_move_cpu_ms() -> float:
    """Return what 19 of 20 rows stay below, of processor time in ms; each game reads its book again."""
    random, spent = Random(SEED), list[float]()
    for name, space in SPACES.items():
        for _ in range(GAMES):
            spent += game_times((FOLDER / f"{name}.xz").read_bytes(), space.code(random.randrange(space.size)))
    return 1000 * quantiles(spent, n=20)[-1]


def game_times(data: bytes, secret: Code) -> list[float]:
    """Return the processor seconds of each row of one game; of the first with the reading of the book."""
    spent, rows, start = list[float](), list[Row](), time.process_time()
    book = Book.read(data)
    while not rows or rows[-1].guess != secret:
        guess = book.row(rows)
        spent.append(time.process_time() - start)
        if guess is None:
            raise LookupError(f"expected a row after {rows}, got none")
        rows.append(Row(guess, keys(secret, guess)))
        start = time.process_time()
    return spent
