"""The families of games.

A family NAME is the package ``companion.games.NAME`` with its rules, the module ``companion.match.families.NAME``,
which fulfils ``Family``, ``companion.words.NAME`` with its words, ``companion.front_ends.views.NAME`` with the fields
of its views, and ``companion.ui.games.NAME.face`` with ``SCREENS``, its ``GameScreens``.

A family whose name has a dot is the module of that name, which has all of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from companion.games.contract import AnyGame

FAMILIES = ("pegs", "passcode", "coda", "pegs_together")
"""The names of the families, in the order of the menu."""


class Family(Protocol):
    """What the module of a family offers."""

    def boxed_games(self) -> Sequence[AnyGame]:
        """Return the family's games that come with the program, in the order of the menu."""


def part(family: str, place: str) -> Any:
    """Return the module of *family* that is at *place*, the name of a module with ``{}`` for the family."""
    return import_module(family if "." in family else place.format(family))


def load(family: str) -> Family:
    """Return the module of *family*; the rules are imported with it."""
    return cast(Family, part(family, f"{__name__}.{{}}"))
