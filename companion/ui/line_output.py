"""Screens as lines of text, on a box without a display."""

from __future__ import annotations

from companion.box import Button, Clicked, PageWriter, TypedLine
from companion.ui.output import Frame
from companion.ui.screen import Overlay, Screen
from companion.ui.text_page import TextPage
from companion.ui.ui_context import UiContext


class LineOutput:
    """An ``Output`` that hands lines to *writer*.

    What is shown over a screen is written once, before the screen. A page that time alone has changed, and will change
    again, is not written: lines of text do not follow a clock.
    """

    def __init__(self, writer: PageWriter, context: UiContext) -> None:
        self._writer = writer
        self._context = context
        self._page = TextPage(context.translator)
        self._over: Overlay | None = None
        self._shown: Frame | None = None
        self._shown_of: Screen | None = None

    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        """Return the lines of the screen."""
        if over is not None and over is not self._over:
            self._writer.write(_lines(over, TextPage(self._context.translator)), is_private=False)
        self._over = over
        top.settle()
        self._page = TextPage(self._context.translator, is_numbered=True)
        return _lines(top, self._page, banner)

    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        """Write the lines *frame* if they differ from the last ones."""
        is_clock = is_by_time and self._shown_of is top and top.due() is not None
        if isinstance(frame, tuple) and frame != self._shown and not is_clock:
            self._writer.write(frame, is_private=top.shows_secret)
            self._shown, self._shown_of = frame, top

    def forget(self) -> None:
        """Write the next page, whether it differs or not."""
        self._shown = None

    def meant(self, event: Clicked | TypedLine) -> tuple[Button, ...]:
        """Return the presses that a typed line means on the last page; there is nothing to click."""
        return tuple(self._page.presses(event.text)) if isinstance(event, TypedLine) else ()


def _lines(screen: Screen, page: TextPage, banner: str = "") -> tuple[str, ...]:
    screen.draw(page)
    if banner:
        page.banner(banner)
    return tuple(page.lines)
