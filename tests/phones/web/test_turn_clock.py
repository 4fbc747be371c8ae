"""The clock of a turn on the pages: counted down by the page, in step with the box, said when its stage changes."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.front_ends.messages import Clock, TableState
from companion.match.clock import Stage as ClockStage
from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, Network, complaints, resize, wait_for
from tests.phones.web.house import Pages
from tests.phones.web.relay import Relay, relay
from tests.phones.web.scenes import STILL, Scene, Stage, scenes, stage
from tests.phones.web.shown import message, wait_for_version
from tests.phones.web.test_page import CHOOSE, SAID, violations
from tests.phones.web.text_box import TextBox

BOX_MS = 1_000_000
"""What the box's clock shows when the page opens."""
FREE, OPEN, LIMIT, UP = ClockStage.FREE, ClockStage.OPEN, ClockStage.LIMIT, ClockStage.UP
# The time of the page stands still until a test sets `at`.
STOP = "window.at = 7000; performance.now = () => at"
SHOWN = (
    "const clock = document.querySelector('.clock'); return [clock.querySelector('b').textContent,"
    " clock.querySelector('span').textContent, clock.classList.contains('urgent')]"
)
SHOWS = (
    "document.querySelector('.clock b').textContent === arguments[0]"
    " && document.querySelector('.clock span').textContent === arguments[1]"
)
PLACES = """
const box = element => {
    const {x, y, width, height} = element.getBoundingClientRect();
    return [x, y, width, height];
};
return Array.from(document.querySelectorAll(".clock, .clock b, .board, .scores"), box);
"""
DIGITS = """
const range = document.createRange(), text = document.querySelector(".clock b");
range.selectNodeContents(text);
const {left, right, bottom} = range.getBoundingClientRect(), around = text.parentNode.getBoundingClientRect();
const isInside = left >= around.left && right <= around.right && bottom <= innerHeight;
return [parseFloat(getComputedStyle(text).fontSize), isInside];
"""
MOVES = "return getComputedStyle(document.querySelector('.clock b')).animationName"
ON_TOP = """
scrollTo(0, document.body.scrollHeight);
const {top, bottom, left, width} = document.querySelector(".clock").getBoundingClientRect();
const seen = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
return [scrollY > 0, top >= 0 && bottom <= innerHeight && Boolean(seen.closest(".clock"))];
"""


def coda(clock: Clock | None, version: int = 1) -> TableState:
    """Return a state of Coda with *clock*."""
    match = RandomMatch(CATALOGUE["coda"], {"first": "1", "clock": "on"}, 3)
    list(match.positions(24))
    return replace(match.told, version=version, clock=clock)


def running(stage: ClockStage, left_ms: int) -> Clock:
    """Return a clock that has *left_ms* when the page opens."""
    return Clock(stage, is_running=True, ends_ms=BOX_MS + left_ms)


class Followed:
    """A board page, whose time stands still, and the web process that tells it."""

    def __init__(self, web: Relay, page: Browser) -> None:
        self.web = web
        self.page = page
        self._versions = itertools.count(1)
        self._open(lambda: page.get(URL))
        page.execute_script(STOP)

    def _open(self, act: Callable[[], object]) -> None:
        """Do what opens a stream, and wait for it."""
        opened: list[bool] = []
        self.web.on_stream = lambda: opened.append(True)
        act()
        wait_for(self.page, "document.querySelector('#full').getAttribute('aria-label')")
        self.web.wait_until(lambda: bool(opened))

    def come_back(self) -> None:
        """Have the page connect again, as after a sleep."""
        self._open(lambda: self.page.execute_script("document.dispatchEvent(new Event('resume'))"))

    def tell(self, clock: Clock | None, now_ms: int = BOX_MS) -> None:
        """Tell the page what the box's clock shows, and a state with *clock*."""
        self.web.push("ping", {"now_ms": now_ms})
        version = next(self._versions)
        self.web.push("state", message(coda(clock, version)))
        wait_for(self.page, "document.getElementById('main').dataset.version === arguments[0]", str(version))

    def pass_to(self, at_ms: int) -> None:
        """Show the page the time at which it has been open for *at_ms* milliseconds."""
        self.page.execute_script("at = 7000 + arguments[0]", at_ms)

    def wait_for(self, time: str, words: str) -> None:
        wait_for(self.page, SHOWS, time, words)

    def shown(self) -> Any:
        return self.page.execute_script(SHOWN)


@pytest.fixture
def followed(network: Network, browser: Browser) -> Iterator[Followed]:
    resize(browser, 1280, 800)
    with relay(network) as web:
        yield Followed(web, browser)
        browser.get("about:blank")


def test_page_counts_the_limit_down_and_marks_the_last_seconds_in_words(followed: Followed) -> None:
    followed.tell(running(LIMIT, 16_500))
    assert followed.shown() == ["0:17", "The limit runs.", False]
    for at_ms, digits, words in (
        (500, "0:16", "The limit runs."),
        (10_600, "0:06", "The limit runs."),
        (11_500, "0:05", "Last seconds."),
        (16_499, "0:01", "Last seconds."),
        (16_500, "0:00", "Time is up."),
    ):
        followed.pass_to(at_ms)
        followed.wait_for(digits, words)
    assert complaints(followed.page) == []


def test_end_of_the_free_time_is_shown_and_said_without_a_state(followed: Followed) -> None:
    followed.page.execute_script(SAID)
    followed.tell(running(FREE, 61_000))
    assert followed.shown() == ["1:01", "Time to think.", False]
    said = len(followed.page.execute_script("return said"))
    for at_ms, digits in ((1_000, "1:00"), (2_000, "0:59"), (60_999, "0:01")):
        followed.pass_to(at_ms)
        followed.wait_for(digits, "Time to think.")
    followed.pass_to(61_000)
    followed.wait_for("0:00", "A limit may be set.")
    wait_for(followed.page, "said.length > arguments[0]", said)
    # No second was said.
    assert followed.page.execute_script("return said.slice(arguments[0])", said) == ["A limit may be set."]
    # The board is not drawn again for the clock alone.
    board = followed.page.find_element("css selector", ".board")
    followed.tell(running(LIMIT, 81_000))
    assert board.is_displayed()
    assert followed.page.execute_script("return said.slice(arguments[0])", said + 1) == ["The limit runs."]


def test_limit_of_another_game_is_shown_and_its_warnings_are_said_once(followed: Followed) -> None:
    match = RandomMatch(CATALOGUE["mastermind"], {"time": "60"}, 2)
    list(match.positions(6))
    limited = [
        replace(match.told, version=version, clock=clock)
        for version, clock in enumerate((Clock(LIMIT, is_running=False, left_ms=60_000), running(LIMIT, 60_000)), 900)
    ]
    followed.page.execute_script(SAID)
    followed.web.push("ping", {"now_ms": BOX_MS})
    for state in limited:
        followed.web.push("state", message(state))
    followed.wait_for("1:00", "60 seconds left.")
    said = len(followed.page.execute_script("return said"))
    for at_ms, digits, words in (
        (29_000, "0:31", "The limit runs."),
        (30_000, "0:30", "30 seconds left."),
        (31_000, "0:29", "The limit runs."),
        (50_000, "0:10", "10 seconds left."),
        (51_000, "0:09", "The limit runs."),
    ):
        followed.pass_to(at_ms)
        followed.wait_for(digits, words)
    new = followed.page.execute_script("return said.slice(arguments[0])", said)
    assert [words for words in new if "left" in words] == ["30 seconds left.", "10 seconds left."]
    assert complaints(followed.page) == []


def test_paused_clock_stands_still(followed: Followed) -> None:
    paused = Clock(LIMIT, is_running=False, left_ms=4_200)
    followed.tell(paused)
    assert followed.shown() == ["0:05", "The clock is paused.", False]
    followed.pass_to(60_000)
    followed.tell(paused)
    assert followed.shown() == ["0:05", "The clock is paused.", False]


def test_time_of_a_message_that_was_late_is_not_believed(followed: Followed) -> None:
    followed.tell(running(LIMIT, 16_500), BOX_MS - 3_000)
    assert followed.shown() == ["0:20", "The limit runs.", False]
    followed.tell(running(LIMIT, 16_500), BOX_MS)
    assert followed.shown() == ["0:17", "The limit runs.", False]
    followed.tell(running(LIMIT, 16_500), BOX_MS - 5_000)
    assert followed.shown() == ["0:17", "The limit runs.", False]


@pytest.mark.parametrize("now_ms", [BOX_MS + 10_000, 3_000])
def test_page_that_comes_back_has_the_time_of_the_box(followed: Followed, now_ms: int) -> None:
    """Its own clock may have stood still in a sleep, and the box may have been started again meanwhile."""
    followed.tell(running(LIMIT, 16_500))
    followed.come_back()
    followed.tell(Clock(LIMIT, is_running=True, ends_ms=now_ms + 6_500), now_ms)
    assert followed.shown() == ["0:07", "The limit runs.", False]


def test_clock_that_has_not_begun_is_shown_and_none_after_the_match(followed: Followed) -> None:
    followed.tell(None)
    assert followed.shown() == ["–:––", "The clock has not begun.", False]
    state = message(coda(None, 99))
    state["match"]["view"]["rules"]["clock"] = False
    followed.web.push("state", state)
    wait_for(followed.page, "document.querySelector('.board') && !document.querySelector('.clock')")


def clocks() -> list[Clock | None]:
    """Return a clock in each stage; it was started a moment ago."""
    now = round(1000 * time.monotonic())
    stages = [Clock(stage, is_running=True) for stage in (OPEN, UP)]
    return [
        None,
        Clock(FREE, is_running=True, ends_ms=now + 60_000),
        *stages,
        Clock(LIMIT, is_running=True, ends_ms=now + 20_000),
        Clock(LIMIT, is_running=True, ends_ms=now + 5_000),
        Clock(LIMIT, is_running=False, left_ms=8_000),
    ]


@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1920, 3840])
def test_nothing_moves_when_the_stage_changes(page: Browser, table: Table, width: int) -> None:
    resize(page, width, width * 9 // 16 if width > 1000 else 740)
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": STILL})
    version = itertools.count(1)
    for language in ("en", "fr"):
        places: list[object] = []
        for clock in clocks():
            told = coda(clock, next(version))
            table.put(told)
            wait_for_version(page, told)
            if language == "fr" and len(places) == 0:
                page.execute_script(CHOOSE)
                wait_for(page, "document.querySelector('.clock span').textContent.includes('horloge')")
            places.append(page.execute_script(PLACES))
            size, is_inside = page.execute_script(DIGITS)
            assert is_inside
            assert size >= max(44, width / 12)
        assert places == [places[0]] * len(places), language
        assert page.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong_in_any_stage(page: Browser, table: Table, scheme: str) -> None:
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    for number, clock in enumerate(clocks(), 1):
        told = coda(clock, number)
        table.put(told)
        wait_for_version(page, told)
        assert violations(page) == []


def test_clock_of_a_reader_who_wants_no_motion_does_not_move(page: Browser, table: Table) -> None:
    moves = []
    for number, wish in enumerate(("no-preference", "reduce"), 1):
        feature = {"name": "prefers-reduced-motion", "value": wish}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        told = coda(Clock(LIMIT, is_running=True, ends_ms=round(1000 * time.monotonic()) + 5_000), number)
        table.put(told)
        wait_for_version(page, told)
        moves.append(page.execute_script(MOVES))
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert moves == ["beat", "none"]


# The private page


@pytest.fixture
def staged(network: Network, tmp_path: Path) -> Iterator[Stage]:
    with stage(network, tmp_path) as made:
        yield made


def timed(scene: Scene, clock: Clock | None) -> Scene:
    return replace(scene, told=replace(scene.told, clock=clock))


def test_player_at_a_phone_sees_the_limit_and_keeps_what_is_entered(staged: Stage, network: Network) -> None:
    attack = next(scene for scene in scenes() if scene.name == "attack")
    with network.browser("en", (360, 640)) as phone:
        staged.admit(phone, attack)
        staged.show(phone, timed(attack, Clock(OPEN, is_running=True)))
        entered = phone.execute_script("return document.querySelector('.send').textContent")
        limit = Clock(LIMIT, is_running=True, ends_ms=round(1000 * time.monotonic()) + 20_000)
        send = phone.find_element("css selector", ".send")
        version = staged.put(timed(attack, limit))
        wait_for(phone, "document.getElementById('main').dataset.version === arguments[0]", version)
        wait_for(phone, "/^0:(20|1\\d)$/.test(document.querySelector('.clock b').textContent)")
        assert phone.execute_script("return document.getElementById('stage').textContent") == "The limit runs."
        # It is the same button, so that no press on it is lost.
        assert send.text == entered
        assert entered.endswith("?")
        resize(phone, 360, 420)
        assert phone.execute_script(ON_TOP) == [True, True]
        assert violations(phone) == []
        assert complaints(phone) == []


# The whole way, from a box with a clock of its own


def test_clock_of_a_real_box_is_paused_by_its_menu(network: Network, browser: Browser, tmp_path: Path) -> None:
    box = TextBox(tmp_path, 'table_socket = "watch"\n')
    box.table.mkdir(mode=0o700, parents=True)
    pages = Pages(network, box.table)
    try:
        browser.get(URL)
        box.begin("coda", ("Anna", "Ben"), {"deal": "chance", "first": "1", "clock": "on"})
        box.start()
        box.go_on()
        # The page that says what to find.
        box.reads("OK: go on")
        box.press("ok")
        wait_for(browser, "/^(1:00|0:5\\d)$/.test(document.querySelector('.clock b').textContent)")
        box.press("back")
        wait_for(browser, "document.querySelector('.clock span').textContent === 'The clock is paused.'")
        box.press("back")
        wait_for(browser, "document.querySelector('.clock span').textContent === 'Time to think.'")
        assert complaints(browser) == []
    finally:
        box.cut_the_power()
        pages.close()
        browser.get("about:blank")
