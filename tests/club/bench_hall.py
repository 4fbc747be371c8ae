"""How soon the page of a hall shows what a table has published, with a hall of tables: broker and browser are real."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING

from companion.club.broker import Broker, Connected
from companion.club.keys import TableKey
from companion.club.messages import EventNews, ShownTable, StandingLine, Standings, Topics, encode
from tests.club.house import Program
from tests.club.mosquitto import PASSWORDS, PATIENCE_S, Mosquitto, free_port

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

TABLES = 500
AT_ONCE = 20
CHANGES = 20
REST_S = 0.3
"""So that what a change before has caused is over."""
TOPICS = Topics("cup")
WATCH = """
window.seen = [];
const tables = Array.from(document.querySelectorAll(".table"));
const own = tables.find(table => table.querySelector("b").textContent === arguments[0]).querySelector(".now");
new MutationObserver(() => seen.push([own.textContent.length, performance.timeOrigin + performance.now()]))
    .observe(own, {subtree: true, childList: true, characterData: true});
"""
WHEN = "return (seen.find(([rows]) => rows === arguments[0]) || [])[1] || null"


class Tables:
    """Tables that publish what they show, all by one connection."""

    def __init__(self, broker: Broker, count: int) -> None:
        self.broker = broker
        self.keys = [TableKey(bytes([number % 256, number // 256]) * 16) for number in range(count)]
        self.counts = [0] * count

    def show(self, number: int, rows: int) -> None:
        """Publish that the table *number* has that many *rows*."""
        self.counts[number] += 1
        topic = TOPICS.of_table(f"table-{number}", "state")
        shown = ShownTable(1, self.counts[number], "a", True, 1, rows, (), ())
        self.broker.publish(topic, self.keys[number].sign(topic, encode(shown)), True)


@contextmanager
def page(url: str, folder: Path) -> Iterator[Chrome]:
    """Open *url* in a browser as large as a projector."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    arguments = ("--headless=new", "--no-sandbox", "--window-size=1920,1080", f"--user-data-dir={folder / 'browser'}")
    for argument in arguments:
        options.add_argument(argument)
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        made.get(url)
        yield made
    finally:
        made.quit()


def wait_for(browser: Chrome, script: str, *arguments: object) -> float:
    """Return the first true value of *script*."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if found := browser.execute_script(script, *arguments):
            return float(found)
        time.sleep(0.02)
    raise AssertionError(f"expected {script}")


def hall_ms() -> float:
    """Return the 95th percentile of the time from a table's message to the changed page, in milliseconds."""
    random, took = Random(1), []
    with tempfile.TemporaryDirectory(prefix="h", dir="/tmp") as name, hall(Path(name), TABLES) as (tables, browser):
        for change in range(1, CHANGES + 1):
            rows, others = change % 8 + 1, random.sample(range(1, TABLES), AT_ONCE - 1)
            at_s = time.time()
            tables.show(0, rows)
            for other in others:
                tables.show(other, random.randrange(9))
            took.append(wait_for(browser, WHEN, rows) - 1000 * at_s)
            browser.execute_script("seen.length = 0")
            time.sleep(REST_S)
    return quantiles(took, n=20)[-1]


@contextmanager
def hall(folder: Path, count: int) -> Iterator[tuple[Tables, Chrome]]:
    """Open the page with *count* tables; ``table-0`` is watched."""
    mosquitto = Mosquitto(folder / "broker")
    mosquitto.start()
    broker = Broker(mosquitto.address, "director", PASSWORDS["director"], pin=mosquitto.pin)
    broker.start([])
    assert isinstance(broker.received.get(timeout=PATIENCE_S), Connected)
    tables = Tables(broker, count)
    lines = tuple(StandingLine(place + 1, f"table-{place}", 1, 1, 4, 60) for place in range(count))
    broker.publish(TOPICS.news, encode(EventNews("cup", "Autumn Cup", 1, "open", ())), True)
    broker.publish(TOPICS.standings, encode(Standings("cup", 1, False, lines)), True)
    for number in range(count):
        tables.show(number, 0)
    (folder / "password").write_text(PASSWORDS["viewer"], "ascii")
    port = free_port()
    login = ["--broker", mosquitto.address, "--pin", mosquitto.pin, "--password-file", str(folder / "password")]
    shown = Program(["club", "show", "cup", *login, "--port", str(port)], folder / "log")
    try:
        shown.reads("broker is reached")
        with page(f"http://127.0.0.1:{port}", folder) as browser:
            wait_for(browser, "return document.body.dataset.tables === arguments[0]", str(count))
            browser.execute_script(WATCH, "table-0")
            yield tables, browser
    finally:
        shown.process.terminate()
        shown.process.wait(PATIENCE_S)
        broker.stop()
        mosquitto.stop()


if __name__ == "__main__":
    print("hall_ms", hall_ms())
