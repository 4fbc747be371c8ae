"""Screens for the seal: its sixteen letters before the first row, and the sealed line as a QR code at the reveal."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.match.seal import fingerprint
from companion.ui.elements import Numeral, Pattern
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Screen, Stay

QUIET = 3
"""Lit pixels around the QR code. The standard asks for 4 modules; readers accept less, and 4 do not fit the panel."""


def seal_lines(seal: str) -> tuple[str, str]:
    """Return the sixteen letters in two lines of two groups.

    >>> seal_lines("24NI-OJ5J-UWCI-7LBQ")
    ('24NI-OJ5J', 'UWCI-7LBQ')
    """
    groups = seal.split("-")
    return "-".join(groups[:2]), "-".join(groups[2:])


class SealScreen(Screen):
    """Shows the seal of the code in play, so that the players can write it down."""

    def __init__(self, seal: str) -> None:
        self.seal = seal

    def draw(self, page: Page) -> None:
        """Draw the sixteen letters as large as possible."""
        page.title(N_("Seal of this code"), optional=True)
        page.add(Numeral(seal_lines(self.seal)))

    def press(self, button: Button) -> Navigation:
        """Go back."""
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


class OpenedScreen(Screen):
    """Shows the sealed line as a QR code, with the seal beside it."""

    def __init__(self, line: str) -> None:
        self.line = line
        # Imported lazily: segno imports ssl and an HTTP client, which load as long as all screens together.
        import segno

        code = segno.make(line, error="l", boost_error=False, micro=False)
        self._modules = tuple(bytes(row) for row in code.matrix)

    def draw(self, page: Page) -> None:
        """Draw the QR code, with its light modules lit, and the seal."""
        groups = fingerprint(self.line).split("-")
        page.add(Pattern(self._modules, N_("QR code"), (page.translator._("Seal"), *groups), QUIET))

    def press(self, button: Button) -> Navigation:
        """Go back."""
        return Stay() if button is Button.ROLL else Pop()
