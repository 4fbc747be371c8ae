"""The thread at real ports: pseudo-terminals, behind which the twin answers, or somebody else."""

from __future__ import annotations

import fcntl
import os
import pty
import random
import select
import threading
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from companion.box.tray import Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost
from companion.link.discovery import OpenPort
from companion.link.reader import Reader, lamps_of, open_serial
from companion.link.twin_port import TwinTray
from tests.support.world import NUMBERED, MarkedBed, mark_of

REPLUGS = 200
SOON_S = 10.0
"""What takes longer has gone wrong; nothing here waits that long."""


class Ear:
    """Hears the news; waiting for one ends the instant that it comes."""

    def __init__(self) -> None:
        self._told: SimpleQueue[TrayEvent] = SimpleQueue()
        self.news: list[TrayEvent] = []
        self.tell = self._told.put

    def next(self) -> TrayEvent:
        self.news.append(self._told.get(timeout=SOON_S))
        return self.news[-1]

    def wait_for(self, kind: type[TrayEvent]) -> TrayEvent:
        while not isinstance(news := self.next(), kind):
            pass
        return news

    def rest(self) -> list[TrayEvent]:
        left: list[TrayEvent] = []
        try:
            while True:
                left.append(self._told.get_nowait())
        except Empty:
            return left


@pytest.fixture
def tray() -> Iterator[TwinTray]:
    """Lend a tray that is plugged in."""
    tray = TwinTray(holes=MarkedBed(), memory=NUMBERED)
    yield tray
    tray.close()


@pytest.fixture
def ear() -> Ear:
    """Lend an ear for the news."""
    return Ear()


@pytest.fixture
def reader(tray: TwinTray, ear: Ear) -> Iterator[Reader]:
    """Lend a reader that looks for that tray."""
    reader = Reader(tray.dev)
    reader.start(ear.tell)
    yield reader
    reader.close()


def press(tray: TwinTray, ear: Ear) -> RowCommitted:
    tray.press()
    row = ear.wait_for(RowCommitted)
    tray.release()
    assert isinstance(row, RowCommitted)
    return row


def test_a_press_comes_from_the_tray_to_the_table(tray: TwinTray, reader: Reader, ear: Ear) -> None:
    found = ear.next()
    assert isinstance(found, TrayFound)
    assert (found.serial, found.port) == ("0000c0de", str(tray.dev / "ttyUSB0"))
    assert mark_of(press(tray, ear)) == 0
    assert ear.rest() == []


def test_the_answer_is_shown_at_the_tray_and_readings_come_while_watched(
    tray: TwinTray, reader: Reader, ear: Ear
) -> None:
    ear.wait_for(TrayFound)
    reader.show(1, 2)
    reader.watch(True)
    ear.wait_for(Reading)
    assert tray.lamps == lamps_of(1, 2) == 0b10_10_01


def test_lamps_are_five_at_most() -> None:
    assert lamps_of(5, 5) == lamps_of(5, 0) == 0b01_01_01_01_01


def test_unplugged_and_plugged_back_two_hundred_times_it_is_told_once_each_time(
    tray: TwinTray, reader: Reader, ear: Ear
) -> None:
    ear.wait_for(TrayFound)
    files, threads = len(os.listdir("/proc/self/fd")), threading.active_count()
    for _ in range(REPLUGS):
        tray.unplug()
        ear.wait_for(TrayLost)
        tray.plug_back()
        ear.wait_for(TrayFound)
    press(tray, ear)
    told = [type(news) for news in ear.news if not isinstance(news, RowMissed)]
    assert told == [TrayFound] + [TrayLost, TrayFound] * REPLUGS + [RowCommitted]
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == (files, threads)
    assert reader.status.findings == {}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_ours_in_the_thread_is_told_as_a_tray_that_is_lost(tray: TwinTray, ear: Ear) -> None:
    def tell(news: TrayEvent) -> None:
        if isinstance(news, RowCommitted):
            raise RuntimeError("a fault")
        ear.tell(news)

    reader = Reader(tray.dev)
    reader.start(tell)
    ear.wait_for(TrayFound)
    tray.press()
    assert ear.next() == TrayLost("its thread has ended")
    reader.close()


def test_closing_lets_go_of_the_port_and_ends_the_thread(tray: TwinTray, ear: Ear) -> None:
    files, threads = len(os.listdir("/proc/self/fd")), threading.active_count()
    reader = Reader(tray.dev)
    reader.start(ear.tell)
    ear.wait_for(TrayFound)
    reader.close()
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == (files, threads)


def test_a_reader_that_was_never_started_can_be_closed(tmp_path: Path) -> None:
    Reader(tmp_path).close()


def test_errands_without_a_tray_do_nothing(tmp_path: Path, ear: Ear) -> None:
    reader = Reader(tmp_path)
    reader.start(ear.tell)
    for _ in range(100_000):
        reader.show(1, 1)
    reader.close()
    assert ear.rest() == []


def test_a_port_that_another_program_has_locked_is_asked_when_it_is_free(tray: TwinTray, ear: Ear) -> None:
    other = os.open(tray.dev / "ttyUSB0", os.O_RDWR | os.O_NOCTTY)
    fcntl.flock(other, fcntl.LOCK_EX)
    looked = threading.Event()

    def open_and_tell(path: Path) -> object:
        try:
            return open_serial(path)
        finally:
            looked.set()

    reader = Reader(tray.dev, open_line=open_and_tell)  # type: ignore[arg-type]
    reader.start(ear.tell)
    assert looked.wait(SOON_S)
    # The finder has told the system, by the time it sleeps again, that it wants to know.
    reader.watch(False)
    while not reader.status.findings:
        reader.watch(False)
    assert list(reader.status.findings.values()) == ["another program has it"]
    os.close(other)
    assert isinstance(ear.next(), TrayFound)
    reader.close()


class Stranger:
    """Somebody else's device at a port: it keeps what it is sent, and says what it is told to."""

    def __init__(self, dev: Path, says: bytes) -> None:
        self.heard = b""
        self.is_let_go = threading.Event()
        self._line, far_end = pty.openpty()
        tty.setraw(far_end)
        (dev / "ttyUSB0").symlink_to(os.ttyname(far_end))
        self._says = says
        self._far_end = far_end
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self.heard = os.read(self._line, 1024)
        os.close(self._far_end)
        try:
            os.write(self._line, self._says)
            while arrived := os.read(self._line, 1024):
                self.heard += arrived
        except OSError:
            # The port's user has closed it: no process holds the other end any more.
            self.is_let_go.set()

    def close(self) -> None:
        self._thread.join()
        os.close(self._line)


@pytest.mark.parametrize("says", [b"ok T:21.3 /0.0 B:21.0 /0.0\n" * 20, random.Random(1).randbytes(3000)])
def test_a_device_that_answers_otherwise_is_let_go_and_not_asked_again(tmp_path: Path, ear: Ear, says: bytes) -> None:
    stranger = Stranger(tmp_path, says)
    reader = Reader(tmp_path)
    reader.start(ear.tell)
    assert stranger.is_let_go.wait(SOON_S)
    stranger.close()
    reader.close()
    assert 7 <= len(stranger.heard) <= 8 * 7
    assert ear.rest() == []


class Hung:
    """A line that is hung up and has nothing to read, for ever."""

    def __init__(self) -> None:
        self.is_closed = threading.Event()
        self._file, mouth = os.pipe()
        os.close(mouth)

    def fileno(self) -> int:
        return self._file

    def read(self) -> bytes:
        return b""

    def write(self, out: bytes) -> None: ...

    def close(self) -> None:
        os.close(self._file)
        self.is_closed.set()


def test_a_line_that_is_hung_up_without_a_word_is_let_go(tmp_path: Path, ear: Ear) -> None:
    (tmp_path / "ttyUSB0").touch()
    line = Hung()
    reader = Reader(tmp_path, open_line=lambda path: line)
    reader.start(ear.tell)
    assert line.is_closed.wait(2.5)
    reader.close()


def read_on(line: OpenPort) -> None:
    while line.read():
        pass


def test_a_port_at_rest_has_nothing_to_read_and_one_at_its_end_says_so(tray: TwinTray) -> None:
    line = open_serial(tray.dev / "ttyUSB0")
    read_on(line)
    tray.unplug()
    # The tray's thread may sleep on the port, and keeps it until it wakes.
    end = select.poll()
    end.register(line.fileno(), 0)
    assert end.poll(SOON_S * 1000)
    with pytest.raises(OSError, match="expected a port, got its end"):
        read_on(line)
    with pytest.raises(OSError, match="Input/output error"):
        line.write(b"x")
    line.close()


def test_a_port_that_is_none_is_an_os_error(tmp_path: Path) -> None:
    (tmp_path / "ttyUSB0").write_text("no port", "ascii")
    with pytest.raises(OSError, match="Could not configure port"):
        open_serial(tmp_path / "ttyUSB0")


def test_a_folder_without_inotify_is_looked_at_now_and_then(tmp_path: Path, ear: Ear) -> None:
    reader = Reader(tmp_path / "nowhere")
    reader.start(ear.tell)
    reader.close()
    assert not reader.status.is_told_of_changes
