"""What every screen may use: the settings, the language and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.i18n.translator import Tongue, Words
from companion.ui.screen import Go, Screen, Stay

if TYPE_CHECKING:
    from companion.box import News


class Look(Protocol):
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


class Desk:
    """Lies under all screens; when ``settings`` are changed here the next frame, cue and dimming follow them."""

    def __init__(self, settings: Look, now: Callable[[], float]) -> None:
        self.now = now
        self._settings = settings
        self.tongue = Tongue(settings.language)

    @property
    def settings(self) -> Look:
        """What holds now."""
        return self._settings

    @settings.setter
    def settings(self, settings: Look) -> None:
        if settings.language != self._settings.language:
            self.tongue = Tongue(settings.language)
        self._settings = settings

    def take_notice(self) -> Words | None:
        """Return what the players are to be told, whatever is on the screen, once."""
        return None

    def retry_at(self) -> float | None:
        """When, on the inputs' clock, something that failed is worth another try; None while nothing has failed."""
        return None

    def retry(self) -> None:
        """Try it again."""

    def hear(self, news: News, top: Screen) -> Go:
        """Take what the tray has to tell, while *top* is seen; where nobody has a tray it is not worth a word."""
        return Stay()
