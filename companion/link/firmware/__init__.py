"""The tray's firmware as it is shipped with this program, and writing it to a board with avrdude.

``make -C firmware ship`` writes the image and ``firmware.toml`` here. A check in ``make -C firmware test`` builds the
firmware again and compares it byte by byte.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

from companion.errors import CompanionError, DeviceMissing

HERE = Path(__file__).parent
BAUDS = (115_200, 57_600)
"""The rates of the Arduino Nano's boot loaders: Optiboot's, then that of older boards and most clones."""

AVRDUDE = "avrdude"
ATTEMPTS = 2
"""How often avrdude tries each rate. An attempt without an answer takes it 6 s; its own choice is 10 attempts."""


class FlashFailed(CompanionError, OSError):
    """The firmware could not be written; the message says what to do."""


@dataclass(frozen=True, slots=True)
class FirmwareImage:
    """A firmware that can be written: an Intel HEX file for the boot loader of a *chip*."""

    path: Path
    chip: str
    version: str
    protocol: int
    size: int


Run = Callable[[Sequence[str]], CompletedProcess[str]]
"""Runs a program to its end, with both outputs as one; raises ``FileNotFoundError`` if there is no such program."""


def shipped_image(folder: Path = HERE) -> FirmwareImage:
    """Return the firmware in *folder*; raises ``FlashFailed`` if its file is not the one that was shipped."""
    table = tomllib.loads((folder / "firmware.toml").read_text("utf-8"))
    path = folder / table["file"]
    found = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "no file"
    if found != table["sha256"]:
        raise FlashFailed(f"expected {path} with the SHA-256 {table['sha256']}, got {found}: install codemaker again")
    return FirmwareImage(path, table["chip"], table["version"], table["protocol"], table["size"])


def command(image: FirmwareImage, port: Path, baud: int) -> tuple[str, ...]:
    """Return the avrdude command that writes *image* through the boot loader at *port*, and reads it back.

    ``-D``: the boot loader overwrites pages and cannot erase the whole chip.
    """
    where = ("-c", "arduino", "-x", f"attempts={ATTEMPTS}", "-p", image.chip, "-P", str(port), "-b", str(baud))
    return (AVRDUDE, *where, "-D", "-U", f"flash:w:{image.path}:i")


def write(image: FirmwareImage, port: Path, run: Run) -> int:
    """Write *image* to the board at *port*, verify it, and return the rate at which the boot loader answered.

    Raises ``DeviceMissing`` if there is no avrdude, ``FlashFailed`` if the board was not written.
    """
    for baud in BAUDS:
        try:
            ran = run(command(image, port, baud))
        except FileNotFoundError as failure:
            raise DeviceMissing("expected avrdude, got none: sudo apt install avrdude") from failure
        if ran.returncode == 0:
            return baud
        # Otherwise avrdude gave up before the boot loader had answered.
        if not ("not in sync" in ran.stdout or "programmer is not responding" in ran.stdout):
            raise FlashFailed(_reason(ran.stdout, image, port))
    rates = " or ".join(map(str, BAUDS))
    raise FlashFailed(
        f"expected a boot loader at {port}, got no answer at {rates} baud: is it the tray's board, "
        "and has no other program opened the port? A board without a boot loader needs a programmer"
    )


def _reason(text: str, image: FirmwareImage, port: Path) -> str:
    """Return what the user has to know about a failure that avrdude describes in *text*."""
    signature = re.search(r"[Dd]evice signature = (0x[0-9a-f]{6}|[0-9A-F]{2}( [0-9A-F]{2}){2})", text)
    if "signature" in text.lower() and "expected signature" in text.lower() and signature is not None:
        return (
            f"expected the chip {image.chip} at {port}, got one with the signature {signature[1]}: nothing was written"
        )
    if "ermission denied" in text:
        return f"expected access to {port}, got none: run sudo codemaker tray flash --port {port}"
    if "verif" in text and "mismatch" in text:
        return f"expected the firmware to be read back from {port} as it was written, got another: run this again"
    lines = [line for line in text.splitlines() if line.strip()]
    return f"expected avrdude to write the firmware to {port}, got: {lines[-1] if lines else 'no reason'}"
