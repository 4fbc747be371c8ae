"""A monkey plays on one box for a very long time, over all games and menus, and the memory that it holds is noted.

The box is never switched off: whoever chooses that finds it still on, as nobody would in a family. So everything that
the program keeps from one match to the next adds up, and the journal grows as it does on a shelf.

The arguments: a folder for the state, how many presses the box is given to warm up, how many it plays on then, and
after how many of these the memory is noted.
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
from companion.ui.app import App
from companion.ui.dice import roll_dice
from companion.ui.home import home_menu
from companion.ui.menu import Menu
from companion.ui.screen import Home, Screen
from companion.wiring import COLLECT_EVERY, outside, table_on

# So many presses it stays with a game, and with whatever menus it finds from there.
TURN = 1_000
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
# At first it begins every game with every value of every option, and with every two of neighbours: after that all
# books and all sizes of what the box thinks with have been in use.
TOUR = VALUES**2
TOUR_TURN = 250


class Monkey:
    """Presses whatever it likes, the same in every run, a turn with each of so many *games*, in turn.

    *look* returns the screen that it sees, *home* is where it begins each match.
    """

    def __init__(self, home: Menu, look: Callable[[], Screen], games: int) -> None:
        self._home = home
        self._look = look
        self._games = games
        self._random = Random(1)

    def presses(self) -> Iterator[Button]:
        """Yield buttons, without end."""
        turn = 0
        while True:
            while self._look() is not self._home:
                yield self._homeward()
            yield from self._begin(*divmod(turn, self._games))
            for _ in range(TURN if turn >= TOUR * self._games else TOUR_TURN):
                yield self._any(WEIGHTS)
            turn += 1

    def _homeward(self) -> Button:
        top = self._look()
        if isinstance(top, Menu):
            leads = [place for place, item in enumerate(top.items) if item.act is Home]
            if leads:
                return Button.OK if top.at == leads[0] else Button.DOWN
        return self._any(HOMEWARD)

    def _begin(self, rounds: int, game: int) -> Iterator[Button]:
        """Begin a match of *game*: at first with every value of its options, then with those that it likes."""
        while self._home.at != len(self._home.items) - BELOW_NEW_MATCH:
            yield Button.DOWN
        yield Button.OK
        yield from [Button.DOWN] * game
        yield Button.OK
        for place in range(CHOICES):
            yield Button.DOWN
            on_tour = (rounds % VALUES, rounds // VALUES)[place % 2]
            yield from [Button.RIGHT] * (on_tour if rounds < TOUR else self._random.randrange(VALUES))
        yield from [*[Button.UP] * CHOICES, Button.OK]

    def _any(self, weights: dict[Button, int]) -> Button:
        return self._random.choices([*weights], [*weights.values()])[0]


class MonkeyInputs:
    """*inputs* on whose *header* the ``monkey`` presses whenever the program has nothing left to do.

    *noted* is told before every press how many there have been, and whether to go on.
    """

    def __init__(self, inputs: Inputs, header: FakeHeader, clock: HandClock, noted: Callable[[int], bool]) -> None:
        self.now = inputs.now
        self.has_roll = inputs.has_roll
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self.presses: Iterator[Button] = iter(())
        self._inputs = inputs
        self._header = header
        self._clock = clock
        self._noted = noted
        self._count = 0
        self._down: Button | None = None

    def wait(self, until: float | None) -> Event | None:
        """Let it press, or take its finger away; now and then it sleeps."""
        while (event := self._inputs.wait(self.now())) is None:
            if until is not None and until <= self.now():
                return None
            if self._down is not None:
                self._release(self._down)
            elif not self._noted(self._count):
                return Quit()
            else:
                self._press()
        return event

    def _press(self) -> None:
        if self._count % TURN == 0:
            self._clock.advance(REST_S)
        self._count += 1
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


def soak(folder: Path, presses: int, noted: Callable[[int], None]) -> None:
    """Let the monkey press *presses* times on a box with its state in *folder*; before each, *noted* is told."""
    gc.set_threshold(COLLECT_EVERY)
    where, board, clock = places({}, folder, folder), BOARDS["bonnet"], HandClock()
    header = FakeHeader(clock)
    box = open_box(board, clock=clock, bus=FakeI2CBus(FakePanel(board.screen.driver)), pin_factory=header.factory)

    def goes_on(count: int) -> bool:
        noted(count)
        return count < presses

    inputs = MonkeyInputs(box.inputs, header, clock, goes_on)
    box = replace(box, inputs=inputs)
    journal, _ = open_journal(where.journal, datetime.now(UTC))
    with closing(journal), closing(box):
        catalogue = load_catalogue(None)
        table = table_on(box, SettingsFile(where.settings), catalogue, outside(journal), "en")
        table.patient = FakePatient
        home = home_menu(table)
        app = App(box, table, home, roll=lambda: roll_dice(table))
        inputs.presses = Monkey(home, lambda: app.top, len(catalogue.games)).presses()
        app.run()
        while app.was_left:
            # Somebody chose to switch it off.
            app.was_left = False
            app.run()


def rss_over(folder: Path, warm_up: int, presses: int, every: int) -> list[int]:
    """Return the memory in use at the start, after *warm_up* presses, and after *every* of *presses* more."""
    found: list[int] = []

    def noted(count: int) -> None:
        if count == 0 or (count >= warm_up and (count - warm_up) % every == 0):
            found.append(rss_kib())

    soak(folder, warm_up + presses, noted)
    return found


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    print(*rss_over(Path(sys.argv[1]), *map(int, sys.argv[2:5])))
