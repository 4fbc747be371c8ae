"""A line that loses, cuts, flips, doubles and delays the pieces that it carries, in a simulated time."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FaultProfile:
    """The faults of a line: for each kind, the share of pieces with it; ``delay_s`` is the longest delay."""

    lose: float = 0.0
    cut: float = 0.0
    flip: float = 0.0
    duplicate: float = 0.0
    delay: float = 0.0
    delay_s: float = 0.5


FAIR = FaultProfile()
BAD = FaultProfile(lose=0.2, cut=0.05, flip=0.1, duplicate=0.1, delay=0.1)


class LossyLine:
    """Carries pieces one way; *takes_s* is the normal transmission time of a piece."""

    def __init__(self, draw: random.Random, weather: FaultProfile = BAD, takes_s: float = 0.002) -> None:
        self.weather = weather
        self._draw = draw
        self._takes_s = takes_s

    def carry(self, sent: bytes, at: float) -> list[tuple[float, bytes]]:
        """Return (time of arrival, bytes) of each piece that arrives of *sent*."""
        if not sent or self._happens(self.weather.lose):
            return []
        copies = 1 + self._happens(self.weather.duplicate)
        return [(at + self._under_way(), self._harmed(sent)) for _ in range(copies)]

    def _happens(self, share: float) -> bool:
        return self._draw.random() < share

    def _under_way(self) -> float:
        late = self._draw.uniform(0, self.weather.delay_s) if self._happens(self.weather.delay) else 0.0
        return self._takes_s + late

    def _harmed(self, sent: bytes) -> bytes:
        piece = bytearray(sent)
        if self._happens(self.weather.flip):
            for _ in range(self._draw.randint(1, 3)):
                piece[self._draw.randrange(len(piece))] ^= 1 << self._draw.randrange(8)
        if self._happens(self.weather.cut):
            start = self._draw.randrange(len(piece))
            del piece[start : start + self._draw.randint(1, 20)]
        return bytes(piece)
