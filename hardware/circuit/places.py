"""The paths of the hardware's files."""

from __future__ import annotations

from pathlib import Path

HARDWARE = Path(__file__).resolve().parents[1]
ROOT = HARDWARE.parent
BUILD = ROOT / "build" / "hardware"

PINS = HARDWARE / "pins.toml"
PARTS = HARDWARE / "parts.toml"
BROKEN = HARDWARE / "broken.toml"
TRAY = HARDWARE / "tray.toml"
NETLISTS = HARDWARE / "netlists"
DRAWINGS = HARDWARE / "drawings"
BOARD = HARDWARE / "board"

# As Debian's packages lay them.
SYMBOLS = Path("/usr/share/kicad/symbols")
FOOTPRINTS = Path("/usr/share/kicad/footprints")
