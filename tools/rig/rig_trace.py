"""Tells what a Pi's I2C bus carries, as the kernel itself traces it; runs on the Pi, with its Python and nothing else.

    python3 -I rig_trace.py BUS

writes records in the form of ``rig_bus.RECORD``. The text of ``trace_pipe`` ends after 64 bytes of a message, so the
ring buffers are read as they are, one a processor: ``Documentation/trace/ring-buffer-design.rst`` of Linux, and the
kernel's own descriptions in ``events/header_page`` and ``events/i2c/*/format``.
"""

from __future__ import annotations

import os
import re
import selectors
import struct
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
OURS = TRACING / "instances/codemaker-rig"
EVENTS = ("i2c_write", "i2c_result")
FIELD = re.compile(r"field:[^;]*?(\w+)(?:\[\d*\])?;\s*offset:(\d+);\s*size:(\d+);")
RECORD = struct.Struct("<QHHH")
NOT_READ = 0xFFFF
# Of ring_buffer.h: what the five low bits of an event's first word mean beside a length.
PADDING, TIME_EXTEND, TIME_STAMP = 29, 30, 31
DELTA_BITS = 27
# The flag of a page before which events were dropped.
MISSED = 1 << 31
LENGTH_MASK = 0xFFFFF
# What was begun on another processor just now is there by then.
SETTLED_NS = 2_000_000


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of an event's fields."""

    number: int
    at: dict[str, tuple[int, int]]

    @classmethod
    def read(cls, description: str) -> Layout:
        """Take a ``format`` file."""
        found = re.search(r"^ID: (\d+)$", description, re.MULTILINE)
        if found is None:
            raise ValueError(f"expected the format of an event, got {description[:80]!r}")
        fields = {name: (int(offset), int(size)) for name, offset, size in FIELD.findall(description)}
        return cls(int(found[1]), fields)

    def value(self, event: bytes, name: str) -> int:
        """Return a field that is a whole number."""
        offset, size = self.at[name]
        return int.from_bytes(event[offset : offset + size], "little", signed=name == "ret")

    def tail(self, event: bytes, name: str) -> bytes:
        """Return a field of varying length: its place and length are kept in the event."""
        where = self.value(event, name)
        return event[where & 0xFFFF : (where & 0xFFFF) + (where >> 16)]


@dataclass(frozen=True, slots=True)
class Page:
    """Where a page of the ring buffer keeps its own length, and where its events begin."""

    commit: int
    commit_bytes: int
    data: int

    @classmethod
    def read(cls, description: str) -> Page:
        """Take ``events/header_page``."""
        fields = {name: (int(offset), int(size)) for name, offset, size in FIELD.findall(description)}
        return cls(*fields["commit"], fields["data"][0])

    def events(self, page: bytes) -> Iterator[tuple[int, bytes]]:
        """Return each event of *page* with its time in ns."""
        at_ns = int.from_bytes(page[:8], "little")
        length = int.from_bytes(page[self.commit : self.commit + self.commit_bytes], "little") & LENGTH_MASK
        place, end = self.data, self.data + length
        while place < end:
            (word,) = struct.unpack_from("<I", page, place)
            kind, delta = word & 0x1F, word >> 5
            more = struct.unpack_from("<I", page, place + 4)[0] if place + 8 <= end else 0
            if kind == PADDING and delta == 0:
                return
            at_ns = (at_ns & ~((1 << 59) - 1)) + (more << DELTA_BITS) + delta if kind == TIME_STAMP else at_ns + delta
            if kind == TIME_EXTEND:
                at_ns += more << DELTA_BITS
            first, size = (place + 8, more - 4) if kind == 0 else (place + 4, 4 * kind)
            if kind < PADDING:
                yield at_ns, page[first : first + size]
            place = place + 4 + more if kind == PADDING else place + 8 if kind > PADDING else first + size

    def is_gap(self, page: bytes) -> bool:
        """Whether events before *page* were dropped."""
        return bool(int.from_bytes(page[self.commit : self.commit + self.commit_bytes], "little") & MISSED)


class Bus:
    """Puts together what was written and how that ended."""

    def __init__(self, number: int, write: Layout, result: Layout) -> None:
        self._number = number
        self._write = write
        self._result = result
        self._open: list[tuple[int, int, bytes]] = []

    def take(self, at_ns: int, event: bytes) -> bytes:
        """Return the records that are complete with *event*."""
        number = int.from_bytes(event[:2], "little")
        layout = self._write if number == self._write.number else self._result
        if number != layout.number or layout.value(event, "adapter_nr") != self._number:
            return b""
        if layout is self._write:
            self._open.append((at_ns, layout.value(event, "addr"), layout.tail(event, "buf")))
            return b""
        ended, self._open = self._open, []
        error = max(0, -layout.value(event, "ret"))
        return b"".join(RECORD.pack(at, address, error, len(body)) + body for at, address, body in ended)


def watch(number: int) -> Iterator[bytes]:
    """Switch tracing on, say so by an empty record, and return records as they come."""
    OURS.mkdir(exist_ok=True)
    for setting, value in (("trace_clock", "mono"), ("buffer_percent", "0"), ("tracing_on", "1")):
        (OURS / setting).write_text(value)
    page = Page.read((TRACING / "events/header_page").read_text())
    write, result = (Layout.read((OURS / f"events/i2c/{name}/format").read_text()) for name in EVENTS)
    for name in EVENTS:
        (OURS / f"events/i2c/{name}/enable").write_text("1")
    bus = Bus(number, write, result)
    pipes = [os.open(path, os.O_RDONLY | os.O_NONBLOCK) for path in sorted(OURS.glob("per_cpu/cpu*/trace_pipe_raw"))]
    yield RECORD.pack(time.monotonic_ns(), 0, 0, 0)
    for at_ns, event in in_order(pipes, page):
        yield bus.take(at_ns, event) if event else RECORD.pack(at_ns, NOT_READ, 0, 4) + bytes(4)


def in_order(pipes: list[int], page: Page) -> Iterator[tuple[int, bytes]]:
    """Sleep until there are events, and return those of all processors as they happened; of a gap, one of no bytes."""
    waiting: list[tuple[int, bytes]] = []
    with selectors.DefaultSelector() as ready:
        for pipe in pipes:
            ready.register(pipe, selectors.EVENT_READ)
        while True:
            ready.select(SETTLED_NS / 1e9 if waiting else None)
            # What comes to one processor while another is being read may be older than what that one tells.
            until = time.monotonic_ns() - SETTLED_NS
            for pipe in pipes:
                for one in drained(pipe):
                    if page.is_gap(one):
                        waiting.append((0, b""))
                    waiting += page.events(one)
            waiting.sort(key=lambda item: item[0])
            while waiting and waiting[0][0] <= until:
                yield waiting.pop(0)


def drained(pipe: int) -> Iterator[bytes]:
    """Return the pages that are there."""
    while True:
        try:
            one = os.read(pipe, 4096)
        except BlockingIOError:
            return
        if not one:
            return
        yield one


if __name__ == "__main__":
    for records in watch(int(sys.argv[1])):
        sys.stdout.buffer.write(records)
        sys.stdout.buffer.flush()
