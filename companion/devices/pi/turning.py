"""Pictures turned by quarters, for panels that are mounted another way up."""

from __future__ import annotations

from PIL import Image

# Quarter turns clockwise, as luma counts them; Pillow counts the other way round.
_TURNS = {1: Image.Transpose.ROTATE_270, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_90}


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """Return *image* turned clockwise by 0 to 3 *quarters*."""
    return image.transpose(_TURNS[quarters]) if quarters else image
