"""What all tests share: the golden frames, the switch that refreshes them, and how the tests share the processors."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from PIL.Image import Image
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tests.support.golden import check_frame, folder_of

# How long an example takes is no result of a test on a busy machine.
settings.register_profile("few", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("slow", settings.get_profile("few"), max_examples=1000)
settings.load_profile("few")


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C reach the programs that tests start, also where the shell ignores it for jobs in the background.

    Plugins that are named in the environment are for this run, and not for one that a test starts; the controller
    keeps their names for its workers.
    """
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        os.environ.pop("PYTEST_PLUGINS", None)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-frames", action="store_true", help="keep the frames as they are drawn now, and fail")


@pytest.fixture
def kept_frame(request: pytest.FixtureRequest) -> Callable[[str, Image], None]:
    """Lend the assertion that a frame looks as it is kept in ``tests/frames`` or in that folder of a feature."""
    refresh = bool(request.config.getoption("--refresh-frames"))
    return lambda name, image: check_frame(folder_of(name), name, image, refresh)


BESIDE = {"tests/ui/test_peg_layouts.py": "tests/ui/test_gallery.py"}
"""A file whose tests look at what those of another have drawn, as ``tests/ui/findings.py`` keeps it."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give the mark ``thorough`` to the tests that the last complete run found dear."""
    dear = frozenset(json.loads((config.rootpath / "tests" / "measured.json").read_text("utf-8"))["thorough"])
    for item in items:
        if item.nodeid.partition("[")[0] in dear:
            item.add_marker("thorough")


class OnProcessors(LoadFileScheduling):  # type: ignore[misc]
    """The tests of a file stay together, for what they share; of a life on two Debians each is a file's worth."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return nodeid.partition("[")[2] if file.endswith("test_install.py") else BESIDE.get(file, file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OnProcessors:
    return OnProcessors(config, log)
