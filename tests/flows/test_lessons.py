"""The lessons of Passcode and Coda: followed, left, repeated, and with keys that they do not ask for."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.games.pegs.codes import Answer, answer
from companion.ui.games.pegs.lesson import suggested_row, taught_code
from companion.ui.menu import Menu
from companion.ui.text_page import TextPage
from tests.support.flow import Flow, start
from tests.support.paper_tray import edition_of

FOLLOWED = {
    "Passcode": "OK LEFT OK OK OK OK RIGHT OK OK OK OK OK OK OK OK OK OK OK",
    "Coda": "OK LEFT OK OK DOWN OK OK OK OK LEFT OK OK OK OK OK",
}
lessons = pytest.mark.parametrize("title", FOLLOWED)


def learning(title: str) -> Flow:
    """Return a box on which the lesson of the game with this *title* has begun."""
    flow = start()
    for label in ("Learn to play", title):
        choose(flow, label)
    return flow


def choose(flow: Flow, label: str) -> None:
    """Press until the item *label* of the menu is chosen."""
    menu = flow.top
    assert isinstance(menu, Menu)
    labels = [flow.context.translator.say(item.label) for item in menu.items]
    flow.press("DOWN " * ((labels.index(label) - menu.at) % len(labels)), "OK")


def lines(flow: Flow) -> list[str]:
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    return page.lines


def is_left(flow: Flow) -> bool:
    return type(flow.top) is Menu and lines(flow)[0] == "Learn to play"


@lessons
def test_lesson_that_is_followed_ends_in_the_menu_of_lessons_and_keeps_nothing(title: str) -> None:
    flow = learning(title)
    *before, last = FOLLOWED[title].split()
    flow.press(*before)
    assert not is_left(flow)
    assert "Now play a match." in lines(flow)[1]
    flow.press(last)
    assert is_left(flow)
    assert (flow.archive.sheets, flow.context.driver) == ({}, None)


@lessons
def test_lesson_says_a_sentence_before_each_of_its_screens(title: str) -> None:
    flow = learning(title)
    said = []
    for key in FOLLOWED[title].split():
        if lines(flow)[0] == "Learn to play":
            said.append(lines(flow)[1])
        flow.press(key)
    assert len(said) == len(set(said)) == {"Passcode": 7, "Coda": 5}[title]


@lessons
def test_lesson_is_left_with_back_at_every_step(title: str) -> None:
    keys = FOLLOWED[title].split()
    for count in range(len(keys)):
        flow = learning(title)
        flow.press(*keys[:count], "BACK")
        # Where a number is named in an attack, the first BACK takes only that back.
        if not is_left(flow):
            assert flow.press("BACK") == ["Menu"]
        assert is_left(flow)


@lessons
def test_lesson_is_the_same_each_time(title: str) -> None:
    flow = learning(title)
    seen = []
    for _ in range(2):
        frames = []
        for key in FOLLOWED[title].split():
            frames.append(lines(flow))
            flow.press(key)
        seen.append(frames)
        flow.press("OK")
    assert seen[0] == seen[1]


@lessons
@pytest.mark.parametrize("seed", range(5))
def test_lesson_ends_for_a_player_who_presses_other_keys(title: str, seed: int) -> None:
    flow, random = learning(title), Random(seed)
    for _ in range(2_000):
        if is_left(flow):
            return
        flow.press(random.choice(["OK", "OK", "LEFT", "RIGHT", "UP", "DOWN"]))
    pytest.fail("the lesson does not end")


def test_lesson_of_pegs_names_the_kind_of_key_peg_that_its_sentence_explains() -> None:
    flow, random, said = learning("Mastermind"), Random(1), set[str]()
    while not is_left(flow):
        flow.press(random.choice(["OK", "UP"]))
        said |= {line for line in lines(flow) if "right colour" in line}
    found = {" ".join(re.findall("red|white|right place|wrong place", line)) for line in said}
    assert found == {"red right place", "white wrong place"}


def test_suggested_rows_of_mastermind_show_each_kind_of_key_peg_and_then_the_code() -> None:
    edition = edition_of(start().context, "mastermind")
    rows = [suggested_row(edition, number) for number in range(3)]
    assert [answer(taught_code(edition), row) for row in rows] == [Answer(1, 1), Answer(2, 0), Answer(4, 0)]
