"""The geometry of a six-sided die: its 24 attitudes, and the effect of turning it on the table.

The die is right-handed, as western dice are: opposite faces add to 7, and 1, 2 and 3 run anticlockwise around the
corner they share. Compass directions are as seen from above; north points away from the reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

FACES: Final = (1, 2, 3, 4, 5, 6)
"""The numbers on a die."""


class Turn(Enum):
    """A direction of turning on the table, seen from above: LEFT is anticlockwise, RIGHT clockwise."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Attitude:
    """The orientation of a die that is square to the table, given by three of its faces.

    >>> lying = Attitude(top=3, north=2, east=1)
    >>> lying.bottom, lying.south, lying.west
    (4, 5, 6)
    """

    top: int
    north: int
    east: int

    @property
    def bottom(self) -> int:
        """The face on the table."""
        return 7 - self.top

    @property
    def south(self) -> int:
        """The face towards the reader."""
        return 7 - self.north

    @property
    def west(self) -> int:
        """The face on the reader's left."""
        return 7 - self.east

    @property
    def sides(self) -> tuple[int, int, int, int]:
        """The four side faces, clockwise from the north."""
        return self.north, self.east, self.south, self.west

    def turned(self, turn: Turn) -> Attitude:
        """Return the die after a quarter *turn* on the table.

        >>> Attitude(top=3, north=2, east=1).turned(Turn.RIGHT).sides
        (6, 2, 1, 5)
        """
        if turn is Turn.RIGHT:
            return Attitude(self.top, north=self.west, east=self.north)
        return Attitude(self.top, north=self.east, east=self.south)

    def rolled_north(self) -> Attitude:
        """Return the die after tipping it over its northern edge, away from the reader."""
        return Attitude(self.south, north=self.top, east=self.east)

    def rolled_east(self) -> Attitude:
        """Return the die after tipping it over its eastern edge, to the right."""
        return Attitude(self.west, north=self.north, east=self.top)


def _every_attitude() -> tuple[Attitude, ...]:
    """Return each attitude that tipping and turning can reach, sorted by top and north."""
    found = {Attitude(top=3, north=2, east=1)}
    fresh = set(found)
    while fresh:
        fresh = {other for lying in fresh for other in (lying.turned(Turn.RIGHT), lying.rolled_north())} - found
        found |= fresh
    return tuple(sorted(found, key=lambda lying: (lying.top, lying.north)))


ATTITUDES: Final = _every_attitude()
"""The 24 attitudes of a right-handed die, sorted by top and north."""


def attitude(top: int, north: int) -> Attitude:
    """Return the attitude with *top* up and *north* away; raises ``ValueError`` if they are not neighbouring faces.

    >>> attitude(3, 2).east
    1
    """
    for lying in ATTITUDES:
        if (lying.top, lying.north) == (top, north):
            return lying
    raise ValueError(f"expected two neighbouring faces of a die, got top {top!r} and north {north!r}")
