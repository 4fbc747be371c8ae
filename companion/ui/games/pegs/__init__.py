"""The screens of the peg games."""

from companion.ui.games.pegs.face import PegScreens

SCREENS = PegScreens()
