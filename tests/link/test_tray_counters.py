"""The tray's own counters: what the box is told of them on sound lines and on bad ones, from the twin and the chip."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue

from companion.box.tray import TrayEvent, TrayFound, TrayLost
from companion.link.client import QUIET_S
from companion.link.discovery import OpenPort
from companion.link.framing import Decoder, frame
from companion.link.messages import Counters, GetCounters, Result, SetLamps, encode
from companion.link.reader import Reader, open_serial
from companion.link.twin_port import TwinTray
from tests.fakes.lossy_line import FAIR, FaultProfile, LossyLine
from tests.fakes.tray_firmware import SimulatedTray
from tests.support.stepped import Box, built
from tests.support.world import NUMBERED, World

SOON_S = 10.0
SPOILT = 5
"""Requests in the first second of a line that lets none through: at 0, 50, 150, 350 and 750 ms."""
WHOLE = bytes.fromhex("00050107d95e00")
"""The request ``Identify``, as in the vectors."""
DAMAGED = bytes.fromhex("00050107d95f00")
"""The same, of whose check sum one bit is wrong."""


class Ways(World):
    """A world in which each way has a weather of its own."""

    def spoil_way_to_tray(self, weather: FaultProfile) -> None:
        self._to_tray = LossyLine(self.draw, weather)

    def asked(self, within_s: float = 1.0) -> Counters | None:
        """Ask for the counters and return the last that were told."""
        self.counters: Counters | None = None
        self.act(self.client.ask(GetCounters(), self.now))
        self.run(within_s)
        return self.counters

    def _hear_at_box(self, piece: bytes) -> None:
        step = self.client.receive(piece, self.now)
        self.counters = step.counters or getattr(self, "counters", None)
        self.act(step)


def test_a_sound_line_has_damaged_nothing_at_either_end() -> None:
    world = Ways()
    world.run(3)
    counters = world.asked()
    sent = len(list(Decoder().feed(world.sent)))
    assert counters == Counters(frames=sent, damaged=0, stale=0, lost=0, scans=0, moved=0)


def test_frames_that_are_damaged_on_the_way_to_the_tray_are_known_to_the_tray_alone() -> None:
    world = Ways()
    world.run(3)
    world.spoil_way_to_tray(FaultProfile(flip=1.0))
    world.act(world.client.ask(SetLamps(3), world.now))
    world.run(1)
    world.spoil_way_to_tray(FAIR)
    counters = world.asked(2)
    assert counters is not None
    sent = len(list(Decoder().feed(world.sent)))
    assert (counters.damaged, counters.frames) == (SPOILT, sent - SPOILT)
    assert (world.client.counts.crc_errors, world.client.counts.unknown) == (0, 0)


def test_a_tray_that_cannot_tell_is_asked_once_and_stays() -> None:
    world = Ways()
    world.run(3)
    before = len(world.sent)
    world.act(world.client.ask(GetCounters(), world.now))
    world.act(world.client.receive(frame(encode(Result(GetCounters.CODE, 1), world.client.sequence)), world.now))
    world.run(QUIET_S / 2)
    assert len(world.sent) - before == 7
    assert world.told(TrayLost) == []


def test_counters_that_nobody_asked_for_are_not_believed() -> None:
    world = Ways()
    world.run(3)
    late = frame(encode(Counters(1, 2, 3, 4, 5, 6), world.client.sequence))
    assert world.client.receive(late, world.now).counters is None


# At a port.


class CutLine:
    """A port from which, once it is cut, nothing goes out any more."""

    is_cut = False

    def __init__(self, path: Path) -> None:
        CutLine.is_cut = False
        self._line = open_serial(path)
        self.fileno, self.read, self.close = self._line.fileno, self._line.read, self._line.close

    def write(self, out: bytes) -> None:
        if not self.is_cut:
            self._line.write(out)


@contextmanager
def reading(
    dev: Path, open_line: Callable[[Path], OpenPort] = open_serial
) -> Iterator[tuple[Reader, SimpleQueue[TrayEvent]]]:
    """Lend a reader that has found its tray."""
    told: SimpleQueue[TrayEvent] = SimpleQueue()
    with closing(Reader(dev, open_line=open_line)) as reader:
        reader.start(told.put)
        while not isinstance(told.get(timeout=SOON_S), TrayFound):
            pass
        yield reader, told


def test_whoever_asks_the_reader_gets_the_counters_of_this_moment() -> None:
    with closing(TwinTray(memory=NUMBERED)) as tray, reading(tray.dev) as (reader, _):
        first, second = (reader.ask_status(SOON_S).counters for _ in range(2))
        assert first is not None
        assert second is not None
        assert (first.damaged, second.damaged) == (0, 0)
        # One more, but where this machine took its time and the question was repeated.
        assert second.frames > first.frames


def test_a_tray_that_falls_silent_is_waited_for_no_longer_than_wanted() -> None:
    with closing(TwinTray(memory=NUMBERED)) as tray, reading(tray.dev, CutLine) as (reader, _):
        CutLine.is_cut = True
        began = time.monotonic()
        status = reader.ask_status(0.1)
        assert (status.counters, status.tray is not None) == (None, True)
        assert 0.1 <= time.monotonic() - began < SOON_S


def test_without_a_tray_nobody_waits() -> None:
    with closing(TwinTray(memory=NUMBERED)) as tray, reading(tray.dev) as (reader, told):
        tray.unplug()
        while not isinstance(told.get(timeout=SOON_S), TrayLost):
            pass
        began = time.monotonic()
        assert reader.ask_status(2 * SOON_S).counters is None
        assert time.monotonic() - began < SOON_S


def test_a_reader_that_was_not_started_knows_nothing_and_says_so_at_once(tmp_path: Path) -> None:
    with closing(Reader(tmp_path)) as reader:
        began = time.monotonic()
        assert reader.ask_status(2 * SOON_S).counters is None
        assert time.monotonic() - began < SOON_S


# On the chip.


def test_the_box_is_told_what_the_chip_has_counted() -> None:
    built("sim")
    with SimulatedTray() as tray, reading(tray.dev) as (reader, _):
        # What follows the greeting has been answered then, and nothing of it mingles with what is heard next.
        assert reader.ask_status(SOON_S).counters is not None
        tray.hear(DAMAGED * 3)
        told = reader.ask_status(SOON_S).counters
        assert told is not None
        assert (told.damaged, told.lost, told.stale) == (3, 0, 0)
        again = reader.ask_status(SOON_S).counters
        assert again is not None
        assert again.frames > told.frames


def test_a_chip_that_boots_in_the_middle_of_a_frame_counts_one_that_is_damaged() -> None:
    with Box() as box:
        box.run(0.1)
        box.tray.hear(WHOLE[:4])
        box.tray.run(0.001)
        box.tray.reset()
        box.tray.run(0.002)
        box.tray.hear(WHOLE[4:])
        box.run(0.1)
        counters = box.answer(GetCounters(), Counters)
        assert (counters.frames, counters.damaged) == (1, 1)
