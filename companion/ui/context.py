"""What the screens around a match may use besides the desk: the games, the archive, the settings file."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from companion.config.settings import NAMES_MOST, Settings
from companion.errors import N_, CompanionError, JournalFailed, MatchDamaged, SettingsRefused
from companion.i18n.translator import Text, Translator
from companion.match.archive import Environment, MatchSummary
from companion.match.catalogue import Catalogue, UnknownGame
from companion.ui.desk import UiContext
from companion.ui.screen import Navigation, Refuse, Screen, Stay
from companion.ui.tray.events import on_tray_event

if TYPE_CHECKING:
    from companion.box import TrayEvent
    from companion.dice.roller import DiceRoller
    from companion.doctor.patient import Host
    from companion.match.driver import AnyDriver
    from companion.match.session import AnySession
    from companion.tray.service import TrayService

log = logging.getLogger(__name__)


class AppContext(UiContext):
    """A desk with games on it; ``save`` keeps changed settings and raises ``SettingsRefused`` where it cannot.

    ``can_hold`` says whether the inputs tell the end of a press, so that a button can be held. ``patient`` returns the
    machine for the check-up; without it there is none.
    """

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float],
        catalogue: Catalogue,
        outside: Environment,
        save: Callable[[Settings], None],
        can_hold: bool = True,
    ) -> None:
        super().__init__(settings, now)
        self.can_hold = can_hold
        self.catalogue = catalogue
        self.outside = outside
        self.chosen = settings
        self.patient: Callable[[], Host] | None = None
        self.tray: TrayService | None = None
        self.tray_factory: Callable[[], TrayService] | None = None
        self.driver: AnyDriver | None = None
        self._save = save
        self._trouble: JournalFailed | None = None
        self._is_unreadable = False
        self._damaged: int | None = None
        self._newest: MatchSummary | None = None

    def hear(self, news: TrayEvent, top: Screen) -> Navigation:
        """Take what the tray has to tell, while *top* is seen."""
        # The service is made at the first event, because most boxes have no tray.
        if self.tray is None and self.tray_factory is not None:
            self.tray = self.tray_factory()
        return Stay() if self.tray is None else on_tray_event(self.tray, news, top, self.tongue)

    @cached_property
    def cup(self) -> DiceRoller:
        """What the dice of this table are thrown from."""
        # The first frame does not wait for the dice.
        from companion.dice.roller import DiceRoller

        return DiceRoller(self.outside.archive, self.outside.draw, self.outside.stamp)

    def change(self, **changes: object) -> None:
        """Let changed settings hold from the next frame on, and keep them; raises ``SettingsRefused`` if not kept."""
        self.settings = self.chosen = replace(self.chosen, **changes)  # type: ignore[arg-type]
        self._save(self.chosen)

    def refuse(self, sentence: str, **values: object) -> Refuse:
        """Return a refusal in the players' language, its places filled with *values*."""
        return Refuse(self.tongue._(sentence).format(**values))

    def remember(self, names: tuple[str, ...]) -> None:
        """Keep the names of players for the next match, the latest first; a match need not wait for a faulty file."""
        known = (*names, *(name for name in self.chosen.names if name not in names))[:NAMES_MOST]
        if known == self.chosen.names:
            return
        try:
            self.change(names=known)
        except SettingsRefused as refused:
            log.warning("names not kept: %s", refused)

    def open_match(self) -> MatchSummary | None:
        """Return the newest match that can go on, or None."""
        newest = self.newest_match()
        return newest if newest is not None and newest.result is None and newest.entries else None

    def newest_match(self) -> MatchSummary | None:
        """Return the newest match, None while there is none; where it cannot be read, which is told once, the last."""
        try:
            self._newest = self.outside.archive.newest()
        except JournalFailed as failure:
            if not self._is_unreadable:
                log.error("matches not read: %s", failure)
                self.report(unreadable(failure))
            self._is_unreadable = True
        else:
            self._is_unreadable = False
            self._tell_damage(self._newest)
        # As it was last read: a menu must not move under the finger.
        return self._newest

    def _tell_damage(self, newest: MatchSummary | None) -> None:
        """Tell once that the match which could have gone on is damaged."""
        if newest is not None and not newest.is_sound and newest.number != self._damaged:
            self._damaged = newest.number
            self.report(MatchDamaged(newest.number, f"expected match {newest.number} as it was written, got another"))

    def report(self, trouble: JournalFailed) -> None:
        """Let the players be told of *trouble* with the next frame; may be called from any thread."""
        self._trouble = trouble

    def take_notice(self) -> Text | None:
        """Return what the players are to be told, whatever is on the screen, once."""
        trouble, self._trouble = self._trouble, None
        return self.outside.archive.take_notice() if trouble is None else error_text(trouble)

    def retry_at(self) -> float | None:
        """When, on the inputs' clock, what could not be saved is worth another try; None while all is saved."""
        return self.outside.archive.retry_at

    def retry(self) -> None:
        """Try again to save it."""
        self.outside.archive.retry()

    def resume(self, summary: MatchSummary) -> AnySession:
        """Take up a match; raises a ``CompanionError`` where its game is gone or its lines do not fit."""
        # Nor for a match: what goes on with one is imported behind the first frame.
        from companion.match.session import Session

        return Session.resume(self.catalogue[summary.heading.game], summary.number, self.outside)

    def drive(self, session: AnySession) -> AnyDriver:
        """Return the driver of *session*, or the one that moves the same match already: a match has one for all."""
        if self.driver is None or session.number is None or self.driver.session.number != session.number:
            # Imported lazily: the first frame shows no match.
            from companion.match.driver import MatchDriver

            self.driver = MatchDriver(session)
        return self.driver

    def game_title(self, key: str, tongue: Translator) -> str:
        """Return a game's name in the players' language, or its key where the game is gone."""
        try:
            return self.catalogue[key].title(tongue.language)
        except UnknownGame:
            return key


def unreadable(failure: JournalFailed) -> JournalFailed:
    """Return *failure* as it is told to who wants to look back, or to go on."""
    return JournalFailed(str(failure), N_("The matches cannot be read: check the card."))


def error_text(error: CompanionError) -> Callable[[Translator], str]:
    """Return the words of *error*, in whatever language is spoken when they are drawn."""
    return lambda tongue: tongue.tell(error)
