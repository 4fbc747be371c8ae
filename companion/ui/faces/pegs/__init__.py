"""The face of the peg games."""

from companion.ui.faces.pegs.face import PegFace

__all__ = ["PegFace"]
