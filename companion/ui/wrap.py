"""Lines from a running text, as they are broken for a display."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence


def wrap(text: str, most: int) -> list[str]:
    """Return the lines of at most *most* characters in which *text* is read: broken at spaces and behind hyphens.

    A no-break space is not broken at; a word that is longer than a line is broken where the line ends.
    """
    return [line for part in text.split("\n") for line in _wrap_part(part, max(1, most))]


def _wrap_part(text: str, most: int) -> Iterator[str]:
    line = ""
    for glue, piece in _pieces(text):
        if len(line) + len(glue) + len(piece) <= most:
            line += glue + piece if line else piece
            continue
        if line:
            yield line
        *full, line = [piece[start : start + most] for start in range(0, max(1, len(piece)), most)]
        yield from full
    yield line


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Return the pieces that may not be broken, each with what joins it to the one before on the same line."""
    for word in text.split(" "):
        for place, piece in enumerate(re.split(r"(?<=\w-)(?=\w)", word)):
            yield ("" if place else " "), piece


def is_whole(text: str, lines: Sequence[str]) -> bool:
    """Return whether no word of *text* had to be broken to make *lines*."""
    pieces = [piece for part in text.split("\n") for _, piece in _pieces(part)]
    return all(len(piece) <= max(map(len, lines), default=0) for piece in pieces)
