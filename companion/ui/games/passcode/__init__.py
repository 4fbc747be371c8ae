"""The face of Passcode."""

from companion.ui.games.passcode.face import PasscodeFace

__all__ = ["PasscodeFace"]
