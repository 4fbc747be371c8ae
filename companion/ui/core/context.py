"""The application context of the screens: the games, the archive, the settings file, the tray and the dice."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.config.declared import Setting
from companion.config.names import distinct
from companion.config.settings import NAMES_MOST, Settings
from companion.dice import roller
from companion.errors import DAMAGED_MATCHES, N_, CompanionError, JournalFailed, SettingsRefused
from companion.i18n.default_names import shown_name
from companion.i18n.translator import Text, Translator
from companion.match import archive, driver
from companion.match import session as sessions
from companion.match.catalogue import Catalogue, UnknownGame
from companion.match.environment import Environment
from companion.ui.core import tray_events
from companion.ui.core.screen import Navigation, Refuse, Screen, Stay, UiContext

if TYPE_CHECKING:
    from companion.box.tray import TrayEvent
    from companion.config.kept_files import KeptFiles
    from companion.config.stick import Stick
    from companion.doctor.host import Host
    from companion.match.archive import MatchSummary
    from companion.tray.service import TrayService
    from companion.ui.core.menu import Item

log = logging.getLogger(__name__)

PASSED_OVER = 20
"""The most damaged matches at the end of the journal that are passed over in search for the newest whole one."""


class OwnScreen(NamedTuple):
    """What the box says where a player sees secrets at another screen, too.

    ``request`` asks the player called {name} to look there or to take the box, and ``title`` stands over a screen of
    the box that shows the same. ``is_away`` says that the other screen has no connection now.
    """

    request: str
    title: str
    is_away: bool = False


class Addition(Protocol):
    """What a feature adds to the screens."""

    def declared(self) -> Mapping[str, Setting]:
        """Return its settings, by their keys."""

    def first_items(self, context: AppContext, /) -> Sequence[Item]:
        """Return its items of the first menu."""

    def home_items(self, context: AppContext, /) -> Sequence[Item]:
        """Return its items of the main menu."""

    def settings_items(self, context: AppContext, /) -> Sequence[Item]:
        """Return its items of the settings."""

    def pause_items(self, context: AppContext, people: Sequence[str], /) -> Sequence[Item]:
        """Return its items of a set-up, or of the pause menu of a match of *people*, named by seat."""

    def players(self, context: AppContext, /) -> Sequence[str]:
        """Return the names of those who have joined for the next match."""

    def renamed(self, context: AppContext, old: str, new: str, /) -> None:
        """Use the name *new* for the player *old*, who may be one with another player."""

    def own_screens(self, context: AppContext, /) -> Mapping[int, OwnScreen]:
        """Return the seats of the open match whose players see their secrets elsewhere, too."""


class Installation(NamedTuple):
    """What there is on this box, as far as screens depend on it.

    ``can_hold`` says whether the inputs report releases, so that a button can be held, ``has_roll`` whether there is a
    ROLL button, which some know only once a board is chosen, ``has_themes`` whether the display has colours or greys,
    and ``is_square`` whether it is as wide as high. ``explains_games`` says whether the first match of a game explains
    it. ``has_network`` is false on the card image, and ``fixed`` names the settings that the card's file sets, which
    the menu therefore cannot change. ``stick`` is the place for a USB stick, ``kept_files`` are the files that go into
    a backup, ``host_factory`` returns the host that the check-up examines, ``tray_factory`` the service of the tray,
    and ``settings_menu`` the screen of the settings; each is None where there is none. ``additions`` are those of the
    features that are installed.
    """

    can_hold: bool = True
    has_roll: Callable[[], bool] = lambda: True
    has_themes: bool = False
    is_square: bool = False
    explains_games: bool = True
    has_network: bool = True
    fixed: frozenset[str] = frozenset()
    stick: Stick | None = None
    kept_files: KeptFiles | None = None
    host_factory: Callable[[], Host] | None = None
    tray_factory: Callable[[], TrayService] | None = None
    settings_menu: Callable[[AppContext], Screen] | None = None
    additions: Sequence[Addition] = ()


NOTHING_MORE = Installation()
"""The installation of a box without stick, tray, doctor and features, such as one of the demonstration."""


class AppContext(UiContext):
    """The ``UiContext`` of a box with games; *save* writes changed settings and raises ``SettingsRefused`` on failure.

    ``is_day_by_hand`` is true once the players have set the day, and ``offered_day`` is that of a phone, or empty.
    ``running`` has the features that are switched on by their keys.
    """

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float],
        catalogue: Catalogue,
        environment: Environment,
        save: Callable[[Settings], None],
        installation: Installation = NOTHING_MORE,
    ) -> None:
        super().__init__(settings, now)
        self.installation = installation
        self.is_day_by_hand = False
        self.offered_day = ""
        self.catalogue = catalogue
        self.environment = environment
        self.chosen = settings
        self.tray: TrayService | None = None
        self.driver: driver.AnyDriver | None = None
        self.running: dict[str, object] = {}
        self._save = save
        self._said: Text | None = None
        self._reported: set[str] = set()
        self._is_unreadable = False
        self._newest: MatchSummary | None = None
        self._newest_whole: MatchSummary | None = None

    def on_tray_event(self, news: TrayEvent, top: Screen) -> Navigation:
        """Handle an event of the tray while *top* is shown."""
        # The service is made at the first event, because most boxes have no tray.
        if self.tray is None and (tray_factory := self.installation.tray_factory) is not None:
            self.tray = tray_factory()
        return Stay() if self.tray is None else tray_events.on_tray_event(self.tray, news, top, self.translator)

    @cached_property
    def dice_roller(self) -> roller.DiceRoller:
        """The dice roller of this table."""
        return roller.DiceRoller(self.environment.archive, self.environment.draw, self.environment.stamp)

    @property
    def declared(self) -> list[Setting]:
        """The settings of the features that are installed."""
        return [setting for addition in self.installation.additions for setting in addition.declared().values()]

    def change(self, **changes: object) -> None:
        """Apply changed settings from the next frame on, and save them; raises ``SettingsRefused`` if not saved."""
        self.settings = self.chosen = replace(self.chosen, **changes)  # type: ignore[arg-type]
        self._save(self.chosen)

    def own_screen(self, name: str) -> OwnScreen | None:
        """Return the other screen of the player who is shown as *name* in the open match; None without one."""
        players = () if self.driver is None else self.driver.session.players
        for addition in self.installation.additions if players else ():
            for seat, screen in addition.own_screens(self).items():
                if shown_name(players[seat], self.translator) == name:
                    return screen
        return None

    def refuse(self, sentence: str, **values: object) -> Refuse:
        """Return a refusal in the players' language, its placeholders filled with *values*."""
        return Refuse(self.translator._(sentence).format(**values))

    def remember(self, names: tuple[str, ...]) -> None:
        """Save the names of players for the next match, the latest first; a failure is only logged."""
        known = tuple(distinct([*names, *self.chosen.names]))[:NAMES_MOST]
        if known != self.chosen.names:
            self.try_to_change(names=known)

    def try_to_change(self, **changes: object) -> None:
        """Apply changed settings and save them; a failure to save is only logged."""
        try:
            self.change(**changes)
        except SettingsRefused as refused:
            log.warning("settings not kept: %s", refused)

    def open_match(self) -> MatchSummary | None:
        """Return the newest match that is not damaged if it can be continued, or None."""
        newest = self.newest_match()
        return newest if newest is not None and newest.result is None and newest.entries else None

    def newest_match(self) -> MatchSummary | None:
        """Return the newest match that is not damaged, or None if there is none.

        A damaged newest match is reported once. If the journal cannot be read, this is reported once and the match
        that was read last is returned.
        """
        try:
            newest = self.environment.archive.newest()
            if newest is not None and newest != self._newest:
                self._newest_whole = self._whole(newest)
            self._newest = newest
        except JournalFailed as failure:
            if not self._is_unreadable:
                log.error("matches not read: %s", failure)
                self.say(error_text(unreadable(failure)))
            self._is_unreadable = True
        else:
            self._is_unreadable = False
        # The last match read: the items of a menu must not move while a player chooses.
        return self._newest_whole

    def _whole(self, newest: MatchSummary) -> MatchSummary | None:
        """Return *newest*, or if it is damaged the first of the ``PASSED_OVER`` older ones that is not."""
        for number in dict.fromkeys([newest.number, *self.environment.archive.played_numbers()[:PASSED_OVER]]):
            if (match := archive.summary_after_check(self.environment.archive, number)).is_sound:
                return match
            if number == newest.number:
                detail = f"expected match {number} as it was written, got another"
                self.report(JournalFailed(detail, DAMAGED_MATCHES, numbers=number))
        return None

    def report(self, trouble: JournalFailed) -> None:
        """Show *trouble* to the players with the next frame, once; may be called from any thread."""
        told = self.translator.tell(trouble)
        if told not in self._reported:
            self._reported.add(told)
            self.say(error_text(trouble))

    def say(self, words: Text) -> None:
        """Show *words* to the players with the next frame; may be called from any thread."""
        self._said = words

    def take_notice(self) -> Text | None:
        """Return a text to show the players on top of any screen, once; None if there is none."""
        said, self._said = self._said, None
        return self.environment.archive.take_notice() if said is None else said

    def retry_at(self) -> float | None:
        """Return when to save again after a failure, on the inputs' clock; None while everything is saved."""
        return self.environment.archive.retry_at

    def retry(self) -> None:
        """Try again to save what could not be saved."""
        self.environment.archive.retry()

    def resume(self, summary: MatchSummary) -> sessions.AnySession:
        """Open a match to continue it; raises ``CompanionError`` if its game is gone or its moves do not fit."""
        return sessions.Session.resume(self.catalogue[summary.header.game], summary.number, self.environment)

    def drive(self, session: sessions.AnySession) -> driver.AnyDriver:
        """Return the driver of *session*, the existing one if the same match has one: all front ends share it."""
        if self.driver is None or session.number is None or self.driver.session.number != session.number:
            self.driver = driver.MatchDriver(session, self.now)
        return self.driver

    def game_title(self, key: str, translator: Translator) -> str:
        """Return a game's name in the players' language, or its key if the game is gone."""
        try:
            return self.catalogue[key].title(translator.language)
        except UnknownGame:
            return key


def unreadable(failure: JournalFailed) -> JournalFailed:
    """Return *failure* with the sentence for players who want to look back at matches or continue one."""
    return JournalFailed(str(failure), N_("The matches cannot be read: check the card."))


@contextmanager
def looking_back() -> Iterator[None]:
    """Raise a failure of the journal as what ``unreadable`` returns for it."""
    try:
        yield
    except JournalFailed as failure:
        raise unreadable(failure) from failure


def error_text(error: CompanionError) -> Callable[[Translator], str]:
    """Return the text of *error*, translated to the current language when it is drawn."""
    return lambda translator: translator.tell(error)
