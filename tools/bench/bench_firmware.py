"""The tray's program: how much of the chip it takes, and how fast the chip is simulated."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from tests.support.stepped import Box, built

SIMULATED_S = 30.0
HZ = 100
"""The kernel's clock ticks a second, in which /proc tells processor time (proc(5))."""


@cache
def _sections() -> dict[str, int]:
    elf = built("avr") / "build" / "avr" / "tray.elf"
    _, sizes = subprocess.run(["avr-size", elf], check=True, capture_output=True, text=True).stdout.splitlines()
    return dict(zip(("text", "data", "bss"), map(int, sizes.split()[:3]), strict=True))


def firmware_flash() -> float:
    """Return the bytes of flash: the program, and what the variables begin with."""
    return _sections()["text"] + _sections()["data"]


def firmware_ram() -> float:
    """Return the bytes of RAM that the variables take; the stack comes on top."""
    return _sections()["data"] + _sections()["bss"]


def sim_speed() -> float:
    """Return the simulated seconds for each second of the processor: pegs in a lit room, presses, questions."""
    with Box() as box:
        box.tray.ambient(0.4)
        for hole, peg in enumerate(("red", "blue", "white", "green")):
            box.tray.place(hole, peg)
        before = _processor_s(box.tray.process_id)
        for _ in range(round(SIMULATED_S)):
            box.press()
            box.run(0.8)
        return SIMULATED_S / (_processor_s(box.tray.process_id) - before)


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / HZ
