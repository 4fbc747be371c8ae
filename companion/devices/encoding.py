"""What a terminal or a pipe can write: the encoding of its locale, and plain characters in the place of others."""

from __future__ import annotations

import locale
import os
import sys
import unicodedata

PLAIN = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u00ab": '"',
    "\u00bb": '"',
    "\u2013": "-",
    "\u2014": "-",
    "\u2022": "*",
    "\u2190": "<-",
    "\u2192": "->",
    "\u2713": "*",
    "\u25cf": "*",
    "\u25cb": "o",
    "\u00b7": ".",
    "\u00d7": "x",
    "\u2423": "_",
    "\u0153": "oe",
    "\u0152": "OE",
    "\u00e6": "ae",
    "\u00c6": "AE",
    "\u00df": "ss",
    "\u20ac": "EUR",
}
"""Substitutes for characters without a decomposition."""


def encoding_of(of_python: str) -> str:
    """Return the locale's encoding where Python uses UTF-8 in its place (PEP 540, ``LC_ALL=C``), else *of_python*."""
    is_chosen = any(name in os.environ for name in ("PYTHONUTF8", "PYTHONIOENCODING"))
    return locale.getencoding() if sys.flags.utf8_mode and not is_chosen else of_python


def can_encode(text: str, encoding: str) -> bool:
    """Return whether *encoding* has every character of *text*."""
    return text.encode(encoding, "ignore").decode(encoding) == text


def encoded(text: str, encoding: str) -> bytes:
    """Return *text* in *encoding*; a character that it lacks is replaced by plain ones, at last by ``?``.

    >>> encoded("d\\u00e9j\\u00e0\\u00a0: l\\u2019\\u0153il \\u2192", "ascii")
    b"deja : l'oeil ->"
    """
    if can_encode(text, encoding):
        return text.encode(encoding)
    return b"".join(encoded(character, encoding) for character in text) if len(text) > 1 else _plain(text)


def _plain(character: str) -> bytes:
    plain = PLAIN.get(character) or unicodedata.normalize("NFKD", character)
    return plain.encode("ascii", "ignore") or b"?"
