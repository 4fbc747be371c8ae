"""The browser of the tests: it opens pages by an address, and nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.phones.web.browser import URL, Browser, Network, python, resize, wait_for


@pytest.fixture(scope="module")
def page(network: Network, browser: Browser) -> Browser:
    """A page of a web server in the network."""
    command = network.inside(python("http.server", "80", "--directory", "/proc/sys/net/ipv4/conf/lo"))
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={"PYTHONUNBUFFERED": "1"}
    ) as server:
        assert server.stdout is not None
        server.stdout.readline()
        browser.get(URL)
        server.kill()
    return browser


def test_page_opened_by_address_has_no_secure_context(page: Browser) -> None:
    assert page.execute_script("return [location.host, isSecureContext]") == ["192.168.77.1", False]


@pytest.mark.parametrize("width", [320, 3840])
def test_pages_are_as_wide_as_wanted(page: Browser, width: int) -> None:
    resize(page, width, 800)
    assert page.execute_script("return [innerWidth, innerHeight]") == [width, 800]


def test_network_has_no_way_out(page: Browser) -> None:
    script = "fetch('http://192.0.2.1').catch(e => document.title = 'No way out'); return 1"
    page.execute_script(script)
    wait_for(page, "document.title === 'No way out'")


def test_what_never_comes_fails_with_what_the_page_shows(page: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.phones.web.browser.PATIENCE_S", 2)
    page.execute_script("document.body.innerText = 'Only this'")
    with pytest.raises(AssertionError, match=re.escape("got the page: Only this")):
        wait_for(page, "document.title === arguments[0]", "Another")
