"""Screens for the seal: its sixteen letters before the first row, and the sealed line as a QR code at the reveal."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box import Button
from companion.errors import N_
from companion.match.seal import fingerprint
from companion.ui.elements import Numeral, Pattern
from companion.ui.page import Page
from companion.ui.qr import qr_modules
from companion.ui.screen import Navigation, Pop, Screen, Stay

_STEPS = {Button.UP: -1, Button.DOWN: 1}


def seal_lines(seal: str) -> tuple[str, str]:
    """Return the sixteen letters in two lines of two groups.

    >>> seal_lines("24NI-OJ5J-UWCI-7LBQ")
    ('24NI-OJ5J', 'UWCI-7LBQ')
    """
    groups = seal.split("-")
    return "-".join(groups[:2]), "-".join(groups[2:])


class SealScreen(Screen):
    """Shows the seals of the codes in play one by one, the newest first, so that the players can write them down."""

    def __init__(self, seals: Sequence[str]) -> None:
        self.seals = seals
        self._at = len(seals) - 1

    def draw(self, page: Page) -> None:
        """Draw the sixteen letters as large as possible."""
        page.title(N_("Seal of this code"), optional=True)
        if len(self.seals) > 1:
            page.hints(page.translator._("\u25b2\u25bc more"), f"{self._at + 1}/{len(self.seals)}")
        page.add(Numeral(seal_lines(self.seals[self._at])))

    def press(self, button: Button) -> Navigation:
        """Turn to another seal, or go back."""
        self._at = (self._at + _STEPS.get(button, 0)) % len(self.seals)
        return Pop() if button in (Button.OK, Button.BACK) else Stay()


class OpenedScreen(Screen):
    """Shows the sealed line as a QR code, and the seal beside it."""

    def __init__(self, line: str) -> None:
        self.line = line
        self._modules = qr_modules(line)

    def draw(self, page: Page) -> None:
        """Draw the QR code, with its light modules lit, and the seal."""
        groups = fingerprint(self.line).split("-")
        page.add(Pattern(self._modules, N_("QR code"), (page.translator._("Seal"), *groups)))

    def press(self, button: Button) -> Navigation:
        """Go back."""
        return Stay() if button is Button.ROLL else Pop()
