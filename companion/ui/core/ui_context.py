"""The context that every screen has: the settings, the language and the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.i18n.translator import Text, Translator
from companion.ui.core.screen import Navigation, Screen, Stay

if TYPE_CHECKING:
    from companion.box.tray import TrayEvent
    from companion.config.settings import Settings


class UiContext:
    """The context shared by all screens; changed ``settings`` apply to the next frame, sound and dimming."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self.now = now
        self._settings = settings
        self.translator = Translator(settings.language)

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
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
