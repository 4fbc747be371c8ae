"""A panel on a bench: driver, wire, bus and glass, and the frame that it should show."""

from __future__ import annotations

from PIL import Image

from companion.devices.pi.boards import BOARDS, Interface, PanelConfig
from companion.devices.pi.open import driver_for
from companion.devices.pi.panel import PanelDisplay
from companion.devices.pi.spi import SpiWire
from companion.devices.pi.wires import I2cWire, PanelTransport
from tests.fakes.bus import FakeI2CBus, FakeSpiBus
from tests.fakes.header import FakeHeader, ManualClock
from tests.fakes.panel import FakePanel


class Bench:
    """A panel on its bus, and what it should show."""

    def __init__(self, screen: PanelConfig = BOARDS["bonnet"].screen) -> None:
        self.screen = screen
        self.clock = ManualClock(100.0)
        self.header = FakeHeader(self.clock)
        self.glass = FakePanel(screen.driver, (screen.width, screen.height))
        self.bus: FakeI2CBus | FakeSpiBus = (
            FakeI2CBus(self.glass, screen.address)
            if screen.interface is Interface.I2C
            else FakeSpiBus(self.glass, self.header, screen)
        )
        self.frame = Image.new("1", self.glass.size)
        # Kept, so that what a closed wire still holds is not let go by accident.
        self.wires: list[PanelTransport] = []
        self.panel = PanelDisplay(screen, driver_for(screen), self.open_wire, self.clock)

    def open_wire(self) -> PanelTransport:
        if isinstance(self.bus, FakeI2CBus):
            self.wires.append(I2cWire(self.screen, self.bus))
        else:
            self.wires.append(SpiWire(self.screen, self.header.pins, self.bus))
        return self.wires[-1]

    def draw(self, left: int, top: int, width: int, height: int) -> None:
        """Invert a rectangle of the frame and show it."""
        box = (left, top, left + width, top + height)
        self.frame.paste(self.frame.crop(box).point(lambda dot: not dot), box)
        self.panel.show(self.frame)

    def sent_by_drawing(self, left: int, top: int, width: int, height: int) -> int:
        """Draw, and return how many bytes that sent."""
        before = self.bus.sent
        self.draw(left, top, width, height)
        return self.bus.sent - before

    def is_right(self) -> bool:
        """Tell whether a viewer sees the frame."""
        seen = self.bus.panel.picture()
        turned = seen.transpose(Image.Transpose.ROTATE_180) if self.screen.rotate else seen
        return turned.tobytes() == self.frame.tobytes()


class NotedWire:
    """A wire that notes the commands, and the data that follow each."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []
        self.arguments: dict[int, bytes] = {}

    def command(self, *values: int) -> None:
        self.commands.append(values)
        self.arguments |= dict.fromkeys(values, b"")

    def data(self, values: bytes) -> None:
        self.arguments[self.commands[-1][-1]] += values

    def is_on(self) -> bool | None:
        return None

    def backlight(self, percent: int) -> None:
        pass

    def close(self) -> None:
        pass
