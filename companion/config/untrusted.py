"""Text from outside the program: reads whole numbers, TOML and JSON within limits, and makes text safe to show.

Python accepts digits of every script, hexadecimal integers of any length, and NaN in JSON; this module accepts none of
them. Every function that refuses a text raises ``TextUnreadable``, even where Python raises another exception.
"""

from __future__ import annotations

import json
import math
import reprlib
import tomllib
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from companion.errors import TextUnreadable

T = TypeVar("T")

INTEGERS: Final = range(-(2**63), 2**63)
"""The integers that a TOML file, a JSON file and SQLite can hold."""

_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = 100

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories: control characters, format characters, surrogates, and line and paragraph separators."""


def is_plain(text: str) -> bool:
    """Whether *text* has no control or format characters, line ends or surrogates."""
    # str.isprintable() is false for a no-break space and for letters newer than Python's Unicode version.
    return text.isprintable() or _UNSEEN.isdisjoint(map(unicodedata.category, text))


def visible(text: str) -> str:
    r"""Return *text* with every character that is not plain as a Python escape, so that no terminal interprets it.

    >>> print(visible("Zoé\x1b[2J"))
    Zoé\x1b[2J
    """
    if is_plain(text):
        return text
    return "".join(letter if is_plain(letter) else letter.encode("unicode_escape").decode() for letter in text)


def visible_lines(text: str) -> str:
    """Return *text* with each of its lines ``visible``."""
    return "\n".join(map(visible, text.split("\n")))


def brief(value: object) -> str:
    """Return the start of *value*'s repr for a message, even if it is an integer with too many digits for ``repr``."""
    try:
        return _brief.repr(value)
    except ValueError:
        return "a number of too many digits"


def whole_number(text: str, limits: range) -> int:
    """Return the whole number that *text* writes in the digits 0 to 9; raises ``TextUnreadable`` if not in *limits*.

    >>> whole_number("128", range(1, 1000))
    128
    """
    is_short = len(text) <= len(str(limits.stop))
    if is_short and text.isascii() and text.isdigit() and int(text) in limits:
        return int(text)
    raise TextUnreadable(f"expected a whole number from {limits.start} to {limits.stop - 1}, got {brief(text)}")


def read_toml(text: str) -> dict[str, object]:
    """Return the table of a TOML text whose integers have at most 64 bits; raises ``TextUnreadable``."""
    try:
        values: dict[str, object] = tomllib.loads(text)
        _refuse_long_integers(values)
    # These also cover an integer of too many digits, and brackets nested too deeply.
    except (ValueError, RecursionError) as failure:
        raise TextUnreadable(f"expected a TOML text, got {failure}") from failure
    return values


def _refuse_long_integers(value: object) -> None:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _refuse_long_integers(part)
    elif isinstance(value, int) and value not in INTEGERS:
        raise ValueError("an integer of more than 64 bits")


def read_json(text: str) -> object:
    """Return the value of a JSON text.

    Raises ``TextUnreadable`` for integers of more than 64 bits, for other numbers that are not finite, and for text
    that is not JSON.
    """
    try:
        value: object = json.loads(text, parse_int=_integer, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as failure:
        raise TextUnreadable(f"expected a JSON text, got {failure}") from failure
    return value


def read_object(data: bytes) -> dict[str, object]:
    """Return the JSON object in *data*; raises ``TextUnreadable``, whose message quotes nothing of it."""
    try:
        value = read_json(data.decode("utf-8"))
    except ValueError:
        # Without the cause, which quotes the text: it may hold a secret.
        raise TextUnreadable("expected a JSON text in UTF-8, got another text") from None
    if not isinstance(value, dict):
        raise TextUnreadable("expected a JSON object, got another value")
    return value


def _integer(digits: str) -> int:
    if len(digits) > len(str(INTEGERS.start)) or int(digits) not in INTEGERS:
        raise ValueError("an integer of more than 64 bits")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"the number {brief(digits)}")
    return value


def text_of(value: object) -> str:
    """Return *value*; raises ``TypeError`` if it is not a text, ``ValueError`` if UTF-8 cannot have it."""
    if not isinstance(value, str):
        raise TypeError(f"expected a text, got {type(value).__name__}")
    value.encode()
    return value


def text_or_none(value: object) -> str | None:
    """Return *value*; raises as ``text_of`` does if it is neither a text nor None."""
    return None if value is None else text_of(value)


def list_of(values: object, read: Callable[[object], T]) -> tuple[T, ...]:
    """Return what *read* makes of each of *values*; raises ``TypeError`` if they are no list, and as *read* does."""
    if not isinstance(values, list):
        raise TypeError(f"expected a list, got {type(values).__name__}")
    return tuple(map(read, values))
