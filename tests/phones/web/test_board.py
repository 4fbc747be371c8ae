"""The board page follows whole matches, and shows what the state says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.match.driver import MatchPosition
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch
from tests.front_ends.test_documented import largest_view
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import Browser, complaints, resize
from tests.phones.web.shown import expected, message, shown, shown_scores, wait_for_version
from tests.support.front_end import Message

LOOKS_MOST = 40
WIDTHS = """
const drawn = document.querySelectorAll(".board .peg, .board .panel, .board .digit");
return Array.from(drawn, one => one.getBoundingClientRect().width);
"""
MARKED = """
return Array.from(document.querySelectorAll(".hand"), hand => Array.from(hand.querySelectorAll(".panels > .panel")))
    .flatMap((row, seat) => row.map((panel, place) => panel.classList.contains("inserted") ? [seat, place] : null))
    .filter(Boolean);
"""
HOSTILE = ("<img src=x onerror=alert(1)>", "</h2><script>alert(2)</script>", "&lt;b&gt; ${name} {name}", "W" * 60)


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
        ("passcode", 3, {}),
    ],
)
def test_page_shows_every_state_of_a_whole_match(
    page: Browser, table: Table, key: str, players: int, options: dict[str, str]
) -> None:
    match = RandomMatch(CATALOGUE[key], options, players)
    positions = match.positions(WHOLE_MOST)
    states = [match.told for _ in positions]
    for told in states[:: 1 + len(states) // LOOKS_MOST] + states[-1:]:
        state = message(told)
        table.put(told)
        wait_for_version(page, told)
        assert shown(page, state["match"]["family"]) == expected(state)
    assert complaints(page) == []


def grown(before: Message | None, now: Message) -> list[int] | None:
    """Return the seat and the place of the one panel that is new since the state *before*, if there is one."""
    rounds = [state["match"]["view"]["round"] for state in (before, now) if state is not None]
    if len(rounds) < 2 or None in rounds or not all(one["is_dealt"] for one in rounds):
        return None
    old, new = ([[panel["colour"] for panel in row] for row in one["rows"]] for one in rounds)
    seats = [seat for seat, row in enumerate(new) if len(row) == len(old[seat]) + 1]
    if len(seats) != 1 or rounds[0]["number"] != rounds[1]["number"]:
        return None
    (seat,), inserted = seats, rounds[1]["inserted"]
    return [seat, inserted] if new[seat][:inserted] + new[seat][inserted + 1 :] == old[seat] else None


def test_panel_that_was_put_into_a_row_is_marked_there(page: Browser, table: Table) -> None:
    match, before, marks = RandomMatch(CATALOGUE["coda"], {}, 3), None, []
    states = [match.told for _ in match.positions(120)]
    for told in states:
        state = message(told)
        if (place := grown(before, state)) is not None:
            table.put(told)
            wait_for_version(page, told)
            marks.append((page.execute_script(MARKED), [place]))
        before = state
    assert [shown for shown, _ in marks] == [place for _, place in marks]
    assert len(marks) > 8


@pytest.mark.parametrize(
    ("key", "players", "least"),
    [
        ("mastermind", 2, 65),
        ("brainiac", 2, 65),
        ("super", 2, 65),
        ("coda", 4, 60),
        ("passcode", 2, 60),
        ("passcode", 6, 50),
    ],
)
def test_pegs_and_panels_are_large_on_a_television(
    page: Browser, table: Table, key: str, players: int, least: int
) -> None:
    match = RandomMatch(CATALOGUE[key], {}, players)
    list(match.positions(20))
    table.put(match.told)
    wait_for_version(page, match.told)
    resize(page, 1920, 1080)
    widths = page.execute_script(WIDTHS)
    assert min(widths) >= least
    assert page.execute_script("return document.querySelector('.board').getBoundingClientRect().bottom") <= 1080


def test_largest_edition_fits_a_television_and_a_phone(page: Browser, table: Table) -> None:
    match = RandomMatch(CATALOGUE["mini"], {}, 2)
    view = largest_view()
    told = replace(match.told, version=9, position=MatchPosition(1, frozenset({0}), False, None, lambda seat: view))
    table.put(told)
    wait_for_version(page, told)
    for width, height, least in ((1920, 1080, 48), (320, 640, 20)):
        resize(page, width, height)
        assert min(page.execute_script(WIDTHS)) >= least
        assert page.execute_script("return document.documentElement.scrollWidth") <= width
    resize(page, 1920, 1080)
    assert page.execute_script("return document.querySelector('.board').getBoundingClientRect().bottom") <= 1080


@pytest.mark.parametrize(("key", "players"), [("mini", 2), ("coda", 4), ("passcode", 4)])
def test_names_are_shown_as_text(page: Browser, table: Table, key: str, players: int) -> None:
    match = RandomMatch(CATALOGUE[key], {}, players)
    assert match.told.match is not None
    match.told = replace(match.told, match=replace(match.told.match, players=HOSTILE[:players]))
    table.put(match.told)
    wait_for_version(page, match.told)
    assert [name for name, _ in shown_scores(page)] == list(HOSTILE[:players])
    assert page.execute_script("return document.querySelectorAll('main img, main script, main b *').length") == 0
    for width in (320, 1280):
        resize(page, width, 800)
        assert page.execute_script("return document.documentElement.scrollWidth") <= width
    assert complaints(page) == []
