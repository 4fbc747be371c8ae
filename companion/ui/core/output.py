"""Screens as pictures on a display, or as lines of text on a box without one."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable

from PIL.Image import Image

# Not "from ... import": that would run its code before the first frame, which needs no level.
import companion.words.phrase as phrases
from companion.box import Button, Clicked, Display, PageWriter, TypedLine
from companion.errors import N_
from companion.ui.core.display_page import page_for
from companion.ui.core.screen import Overlay, Screen, UiContext
from companion.ui.core.text_page import TextPage

log = logging.getLogger(__name__)

# By the numbers of levels.
LEVELS = {1: N_("Answers alone."), 2: N_("Answers, and whose turn it is."), 3: N_("Whole pages.")}

Frame = Image | tuple[str, ...]
"""A picture, or the lines of a page."""


class Output(ABC):
    """Turns screens into frames and sends those that differ from the last one."""

    def __init__(self, context: UiContext) -> None:
        self._context = context
        self._shown: Frame | None = None

    @abstractmethod
    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        """Return the frame of the screen *top* with *banner*, or of what is shown *over* it."""

    @abstractmethod
    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        """Send *frame* if it differs from the last one; *is_by_time* says that only time has passed since then."""

    def forget(self) -> None:
        """Send the next frame, whether it differs or not."""
        self._shown = None

    def take_level(self, text: str) -> str:
        """Take the line *text* if it says how much is to be written of a game, such as ``/v 1``; return the reply."""
        return ""

    @abstractmethod
    def meant(self, event: Clicked | TypedLine) -> tuple[Button, ...]:
        """Return the presses that *event* means on the last frame; none if it means none."""


class PictureOutput(Output):
    """An ``Output`` on *display*; a click means presses."""

    def __init__(self, display: Display, context: UiContext) -> None:
        super().__init__(context)
        self._display = display
        # What a click on a pixel of the last page stands for.
        self._touched: Callable[[int, int], tuple[Button, ...]] = lambda x, y: ()

    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        settings = self._context.settings
        page = page_for(self._display.format, self._context.translator, settings.large_text, settings.theme)
        (over or top).draw(page)
        if banner:
            page.banner(banner)
        self._touched = page.presses_at
        if page.cut:
            log.warning("expected texts that fit, got %r, on %s", page.cut, type(top).__name__)
        return page.image

    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        # Comparing two frames takes memory, so it may fail like drawing.
        if isinstance(frame, Image) and frame != self._shown:
            self._display.show(frame)
            self._shown = frame

    def meant(self, event: Clicked | TypedLine) -> tuple[Button, ...]:
        return self._touched(event.x, event.y) if isinstance(event, Clicked) else ()


class LineOutput(Output):
    """An ``Output`` that hands lines to *writer*; a typed line means presses.

    What is shown over a screen is written once, before the screen. A page that time alone has changed, and will change
    again, is not written: lines of text do not follow a clock.
    """

    def __init__(self, writer: PageWriter, context: UiContext) -> None:
        super().__init__(context)
        self._writer = writer
        self._page = TextPage(context.translator)
        self._over: Overlay | None = None
        self._shown_of: Screen | None = None
        self._level = phrases.Level.GAME

    def take_level(self, text: str) -> str:
        name, _, wanted = text.partition(" ")
        if name != "/v":
            return ""
        chosen = [level for level in phrases.Level if wanted.strip() == str(level.value)]
        self._level = chosen[0] if chosen else self._level
        return self._context.translator._(LEVELS[self._level] if chosen else N_("Say which: /v 1, /v 2 or /v 3."))

    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        if over is not None and over is not self._over and over.is_in_lines:
            self._writer.write(_lines(over, TextPage(self._context.translator)), is_private=False)
        self._over = over
        top.settle()
        self._page = TextPage(self._context.translator, is_numbered=True)
        lines = _lines(top, self._page, banner, top.typing())
        spoken = top.spoken() if self._level < phrases.Level.EVERYTHING else ()
        if not spoken:
            return lines
        # The lines of the page are not written, so no number chooses one.
        self._page = TextPage(self._context.translator)
        is_all = top.shows_secret
        said = [phrase(self._context.translator) for phrase in spoken if is_all or phrase.level <= self._level]
        return tuple(banner.split("\n") if banner else said)

    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        is_clock = is_by_time and self._shown_of is top and top.due() is not None
        if isinstance(frame, tuple) and frame != self._shown and not is_clock:
            self._writer.write(frame, is_private=top.shows_secret)
            self._shown, self._shown_of = frame, top
        elif is_clock and (said := top.told_by_time(self._context.translator)):
            self._writer.write((said,), is_private=False)

    def meant(self, event: Clicked | TypedLine) -> tuple[Button, ...]:
        return tuple(self._page.presses(event.text)) if isinstance(event, TypedLine) else ()


class ScreenOutput(LineOutput):
    """A ``LineOutput`` whose *writer* shows one page at a time, and what is shown over a screen in its place."""

    def frame(self, top: Screen, over: Overlay | None, banner: str) -> Frame:
        top.settle()
        return _lines(over or top, TextPage(self._context.translator, is_tall=True), banner)

    def send(self, frame: Frame, top: Screen, *, is_by_time: bool) -> None:
        super().send(frame, top, is_by_time=False)


def _lines(screen: Screen, page: TextPage, banner: str = "", typing: str = "") -> tuple[str, ...]:
    screen.draw(page)
    if typing:
        page.hints(typing)
    if banner:
        page.banner(banner)
    return tuple(page.lines)
