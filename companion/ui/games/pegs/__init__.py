"""The face of the peg games."""

from companion.ui.games.pegs.face import PegFace

__all__ = ["PegFace"]
