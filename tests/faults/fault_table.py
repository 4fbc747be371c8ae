"""The faults, each in one place: what goes wrong, what the player reads, and whether the match is kept on the card."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sqlite3
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from random import Random

from companion.box import Button
from companion.i18n import translator
from companion.link.reader import Reader
from companion.match.archive import BufferedArchive
from companion.storage.copies import copy_of
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import Journal
from companion.storage.schema import VERSION
from tests.fakes.link import FakeTray
from tests.faults import sayings
from tests.faults.hog import Bring, no_memory, no_memory_again_and_again
from tests.faults.scripted import GOES_ON, Stage
from tests.support.match_lines import HEADING, MANY, as_somebody, opened, room_for
from tools.bench.finger import PINS

# A row is being set; an answer is shown; the second game is on.
IN_A_ROW, AT_AN_ANSWER, LATER = GOES_ON[3] + 4, GOES_ON[4], GOES_ON[9]
START = -1
PAGE_BYTES = 4096
FLOOD = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong; *bring* lets it, from before the box is switched on until after it is off.

    ``is_kept``: the whole match is on the card afterwards. ``is_dark``: nothing can be seen, to the end. ``is_apart``:
    it would hurt the process that tries it, and wants one of its own. ``speaks``: what is spoken instead.
    """

    name: str
    bring: Bring
    says: Sequence[sayings.Saying] = ()
    is_kept: bool = True
    is_dark: bool = False
    is_apart: bool = False
    speaks: str | None = None


def at(events: dict[int, Callable[[Stage], None]]) -> Bring:
    """Return what lets *events* happen, each once, when its key is next, or at ``START`` before the box is on."""

    @contextmanager
    def bring(stage: Stage) -> Iterator[None]:
        left = dict(events)

        def before(key: int) -> None:
            if key in left:
                left.pop(key)(stage)

        before(START)

        stage.before = before
        yield

    return bring


# --- the panel


def unplug(stage: Stage) -> None:
    """Pull the panel off."""
    stage.bus.unplug()


def plug_back(stage: Stage) -> None:
    """Put it back, and look at it."""
    stage.bus.heal()


def bus_errors(code: int) -> Bring:
    """Return what lets one transfer in sixty break off, from the first on."""

    def spoil(stage: Stage) -> None:
        random = Random(code)
        for transfer in range(20_000):
            if random.random() < 1 / 60:
                stage.bus.fail_after(transfer, code)

    return at({START: spoil})


# --- the buttons


def stick(button: Button) -> Callable[[Stage], None]:
    """Return what lets a button's line stay low, pressed or not."""

    def hold(stage: Stage) -> None:
        stage.stuck.add(PINS[button])
        stage.header.press(PINS[button])

    return hold


# --- the card


@contextmanager
def full_disk(stage: Stage) -> Iterator[None]:
    """There is no room for anything."""
    with room_for(0):
        yield


def full_at_the_start(size: int, until: int) -> Bring:
    """Return what leaves room for files of *size* bytes alone, from before the start to the key *until*."""

    @contextmanager
    def bring(stage: Stage) -> Iterator[None]:
        with ExitStack() as full, at({until: lambda stage: full.close()})(stage):
            full.enter_context(room_for(size))
            yield

    return bring


@contextmanager
def locked_at_the_start(stage: Stage) -> Iterator[None]:
    """Another program has the journal to itself when the box starts, and for a while."""
    with closing(opened(stage.where.journal)) as other, at({IN_A_ROW: lambda stage: other.close()})(stage):
        yield


# Python tells its audit hooks of every file before it is opened, and opens none that they refuse.
_refusal: dict[str, int] = {}


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    code = _refusal.get(str(arguments[0])) if event == "open" else None
    if code is not None:
        raise OSError(code, os.strerror(code))


def refused_at_the_start(code: int) -> Bring:
    """Return what lets the journal's lock not be opened, with *code* as the reason, at the start and for a while."""

    @contextmanager
    def bring(stage: Stage) -> Iterator[None]:
        sys.addaudithook(_refuse)
        _refusal[f"{stage.where.journal}.lock"] = code
        try:
            with at({IN_A_ROW: lambda stage: _refusal.clear()})(stage):
                yield
        finally:
            _refusal.clear()

    return bring


def full_between(first: int, last: int | None) -> Bring:
    """Return what leaves no room from one key to another, or to the end."""

    @contextmanager
    def bring(stage: Stage) -> Iterator[None]:
        with ExitStack() as full:

            def before(key: int) -> None:
                if key == first:
                    # The log is written again from its start after each move, so its size is room enough for one.
                    full.enter_context(room_for(0))
                if key == last:
                    full.close()

            stage.before = before
            yield

    return bring


@contextmanager
def read_only(stage: Stage) -> Iterator[None]:
    """At the start the journal may be read, and nothing be written."""
    opened(stage.where.journal).close()
    folder = stage.where.journal.parent
    folder.chmod(0o555)
    somebody = ExitStack()
    # Root may write anything; modules and pictures are read by any user.
    stage.opening = lambda: somebody.enter_context(as_somebody())

    def around(archive: BufferedArchive) -> BufferedArchive:
        somebody.close()
        folder.chmod(0o755)
        return archive

    stage.around = around
    try:
        yield
    finally:
        folder.chmod(0o755)


def some_journal(stage: Stage) -> None:
    """Leave a journal of many pages."""
    with closing(opened(stage.where.journal)) as journal:
        journal.append(journal.begin(HEADING), MANY, "done")
    # From the copy the match would come back.
    copy_of(stage.where.journal).unlink(missing_ok=True)


def let_the_check_end() -> None:
    """Wait for the check of the start: on a machine that is busy it would find damage that is done in play."""
    for thread in threading.enumerate():
        if thread.name == "journal check":
            thread.join()


def corrupt(seed: int) -> Callable[[Stage], None]:
    """Return what writes noise over a third of the journal's pages, drawn at random."""

    def spoil(stage: Stage) -> None:
        let_the_check_end()
        random = Random(seed)
        content = bytearray(stage.where.journal.read_bytes())
        pages = range(len(content) // PAGE_BYTES)
        for page in random.sample(pages, max(1, len(pages) // 3)):
            content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = random.randbytes(PAGE_BYTES)
        # In place: who has it open sees it.
        with stage.where.journal.open("r+b") as file:
            file.write(content)

    return spoil


def corrupt_before(seed: int) -> Bring:
    """Return what damages a journal from earlier."""

    def spoil(stage: Stage) -> None:
        some_journal(stage)
        corrupt(seed)(stage)

    return at({START: spoil})


@contextmanager
def corrupt_and_forget(stage: Stage) -> Iterator[None]:
    """The journal is damaged in play, and what SQLite has of it in memory has to go: it reads the pages again."""
    archives: list[BufferedArchive] = []

    def remember(archive: BufferedArchive) -> BufferedArchive:
        archives.append(archive)
        return archive

    def spoil(stage: Stage) -> None:
        let_the_check_end()
        content = stage.where.journal.stat().st_size
        stage.where.journal.write_bytes(Random(3).randbytes(content))
        log = stage.where.journal.with_name("journal.db-wal")
        log.write_bytes(Random(3).randbytes(log.stat().st_size))
        (archive,) = archives
        if isinstance(archive, DeferredJournal) and isinstance(archive._journal, Journal):
            archive._journal._db.execute("PRAGMA shrink_memory")

    stage.around = remember
    with at({IN_A_ROW: spoil})(stage):
        yield


def newer_version(stage: Stage) -> None:
    """Leave the journal of a program to come."""
    opened(stage.where.journal).close()
    with closing(sqlite3.connect(stage.where.journal)) as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")


# --- the rest


def clock_jumps(stage: Stage) -> None:
    """Let the time of day jump by years, there and back, between any two lines."""
    years = cycle(("1970-01-01T00:00:00Z", "2099-12-31T23:59:59Z", "2026-03-04T05:06:07Z"))
    stage.stamp = lambda: next(years)


def settings(content: bytes) -> Callable[[Stage], None]:
    """Return what puts *content* into the settings file."""

    def put(stage: Stage) -> None:
        stage.where.settings.write_bytes(content)

    return put


@contextmanager
def no_catalogues(stage: Stage) -> Iterator[None]:
    """The folder of the translations is gone."""
    before = translator.CATALOGUES
    translator.CATALOGUES = stage.where.journal.parent / "gone"
    try:
        yield
    finally:
        translator.CATALOGUES = before


def news_floods(stage: Stage) -> Callable[[Stage], None]:
    """Plug in a tray, and return what lets it say everything there is to say, hundreds of times."""
    tray = FakeTray()
    stage.tray = lambda: tray

    def flood(stage: Stage) -> None:
        for _ in range(FLOOD):
            tray.unplug()
            tray.plug_back()
            tray.lose_a_press()
            tray.press()
            tray.pass_time(2)

    return flood


@contextmanager
def tray_of_much_news(stage: Stage) -> Iterator[None]:
    """A tray that never stops talking."""
    flood = news_floods(stage)
    with at({AT_AN_ANSWER: flood, LATER: flood})(stage):
        yield


@contextmanager
def line_of_noise(stage: Stage) -> Iterator[None]:
    """At the tray's port there is something that sends noise as fast as it is read."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    has_ended = threading.Event()

    def babble() -> None:
        noise = Random(1)
        with suppress(OSError):
            while not has_ended.is_set():
                os.write(ours, noise.randbytes(512))

    thread = threading.Thread(target=babble, daemon=True)
    stage.tray = lambda: Reader(only=Path(os.ttyname(theirs)))
    thread.start()
    try:
        yield
    finally:
        has_ended.set()
        # A write that waits for a reader ends when there is none any more.
        termios.tcflush(theirs, termios.TCIOFLUSH)
        thread.join()
        os.close(ours)
        os.close(theirs)


def end_us(stage: Stage) -> None:
    """Ask us to end, as the system does."""
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def told_to_end(stage: Stage) -> Iterator[None]:
    """systemd ends the box between two keys, and while a line is being written."""
    now, wrote = stage.stamp, iter((False, False, False, True))

    def stamp() -> str:
        if next(wrote, False):
            end_us(stage)
        return now()

    stage.stamp = stamp
    with as_service(stage.where.journal.parent), at({IN_A_ROW + 20: end_us, LATER + 3: end_us})(stage):
        yield


@contextmanager
def as_service(folder: Path) -> Iterator[None]:
    """Be started by systemd, that hears what it is told and says nothing."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(str(folder / "notify"))
        os.environ["NOTIFY_SOCKET"] = str(folder / "notify")
        # Its queue has few places: what is told is thrown away as it comes.
        manager.shutdown(socket.SHUT_RD)
        try:
            yield
        finally:
            del os.environ["NOTIFY_SOCKET"]


FAULTS = (
    Fault("panel absent at the start", at({START: unplug, 0: plug_back}), [sayings.NO_PANEL]),
    Fault("panel absent to the end", at({START: unplug}), is_dark=True),
    Fault("panel unplugged in play", at({IN_A_ROW: unplug, AT_AN_ANSWER: plug_back})),
    Fault("panel unplugged to the end", at({LATER: unplug}), is_dark=True),
    Fault("bus error 5", bus_errors(errno.EIO)),
    Fault("bus error 6", bus_errors(errno.ENXIO)),
    Fault("bus error 110", bus_errors(errno.ETIMEDOUT)),
    Fault("bus error 121", bus_errors(errno.EREMOTEIO)),
    Fault("line stuck from the start", at({START: stick(Button.LEFT)})),
    Fault("line stuck in play", at({LATER: stick(Button.UP)})),
    Fault("disk full from the start", full_disk, [sayings.NO_CARD], is_kept=False),
    Fault("disk full at the start", full_at_the_start(0, AT_AN_ANSWER), [sayings.NO_CARD, sayings.SAVED_AGAIN]),
    Fault("journal read-only at the start", read_only, [sayings.NO_CARD, sayings.SAVED_AGAIN]),
    Fault("journal locked at the start", locked_at_the_start, [sayings.RUNNING, sayings.SAVED_AGAIN]),
    Fault("input/output error at the start", refused_at_the_start(errno.EIO), [sayings.NO_CARD, sayings.SAVED_AGAIN]),
    Fault("card read-only at the start", refused_at_the_start(errno.EROFS), [sayings.NO_CARD, sayings.SAVED_AGAIN]),
    Fault("disk full for a while", full_between(IN_A_ROW, LATER), [sayings.NO_CARD, sayings.SAVED_AGAIN]),
    Fault("disk full to the end", full_between(IN_A_ROW, None), [sayings.NO_CARD], is_kept=False),
    Fault("journal corrupted", corrupt_before(1), [sayings.SET_ASIDE]),
    Fault("journal corrupted again", corrupt_before(2), [sayings.SET_ASIDE, sayings.DAMAGED]),
    # SQLite has the pages in memory: nothing is noticed until the next start, which sets it aside.
    Fault("journal corrupted in play", at({IN_A_ROW: corrupt(2)}), is_kept=False),
    Fault("journal corrupted in play, and noticed", corrupt_and_forget, [sayings.NO_CARD], is_kept=False),
    Fault("journal of a newer version", at({START: newer_version}), [sayings.NEWER], is_kept=False),
    Fault("clock jumps by years", at({START: clock_jumps})),
    Fault("settings are no TOML", at({START: settings(b"\xff\x00volume = = 3")}), [sayings.WRONG_SETTINGS]),
    Fault("settings out of limits", at({START: settings(b"volume = 900\n")}), [sayings.WRONG_VOLUME]),
    Fault("translations missing", no_catalogues, speaks="en"),
    Fault("tray floods with news", tray_of_much_news),
    Fault("tray floods with noise", line_of_noise),
    # In a row, where a line is written, in the second game.
    Fault("memory runs out", no_memory(IN_A_ROW, AT_AN_ANSWER - 1, LATER + 2), [sayings.ERROR], is_apart=True),
    Fault("memory runs out at random", no_memory_again_and_again(1), [sayings.ERROR], is_apart=True),
    Fault("memory runs out at random again", no_memory_again_and_again(2), [sayings.ERROR], is_apart=True),
    Fault("told to end, three times", told_to_end),
)
