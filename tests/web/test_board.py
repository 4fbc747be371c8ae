"""The board page follows whole matches, and shows what the state says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.table.messages import state_message
from tests.games.test_conformance import CATALOGUE
from tests.support.front_end import Message
from tests.table.random_matches import WHOLE_MOST, RandomMatch
from tests.table.tables import Table
from tests.web.browser import URL, Browser, Network, complaints, resize, wait_for
from tests.web.house import Pages
from tests.web.shown import SCORES, expected, shown

LOOKS_MOST = 40
HOSTILE = ("<img src=x onerror=alert(1)>", "</h2><script>alert(2)</script>", "&lt;b&gt; ${name} {name}", "W" * 60)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table socket, into which the test puts states."""
    made = Table(tmp_path, False)
    yield made
    made.close()


@pytest.fixture
def page(network: Network, browser: Browser, table: Table, tmp_path: Path) -> Iterator[Browser]:
    """The board page of that table."""
    (tmp_path / "pages").mkdir()
    pages = Pages(network, table.folder)
    resize(browser, 1280, 800)
    browser.get(URL)
    yield browser
    browser.get("about:blank")
    pages.close()


def message(match: RandomMatch) -> Message:
    """Return the state of *match* as front ends get it."""
    told: Message = json.loads(state_message(match.told, "", False))
    return told


def wait_for_version(page: Browser, match: RandomMatch) -> None:
    """Wait until the page shows the newest state of *match*."""
    wait_for(page, "document.getElementById('main').dataset.version === arguments[0]", str(match.told.version))


@pytest.mark.parametrize(
    ("key", "players", "options"),
    [
        ("mastermind", 2, {}),
        ("brainiac", 2, {"variant": "challenge"}),
        ("ambassador", 2, {}),
        ("super", 1, {}),
        ("coda", 3, {}),
        ("coda", 2, {"role": "referee"}),
        ("passcode", 2, {"role": "referee"}),
        ("passcode", 6, {}),
    ],
)
def test_page_shows_every_state_of_a_whole_match(
    page: Browser, table: Table, key: str, players: int, options: dict[str, str]
) -> None:
    match = RandomMatch(CATALOGUE[key], options, players)
    positions = match.positions(WHOLE_MOST)
    states = [(match.told, message(match)) for _ in positions]
    for told, state in states[:: 1 + len(states) // LOOKS_MOST] + states[-1:]:
        match.told = told
        table.put(told)
        wait_for_version(page, match)
        assert shown(page, state["match"]["family"]) == expected(state)
    assert complaints(page) == []


@pytest.mark.parametrize(("key", "players"), [("mini", 2), ("coda", 4), ("passcode", 4)])
def test_names_are_shown_as_text(page: Browser, table: Table, key: str, players: int) -> None:
    match = RandomMatch(CATALOGUE[key], {}, players)
    assert match.told.match is not None
    match.told = replace(match.told, match=replace(match.told.match, players=HOSTILE[:players]))
    table.put(match.told)
    wait_for_version(page, match)
    assert [name for name, _ in page.execute_script(SCORES)] == list(HOSTILE[:players])
    assert page.execute_script("return document.querySelectorAll('main img, main script, main b *').length") == 0
    for width in (320, 1280):
        resize(page, width, 800)
        assert page.execute_script("return document.documentElement.scrollWidth") <= width
    assert complaints(page) == []
