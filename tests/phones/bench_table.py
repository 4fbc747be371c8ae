"""Whether the table socket ever waits for a front end: some read, some are stopped, dead or flooding."""

from __future__ import annotations

import base64
import itertools
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from companion.front_ends.front_end import FrontEnd
from companion.front_ends.service import TableSocket
from companion.front_ends.socket_file import SOCKET_NAME, SocketFile
from companion.front_ends.watch import TableWatch
from companion.match.catalogue import load_catalogue
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.phones.desk import PhoneDesk
from companion.phones.phone_line import PhoneLine
from companion.phones.phone_store import Kept, Phone, PhoneStore
from tests.support.front_end import PaperFrontEnd
from tests.support.paper import environment as paper
from tools.bench.measure import environment

SENDS = 10_000
EACH = 3
# How often, in changes, front ends that are dead by the next one say hello.
DYING_EVERY = 50
HELLO = json.dumps({"type": "hello", "protocol": 1}).encode()
KEY = bytes(range(32))
PHONE = "p" * 22
FLOOD = (
    HELLO,
    HELLO[:-3],
    json.dumps({"type": "join", "id": 1, "public": base64.b64encode(KEY).decode()}).encode(),
    json.dumps({"type": "sealed", "phone": PHONE, "sealed": base64.b64encode(bytes(600)).decode()}).encode(),
)
"""What a hostile front end sends: hellos, halves of them, joins, and messages that the phone's key does not open."""


class Meter:
    """Counts the sends, and those in which the thread gave up the processor to wait for something."""

    def __init__(self) -> None:
        self.sends = 0
        self.blocked = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Measure every send to a front end while the context is open."""
        send = FrontEnd.send

        def metered(front_end: FrontEnd, message: bytes) -> bool:
            before = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
            try:
                return send(front_end, message)
            finally:
                self.sends += 1
                self.blocked += resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw > before

        FrontEnd.send = metered  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            FrontEnd.send = send  # type: ignore[method-assign]


@contextmanager
def other_program(what: str, table: Path, address: Path) -> Iterator[None]:
    """Run a front end that goes on ``reading`` or ``flooding``, or is ``stopped`` after its hello."""
    command = [sys.executable, "-m", "tests.phones.bench_table", what, str(table), str(address)]
    with subprocess.Popen(command, env=environment()) as process:
        try:
            yield
        finally:
            process.kill()


def be_a_front_end(what: str, table: str, address: str) -> None:
    """Say hello; then read, or stop, or send ``FLOOD`` as fast as the kernel takes it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as own:
        own.bind(address)
        own.sendto(HELLO, table)
        own.recv(65536)
        if what == "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        if what == "flooding":
            own.setblocking(False)
        for count in itertools.count():
            with suppress(BlockingIOError):
                if what == "reading":
                    own.recv(65536)
                else:
                    own.sendto(FLOOD[count % len(FLOOD)], table)


def feed_blocked() -> float:
    """Return how many of 10,000 sends waited.

    What the thread of the table socket does is done here in one thread with the changes of the match: with two, a
    send could wait for the interpreter's lock.
    """
    meter = Meter()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        store = PhoneStore(folder / "phones.json")
        store.write(Kept(("Anna", "Ben"), (Phone(PHONE, 0, KEY), Phone("q" * 22, 1, KEY)), match=1))
        phones = PhoneLine(PhoneDesk(store, folder))
        table = TableSocket(SocketFile(folder), extensions=[phones])
        # As at the start of its thread.
        assert table._begins(phones)
        # Last, when the other programs are gone.
        stack.callback(_close, table)
        watch = TableWatch(table.put)
        driver = MatchDriver(Session.begin(load_catalogue(None)["mini"], {}, ("Anna", "Ben"), paper()))
        for what in ("reading", "stopped", "flooding"):
            for place in range(EACH):
                stack.enter_context(other_program(what, folder / SOCKET_NAME, folder / f"{what}-{place}"))
        while len(table._front_ends) < 3 * EACH:
            table._serve()
        for seat, what in enumerate(("reading", "stopped")):
            _put_phone_behind(phones, seat, str(folder / f"{what}-0"))
        driver.advance()
        watch.look(driver)
        stack.enter_context(meter.reading())
        changes = 0
        while meter.sends < SENDS:
            changes += 1
            if changes % DYING_EVERY == 1:
                _say_hello_and_die(folder, changes)
            driver.submit_text(1, "ROYB")
            driver.undo()
            table.flush()
            table._serve()
    return meter.blocked


def _put_phone_behind(phones: PhoneLine, seat: int, address: str) -> None:
    """Let the front end at *address* relay for the phone of *seat*, as if that had sent a message through it."""
    phones._phones[seat].route = address


def _close(table: TableSocket) -> None:
    table.start()
    table.close()


def _say_hello_and_die(folder: Path, number: int) -> None:
    for place in range(EACH):
        address = folder / f"dead-{number}-{place}"
        with PaperFrontEnd(folder / SOCKET_NAME, address) as dying:
            # The flood may have left no room.
            dying.socket.setblocking(False)
            with suppress(BlockingIOError):
                dying.say_bytes(HELLO)
        address.unlink()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        be_a_front_end(*sys.argv[1:])
    else:
        print(feed_blocked())
