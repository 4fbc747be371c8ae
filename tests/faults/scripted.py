"""One match of two games, key by key, on a box that is not there; its codes are known, so its score is.

Bus and pins are fakes, everything else is what the Pi runs. Time is simulated. The player does as people do: a
notice is read and answered with OK, a display that is behind is waited for, and after a new start the match is gone on
with from the last row that was kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from PIL.Image import Image

from companion.app.compose import play, utc_now
from companion.app.launch_options import LaunchOptions
from companion.box import Box, Button, Display, Event, Inputs, Quit
from companion.box.tray import Tray
from companion.config.paths import Paths, find_paths
from companion.config.settings import Settings
from companion.devices.debounce import HOLD
from companion.devices.pi import BOARDS, open_box
from companion.match.archive import BufferedArchive
from companion.match.catalogue import load_catalogue
from companion.match.environment import Environment
from companion.storage.journal import open_for_reading
from tests.fakes.bus import FakeI2CBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.panel import FakePanel
from tools.bench.bench_match import CODES, KEYS, NONCE, keys_of
from tools.bench.finger import PAUSE_S, PINS, PRESS_S

ALL_KEYS = tuple(keys_of(KEYS))
# Player 2 needs six rows for GRYG, Player 1 five for OYOB; each row is a point for who did not have to guess it.
RESULT = "Player 1 6, Player 2 5: Player 1 wins"
# How long a display that is behind is waited for at most; the longest that a panel is left alone is 5 s.
PATIENCE_S = 40.0
# The colours are in a ring: this number of UP leads from one of them back to it.
UPS_ROUND = 6


def _goes_on() -> Iterator[tuple[int, int]]:
    """Yield how many lines the journal has, and from which key the match is gone on with after a new start.

    In the file of keys a line of a single OK stands before every row; what is on the screen of a new start wants the
    same OK.
    """
    key, lines = 0, 0
    for line in KEYS.read_text("utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words == ["OK"]:
            # The code of a game stands before its first row, and behind the last row of the game before.
            lines += 2 if "breaks" in line and lines else 1
            yield lines, key
        key += len(words)


GOES_ON: Mapping[int, int] = dict(_goes_on())
# How many lines there are when the code of a game is set, and no row.
CODES_SET = (1, 8)
BETWEEN_GAMES = range(GOES_ON[CODES_SET[1]] - 5, GOES_ON[CODES_SET[1]] + 1)


def codes(drawn: int = 0) -> Callable[[int], int]:
    """Return what draws the codes of the match instead of chance, but for those *drawn* before; more it refuses."""
    game = load_catalogue(None)["mastermind"]
    all_codes = [game.text(move) for move in game.moves(game.start({"first": "1"}, 2))]
    numbers = iter([all_codes.index(f"code {code}") for code in CODES[drawn:]])
    return lambda outcomes: next(numbers)


def same(one: Image, other: Image | None) -> bool:
    """Whether two frames are alike."""
    return other is not None and one.tobytes() == other.tobytes()


class Spy:
    """*display*, and the frame that it was last given; it says when it is *closing*."""

    def __init__(self, display: Display, closing: Callable[[], None]) -> None:
        self.format = display.format
        self.light = display.light
        self.retry_at = display.retry_at
        self.wanted: Image | None = None
        self._display = display
        self._closing = closing

    def show(self, image: Image) -> None:
        """Take note of *image* and pass it on."""
        self.wanted = image.copy()
        self._display.show(image)

    def close(self) -> None:
        """Say so, and go dark."""
        self._closing()
        self._display.close()


@dataclass(frozen=True)
class Sight:
    """A frame that is answered with OK: its name, and whether it leads back to the menu, to go on with the match."""

    name: str
    frame: Image
    leads_back: bool = False

    @cached_property
    def pixels(self) -> bytes:
        """The bytes of the frame."""
        return self.frame.tobytes()


class Player:
    """*inputs* on whose *header* the keys of the match are pressed, whenever the program has nothing left to do."""

    def __init__(self, stage: Stage, inputs: Inputs, spy: Spy) -> None:
        self.now = inputs.now
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self._stage = stage
        self._inputs = inputs
        self._spy = spy
        self._more: list[Button] = []
        self._down: Button | None = None
        self._waited_until: float | None = None
        self._is_over = False

    @property
    def has_roll(self) -> bool:
        """Whether the inputs have a ROLL button, known once they are open."""
        return self._inputs.has_roll

    def wait(self, until: float | None) -> Event | None:
        """Let the player act until something comes of it."""
        self._stage.resting()
        event = self._wait(until)
        self._stage.working(event)
        return event

    def _wait(self, until: float | None) -> Event | None:
        while not self._is_over:
            if (event := self._inputs.wait(self.now())) is not None:
                if isinstance(event, Quit):
                    self._leave()
                return event
            if self._down is not None:
                self._release()
                continue
            self._stage.before(self._stage.at)
            if self._waits():
                return self._let_pass(until)
            if until is not None and until <= self.now():
                return None
            if not self._press():
                return self._end()
        return self._let_pass(until)

    def _waits(self) -> bool:
        """Whether the display is behind, and has not been waited for long."""
        if self._stage.is_seen(self._spy.wanted) or self._spy.retry_at() is None:
            self._waited_until = None
            return False
        if self._waited_until is None:
            self._waited_until = self.now() + PATIENCE_S
        return self.now() < self._waited_until

    def _let_pass(self, until: float | None) -> Event | None:
        event = self._inputs.wait(self.now())
        if event is None and until is not None:
            self._stage.clock.advance(max(0.0, until - self.now()))
        return event

    def _press(self) -> bool:
        key = self._next()
        if key is not None:
            self._down = key
            self._stage.header.press(PINS[key])
            self._stage.clock.advance(HOLD)
        return key is not None

    def _next(self) -> Button | None:
        stage = self._stage
        if self._more:
            return self._more.pop()
        # The bytes of the frame once, not once for each sight.
        wanted = self._spy.wanted and self._spy.wanted.tobytes()
        sight = next((sight for sight in stage.sights if sight.pixels == wanted), None)
        if sight is not None:
            stage.notice(sight)
            return Button.OK
        if stage.at == len(ALL_KEYS):
            return None
        key = ALL_KEYS[stage.at]
        stage.at += 1
        if PINS[key] not in stage.stuck:
            return key
        self._more = [Button.DOWN] * (UPS_ROUND - 2)
        return Button.DOWN

    def _release(self) -> None:
        key, self._down = self._down, None
        self._stage.clock.advance(PRESS_S)
        if key is not None and PINS[key] not in self._stage.stuck:
            self._stage.header.release(PINS[key])
        self._stage.clock.advance(PAUSE_S)

    def _leave(self) -> None:
        """Take the finger away: the box is about to end."""
        self._is_over = True
        if self._down is not None:
            self._release()

    def _end(self) -> Event:
        self._leave()
        self._stage.last = self._spy.wanted
        self._stage.is_last_seen = self._stage.is_seen(self._spy.wanted)
        return Quit()


class Stage:
    """A box with its state in *folder*, what can be done to it, and what came of it."""

    def __init__(self, folder: Path, lang: str = "en", sights: Sequence[Sight] = (), drawn: int = 0) -> None:
        self.where: Paths = find_paths({}, folder, folder)
        self.sights = sights
        self.clock = ManualClock()
        self.board = BOARDS["bonnet"]
        self.bus = FakeI2CBus(FakePanel(self.board.screen.driver))
        self.header = FakeHeader(self.clock)
        self.stuck: set[int] = set()
        self.stamp: Callable[[], str] = utc_now
        self.resting: Callable[[], None] = lambda: None
        self.working: Callable[[Event | None], None] = lambda event: None
        self.opening: Callable[[], None] = lambda: None
        self.before: Callable[[int], None] = lambda key: None
        self.tray: Callable[[], Tray] | None = None
        self.around: Callable[[BufferedArchive], BufferedArchive] = lambda archive: archive
        self.at = 0
        self.seen: list[str] = []
        self.last: Image | None = None
        self.is_last_seen = False
        self.left_with: Image | None = None
        self._lang = lang
        self.draw: Callable[[int], int] | None = None
        self._draw = codes(drawn)

    def is_seen(self, frame: Image | None) -> bool:
        """Whether the panel is on and shows *frame*."""
        panel = self.bus.panel
        return panel.is_on and same(panel.picture(), frame)

    def notice(self, sight: Sight) -> None:
        """Take note of a frame, if it can be seen."""
        if self.is_seen(sight.frame):
            self.seen.append(sight.name)
        if sight.leads_back:
            self.go_on()

    def live(self) -> None:
        """Switch the box on, and play until the match or the box has ended."""
        play(LaunchOptions(lang=self._lang), self.where, self._choose, self._world)

    def go_on(self) -> None:
        """Go back to the key from which the match is gone on with, as far as it is kept."""
        with closing(open_for_reading(self.where.journal)) as journal:
            newest = journal.newest()
        # A match without a line is begun again; before the first row of a game there is a screen more.
        lines = 0 if newest is None else newest.entries
        self.at = GOES_ON[lines] - (lines in CODES_SET) if lines else 0

    def codes_kept(self) -> int:
        """Return how many codes of the newest match are in the journal."""
        with closing(open_for_reading(self.where.journal)) as journal:
            return sum(entry.hidden is not None for entry in journal.read(next(journal.matches()).number)[1])

    def _choose(self, wishes: LaunchOptions, settings: Settings) -> Box:
        box = open_box(self.board, clock=self.clock, bus=self.bus, pin_factory=lambda: self.header.factory)
        spy = Spy(box.display, self._part)
        self.opening()
        return replace(box, display=spy, inputs=Player(self, box.inputs, spy), tray=self.tray)

    def _part(self) -> None:
        """Look at the panel before it goes dark."""
        self.left_with = self.bus.panel.picture()

    def _world(self, archive: BufferedArchive) -> Environment:
        return Environment(self.around(archive), self.draw or self._draw, lambda: NONCE, self.stamp)


def result_kept(folder: Path) -> str | None:
    """Return the result of the newest match in the journal on the disk, None where there is none or it goes on."""
    with closing(open_for_reading(folder / "journal.db")) as journal:
        newest = journal.newest()
        return None if newest is None else newest.result
