"""What a complete run has measured: keep the map of ``make near``, and name tests too dear for ``make quick``.

A test without the mark ``thorough`` that took more than ``LISTED_S`` of processor time is listed. The exit status is 1
if one takes more than ``FAILS_S`` also when it is run again, alone: the first test of a file pays for what all share.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.near import MAP, Map, Measured, made

ROOT = Path(__file__).parents[1]
MEASURED = ROOT / "build" / "complete.json"
PLUGIN = "tests.support.complete"
LISTED_S = 0.3
FAILS_S = 1.0


def dear(measured: Measured, alone_s: Callable[[str], float]) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for each test to be listed, the dearest first, and whether it fails the run.

    *alone_s* runs the test of a name once more, and returns its processor time.
    """
    costs = {name: cpu_s for name, (is_marked, cpu_s, _, _) in measured["tests"].items() if not is_marked}
    for name in sorted(costs, key=lambda name: -costs[name]):
        if costs[name] <= LISTED_S:
            return
        again_s = alone_s(name) if costs[name] > FAILS_S else 0.0
        alone = f", and {again_s:.2f} s alone: mark it, or make it faster" if again_s > FAILS_S else ""
        yield f"{name} took {costs[name]:.2f} s of processor time{alone}", again_s > FAILS_S


def run_alone_s(name: str) -> float:
    """Run one test in a process of its own, and return the processor time it took there, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "measured.json")
        around = os.environ | {"PYTEST_PLUGINS": PLUGIN, "CODEMAKER_MEASURED": str(written)}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", name]
        subprocess.run(command, env=around, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        measured: Measured = json.loads(written.read_text("utf-8"))
        return measured["tests"][name][1]


def main() -> int:
    """Keep the map, list the tests, and return the exit status."""
    measured: Measured = json.loads(MEASURED.read_text("utf-8"))
    if made(measured, Map.read()).keep():
        print(f"{MAP} has changed: commit it")
    found = list(dear(measured, run_alone_s))
    if found:
        print("without the mark thorough:", *(sentence for sentence, _ in found), sep="\n    ")
    return int(any(fails for _, fails in found))


if __name__ == "__main__":
    sys.exit(main())
