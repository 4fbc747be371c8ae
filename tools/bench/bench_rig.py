"""How soon the installed box shows something: on the virtual Pi, as root, with what ``make rig`` needs."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.support.tools import need, need_that
from tools.rig.rig_image import build
from tools.rig.rig_virtual import Clock, VirtualPi

STARTS, BARE_STARTS = 7, 5
START_S = 300.0
# The guest's own clock before and after, in ns.
BARE = """python3 -I -c '
import subprocess, time
for _ in range({count}):
    before = time.monotonic()
    subprocess.run(["python3", "-I", "-c", "pass"], check=True)
    print(time.monotonic() - before)
'"""
BEGUN = "systemctl show codemaker --property=InactiveExitTimestampMonotonic --value"


@dataclass(frozen=True, slots=True)
class Start:
    """A start of the unit, in seconds of the guest's clock."""

    frame_s: float
    bare_s: float

    @property
    def beside_python_s(self) -> float:
        """What it takes beside a bare Python."""
        return self.frame_s - self.bare_s


def boots(pi: VirtualPi, count: int) -> list[Start]:
    """Switch on *count* times; return how each went from the unit's start to the first light of the panel."""
    found = []
    for _ in range(count):
        pi.switch_on()
        pi.run("systemctl start codemaker", START_S)
        found.append(_seen(pi, 0))
        pi.cut_power()
    return found


def restarts(pi: VirtualPi, count: int) -> list[Start]:
    """Start the unit *count* times on a Pi that is on, once it has been started by itself."""
    pi.run("systemctl start codemaker", START_S)
    found = []
    for _ in range(count):
        pi.run("systemctl stop codemaker; systemctl reset-failed codemaker", START_S)
        before = len(pi.lit_at)
        pi.run("systemctl start codemaker", START_S)
        found.append(_seen(pi, before))
    return found


def _seen(pi: VirtualPi, before: int) -> Start:
    pi.wait_frame(lambda _: pi.times_lit() > before, START_S)
    begun = int(pi.run(BEGUN)) / 1e6
    bare = statistics.median(float(line) for line in pi.run(BARE.format(count=BARE_STARTS), START_S).split())
    return Start(pi.lit_at[before] - begun, bare)


def measured(pi: VirtualPi, count: int) -> list[Start]:
    """Start the unit *count* times after a boot."""
    pi.switch_on()
    try:
        return restarts(pi, count)
    finally:
        pi.cut_power()


def boot_to_frame_s() -> float:
    """Return the median over some starts of the unit: to the first light, less a bare Python's start.

    Not of the first after a boot: that waits for a disk, which here is as quick as this machine has time for it.
    """
    need_that(os.geteuid() == 0, "root", by="sudo make bench ONLY=boot_to_frame_s")
    need("qemu-system-x86_64", "nbdkit", "cpio", by="sudo .ci/need rig")
    with tempfile.TemporaryDirectory() as place:
        pi = VirtualPi(build(), Path(place), Clock.INSTRUCTIONS)
        found = measured(pi, STARTS)
    print(f"by {pi.accel}, in {pi.clock.name.lower()} time: {found}")
    return statistics.median(start.beside_python_s for start in found)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        box = VirtualPi(build(), Path(folder), Clock.INSTRUCTIONS)
        print("boots", boots(box, int(sys.argv[1])))
        print("restarts", measured(box, int(sys.argv[2])))
