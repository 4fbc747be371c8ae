"""The face of Coda."""

from companion.ui.games.coda.face import CodaFace

__all__ = ["CodaFace"]
