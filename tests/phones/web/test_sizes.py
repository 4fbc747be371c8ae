"""What is written on a phone of 320 pixels: large enough, and inside the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.front_ends.messages import TableState
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.web.browser import URL, Browser, Network, resize, wait_for
from tests.phones.web.scenes import Scene, Stage, scenes, stage

SMALL = """
const scale = text => {
    const svg = text.closest('svg');
    return svg ? svg.getScreenCTM().a : 1;
};
const written = Array.from(document.querySelectorAll('body *')).filter(one =>
    Array.from(one.childNodes).some(node => node.nodeType === 3 && node.textContent.trim())
    && one.getClientRects().length && !one.closest('.unseen, script, [hidden]'));
const sizeOf = one => parseFloat(getComputedStyle(one).fontSize) * scale(one);
return written.map(one => [one.textContent.trim().slice(0, 20), sizeOf(one)])
    .filter(([, size]) => size < 13.99);
"""
WIDTH = "return document.documentElement.scrollWidth"
FOUR = ("Maximilien", "Ben", "Chloé", "David")
# The scores that something else is over, once the page shows each of them.
COVERED = """
return Array.from(document.querySelectorAll(".scores li")).filter(line => {
    line.scrollIntoView({block: "nearest"});
    const box = line.getBoundingClientRect();
    return !line.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}).map(line => line.textContent);
"""


def ended(key: str, players: int) -> TableState:
    """Return the end of a match."""
    match = RandomMatch(CATALOGUE[key], {}, players)
    list(match.positions(WHOLE_MOST))
    assert match.told.match is not None
    return replace(match.told, match=replace(match.told.match, players=FOUR[:players]))


@pytest.fixture(scope="module")
def phone(network: Network) -> Iterator[Browser]:
    with network.browser("en", (320, 640)) as opened:
        yield opened


@pytest.fixture
def staged(network: Network, tmp_path: Path) -> Iterator[Stage]:
    with stage(network, tmp_path) as made:
        yield made


def test_nothing_is_written_below_14_pixels_and_nothing_is_beside_the_page(staged: Stage, phone: Browser) -> None:
    found = list(scenes())
    staged.admit(phone, found[0])
    for scene in found:
        staged.show(phone, scene)
        assert (scene.name, phone.execute_script(SMALL)) == (scene.name, [])
        assert phone.execute_script(WIDTH) == 320


def test_names_of_a_set_up_fit_a_phone_and_are_written_as_they_are(staged: Stage, phone: Browser) -> None:
    staged.open_set_up("Zoé", "Wilhelmina")
    # Without the key of another test.
    phone.get(f"{URL}/p")
    phone.execute_script("localStorage.clear()")
    phone.get(f"{URL}/p")
    wait_for(phone, "document.getElementById('another')")
    assert phone.execute_script(WIDTH) == 320
    assert phone.execute_script(SMALL) == []
    style = "const style = getComputedStyle(document.getElementById('another'));"
    assert phone.execute_script(f"{style} return [style.letterSpacing, style.textTransform]") == ["normal", "none"]


@pytest.mark.parametrize("key", ["coda", "passcode"])
def test_scores_of_four_players_are_seen_at_the_end_at_360_pixels(staged: Stage, phone: Browser, key: str) -> None:
    scene = Scene(key, ended(key, 4), ())
    resize(phone, 360, 640)
    staged.admit(phone, scene)
    version = staged.put(scene)
    wait_for(phone, "document.getElementById('main').dataset.version === arguments[0]", version)
    assert phone.execute_script(COVERED) == []
    assert phone.execute_script(WIDTH) == 360
    said = phone.find_element("css selector", ".scores").text
    assert [name in said for name in FOUR] == [True] * 4
    assert said.count("level") == (4 if key == "passcode" else 0)
    result = phone.find_element("class name", "shared").text
    assert [name in result for name in FOUR] == [True] * 4
    resize(phone, 320, 640)
    wait_for(phone, "document.querySelector('.log summary')").click()
    assert (phone.execute_script(SMALL), phone.execute_script(WIDTH)) == ([], 320)


def test_sentence_about_the_box_covers_no_score_of_the_board_at_360_pixels(staged: Stage, phone: Browser) -> None:
    told = replace(ended("passcode", 4), version=staged.version + 1)
    resize(phone, 360, 640)
    phone.get(URL)
    staged.table.put(told)
    wait_for(phone, "document.querySelector('.scores')")
    staged.table.socket.close()
    wait_for(phone, "document.body.dataset.link === 'away'")
    assert phone.execute_script(COVERED) == []
    assert phone.execute_script(WIDTH) == 360
    staged.table.begin()
    resize(phone, 320, 640)
