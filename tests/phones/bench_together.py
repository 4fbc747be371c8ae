"""How soon each phone hears of a row that another one sends, when six send at the same moment.

The game and the web process are the real ones, each a process of its own; the phones are threads of this process
without a browser, for at a table each phone has a processor of its own. They say when an event has arrived, and open
it when all are there.
"""

from __future__ import annotations

import base64
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import quantiles
from threading import Barrier, Thread

from nacl import bindings

from companion.phones.web.serve import STREAMS_MOST
from tests.phones.bench_hostile import HonestPhone
from tests.phones.bench_web import serving
from tests.phones.web.site import Event
from tests.phones.web.text_box import TextBox

PHONES, ROWS = 6, 11
"""Of the twelve rows of *Ambassador*, the last one ends the round."""
ROW = "RRRRR"
"""No code of the edition has a colour five times."""
REST_S = 1.0
"""So that all has arrived, and the game has time: it reads 16 messages a second."""
PATIENCE_S = 10.0


class QuickPhone(HonestPhone):
    """A phone at *address* that notes when each event arrives."""

    def __init__(self, port: int, address: str) -> None:
        super().__init__(port, "", address)
        self._lead = ""
        self._arrived: SimpleQueue[tuple[float, Event]] = SimpleQueue()

    def begin(self) -> None:
        """Read the stream from now on, and hear what is asked at first."""
        Thread(target=self._read, daemon=True).start()
        self._next_rows()

    def _read(self) -> None:
        assert self.stream is not None
        with suppress(OSError):
            while (event := self.stream.next()) is not None:
                if event.type == "sealed":
                    self._arrived.put((time.perf_counter(), event))

    def send_row(self, together: Barrier) -> float:
        """Send a row when all phones do, and return when that was, in seconds.

        Raises ``RuntimeError`` if the server does not take it.
        """
        message = self.paper.moves(self._lead + ROW)
        together.wait(PATIENCE_S)
        at_s = time.perf_counter()
        status, _ = self.post("/sealed", phone=message["phone"], sealed=message["sealed"])
        if status != 202:
            raise RuntimeError(f"expected a row of {self.paper.player} that is taken, got the status {status}")
        return at_s

    def heard_s(self, number: int) -> list[float]:
        """Return when the phone heard first of row *number* of each player, in seconds, in order of the seats.

        Raises ``RuntimeError`` if it does not hear of all.
        """
        heard = dict[int, float]()
        while len(heard) < PHONES or not self._arrived.empty():
            at_s, counts = self._next_rows()
            for seat, count in enumerate(counts):
                if count >= number:
                    heard.setdefault(seat, at_s)
        return [heard[seat] for seat in range(PHONES)]

    def _next_rows(self) -> tuple[float, list[int]]:
        """Return when the next message of the game arrived, and how many rows of each player it tells."""
        try:
            at_s, event = self._arrived.get(timeout=PATIENCE_S)
        except Empty:
            raise RuntimeError(f"expected a message for {self.paper.player}, got none") from None
        box = base64.b64decode(event.fields["sealed"])
        # A paper phone takes seconds for as many messages.
        said = json.loads(bindings.crypto_secretbox_open(box[24:], box[:24], self.paper.key))
        self.paper.boot, self.paper.version = said["boot"], said["version"]
        self._lead = said["ask"]["lead"] if said["ask"] else ""
        return at_s, [len(board["keys"]) for board in said["state"]["view"]["boards"]]


@contextmanager
def table(folder: Path) -> Iterator[tuple[TextBox, int]]:
    """Start a box with phones, and the web process beside it; yield the box and the port of the pages."""
    box = TextBox(folder, "phones = true\n")
    box.table.mkdir(mode=0o700)
    box.start()
    try:
        with serving(box.table, STREAMS_MOST) as (_, port):
            yield box, port
    finally:
        box.cut_the_power()


def join(box: TextBox, phones: Sequence[QuickPhone]) -> None:
    """Have *phones* ask in the lobby for the players of the match, and admit them by their digits."""
    box.open_phones()
    box.open_lobby()
    names = [f"Player {number}" for number in range(1, 1 + len(phones))]
    for name, phone in zip(names, phones, strict=True):
        assert phone.ask_for(name)
    box.compare(len(phones))
    for phone in phones:
        assert phone.show_key()
    box.admit_all({phone.paper.player: phone.paper.digits for phone in phones})
    for phone in phones:
        phone.begin()
    box.choose("Go on playing")


def together_ms() -> float:
    """Return the 95th percentile of the time from *Send* on a phone to the event with its row on another one.

    It is in milliseconds; six phones send a row at the same moment.
    """
    took = list[float]()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="t", dir="/tmp")))
        box, port = stack.enter_context(table(folder))
        box.new_together("Ambassador", PHONES, ("Rounds", "1"))
        phones = [QuickPhone(port, f"127.0.1.{number}") for number in range(1, 1 + PHONES)]
        join(box, phones)
        pool, together = stack.enter_context(ThreadPoolExecutor(PHONES)), Barrier(PHONES)
        for number in range(1, 1 + ROWS):
            sent_s = list(pool.map(lambda phone: phone.send_row(together), phones))
            time.sleep(REST_S)
            for own, phone in enumerate(phones):
                both = enumerate(zip(phone.heard_s(number), sent_s, strict=True))
                took += [1000 * (heard - sent) for seat, (heard, sent) in both if seat != own]
    return quantiles(took, n=20)[-1]


if __name__ == "__main__":
    print("together_ms", together_ms())
