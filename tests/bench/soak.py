"""A monkey plays for a very long time, over all games and menus, and the memory that the program holds is noted.

The arguments: a folder for the state, how many presses, and after how many each the memory is noted.
"""

from __future__ import annotations

import gc
import logging
import resource
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

from finger import PAUSE_S, PINS, PRESS_S

from companion.box import Box, Button, Event, Inputs, Quit
from companion.catalogue import load_catalogue
from companion.devices.pi import BOARDS, open_box
from companion.devices.pi.bus import FakeI2CBus
from companion.devices.pi.fake_header import FakeHeader, HandClock
from companion.devices.pi.fake_panel import FakePanel
from companion.places import places
from companion.wiring import Wishes, play

# So many presses a box is played on; a match left open is offered at the next start, so that box is a new one.
LIFE = 4_000
# OK most often, or it never leaves a menu; BACK seldom, or it always does.
WEIGHTS = {Button.OK: 80, Button.DOWN: 50, Button.UP: 50, Button.RIGHT: 30, Button.LEFT: 30, Button.BACK: 10}
# Whoever rolls seldom does anything else.
ROLLS = {Button.ROLL: 3}


class Monkey:
    """Presses whatever it likes, the same in every run, and calls *note* after every *every* presses."""

    def __init__(self, presses: int, every: int, note: Callable[[], None]) -> None:
        self.left = presses
        self._every = every
        self._note = note
        self._random = Random(1)
        self._first: list[Button] = []

    def begin(self, game: int) -> None:
        """Begin a match of the game at that place of the list, on a box that is new."""
        self._first = [Button.OK, *[Button.DOWN] * game, Button.OK, Button.OK]

    def next(self) -> Button:
        """Choose a button."""
        if self.left % self._every == 0:
            self._note()
        self.left -= 1
        if self._first:
            return self._first.pop(0)
        return self._random.choices([*WEIGHTS, *ROLLS], [*WEIGHTS.values(), *ROLLS.values()])[0]


class MonkeyInputs:
    """*inputs* on whose *header* the *monkey* presses whenever the program has nothing left to do."""

    def __init__(self, inputs: Inputs, header: FakeHeader, clock: HandClock, monkey: Monkey) -> None:
        self.now = inputs.now
        self.has_roll = inputs.has_roll
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self._inputs = inputs
        self._header = header
        self._clock = clock
        self._monkey = monkey
        self._down: Button | None = None
        self._left = LIFE

    def wait(self, until: float | None) -> Event | None:
        """Let it press, or take its finger away."""
        while (event := self._inputs.wait(self.now())) is None:
            if self._down is not None:
                self._release(self._down)
            elif self._monkey.left == 0 or self._left == 0:
                return Quit()
            else:
                self._left -= 1
                self._down = self._monkey.next()
                self._header.press(PINS[self._down])
        return event

    def _release(self, button: Button) -> None:
        self._clock.advance(PRESS_S)
        self._header.release(PINS[button])
        self._clock.advance(PAUSE_S)
        self._down = None
        # The fake pin remembers all that was ever done to it; metal does not.
        self._header.was_low(PINS[button])


def rss_kib() -> int:
    """Return the memory that this process has in use."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize() // 1024


def soak(folder: Path, presses: int, every: int) -> list[int]:
    """Play, each life on a box that is new with another game, and return what was noted."""
    noted: list[int] = []
    monkey = Monkey(presses, every, lambda: noted.append(rss_kib()))
    games = len(load_catalogue(None).games)
    lives = count()
    while monkey.left:
        life = next(lives)
        monkey.begin(life % games)
        here = folder / str(life)
        play(Wishes(lang="en"), places({}, here, here), lambda wishes, settings: _box(monkey))
    return [*noted, rss_kib()]


def _box(monkey: Monkey) -> Box:
    clock, board = HandClock(), BOARDS["bonnet"]
    header = FakeHeader(clock)
    box = open_box(board, clock=clock, bus=FakeI2CBus(FakePanel(board.screen.driver)), pin_factory=header.factory)
    return replace(box, inputs=MonkeyInputs(box.inputs, header, clock, monkey))


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    print(*soak(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
