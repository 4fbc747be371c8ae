"""The first page after the start of a box, and the last page before its end."""

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
    """Draw what the players should do after the program has ended."""
    if is_switched_off:
        draw_saying(page, NAME, N_("Switching off. Wait 10 s, then pull the plug."))
    else:
        draw_saying(page, NAME, N_("Goodbye. Every match is kept."))
