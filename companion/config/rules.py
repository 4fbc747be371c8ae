"""Rules for single values of a file that a person or another program wrote.

The readers of settings, editions, boards and calibrations share these rules. Each adds to a refusal where the value
stands. The module is pure, so that the rules of games may use it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeGuard, TypeVar

from companion.config.untrusted import is_plain

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rule(Generic[T]):
    """The permitted values of a key: ``limit`` in words, and ``read``, which converts a value or returns None."""

    limit: str
    read: Callable[[object], T | None]

    def check(self, value: object, refusal: Callable[[str], Exception]) -> T:
        """Return *value*, converted; raises what *refusal* makes of the limit if the value is not permitted."""
        if (read := self.read(value)) is None:
            raise refusal(self.limit)
        return read


def is_whole(value: object, limits: range) -> TypeGuard[int]:
    """Whether *value* is a whole number in *limits*; true and false are none."""
    # Not isinstance: bool is a subclass of int, and "volume = true" is a mistake.
    return type(value) is int and value in limits


def whole(limits: range, form: str = "a whole number from {} to {}") -> Rule[int]:
    """Return the rule for a whole number in *limits*; *form* words it with the least and the greatest.

    >>> whole(range(1, 21)).limit
    'a whole number from 1 to 20'
    """
    words = form.format(limits.start, limits.stop - 1)
    return Rule(words, lambda value: value if is_whole(value, limits) else None)


def one_of(values: Iterable[T]) -> Rule[T]:
    """Return the rule for one of *values*; for a ``StrEnum`` it converts the text to the member."""
    # 1 and true are equal in Python, but not in a file.
    permitted = {str(value): value for value in values}
    return Rule(
        "one of " + ", ".join(permitted),
        lambda value: None if isinstance(value, bool) else next((v for v in permitted.values() if v == value), None),
    )


def line(pattern: str, limit: str) -> Rule[str]:
    """Return the rule for a text of plain characters that matches *pattern* completely; *limit* says this in words."""

    def read(value: object) -> str | None:
        return value if isinstance(value, str) and is_plain(value) and re.fullmatch(pattern, value) else None

    return Rule(limit, read)


FLAG: Rule[bool] = Rule("true or false", lambda value: value if isinstance(value, bool) else None)


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the one of *known* that *word* may have been meant to be, or None.

    >>> closest("volum", ["brightness", "volume"])
    'volume'
    """
    return next(iter(difflib.get_close_matches(word, list(known), 1)), None)
