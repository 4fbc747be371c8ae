"""A browser, and a network of its own in which it opens pages by an address.

Browsers withhold features from pages that were opened by an address, and offer them all on localhost; so the pages are
tested by an address. The network is a namespace of a user's own, which needs no rights and has no way out: a file that
a page fetched from elsewhere would be missing. The browser and the web server run in it, the game and the tests do
not.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.phones.web.static import EXPORT, PAGES, served_bytes, whole
from tests.support.tools import need, need_module, need_that

ADDRESS = "192.168.77.1"
URL = f"http://{ADDRESS}"
ROUTER = "192.168.77.2/24"
# On the loopback device, for a dummy one is a kernel module that may be missing.
SET_UP = f"ip link set lo up && ip address add {ADDRESS}/32 dev lo && echo up && exec cat"
BY = "make test-web"
PATIENCE_S = 10
# With a pipe to the browser the driver stays outside of the network.
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
    "--force-color-profile=srgb",
)
# Looks at EXPRESSION with each change of the page, and now and then for what is no change of it, such as a size.
WAIT = """
const [late_ms, ...rest] = arguments, done = rest.pop();
const expression = function () { return EXPRESSION; };
const look = () => { try { return expression.apply(null, rest); } catch (failed) { return null; } };
const watch = () => {
    const value = look();
    if (value) end(value);
};
const observer = new MutationObserver(watch), often = setInterval(watch, 50);
const late = setTimeout(() => end(null), late_ms);
const end = value => { observer.disconnect(); clearInterval(often); clearTimeout(late); done(value); };
observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
watch();
"""
# What selenium calls a driver; its types come and go between its versions.
Browser = Any


class Network:
    """A network namespace that ends with its process."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            ["unshare", "--user", "--net", "--map-root-user", "sh", "-c", SET_UP],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        is_up = self._process.stdout.readline() == b"up\n"
        if not is_up:
            _, said = self._process.communicate()
        need_that(is_up, "network namespaces for users" if is_up else said.decode(), "sysctl user.max_user_namespaces")
        self._folder = folder

    def inside(self, command: Sequence[str]) -> list[str]:
        """Return the command line that runs *command* in the network."""
        enter = ["nsenter", f"--target={self._process.pid}", "--user", "--net", "--preserve-credentials"]
        return [*enter, *command]

    @contextmanager
    def browser(self, language: str = "en", size: tuple[int, int] = (1280, 800), *more: str) -> Iterator[Browser]:
        """Open a browser of a user who reads *language*; *more* are arguments of its command line."""
        from selenium import webdriver

        program = self._folder / "chromium-in-network"
        inside = " ".join(self.inside(["chromium"]))
        program.write_text(f'#!/bin/sh\nexec {inside} "$@" 2>/dev/null\n', "utf-8")
        program.chmod(0o755)
        options = webdriver.ChromeOptions()
        options.binary_location = str(program)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        for argument in (*ARGUMENTS, f"--lang={language}", f"--window-size={size[0]},{size[1]}", *more):
            options.add_argument(argument)
        # A path, so that selenium does not look for a driver on the internet.
        service = webdriver.ChromeService(executable_path="/usr/bin/chromedriver")
        driver = webdriver.Chrome(options=options, service=service)
        try:
            resize(driver, *size)
            yield driver
        finally:
            driver.quit()

    @contextmanager
    def wireless(self) -> Iterator[Wireless]:
        """Open a network of one phone, which reaches this one once it has an address in it."""
        made = Wireless(self, self._folder)
        try:
            yield made
        finally:
            made.close()

    def close(self) -> None:
        """End the network."""
        self._process.communicate()


class Wireless(Network):
    """The network of one phone: a namespace of its own, with a line into *home*."""

    def __init__(self, home: Network, folder: Path) -> None:
        self._process = subprocess.Popen(
            home.inside(["unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec cat"]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"up\n"
        self._folder = folder
        number = str(self._process.pid)
        line = ["ip", "link", "add", "air", "type", "veth", "peer", "name", "wlan0", "netns", number]
        done = subprocess.run(home.inside(line), capture_output=True, text=True, check=False)
        need_that(done.returncode == 0, done.stderr, "a kernel with veth")
        subprocess.run(home.inside(["ip", "address", "add", ROUTER, "dev", "air"]), check=True)
        subprocess.run(home.inside(["ip", "link", "set", "air", "up"]), check=True)

    def leave(self) -> None:
        """Lose the network, and the address in it."""
        self._ip("link", "set", "wlan0", "down")
        self._ip("address", "flush", "dev", "wlan0")

    def join(self, address: str) -> None:
        """Have *address* in the network."""
        self._ip("address", "add", address, "dev", "wlan0")
        self._ip("link", "set", "wlan0", "up")

    def _ip(self, *arguments: str) -> None:
        subprocess.run(self.inside(["ip", *arguments]), check=True)


@contextmanager
def network(folder: Path) -> Iterator[Network]:
    """Make a network that keeps its files in *folder*; what is missing skips the test, and fails it in CI."""
    need("chromium", "/usr/bin/chromedriver", "unshare", "nsenter", "ip", by=BY)
    need_module("selenium", BY)
    made = Network(folder)
    try:
        yield made
    finally:
        made.close()


def resize(browser: Browser, width: int, height: int) -> None:
    """Give the page *width* and *height* in CSS pixels; windows themselves are not narrower than 500."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def wait_for(browser: Browser, script: str, *arguments: object, patience_s: int = PATIENCE_S) -> Any:
    """Return the first true value of the JavaScript expression *script*, looked at with each change of the page.

    Raises ``AssertionError`` with what the page shows after *patience_s* seconds.
    """
    browser.set_script_timeout(patience_s)
    found = browser.execute_async_script(WAIT.replace("EXPRESSION", script), (patience_s - 1) * 1000, *arguments)
    if not found:
        page = browser.execute_script("return document.body.innerText")
        raise AssertionError(f"expected {script} of {arguments}, got the page: {page}")
    return found


def module(name: str) -> str:
    """Return a JavaScript expression for what the module *name* of the pages exports."""
    found = {path.name: served_bytes(path) for path in PAGES.glob("*.js")}
    exported = ", ".join(EXPORT.findall(found[name].decode()))
    return f"(() => {{ {whole(name, found)}\nreturn {{{exported}}}; }})()"


def complaints(browser: Browser) -> list[str]:
    """Return what the browser's console said since the last call: errors, and what the page's policy has stopped."""
    return [entry["message"] for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def python(*arguments: str) -> list[str]:
    """Return the command line that runs a module of the project."""
    return [sys.executable, "-m", *arguments]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program that finds these modules."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])} | more


def type_letters(browser: Browser, letters: str) -> None:
    """Type *letters* and Enter into the field for them, on the page of a phone that was not invited yet.

    The keys go to what has the focus, which a page keeps: a state that arrives meanwhile draws the field again, and
    the element that selenium has found would be stale.
    """
    from selenium.webdriver import ActionChains

    wait_for(browser, "document.querySelector('#letters')")
    browser.execute_script("document.getElementById('letters').focus()")
    ActionChains(browser).send_keys(letters + "\n").perform()
