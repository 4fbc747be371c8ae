"""A script is pressed on one box again and again for a very long time, and the memory that it holds is noted.

The script is a monkey's tour of all games and menus, whose chance and whose codes are the same every time: what the
box needs it has needed once before, and what is more after another time has been left behind.

The box is never switched off: whoever chooses that finds it still on, as nobody would in a family. So everything that
the program keeps from one match to the next adds up, and the journal grows as it does on a shelf.

The arguments: a folder for the state, after how many times the box is warm, and how many presses at least it plays on
then. What is printed after each time: the presses so far, and the memory in use in KiB.
"""

from __future__ import annotations

import gc
import logging
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from finger import PAUSE_S, PINS, PRESS_S

from companion import bookshelf
from companion.box import Button, Event, Inputs, Quit
from companion.catalogue import load_catalogue
from companion.devices.pi import BOARDS, open_box
from companion.devices.pi.bus import FakeI2CBus
from companion.devices.pi.fake_header import FakeHeader, HandClock
from companion.devices.pi.fake_panel import FakePanel
from companion.doctor.fake import FakePatient
from companion.journal import open_journal
from companion.places import places
from companion.settings import SettingsFile
from companion.strategy.pegs import left, sets
from companion.ui.app import App
from companion.ui.dice import roll_dice
from companion.ui.home import home_menu
from companion.ui.menu import Menu
from companion.ui.screen import Home, Screen
from companion.wiring import COLLECT_EVERY, outside, table_on

# The display is dark by then.
REST_S = 700.0
# OK most often, or it never leaves a menu; BACK seldom, or it always does. Whoever rolls seldom does anything else.
WEIGHTS = {
    Button.OK: 80,
    Button.DOWN: 50,
    Button.UP: 50,
    Button.RIGHT: 30,
    Button.LEFT: 30,
    Button.BACK: 10,
    Button.ROLL: 3,
}
HOMEWARD = {Button.BACK: 60, Button.OK: 30, Button.DOWN: 30, Button.UP: 10}
# Above the other items of the home menu that come after it there is "New match".
BELOW_NEW_MATCH = 6
# No set-up has more choices, and few of them have more values.
CHOICES, VALUES = 7, 4
# It begins every game with every value of every option, and with every two of neighbours: all books and all sizes of
# what the box thinks with are in use.
TOUR = VALUES**2
# So many presses it stays with a game, and with whatever menus it finds from there.
TURN = 250
# After so many the box is left alone until its display is dark.
REST_EVERY = 1_000


class Luck:
    """What the box draws, the same after every ``again``."""

    def __init__(self) -> None:
        self._random = Random(1)

    def again(self) -> None:
        """Begin anew."""
        self._random.seed(1)

    def draw(self, outcomes: int) -> int:
        """Return a number 0 <= n < *outcomes*."""
        return self._random.randrange(outcomes)

    def nonce(self) -> str:
        """Return what stands for 256 random bits."""
        return "".join(self._random.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=52))


class Monkey:
    """Presses whatever it likes, a turn with each of so many *games*, and then all that again.

    *look* returns the screen that it sees, *home* is where it begins each match; *again* is called between two times.
    """

    def __init__(self, home: Menu, look: Callable[[], Screen], games: int, again: Callable[[], None]) -> None:
        self._home = home
        self._look = look
        self._games = games
        self._again = again
        self._random = Random(1)

    def presses(self) -> Iterator[Button]:
        """Yield buttons, without end."""
        while True:
            for turn in range(TOUR * self._games):
                yield from self._begin(*divmod(turn, self._games))
                for _ in range(TURN):
                    yield self._any(WEIGHTS)
                while self._look() is not self._home:
                    yield self._homeward()
            self._random.seed(1)
            self._again()

    def _homeward(self) -> Button:
        top = self._look()
        if isinstance(top, Menu):
            leads = [place for place, item in enumerate(top.items) if item.act is Home]
            if leads:
                return Button.OK if top.at == leads[0] else Button.DOWN
        return self._any(HOMEWARD)

    def _begin(self, rounds: int, game: int) -> Iterator[Button]:
        """Begin a match of *game* with the options of that round of the tour."""
        while self._home.at != len(self._home.items) - BELOW_NEW_MATCH:
            yield Button.DOWN
        yield Button.OK
        yield from [Button.DOWN] * game
        yield Button.OK
        for place in range(CHOICES):
            yield Button.DOWN
            yield from [Button.RIGHT] * (rounds % VALUES, rounds // VALUES)[place % 2]
        yield from [*[Button.UP] * CHOICES, Button.OK]

    def _any(self, weights: dict[Button, int]) -> Button:
        return self._random.choices([*weights], [*weights.values()])[0]


class MonkeyInputs:
    """*inputs* on whose *header* the ``monkey`` presses whenever the program has nothing left to do.

    *goes_on* is asked before every press; ``count`` is how many there have been.
    """

    def __init__(self, inputs: Inputs, header: FakeHeader, clock: HandClock, goes_on: Callable[[], bool]) -> None:
        self.now = inputs.now
        self.has_roll = inputs.has_roll
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self.presses: Iterator[Button] = iter(())
        self._inputs = inputs
        self._header = header
        self._clock = clock
        self._goes_on = goes_on
        self.count = 0
        self._down: Button | None = None

    def wait(self, until: float | None) -> Event | None:
        """Let it press, or take its finger away; now and then it sleeps."""
        while (event := self._inputs.wait(self.now())) is None:
            if until is not None and until <= self.now():
                return None
            if self._down is not None:
                self._release(self._down)
            elif not self._goes_on():
                return Quit()
            else:
                self._press()
        return event

    def _press(self) -> None:
        if self.count % REST_EVERY == 0:
            self._clock.advance(REST_S)
        self.count += 1
        self._down = next(self.presses)
        self._header.press(PINS[self._down])

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


def forget_last_game() -> None:
    """Empty what is kept for the last game alone, two books and its sets of codes: the next one would replace it."""
    for kept in (bookshelf.read, left.every, sets.whole):
        kept.cache_clear()


def soak(folder: Path, warm: int, presses: int) -> list[tuple[int, int]]:
    """Press the script *warm* times and then for *presses* more at least, on a box with its state in *folder*.

    Returns how many presses there have been after each time, and the memory in use in KiB.
    """
    found: list[tuple[int, int]] = []
    gc.set_threshold(COLLECT_EVERY)
    where, board, clock = places({}, folder, folder), BOARDS["bonnet"], HandClock()
    header = FakeHeader(clock)
    box = open_box(board, clock=clock, bus=FakeI2CBus(FakePanel(board.screen.driver)), pin_factory=header.factory)

    def goes_on() -> bool:
        return len(found) < warm or found[-1][0] - found[warm - 1][0] < presses

    inputs = MonkeyInputs(box.inputs, header, clock, goes_on)
    box = replace(box, inputs=inputs)
    journal, _ = open_journal(where.journal, datetime.now(UTC))
    luck = Luck()
    with closing(journal), closing(box):
        catalogue = load_catalogue(None)
        world = replace(outside(journal), draw=luck.draw, nonce=luck.nonce)
        table = table_on(box, SettingsFile(where.settings), catalogue, world, "en")
        table.patient = FakePatient
        new = table.chosen

        def again() -> None:
            luck.again()
            table.settings = table.chosen = new
            forget_last_game()
            found.append((inputs.count, rss_kib()))

        home = home_menu(table)
        app = App(box, table, home, roll=lambda: roll_dice(table))
        inputs.presses = Monkey(home, lambda: app.top, len(catalogue.games), again).presses()
        app.run()
        while app.was_left:
            # Somebody chose to switch it off.
            app.was_left = False
            app.run()
    return found


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    for pressed, kib in soak(Path(sys.argv[1]), *map(int, sys.argv[2:4])):
        print(pressed, kib)
