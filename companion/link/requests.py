"""The queue of requests: one is sent at a time, and repeated after increasing pauses until it is answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from companion.link.framing import frame
from companion.link.messages import ANSWERS, Request, Result, SetIdentity, TrayMessage, encode

SEQUENCES = 255
"""The highest sequence number of a request, after which numbering continues with 1."""
UNASKED = 0
"""The sequence number of messages that the tray sends by itself."""

PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0, 1.0, 1.0)
"""Seconds to wait for an answer after each attempt: an answer takes 4 ms, one in three is lost on a bad line."""
IDENTITY_PAUSES = (0.1, *PAUSES[1:])
"""The pauses for ``SetIdentity``, longer at first because the tray answers after it has written its memory."""
CALL_PAUSES = (0.1, 0.1, 0.2, 0.2, 0.4, 0.4, 0.8, 0.8)
"""The pauses for ``Identify`` on a port that has not answered yet: a boot loader first listens for 2 s at most.

On a line that loses every third answer, one tray in three thousand would be taken for a stranger.
"""
LISTEN_PAUSES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""The pauses for ``Identify`` to a tray that has become silent; the last is repeated without end."""


@dataclass(slots=True)
class _Pending:
    request: Request
    sequence: int
    pauses: Iterator[float]
    due: float


class RequestQueue:
    """The requests of one line; ``due`` is when the pending one is to be repeated."""

    def __init__(self, sequence: int = 0) -> None:
        self.sequence = sequence
        self.retries = 0
        self._waiting: dict[type[Request], Request] = {}
        self._pending: _Pending | None = None

    @property
    def due(self) -> float | None:
        """When to call ``tick``; None while no request is pending."""
        return None if self._pending is None else self._pending.due

    @property
    def under_way(self) -> Request | None:
        """The request that waits for its answer; None if there is none."""
        return None if self._pending is None else self._pending.request

    def put(self, request: Request, now: float) -> bytes:
        """Queue *request*, replacing a queued one of its type, and return the bytes to send now, perhaps none."""
        self._waiting[type(request)] = request
        return self.send_next(now)

    def put_alone(self, request: Request, pauses: tuple[float, ...], now: float, is_endless: bool = False) -> bytes:
        """Drop all other requests and return the bytes to send for *request*."""
        self.clear()
        return self._send(request, chain(pauses, repeat(pauses[-1])) if is_endless else iter(pauses), now)

    def clear(self) -> None:
        """Drop all requests."""
        self._waiting.clear()
        self._pending = None

    def send_next(self, now: float) -> bytes:
        """Return the bytes of the next request; empty if there is none or another one is pending."""
        if self._pending is not None or not self._waiting:
            return b""
        request = self._waiting.pop(next(iter(self._waiting)))
        return self._send(request, iter(IDENTITY_PAUSES if isinstance(request, SetIdentity) else PAUSES), now)

    def take_answer(self, message: TrayMessage, sequence: int) -> Request | None:
        """Return the pending request if *message* answers it, and mark it as done; otherwise return None."""
        pending = self._pending
        if pending is None or sequence != pending.sequence or not _is_answer(message, pending.request):
            return None
        self._pending = None
        return pending.request

    def tick(self, now: float) -> bytes | None:
        """Return the bytes to repeat at *now*, perhaps none; None if the last pause has passed without an answer."""
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
        """Make the pending request due now, so that the next ``tick`` repeats it."""
        if self._pending is not None:
            self._pending.due = min(self._pending.due, now)

    def _send(self, request: Request, pauses: Iterator[float], now: float) -> bytes:
        self.sequence = self.sequence % SEQUENCES + 1
        self._pending = _Pending(request, self.sequence, pauses, now + next(pauses))
        return frame(encode(request, self.sequence))


def _is_answer(message: TrayMessage, request: Request) -> bool:
    if isinstance(message, Result):
        return message.request == request.CODE
    return isinstance(message, ANSWERS.get(type(request), Result))
