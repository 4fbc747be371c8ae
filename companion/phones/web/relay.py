"""The relay between the streams of the phones and the game.

It is a front end of the game only while there are streams or requests, and forgets everything ``LINGER_S`` after the
last of them. While there are streams, one timer sends an event to each of them and a hello to the game, so that both
ends notice a dead line; a game that ends without a word is noticed at once, by its process. Without streams, no timer
runs.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress

from companion.front_ends.table_line import Fields, GameAway, Message, TableLine

SEALED_MOST = 4
"""How many sealed messages wait: an answer to a request and the states after it may come together."""


def event(kind: str, data: str) -> bytes:
    """Return the bytes of a server-sent event; *data* is one line."""
    return f"event: {kind}\ndata: {data}\n\n".encode("utf-8", "backslashreplace")


class StreamQueue:
    """Takes events for a stream, and keeps the newest ones until ``take`` is called.

    *phone* is whose stream it is, and *ticket* the name in the ticket of a phone that has scanned the box's code.
    """

    def __init__(self, phone: str | None = None, ticket: str | None = None) -> None:
        self.phone = phone
        self.ticket = ticket
        self._news: dict[str, bytes] = {}
        self._sealed: deque[bytes] = deque(maxlen=SEALED_MOST)
        self._has_news = asyncio.Event()
        self.is_closed = False

    def put(self, slot: str, event: bytes) -> None:
        """Have *event* sent instead of one that still waits in *slot*."""
        # A replaced event goes to the end, where a new one goes.
        self._news.pop(slot, None)
        self._news[slot] = event
        self._has_news.set()

    def put_sealed(self, event: bytes) -> None:
        """Have *event*, a sealed message, sent after those that still wait."""
        self._sealed.append(event)
        self._has_news.set()

    def close(self) -> None:
        """End the stream."""
        self.is_closed = True
        self._has_news.set()

    async def take(self) -> bytes:
        """Wait for events and return them; what is returned after ``close`` is not to be sent."""
        await self._has_news.wait()
        self._has_news.clear()
        events = b"".join((*self._news.values(), *self._sealed))
        self._news.clear()
        self._sealed.clear()
        return events


PROTOCOL = 1
PING_S = 15.0
"""How often a stream gets an event: a page that hears nothing for longer connects again."""
AGAIN_S = 1.0
"""How often a game that is away is tried again while somebody waits for it."""
LINGER_S = 30.0
JOIN_S = 3.0
JOINS_MOST = 8
"""How many requests to join wait for an answer of the game."""
PHONES_MOST = 8
"""How many phones may play, as docs/table-socket.md has it."""
AWAY = event("away", "{}")

log = logging.getLogger(__name__)


class Relay:
    """Relays between the game at the other end of *line* and the mailboxes; all methods run in the event loop."""

    def __init__(self, line: TableLine) -> None:
        self._line = line
        self._mailboxes: set[StreamQueue] = set()
        self._playing = OrderedDict[str, None]()
        # What was told last of the lobby, and the keys for phones that may open their streams late.
        self._lobby: bytes | None = None
        self._keys = OrderedDict[str, bytes]()
        self.tickets_key = b""
        self._requests = 0
        self._is_subscribed = False
        self._newest: bytes | None = None
        self._joins: dict[int, asyncio.Future[Fields]] = {}
        self._count = 0
        self._timer: asyncio.TimerHandle | None = None
        self._wanted: tuple[float, Callable[[], None]] | None = None
        self._process: int | None = None
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(line.socket, self._receive)

    def close(self) -> None:
        """End the streams, leave the game, and close the line."""
        self._stop_timer()
        for mailbox in self._mailboxes:
            mailbox.close()
        if self._is_subscribed:
            self._say_bye()
        self._loop.remove_reader(self._line.socket)
        self._line.close()

    # Streams

    def attach(self, mailbox: StreamQueue) -> None:
        """Put the newest state, and from now on every event, into *mailbox*."""
        self._mailboxes.add(mailbox)
        # Before the state, whose times are told on that clock.
        mailbox.put("ping", self._ping_event())
        if self._newest is not None:
            mailbox.put("state", self._newest)
        for slot, told in (("key", self._keys.get(mailbox.phone or "")), ("lobby", self._lobby)):
            if told is not None:
                mailbox.put(slot, told)
        self._subscribe()
        self._tell_stream(mailbox.phone, True)
        self._wait()

    def detach(self, mailbox: StreamQueue) -> None:
        """Put nothing more into *mailbox*."""
        self._mailboxes.discard(mailbox)
        if mailbox.phone is not None and not self._of(mailbox.phone):
            self._tell_stream(mailbox.phone, False)
        self._wait()

    def _tell_stream(self, phone: str | None, is_open: bool) -> None:
        """Tell the game whether a phone that plays has a stream, without which the clock of its player waits."""
        if self._is_subscribed and phone is not None and self.plays(phone):
            self._send(type="stream", phone=phone, open=is_open)

    # Requests

    async def ask(self, has_ticket: bool = False, /, **message: object) -> Fields | None:
        """Ask the game to let a phone join, or into the lobby; return its answer, None where there is none."""
        if len(self._joins) >= JOINS_MOST * (2 if has_ticket else 1):
            return None
        self._count += 1
        number = self._count
        answer: asyncio.Future[Fields] = self._loop.create_future()
        self._joins[number] = answer
        try:
            if not self._pass(id=number, **message):
                return None
            async with asyncio.timeout(JOIN_S):
                return await answer
        except (TimeoutError, GameAway):
            return None
        finally:
            del self._joins[number]
            self._wait()

    def pass_on(self, **message: object) -> bool:
        """Send the *message* of a phone to the game; return whether it could be sent."""
        is_sent = self._pass(**message)
        self._wait()
        return is_sent

    def _pass(self, **message: object) -> bool:
        """Send a message as a front end that the game knows; return whether it could be sent."""
        self._subscribe()
        return self._is_subscribed and self._send(**message)

    def _send(self, **message: object) -> bool:
        try:
            return self._line.send(**message)
        except GameAway as away:
            log.debug("%s", away)
            self._lose()
            return False

    # The game

    def _subscribe(self) -> None:
        """Say hello to the game unless it knows us."""
        if not self._is_subscribed:
            self._say_hello()

    def _say_hello(self) -> None:
        if self._send(type="hello", protocol=PROTOCOL):
            self._is_subscribed = True

    def _say_bye(self) -> None:
        self._is_subscribed = False
        self._newest = self._lobby = None
        self._unwatch()
        with suppress(GameAway):
            self._line.send(type="bye")

    def _lose(self) -> None:
        """Tell everybody that the game is away."""
        self._is_subscribed = False
        self._unwatch()
        self._lobby = None
        if self._newest != AWAY:
            self._newest = AWAY
            for mailbox in self._mailboxes:
                mailbox.put("state", AWAY)
        for answer in self._joins.values():
            if not answer.done():
                answer.set_exception(GameAway("expected an answer of the game, got its end"))
        self._wait()

    def _receive(self) -> None:
        for message in self._line.receive():
            self._take(message)

    def _take(self, message: Message) -> None:
        kind, phone = message.fields["type"], message.fields.get("phone")
        if isinstance(phone, str) and kind != "joining" and kind != "asking":
            self._take_for(phone, str(kind), message)
            return
        match kind:
            case "state":
                self._take_state(message)
            case "lobby":
                self._lobby = event("lobby", self._without_key(message.fields))
                for mailbox in self._mailboxes:
                    mailbox.put("lobby", self._lobby)
            case "end":
                self._lose()
            case "joining" | "asking" | "refused":
                self._answer(message.fields)

    def _without_key(self, lobby: Fields) -> str:
        """Keep the key of the tickets, which outlives its *lobby*; return the lobby as all browsers may hear it."""
        key = lobby.pop("tickets", None)
        if isinstance(key, str):
            with suppress(binascii.Error, ValueError):
                self.tickets_key = base64.b64decode(key, validate=True)
        return json.dumps(lobby, ensure_ascii=False)

    def _take_for(self, phone: str, kind: str, message: Message) -> None:
        """Put a message for *phone* into its streams, and note what it says of the phone."""
        if kind == "sealed":
            self._note_phone(phone, message.fields.get("plays") is True)
            for mailbox in self._of(phone):
                mailbox.put_sealed(event(kind, message.text))
        elif kind in ("key", "refused"):
            # The newest of both, for a stream that opens late.
            self._keys.pop(phone, None)
            self._keys[phone] = event(kind, message.text)
            if len(self._keys) > 2 * PHONES_MOST:
                self._keys.popitem(last=False)
            for mailbox in self._of(phone):
                mailbox.put(kind, event(kind, message.text))

    def _take_state(self, message: Message) -> None:
        if not self._is_subscribed:
            return
        newest = event("state", message.text)
        if newest == self._newest:
            # The answer to a hello that only asked whether the game is there.
            return
        self._newest = newest
        self._watch(self._line.game)
        for mailbox in self._mailboxes:
            mailbox.put("state", newest)

    def _answer(self, fields: Fields) -> None:
        number = fields.get("id")
        answer = self._joins.get(number) if isinstance(number, int) else None
        if answer is not None and not answer.done():
            answer.set_result(fields)
        elif number is None:
            log.info("the game refused a message: %s", str(fields.get("reason"))[:32])

    def _note_phone(self, phone: str, plays: bool) -> None:
        self._playing.pop(phone, None)
        if plays:
            self._playing[phone] = None
        if len(self._playing) > PHONES_MOST:
            self._playing.popitem(last=False)

    def plays(self, phone: str | None) -> bool:
        """Return whether *phone* plays for a seat, as the game has said."""
        return phone in self._playing

    def _of(self, phone: str) -> list[StreamQueue]:
        return [mailbox for mailbox in self._mailboxes if mailbox.phone == phone]

    # The process of the game, and time

    def _watch(self, process: int | None) -> None:
        """Have ``_lose`` called when *process* ends, where this kernel and this sandbox tell that."""
        if self._process is not None or process is None:
            return
        try:
            self._process = os.pidfd_open(process)
        except OSError as failure:
            log.debug("the end of the game will be noticed late: %r", failure)
            return
        self._loop.add_reader(self._process, self._lose)

    def _unwatch(self) -> None:
        if self._process is not None:
            self._loop.remove_reader(self._process)
            os.close(self._process)
            self._process = None

    def _wait(self) -> None:
        """Set the one timer: for the next attempt, the next ping, or the end of the subscription."""
        wanted: tuple[float, Callable[[], None]] | None = None
        if self._mailboxes:
            wanted = (PING_S, self._ping) if self._is_subscribed else (AGAIN_S, self._subscribe)
        elif self._is_subscribed:
            wanted = LINGER_S, self._leave
        if self._timer is not None and wanted == self._wanted:
            return
        self._stop_timer()
        self._wanted = wanted
        if wanted is not None:
            self._timer = self._loop.call_later(wanted[0], self._run, wanted[1])

    def _run(self, call: Callable[[], None]) -> None:
        self._timer = None
        call()
        self._wait()

    def _ping(self) -> None:
        ping = self._ping_event()
        for mailbox in self._mailboxes:
            mailbox.put("ping", ping)
        self._say_hello()

    def _ping_event(self) -> bytes:
        """Return an event that says what the monotonic clock shows, which the game and this process share."""
        return event("ping", json.dumps({"now_ms": round(1000 * self._loop.time())}))

    def _leave(self) -> None:
        # The answer to a request to join comes to a subscriber alone.
        if not self._joins:
            self._say_bye()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
