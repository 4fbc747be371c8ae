"""Which screens each family of games has."""

from __future__ import annotations

from collections.abc import Mapping

from companion.ui.games.coda import CodaScreens
from companion.ui.games.passcode import PasscodeScreens
from companion.ui.games.pegs.face import PegScreens
from companion.ui.match import GameScreens

GAME_SCREENS: Mapping[str, GameScreens] = {"pegs": PegScreens(), "passcode": PasscodeScreens(), "coda": CodaScreens()}
"""The screens of each family of games."""
