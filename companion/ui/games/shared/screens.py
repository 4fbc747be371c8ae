"""Which screens each family of games has."""

from __future__ import annotations

from collections.abc import Mapping

from companion.match.families import FAMILIES, part
from companion.ui.games.shared.match import GameScreens

GAME_SCREENS: Mapping[str, GameScreens] = {
    family: part(family, "companion.ui.games.{}.face").SCREENS for family in FAMILIES
}
"""The screens of each family of games."""
