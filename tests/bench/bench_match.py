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

from companion.app.compose import build_context, run, utc_now
from companion.box import Button, Quit
from companion.config.settings import SettingsFile
from companion.devices.pi import BOARDS, open_box
from companion.fakes.bus import FakeI2CBus
from companion.fakes.header import FakeHeader, ManualClock
from companion.fakes.panel import FakePanel
from companion.match.catalogue import Catalogue, load_catalogue
from companion.match.environment import Environment
from companion.storage.journal import open_journal
from tests.bench.finger import FingeredInputs
from tests.support.paper import deferred

KEYS = Path(__file__).with_name("two_games.keys")
CODES = ("GRYG", "OYOB")
# The same in every run, as the seal's letters and its QR code are sent over the bus.
NONCE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2
# The bytes on the bus for a frame as luma sends it, and sends it even when nothing has changed.
FULL_FRAME = 1032


@dataclass(frozen=True, slots=True)
class Cost:
    """What a press cost: processor time from its edge to the last byte handed to the bus, None if none was; bytes."""

    cpu_s: float | None
    sent: int


class MeteredBus(FakeI2CBus):
    """A bus that notes how much processor time the process had taken when its last transfer ended."""

    last_byte_s: float | None = None

    def _transfer(self, is_data: bool, values: Sequence[int]) -> None:
        super()._transfer(is_data, values)
        self.last_byte_s = time.process_time()


class MeteredHeader(FakeHeader):
    """Pins that note what every press costs on *bus*: all that is sent until the next press belongs to it."""

    def __init__(self, clock: ManualClock, bus: MeteredBus) -> None:
        super().__init__(clock)
        self.costs: list[Cost] = []
        self._bus = bus
        self._edge: tuple[float, int] | None = None

    def press(self, number: int) -> None:
        """Connect the pin to ground."""
        self.end()
        self._bus.last_byte_s = None
        self._edge = time.process_time(), self._bus.sent
        super().press(number)

    def end(self) -> Quit:
        """Note what the last press has cost, and let the program leave."""
        if self._edge is not None:
            edge_s, sent = self._edge
            last_byte_s = self._bus.last_byte_s
            self.costs.append(Cost(None if last_byte_s is None else last_byte_s - edge_s, self._bus.sent - sent))
        return Quit()


def keys_of(path: Path) -> list[Button]:
    """Read a file of keys; ``#`` begins a comment."""
    words = (line.partition("#")[0].split() for line in path.read_text("utf-8").splitlines())
    return [Button[word] for line in words for word in line]


def play(
    keys: Sequence[Button], folder: Path, draw: Callable[[int], int] | None = None
) -> tuple[list[Cost], list[str | None]]:
    """Press *keys* on a box with its journal in *folder*; return what each cost, and the results of the matches.

    *draw* stands in for chance; without it the codes of the recorded match come.
    """
    clock, board = ManualClock(), BOARDS["bonnet"]
    bus = MeteredBus(FakePanel(board.screen.driver))
    header = MeteredHeader(clock, bus)
    box = open_box(board, clock=clock, bus=bus, pin_factory=lambda: header.factory)
    box = replace(box, inputs=FingeredInputs(box.inputs, header, keys, clock.advance, header.end))
    journal, _ = open_journal(folder / "journal.db", datetime.now(UTC))
    with closing(journal):
        catalogue = load_catalogue(None)
        world = Environment(deferred(journal), draw or _draws(catalogue), lambda: NONCE, utc_now)
        run(box, build_context(box, SettingsFile(folder / "settings.toml"), catalogue, world, "en"), [])
        return header.costs, [match.result for match in journal.matches()]


def _draws(catalogue: Catalogue) -> Callable[[int], int]:
    """Return what draws the codes of the match out of the codes of the game."""
    game = catalogue["mastermind"]
    start = game.start({"first": "1"}, 2)
    codes = [game.text(move) for move in game.moves(start)]
    numbers = iter([codes.index(f"code {code}") for code in CODES])
    return lambda outcomes: next(numbers)


def costs(matches: int) -> list[Cost]:
    """Play the match *matches* times, each time with a new journal, and return what every press cost."""
    played: list[Cost] = []
    for _ in range(matches):
        with tempfile.TemporaryDirectory() as folder:
            played += play(keys_of(KEYS), Path(folder))[0]
    return played


def press_cpu_ms(matches: int = 5) -> float:
    """Return what 19 of 20 presses that change the picture stay below, of processor time in ms."""
    spent = [cost.cpu_s for cost in costs(matches) if cost.cpu_s is not None]
    return 1000 * quantiles(spent, n=20)[-1]


def bus_ratio() -> float:
    """Return the mean bytes on the bus for a press, as a share of a full frame."""
    return fmean(cost.sent for cost in costs(1)) / FULL_FRAME


if __name__ == "__main__":
    print(press_cpu_ms(), bus_ratio())
