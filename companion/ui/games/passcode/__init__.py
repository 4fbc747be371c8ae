"""The screens of Passcode."""

from companion.ui.games.passcode.face import PasscodeScreens

SCREENS = PasscodeScreens()
