"""The strategy books that come with the program, each read when it is first wanted."""

from __future__ import annotations

import logging
from functools import lru_cache
from importlib.resources import files

from companion.errors import BookRefused
from companion.games.pegs.state import Rules, Strength
from companion.strategy.pegs.book import Book, book_name

log = logging.getLogger(__name__)

FIVE = 5
"""The most rows of the book for ``Strength.FIVE``."""


def book_for(rules: Rules) -> Book | None:
    """Return the book for the codes of *rules*; None where there is none, or where it is damaged: the log says so."""
    most = FIVE if rules.strength is Strength.FIVE and rules.mode.has_box_seat else None
    name = book_name(rules.space, rules.guess_repeats, most)
    return None if name is None else read(name)


def forget() -> None:
    """Let go of the books that were read; the next one that is wanted is read again, in some milliseconds."""
    read.cache_clear()


# Two: a family that goes from one edition to another and back.
@lru_cache(maxsize=2)
def read(name: str) -> Book | None:
    """Return the book of that *name*; None where it is damaged: the log says so."""
    path = files("companion.strategy.pegs") / "books" / f"{name}.xz"
    try:
        return Book.read(path.read_bytes())
    except (OSError, BookRefused) as error:
        log.warning("%s: %s; the box thinks by itself", path, error)
        return None
