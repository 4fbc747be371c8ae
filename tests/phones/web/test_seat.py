"""The private page of a player at a real table: accessible, covered, and ended by the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.phones.messages import Ask
from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.web.browser import URL, Browser, Network, complaints, resize, wait_for
from tests.phones.web.scenes import TAP, Scene, Stage, scenes, stage
from tests.phones.web.test_page import violations

# What is drawn of a hand, and the choices that would tell it.
OWN = """
return Array.from(document.querySelectorAll('.own svg, [data-name^="choice play "], [data-name^="choice discard "]'),
    drawn => drawn.outerHTML);
"""
SIZES = "return Array.from(document.querySelectorAll('.digit'), one => parseFloat(getComputedStyle(one).fontSize))"
ENDED = "document.body.innerText.includes('This phone plays no longer.')"


@pytest.fixture(scope="module")
def phone(network: Network) -> Iterator[Browser]:
    with network.browser("en", (360, 640)) as opened:
        yield opened


@pytest.fixture
def staged(network: Network, tmp_path: Path) -> Iterator[Stage]:
    with stage(network, tmp_path) as made:
        yield made


def test_page_of_each_family_is_accessible_covered_and_open(staged: Stage, phone: Browser) -> None:
    found = list(scenes())
    staged.admit(phone, found[0])
    for scene in found:
        staged.show(phone, scene)
        assert violations(phone) == [], scene.name
        phone.execute_script("dispatchEvent(new Event('blur'))")
        assert violations(phone) == [], scene.name
    assert complaints(phone) == []


def test_digits_of_six_players_can_be_read_at_320_pixels(staged: Stage, phone: Browser) -> None:
    match = RandomMatch(CATALOGUE["passcode"], {}, 6)
    list(match.positions(120))
    assert match.told.match is not None
    names = ("Maximilienne", "Ben", "Chloé", "David", "Emma", "Farid")
    scene = Scene("six", replace(match.told, match=replace(match.told.match, players=names)), ())
    staged.admit(phone, scene)
    version = staged.put(scene)
    wait_for(phone, "document.getElementById('main').dataset.version === arguments[0]", version)
    resize(phone, 320, 640)
    sizes = phone.execute_script(SIZES)
    width = phone.execute_script("return document.documentElement.scrollWidth")
    resize(phone, 360, 640)
    assert len(sizes) == 6 * 18
    assert min(sizes) >= 14
    assert width == 320


def test_hand_is_not_in_the_page_while_it_is_covered(staged: Stage, phone: Browser) -> None:
    for scene in scenes():
        if scene.name not in ("attack", "play"):
            continue
        staged.admit(phone, scene)
        staged.show(phone, replace(scene, taps=()))
        covered = phone.execute_script(OWN)
        phone.execute_script(TAP, "look")
        shown = phone.execute_script(OWN)
        assert (covered, bool(shown)) == ([], True), scene.name
        phone.execute_script("dispatchEvent(new Event('blur'))")
        assert phone.execute_script(OWN) == []


def test_phone_that_the_table_ends_forgets_its_key(staged: Stage, phone: Browser) -> None:
    scene = next(scenes())
    staged.admit(phone, scene)
    staged.show(phone, scene)
    staged.table.desk.end(0)
    wait_for(phone, ENDED)
    assert phone.execute_script("return localStorage.getItem('codemaker-seat')") is None


def test_new_phone_of_the_player_ends_the_old_one(staged: Stage, phone: Browser, network: Network) -> None:
    scene = next(scenes())
    staged.admit(phone, scene)
    staged.show(phone, scene)
    with network.browser("en", (360, 640)) as other:
        staged.admit(other, scene)
        staged.show(other, scene)
        wait_for(phone, ENDED)


def test_phone_has_the_eight_digits_of_the_box_for_a_name_asked_for_again_and_is_told_why_it_waits_no_longer(
    staged: Stage, phone: Browser
) -> None:
    desk = staged.table.desk
    staged.put(next(scenes()))
    phone.get("about:blank")
    desk.open_lobby(())
    phone.get(f"{URL}/p")
    wait_for(phone, "document.querySelector('[data-name=ask0]')")
    phone.execute_script("document.querySelector('[data-name=ask0]').click()")
    while not desk.seen.askers:
        staged.table.seen()
    desk.withdraw()
    wait_for(phone, "document.getElementById('trouble').textContent === 'The box did not let this phone play.'")
    desk.open_lobby(())
    wait_for(phone, "document.querySelector('[data-name=ask0]')")
    phone.execute_script("document.querySelector('[data-name=ask0]').click()")
    while not desk.seen.askers:
        staged.table.seen()
    name = desk.seen.askers[0].name
    desk.commands.append(lambda line: staged.table.line.take(Ask(9, name, bytes(32), "another"), "nowhere"))
    desk.wake()
    while len(desk.seen.askers) < 2:
        staged.table.seen()
    desk.compare()
    digits = wait_for(phone, "document.querySelector('.digits') && document.querySelector('.digits').textContent")
    while not (shown := [one for one in desk.seen.askers if one.digits]):
        staged.table.seen()
    assert (shown[0].digits, len(shown[0].more)) == (digits, 4)
    assert f"these follow: {shown[0].more}" in phone.execute_script("return document.body.innerText")
    desk.withdraw()


def test_phone_that_scans_the_code_of_the_box_joins_without_digits_and_its_reload_waits_on(
    staged: Stage, phone: Browser
) -> None:
    desk = staged.table.desk
    staged.put(next(scenes()))
    phone.get(f"{URL}/p")
    phone.execute_script("localStorage.clear(); sessionStorage.clear()")
    phone.get("about:blank")
    desk.open_lobby(())
    phone.get(f"{URL}/p#{desk.lobby_secret}")
    wait_for(phone, "document.querySelector('[data-name=ask0]')")
    assert "#" not in phone.current_url
    assert phone.execute_script("return document.getElementById('letters')") is None
    phone.refresh()
    wait_for(phone, "document.querySelector('[data-name=ask0]')")
    phone.execute_script("document.querySelector('[data-name=ask0]').click()")
    while [(one.digits, one.is_scanned) for one in desk.seen.askers] != [("", True)]:
        staged.table.seen()
    wait_for(phone, "sessionStorage.getItem('codemaker-waiting')")
    assert phone.execute_script("return document.querySelector('.digits')") is None
    phone.refresh()
    wait_for(phone, "document.getElementById('task').textContent.startsWith('Look at the box')")
    desk.compare()
    desk.admit(frozenset(one.phone for one in desk.seen.askers))
    wait_for(phone, "document.querySelector('.board')")
    assert phone.execute_script("return [sessionStorage.getItem('codemaker-lobby'), localStorage.length > 0]") == [
        None, True
    ]  # fmt: skip
    # The code of a lobby that has ended lets no phone in.
    desk.end(0)
    wait_for(phone, ENDED)
    old = desk.lobby_secret
    desk.open_lobby(())
    phone.get("about:blank")
    phone.get(f"{URL}/p#{old}")
    wait_for(phone, "document.querySelector('[data-name=ask0]')")
    phone.execute_script("document.querySelector('[data-name=ask0]').click()")
    wait_for(phone, "document.getElementById('trouble').textContent.startsWith('The box shows another code now')")
    desk.withdraw()
