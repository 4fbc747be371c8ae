"""Whether the box's dice are fair, what a throw sends to the panel, and how many presses the last throw takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from statistics import fmean

from companion.app.compose import build_context, environment_of
from companion.box import Box, Button
from companion.config.settings import SettingsFile
from companion.devices.pi import BOARDS, open_box
from companion.dice.fairness import chi_square, fresh_values, side_counts
from companion.dice.model import SIDES, Coin, Dice, DiceRoll, DiceSpec, Start, read_cast
from companion.match import randomness
from companion.match.catalogue import load_catalogue
from companion.storage.journal import in_memory
from companion.ui.core.app import App
from companion.ui.dice import roll_dice
from companion.ui.home.home import home_menu
from tests.fakes.box import fake_box
from tests.fakes.bus import FakeI2CBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.panel import FakePanel
from tests.support.flow import Flow, start
from tests.support.paper import NOON, PaperArchive, deferred

THROWS = 6_000_000
# The bytes on the bus for a frame as luma sends it, and sends it even when nothing has changed.
FULL_FRAME = 1032
CASTS: tuple[DiceSpec, ...] = (
    *(Dice(count, sides) for sides in SIDES for count in (1, 2, 6)),
    Coin(),
    Start(2, ("Maximilien", "Clémentine")),
)


LAST = DiceRoll(read_cast("4d6kh3+2"), (3, 4, 1, 6), at=NOON)
FEWEST_KEYS = (Button.UP, Button.DOWN, Button.OK, Button.BACK)
"""The keys of the boards that have no ROLL."""
MOST_PRESSES = 3


def first_throw_presses() -> int:
    """Return the fewest presses from *Home* for the last throw, on the board that takes the most."""
    return max(presses_to_throw(keys) for keys in (tuple(Button), FEWEST_KEYS))


def presses_to_throw(keys: Sequence[Button]) -> int:
    """Return the fewest presses of *keys* from *Home* that throw again what was thrown before the power was out.

    A long press of OK counts as one press, where ROLL is not among them.

    Raises ``RuntimeError`` where ``MOST_PRESSES`` are not enough.
    """
    has_roll = Button.ROLL in keys
    ways: list[Callable[[Flow], object]] = [partial(Flow.press_all, buttons=[key]) for key in keys]
    if Button.OK in keys and not has_roll:
        ways.append(Flow.long_ok)
    for count in range(1, MOST_PRESSES + 1):
        for pressed in product(ways, repeat=count):
            archive = PaperArchive()
            archive.enter([LAST])
            flow = start(archive, has_roll=has_roll)
            for press in pressed:
                press(flow)
            if [thrown.cast for thrown in archive.thrown[1:]] == [LAST.cast]:
                return count
    raise RuntimeError(f"expected the last throw after {MOST_PRESSES} presses at most")


def die_chi2_p(throws: int = THROWS) -> float:
    """Return the p of *throws* throws of a six-sided die, on the way that every throw goes."""
    return chi_square(side_counts(fresh_values(Dice(6, 6), throws // 6, randomness.draw), 6)).p


def roll_bus_frames() -> float:
    """Return what a throw sends to the panel, its five frames of tumbling included, in full frames; a mean."""
    return fmean(sent_by_throw(cast) for cast in CASTS) / FULL_FRAME


def sent_by_throw(cast: DiceSpec) -> int:
    """Throw *cast* over the home menu, and return the bytes on the bus."""
    box = fake_box()
    board = BOARDS["bonnet"]
    clock = ManualClock(100.0)
    bus = FakeI2CBus(FakePanel(board.screen.driver))
    with (
        closing(open_box(board, clock=clock, bus=bus, pin_factory=lambda: FakeHeader(clock).factory)) as pi,
        closing(in_memory()) as journal,
    ):
        shown = Box(pi.display, box.inputs, box.speaker)
        world = environment_of(deferred(journal))
        table = build_context(shown, SettingsFile(Path("/dev/null")), load_catalogue(None), world, "en")
        table.dice_roller.cast = cast
        app = App(shown, table, home_menu(table), roll=lambda: roll_dice(table))
        app.show()
        before = bus.sent
        # Well before the display dims, which sends bytes as well.
        box.inputs.press(Button.ROLL)
        box.inputs.pass_time(2.0)
        box.inputs.close_window()
        app.run()
        if not table.dice_roller.last(1):
            raise RuntimeError(f"expected a throw of {cast}, got none")
        return bus.sent - before


if __name__ == "__main__":
    print(die_chi2_p(), roll_bus_frames())
