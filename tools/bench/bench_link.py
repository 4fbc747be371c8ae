"""What becomes of presses on a bad line, and how often a tray at rest wakes the box."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

from companion.box.tray import TrayEvent
from companion.link.client import QUIET_S
from companion.link.reader import Reader
from companion.link.twin_port import TwinTray
from tests.fakes.lossy_line import BAD
from tests.support.chip_world import ChipWorld
from tests.support.torture import torture
from tests.support.world import World

TWIN_SEEDS, TWIN_PRESSES = range(47), 100
CHIP_SEEDS, CHIP_PRESSES = range(3), 100
RESETS = 0.1
"""The share of the presses before or in the middle of which the box, the tray or the plug between them is reset."""


def tray_commits_lost() -> float:
    """Return how many of 5,000 presses were lost without a word, doubled or mistaken, 300 of them on the real ELF."""
    wrong = sum(_wrong(World(weather=BAD, seed=seed), TWIN_PRESSES) for seed in TWIN_SEEDS)
    for seed in CHIP_SEEDS:
        with closing(ChipWorld(weather=BAD, seed=seed)) as chip:
            wrong += _wrong(chip, CHIP_PRESSES)
    return wrong


def _wrong(rig: World | ChipWorld, presses: int) -> int:
    account = torture(rig, presses, RESETS)
    if account.read < presses / 4:
        raise RuntimeError(f"expected a line that brings something, got {account.read} of {presses} rows")
    return len(account.lost) + len(account.doubled)


def tray_wakeups_per_min() -> float:
    """Return how often an idle tray wakes the box's thread in a minute."""
    told: SimpleQueue[TrayEvent] = SimpleQueue()
    with closing(TwinTray()) as tray:
        reader = Reader(tray.dev)
        reader.start(told.put)
        told.get(timeout=10)
        (thread,) = (thread for thread in threading.enumerate() if thread.name == "tray")
        time.sleep(3)
        before = _wakes(thread)
        time.sleep(QUIET_S)
        woken = _wakes(thread) - before
        reader.close()
    return woken * 60 / QUIET_S


def _wakes(thread: threading.Thread) -> int:
    status = Path(f"/proc/self/task/{thread.native_id}/status").read_text("ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("voluntary_ctxt_switches:"))
    return int(line.split()[1])


if __name__ == "__main__":
    print(tray_commits_lost(), tray_wakeups_per_min())
