"""What every screen may use: the settings, the language and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.i18n.translator import Text, Translator
from companion.ui.screen import Navigation, Screen, Stay

if TYPE_CHECKING:
    from companion.box import TrayEvent


class DisplaySettings(Protocol):
    """The settings that the ground of the user interface reads; 0 seconds means never."""

    @property
    def language(self) -> str:
        """``auto``, or the code of a language."""
        ...

    @property
    def large_text(self) -> bool:
        """Whether texts are drawn in the larger font."""
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
        """After how many seconds without a press the display dims."""
        ...

    @property
    def dark_after_s(self) -> float:
        """After how many seconds without a press the display goes dark."""
        ...


class UiContext:
    """Lies under all screens; when ``settings`` are changed here the next frame, cue and dimming follow them."""

    def __init__(self, settings: DisplaySettings, now: Callable[[], float]) -> None:
        self.now = now
        self._settings = settings
        self.tongue = Translator(settings.language)

    @property
    def settings(self) -> DisplaySettings:
        """What holds now."""
        return self._settings

    @settings.setter
    def settings(self, settings: DisplaySettings) -> None:
        if settings.language != self._settings.language:
            self.tongue = Translator(settings.language)
        self._settings = settings

    def take_notice(self) -> Text | None:
        """Return what the players are to be told, whatever is on the screen, once."""
        return None

    def retry_at(self) -> float | None:
        """When, on the inputs' clock, something that failed is worth another try; None while nothing has failed."""
        return None

    def retry(self) -> None:
        """Try it again."""

    def hear(self, news: TrayEvent, top: Screen) -> Navigation:
        """Take what the tray has to tell, while *top* is seen; where nobody has a tray it is not worth a word."""
        return Stay()
