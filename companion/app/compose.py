"""The parts of the program put together: settings, journal, games, a box, and the screens that run on it."""

from __future__ import annotations

import gc
import importlib.util
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app import shutdown
from companion.app.idle import tidy_up
from companion.box import Box, ColourMode, Format, Quit, Redraw
from companion.cli.parser import DEVICES, TRAYS_WITH_HANDS
from companion.config.paths import Places
from companion.config.settings import Language, Settings, SettingsFile
from companion.config.untrusted import brief, whole_number
from companion.devices.pi import BOARDS, Board, custom, has_panel, open_box
from companion.errors import (
    DeviceMissing,
    JournalFailed,
    NothingToPlayOn,
    OptionRefused,
    SettingsRefused,
    TextUnreadable,
)
from companion.i18n.translator import Tongue, key_labels
from companion.match import randomness
from companion.match.archive import BufferedArchive, Outside
from companion.match.catalogue import Catalogue, load_catalogue
from companion.storage.check import JournalCheck
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal, in_memory, open_for_reading, open_for_writing
from companion.ui.app import App
from companion.ui.context import Table
from companion.ui.home import home_menu, offer_to_go_on
from companion.ui.screen import Screen

if TYPE_CHECKING:
    from companion.app.systemd import Service
    from companion.dice.roller import Cup
    from companion.doctor.patient import Patient
    from companion.games.contract import AnyGame
    from companion.link.reader import Reader
    from companion.tray.news import Tray
    from companion.tray.service import TrayService

log = logging.getLogger(__name__)

WIDTHS, HEIGHTS = range(96, 513), range(32, 257)
NO_DEVICE = "try 'codemaker demo', or 'codemaker --help' for --device"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it asks for nothing."""

    device: str | None = None
    board: str | None = None
    lang: str | None = None
    edition: str | None = None
    keys: str | None = None
    frames: Path | None = None
    size: str | None = None
    colours: str | None = None
    tray: str | None = None


# Python would look for garbage after every 700 new objects. What is imported until the first frame is none: looking
# through it, again and again, takes a twentieth of the start.
COLLECT_EVERY = 20_000

BEHIND_THE_FIRST_FRAME = (
    "companion.ui.dice",
    "companion.ui.history",
    "companion.ui.preferences",
    "companion.ui.setup",
)

Chooser = Callable[[Wishes, Settings], Box]
"""Opens the box to play on: ``choose_box``, or what opens a fake one."""


def utc_now() -> str:
    """Return the time of day as the journal writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def outside(archive: BufferedArchive) -> Outside:
    """Return the world of a real session."""
    return Outside(archive, randomness.draw, randomness.nonce, utc_now)


def reading(where: Places, command: Callable[[Outside], int]) -> int:
    """Run *command* on the journal as it is; a match may be going on meanwhile."""
    with closing(open_for_reading(where.journal)) as journal:
        return command(outside(DeferredJournal(lambda report: journal)))


def rolling(where: Places, command: Callable[[Cup], int], refused: Callable[[JournalFailed], None]) -> int:
    """Run *command* with a cup over the journal; what keeps the journal from being written goes to *refused*."""
    with closing(_deferred(where)) as journal:
        # Who plays does not wait for the dice.
        from companion.dice.roller import Cup

        status = command(Cup(journal, randomness.draw, utc_now))
    if journal.trouble is not None:
        refused(journal.trouble)
    return status


def _deferred(where: Places, now: Callable[[], float] = time.monotonic) -> DeferredJournal:
    def open_journal(report: Callable[[JournalFailed], None]) -> Journal:
        return open_for_writing(where.journal, datetime.now(UTC), report)

    return DeferredJournal(open_journal, now)


def play(
    wishes: Wishes, where: Places, choose: Chooser, around: Callable[[BufferedArchive], Outside] = outside
) -> int:
    """Play until somebody leaves, on the box that *choose* opens in the world *around*; returns the exit status."""
    gc.set_threshold(COLLECT_EVERY)
    file = SettingsFile(where.settings)
    catalogue = load_catalogue(where.editions)
    begin = None if wishes.edition is None else catalogue[wishes.edition]
    ending = shutdown.Ending()
    # From here on there is a display that must not be left lit; until here the system may end us as it likes.
    with ending.heard():
        box = choose(wishes, file.settings)
        if ending.is_asked:
            box.close()
            return ending.status
        service = _service(os.environ)
        if service is not None:
            box = replace(box, inputs=service.watched(box.inputs))
            service.splash(box, Tongue(wishes.lang or file.settings.language))
        with closing(_deferred(where, box.inputs.now)) as journal:
            journal.listen(lambda trouble: _tell_saving(trouble, service))
            said = (*box.missing, *file.refused, *journal.reports, *catalogue.refused)
            table = table_on(box, file, catalogue, around(journal), wishes.lang)
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


def _patient(where: Places, board: str | None, journal: DeferredJournal) -> Patient:
    # Hardly anybody asks the doctor, so nobody waits for him before.
    from companion.app.host import this_machine

    settings = SettingsFile(where.settings).settings
    machine = this_machine(where, board_of(Wishes(board=board), settings)[0], is_playing=True)
    machine.unsaved = lambda: journal.trouble
    return machine


def table_on(box: Box, file: SettingsFile, catalogue: Catalogue, world: Outside, lang: str | None) -> Table:
    """Return the table of a box; *lang* on the command line goes before the settings."""
    settings = file.settings if lang is None else replace(file.settings, language=Language(lang))
    return Table(settings, box.inputs.now, catalogue, world, file.save, box.inputs.has_release)


def _setup(table: Table, game: AnyGame) -> Screen:
    from companion.ui.setup import setup_menu

    return setup_menu(table, game)


def _opening(table: Table) -> list[Screen]:
    """Return what lies on the home menu at the start: the offer to go on with an interrupted match."""
    summary = table.open_match()
    return [] if summary is None else [offer_to_go_on(table, summary)]


def run(
    box: Box,
    table: Table,
    opening: Sequence[Screen],
    service: Service | None = None,
    trays: Path | None = None,
    ending: shutdown.Ending | None = None,
    check: JournalCheck | None = None,
) -> App:
    """Run the screens on *box* until they leave, and close it whatever happens; *service* is told how it goes.

    What the tray is shown is kept in the folder *trays*. *ending* may have been asked already; *check* runs beside.
    """
    ending = ending or shutdown.Ending()
    app = App(box, table, home_menu(table), opening, lambda: _rolled(table), tidy_up)
    with closing(box), shutdown.calling(ending.ask):
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
def _tray_beside(box: Box, table: Table, trays: Path | None) -> Iterator[None]:
    """Let the tray tell *box* its news, where one is looked for."""
    if box.tray is None or trays is None:
        yield
        return
    tray = box.tray()

    def service() -> TrayService:
        # Most boxes have no tray: its modules are imported when one is found.
        from companion.tray.calibration_store import Calibrations
        from companion.tray.service import TrayService

        return TrayService(tray, Calibrations(trays))

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


def _with_tray(patient: Callable[[], Patient], tray: Tray) -> Callable[[], Patient]:
    """Let the doctor ask the game's own reader, which has the port to itself."""

    def made() -> Patient:
        # As in _patient.
        from companion.app.host import COUNTERS_S, ThisMachine
        from companion.link.reader import Reader

        found = patient()
        if isinstance(found, ThisMachine) and isinstance(tray, Reader):
            found.tray_status = lambda: tray.ask_status(COUNTERS_S)
        return found

    return made


def _read_all(catalogue: Catalogue, ending: shutdown.Ending) -> None:
    """Read, while the first frame is looked at, what it did without, so that no press has to wait for that."""
    for name in BEHIND_THE_FIRST_FRAME:
        if ending.is_asked:
            return
        import_module(name)
    from companion.ui.games import FACES

    for game in catalogue:
        if ending.is_asked:
            return
        FACES[game.family]


def _rolled(table: Table) -> Screen:
    # As with the faces: the first frame needs no dice.
    from companion.ui.dice import roll_dice

    return roll_dice(table)


def demo(wishes: Wishes, seconds: float) -> int:
    """Let the box play a round against itself on whatever there is; nothing of it is kept."""
    # Who plays does not watch the demonstration, and has matches read behind the first frame.
    from companion.app.demo import DemoInputs
    from companion.match.session import Session
    from companion.ui.games import FACES
    from companion.ui.match import Match

    file = SettingsFile(Path(os.devnull))
    catalogue = load_catalogue(None)
    game = catalogue[wishes.edition or "mastermind"]
    ending = shutdown.Ending()
    with ending.heard(), closing(DeferredJournal(lambda report: in_memory())) as journal:
        try:
            box = choose_box(wishes, file.settings)
        except NothingToPlayOn:
            box = _paper_box(wishes)
        with closing(box), shutdown.calling(ending.ask):
            ghost = DemoInputs(box.inputs, seconds, randomness.draw)
            box = replace(box, inputs=ghost)
            table = table_on(box, file, catalogue, outside(journal), wishes.lang)
            session = Session.begin(game, {}, ("Codemaker",), table.outside)
            match = Match(table, table.drive(session), FACES[game.family])
            app = App(box, table, home_menu(table), [match.enter()], lambda: _rolled(table))
            ghost.look = lambda: app.top
            ending.pass_on(lambda: ghost.post(Quit()))
            app.run()
    return 0


def _paper_box(wishes: Wishes) -> Box:
    """A box that prints its frames as text, for machines with neither display nor terminal."""
    # Only what is played on is imported.
    from companion.devices.script import open_paper

    return open_paper(size_of(wishes), sys.stdout)


def choose_box(wishes: Wishes, settings: Settings) -> Box:
    """Open the device that is wished for, else the best there is.

    Raises ``DeviceMissing``, and ``NothingToPlayOn`` where none is wished for and this machine has none.
    """
    device = wishes.device or ("headless" if wishes.keys is not None else None)
    devices = (device,) if device is not None else _found_devices(settings)
    # Keys that come from a script are for a box alone, unless it says otherwise.
    tray = wishes.tray or ("none" if device == "headless" else settings.tray)
    first = devices[0] if devices else None
    if tray in TRAYS_WITH_HANDS and first != "window":
        raise OptionRefused(f"expected --device window with --tray {tray}, to put pegs in, got {first!r}")
    box = _open_first(devices, wishes, settings)
    return replace(box, tray=lambda: reader_of(settings)) if tray == "auto" else box


def _open_first(devices: Sequence[str], wishes: Wishes, settings: Settings) -> Box:
    """Open the first of *devices* that can be opened."""
    reasons = [] if devices else ["expected a display or a terminal, got none"]
    for device in devices:
        try:
            return _open_device(device, wishes, settings)
        except DeviceMissing as failure:
            # A display can be named and dead. Nothing else has another device to stand in for it.
            if wishes.device is not None or device != "window" or wishes.tray in TRAYS_WITH_HANDS:
                raise
            reasons.append(str(failure))
    raise NothingToPlayOn("; ".join([*reasons, NO_DEVICE]))


def reader_of(settings: Settings) -> Reader:
    """Return what looks for a tray where the settings say."""
    # The first frame waits for no tray.
    from companion.link.reader import Reader

    return Reader(only=Path(settings.tray_port) if settings.tray_port else None)


def _open_device(device: str, wishes: Wishes, settings: Settings) -> Box:
    tongue = Tongue(wishes.lang or settings.language)
    labels = key_labels(tongue)
    match device:
        case "pi":
            board, refused = board_of(wishes, settings)
            box = open_box(board)
            return replace(box, missing=(*refused, *box.missing))
        case "window":
            # pygame takes 30 MiB and half a second: only where there is a window.
            from companion.devices.window import open_window

            if wishes.tray not in TRAYS_WITH_HANDS:
                return open_window(format_of(wishes), labels)
            # A tray that is played with is somebody's first look, or a maker's; nobody else waits for it.
            from companion.app.simulated_tray import HandTray, hands_of
            from companion.match.catalogue import peg_colours
            from companion.tray.hands import PlayedTray

            hands = hands_of(wishes.tray)
            box = open_window(format_of(wishes), labels, PlayedTray(hands, peg_colours()))
            return replace(box, tray=lambda: HandTray(hands, lambda: box.inputs.post(Redraw())))
        case "terminal":
            # blessed is not needed on the Pi's own display.
            from companion.devices.terminal import open_terminal

            return open_terminal(size_of(wishes), labels, tongue._)
        case "headless":
            from companion.devices.script import open_headless

            return open_headless(wishes.keys or "", wishes.frames, format_of(wishes))
    raise OptionRefused(f"expected a device out of {', '.join(DEVICES)}, got {device!r}")


def _found_devices(settings: Settings) -> tuple[str, ...]:
    """Return a Pi with a panel, else a window and this terminal, as far as there are any."""
    if has_panel(board_of(Wishes(), settings)[0]):
        return ("pi",)
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    window = ("window",) if has_display and importlib.util.find_spec("pygame") is not None else ()
    return (*window, "terminal") if _has_terminal() else window


def _has_terminal() -> bool:
    """Whether there is a terminal that can do more than print."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def board_of(wishes: Wishes, settings: Settings) -> tuple[Board, tuple[SettingsRefused, ...]]:
    """Return the board that is wished for or set, and what is wrong with the table ``[custom]`` of the settings."""
    name = wishes.board or settings.board
    if name == "custom":
        try:
            return custom(settings.custom), ()
        except SettingsRefused as refused:
            return BOARDS[_likely_board()], (refused,)
    if name == "auto":
        name = _likely_board()
    if name not in BOARDS:
        raise OptionRefused(f"expected a board out of {', '.join([*BOARDS, 'custom'])}, got {name!r}")
    return BOARDS[name], ()


def _likely_board() -> str:
    """Return the first board whose bus this machine has switched on."""
    return next((name for name, board in BOARDS.items() if has_panel(board)), "bonnet")


def format_of(wishes: Wishes) -> Format:
    """Return the format of the display that is wished for; raises ``OptionRefused``."""
    return Format(size_of(wishes), ColourMode[(wishes.colours or ColourMode.MONO.name).upper()])


def size_of(wishes: Wishes) -> tuple[int, int]:
    """Return the size that is wished for, in pixels; raises ``OptionRefused``."""
    width, _, height = (wishes.size or "128x64").partition("x")
    try:
        return whole_number(width, WIDTHS), whole_number(height, HEIGHTS)
    except TextUnreadable as error:
        expected = "a size from 96x32 to 512x256 pixels, such as 128x64"
        raise OptionRefused(f"expected {expected}, got {brief(wishes.size)}") from error
