"""The seal on the screen: before the first row its sixteen letters, at the reveal the line under it as a QR code."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.match.seal import fingerprint
from companion.ui.elements import Numeral, Pattern
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Screen, Stay

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
        page.title(N_("Seal of this code"), optional=True)
        page.add(Numeral(seal_lines(self.seal)))

    def press(self, button: Button) -> Navigation:
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
        """Draw the code, lit where paper is white, and the seal."""
        groups = fingerprint(self.line).split("-")
        page.add(Pattern(self._modules, N_("QR code"), (page.tongue._("Seal"), *groups), QUIET))

    def press(self, button: Button) -> Navigation:
        """Go back."""
        return Stay() if button is Button.ROLL else Pop()
