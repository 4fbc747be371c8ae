"""What a press costs: a whole match is played on a Pi that is not there, with a journal that is.

The match is in ``two_games.keys``; its codes come instead of chance.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean, quantiles

from companion.app.compose import Assembly, build_context, run, utc_now
from companion.box import Button, Event, Inputs, Quit
from companion.config.settings import SettingsFile
from companion.devices.pi import BOARDS
from companion.features.seam import declared
from companion.match.catalogue import Catalogue, load_catalogue
from companion.match.environment import Environment
from tests.fakes.boards import FakeBoard
from tests.fakes.bus import FakeBus, FakeI2CBus, FakeSpiBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.support.opened import open_journal
from tests.support.paper import deferred
from tools.bench.finger import FingeredInputs, pins_of

KEYS = Path(__file__).with_name("two_games.keys")
CODES = ("GRYG", "OYOB")
# The same in every run, as the seal's letters and its QR code are sent over the bus.
NONCE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2
# The bytes on the bus for a frame as luma sends it, and sends it even when nothing has changed.
FULL_FRAME = 1032
# The same for an ST7789 with 240x240 pixels, of which luma sends three bytes each.
FULL_COLOUR_FRAME = 172_811
LCD = "waveshare-lcd-1in3"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a press cost: processor time from its edge to the last byte handed to the bus, None if none was; bytes."""

    cpu_s: float | None
    sent: int


class _Metered(FakeBus):
    """A bus that notes how much processor time the process had taken when its last transfer ended.

    The time in which the fake chip takes the bytes is left out: on a Pi the chip does that.
    """

    last_byte_s: float | None = None
    taken_s = 0.0

    def _transfer(self, is_data: bool, values: Sequence[int]) -> None:
        handed_over_s = time.process_time()
        super()._transfer(is_data, values)
        self.last_byte_s = handed_over_s - self.taken_s
        self.taken_s += time.process_time() - handed_over_s


class _MeteredI2C(_Metered, FakeI2CBus):
    pass


class _MeteredSpi(_Metered, FakeSpiBus):
    pass


class MeteredHeader(FakeHeader):
    """Pins that note what every press costs on ``bus``: all that is sent until the next press belongs to it."""

    bus: _Metered

    def __init__(self, clock: ManualClock) -> None:
        super().__init__(clock)
        self.costs: list[Cost] = []
        self._edge: tuple[float, int] | None = None

    def press(self, number: int) -> None:
        """Connect the pin to ground."""
        self.end()
        self.bus.last_byte_s = None
        self._edge = time.process_time() - self.bus.taken_s, self.bus.sent
        super().press(number)

    def end(self) -> Quit:
        """Note what the last press has cost, and let the program leave."""
        if self._edge is not None:
            edge_s, sent = self._edge
            last_byte_s = self.bus.last_byte_s
            self.costs.append(Cost(None if last_byte_s is None else last_byte_s - edge_s, self.bus.sent - sent))
        return Quit()


class _Begun:
    """*inputs* that call *begun* before they are waited for the first time."""

    def __init__(self, inputs: Inputs, begun: Callable[[], None]) -> None:
        self.now = inputs.now
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self._inputs = inputs
        self._begun: Callable[[], None] | None = begun

    @property
    def has_roll(self) -> bool:
        return self._inputs.has_roll

    def wait(self, until: float | None) -> Event | None:
        if self._begun is not None:
            begun, self._begun = self._begun, None
            begun()
        return self._inputs.wait(until)


def keys_of(path: Path) -> list[Button]:
    """Read a file of keys; ``#`` begins a comment."""
    words = (line.partition("#")[0].split() for line in path.read_text("utf-8").splitlines())
    return [Button[word] for line in words for word in line]


def play(
    keys: Sequence[Button],
    folder: Path,
    draw: Callable[[int], int] | None = None,
    on: str = "bonnet",
    begun: Callable[[], None] | None = None,
) -> tuple[list[Cost], list[str | None]]:
    """Press *keys* on the board *on* with a journal in *folder*; return what each cost, and the matches' results.

    *draw* stands in for chance; without it the codes of the recorded match come. *begun* is called before the first
    key; features keep their files in *folder*.
    """
    clock, board = ManualClock(), BOARDS[on]
    header = MeteredHeader(clock)
    fake = FakeBoard(board, header, _MeteredI2C, _MeteredSpi)
    assert isinstance(fake.bus, _Metered)
    header.bus = fake.bus
    box = fake.open(clock)
    pins = pins_of(board)
    inputs = FingeredInputs(box.inputs, header, keys, clock.advance, header.end, pins)
    box = replace(box, inputs=inputs if begun is None else _Begun(inputs, begun))
    journal, _ = open_journal(folder / "journal.db", datetime.now(UTC))
    with closing(journal):
        catalogue = load_catalogue(None)
        world = Environment(deferred(journal), draw or _draws(catalogue), lambda: NONCE, utc_now)
        settings = SettingsFile(folder / "settings.toml", more=declared())
        context = build_context(box, settings, catalogue, world, "en")
        run(Assembly(box, context, state=folder))
        return header.costs, [match.result for match in journal.matches()]


def played_out(
    keys: Sequence[Button],
    folder: Path,
    draw: Callable[[int], int] | None = None,
    on: str = "bonnet",
    begun: Callable[[], None] | None = None,
) -> list[Cost]:
    """Return what each press cost, as ``play`` does; raises ``RuntimeError`` unless one match was played to its end.

    A script that a changed menu leads elsewhere would measure something else without a word.
    """
    costs, results = play(keys, folder, draw, on, begun)
    if len(results) != 1 or results[0] is None:
        raise RuntimeError(f"expected one match played to its end, got {results!r}, from {len(keys)} keys")
    return costs


def _draws(catalogue: Catalogue) -> Callable[[int], int]:
    """Return what draws the codes of the match out of the codes of the game."""
    game = catalogue["mastermind"]
    start = game.start({"first": "1"}, 2)
    codes = [game.text(move) for move in game.moves(start)]
    numbers = iter([codes.index(f"code {code}") for code in CODES])
    return lambda outcomes: next(numbers)


def costs(matches: int, on: str = "bonnet") -> list[Cost]:
    """Play the match *matches* times on the board *on*, with a new journal each, and return what every press cost."""
    played: list[Cost] = []
    for _ in range(matches):
        with tempfile.TemporaryDirectory() as folder:
            played += played_out(keys_of(KEYS), Path(folder), on=on)
    return played


def press_cpu_ms(matches: int = 5, on: str = "bonnet") -> float:
    """Return what 19 of 20 presses that change the picture stay below, of processor time in ms."""
    spent = [cost.cpu_s for cost in costs(matches, on) if cost.cpu_s is not None]
    return 1000 * quantiles(spent, n=20)[-1]


def bus_ratio() -> float:
    """Return the mean bytes on the bus for a press, as a share of a full frame."""
    return fmean(cost.sent for cost in costs(1)) / FULL_FRAME


def lcd_press_cpu_ms() -> float:
    """Return the same as ``press_cpu_ms`` for a colour board."""
    return press_cpu_ms(on=LCD)


def lcd_bus_ratio() -> float:
    """Return the mean bytes on the bus for a press on a colour board, as a share of luma's full frame."""
    return fmean(cost.sent for cost in costs(1, LCD)) / FULL_COLOUR_FRAME


if __name__ == "__main__":
    print(press_cpu_ms(), bus_ratio(), lcd_press_cpu_ms(), lcd_bus_ratio())
