"""What is written on a phone of 320 pixels: large enough, and inside the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.front_ends.messages import TableState
from tests.phones.web.browser import URL, Browser, Network, wait_for
from tests.phones.web.scenes import Stage, scenes, stage

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
    staged.version += 1
    staged.table.put(TableState(staged.version))
    staged.table.desk.open_lobby(("Zoé", "Wilhelmina"))
    # Without the key of another test.
    phone.get(f"{URL}/p")
    phone.execute_script("localStorage.clear()")
    phone.get(f"{URL}/p")
    wait_for(phone, "document.getElementById('another')")
    assert phone.execute_script(WIDTH) == 320
    assert phone.execute_script(SMALL) == []
    style = "const style = getComputedStyle(document.getElementById('another'));"
    assert phone.execute_script(f"{style} return [style.letterSpacing, style.textTransform]") == ["normal", "none"]
