"""Send a program a signal at one of its writes: where it ends is a number that can be drawn, and not a time.

A time drawn from the clock tells little on a busy machine, where a program may have written nothing by then.
"""

from __future__ import annotations

import random
import signal

from tests.support.tools import need

# What changes a file or waits for the disk, by the names on every processor.
WRITES = "/^(write|pwrite64|f(data)?sync|ftruncate|rename.*|unlink.*)$"
SYNCS = "fdatasync"


def signalled(which: signal.Signals, call: int, calls: str = WRITES) -> list[str]:
    """Return the words before a command that get its first thread *which* at its *call*-th of *calls*, counted from 1.

    The signal comes as the call is entered: a program that is killed does not make that call. ``strace`` ends as the
    program did.
    """
    need("strace", by="apt-get install strace")
    inject = f"inject={calls}:signal={which.name}:when={call}"
    return ["strace", "-o", "/dev/null", "-e", "signal=none", "-e", inject]


def chance() -> random.Random:
    """Return a source of numbers whose seed is printed, so that a run can be repeated."""
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    return random.Random(seed)
