"""How long after a press on the box the board page shows what it changed: game, web process and browser are real."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

from tests.phones.web.browser import URL, Browser, network, wait_for
from tests.phones.web.house import GO_ON, Box, house

ROUNDS = 6
# Of the twelve rows of a round, the last one would end it.
ROWS = 11
# Five pegs of one colour, which no code of this game has; the next OK answers the row, which changes the board.
SET_ROW = "UP OK UP OK UP OK UP OK UP OK"
CLOSE_ANSWER = "OK"
REST_S = 0.2
# All processes are on one machine, so they have one clock.
WATCH = """
window.changes = [];
new MutationObserver(() => changes.push(performance.timeOrigin + performance.now()))
    .observe(document.getElementById("main"), {subtree: true, childList: true});
"""
AGAIN = "window.changes = []"
FIRST_CHANGE = "changes.length && changes[0]"


def phone_latency_ms() -> float:
    """Return the 95th percentile of the time from a press that plays a row to the changed page, in milliseconds."""
    with tempfile.TemporaryDirectory(prefix="b", dir="/tmp") as folder:
        (Path(folder) / "network").mkdir()
        with network(Path(folder) / "network") as net, house(net, Path(folder)) as box, net.browser() as page:
            page.get(URL)
            return quantiles([took for _ in range(ROUNDS) for took in latencies_ms(box, page)], n=20)[-1]


def latencies_ms(box: Box, page: Browser) -> Iterator[float]:
    """Yield the time from the press that plays a row to the changed page, for each row of a new match."""
    box.begin("ambassador", ("Anna", "Ben"), {"first": "1"})
    box.start()
    wait_for(page, "document.querySelector('.idle')")
    box.press(GO_ON)
    wait_for(page, "document.querySelector('.board')")
    page.execute_script(WATCH)
    for row in range(ROWS):
        box.press(SET_ROW if row == 0 else f"{CLOSE_ANSWER} {SET_ROW}")
        page.execute_script(AGAIN)
        # The keys before have had their effect, as with a finger.
        time.sleep(REST_S)
        pressed_s = time.time()
        box.press("OK")
        yield float(wait_for(page, FIRST_CHANGE)) - 1000 * pressed_s
    box.cut_the_power()
    wait_for(page, "document.body.dataset.link === 'away'")
