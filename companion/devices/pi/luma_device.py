"""luma's device classes: their initialisation, sizes and memory layout, and every panel without a driver of our own.

A device of luma is made once, on a serial interface that records what it sends. luma registers a function for the end
of the program for every device it makes, so a device that is made again for each retry would never be freed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from luma.core import error as luma_error
from luma.core.interface.serial import noop
from luma.core.virtual import character
from luma.oled import device as oled
from PIL import Image, ImageChops

from companion.box import ColourMode, Format
from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.wires import PanelTransport

# Seconds between two commands of luma from which on the chip needs the time; luma waits 0.1 or more.
PAUSE_S = 0.05


# A device of luma.lcd that has neither pixels nor a serial interface.
SEGMENTS = ("ht1621",)


# Commands to send after luma's initialisation. luma sends the SSD1327 a table of greys that is seven bytes too short,
# so that the chip takes the following commands as the rest of it; 0xB9 chooses the linear table.
CORRECTIONS = {"ssd1327": (0xB9,)}
# Commands without an effect, to send before it: a transfer that failed may have left the table of greys incomplete,
# and the chip takes the next bytes as the rest of its 15.
FLUSHES = {"ssd1327": (0xB2,) * 15}


# The names of luma's arguments. Offsets that a class does not take cannot be applied to its bytes.
OFFSETS = ("h_offset", "v_offset")
OPTIONS = ("width", "height", "rotate", *OFFSETS, "bgr", "inverse")


class Step(NamedTuple):
    """A transfer that luma made, and the seconds that it had waited before."""

    is_data: bool
    values: bytes
    pause_s: float


class _Serial:
    """luma's serial interface: the wire in use, or without one a recorder."""

    def __init__(self) -> None:
        self.wire: PanelTransport | None = None
        self.steps: list[Step] = []
        self._at = time.monotonic()

    def command(self, *values: int) -> None:
        if self.wire is None:
            self._note(False, values)
        else:
            self.wire.command(*values)

    def data(self, values: Iterable[int]) -> None:
        if self.wire is None:
            self._note(True, values)
        else:
            self.wire.data(bytes(values))

    def cleanup(self) -> None:
        pass

    def _note(self, is_data: bool, values: Iterable[int]) -> None:
        now = time.monotonic()
        pause = now - self._at
        self.steps.append(Step(is_data, bytes(values), pause if pause >= PAUSE_S else 0.0))
        self._at = now


def _class_of(driver: str) -> Any:
    """Return luma's class *driver*; raises ``luma.core.error.DeviceNotFoundError`` if it has none.

    Raises ``ModuleNotFoundError`` if luma.lcd, which is needed for panels that are not OLEDs, is not installed.
    """
    module: Any = oled if driver in oled.__all__ else import_module("luma.lcd.device")
    found = getattr(module, driver) if driver in module.__all__ else None
    if found is None or driver in SEGMENTS or issubclass(found, character):
        raise luma_error.DeviceNotFoundError(
            f"expected a device of luma.oled or luma.lcd, got {driver!r}, as the display"
        )
    return found


def _options(made: Any, screen: PanelConfig) -> dict[str, object]:
    """Return the arguments for luma's class *made* out of *screen*; each class takes others and refuses the rest."""
    # As inspect.signature says it, which takes long to import.
    code = made.__init__.__code__
    taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {name: getattr(screen, name) for name in OPTIONS if name in taken}


def _skip(device: Any) -> None:
    pass


class LumaDevice:
    """The device of luma for *screen*, and the steps with which luma initialises it.

    The blank picture that luma sends first and its command to switch the display on are not among the ``steps``.
    Raises ``DeviceNotFoundError`` if luma has no such device, and ``DeviceDisplayModeError`` for another size than it
    has.
    """

    def __init__(self, screen: PanelConfig) -> None:
        self._class = _class_of(screen.driver)
        self._serial = _Serial()
        quiet = type(self._class.__name__, (self._class,), {"clear": _skip, "show": _skip})
        self.options = _options(self._class, screen)
        # luma.lcd's devices with a backlight pass this one on; the wire switches the backlight.
        gpio = {"gpio": noop()} if hasattr(self._class, "__rpi_gpio__") else {}
        self.device = quiet(self._serial, **self.options, **gpio)
        size = (screen.width, screen.height)
        if (self.device.width, self.device.height) != (size[::-1] if screen.rotate % 2 else size):
            # The device has one size and takes none.
            raise luma_error.DeviceDisplayModeError(f"Unsupported display mode: {screen.width} x {screen.height}")
        # At the end of the program luma would blank a panel that is closed already.
        self.device.persist = True
        self.steps: Sequence[Step] = tuple(self._serial.steps)

    def record_steps(self, image: Image.Image) -> Sequence[Step]:
        """Return the steps with which luma sends *image*."""
        self._serial.steps.clear()
        self.device.display(image)
        return tuple(self._serial.steps)

    def let_go(self) -> None:
        """Free the memory of the device, which luma keeps until the end of the program."""
        vars(self.device).clear()


class LumaDriver(LumaDevice):
    """A ``PanelDriver`` of which luma knows everything."""

    def __init__(self, screen: PanelConfig) -> None:
        super().__init__(screen)
        self._flush = FLUSHES.get(screen.driver, ())
        self._correction = CORRECTIONS.get(screen.driver, ())
        self.format = Format(self.device.size, _colours(self.device))
        is_rgb = self.format.mode is ColourMode.RGB
        self.left_out: Sequence[str] = [name for name in OFFSETS if name not in self.options] + ["bgr"] * (not is_rgb)
        self._exchanges = screen.bgr and is_rgb and "bgr" not in self.options
        self._inverts = screen.inverse and "inverse" not in self.options

    def prepare(self, image: Image.Image) -> Image.Image:
        """Return a copy of *image* in luma's mode, with what luma's class cannot let the chip do."""
        copy = image.convert(self.device.mode) if image.mode != self.device.mode else image.copy()
        copy = Image.merge("RGB", copy.split()[::-1]) if self._exchanges else copy
        return ImageChops.invert(copy) if self._inverts else copy

    def start(self, wire: PanelTransport) -> None:
        """Send luma's initialisation, and what corrects it."""
        if self._flush:
            wire.command(*self._flush)
        for step in self.steps:
            time.sleep(step.pause_s)
            if step.is_data:
                wire.data(step.values)
            else:
                wire.command(*step.values)
        if self._correction:
            wire.command(*self._correction)

    def send(self, wire: PanelTransport, old: Image.Image | None, new: Image.Image) -> None:
        """Let luma send what changed in *new*; devices that cannot compare send all of it."""
        if old is None and hasattr(self.device, "framebuffer"):
            self.device.framebuffer.prev_image = None
        self._serial.wire = wire
        self.device.display(new)

    def light(self, wire: PanelTransport, percent: int) -> None:
        """Set the backlight, or the contrast of a panel without one; 0 switches the display off."""
        self._serial.wire = wire
        if percent == 0:
            self.device.hide()
        else:
            if not hasattr(self.device, "backlight"):
                self.device.contrast(max(1, percent * 255 // 100))
            self._class.show(self.device)
        wire.backlight(percent)


def _colours(device: Any) -> ColourMode:
    if device.mode == "1":
        return ColourMode.MONO
    return ColourMode.GREYS if isinstance(device, oled.greyscale_device) else ColourMode.RGB
