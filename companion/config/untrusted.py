"""Text from outside the program: whole numbers, TOML and JSON within limits, and what of a text may be shown.

Python reads digits of every script, integers of any length in hexadecimal, and NaN in JSON; none of them is accepted
here. Every function raises ``TextUnreadable`` for what it refuses, also where Python raises something else.
"""

from __future__ import annotations

import json
import math
import reprlib
import unicodedata
from typing import Final

from companion.errors import TextUnreadable

INTEGERS: Final = range(-(2**63), 2**63)
"""The integers that a TOML file, a JSON file and SQLite can hold."""

_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = 100

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of Unicode: controls, marks that change how others are shown, halves of a character, line ends."""


def is_plain(text: str) -> bool:
    """Whether *text* has only characters that can be seen: no escape codes, line ends, or halves of a character."""
    # Python calls neither a no-break space printable nor a letter that its Unicode does not know yet.
    return text.isprintable() or _UNSEEN.isdisjoint(map(unicodedata.category, text))


def visible(text: str) -> str:
    r"""Return *text* with every other character as Python escapes it, so that no terminal obeys it.

    >>> print(visible("Zoé\x1b[2J"))
    Zoé\x1b[2J
    """
    if is_plain(text):
        return text
    return "".join(letter if is_plain(letter) else letter.encode("unicode_escape").decode() for letter in text)


def brief(value: object) -> str:
    """Return the start of *value*'s repr, for a message; an integer may have too many digits for Python to write."""
    try:
        return _brief.repr(value)
    except ValueError:
        return "a number of too many digits"


def whole_number(text: str, limits: range) -> int:
    """Read a whole number in the digits 0 to 9.

    >>> whole_number("128", range(1, 1000))
    128
    """
    is_short = len(text) <= len(str(limits.stop))
    if is_short and text.isascii() and text.isdigit() and int(text) in limits:
        return int(text)
    raise TextUnreadable(f"expected a whole number from {limits.start} to {limits.stop - 1}, got {brief(text)}")


def read_toml(text: str) -> dict[str, object]:
    """Read the table of a TOML text whose integers have at most 64 bits."""
    # TOML is not needed for the first frame where there is no settings file.
    import tomllib

    try:
        values: dict[str, object] = tomllib.loads(text)
        _refuse_long_integers(values)
    # Besides what is not TOML: an integer of too many digits, and brackets nested too deeply.
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
    """Read a JSON text whose integers have at most 64 bits, and whose other numbers are finite."""
    try:
        value: object = json.loads(text, parse_int=_integer, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as failure:
        raise TextUnreadable(f"expected a JSON text, got {failure}") from failure
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
