"""The least element there is: a line of text at the top of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n.translator import Translator
from companion.ui.core.pixel_page import PixelPage


@dataclass(frozen=True, slots=True)
class OneLine:
    """A line of text in the upper left corner, or *centred*, from the height *y* on."""

    text: str
    y: int = 0
    centred: bool = False

    def draw(self, page: PixelPage) -> None:
        if self.centred:
            page.draw_centred(self.y, self.text)
        else:
            page.text(0, self.y, self.text)

    def lines(self, translator: Translator) -> Sequence[str]:
        return [self.text]
