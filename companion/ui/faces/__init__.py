"""The faces: how each family of games looks and is played with a few buttons."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.ui.faces.pegs import PegFace
from companion.ui.match import Face

FACES: Mapping[str, Face] = MappingProxyType({"pegs": PegFace()})
"""The face of each family of games."""
