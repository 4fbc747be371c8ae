"""The USB stick: a folder at which the system mounts it while it is plugged in."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "CODEMAKER_STICK"
"""The environment variable that names the folder; without it the menu offers no stick."""
SYSTEM = Path("/sys")


def is_mounted(folder: Path, system: Path = SYSTEM) -> bool:
    """Return whether a device is mounted at *folder* and still there; *system* is where the kernel lists devices.

    A stick that was pulled out stays mounted until the system has noticed.
    """
    try:
        device = folder.stat().st_dev
    except OSError:
        return False
    return os.path.ismount(folder) and (system / f"dev/block/{os.major(device)}:{os.minor(device)}").exists()


def has_disk(system: Path = SYSTEM) -> bool:
    """Return whether a disk with contents is plugged in; a slot for cards without a card has none."""
    for size in system.glob("block/sd*/size"):
        # It may be pulled out meanwhile.
        with suppress(OSError):
            if int(size.read_text()) > 0:
                return True
    return False


@dataclass(frozen=True, slots=True)
class Stick:
    """The place of a stick; ``is_mounted`` tells whether one can be used there, ``has_disk`` whether there is any."""

    folder: Path
    is_mounted: Callable[[Path], bool] = is_mounted
    has_disk: Callable[[], bool] = has_disk

    @property
    def is_there(self) -> bool:
        """Whether a stick is plugged in and can be used."""
        return self.is_mounted(self.folder)


def find_stick(environment: Mapping[str, str] = os.environ) -> Stick | None:
    """Return the place of a stick; None where this machine has none."""
    return Stick(Path(folder)) if (folder := environment.get(VARIABLE)) else None
