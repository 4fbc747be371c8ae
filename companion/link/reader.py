"""The thread that owns the tray's port; it sleeps until the line, the system or the box needs attention.

``Reader`` implements ``Tray`` of ``companion.box.tray``. No method of ``Tray`` waits for the line.
"""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.box.tray import TrayEvent, TrayLost
from companion.box.waker import Waker
from companion.config.installation import missing
from companion.link.client import OURS, ProtocolRange
from companion.link.discovery import LinkStatus, OpenPort, TrayDiscovery
from companion.link.inotify import FolderWatch
from companion.link.messages import HOLES, Counters, Lamp, SetIdentity, SetLamps, Watch
from companion.tray.controls import LAMP_BITS

DEV = Path("/dev")

Errand = Callable[[TrayDiscovery, float], None]
Hear = Callable[[float | None], TrayEvent | None]
"""Returns the next event of a tray; None after the given number of seconds, or waits without limit for None."""


def open_serial(path: Path) -> OpenPort:
    """Open the serial port at *path*; raises ``OSError`` if it cannot be opened or pyserial is not installed."""
    # Imported lazily: most boxes have no tray and so need no pyserial.
    try:
        from companion.link.port import SerialLine
    except ModuleNotFoundError as failure:
        raise OSError(errno.ENOPKG, missing(failure)) from failure
    return SerialLine(path)


def lamps_of(blacks: int, whites: int) -> int:
    """Return the lamps that show an answer: key pegs from the left, two bits per lamp.

    >>> bin(lamps_of(1, 2))
    '0b101001'
    """
    lamps = [Lamp.FIRST] * blacks + [Lamp.SECOND] * whites
    return sum(lamp << LAMP_BITS * hole for hole, lamp in enumerate(lamps[:HOLES]))


class Reader:
    """A ``Tray`` that is looked for under *dev*, or only at the path *only*, from ``start`` to ``close``.

    Only trays that speak one of *versions* are found.
    """

    def __init__(
        self,
        dev: Path = DEV,
        *,
        only: Path | None = None,
        open_line: Callable[[Path], OpenPort] = open_serial,
        draw_serial: Callable[[], int] | None = None,
        versions: ProtocolRange = OURS,
    ) -> None:
        self._dev, self._only = dev, only
        self._draw_serial = draw_serial or _draw_serial
        self._open_line = open_line
        self._versions = versions
        self._errands: SimpleQueue[Errand | None] = SimpleQueue()
        self._waker = Waker()
        self._thread: threading.Thread | None = None
        self._status = LinkStatus()

    @property
    def status(self) -> LinkStatus:
        """The state of the link when the thread last went to sleep."""
        return self._status

    def ask_status(self, within_s: float) -> LinkStatus:
        """Return the state of the link, with the tray's counters if it answers within *within_s* seconds.

        This call blocks until then. An answer takes 4 ms; the request is repeated after 50 ms, 150 ms and so on.
        """
        if self._thread is None:
            return self._status
        told: SimpleQueue[Counters | None] = SimpleQueue()
        self._ask(lambda finder, now: finder.get_counters(told.put, now))
        counters = None
        with suppress(Empty):
            counters = told.get(timeout=within_s)
        return replace(self._status, counters=counters)

    def start(self, tell: Callable[[TrayEvent], object]) -> None:
        """Start the thread that looks for the tray; it calls *tell* with each event."""
        self._thread = threading.Thread(target=self._run, args=(tell,), name="tray", daemon=True)
        self._thread.start()

    def watch(self, is_watched: bool) -> None:
        """Start or stop ``Reading`` events, which come at intervals and when something has moved."""
        self._ask(lambda finder, now: finder.ask(Watch(int(is_watched)), now))

    def show(self, blacks: int, whites: int) -> None:
        """Show an answer with the tray's lamps, if it has any."""
        self._ask(lambda finder, now: finder.ask(SetLamps(lamps_of(blacks, whites)), now))

    def remember(self, calibration: int) -> None:
        """Ask the tray to store the number of its calibration."""
        # The tray's own serial number takes the place of 0.
        self._ask(lambda finder, now: finder.ask(SetIdentity(0, calibration), now))

    def close(self) -> None:
        """Close the port and end the thread."""
        if self._thread is not None:
            self._ask(None)
            self._thread.join()
            self._thread = None
        self._waker.close()

    def _ask(self, errand: Errand | None) -> None:
        self._errands.put(errand)
        self._waker.wake()

    # Run in the thread

    def _run(self, tell: Callable[[TrayEvent], object]) -> None:
        watch: FolderWatch | None = None
        # Without inotify, the ports are scanned at intervals.
        with suppress(OSError):
            watch = FolderWatch(self._dev)
        finder = TrayDiscovery(
            self._dev,
            self._open_line,
            tell,
            self._draw_serial,
            only=self._only,
            watch=watch,
            versions=self._versions,
        )
        is_asked_to_end = False
        try:
            finder.start(time.monotonic())
            while not is_asked_to_end:
                is_asked_to_end = not self._turn(finder, watch)
        finally:
            self._status = finder.status
            finder.close()
            if watch is not None:
                watch.close()
            if self._status.tray is not None and not is_asked_to_end:
                # An exception ends the thread and is logged; TrayLost tells the players to go on by hand.
                tell(TrayLost("its thread has ended"))

    def _turn(self, finder: TrayDiscovery, watch: FolderWatch | None) -> bool:
        """Sleep once, process what has happened, and return whether to go on."""
        self._status = finder.status
        lines = finder.lines
        files = [*lines, *([] if watch is None else [watch.fileno()])]
        due = finder.due
        awake = self._waker.sleep(files, None if due is None else due - time.monotonic())
        now = time.monotonic()
        for file, port in lines.items():
            if file in awake:
                finder.serve_port(port, awake[file] & select.POLLIN == 0, now)
        if watch is not None and watch.fileno() in awake:
            finder.process_changes(now)
        finder.tick(now)
        return self._waker.fileno() not in awake or self._run_errands(finder, now)

    def _run_errands(self, finder: TrayDiscovery, now: float) -> bool:
        while not self._errands.empty():
            errand = self._errands.get()
            if errand is None:
                return False
            errand(finder, now)
        return True


@contextmanager
def listening(port: Reader) -> Iterator[Hear]:
    """Yield a function that waits for events of the tray at *port*; the port is closed at the end."""
    heard: SimpleQueue[TrayEvent] = SimpleQueue()

    def hear(within_s: float | None) -> TrayEvent | None:
        try:
            return heard.get(timeout=within_s)
        except Empty:
            return None

    port.start(heard.put)
    try:
        yield hear
    finally:
        port.close()


def _draw_serial() -> int:
    """Return a random 32-bit serial number, never 0, for a tray that has none."""
    return int.from_bytes(os.urandom(4), "little") or 1
