"""What a complete run has measured: keep the map of ``make near``, and name tests that are dear and have no mark.

The map gives the mark ``thorough`` from the next run on (``tools/near.py``), so a dear test fails nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from tools.near import MAP, ROOT, Map, Measured, made

MEASURED = ROOT / "build" / "complete.json"
LISTED_S = 0.3


def dear(measured: Measured) -> Iterator[str]:
    """Yield a sentence for each test without the mark that took more than ``LISTED_S``, the dearest first."""
    costs = {name: cpu_s for name, (is_marked, cpu_s, _, _) in measured["tests"].items() if not is_marked}
    for name in sorted(costs, key=lambda name: -costs[name]):
        if costs[name] <= LISTED_S:
            return
        yield f"{name} took {costs[name]:.2f} s of processor time"


def main() -> None:
    """Keep the map, and list the tests."""
    measured: Measured = json.loads(MEASURED.read_text("utf-8"))
    if made(measured, Map.read()).keep():
        print(f"{MAP} has changed: commit it")
    found = list(dear(measured))
    if found:
        print("without the mark thorough:", *found, sep="\n    ")


if __name__ == "__main__":
    main()
