"""A network with a browser in it, one for the tests of a process."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, Network, resize
from tests.phones.web.browser import network as make_network
from tests.phones.web.house import Pages


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


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table socket, into which the test puts states."""
    made = Table(tmp_path, False)
    yield made
    made.close()


@pytest.fixture
def pages(network: Network, table: Table) -> Iterator[Pages]:
    """The web process beside that table."""
    made = Pages(network, table.folder)
    yield made
    made.close()


@pytest.fixture
def page(browser: Browser, pages: Pages) -> Iterator[Browser]:
    """The board page of that table, of a visitor who was never there before."""
    resize(browser, 1280, 800)
    browser.get(URL)
    yield browser
    browser.execute_script("localStorage.clear()")
    browser.get("about:blank")
