"""Panels: dark and light, each numbered 0 to 11 or with a dash, and their order in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.secret import Secret

NUMBERS: Final = 12
DASH: Final = 12
"""The number that stands for a dash."""


class Colour(Enum):
    """The colour of a panel, which all players see; the value is its letter in a record."""

    DARK = "D"
    LIGHT = "L"

    @property
    def word(self) -> str:
        """The word for the colour alone in a record."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel in a row; ``number`` is None where the box does not know it.

    ``denied`` are the numbers that wrong attacks have named for it, and ``named`` those that its owner has named in
    wrong attacks on panels of its colour since it was placed; all players have heard both.
    """

    colour: Colour
    number: Secret[int] | None = None
    is_standing: bool = True
    denied: tuple[int, ...] = ()
    named: tuple[int, ...] = ()

    @property
    def value(self) -> int | None:
        """The number without its ``Secret``; the caller must keep it hidden."""
        return None if self.number is None else self.number.reveal()


Row = tuple[Panel, ...]
"""A player's panels, standing and fallen, from that player's left to right."""


def rank(colour: Colour, number: int) -> int:
    """Return the rank by which panels are ordered: by number, and dark before light for equal numbers.

    >>> rank(Colour.DARK, 5) < rank(Colour.LIGHT, 5) < rank(Colour.DARK, 6)
    True
    """
    return 2 * number + (colour is Colour.LIGHT)


def places(row: Row, panel: Panel) -> range:
    """Return the places at which *panel* may be put into *row*; a dash or an unknown number may go anywhere."""
    value = panel.value
    if value is None or value == DASH:
        return range(len(row) + 1)
    own = rank(panel.colour, value)
    ranks = list(_ranks(row))
    first = max((place + 1 for place, other in ranks if other < own), default=0)
    last = min((place for place, other in ranks if other > own), default=len(row))
    return range(first, last + 1)


def _ranks(row: Row) -> Iterator[tuple[int, int]]:
    """Yield the place and the rank of every panel in *row* whose number is known and not a dash."""
    for place, panel in enumerate(row):
        value = panel.value
        if value is not None and value != DASH:
            yield place, rank(panel.colour, value)


def standing(row: Row) -> int:
    """Return the number of panels of *row* that still stand."""
    return sum(panel.is_standing for panel in row)


def face_value(panel: Panel) -> int:
    """Return the points that a panel adds to the winner's score; a dash or an unknown number adds 0."""
    value = panel.value
    return 0 if value is None or value == DASH else value


def number_text(number: int) -> str:
    """Return a number as records write it; a dash is ``-``."""
    return "-" if number == DASH else str(number)


def read_number(text: str) -> int:
    """Return the number whose text is *text*."""
    return DASH if text == "-" else int(text)


def panel_text(colour: Colour, number: int) -> str:
    """Return a panel as records write it.

    >>> panel_text(Colour.LIGHT, 11), panel_text(Colour.DARK, DASH)
    ('L11', 'D-')
    """
    return colour.value + number_text(number)
