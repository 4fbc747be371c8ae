"""The board page as a television's: the lobby with its large code, and the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.front_ends.messages import TableState
from companion.phones.port import Addresses
from tests.phones.paper_phone import PaperPhone
from tests.phones.tables import Table
from tests.phones.web.browser import Browser, complaints, resize, wait_for
from tests.phones.web.pictures import whole
from tests.phones.web.shown import wait_for_version
from tests.phones.web.test_page import violations
from tests.support.front_end import PaperFrontEnd

NAMES = "Array.from(document.querySelectorAll('#join li'), one => one.textContent).join()"
SIZES = """
return Array.from(document.querySelectorAll('#join h2, #join li, #join p'), e => getComputedStyle(e).fontSize)
    .map(parseFloat);
"""
CODE = "return document.querySelector('#join .code').getBoundingClientRect().height"
LOG = "Array.from(document.querySelectorAll('.log li'), one => one.textContent)"
MISSING = "document.querySelector('#join .missing').textContent"
FALLING = "return document.querySelectorAll('#party svg').length"
MOVING = "return document.getAnimations().some(one => one.animationName === 'rain')"
READ_AT_3_M_PX = 40
"""A letter is read from 200 times its height: 15 mm at 3 m, on a television of 40 inches 33 of 1080 lines."""


@pytest.fixture
def front_end(table: Table) -> Iterator[PaperFrontEnd]:
    """A front end through which phones ask."""
    table.desk.tell_addresses(Addresses(("http://192.168.1.20",)))
    made = table.front_end()
    made.hello()
    yield made
    made.close()


def test_lobby_has_a_large_code_the_names_that_ask_and_those_that_are_missing(
    page: Browser, table: Table, front_end: PaperFrontEnd
) -> None:
    table.open_match("mastermind", players=("Anna", "Ben"))
    table.desk.open_lobby(())
    resize(page, 1920, 1080)
    wait_for(page, f"{MISSING} === 'Still without a phone: Anna and Ben'")
    front_end.say(**PaperPhone("").asks("Ben"))
    wait_for(page, f"{NAMES} === 'Ben' && {MISSING} === 'Still without a phone: Anna'")
    assert page.execute_script("return document.getElementById('live').textContent") == "Ben"
    assert page.execute_script(CODE) > 800
    assert min(page.execute_script(SIZES)) >= READ_AT_3_M_PX
    assert violations(page) == []
    front_end.say(**PaperPhone("").asks("Anna", "other"))
    wait_for(page, f"{NAMES} === 'Anna,Ben' && {MISSING} === 'Everybody has a phone.'")
    for width in (320, 768):
        resize(page, width, 800)
        assert page.execute_script("return document.documentElement.scrollWidth") <= width
    assert complaints(page) == []


def test_code_is_gone_when_a_match_begins(page: Browser, table: Table, front_end: PaperFrontEnd) -> None:
    wait_for(page, "document.querySelector('.idle')")
    table.desk.open_lobby(("Zoé",))
    front_end.say(**PaperPhone("").asks("Wilhelmina"))
    wait_for(page, f"{NAMES} === 'Wilhelmina'")
    assert not page.find_elements("css selector", "#join .missing")
    assert not page.find_element("id", "main").is_displayed()
    table.open_match("mastermind", players=("Anna", "Ben"))
    wait_for(page, "!document.querySelector('#join .code') && document.querySelector('.board')")
    assert page.find_element("id", "main").is_displayed()


def test_log_is_behind_one_tap_and_stays_open_and_focused_while_moves_come(page: Browser, table: Table) -> None:
    driver = table.open_match("mastermind", players=("Anna", "Ben"))
    driver.submit_text(1, "ROYG")
    wait_for(page, f"{LOG}.length === 1")
    summary = page.find_element("css selector", ".log summary")
    assert summary.text == "What happened"
    assert not page.find_element("css selector", ".log li").is_displayed()
    assert summary.size["height"] >= 44
    summary.click()
    assert page.find_element("css selector", ".log li").is_displayed()
    driver.submit_text(1, "RROO")
    wait_for(page, f"{LOG}.length === 2 && {LOG}[0].startsWith('Ben: red, red, orange, orange')")
    assert page.find_element("css selector", ".log li").is_displayed()
    assert page.execute_script("return document.activeElement.tagName") == "SUMMARY"
    assert violations(page) == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_winner_is_celebrated_once_and_without_motion_where_none_is_wanted(
    page: Browser, table: Table, motion: str
) -> None:
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": motion}]}
    )
    resize(page, 1920, 1080)
    *_, before, end, reviewed = (
        replace(told, version=number) for number, told in enumerate(whole("ambassador"), start=1)
    )
    for told in (before, end):
        table.put(told)
        wait_for_version(page, told)
    assert page.find_element("css selector", ".won").text.endswith("has won.")
    assert page.execute_script("return parseFloat(getComputedStyle(document.querySelector('.won')).fontSize)") > 70
    assert page.execute_script(FALLING) == 24
    assert page.execute_script(MOVING) == (motion == "no-preference")
    first = page.find_element("css selector", "#party svg")
    table.put(reviewed)
    wait_for_version(page, reviewed)
    # The review draws the page again; what falls goes on.
    assert page.find_element("css selector", "#party svg") == first
    gone = TableState(reviewed.version + 1)
    table.put(gone)
    wait_for_version(page, gone)
    assert page.execute_script(FALLING) == 0
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
