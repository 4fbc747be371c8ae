"""The firmware's core in simulated light: ``firmware/optics/readings.c``, a thousand times as fast as real time."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from companion.box.tray import HOLES, Light, Lights
from tests.fakes.room import DARK, LAMPS, STEADY, Ambient, LitHoles, RoomLamp
from tests.support.stepped import built

LOOKED_MS = 3000
"""Enough to try all rates, and to stay with the best."""
REST_MS = 600
_PER_HOLE = 4


@dataclass(frozen=True, slots=True)
class Frozen:
    """What a press has frozen."""

    is_steady: bool
    lights: Lights
    rate: int


class Readings:
    """The core with *holes* in front of it; the room is dark at first."""

    def __init__(self, holes: LitHoles, seed: int = 1) -> None:
        program = built("readings") / "build" / "optics" / "readings"
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._holes = holes
        self._say("seed", seed)
        self._say("noise", holes.optics.noise)
        self.room(DARK)

    def __enter__(self) -> Readings:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def room(self, room: Ambient, for_ms: float = LOOKED_MS) -> None:
        """Light the room for so long."""
        self._room = room
        self._say("ambient", *room.levels)
        for number in range(LAMPS):
            lamp = room.lamps[number] if number < len(room.lamps) else STEADY
            self._say("lamp", number, lamp.wave.value, lamp.hz, lamp.depth, lamp.duty, lamp.phase)
        self._say("run", for_ms)

    def press(self, rest_ms: float = REST_MS) -> Frozen:
        """Let the pegs that are in the holes now rest for so long, and press the button."""
        for hole, levels in enumerate(self._holes.added(self._room)):
            self._say("light", hole, *levels)
        self._say("run", rest_ms)
        return self._pressed()

    def wave(self, lamp: RoomLamp, turns: float) -> float:
        """Return how bright *lamp* is that many turns after it began."""
        self._say("wave", lamp.wave.value, lamp.duty, turns)
        return float(self._heard())

    def _say(self, *words: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")

    def _heard(self) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def _pressed(self) -> Frozen:
        self._say("press")
        is_steady, spread, rate, *numbers = map(int, self._heard().split())
        return Frozen(bool(is_steady), _lights(numbers, spread), rate)


def _lights(numbers: Sequence[int], spread: int) -> Lights:
    clipped, values = numbers[:HOLES], numbers[HOLES:]
    rows = (values[_PER_HOLE * hole : _PER_HOLE * (hole + 1)] for hole in range(HOLES))
    return tuple(
        Light(off, red, green, blue, clipped[hole], spread) for hole, (off, red, green, blue) in enumerate(rows)
    )
