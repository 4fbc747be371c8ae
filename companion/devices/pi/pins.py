"""The Pi's pins: gpiozero's factory, and which of its errors mean that a pin cannot be had.

Only here is lgpio imported.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gpiozero.exc import GPIOZeroError

from companion.errors import NO_BUTTONS, DeviceMissing


@dataclass(frozen=True, slots=True)
class Pins:
    """A pin factory, and the errors it raises when a pin is not there or not free."""

    factory: Any
    failures: tuple[type[Exception], ...] = (GPIOZeroError, OSError)


def open_pins() -> Pins:
    """Open the header's pins; raises ``DeviceMissing`` where there are none."""
    lgpio = import_lgpio()
    try:
        # It imports lgpio, which must not happen before import_lgpio has made room for it.
        from gpiozero.pins.lgpio import LGPIOFactory

        return Pins(LGPIOFactory(), (GPIOZeroError, OSError, lgpio.error))
    except (GPIOZeroError, OSError, lgpio.error) as failure:
        raise DeviceMissing(
            f"expected the pins of a Raspberry Pi, got {failure!r}, from lgpio", NO_BUTTONS
        ) from failure


def import_lgpio() -> Any:
    """Import lgpio without its side effects; raises ``DeviceMissing`` when it is absent or an empty stub."""
    with _place_for_fifo():
        try:
            # At import it starts a thread, makes a fifo and changes the working directory.
            import lgpio
        except (ImportError, OSError) as failure:
            raise DeviceMissing(f"expected the module lgpio, got {failure!r}, at import", NO_BUTTONS) from failure
    if not hasattr(lgpio, "gpiochip_open"):
        # What PyPI installs where it has no build for the Python at hand.
        raise DeviceMissing(f"expected lgpio with gpiochip_open, got an empty stub, in {lgpio.__name__}", NO_BUTTONS)
    return lgpio


@contextmanager
def _place_for_fifo() -> Iterator[None]:
    """Have lgpio put its fifo into a place that is writable and ours, and come back from there."""
    here = os.open(".", os.O_PATH)
    given = "LG_WD" in os.environ
    # The fifo has been opened from both ends when the import is over, so its name may go.
    with tempfile.TemporaryDirectory(prefix="codemaker-") as place:
        os.environ.setdefault("LG_WD", place)
        try:
            yield
        finally:
            os.fchdir(here)
            os.close(here)
            if not given:
                del os.environ["LG_WD"]
