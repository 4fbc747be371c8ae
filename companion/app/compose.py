"""Composition of the program: settings, journal, games and a box become screens that run."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.app import beside, event_queue, shutdown, startup, systemd
from companion.app import host as local
from companion.app.idle import release_memory
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import OpenBox, resolve_board
from companion.box import Box, ColourMode, Event, Quit
from companion.config import card
from companion.config.kept_files import KeptFiles
from companion.config.paths import Paths
from companion.config.settings import Settings, SettingsFile, TableSocketUse
from companion.config.stick import find_stick
from companion.dice import roller
from companion.errors import N_, JournalFailed, JournalLost
from companion.features.seam import declared, installed, kept_kinds
from companion.i18n.translator import Translator
from companion.match import randomness
from companion.match.catalogue import Catalogue, load_catalogue
from companion.match.environment import Environment
from companion.storage.check import JournalCheck
from companion.storage.copies import copy_of
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal, open_for_reading, open_for_writing, open_for_writing_later
from companion.tray import calibration_store
from companion.tray import service as tray_service
from companion.ui import dice
from companion.ui.core.app import App
from companion.ui.core.context import NOTHING_MORE, AppContext, Installation
from companion.ui.core.notice import Question
from companion.ui.core.screen import Navigation, Pop, Screen
from companion.ui.home import setup, stick, welcome
from companion.ui.home.home import home_menu, offer_to_go_on, settings_screen

if TYPE_CHECKING:
    from companion.box.tray import Tray
    from companion.doctor.host import Host
    from companion.games.contract import AnyGame
    from companion.match.archive import BufferedArchive

log = logging.getLogger(__name__)

Demonstration = Callable[[Box, AppContext], Event]
"""Shows the demonstration on a box, and returns the press or the request to end that has ended it."""


def utc_now() -> str:
    """Return the current UTC time in the journal's format."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def environment_of(archive: BufferedArchive) -> Environment:
    """Return the environment of a real session: *archive*, random numbers from the system, and the clock."""
    return Environment(archive, randomness.draw, randomness.nonce, utc_now)


def with_readonly_journal(where: Paths, command: Callable[[Environment], int]) -> int:
    """Run *command* on the journal, opened for reading only; a match may be in progress at the same time.

    Tells on standard error if the journal holds less than it did; the exit status is then not 0.
    """
    with closing(open_for_reading(where.journal)) as journal:
        if journal.loss is not None:
            print(f"codemaker: {journal.loss}", file=sys.stderr)
        return command(environment_of(DeferredJournal(lambda report: journal))) or int(journal.loss is not None)


def with_journal(where: Paths, command: Callable[[Journal], int]) -> int:
    """Run *command* on the journal, opened for writing; raises ``JournalFailed`` while the box plays."""

    def report(damage: JournalFailed) -> None:
        log.error("journal: %s", damage)

    with closing(open_for_writing(where.journal, datetime.now(UTC), report)) as journal:
        return command(journal)


def with_dice_roller(
    where: Paths, command: Callable[[roller.DiceRoller], int], refused: Callable[[JournalFailed], None]
) -> int:
    """Run *command* with a dice roller on the journal; *refused* gets the error if the journal cannot be written."""
    with closing(_deferred_journal(where)) as journal:
        for report in journal.reports:
            log.error("journal: %s", report)
        status = command(roller.DiceRoller(journal, randomness.draw, utc_now))
    if journal.trouble is not None:
        refused(journal.trouble)
    return status


def _deferred_journal(where: Paths, now: Callable[[], float] = time.monotonic) -> DeferredJournal:
    def open_journal(report: Callable[[JournalFailed], None]) -> Journal:
        return open_for_writing(where.journal, datetime.now(UTC), report, _copies_on_sticks)

    return DeferredJournal(open_journal, now, lambda: open_for_writing_later(where.journal))


def play(
    wishes: LaunchOptions,
    where: Paths,
    choose: OpenBox,
    around: Callable[[BufferedArchive], Environment] = environment_of,
    demonstrate: Demonstration | None = None,
) -> int:
    """Play on the box that *choose* opens, in the environment that *around* makes; return the exit status.

    *demonstrate* shows the demonstration until a key is pressed, if the settings ask for it. Returns when a player
    leaves the program or the system asks it to end.
    """
    is_new = is_first_start(wishes, where)
    found = card.read_card()
    file = SettingsFile(where.settings, found.values, declared())
    catalogue = load_catalogue(where.editions)
    begin = None if wishes.edition is None else catalogue[wishes.edition]
    ending = shutdown.ShutdownRequest()
    # From here on a display may be lit and has to be switched off; before, the default signal handlers are enough.
    with ending.listen():
        box = choose(wishes, file.settings)
        if ending.is_asked:
            box.close()
            return ending.status
        # Only what systemd started has its socket.
        service = systemd.Service(os.environ) if "NOTIFY_SOCKET" in os.environ else None
        if service is not None:
            box = replace(box, inputs=service.watched(box.inputs))
            service.splash(box, Translator(wishes.lang or file.settings.language), file.settings.theme)
        with closing(_deferred_journal(where, box.inputs.now)) as journal:
            journal.listen(lambda trouble: _tell_saving(trouble, service))
            # A loss is asked about.
            reports = [each for each in journal.reports if not isinstance(each, JournalLost)]
            said = (*box.missing, *found.damage, *file.told, *reports, *catalogue.refused)
            # Made after the first frame, and only once.
            open_tray = None if box.tray is None else cache(box.tray)
            installation = Installation(
                fixed=frozenset(found.values),
                stick=find_stick(),
                kept_files=KeptFiles(where, kept_kinds(), declared()),
                has_network=found is card.NO_CARD,
                host_factory=lambda: _host(where, wishes.board, journal, open_tray),
                tray_factory=None if open_tray is None else lambda: _tray_service(open_tray(), where.trays),
            )
            world = around(journal)
            context = build_context(box, file, catalogue, world, wishes.lang, wishes.features, installation)
            # A journal without a match is new: the power may have been cut before the language was chosen.
            is_new = is_new and context.newest_match() is None
            opening = _opening(context, is_new, begin)
            if box.choice is not None:
                opening.append(welcome.WhichBoard(context, box.choice, save=not is_new))
            if len(reports) < len(journal.reports):
                opening.append(loss_question(context))
            if found.refused:
                opening.append(stick.refused_lines(context, found.refused))
            check = (
                JournalCheck(where.journal, context.report, box.inputs.post, journal.mend, lambda: _copies(where))
                if journal.trouble is None
                else None
            )
            run(
                Assembly(
                    replace(box, missing=said, tray=open_tray),
                    context,
                    opening,
                    service,
                    ending,
                    check,
                    where.state,
                    demonstrate,
                )
            )
    return 0


def _copies_on_sticks() -> list[Path]:
    """Return where the copy of the matches is on a stick that is in; each box has its own."""
    stick = find_stick()
    return [stick.folder / f"{os.uname().nodename}.copy"] if stick is not None and stick.is_there else []


def _copies(where: Paths) -> list[Path]:
    return [copy_of(where.journal), *_copies_on_sticks()]


def _tell_saving(trouble: JournalFailed | None, service: systemd.Service | None) -> None:
    if trouble is None:
        log.warning("everything is saved again")
    else:
        log.error("not saved: %s", trouble)
    if service is not None:
        service.tell_saving(trouble)


def _host(where: Paths, board: str | None, journal: DeferredJournal, open_tray: Callable[[], Tray] | None) -> Host:
    settings = SettingsFile(where.settings, card.read_card().values).settings
    machine = local.local_host(where, resolve_board(LaunchOptions(board=board), settings)[0], is_playing=True)
    machine.unsaved = lambda: journal.trouble
    machine.share(None if open_tray is None else open_tray())
    return machine


def _tray_service(tray: Tray, trays: Path) -> tray_service.TrayService:
    return tray_service.TrayService(tray, calibration_store.CalibrationStore(trays))


def build_context(
    box: Box,
    file: SettingsFile,
    catalogue: Catalogue,
    world: Environment,
    lang: str | None,
    on: Collection[str] = (),
    installation: Installation = NOTHING_MORE,
) -> AppContext:
    """Return the context of the screens on *box*; *lang* and the features *on* override the settings.

    *installation* is completed by what the box and the program have.
    """
    # If the catalogue of *lang* is missing, the translator logs this and speaks English.
    settings = file.settings if lang is None else replace(file.settings, language=Translator(lang).language)
    off = [feature for feature in installed() if feature.key in on and not feature.is_on(settings)]
    for feature in off:
        settings = replace(settings, **feature.switched(settings, True))  # type: ignore[arg-type]

    def save(chosen: Settings) -> None:
        # Features that were switched on for this session alone stay off in the file.
        for feature in off:
            chosen = replace(chosen, **feature.switched(chosen, False))  # type: ignore[arg-type]
        file.save(chosen)

    whole = installation._replace(
        can_hold=box.inputs.has_release,
        has_roll=lambda: box.inputs.has_roll,
        has_themes=box.display.format.mode is not ColourMode.MONO,
        is_square=len({*box.display.format.size}) == 1,
        settings_menu=settings_screen,
        additions=installed(),
    )
    return AppContext(settings, box.inputs.now, catalogue, world, save, whole)


def is_first_start(wishes: LaunchOptions, where: Paths) -> bool:
    """Whether a person starts the box for the first time: no settings, and no language, game or script chosen.

    Scripts and tests choose at least one of them, so they begin at the home menu.
    """
    is_chosen = wishes.lang or wishes.edition or wishes.keys is not None or wishes.device == "headless"
    return not is_chosen and not where.settings.exists()


def _opening(context: AppContext, is_new: bool, begin: AnyGame | None) -> list[Screen]:
    """Return the screens above the home menu at the start: the first questions, or the offer to go on with a match.

    With a game to *begin*, it is the set-up of a match of this game.
    """
    if begin is not None:
        return [setup.setup_menu(context, begin)]
    summary = context.open_match()
    if is_new:
        return welcome.first_screens(context)
    return [] if summary is None else [offer_to_go_on(context, summary)]


def loss_question(context: AppContext) -> Screen:
    """Return the question whether the players accept that matches are missing; else it is asked at each start."""

    def accept() -> Navigation:
        with context.environment.archive.together():
            return Pop()

    return Question(context, N_("Matches are missing on the card. Go on without them?"), accept)


class Assembly(NamedTuple):
    """The parts of a box that runs; only *box* and *context* are needed.

    The screens of *opening* are above the home menu at the start; *service* is notified of start and end. *ending* may
    already have been asked; *check* runs in the background meanwhile. Files of features are kept in the folder
    *state*; without it, nothing runs beside the screens. *demonstrate* shows the demonstration.
    """

    box: Box
    context: AppContext
    opening: Sequence[Screen] = ()
    service: systemd.Service | None = None
    ending: shutdown.ShutdownRequest | None = None
    check: JournalCheck | None = None
    state: Path | None = None
    demonstrate: Demonstration | None = None


def run(parts: Assembly) -> App:
    """Run the screens of the box until they leave, and always close it."""
    box, context, service = parts.box, parts.context, parts.service
    home, demonstrate = home_menu(context), parts.demonstrate
    shop = (
        None if demonstrate is None or not context.chosen.demo else ShopWindow(box, context, demonstrate, lambda: app)
    )
    rested = release_memory if shop is None else shop.rest
    app = App(box, context, home, parts.opening, lambda: dice.roll_dice(context), rested)
    ending = parts.ending or shutdown.ShutdownRequest()
    with closing(box), shutdown.shutdown_signals(ending.ask):
        ending.pass_on(lambda: box.inputs.post(Quit()))
        app.show()
        late = box.open_rest()
        app.tell(late)
        if service is not None:
            service.ready((*box.missing, *late))
        _read_all(context.catalogue, ending)
        with _tray_beside(box), parts.check or nullcontext(), _beside(parts, app, home) as look:
            if shop is not None:
                look()
                shop.show()
            app.run(look)
            if context.driver is not None:
                context.driver.pause_clock()
        if service is not None:
            service.goodbye(box, context.translator, app.was_left, context.settings.theme)
            service.close()
    return app


@contextmanager
def _beside(parts: Assembly, app: App, home: Screen) -> Iterator[Callable[[], None]]:
    """Serve other programs and run the features while the context is open and the settings want it.

    Yield the function that the loop calls each time before it sleeps: what an event changed is shown by then. *home*
    is the screen that is shown when no match is open.
    """
    context, features = parts.context, installed()
    running: beside.Beside | None = None

    def look() -> None:
        nonlocal running
        chosen = context.chosen
        is_wanted = chosen.table_socket is not TableSocketUse.OFF or any(each.is_on(chosen) for each in features)
        if running is None and is_wanted and parts.state is not None:
            running = beside.Beside(app, parts.box, context, home, os.environ, parts.state, features)
        if running is not None:
            running.look()

    try:
        yield look
    finally:
        if running is not None:
            running.close()


class ShopWindow:
    """A box that shows the demonstration at the start, and instead of a dark display, until a key is pressed.

    *demonstrate* shows it; *app* returns the app of the box, which is shown afterwards.
    """

    def __init__(self, box: Box, context: AppContext, demonstrate: Demonstration, app: Callable[[], App]) -> None:
        self._box, self._context, self._demonstrate, self._app = box, context, demonstrate, app

    def rest(self) -> None:
        """Show the demonstration instead of a dark display, once everything that the disk has refused is saved."""
        release_memory()
        if self._context.retry_at() is None:
            self.show()

    def show(self) -> None:
        """Show the demonstration; the press that ends it does nothing else."""
        if isinstance(self._demonstrate(self._box, self._context), Quit):
            self._box.inputs.post(Quit())
        self._app().wake()


@contextmanager
def _tray_beside(box: Box) -> Iterator[None]:
    """Post the events of the tray to *box* while the context is open, if a tray is searched for."""
    if box.tray is None:
        yield
        return
    tray = box.tray()
    tray.start(event_queue.tray_queue(box.inputs.post).put)
    try:
        yield
    finally:
        tray.close()


def _read_all(catalogue: Catalogue, ending: shutdown.ShutdownRequest) -> None:
    """Run the code of the remaining modules after the first frame is shown, so that no button press waits for it."""
    startup.collect_garbage()
    for name in startup.BEHIND_THE_FIRST_FRAME:
        if ending.is_asked:
            return
        startup.run_now(name)
    # Reads the editions.
    len(catalogue.games)
