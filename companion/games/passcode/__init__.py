"""Passcode: the rules of the game as pure functions and values."""

from companion.games.passcode.game import PasscodeGame

__all__ = ["PasscodeGame"]
