"""The context that every screen has: the settings, the language and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.i18n.translator import Text, Translator
from companion.ui.screen import Navigation, Screen, Stay

if TYPE_CHECKING:
    from companion.box.tray import TrayEvent


class DisplaySettings(Protocol):
    """The settings that the basic user interface reads; 0 seconds means never."""

    @property
    def language(self) -> str:
        """``auto``, or the code of a language."""
        ...

    @property
    def large_text(self) -> bool:
        """Whether texts are drawn in the larger font."""
        ...

    @property
    def theme(self) -> str:
        """The theme of a display with colours or greys, one of ``companion.ui.ink.THEMES``."""
        ...

    @property
    def volume(self) -> int:
        """The loudness, 0 (off) to 100."""
        ...

    @property
    def brightness(self) -> int:
        """The brightness of the display, 1 to 100."""
        ...

    @property
    def dim_after_s(self) -> float:
        """The seconds without a press after which the display dims."""
        ...

    @property
    def dark_after_s(self) -> float:
        """The seconds without a press after which the display goes dark."""
        ...


class UiContext:
    """The context shared by all screens; changed ``settings`` apply to the next frame, sound and dimming."""

    def __init__(self, settings: DisplaySettings, now: Callable[[], float]) -> None:
        self.now = now
        self._settings = settings
        self.translator = Translator(settings.language)

    @property
    def settings(self) -> DisplaySettings:
        """The current settings."""
        return self._settings

    @settings.setter
    def settings(self, settings: DisplaySettings) -> None:
        if settings.language != self._settings.language:
            self.translator = Translator(settings.language)
        self._settings = settings

    def take_notice(self) -> Text | None:
        """Return a text to show the players on top of any screen, once; None if there is none."""
        return None

    def retry_at(self) -> float | None:
        """Return when to call ``retry`` after a failure, on the inputs' clock; None while nothing has failed."""
        return None

    def retry(self) -> None:
        """Retry what has failed."""

    def on_tray_event(self, news: TrayEvent, top: Screen) -> Navigation:
        """Handle an event of the tray while *top* is shown; without a tray service it is ignored."""
        return Stay()
