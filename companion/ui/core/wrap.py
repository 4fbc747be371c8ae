"""Wrapping of running text into lines for a display."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence


def wrap(text: str, most: int) -> list[str]:
    """Return *text* as lines of at most *most* characters, broken at spaces and after hyphens.

    Lines are not broken at no-break spaces; a word that is longer than a line is broken where the line ends.
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
    """Yield the unbreakable pieces of *text*, each after the string that joins it to the piece before."""
    for word in text.split(" "):
        for place, piece in enumerate(re.split(r"(?<=\w-)(?=\w)", word)):
            yield ("" if place else " "), piece


def is_whole(text: str, lines: Sequence[str]) -> bool:
    """Return whether no word of *text* had to be broken to make *lines*."""
    pieces = [piece for part in text.split("\n") for _, piece in _pieces(part)]
    return all(len(piece) <= max(map(len, lines), default=0) for piece in pieces)
