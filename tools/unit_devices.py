"""Write the devices that features declare into the game's unit: ``python -m tools.unit_devices``."""

from __future__ import annotations

import re
from pathlib import Path

from companion.features.seam import installed

UNIT = Path(__file__).parents[1] / "systemd/codemaker.service"
HEAD = "# Devices of features: python -m tools.unit_devices\n"


def with_devices(unit: str) -> str:
    """Return *unit* with the devices of today in place of those in it."""
    kinds = sorted({kind for feature in installed() for _, kind in feature.devices})
    lines = "".join(f"DeviceAllow={kind} rw\n" for kind in kinds)
    return re.sub(rf"{HEAD}(DeviceAllow=.*\n)*", lambda found: HEAD + lines, unit)


if __name__ == "__main__":
    UNIT.write_text(with_devices(UNIT.read_text("utf-8")), "utf-8")
