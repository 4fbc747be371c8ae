"""The USB stick: a folder at which the system mounts it while it is plugged in."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

VARIABLE = "CODEMAKER_STICK"
"""The environment variable that names the folder; without it the menu offers no stick."""


@dataclass(frozen=True, slots=True)
class Stick:
    """The place of a stick; ``is_mounted`` tells whether one is plugged in."""

    folder: Path
    is_mounted: Callable[[Path], bool] = os.path.ismount

    @property
    def is_there(self) -> bool:
        """Whether a stick is plugged in."""
        return self.is_mounted(self.folder)


def find_stick(environment: Mapping[str, str] = os.environ) -> Stick | None:
    """Return the place of a stick; None where this machine has none."""
    return Stick(Path(folder)) if (folder := environment.get(VARIABLE)) else None
