"""What waits for one stream of server-sent events: the newest of each kind, however slow its reader is."""

from __future__ import annotations

import asyncio
from collections import deque

SEALED_MOST = 4
"""How many sealed messages wait: an answer to a request and the states after it may come together."""


def event(kind: str, data: str) -> bytes:
    """Return the bytes of a server-sent event; *data* is one line."""
    return f"event: {kind}\ndata: {data}\n\n".encode("utf-8", "backslashreplace")


class StreamQueue:
    """Takes events for a stream, and keeps the newest ones until ``take`` is called; *phone* is whose stream it is."""

    def __init__(self, phone: str | None = None) -> None:
        self.phone = phone
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
