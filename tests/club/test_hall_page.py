"""The page of a hall in a browser: names and titles of any kind are texts, and boards are shown on request."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

import pytest
from aiohttp import web

from companion.club.hall import Hall
from companion.club.keys import TableKey
from companion.club.messages import (
    EventNews,
    EventRound,
    ShownTable,
    StandingLine,
    Standings,
    TableBoard,
    TableBoards,
    TableRow,
    Topics,
    encode,
)
from companion.club.show import HallServer
from tests.club.bench_hall import page, wait_for
from tests.club.mosquitto import PATIENCE_S
from tests.support.tools import need, need_module

TOPICS = Topics("cup")
# A word of small letters, which each object of JavaScript has.
NAME = "constructor"
ROUND = "<i>One</i>"
TEXTS = "return Array.from(document.querySelectorAll(arguments[0]), element => element.textContent)"


@contextmanager
def served(hall: Hall) -> Iterator[str]:
    """Serve the page of *hall* in a thread; return its address."""
    loop, found = asyncio.new_event_loop(), SimpleQueue[str]()
    runner = web.AppRunner(HallServer(hall).app, access_log=None, handle_signals=False)

    async def begin() -> None:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        found.put(f"http://{host}:{port}")

    def run() -> None:
        loop.run_until_complete(begin())
        loop.run_forever()
        # Else a stream of changes is waited for.
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield found.get(timeout=PATIENCE_S)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE_S)


def filled() -> Hall:
    """Return a hall with two tables and a round that is over."""
    hall, key = Hall("cup"), TableKey(bytes(32))
    rounds = tuple(
        EventRound(number, title, "mastermind", (), "", "", status, "")
        for number, title, status in ((1, ROUND, "over"), (2, "<b>Two</b>", "open"), (3, "", "open"))
    )
    hall.take(TOPICS.news, encode(EventNews("cup", "<img src=x onerror='document.body.remove()'>", 1, "open", rounds)))
    for table in (NAME, "table-1"):
        topic = TOPICS.of_table(table, "state")
        hall.take(topic, key.sign(topic, encode(ShownTable(1, 1, "a", True, 2, 3, (1,), ()))))
    hall.take(TOPICS.standings, encode(Standings("cup", 1, False, (StandingLine(1, "table-1", 1, 1, 2, 60),))))
    board = TableBoard(1, (("G", "#00ff00"),), (TableRow("GGBB", 1, 0), TableRow("G-BB", 4, 0)), (("en", "N"),))
    hall.take(TOPICS.board("table-1"), encode(TableBoards("cup", "table-1", (board,))))
    return hall


@pytest.mark.thorough
def test_names_and_titles_of_any_kind_are_texts_on_the_page(tmp_path: Path) -> None:
    need("/usr/bin/chromium", "/usr/bin/chromedriver", by="make need-web")
    need_module("selenium", "make need-web")
    with served(filled()) as url, page(url, tmp_path) as browser:
        wait_for(browser, "return document.body.dataset.tables === '2'")
        assert browser.execute_script(TEXTS, "h1, #round") == [
            "<img src=x onerror='document.body.remove()'>", "<b>Two</b>, Round 3"
        ]  # fmt: skip
        assert browser.execute_script(TEXTS, ".table b") == [NAME, "table-1"]
        assert browser.execute_script(TEXTS, ".table .place") == ["", "1."]
        assert browser.execute_script(TEXTS, ".table .sum")[1].endswith(" 1 · Rows 2 · 1:00")
        assert browser.execute_script(TEXTS, ".table.open b") == ["table-1"]
        browser.find_element("css selector", ".table.open").click()
        wait_for(browser, "return document.querySelector('dialog').open")
        assert browser.execute_script(TEXTS, "#whose, #rows h3, #rows p") == ["table-1", ROUND, "NNBB●", "N-BB●●●●"]
