"""The screens of Coda."""

from companion.ui.games.coda.face import CodaScreens

SCREENS = CodaScreens()
