"""What changes on the small display from press to press in Coda, because a slow bus sends what changes."""

from __future__ import annotations

from PIL import Image, ImageChops

from companion.i18n import SOURCE_LANGUAGE
from tests.ui.gallery import BY_NAME, Stand, draw

STRIP, DIGIT = 8, 6


def strip(name: str, number: int) -> Image.Image:
    """Return eight lines of the shot *name*, in English on the display of 128x64."""
    image = draw(BY_NAME[name], Stand(SOURCE_LANGUAGE)).image
    return image.crop((0, number * STRIP, image.width, (number + 1) * STRIP))


def test_naming_a_number_leaves_the_colour_where_it_is() -> None:
    box = ImageChops.difference(strip("coda-attack", 2), strip("coda-attack-number", 2)).getbbox()
    assert box is not None
    assert box[2] - box[0] <= DIGIT


def test_the_cursor_is_in_the_strips_of_the_panels() -> None:
    before, after = (
        [strip(name, number).tobytes() for number in (5, 6)] for name in ("coda-attack", "coda-attack-next")
    )
    assert before[0] != after[0]
    assert before[1] == after[1]
