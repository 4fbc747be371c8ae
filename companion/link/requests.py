"""Requests on their way: one at a time, repeated after longer and longer pauses until it is answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from companion.link.framing import frame
from companion.link.messages import ANSWERS, Message, Request, Result, SetIdentity, encode

SEQUENCES = 255
"""Requests are numbered 1 to this, and on with 1."""
UNASKED = 0
"""The number of what the tray says by itself."""

PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0, 1.0, 1.0)
"""Seconds to wait for an answer, try by try: an answer takes 4 ms, one in three is lost on a bad line."""
KEEP_PAUSES = (0.1, *PAUSES[1:])
"""The tray answers ``SetIdentity`` once its memory is written."""
CALL_PAUSES = (0.1, 0.1, 0.2, 0.2, 0.4, 0.4, 0.8, 0.8)
"""For ``Who`` on a port that nobody has answered on: a boot loader, which listens first, takes 2 s at most.

On a line that loses every third answer, one tray in three thousand would be taken for a stranger.
"""
LISTEN_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""For ``Who`` to a tray that has fallen silent; the last for ever."""


@dataclass(slots=True)
class _Pending:
    request: Request
    sequence: int
    pauses: Iterator[float]
    due: float


class RequestQueue:
    """The requests of one line; ``due`` is when the one under way is worth another try."""

    def __init__(self, sequence: int = 0) -> None:
        self.sequence = sequence
        self.retries = 0
        self._waiting: dict[type[Request], Request] = {}
        self._pending: _Pending | None = None

    @property
    def due(self) -> float | None:
        """When ``tick`` has something to repeat; None while nothing is under way."""
        return None if self._pending is None else self._pending.due

    @property
    def under_way(self) -> Request | None:
        """The request that waits for its answer."""
        return None if self._pending is None else self._pending.request

    def put(self, request: Request, now: float) -> bytes:
        """Ask *request*, now or after those before it; one of its kind that still waits is put in the shade by it."""
        self._waiting[type(request)] = request
        return self.send_next(now)

    def put_alone(self, request: Request, pauses: tuple[float, ...], now: float, is_endless: bool = False) -> bytes:
        """Ask *request* at once, and forget whatever else was to be asked."""
        self.clear()
        return self._send(request, chain(pauses, repeat(pauses[-1])) if is_endless else iter(pauses), now)

    def clear(self) -> None:
        """Forget what was to be asked."""
        self._waiting.clear()
        self._pending = None

    def send_next(self, now: float) -> bytes:
        """Return the next request for the wire, when there is one and none is under way."""
        if self._pending is not None or not self._waiting:
            return b""
        request = self._waiting.pop(next(iter(self._waiting)))
        return self._send(request, iter(KEEP_PAUSES if isinstance(request, SetIdentity) else PAUSES), now)

    def answered(self, message: Message, sequence: int) -> Request | None:
        """Return the request that *message* answers, which is thereby done; None when it answers none."""
        pending = self._pending
        if pending is None or sequence != pending.sequence or not _is_answer(message, pending.request):
            return None
        self._pending = None
        return pending.request

    def tick(self, now: float) -> bytes | None:
        """Return what is to be repeated at *now*, or nothing; None when the last pause has passed in vain."""
        pending = self._pending
        if pending is None or now < pending.due:
            return b""
        pause = next(pending.pauses, None)
        if pause is None:
            return None
        pending.due = now + pause
        self.retries += 1
        return frame(encode(pending.request, pending.sequence))

    def hurry(self, now: float) -> None:
        """Repeat what is under way as soon as ``tick`` comes."""
        if self._pending is not None:
            self._pending.due = min(self._pending.due, now)

    def _send(self, request: Request, pauses: Iterator[float], now: float) -> bytes:
        self.sequence = self.sequence % SEQUENCES + 1
        self._pending = _Pending(request, self.sequence, pauses, now + next(pauses))
        return frame(encode(request, self.sequence))


def _is_answer(message: Message, request: Request) -> bool:
    if isinstance(message, Result):
        return message.request == request.CODE
    return isinstance(message, ANSWERS.get(type(request), Result))
