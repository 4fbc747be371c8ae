"""What an idle game takes: memory, and how often it wakes the processor."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from companion.storage.journal import open_for_reading
from tools.bench.bench_match import KEYS, LCD, keys_of
from tools.bench.fake_pi import COMMAND
from tools.bench.measure import environment

# A match of Mastermind begun and three rows answered.
THREE_ROWS = keys_of(KEYS)[:44]
MOVES = ("code", "row", "row", "row")
REST_S = 30.0
DIMS_AFTER_S = 2
ON_LCD = f'board = "{LCD}"\n'


@contextmanager
def resting(settings: str = "") -> Iterator[int]:
    """Lend the process of a box on which three rows have been played, and which is left alone since."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        # As under systemd, which is told when the box starts and stops.
        notify = f"{folder}/notify"
        manager.bind(notify)
        Path(folder, "settings.toml").write_text(settings, "utf-8")
        command = [*COMMAND, folder, "rest", *(key.name for key in THREE_ROWS)]
        under = environment() | {"NOTIFY_SOCKET": notify}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=under) as process:
            try:
                if process.stdout is None or process.stdout.readline() != "resting\n":
                    raise RuntimeError(f"expected a box at rest, got exit code {process.wait()}, from {command}")
                _require_rows(Path(folder))
                yield process.pid
            finally:
                process.terminate()


def _require_rows(folder: Path) -> None:
    """Raise ``RuntimeError`` unless a code and three rows are in the journal in *folder*."""
    with closing(open_for_reading(folder / "journal.db")) as journal:
        moves = sum(match.entries for match in journal.matches())
    if moves != len(MOVES):
        raise RuntimeError(f"expected a match with the moves {', '.join(MOVES)}, got {moves} moves")


def rss_mib() -> float:
    """Return the resident memory of a box in a running game."""
    return _rss_mib("")


def lcd_rss_mib() -> float:
    """Return the same of a box with a colour board."""
    return _rss_mib(ON_LCD)


def _rss_mib(settings: str) -> float:
    with resting(settings):
        # The first start in a new checkout compiles modules, which takes memory.
        pass
    with resting(settings) as pid:
        return int(_field(Path(f"/proc/{pid}/status"), "VmRSS")) / 1024


def lcd_idle_wakeups_per_min() -> float:
    """Return the same as ``idle_wakeups_per_min`` of a box with a colour board."""
    return idle_wakeups_per_min(ON_LCD)


def idle_wakeups_per_min(settings: str = "") -> float:
    """Return how often a box in a running game wakes in a minute; the greater figure of a lit and a dimmed one."""
    with ExitStack() as boxes:
        lit = boxes.enter_context(resting(settings))
        dimmed = boxes.enter_context(resting(f"{settings}dim_after_s = {DIMS_AFTER_S}\n"))
        time.sleep(DIMS_AFTER_S + 1)
        before = [context_switches(lit), context_switches(dimmed)]
        time.sleep(REST_S)
        after = [context_switches(lit), context_switches(dimmed)]
    return max(now - then for now, then in zip(after, before, strict=True)) * 60 / REST_S


def stop_s(times: int = 5) -> float:
    """Return how long a box in a running game takes at most to end after SIGTERM."""
    took = 0.0
    for _ in range(times):
        with resting() as pid:
            ended = os.pidfd_open(pid)
            asked = time.monotonic()
            os.kill(pid, signal.SIGTERM)
            select.select([ended], [], [])
            took = max(took, time.monotonic() - asked)
            os.close(ended)
    return took


def context_switches(pid: int) -> int:
    """Return how often the threads of a process have given up a processor or lost one."""
    tasks = Path(f"/proc/{pid}/task").glob("*/status")
    return sum(int(_field(task, f"{kind}_ctxt_switches")) for task in tasks for kind in ("voluntary", "nonvoluntary"))


def _field(status: Path, name: str) -> str:
    found = re.search(rf"^{name}:\s*(\d+)", status.read_text("ascii"), re.MULTILINE)
    if found is None:
        raise LookupError(f"expected a line {name}, got none, in {status}")
    return found[1]


if __name__ == "__main__":
    print(rss_mib(), lcd_rss_mib(), idle_wakeups_per_min(), lcd_idle_wakeups_per_min())
