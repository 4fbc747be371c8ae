"""The families of games.

A family NAME is the package ``companion.games.NAME`` with its rules, the module ``companion.match.families.NAME``,
which fulfils ``Family``, and the package ``companion.ui.games.NAME`` with ``SCREENS``, its ``GameScreens``.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from companion.games.contract import AnyGame

FAMILIES = ("pegs", "passcode", "coda")
"""The names of the families, in the order of the menu."""


class Family(Protocol):
    """What the module of a family offers."""

    def boxed_games(self) -> Sequence[AnyGame]:
        """Return the family's games that come with the program, in the order of the menu."""


def load(family: str) -> Family:
    """Return the module of *family*; the rules are imported with it."""
    return cast(Family, import_module(f"{__name__}.{family}"))
