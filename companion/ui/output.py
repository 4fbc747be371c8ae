"""Screens as pictures on a display; ``companion.ui.line_output`` writes them as lines of text instead."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from PIL.Image import Image

from companion.box import Button, Clicked, Display, TypedLine
from companion.ui.display_page import page_for
from companion.ui.screen import Overlay, Screen
from companion.ui.ui_context import UiContext

log = logging.getLogger(__name__)

Frame = Image | tuple[str, ...]
"""A picture, or the lines of a page."""


class Output(Protocol):
    """Turns screens into frames and sends those that differ from the last one."""

    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        """Return the frame of the screen *top* with *banner*, or of what is shown *over* it."""
        ...

    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        """Send *frame* if it differs from the last one; *is_by_time* says that only time has passed since then."""
        ...

    def forget(self) -> None:
        """Send the next frame, whether it differs or not."""
        ...

    def meant(self, event: Clicked | TypedLine) -> tuple[Button, ...]:
        """Return the presses that *event* means on the last frame; none if it means none."""
        ...


class PictureOutput:
    """An ``Output`` on *display*."""

    def __init__(self, display: Display, context: UiContext) -> None:
        self._display = display
        self._context = context
        self._shown: Frame | None = None
        # What a click on a pixel of the last page stands for.
        self._touched: Callable[[int, int], tuple[Button, ...]] = lambda x, y: ()

    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        """Return the picture."""
        settings = self._context.settings
        page = page_for(self._display.format, self._context.translator, settings.large_text, settings.theme)
        (over or top).draw(page)
        if banner:
            page.banner(banner)
        self._touched = page.touched
        if page.cut:
            log.warning("expected texts that fit, got %r, on %s", page.cut, type(top).__name__)
        return page.image

    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        """Show the picture *frame* if it differs from the last one."""
        # Comparing two frames takes memory, so it may fail like drawing.
        if isinstance(frame, Image) and frame != self._shown:
            self._display.show(frame)
            self._shown = frame

    def forget(self) -> None:
        """Show the next picture, whether it differs or not."""
        self._shown = None

    def meant(self, event: Clicked | TypedLine) -> tuple[Button, ...]:
        """Return the presses that a click means; a display has no lines to type at."""
        return self._touched(event.x, event.y) if isinstance(event, Clicked) else ()
