"""The celebration of a solved code or a won round: a picture over the next screen, for one second."""

from __future__ import annotations

from companion.i18n.translator import Text
from companion.ui.page import Page
from companion.ui.pictures import Picture, Pictures
from companion.ui.screen import Navigation, Overlay, Pop, Stay

STEPS = (
    (None, None, Picture.CUP, None, None),
    (None, Picture.STAR, Picture.CUP, Picture.STAR, None),
    (Picture.STAR, Picture.STAR, Picture.CUP, Picture.STAR, Picture.STAR),
)
STEP_S = 0.3
"""Seconds that each of the ``STEPS`` is shown; the last one is shown a little longer, because it is complete."""
LAST_S = 0.4


class Celebration(Overlay):
    """A cup to which stars come, under *title* and above *words*; it ends after one second.

    Where no reading is needed, *title* is empty.
    """

    def __init__(self, began: float, title: Text, words: Text) -> None:
        self.title = title
        self.words = words
        self._ends = [began + STEP_S * step for step in range(1, len(STEPS))]
        self._ends.append(began + STEP_S * (len(STEPS) - 1) + LAST_S)
        self._step = 0

    def draw(self, page: Page) -> None:
        """Draw the cup with the stars that have come so far."""
        if self.title:
            page.title(self.title, optional=True)
        pictures = STEPS[self._step]
        page.add(Pictures(tuple((one, 2 if one is Picture.CUP else 1) for one in pictures), below=1))
        # The words may take a while to find, so that the picture and the tune do not wait for them.
        if self._step:
            page.paragraph(self.words)

    def due(self) -> float | None:
        """Return when the next stars come, or the celebration ends."""
        return self._ends[self._step]

    def tick(self, now: float) -> Navigation:
        """Show the next stars, or end."""
        self._step = max(self._step + 1, sum(end <= now for end in self._ends))
        if self._step < len(STEPS):
            return Stay()
        self._step = len(STEPS) - 1
        return Pop()
