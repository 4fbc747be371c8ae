"""The boards of the table on fakes: a panel on its bus, and the pins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PIL import Image

from companion.devices.pi import open_box
from companion.devices.pi.boards import Board, Interface
from companion.devices.pi.pages import turned
from tests.fakes.bus import FakeI2CBus, FakeSpiBus
from tests.fakes.mounted import MOUNTED
from tests.fakes.panel import FakePanel

if TYPE_CHECKING:
    # gpiozero, which a panel on I2C does not need, comes with the header.
    from companion.box import Box
    from tests.fakes.header import FakeHeader


# Quarter turns from the memory to what a viewer sees, of the OLEDs that are mounted upside down.
_TURNS = {"waveshare-1in3": 2}


def fake_chip(board: Board) -> Any:
    """Return the chip of *board* with its glass."""
    make = MOUNTED.get(board.name)
    return FakePanel(board.screen.driver, (board.screen.width, board.screen.height)) if make is None else make()


class FakeBoard:
    """A *board* with everything plugged in; ``bus`` is the one that its panel is on."""

    def __init__(
        self,
        board: Board,
        header: FakeHeader,
        i2c: Callable[..., FakeI2CBus] = FakeI2CBus,
        spi: Callable[..., FakeSpiBus] = FakeSpiBus,
    ) -> None:
        self.board = board
        self.header = header
        self.chip = fake_chip(board)
        is_i2c = board.screen.interface is Interface.I2C
        self.bus = i2c(self.chip, board.screen.address) if is_i2c else spi(self.chip, header, board.screen)

    def open(self, clock: Callable[[], float]) -> Box:
        """Open the panel; ``open_rest`` of the box opens the buttons."""
        return open_box(self.board, clock=clock, bus=self.bus, spi=self.bus, pin_factory=lambda: self.header.factory)

    def is_lit(self) -> bool:
        """Return whether a viewer sees the picture: the chip shows it, and the backlight, if there is one, is on."""
        pin = self.board.screen.backlight
        return bool(self.chip.is_on) and (pin is None or self.header.duty(pin) > 0)

    def seen(self) -> Image.Image:
        """Return what a viewer sees."""
        return turned(self.chip.picture(), _TURNS.get(self.board.name, 0))
