"""The board page for everybody: screen readers, keyboards, languages, broken lines."""

from __future__ import annotations

from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.front_ends.messages import TableState
from companion.phones.web.static import load_pages
from companion.ui.games.shared.seats import SEATS
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, Network, complaints, module, resize, wait_for
from tests.phones.web.house import GO_ON, Pages, house
from tests.phones.web.shown import reviewed, wait_for_version

AXE = files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
RUN_AXE = (
    "const done = arguments[0]; axe.run().then(found => done(found.violations), error => done([{id: String(error)}]))"
)
WIDTHS = (320, 1280)
LINK = "document.getElementById('link').textContent"
ROW = "UP OK UP OK UP OK UP OK OK"


COME_BACK = """
const done = arguments[0], links = [];
const watch = new MutationObserver(() => {
    links.push(document.body.dataset.link);
    if (links.length === 2) { watch.disconnect(); done(links); }
});
watch.observe(document.body, {attributes: true, attributeFilter: ["data-link"]});
const event = new Event("KIND");
event.persisted = true;
TARGET.dispatchEvent(event);
"""
CLOSED = """
window.ended = [];
const close = EventSource.prototype.close;
EventSource.prototype.close = function () { ended.push(this.readyState); close.call(this); };
TARGET.dispatchEvent(new Event("KIND"));
return ended;
"""
JUMP = """
const now = Date.now;
Date.now = () => now() + 600000;
window.opened = 0;
new MutationObserver(() => opened++).observe(document.body, {attributes: true, attributeFilter: ['data-link']});
"""
SAID = """
window.said = [];
const live = document.getElementById("live"), told = () => Array.from(live.children, line => line.textContent);
new MutationObserver(() => said.push(...told())).observe(live, {childList: true});
"""
CHOOSE = (
    "const field = document.querySelector('select'); field.value = 'fr'; field.dispatchEvent(new Event('change'));"
)


def violations(page: Browser) -> list[Any]:
    """Return what axe-core finds in the page, by its rules."""
    page.execute_script(AXE)
    return [(one["id"], [node["html"] for node in one.get("nodes", [])]) for one in page.execute_async_script(RUN_AXE)]


def over(key: str) -> TableState:
    """Return the end of a match, with its review where it has one."""
    match = RandomMatch(CATALOGUE[key], {}, 2)
    list(match.positions(WHOLE_MOST))
    return reviewed(match.told)


def middle(key: str) -> TableState:
    """Return a state in the middle of a match."""
    match = RandomMatch(CATALOGUE[key], {}, 2)
    list(match.positions(9))
    return match.told


def wait_for_task(page: Browser, words: str) -> None:
    """Wait until the page says *words* of whose turn it is."""
    wait_for(page, "document.querySelector('.task').textContent === arguments[0]", words)


def test_axe_finds_what_is_wrong(page: Browser) -> None:
    wait_for(page, "document.querySelector('.idle')")
    page.execute_script("document.getElementById('full').removeAttribute('aria-label')")
    assert [rule for rule, _ in violations(page)] == ["button-name"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("key", ["brainiac", "ambassador", "coda", "passcode"])
def test_axe_finds_nothing_wrong_in_a_match_and_at_its_end(page: Browser, table: Table, key: str, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    for told in (middle(key), over(key)):
        table.put(told)
        wait_for_version(page, told)
        for width in WIDTHS:
            resize(page, width, 800)
            assert violations(page) == []
            assert page.execute_script("return document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_wrong_without_a_match_and_without_the_box(page: Browser, table: Table) -> None:
    wait_for(page, "document.querySelector('.idle')")
    assert violations(page) == []
    table.socket.close()
    wait_for(page, "document.body.dataset.link === 'away'")
    assert violations(page) == []
    assert page.find_element("id", "link").text == "The box cannot be reached. Is it switched on?"
    table.begin()
    wait_for(page, "document.body.dataset.link === 'current'")


def test_every_change_is_said_in_a_sentence(page: Browser, table: Table) -> None:
    wait_for(page, "document.querySelector('.idle')")
    page.execute_script(SAID)
    driver = table.open_match("mastermind")
    # A state that is still on its way gives way to a newer one.
    wait_for_task(page, "Ben sets row 1.")
    assert driver.position.player_to_move is not None
    driver.submit_text(driver.position.player_to_move, "ROYG")
    wait_for_task(page, "Ben sets row 2.")
    answer = driver.position.view(None).now.rows[0].answer
    assert page.execute_script("return said") == [
        "Round 1: Ben looks for the code.",
        "Anna has 0 points.",
        "Ben has 0 points.",
        "Ben sets row 1.",
        f"Row 1: red, orange, yellow, green. {answer.blacks} red, {answer.whites} white.",
        "Ben sets row 2.",
    ]


def test_controls_are_reached_and_used_with_the_keyboard(page: Browser) -> None:
    from selenium.webdriver.common.keys import Keys

    wait_for(page, "document.querySelector('.idle')")
    reached = []
    for _ in range(2):
        page.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(page.switch_to.active_element.get_attribute("aria-label"))
    assert reached == ["Language", "Full screen"]
    page.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(page, "document.fullscreenElement")
    page.switch_to.active_element.send_keys(Keys.ENTER)
    wait_for(page, "!document.fullscreenElement")


def test_chosen_language_is_kept(page: Browser, table: Table) -> None:
    table.open_match("mastermind", players=("Player 1", "Anna"))
    wait_for_task(page, "Anna sets row 1.")
    page.execute_script(CHOOSE)
    wait_for_task(page, "Anna pose la rangée 1.")
    page.refresh()
    wait_for_task(page, "Anna pose la rangée 1.")
    assert page.find_element("css selector", ".scores .name").text == "Joueur 1"


@pytest.mark.parametrize("language", ["fr", "de"])
def test_page_for_all_speaks_as_the_box_whatever_its_browser_does(
    network: Network, pages: Pages, table: Table, language: str
) -> None:
    with network.browser(language) as television:
        television.get(URL)
        wait_for_task(television, "No match is open. Start one on the box.")
        table.put(TableState(1, language="fr"))
        wait_for_task(television, "Aucune partie en cours. Commencez-en une sur la boîte.")
        table.put(TableState(2, language="en"))
        wait_for_task(television, "No match is open. Start one on the box.")
        television.execute_script(CHOOSE)
        wait_for_task(television, "Aucune partie en cours. Commencez-en une sur la boîte.")
        table.put(TableState(3, language="en"))
        wait_for(television, "document.getElementById('main').dataset.version === '3'")
        assert television.find_element("css selector", ".task").text.startswith("Aucune partie")
        assert complaints(television) == []


@pytest.mark.parametrize(
    "event", ["document visibilitychange", "document resume", "window online", "window offline", "window pageshow"]
)
def test_page_that_comes_back_is_old_until_it_is_told(page: Browser, table: Table, event: str) -> None:
    wait_for(page, "document.body.dataset.link === 'current'")
    target, kind = event.split()
    links = page.execute_async_script(COME_BACK.replace("KIND", kind).replace("TARGET", target))
    assert links == ["lost", "current"]


def test_page_that_finds_no_server_for_a_while_asks_whether_the_box_is_on(network: Network, table: Table) -> None:
    with network.browser() as television:
        with closing(Pages(network, table.folder)):
            television.get(URL)
            wait_for(television, "document.body.dataset.link === 'current'")
        wait_for(television, "document.body.dataset.link === 'lost'")
        assert television.find_element("id", "link").text.startswith("Connecting.")
        wait_for(television, f"{LINK} === 'The box cannot be reached. Is it switched on?'")
        with closing(Pages(network, table.folder)):
            wait_for(television, f"{LINK} === ''")


@pytest.mark.parametrize(("away", "back"), [("window pagehide", "pageshow"), ("document freeze", "resume")])
def test_page_that_is_kept_or_frozen_holds_no_connection(page: Browser, away: str, back: str) -> None:
    wait_for(page, "document.body.dataset.link === 'current'")
    target, kind = away.split()
    # One call, of the one stream, which was open.
    assert page.execute_script(CLOSED.replace("KIND", kind).replace("TARGET", target)) == [1]
    assert page.execute_async_script(COME_BACK.replace("KIND", back).replace("TARGET", target)) == ["lost", "current"]


def test_page_comes_back_after_a_jump_of_the_clock(page: Browser) -> None:
    wait_for(page, "document.body.dataset.link === 'current'")
    page.execute_script(JUMP)
    wait_for(page, "opened >= 2 && document.body.dataset.link === 'current'")


def test_page_follows_the_box_over_a_power_cut(network: Network, browser: Browser, tmp_path: Path) -> None:
    with house(network, tmp_path) as box:
        browser.get(URL)
        wait_for(browser, "document.body.dataset.link === 'away'")
        box.begin("mastermind", ("Anna", "Ben"))
        box.start()
        wait_for(browser, "document.querySelector('.idle')")
        box.press(f"{GO_ON} {ROW}")
        wait_for(browser, "document.querySelectorAll('.board .newest').length === 1")
        before = browser.execute_script("return document.querySelector('.board').textContent")
        box.cut_the_power()
        wait_for(browser, "document.body.dataset.link === 'away'")
        box.start()
        wait_for(browser, "document.body.dataset.link === 'current' && document.querySelector('.idle')")
        box.press(GO_ON)
        wait_for(browser, "document.querySelector('.board').textContent === arguments[0]", before)
        assert complaints(browser) == []
        browser.get("about:blank")


def test_players_have_the_signs_and_colours_of_the_box(browser: Browser) -> None:
    seats = browser.execute_script(f"return {module('seats.js')}.SEATS")
    assert seats == [{"rgb": [*seat.rgb], "pixels": seat.pixels} for seat in SEATS]


def test_script_is_one_file_with_each_module_that_it_imports_once(browser: Browser, tmp_path: Path) -> None:
    sources = {
        "page.html": '<script src="/s/@/one.js">',
        "one.js": 'import { f } from "./two.js";\nimport * as all from "./three.js";\nprint(f() + all.g + all.h());\n',
        "two.js": 'import { g as own } from "./three.js";\nexport function f() { return own; }\n',
        "three.js": "export const g = 20;\nexport const h = () => 2;\nprint(3);\n",
    }
    for name, text in sources.items():
        (tmp_path / name).write_text(text, "utf-8")
    script = load_pages(tmp_path).files["one.js"].plain.decode()
    said = browser.execute_script(f"const said = [], print = value => said.push(value); {script}; return said;")
    assert said == [3, 42]
