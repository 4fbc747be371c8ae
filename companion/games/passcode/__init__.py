"""Passcode: the rules of the game, pure."""

from companion.games.passcode.game import PasscodeGame

__all__ = ["PasscodeGame"]
