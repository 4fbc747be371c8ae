"""The process of the bridge: it waits for the broker, for the game, and for a signal."""

from __future__ import annotations

import logging
import select
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty
from threading import Thread

from companion.club.bridge import Bridge
from companion.club.broker import Broker, Connected, Lost, Received, Stopped
from companion.club.errors import ClubFailed
from companion.club.table_file import count_start, read_slips, write_slips
from companion.errors import TextUnreadable
from companion.front_ends.table_line import Fields, GameAway, TableLine

HELLO_S = 10.0
"""How often the bridge says hello to the game: that keeps its place, and finds a game that was started again."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FromGame:
    """A message of the game."""

    fields: Fields


def run_bridge(folder: Path, table: Path, own: Path, tell: Callable[[str], None]) -> int:
    """Serve the table whose membership is in *folder* until a signal; return the exit status.

    *table* is the game's table socket, *own* the path of a socket for its answers. *tell* is told when the broker is
    reached, and why it is not. Raises ``ClubFailed``.
    """
    kept = count_start(folder)
    broker = Broker(kept.address, kept.table, kept.password, Path(kept.ca) if kept.ca else None, kept.pin or None)
    line = _line(table, own)
    keep = partial(write_slips, folder)
    bridge = Bridge(kept, broker, lambda **message: _say(line, message), read_slips(folder), keep)
    broker.will(*bridge.will())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: broker.received.put(Stopped()))
    Thread(target=_listen, args=(line, broker), daemon=True).start()
    broker.start(bridge.subscriptions)
    try:
        for found in _happenings(broker, bridge):
            match found:
                case Connected():
                    tell(f"connected with {kept.address} as {kept.table}")
                    bridge.connected()
                case Lost(reason):
                    tell(f"not connected: {reason}")
                case Received(topic, payload):
                    _take(bridge, topic, payload)
                case FromGame(fields):
                    bridge.hear(fields)
        bridge.leave()
        return 0
    finally:
        _say(line, {"type": "bye"})
        line.close()
        broker.stop()


def _happenings(broker: Broker, bridge: Bridge) -> Iterator[object]:
    """Yield what happens until the program is asked to end, and say hello to the game each time that is due."""
    due = time.monotonic()
    while True:
        if (now := time.monotonic()) >= due:
            bridge.offer()
            due = now + HELLO_S
        with suppress(Empty):
            found = broker.received.get(timeout=due - now)
            if isinstance(found, Stopped):
                return
            yield found


def _line(table: Path, own: Path) -> TableLine:
    try:
        own.parent.mkdir(mode=0o700, exist_ok=True)
        return TableLine(table, own)
    except OSError as failure:
        raise ClubFailed(f"expected to make the socket {own}, got {failure!r}") from failure


def _take(bridge: Bridge, topic: str, payload: bytes) -> None:
    try:
        bridge.take(topic, payload)
    except TextUnreadable as unreadable:
        log.warning("message on %s refused: %s", topic, unreadable)


def _say(line: TableLine, message: Fields) -> None:
    # A game that is away is found by the next hello.
    with suppress(GameAway):
        line.send(**message)


def _listen(line: TableLine, broker: Broker) -> None:
    """Put the messages of the game among those of the broker, in a thread of its own."""
    while True:
        try:
            select.select([line.socket], [], [])
        except (OSError, ValueError):
            # The socket was closed: the process ends.
            return
        for message in line.receive():
            broker.received.put(FromGame(message.fields))
