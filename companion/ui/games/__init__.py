"""The screens of each family of games: how it looks and is played with a few buttons."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from companion.ui.match import GameScreens


class _LazyScreens(dict[str, GameScreens]):
    """Imports the screens of a family at the first access: the first frame needs none of them."""

    def __missing__(self, family: str) -> GameScreens:
        screens: GameScreens = import_module(f"{__name__}.{family}").SCREENS
        self[family] = screens
        return screens


GAME_SCREENS: Mapping[str, GameScreens] = _LazyScreens()
"""The screens of each family of games, by its name in ``match.families.FAMILIES``."""
