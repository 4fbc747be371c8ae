"""How much work the page of a phone has with one message of a match that six play together."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.bench_together import ROW, ROWS
from tests.phones.web.browser import network, wait_for
from tests.phones.web.scenes import Scene, stage
from tests.phones.web.test_phones import IS_NEW

GAME, PLAYERS = "ambassador-together", 6
# Until the page has its new layout, which a browser calculates at once when a height is asked for.
TIMED = """
window.took = [];
const add = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, call) {
    add.call(this, kind, kind !== "sealed" ? call : event => {
        const begun = performance.now();
        call(event);
        document.body.offsetHeight;
        took.push(performance.now() - begun);
    });
};
"""


def page_draw_ms() -> float:
    """Return the median time from the arrival of a sealed message to its drawn page, in milliseconds.

    Each message tells one row more, until all boards but their last rows are full.
    """
    match = RandomMatch(CATALOGUE[GAME], {}, PLAYERS)
    with tempfile.TemporaryDirectory(prefix="d", dir="/tmp") as place, ExitStack() as stack:
        folder = Path(place)
        (folder / "network").mkdir()
        net = stack.enter_context(network(folder / "network"))
        made = stack.enter_context(stage(net, folder))
        page = stack.enter_context(net.browser("en", (360, 640)))
        page.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TIMED})
        made.admit(page, Scene("together", match.told, ()))
        wait_for(page, "document.querySelector('.boards')")
        page.execute_script("window.took = []")
        for _ in range(ROWS):
            for seat in range(PLAYERS):
                match.driver.submit_text(seat, f"{seat + 1} {ROW}")
                wait_for(page, IS_NEW, made.put(Scene("together", match.told, ())))
        took = list(map(float, page.execute_script("return took")))
    if len(took) < ROWS * PLAYERS:
        raise RuntimeError(f"expected the times of {ROWS * PLAYERS} messages, got {took}")
    return median(took)


if __name__ == "__main__":
    print("page_draw_ms", page_draw_ms())
