"""Which screens each family of games has."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from companion.match.families import FAMILIES
from companion.ui.games.shared.match import GameScreens

GAME_SCREENS: Mapping[str, GameScreens] = {
    family: import_module(f"companion.ui.games.{family}.face").SCREENS for family in FAMILIES
}
"""The screens of each family of games."""
