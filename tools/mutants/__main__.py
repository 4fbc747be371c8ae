"""Draw mutations of the package at random and list which no test notices: ``make mutants N=200 SEED=1``."""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory, TemporaryFile
from time import time

from tools.mutants.mutations import Mutation, mutations
from tools.mutants.nearest import Suite
from tools.near import Map, near_to

ROOT = Path(__file__).parents[2]
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "--tb=no", "-p", "no:cacheprovider")
NEAR_S = 180.0
"""What the nearest tests may take."""
UNDECIDED = "undecided: the tests did not end in time"
HANGS = "tests that do not end"
# Python recompiles a module when the time of its file in whole seconds has changed; each write has a time of its own.
_times = count(int(time()))


@dataclass
class Copy:
    """A copy in *root* of the tree in *origin* for one mutation at a time.

    ``good`` are tests that pass without a mutation, ``bad`` fail.
    """

    root: Path
    origin: Path = ROOT
    good: set[str] = field(default_factory=set)
    bad: set[str] = field(default_factory=set)

    def fill(self) -> None:
        """Copy the files of the project that git knows, or would add."""
        listed = ["git", "-C", str(self.origin), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        files = subprocess.run(listed, check=True, capture_output=True).stdout
        pack = ["tar", "--create", "--ignore-failed-read", "--directory", str(self.origin), "--null", "--files-from=-"]
        packed = subprocess.run(pack, check=True, input=files, capture_output=True).stdout
        subprocess.run(["tar", "--extract", "--directory", str(self.root)], check=True, input=packed)
        (self.root / ".venv").symlink_to(ROOT / ".venv")

    def verdict(self, mutation: Mutation, circles: Sequence[list[str]], wide_s: float) -> str:
        """Return the test that fails with *mutation*, ``HANGS``, ``UNDECIDED``, or "" if none fails.

        Raises ``RuntimeError`` where tests fail that cannot be left out: they cannot be collected.
        """
        self._write(mutation.path, mutation.after)
        try:
            for place, circle in enumerate(circles):
                limit_s = NEAR_S if place == 0 else wide_s
                while failed := self._failed(circle, limit_s):
                    self._write(mutation.path, mutation.before)
                    if failed == HANGS:
                        # Tests that take nearly that long by themselves say nothing about the mutation.
                        return UNDECIDED if self._failed(circle, limit_s / 2) == HANGS else HANGS
                    if failed in self.bad:
                        raise RuntimeError(f"expected a test to leave out, got {failed}, which fails all the same")
                    if self._is_good(failed):
                        return failed
                    self._write(mutation.path, mutation.after)
        finally:
            self._write(mutation.path, mutation.before)
        return ""

    def _is_good(self, test: str) -> bool:
        """Whether *test* passes without a mutation; one that does not is left out from now on."""
        if test not in self.good:
            (self.bad if self._failed([test], NEAR_S) else self.good).add(test)
        return test in self.good

    def _failed(self, tests: Sequence[str], limit_s: float) -> str:
        left_out = [f"--deselect={test}" for test in self.bad]
        environment = os.environ | {"PYTHONPATH": str(self.root)}
        command = [*PYTEST, *left_out, *tests]
        with TemporaryFile("w+") as written:
            # In a session of their own, so that the programs which the tests start end with them.
            ran = subprocess.Popen(
                command, cwd=self.root, env=environment, stdout=written, stderr=written, start_new_session=True
            )
            try:
                ran.wait(limit_s)
            except subprocess.TimeoutExpired:
                return HANGS
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(ran.pid, signal.SIGKILL)
                ran.wait()
            written.seek(0)
            said = written.read()
        # 5: none is left of these.
        if ran.returncode in (0, 5):
            return ""
        # Names of examples have spaces in them.
        found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
        return found[1] if found else tests[0]

    def _write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text, "utf-8")
        at = next(_times)
        os.utime(self.root / path, (at, at))


def drawn(root: Path, number: int, seed: int, below: str, other: Path | None) -> list[Mutation]:
    """Return *number* mutations of the files of *root* whose path begins with *below*, any as likely as any other.

    With the tree *other* only mutations are drawn that both trees have once, in files of the same name; the same are
    drawn for *root* in *other*.
    """
    found = everything(root, below)
    if other is not None:
        mine, others = (Counter(map(change, one)) for one in (found, everything(other, below)))
        found = sorted((one for one in found if mine[change(one)] == others[change(one)] == 1), key=change)
    return random.Random(seed).sample(found, min(number, len(found)))


def everything(root: Path, below: str) -> list[Mutation]:
    """Return every mutation of the files of *root* whose path begins with *below*."""
    paths = sorted(file.relative_to(root).as_posix() for file in (root / "companion").rglob("*.py"))
    sources = [(path, (root / path).read_text("utf-8")) for path in paths if path.startswith(below)]
    return [mutation for path, source in sources for mutation in mutations(path, source)]


def change(mutation: Mutation) -> tuple[str, str]:
    """Return the name of the file that *mutation* changes, and the changed lines."""
    return Path(mutation.path).name, mutation.diff()


def main() -> int:
    """Try them, print what became of each; the exit status is 1 unless all are killed."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("number", type=int, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others")
    parser.add_argument("--skip", type=int, default=0, help="leave out that many of them, tried before")
    parser.add_argument("--below", default="companion/", help="only files whose path begins so")
    parser.add_argument("--wide", type=float, default=300.0, help="seconds for each wider circle of tests; 0: none")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree that is tried, with its own tests")
    parser.add_argument("--common", type=Path, help="only faults that this other tree has too, in the same order")
    given = parser.parse_args()
    tests, known, verdicts = Suite(given.root), Map.read(given.root), Counter[str]()
    with TemporaryDirectory() as place:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(os.cpu_count() or 1):
            copy = Copy(Path(place, str(number)), given.root)
            copy.root.mkdir()
            copy.fill()
            copies.put(copy)

        def tried(mutation: Mutation) -> tuple[Mutation, str]:
            copy = copies.get()
            try:
                nearest = near_to(mutation.path, known, tests)
                wider = tests.circles(mutation.path) if given.wide else []
                return mutation, copy.verdict(mutation, [nearest, *wider], given.wide)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(copies.qsize()) as workers:
            chosen = drawn(given.root, given.number, given.seed, given.below, given.common)
            runs = {
                workers.submit(tried, mutation): place for place, mutation in enumerate(chosen) if place >= given.skip
            }
            for run in as_completed(runs):
                mutation, by = run.result()
                verdict = "survived" if not by else by if by == UNDECIDED else "killed"
                verdicts[verdict] += 1
                print(
                    f"{runs[run]} {mutation.path}:{mutation.line} {verdict}{f' by {by}' * (verdict == 'killed')}",
                    flush=True,
                )
                if verdict != "killed":
                    print(mutation.diff(), flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items())))
    return 0 if set(verdicts) <= {"killed"} else 1


if __name__ == "__main__":
    sys.exit(main())
