"""The face of Coda."""

from companion.ui.faces.coda.face import CodaFace

__all__ = ["CodaFace"]
