"""The lessons: followed, left, repeated, and with keys that they do not ask for."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.ui.core.menu import Menu
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.lesson import LessonEnd
from tests.support.flow import Flow, start
from tools.bench.bench_lesson import FOLLOWED, lesson_own_pegs, lesson_s, lesson_words_page

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
    assert lesson_own_pegs() == 4


def test_lesson_takes_at_most_ninety_seconds_as_reckoned() -> None:
    assert lesson_s() <= 90


@lessons
def test_lesson_says_a_sentence_before_each_of_its_screens(title: str) -> None:
    flow = learning(title)
    said = []
    for key in FOLLOWED[title].split():
        if lines(flow)[0] == "Learn to play":
            said.append(lines(flow)[1])
        flow.press(key)
    assert len(said) == len(set(said)) == {"Mastermind": 2, "Passcode": 6, "Coda": 4}[title]


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


def test_lesson_of_pegs_names_the_kind_of_key_peg_that_its_sentence_explains() -> None:
    flow, random, said = learning("Mastermind"), Random(1), set[str]()
    while not isinstance(flow.top, LessonEnd):
        flow.press(random.choice(["OK", "UP"]))
        said |= {line for line in lines(flow) if "right colour" in line}
    found = {" ".join(re.findall("red|white|right place|wrong place", line)) for line in said}
    assert found == {"red right place", "white wrong place"}
