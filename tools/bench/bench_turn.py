"""How large the sign of the player is seen from afar before a turn, on each panel of 128x64 pixels and more."""

from __future__ import annotations

from PIL import Image

from companion.box import ColourMode
from companion.i18n.translator import Translator, Verbatim, languages
from companion.ui.core.canvas import Size
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.ink import AnyInk, Ink, Palette
from companion.ui.core.pixel_page import LOW, style_for
from companion.ui.games.coda import face as coda
from companion.ui.games.passcode import face as passcode
from companion.ui.games.pegs import face as pegs
from companion.ui.games.shared.seats import SEATS
from companion.ui.games.shared.turn import TurnSign
from tests.support.panels import PANELS

NAMES = ("Ada", "Player 1", "Wilhelmina")
NEWS = (Verbatim("Bartholome put in: light 11, no. 12"), Verbatim("M3PW-GCOP-YKLN-MTTJ"))
VERBS = sorted({verb for face in (pegs, coda, passcode) for verb in face.VERBS.values()})


class SignPage(DisplayPage):
    """A page that keeps the larger side of what is lit of each sign, in pixels."""

    def __init__(self, size: Size, language: str) -> None:
        super().__init__(size, Translator(language), style_for(size), Palette(ColourMode.MONO))
        self.signs: list[int] = []

    def stamp(self, mask: Image.Image, x: int, y: int, ink: AnyInk = Ink.FOREGROUND) -> None:
        left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
        self.signs.append(max(right - left, bottom - top))
        super().stamp(mask, x, y, ink)


def turn_pages(size: Size, language: str) -> list[SignPage]:
    """Return the pages before a turn on a display of *size*: of each seat, name and verb, with long news and without.

    Raises ``RuntimeError`` where a text is cut.
    """
    signs = [
        TurnSign(seat, name, verb, news)
        for seat in range(len(SEATS))
        for name in NAMES
        for verb in VERBS
        for news in ((), *((each,) for each in NEWS))
    ]
    pages = []
    for sign in signs:
        page = SignPage(size, language)
        page.add(sign)
        if page.cut:
            raise RuntimeError(f"expected texts that fit on {size}, got {page.cut}")
        pages.append(page)
    return pages


def turn_arcmin() -> float:
    """Return how large the smallest sign is seen from 2 m, in minutes of arc, on the worst panel that is not low."""
    panels = [panel for panel in PANELS if panel.size[1] >= LOW]
    return min(
        panel.arcmin(side)
        for panel in panels
        for language in languages()
        for page in turn_pages(panel.size, language)
        for side in page.signs
    )


if __name__ == "__main__":
    print(turn_arcmin())
