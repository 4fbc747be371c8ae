"""The seal on the screen: before the first row its sixteen letters, at the reveal the line under it as a QR code."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.match.randomness import fingerprint
from companion.ui.canvas import Area
from companion.ui.page import LOW, Page
from companion.ui.screen import Go, Pop, Screen, Stay

QUIET = 3
"""Lit pixels around the QR code. The standard asks for 4 modules; readers do with less, and the panel has no more."""


def seal_lines(seal: str) -> tuple[str, str]:
    """Return the sixteen letters in two lines of two groups.

    >>> seal_lines("24NI-OJ5J-UWCI-7LBQ")
    ('24NI-OJ5J', 'UWCI-7LBQ')
    """
    groups = seal.split("-")
    return "-".join(groups[:2]), "-".join(groups[2:])


class SealScreen(Screen):
    """Shows the seal of the code in play, to be noted down."""

    def __init__(self, seal: str) -> None:
        self.seal = seal

    def draw(self, page: Page) -> None:
        """Draw the sixteen letters as large as they go."""
        if page.height >= LOW:
            page.title(N_("Seal of this code"))
        face = page.big if page.big.height * 2 <= page.free.height else page.body
        top = page.free.y + (page.free.height - 2 * face.height) // 2
        for place, line in enumerate(seal_lines(self.seal)):
            page.centred(top + place * face.height, line, face)

    def press(self, button: Button) -> Go:
        """Go back."""
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


class OpenedScreen(Screen):
    """Shows the line under the seal as a QR code, with the seal beside it."""

    def __init__(self, line: str) -> None:
        self.line = line
        # segno imports ssl and an HTTP client, as long to load as all screens together; only a reveal needs it.
        import segno

        code = segno.make(line, error="l", boost_error=False, micro=False)
        self._modules = tuple(bytes(row) for row in code.matrix)

    def draw(self, page: Page) -> None:
        """Draw the code at the left, as large as goes in, lit where paper is white."""
        count = len(self._modules)
        scale = max(1, (page.height - 2) // count)
        side = min(page.height, count * scale + 2 * QUIET)
        edge = (side - count * scale) // 2
        page.fill(Area(0, 0, side, side))
        for y, row in enumerate(self._modules):
            for x, dark in enumerate(row):
                if dark:
                    page.fill(Area(edge + x * scale, edge + y * scale, scale, scale), 0)
        self._draw_seal(page, Area(side, 0, page.width - side, page.height))

    def _draw_seal(self, page: Page, area: Area) -> None:
        groups = fingerprint(self.line).split("-")
        face = page.small
        lines = (
            [page.tongue._("Seal"), *groups]
            if area.height >= 5 * face.height
            else groups[: area.height // face.height]
        )
        top = (area.height - len(lines) * face.height) // 2
        for place, line in enumerate(lines):
            page.centred(top + place * face.height, line, face, area=area)

    def press(self, button: Button) -> Go:
        """Go back."""
        return Stay() if button is Button.ROLL else Pop()
