"""The Pi's pins: gpiozero's pin factory, and the errors that mean that a pin is not available.

This is the only module that imports lgpio.
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
    """A pin factory, and the errors it raises when a pin does not exist or is in use."""

    factory: Any
    failures: tuple[type[Exception], ...] = (GPIOZeroError, OSError)


def open_pins() -> Pins:
    """Open the header's pins; raises ``DeviceMissing`` if there are none."""
    lgpio = import_lgpio()
    try:
        # This module imports lgpio, so import_lgpio must have run first.
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
            # At import, lgpio starts a thread, creates a FIFO and changes the working directory.
            import lgpio
        except (ImportError, OSError) as failure:
            raise DeviceMissing(f"expected the module lgpio, got {failure!r}, at import", NO_BUTTONS) from failure
    if not hasattr(lgpio, "gpiochip_open"):
        # PyPI installs an empty stub if it has no build for this Python version.
        raise DeviceMissing(f"expected lgpio with gpiochip_open, got an empty stub, in {lgpio.__name__}", NO_BUTTONS)
    return lgpio


@contextmanager
def _place_for_fifo() -> Iterator[None]:
    """Let lgpio create its FIFO in a temporary directory, and restore the working directory afterwards."""
    here = os.open(".", os.O_PATH)
    given = "LG_WD" in os.environ
    # When the import returns, the FIFO is open at both ends, so its name can be deleted.
    with tempfile.TemporaryDirectory(prefix="codemaker-") as place:
        os.environ.setdefault("LG_WD", place)
        try:
            yield
        finally:
            os.fchdir(here)
            os.close(here)
            if not given:
                del os.environ["LG_WD"]
