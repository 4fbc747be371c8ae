"""Limits of how often something may be done: by one client, and by all together."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

CLIENTS_MOST = 256
"""How many clients are remembered; a new one then takes the place of the one that was not heard of for longest."""


class Bucket:
    """Allows *burst* at once and *rate* a second in the long run; it needs no timer."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._since = now

    def take(self, now: float) -> bool:
        """Count one; return whether it is allowed."""
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Limit:
    """Allows each client *rate* a second and *burst* at once, and all clients together *times* as much."""

    def __init__(self, rate: float, burst: int, times: int, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._clients: OrderedDict[str, Bucket] = OrderedDict()
        self._all = Bucket(rate * times, burst * times, now())

    def take(self, client: str) -> bool:
        """Count one of *client*; return whether it is allowed."""
        now = self._now()
        bucket = self._clients.pop(client, None) or Bucket(self._rate, self._burst, now)
        self._clients[client] = bucket
        if len(self._clients) > CLIENTS_MOST:
            self._clients.popitem(last=False)
        # What a client is refused must not count for all.
        return bucket.take(now) and self._all.take(now)
