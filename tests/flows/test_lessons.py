"""The lessons: followed, left, repeated, and with keys that they do not ask for."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from companion.box import Button, Format
from companion.ui.core.menu import Menu
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.lesson import LessonEnd, TaughtScreen
from tests.support.flow import SMALL, Flow, start
from tests.ui.test_click import type_in
from tools.bench.bench_lesson import FOLLOWED, lesson_own_pegs, lesson_s, lesson_won, lesson_words_page

LOW = Format((128, 32))
lessons = pytest.mark.parametrize("title", FOLLOWED)


def learning(title: str) -> Flow:
    """Return a box on which the lesson of the game with this *title* has begun."""
    flow = start()
    for label in ("Learn", title):
        flow.choose(label)
    return flow


def lines(flow: Flow) -> list[str]:
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    return page.lines


def is_left(flow: Flow) -> bool:
    return type(flow.top) is Menu and lines(flow)[0] == "Learn"


@lessons
def test_lesson_that_is_followed_leads_into_a_match_of_its_game_and_keeps_nothing(title: str) -> None:
    flow = learning(title)
    flow.press(FOLLOWED[title])
    assert "OK: play now" in lines(flow)[-1]
    assert (flow.archive.sheets, flow.context.driver) == ({}, None)
    assert flow.press("OK BACK")[0] == "Menu"
    assert lines(flow)[0].startswith("Learn")
    flow.press("OK", FOLLOWED[title], "OK OK")
    assert flow.archive.sheets[1][0].game == title.lower()


def test_page_of_a_lesson_has_few_words_and_a_learner_sets_the_whole_first_row() -> None:
    assert lesson_words_page() <= 14
    assert lesson_own_pegs() == 3


def test_lesson_takes_at_most_ninety_seconds_as_reckoned() -> None:
    assert lesson_s() <= 90


@lessons
def test_lesson_says_each_of_its_sentences_once(title: str) -> None:
    flow = learning(title)
    said = []
    for key in FOLLOWED[title].split():
        if type(flow.top) is TaughtScreen:
            said.append(lines(flow)[-2])
        flow.press(key)
    assert len(said) == len(set(said)) == {"Mastermind": 7, "Passcode": 8, "Coda": 7}[title]


@lessons
@pytest.mark.parametrize("display", [LOW, SMALL])
def test_each_page_names_a_key_that_works_on_it(title: str, display: Format) -> None:
    flow = start(display=display)
    flow.choose("Learn", title)
    for key in FOLLOWED[title].split():
        words = " ".join(lines(flow))
        assert re.search("OK|[\u25b2\u25bc\u25c0\u25b6]", words), words
        before = (flow.screen, lines(flow), len(flow.box.display.frames))
        flow.press(key)
        assert (flow.screen, lines(flow), len(flow.box.display.frames)) != before


@lessons
def test_learner_who_presses_ok_only_is_told_the_key_twice_and_then_shown_the_move(title: str) -> None:
    flow, told, shown = learning(title), Counter[str](), set[str]()
    while not isinstance(flow.top, LessonEnd):
        page = lines(flow)
        if page[0] == "Watch the box do it":
            shown.add(page[1])
        elif len(page) == 4 and type(flow.top) is TaughtScreen and set(page[1]) <= {*" OK\u25b2\u25bc\u25c0\u25b6"}:
            told[page[1]] += 1
        flow.press("OK")
    assert set(told) == shown != set()
    assert set(told.values()) == {2}
    assert lines(flow)[2] == "Won with the box!"


@lessons
def test_last_page_says_that_the_learner_has_won(title: str) -> None:
    flow = learning(title)
    flow.press(FOLLOWED[title])
    assert lines(flow) == ["Learn to play", "a star, a cup, a star", "You have won!", "OK: play now"]


@lessons
def test_roll_throws_nothing_over_a_lesson(title: str) -> None:
    flow = learning(title)
    for key in FOLLOWED[title].split():
        before = flow.screen
        if before != "RollScreen":
            flow.press("ROLL")
            assert flow.screen == before
        flow.press(key)


def test_letters_set_the_pegs_of_a_lesson_and_r_throws_no_die() -> None:
    flow = learning("Mastermind")
    type_in(flow, "bgy")
    type_in(flow, "r", Button.ROLL)
    assert "B G Y [OK]" in lines(flow)[2]


def test_lesson_is_won_by_all_learners() -> None:
    assert lesson_won(45) == 1


@pytest.mark.parametrize("row", ["YGB", "YBG", "GYB", "GBY", "BYG", "BGY"])
def test_both_kinds_of_key_peg_are_met_whatever_is_set(row: str) -> None:
    flow = learning("Mastermind")
    flow.press("OK")
    type_in(flow, row.lower())
    flow.press("OK")
    names = {"Y": "yellow", "G": "green", "B": "blue"}
    first, *others = (names[letter] for letter in row)
    assert f"Yes, 1 red: {first}, right place." in lines(flow)
    flow.press("OK")
    assert f"2 white: {', '.join(others)}, wrong place." in lines(flow)


@lessons
def test_lesson_is_left_with_back_at_every_step(title: str) -> None:
    keys = FOLLOWED[title].split()
    for count in range(len(keys)):
        flow = learning(title)
        flow.press(*keys[:count], "BACK")
        # In a row, BACK goes back a place, and in an attack it takes back the number that is named.
        for _ in range(4):
            if not is_left(flow):
                flow.press("BACK")
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
        flow.press("BACK OK")
    assert seen[0] == seen[1]


@lessons
@pytest.mark.parametrize("seed", range(5))
def test_lesson_ends_for_a_player_who_presses_other_keys(title: str, seed: int) -> None:
    flow, random = learning(title), Random(seed)
    for _ in range(2_000):
        if isinstance(flow.top, LessonEnd):
            return
        flow.press(random.choice(["OK", "OK", "LEFT", "RIGHT", "UP", "DOWN"]))
    pytest.fail("the lesson does not end")
