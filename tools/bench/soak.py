"""A script is pressed on one box again and again for a very long time, and the memory that it holds is noted.

The script is a monkey's tour of all games and menus, whose chance and whose codes are the same every time: what the
box needs it has needed once before, and what is more after another time has been left behind.

The box is never switched off: a player who chooses that finds it still on, unlike at home. So everything that
the program keeps from one match to the next adds up, and the journal grows as it does on a shelf.

Nothing is done to the memory from outside. It is looked at between two times, when the box has come home and has been
left alone until it is dark.

The arguments: a folder for the state, and how many presses at least it plays on once it is warm. What is printed
before the first time and after each: the presses so far, the memory in use in KiB, the blocks that Python has
allocated, and the screens seen in that time and in none before.
"""

from __future__ import annotations

import gc
import logging
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion.app import startup
from companion.app.compose import build_context, environment_of
from companion.app.idle import release_memory
from companion.box import Button, Event, Inputs, Quit
from companion.config.paths import find_paths
from companion.config.settings import SettingsFile
from companion.devices.debounce import HOLD
from companion.devices.pi import BOARDS, open_box
from companion.games.contract import AnyGame
from companion.i18n.translator import Translator
from companion.match.catalogue import load_catalogue
from companion.ui.core.app import App
from companion.ui.core.context import AppContext, Installation
from companion.ui.core.menu import Menu
from companion.ui.core.screen import PopToRoot, Screen
from companion.ui.dice import roll_dice
from companion.ui.games.pegs.face import Demonstrator
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.home.home import home_menu
from tests.fakes.bus import FakeI2CBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.host import FakeHost
from tests.fakes.panel import FakePanel
from tests.support.opened import open_journal
from tests.support.paper import deferred
from tools.bench.finger import PAUSE_S, PINS, PRESS_S

# The display is dark by then, unless it is never to be.
REST_S = 4_000.0
ENGLISH = Translator("en")
# OK most often, or it never leaves a menu; BACK seldom, or it always does. With many ROLL, little else is done.
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
# Few choices of a set-up have more values.
VALUES = 4
# It begins every game with every value of every option, and with every two of neighbours: all books and all sizes of
# what the box thinks with are in use.
TOUR = VALUES**2
# It sees by luck alone what few ways lead to, but not after this number of times.
TIMES = 10
# The number of presses it stays with a game, and with the menus it finds from there; where it solves codes twice as
# many, so that matches end.
TURN = 250
# The number of turns after which the box is left alone.
TURNS_AWAKE = 4
# In a menu it chooses a line that it has not chosen in this game, or half the time the one chosen least; not among all
# matches ever played.
CURIOUS, LONG = 0.5, 12
# How often, in every second match of a game, a button sets a row that may be the code.
CARE = 0.9


class Luck:
    """What the box draws, the same after every ``again``."""

    def __init__(self) -> None:
        self._random = Random(1)

    def again(self) -> None:
        """Start again."""
        self._random.seed(1)

    def draw(self, outcomes: int) -> int:
        """Return a number 0 <= n < *outcomes*."""
        return self._random.randrange(outcomes)

    def nonce(self) -> str:
        """Return what stands for 256 random bits."""
        return "".join(self._random.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=52))


class Monkey:
    """Presses buttons at random, a turn with each game of *table*, and then all that again.

    *look* returns the screen that it sees, *home* is where it begins each match. Before each time *noted* is called;
    after it *again* lets chance and settings be new, and the box is left alone.
    """

    def __init__(
        self,
        table: AppContext,
        home: Menu,
        look: Callable[[], Screen],
        again: Callable[[], None],
        noted: Callable[[], None],
    ) -> None:
        self._table = table
        self._home = home
        self._look = look
        self._games = list(table.catalogue)
        self._again = again
        self._noted = noted
        self._random = Random(1)
        self._chosen: Counter[tuple[str, str]] = Counter()
        self._is_able = False
        self._player = Demonstrator(self._random.randrange)

    def presses(self) -> Iterator[Button | None]:
        """Yield buttons without end, and None where it leaves the box alone."""
        while True:
            self._noted()
            for turn in range(TOUR * len(self._games)):
                rounds, game = divmod(turn, len(self._games))
                # This press only lights a dark display; on a lit one it moves the cursor.
                yield Button.DOWN
                yield from self._begin(rounds, self._games[game])
                self._is_able = rounds % 2 == 1
                for _ in range(2 * TURN if self._is_able else TURN):
                    yield self._next()
                while self._look() is not self._home:
                    yield self._homeward()
                if turn % TURNS_AWAKE == 0:
                    yield None
            self._random.seed(1)
            self._chosen.clear()
            self._again()
            yield None

    def _next(self) -> Button:
        top = self._look()
        if self._is_able and isinstance(top, GuessScreen) and self._random.random() < CARE:
            # Presses at random solve no code; what comes after a round that was won would never be seen.
            with suppress(LookupError):
                return self._player(top)
        if not isinstance(top, Menu) or len(top.items) > LONG:
            return self._any(WEIGHTS)
        game = "" if self._table.driver is None else self._table.driver.session.game.key
        lines = [(game, ENGLISH.say(item.label)) for item in top.items]
        least = min(map(self._chosen.__getitem__, lines))
        if least > 0 and self._random.random() > CURIOUS:
            return self._any(WEIGHTS)
        if self._chosen[lines[top.at]] > least:
            return Button.DOWN
        self._chosen[lines[top.at]] += 1
        return Button.OK

    def _homeward(self) -> Button:
        top = self._look()
        if isinstance(top, Menu):
            leads = [place for place, item in enumerate(top.items) if item.act is PopToRoot]
            if leads:
                return Button.OK if top.at == leads[0] else Button.DOWN
        return self._any(HOMEWARD)

    def _begin(self, rounds: int, game: AnyGame) -> Iterator[Button]:
        """Begin a match of *game* with the options of that round of the tour."""
        before = self._table.driver
        for label in filter(None, ("Play", game.group, game.title("en"))):
            yield from self._choose(label)
        yield from self._change(rounds)
        yield from self._choose("More rules")
        yield from self._change(rounds)
        yield Button.BACK
        yield from self._choose("Begin")
        if self._table.driver is before:
            # Not every two values fit each other; the set-up says so, and a new one has values that do.
            yield Button.BACK
            yield from self._choose(game.title("en"))
            yield from self._choose("Begin")
        # The program has handled the last press when the next one is asked for.
        begun = self._table.driver
        if begun is None or begun is before or begun.session.game.key != game.key:
            raise RuntimeError(f"expected a match of {game.key!r} to begin, got {type(self._look()).__name__}")

    def _change(self, rounds: int) -> Iterator[Button]:
        """Give each line of the menu the value of that round of the tour."""
        menu = self._look()
        for place in range(len(menu.items) if isinstance(menu, Menu) else 0):
            yield Button.DOWN
            yield from [Button.RIGHT] * (rounds % VALUES, rounds // VALUES)[place % 2]

    def _choose(self, label: str) -> Iterator[Button]:
        """Choose the line of the menu that reads *label* in English, at any place in it."""
        menu = self._look()
        if not isinstance(menu, Menu):
            raise TypeError(f"expected a menu with {label!r}, got {type(menu).__name__}")
        lines = [ENGLISH.say(item.label) for item in menu.items]
        if label not in lines:
            raise RuntimeError(f"expected a menu with {label!r}, got {lines}")
        while menu.at != lines.index(label):
            yield Button.DOWN
        yield Button.OK

    def _any(self, weights: dict[Button, int]) -> Button:
        return self._random.choices([*weights], [*weights.values()])[0]


class MonkeyInputs:
    """*inputs* on whose *header* the ``monkey`` presses whenever the program has nothing left to do.

    *goes_on* is asked before every press; ``count`` is how many there have been.
    """

    def __init__(self, inputs: Inputs, header: FakeHeader, clock: ManualClock, goes_on: Callable[[], bool]) -> None:
        self.now = inputs.now
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self.presses: Iterator[Button | None] = iter(())
        self._inputs = inputs
        self._header = header
        self._clock = clock
        self._goes_on = goes_on
        self.count = 0
        self._down: Button | None = None

    @property
    def has_roll(self) -> bool:
        """Whether the inputs have a ROLL button, known once they are open."""
        return self._inputs.has_roll

    def wait(self, until: float | None) -> Event | None:
        """Let it press, or take its finger away; now and then it sleeps."""
        while (event := self._inputs.wait(self.now())) is None:
            if until is not None and until <= self.now():
                return None
            if self._down is not None:
                self._release(self._down)
            elif not self._goes_on():
                return Quit()
            elif (button := next(self.presses)) is not None:
                self._press(button)
            else:
                # What was due meanwhile, dimming and darkness, the program is told before the next press.
                self._clock.advance(REST_S)
        return event

    def _press(self, button: Button) -> None:
        self.count += 1
        self._down = button
        self._header.press(PINS[button])
        self._clock.advance(HOLD)

    def _release(self, button: Button) -> None:
        self._clock.advance(PRESS_S)
        self._header.release(PINS[button])
        self._clock.advance(PAUSE_S)
        self._down = None
        # The fake pin remembers all that was ever done to it; metal does not.
        self._header.was_low(PINS[button])


def rss_kib() -> int:
    """Return the memory that this process has in use, counted page by page."""
    rollup = Path("/proc/self/smaps_rollup").read_text("ascii")
    return int(rollup.partition("Rss:")[2].split()[0])


def name_of(screen: type[Screen]) -> str:
    """Return the name of a class of screens, which no other has."""
    return f"{screen.__module__}.{screen.__qualname__}"


class Log:
    """What is printed between two times, and whether there are to be *presses* more since the box was warm.

    It is warm after the last time in which a screen was seen for the first time; what a screen needs that is first
    seen later would look like growth.
    """

    def __init__(self, presses: int) -> None:
        self._presses = presses
        self._warm_at: int | None = None
        self._times = 0
        self._last = 0
        self._seen: set[str] = set()
        self._new: list[str] = []

    def see(self, screen: Screen) -> Screen:
        """Take down that *screen* has been seen, and return it."""
        name = name_of(type(screen))
        if name not in self._seen:
            self._seen.add(name)
            self._new.append(name)
        return screen

    def end(self, pressed: int) -> None:
        """Print what there is after each number of presses, beginning with none."""
        print(pressed, rss_kib(), sys.getallocatedblocks(), *self._new, flush=True)
        if self._new:
            self._warm_at = pressed
        self._last = pressed
        self._times += 1
        self._new.clear()

    def goes_on(self) -> bool:
        """Whether the script is to be pressed again."""
        if self._times > TIMES:
            raise RuntimeError(f"expected no new screens by then, got some in each of {TIMES} times")
        return self._warm_at is None or self._last - self._warm_at < self._presses


def soak(folder: Path, presses: int) -> None:
    """Press the script once and then for *presses* more at least, on a box with its state in *folder*."""
    gc.set_threshold(startup.COLLECT_EVERY)
    where, board, clock = find_paths({}, folder, folder), BOARDS["bonnet"], ManualClock()
    header = FakeHeader(clock)
    box = open_box(
        board, clock=clock, bus=FakeI2CBus(FakePanel(board.screen.driver)), pin_factory=lambda: header.factory
    )
    box.open_rest()
    log, luck = Log(presses), Luck()
    inputs = MonkeyInputs(box.inputs, header, clock, log.goes_on)
    box = replace(box, inputs=inputs)
    journal, _ = open_journal(where.journal, datetime.now(UTC))
    with closing(journal), closing(box):
        catalogue = load_catalogue(None)
        world = replace(environment_of(deferred(journal)), draw=luck.draw, nonce=luck.nonce)
        installation = Installation(host_factory=FakeHost)
        table = build_context(box, SettingsFile(where.settings), catalogue, world, "en", installation=installation)
        new = table.chosen

        def again() -> None:
            luck.again()
            table.settings = table.chosen = new

        home = home_menu(table)
        app = App(box, table, home, roll=lambda: roll_dice(table), rested=release_memory)
        monkey = Monkey(table, home, lambda: log.see(app.top), again, lambda: log.end(inputs.count))
        inputs.presses = monkey.presses()
        app.run()
        while app.was_left:
            # Somebody chose to switch it off.
            app.was_left = False
            app.run()


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    soak(Path(sys.argv[1]), int(sys.argv[2]))
