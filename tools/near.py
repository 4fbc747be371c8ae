"""Run the tests nearest to what changed: ``python -m tools.near [SINCE]``.

``tests/measured.json`` is a map: for each module of the package cheap test files that run all of its functions, at
most six, and a smoke set of cheap tests that together run every module. The complete run (``make test``) keeps it up
to date, see ``tools/complete.py``. What the map does not know is found by paths and imports.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import TypeAlias, TypedDict

from tools.mutants.nearest import Suite

ROOT = Path(__file__).parents[1]
MAP = "tests/measured.json"
MOST = 6
# By as many test files each function is to be run: one alone may look at something else.
TIMES = 3
# What a file costs beside its tests, in seconds: it is collected.
COLLECTED_S = 0.3
# A test of the smoke set costs at most this, in seconds.
SMOKE_S = 0.05
# A test is thorough from this mean of its examples on, or if one costs four times as much; until half of that. Five
# seconds of waiting cost as much as one of a processor.
THOROUGH_S = 0.05
WAITING = 5
# What costs less than this was skipped.
SKIPPED_S = 0.001
# Tests of what is no module of the package, by the beginning of its path.
ELSEWHERE = {
    "firmware/": "tests/firmware",
    "hardware/": "tests/hardware",
    "systemd/": "tests/packaging",
    "tools/": "tests/tools",
    "docs/": "tests/architecture/test_pages.py",
    ".ci/": "tests/packaging",
    "Makefile": "tests/packaging",
    "": "tests/architecture",
}


Test: TypeAlias = tuple[bool, float, float, list[str]]


class Measured(TypedDict):
    """What a complete run wrote.

    By test: whether it is marked, its seconds of processor time and of the clock, and the modules whose functions it
    ran. By file of tests and module: the lines of the functions that it ran.
    """

    tests: dict[str, Test]
    files: dict[str, dict[str, list[int]]]


@dataclass(frozen=True)
class Map:
    """Which test files are near to a module, the smoke set, and the tests that get the mark ``thorough``."""

    modules: dict[str, list[str]] = field(default_factory=dict)
    smoke: list[str] = field(default_factory=list)
    thorough: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, root: Path = ROOT) -> Map:
        """Return the map that is kept in *root*, or an empty one."""
        path = root / MAP
        return cls(**json.loads(path.read_text("utf-8"))) if path.exists() else cls()

    def keep(self, root: Path = ROOT) -> bool:
        """Write the map, and return whether that changed it."""
        text = json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"
        path = root / MAP
        if path.exists() and path.read_text("utf-8") == text:
            return False
        path.write_text(text, "utf-8")
        return True


# Making the map


def made(measured: Measured, before: Map) -> Map:
    """Return the map of what a complete run measured; a choice of *before* stays while it is as good."""
    costs: dict[str, float] = {}
    for name, test in measured["tests"].items():
        file = name.partition("::")[0]
        costs[file] = costs.get(file, COLLECTED_S) + cost_s(test)
    runs: dict[str, dict[str, set[int]]] = {}
    for file, modules in measured["files"].items():
        for path, lines in modules.items():
            runs.setdefault(path, {})[file] = set(lines)
    chosen = {path: chosen_for(path, by_file, costs, before.modules.get(path, [])) for path, by_file in runs.items()}
    dear = thorough(measured["tests"], before.thorough)
    return Map(chosen, smoke_set(measured["tests"], before.smoke, dear), dear)


def cost_s(test: Test) -> float:
    """Return what *test* costs in seconds of processor time, or of waiting where that is dearer."""
    _, cpu_s, took_s, _ = test
    return max(cpu_s, took_s / WAITING)


def chosen_for(
    path: str, runs: Mapping[str, set[int]], costs: Mapping[str, float], before: Sequence[str]
) -> list[str]:
    """Return at most ``MOST`` cheap test files that together run every function of the module at *path* ``TIMES``.

    *runs* has the functions that each file runs, *costs* its seconds. The file that mirrors the module comes first.
    """
    mirrored = f"tests/{path.removeprefix('companion/').rpartition('/')[0]}/test_{Path(path).name}".replace("//", "/")
    runs_of = Counter(function for functions in runs.values() for function in functions)
    chosen: list[str] = []
    wanted = {function: min(TIMES, number) for function, number in runs_of.items()}
    while any(wanted.values()) and len(chosen) < MOST:
        gain = {file: sum(wanted[function] > 0 for function in runs[file]) for file in runs if file not in chosen}
        is_mirrored = mirrored in runs and not chosen
        best = mirrored if is_mirrored else max(gain, key=lambda file: (gain[file] / costs[file], file))
        chosen.append(best)
        wanted |= {function: max(0, wanted[function] - 1) for function in runs[best]}
    if not before or not set(before) <= set(runs) or not _covered(before, runs) >= _covered(chosen, runs):
        return chosen
    is_cheap = sum(costs[file] for file in before) <= 2 * sum(costs[file] for file in chosen)
    return [*before] if is_cheap else chosen


def _covered(files: Iterable[str], runs: Mapping[str, Collection[int]]) -> Counter[int]:
    """Return how often each function is run by *files*, at most ``TIMES``."""
    found = Counter(function for file in files for function in runs.get(file, ()))
    return Counter({function: min(TIMES, number) for function, number in found.items()})


def thorough(tests: Mapping[str, Test], before: Collection[str]) -> list[str]:
    """Return the names of tests, without those of examples, that are too dear for ``make quick``.

    What was so *before* stays so until it costs half as much, so that the list is the same on other machines.
    """
    costs: dict[str, list[float]] = {}
    for name, test in tests.items():
        costs.setdefault(name.partition("[")[0], []).append(cost_s(test))

    def is_dear(name: str) -> bool:
        limit_s = THOROUGH_S / 2 if name in before else THOROUGH_S
        mean_s, most_s = fmean(costs[name]), max(costs[name])
        return mean_s > limit_s or most_s > 4 * limit_s or (name in before and most_s < SKIPPED_S)

    return sorted(filter(is_dear, costs))


def smoke_set(tests: Mapping[str, Test], before: Sequence[str], dear: Collection[str]) -> list[str]:
    """Return names of cheap tests that together run every module that cheap tests run, none of them *dear*."""
    # Without examples, whose names change more often.
    cheap = {
        name: (cpu_s, set(modules))
        for name, (is_marked, cpu_s, _, modules) in tests.items()
        if cpu_s <= SMOKE_S and not is_marked and "[" not in name and name not in dear
    }
    left = set().union(*(modules for _, modules in cheap.values()))
    if before and set(before) <= set(cheap) and not left.difference(*(cheap[name][1] for name in before)):
        return [*before]
    chosen = []
    while left:
        best = max(cheap, key=lambda name: (len(cheap[name][1] & left) / (cheap[name][0] + 0.005), name))
        chosen.append(best)
        left -= cheap[best][1]
    return sorted(chosen)


# Using it


def changed(since: str, root: Path = ROOT) -> list[str]:
    """Return the paths that differ from the commit *since*, and those that git does not know yet."""
    asked = (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"])
    said = [subprocess.run(["git", "-C", root, *words], check=True, capture_output=True, text=True) for words in asked]
    return sorted({line for one in said for line in one.stdout.splitlines()})


def near(paths: Iterable[str], known: Map, suite: Suite) -> list[str]:
    """Return the test files nearest to the files at *paths*, each once."""
    return [*dict.fromkeys(test for path in paths for test in near_to(path, known, suite))]


def near_to(path: str, known: Map, suite: Suite) -> list[str]:
    """Return the test files nearest to the file at *path*, at most ``MOST`` for a module."""
    if path in suite.imports:
        return [path]
    if tests := [test for test in known.modules.get(path, []) if test in suite.imports]:
        return tests
    if path.endswith(".py") and (tests := suite.importers(path)):
        return tests[:MOST]
    if path.startswith(("companion/", "tests/")):
        return _beside(path, suite.imports)[:MOST]
    return [next(tests for beginning, tests in ELSEWHERE.items() if path.startswith(beginning))]


def _beside(path: str, tests: Collection[str]) -> list[str]:
    """Return the test files in the folder that mirrors that of *path*, or else in the nearest above it."""
    folder = path.removeprefix("companion/").removeprefix("tests/").rpartition("/")[0]
    while folder:
        if found := [test for test in tests if test.startswith(f"tests/{folder}/")]:
            return found
        folder = folder.rpartition("/")[0]
    return ["tests/architecture"]


def standing(names: Sequence[str], root: Path = ROOT) -> Iterator[str]:
    """Yield those of the tests *names* that there still are."""
    for name in names:
        path, _, rest = name.partition("::")
        test = rest.rpartition("::")[2]
        if (root / path).exists() and re.search(rf"\bdef {test}\(", (root / path).read_text("utf-8")):
            yield name


def main() -> int:
    """Run them; return pytest's exit status."""
    parser = argparse.ArgumentParser(prog="make near", description=__doc__)
    parser.add_argument(
        "since", nargs="?", default="HEAD~1", help="a commit: what differs from it, and is not committed"
    )
    parser.add_argument("--print", action="store_true", help="print the tests, and run nothing")
    given = parser.parse_args()
    known = Map.read()
    paths = changed(given.since)
    tests = near(paths, known, Suite(ROOT))
    print(f"{len(paths)} files differ from {given.since}; near to them:", *tests, sep="\n    ", flush=True)
    if given.print:
        return 0
    smoke = [name for name in standing(known.smoke) if name.partition("::")[0] not in tests]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "auto", *tests, *smoke], cwd=ROOT, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
