"""The first and the last that is seen of a box that is switched on and off."""

from __future__ import annotations

from companion.errors import N_
from companion.i18n.translator import Verbatim
from companion.ui.elements import Numeral
from companion.ui.notice import draw_saying
from companion.ui.page import Page

NAME = Verbatim("Codemaker")


def draw_splash(page: Page) -> None:
    """Draw the name of the box."""
    page.add(Numeral((NAME.text,)))


def draw_goodbye(page: Page, is_switched_off: bool) -> None:
    """Draw what there is to do after the end."""
    if is_switched_off:
        draw_saying(page, NAME, N_("Switching off. Wait 10 s, then pull the plug."))
    else:
        draw_saying(page, NAME, N_("Goodbye. Every match is kept."))
