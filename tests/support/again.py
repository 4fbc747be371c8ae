"""A plugin of CI: a failed test is run once more, alone; one that passes then is named, and does not fail the run.

Such a test is a defect with a cause to be found. ``.ci/flaky`` lists the names that were seen before: one of them
fails the run, so that a name leaves the list by a cure alone. Tests of what may never be lost or shown are not
repeated.

``PYTEST_PLUGINS=tests.support.again`` loads it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

LIST = ".ci/flaky"
# Lost moves, leaks, faults and storage, by the names of files and tests.
NEVER = re.compile(r"storage|fault|crash|lost|leak|private|secret|hidden|sees")
# More failures than this have another reason than a busy machine.
MOST = 5


class Again:
    """The tests of a run that failed."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self._failed: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed[report.nodeid] = None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        is_worker = hasattr(session.config, "workerinput")
        if is_worker or session.exitstatus != pytest.ExitCode.TESTS_FAILED or not self._are_repeated():
            return
        if all(_passes_alone(name, session.config.rootpath) for name in self._failed):
            print("\n\nflaky:", *self._failed, sep="\n    ")
            seen = [name for name in self._failed if name in self._known]
            print(*(f"flaky before, see {LIST}: {name}" for name in seen), sep="\n")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if seen else pytest.ExitCode.OK

    def _are_repeated(self) -> bool:
        return 0 < len(self._failed) <= MOST and not any(NEVER.search(name) for name in self._failed)


def _passes_alone(name: str, root: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", name]
    around = {key: value for key, value in os.environ.items() if key != "PYTEST_PLUGINS"}
    return subprocess.run(command, env=around, cwd=root, check=False, timeout=600).returncode == 0


def names(text: str) -> frozenset[str]:
    """Return the names of tests in the list *text*, a line each; lines that begin with ``#`` are comments."""
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Again(names((config.rootpath / LIST).read_text("utf-8"))), "again")
