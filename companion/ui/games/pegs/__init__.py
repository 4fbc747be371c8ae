"""The screens of the peg games."""

from companion.ui.games.pegs.face import PegScreens

__all__ = ["PegScreens"]
