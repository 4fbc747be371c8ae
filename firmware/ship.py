"""Ships the built firmware with the box's program, which writes it to a tray by ``codemaker tray flash``.

``python3 firmware/ship.py`` copies ``build/avr/tray.hex`` into ``companion/link/firmware`` and describes it there;
``--check`` says whether what is kept there is what the compiler makes now. Another version of the compiler makes other
bytes, so the version is noted, and with another one nothing can be compared.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = HERE / "build" / "avr" / "tray.hex"
SHIPPED = HERE.parent / "companion" / "link" / "firmware"
KEPT, TABLE = SHIPPED / "nano.hex", SHIPPED / "firmware.toml"


def compiler() -> str:
    """Return the version of the compiler."""
    asked = ["avr-gcc", "-dumpfullversion", "-dumpversion"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def version() -> str:
    """Return the firmware's version, as its Hello tells it."""
    numbers = dict(re.findall(r"#define VERSION_(\w+) (\d+)U", (HERE / "core" / "version.h").read_text("utf-8")))
    return ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH"))


def size_of(image: bytes) -> int:
    """Return how many bytes an Intel HEX file holds: the sum of the lengths of its data records."""
    return sum(int(line[1:3], 16) for line in image.decode().splitlines() if line[7:9] == "00")


def table_of(image: bytes) -> str:
    """Return the text of ``firmware.toml`` for *image*."""
    protocol = tomllib.loads((HERE / "protocol.toml").read_text("utf-8"))["version"]
    return (
        "# Written by make -C firmware ship.\n"
        f'file = "{KEPT.name}"\nchip = "atmega328p"\nversion = "{version()}"\nprotocol = {protocol}\n'
        f'size = {size_of(image)}\nsha256 = "{hashlib.sha256(image).hexdigest()}"\ncompiler = "{compiler()}"\n'
    )


def check(image: bytes) -> int:
    """Return 0 if *image* is the firmware that is kept; with ``CI`` set it has to be the same compiler, too."""
    noted = tomllib.loads(TABLE.read_text("utf-8"))["compiler"]
    if compiler() != noted:
        print(f"not compared: the shipped firmware is of avr-gcc {noted}, this is {compiler()}", file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    if KEPT.read_bytes() != image or TABLE.read_text("utf-8") != table_of(image):
        print(f"out of date: {SHIPPED.relative_to(HERE.parent)}; run make -C firmware ship", file=sys.stderr)
        return 1
    return 0


def main(arguments: list[str]) -> int:
    """Keep the built firmware, or say whether the kept one is out of date."""
    image = BUILT.read_bytes()
    if "--check" in arguments:
        return check(image)
    KEPT.write_bytes(image)
    TABLE.write_text(table_of(image), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
