"""The points of all players in one line, for displays with room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n.translator import Translator
from companion.ui.games.shared import digits
from companion.ui.pixel_page import PixelPage

SHORT = 5
"""The letters of a shortened name."""


@dataclass(frozen=True, slots=True)
class PointsLine:
    """The points of all players at the lower edge; a small display has no room for them.

    They are left out where a list of ``rest`` lines would not fit above them.
    """

    names: tuple[str, ...]
    scores: tuple[int, ...]
    rest: int = 0

    def draw(self, page: PixelPage) -> None:
        """Draw the line and remove it from the free area."""
        if not digits.has_table_room(page):
            return
        face, free = page.small, page.free
        y = free.bottom - face.height - 1
        if digits.list_height(page, self.rest) > y - 2 - free.y:
            return
        page.centred(y, self.text((free.width - 2 * page.margin) // face.width), face)
        page.free = free._replace(height=y - 2 - free.y)

    def text(self, most: int) -> str:
        """Return the points with the longest names for which *most* characters are enough."""
        short = digits.abbreviations(self.names)
        named = [(list(self.names), " ", "  "), ([name[:SHORT] for name in self.names], " ", "  ")]
        shapes = [*(shape for shape in named if len({*shape[0]}) == len(short)), (short, " ", "  "), (short, "", " ")]
        texts = [
            between.join(f"{name}{glue}{score}" for name, score in zip(names, self.scores, strict=True))
            for names, glue, between in shapes
        ]
        return next((text for text in texts if len(text) <= most), "-".join(map(str, self.scores)))

    def lines(self, translator: Translator) -> Sequence[str]:
        """Return the points of all players."""
        pairs = zip(self.names, self.scores, strict=True)
        return [", ".join(f"{name} {points_words(translator, score)}" for name, score in pairs)]


def points_words(translator: Translator, points: int) -> str:
    """Return the words for a number of points."""
    return translator.ngettext("{points} point", "{points} points", points).format(points=points)
