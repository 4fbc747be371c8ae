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
from queue import Empty, SimpleQueue
from threading import Thread

from companion.club.bridge import Bridge
from companion.club.broker import Broker, Connected, Lost, Received, Stopped
from companion.club.errors import ClubFailed
from companion.club.invitation import ClubInvitation, invitation_of
from companion.club.join import keep
from companion.club.table_file import NAME, count_start, read_slips, write_slips
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

    Without a membership, it waits until the game has one. *table* is the game's table socket, *own* the path of a
    socket for its answers. *tell* is told when the broker is reached, and why it is not. Raises ``ClubFailed``.
    """
    happened: SimpleQueue[object] = SimpleQueue()
    line = _line(table, own)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: happened.put(Stopped()))
    Thread(target=_listen, args=(line, happened), daemon=True).start()
    try:
        if not (folder / NAME).exists():
            first = _wait(line, happened, tell)
            if first is None:
                return 0
            keep(first, folder)
        while (other := _serve(folder, line, happened, tell)) is not None:
            keep(other, folder)
        return 0
    finally:
        _say(line, {"type": "bye"})
        line.close()


def _wait(line: TableLine, happened: SimpleQueue[object], tell: Callable[[str], None]) -> ClubInvitation | None:
    """Wait until the game has an invitation, and return it; None after a signal."""
    tell("joined no event yet: codemaker club join ADDRESS EVENT TABLE, or Club in the menu of the box")

    def hello() -> None:
        _say(line, {"type": "hello", "protocol": 1})
        _say(line, {"type": "club", "event": "", "round": 0})

    return next(filter(None, map(_invitation_in, _happenings(happened, hello))), None)


def _serve(
    folder: Path, line: TableLine, happened: SimpleQueue[object], tell: Callable[[str], None]
) -> ClubInvitation | None:
    """Serve the table until the game has another invitation, which is returned, or until a signal."""
    kept = count_start(folder)
    ca, pin = Path(kept.ca) if kept.ca else None, kept.pin or None
    broker = Broker(kept.address, kept.table, kept.password, ca, pin, happened)
    slips = read_slips(folder)
    bridge = Bridge(kept, broker, lambda **said: _say(line, said), slips, partial(write_slips, folder))
    broker.will(*bridge.will())
    broker.start(bridge.subscriptions)
    try:
        for found in _happenings(happened, bridge.offer):
            match found:
                case Connected():
                    tell(f"connected with {kept.address} as {kept.table}")
                    bridge.connected()
                case Lost(reason):
                    tell(f"not connected: {reason}")
                case Received(topic, payload):
                    _take(bridge, topic, payload)
                case FromGame(fields) if (invitation := _invitation_in(found)) is not None:
                    bridge.leave()
                    return invitation
                case FromGame(fields):
                    bridge.hear(fields)
        bridge.leave()
        return None
    finally:
        broker.stop()


def _invitation_in(found: object) -> ClubInvitation | None:
    """Return the invitation that *found* has, if it is a message of the game with one."""
    if isinstance(found, FromGame) and found.fields.get("type") == "join":
        with suppress(TextUnreadable):
            return invitation_of(found.fields)
    return None


def _happenings(happened: SimpleQueue[object], hello: Callable[[], None]) -> Iterator[object]:
    """Yield what happens until the program is asked to end, and say *hello* to the game each time that is due."""
    due = time.monotonic()
    while True:
        if (now := time.monotonic()) >= due:
            hello()
            due = now + HELLO_S
        with suppress(Empty):
            found = happened.get(timeout=due - now)
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


def _listen(line: TableLine, happened: SimpleQueue[object]) -> None:
    """Put the messages of the game into *happened*, in a thread of its own."""
    while True:
        try:
            select.select([line.socket], [], [])
        except (OSError, ValueError):
            # The socket was closed: the process ends.
            return
        for message in line.receive():
            happened.put(FromGame(message.fields))
