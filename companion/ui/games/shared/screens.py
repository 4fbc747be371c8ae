"""Which screens each family of games has."""

from __future__ import annotations

from companion.match.families import FAMILIES, part
from companion.ui.games.shared.match import GameScreens


class _Screens(dict[str, GameScreens]):
    """The screens by family, each imported when it is first used: most evenings have games of one family."""

    def __missing__(self, family: str) -> GameScreens:
        self[family] = part(family, "companion.ui.games.{}.face").SCREENS
        return self[family]


GAME_SCREENS = _Screens()
"""The screens of each family of games."""
# Those of the first game of the menu are there before a press asks for them.
GAME_SCREENS[FAMILIES[0]]
