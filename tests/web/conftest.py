"""A network with a browser in it, one for the tests of a process."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser import Browser, Network
from tests.web.browser import network as make_network


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder with a short path: that of a socket has at most 107 characters."""
    with tempfile.TemporaryDirectory(prefix="w", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def network() -> Iterator[Network]:
    """The network of this process."""
    with tempfile.TemporaryDirectory(prefix="n", dir="/tmp") as folder, make_network(Path(folder)) as made:
        yield made


@pytest.fixture(scope="module")
def browser(network: Network) -> Iterator[Browser]:
    """A browser of an English reader, 1280 x 800."""
    with network.browser() as opened:
        yield opened
