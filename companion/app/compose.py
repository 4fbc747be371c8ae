"""The parts of the program put together: settings, journal, games, a box, and the screens that run on it."""

from __future__ import annotations

import gc
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app import shutdown
from companion.app.idle import release_memory
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import OpenBox, _paper_box, open_selected_box, resolve_board
from companion.box import Box, Quit
from companion.config.paths import Paths
from companion.config.settings import Language, SettingsFile
from companion.errors import (
    JournalFailed,
    NothingToPlayOn,
)
from companion.i18n.translator import Translator
from companion.match import randomness
from companion.match.archive import BufferedArchive, Environment
from companion.match.catalogue import Catalogue, load_catalogue
from companion.storage.check import JournalCheck
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal, in_memory, open_for_reading, open_for_writing
from companion.ui.app import App
from companion.ui.context import AppContext
from companion.ui.home import home_menu, offer_to_go_on
from companion.ui.screen import Screen

if TYPE_CHECKING:
    from companion.app.systemd import Service
    from companion.box import Tray
    from companion.dice.roller import DiceRoller
    from companion.doctor.patient import Host
    from companion.games.contract import AnyGame
    from companion.tray.service import TrayService

log = logging.getLogger(__name__)


# Python would look for garbage after every 700 new objects. What is imported until the first frame is none: looking
# through it, again and again, takes a twentieth of the start.
COLLECT_EVERY = 20_000

BEHIND_THE_FIRST_FRAME = (
    "companion.ui.dice",
    "companion.ui.history",
    "companion.ui.preferences",
    "companion.ui.setup",
)


def utc_now() -> str:
    """Return the time of day as the journal writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def environment_of(archive: BufferedArchive) -> Environment:
    """Return the world of a real session."""
    return Environment(archive, randomness.draw, randomness.nonce, utc_now)


def with_readonly_journal(where: Paths, command: Callable[[Environment], int]) -> int:
    """Run *command* on the journal as it is; a match may be going on meanwhile."""
    with closing(open_for_reading(where.journal)) as journal:
        return command(environment_of(DeferredJournal(lambda report: journal)))


def with_dice_roller(
    where: Paths, command: Callable[[DiceRoller], int], refused: Callable[[JournalFailed], None]
) -> int:
    """Run *command* with a cup over the journal; what keeps the journal from being written goes to *refused*."""
    with closing(_deferred(where)) as journal:
        # Who plays does not wait for the dice.
        from companion.dice.roller import DiceRoller

        status = command(DiceRoller(journal, randomness.draw, utc_now))
    if journal.trouble is not None:
        refused(journal.trouble)
    return status


def _deferred(where: Paths, now: Callable[[], float] = time.monotonic) -> DeferredJournal:
    def open_journal(report: Callable[[JournalFailed], None]) -> Journal:
        return open_for_writing(where.journal, datetime.now(UTC), report)

    return DeferredJournal(open_journal, now)


def play(
    wishes: LaunchOptions,
    where: Paths,
    choose: OpenBox,
    around: Callable[[BufferedArchive], Environment] = environment_of,
) -> int:
    """Play until somebody leaves, on the box that *choose* opens in the world *around*; returns the exit status."""
    gc.set_threshold(COLLECT_EVERY)
    file = SettingsFile(where.settings)
    catalogue = load_catalogue(where.editions)
    begin = None if wishes.edition is None else catalogue[wishes.edition]
    ending = shutdown.ShutdownRequest()
    # From here on there is a display that must not be left lit; until here the system may end us as it likes.
    with ending.heard():
        box = choose(wishes, file.settings)
        if ending.is_asked:
            box.close()
            return ending.status
        service = _service(os.environ)
        if service is not None:
            box = replace(box, inputs=service.watched(box.inputs))
            service.splash(box, Translator(wishes.lang or file.settings.language))
        with closing(_deferred(where, box.inputs.now)) as journal:
            journal.listen(lambda trouble: _tell_saving(trouble, service))
            said = (*box.missing, *file.refused, *journal.reports, *catalogue.refused)
            table = build_context(box, file, catalogue, around(journal), wishes.lang)
            table.patient = lambda: _patient(where, wishes.board, journal)
            opening = _opening(table) if begin is None else [_setup(table, begin)]
            check = JournalCheck(where.journal, table.report, box.inputs.post) if journal.trouble is None else None
            run(replace(box, missing=said), table, opening, service, where.trays, ending, check)
    return 0


def _tell_saving(trouble: JournalFailed | None, service: Service | None) -> None:
    if trouble is None:
        log.warning("everything is saved again")
    else:
        log.error("not saved: %s", trouble)
    if service is not None:
        service.tell_saving(trouble)


def _service(environment: Mapping[str, str]) -> Service | None:
    """Return what systemd wants of us, where it has started us."""
    if "NOTIFY_SOCKET" not in environment:
        return None
    # Who plays in a shell needs no socket.
    from companion.app.systemd import Service

    return Service(environment)


def _patient(where: Paths, board: str | None, journal: DeferredJournal) -> Host:
    # Hardly anybody asks the doctor, so nobody waits for him before.
    from companion.app.host import local_host

    settings = SettingsFile(where.settings).settings
    machine = local_host(where, resolve_board(LaunchOptions(board=board), settings)[0], is_playing=True)
    machine.unsaved = lambda: journal.trouble
    return machine


def build_context(
    box: Box, file: SettingsFile, catalogue: Catalogue, world: Environment, lang: str | None
) -> AppContext:
    """Return the table of a box; *lang* on the command line goes before the settings."""
    settings = file.settings if lang is None else replace(file.settings, language=Language(lang))
    return AppContext(settings, box.inputs.now, catalogue, world, file.save, box.inputs.has_release)


def _setup(table: AppContext, game: AnyGame) -> Screen:
    from companion.ui.setup import setup_menu

    return setup_menu(table, game)


def _opening(table: AppContext) -> list[Screen]:
    """Return what lies on the home menu at the start: the offer to go on with an interrupted match."""
    summary = table.open_match()
    return [] if summary is None else [offer_to_go_on(table, summary)]


def run(
    box: Box,
    table: AppContext,
    opening: Sequence[Screen],
    service: Service | None = None,
    trays: Path | None = None,
    ending: shutdown.ShutdownRequest | None = None,
    check: JournalCheck | None = None,
) -> App:
    """Run the screens on *box* until they leave, and close it whatever happens; *service* is told how it goes.

    What the tray is shown is kept in the folder *trays*. *ending* may have been asked already; *check* runs beside.
    """
    ending = ending or shutdown.ShutdownRequest()
    app = App(box, table, home_menu(table), opening, lambda: _rolled(table), release_memory)
    with closing(box), shutdown.shutdown_signals(ending.ask):
        ending.pass_on(lambda: box.inputs.post(Quit()))
        app.show()
        if service is not None:
            service.ready(box.missing)
        _read_all(table.catalogue, ending)
        with _tray_beside(box, table, trays), check or nullcontext():
            app.run()
        if service is not None:
            service.goodbye(box, table.tongue, app.was_left)
            service.close()
    return app


@contextmanager
def _tray_beside(box: Box, table: AppContext, trays: Path | None) -> Iterator[None]:
    """Let the tray tell *box* its news, where one is looked for."""
    if box.tray is None or trays is None:
        yield
        return
    tray = box.tray()

    def service() -> TrayService:
        # Most boxes have no tray: its modules are imported when one is found.
        from companion.tray.calibration_store import CalibrationStore
        from companion.tray.service import TrayService

        return TrayService(tray, CalibrationStore(trays))

    table.tray_factory = service
    if table.patient is not None:
        table.patient = _with_tray(table.patient, tray)
    # The first frame does not wait for it.
    from companion.app.tray_queue import tray_queue

    tray.start(tray_queue(box.inputs.post).put)
    try:
        yield
    finally:
        tray.close()


def _with_tray(patient: Callable[[], Host], tray: Tray) -> Callable[[], Host]:
    """Let the doctor ask the game's own reader, which has the port to itself."""

    def made() -> Host:
        # As in _patient.
        from companion.app.host import COUNTERS_S, LocalHost
        from companion.link.reader import Reader

        found = patient()
        if isinstance(found, LocalHost) and isinstance(tray, Reader):
            found.tray_status = lambda: tray.ask_status(COUNTERS_S)
        return found

    return made


def _read_all(catalogue: Catalogue, ending: shutdown.ShutdownRequest) -> None:
    """Read, while the first frame is looked at, what it did without, so that no press has to wait for that."""
    for name in BEHIND_THE_FIRST_FRAME:
        if ending.is_asked:
            return
        import_module(name)
    from companion.ui.games import GAME_SCREENS

    for game in catalogue:
        if ending.is_asked:
            return
        GAME_SCREENS[game.family]


def _rolled(table: AppContext) -> Screen:
    # As with the faces: the first frame needs no dice.
    from companion.ui.dice import roll_dice

    return roll_dice(table)


def demo(wishes: LaunchOptions, seconds: float) -> int:
    """Let the box play a round against itself on whatever there is; nothing of it is kept."""
    # Who plays does not watch the demonstration, and has matches read behind the first frame.
    from companion.app.demo import DemoInputs
    from companion.match.session import Session
    from companion.ui.games import GAME_SCREENS
    from companion.ui.match import Match

    file = SettingsFile(Path(os.devnull))
    catalogue = load_catalogue(None)
    game = catalogue[wishes.edition or "mastermind"]
    ending = shutdown.ShutdownRequest()
    with ending.heard(), closing(DeferredJournal(lambda report: in_memory())) as journal:
        try:
            box = open_selected_box(wishes, file.settings)
        except NothingToPlayOn:
            box = _paper_box(wishes)
        with closing(box), shutdown.shutdown_signals(ending.ask):
            ghost = DemoInputs(box.inputs, seconds, randomness.draw)
            box = replace(box, inputs=ghost)
            table = build_context(box, file, catalogue, environment_of(journal), wishes.lang)
            session = Session.begin(game, {}, ("Codemaker",), table.outside)
            match = Match(table, table.drive(session), GAME_SCREENS[game.family])
            app = App(box, table, home_menu(table), [match.enter()], lambda: _rolled(table))
            ghost.look = lambda: app.top
            ending.pass_on(lambda: ghost.post(Quit()))
            app.run()
    return 0
