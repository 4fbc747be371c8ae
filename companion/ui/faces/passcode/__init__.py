"""The face of Passcode."""

from companion.ui.faces.passcode.face import PasscodeFace

__all__ = ["PasscodeFace"]
