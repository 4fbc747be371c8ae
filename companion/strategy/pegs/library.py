"""The strategy books that come with the program, each read on first use."""

from __future__ import annotations

import logging
from functools import lru_cache
from importlib.resources import files

from companion.errors import BookRefused
from companion.games.pegs.state import Rules, Strength
from companion.strategy.pegs.book import NAMES, Book

log = logging.getLogger(__name__)

FIVE = 5
"""The most rows that the book for ``Strength.FIVE`` takes."""


def book_for(rules: Rules) -> Book | None:
    """Return the book for *rules*; None where there is none, or it is damaged, which is logged."""
    most = FIVE if rules.strength is Strength.FIVE and rules.mode.has_box_seat else None
    name = NAMES.get((rules.space, most))
    return None if name is None else read(name)


def forget() -> None:
    """Drop the cached books; reading one again takes some milliseconds."""
    read.cache_clear()


# Two books: players may switch between two editions.
@lru_cache(maxsize=2)
def read(name: str) -> Book | None:
    """Return the book *name*; None where it is damaged, which is logged."""
    path = files("companion.strategy.pegs") / "books" / f"{name}.xz"
    try:
        return Book.read(path.read_bytes())
    except (OSError, BookRefused) as error:
        log.warning("%s: %s; the box thinks by itself", path, error)
        return None
