"""The key pegs of an answer appear one after another, within a second, and a press shows all of them."""

from __future__ import annotations

import pytest

from companion.box import Answered, Button, Cue
from companion.games.pegs.codes import Answer
from companion.ui.core.screen import Stay, WithSound
from companion.ui.games.pegs.guess import LONGEST_S, AnswerScreen, GuessScreen
from tests.support.flow import Flow, entering, start
from tests.ui.gallery import AnyShot, Stand, fill
from tools.bench.answer_sizes import ANSWERS, MeasuredPage

STAND = Stand("en")
FIRST = ANSWERS[0]
NOTHING = next(shot for shot in ANSWERS if shot.name == "answer-none")


def restarted(done: AnswerScreen) -> AnswerScreen:
    """Return the screen as it was before any time had passed."""
    end = None if done.ended is None else Cue.SOLVED
    rows = done.view.now.rows if done.ended is None and done.view.now is not None else done.view.done[-1].rows
    return AnswerScreen(done.match, done.view, rows, done.ended, end)


def fresh(shot: AnyShot) -> AnswerScreen:
    screen, _ = fill(shot, STAND, STAND.page)
    assert isinstance(screen, AnswerScreen)
    return restarted(screen)


def solved() -> Flow:
    flow = start()
    flow.press("OK OK OK OK")
    flow.press(entering(flow.code()))
    return flow


def numbers(screen: AnswerScreen) -> Answer:
    page = MeasuredPage((128, 64), screen.match.context.translator, large_text=False)
    screen.draw(page)
    return Answer(*page.counts)


def all_steps(screen: AnswerScreen) -> list[tuple[float, Answer]]:
    """Let time pass until the screen rests; return when it changed and what it showed then."""
    steps = [(0.0, numbers(screen))]
    while (due := screen.due()) is not None:
        screen.tick(due)
        steps.append((due, numbers(screen)))
    return steps


@pytest.mark.parametrize("shot", ANSWERS, ids=lambda shot: shot.name)
def test_key_pegs_appear_one_by_one_with_their_notes(shot: AnyShot) -> None:
    screen = fresh(shot)
    steps = all_steps(screen)
    keys = screen.keys
    whole = [Answer(black, 0) for black in range(1, keys.blacks + 1)]
    whole += [Answer(keys.blacks, white) for white in range(1, keys.whites + 1)]
    assert [seen for _, seen in steps] == (whole or [Answer(0, 0)])
    notes = list(Answered(keys.blacks, keys.whites).starts_s()) or [0.0]
    # The notes of many key pegs take longer; these appear faster.
    assert [at for at, _ in steps] == pytest.approx([note / max(LONGEST_S, notes[-1]) for note in notes])
    assert steps[-1][0] <= LONGEST_S


def test_time_that_was_missed_is_not_made_up_for() -> None:
    screen = fresh(FIRST)
    screen.tick(LONGEST_S)
    assert (numbers(screen), screen.due()) == (screen.keys, None)


@pytest.mark.parametrize("button", [Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT, Button.ROLL])
def test_press_shows_all_key_pegs_at_once(button: Button) -> None:
    screen = fresh(FIRST)
    assert numbers(screen) != screen.keys
    assert screen.press(button) == Stay()
    assert (numbers(screen), screen.due()) == (screen.keys, None)


@pytest.mark.parametrize("button", [Button.UP, Button.OK])
def test_skipping_the_key_pegs_does_not_skip_the_sound_of_the_end(button: Button) -> None:
    top = solved().top
    assert isinstance(top, AnswerScreen)
    go = restarted(top).press(button)
    assert isinstance(go, WithSound)
    assert go.sound is Cue.SOLVED


def test_answer_sounds_before_the_end_of_the_round() -> None:
    assert solved().sounds()[-2:] == [Answered(4, 0), Cue.SOLVED]


def test_row_without_key_pegs_shows_two_noughts_at_once() -> None:
    assert all_steps(fresh(NOTHING)) == [(0.0, Answer(0, 0))]


@pytest.mark.parametrize(("name", "numerals"), [("answer-solved", 1), ("answer", 1), ("answer-none", 2)])
def test_only_kind_of_an_answer_has_the_whole_width_unless_there_is_none_at_all(name: str, numerals: int) -> None:
    shot = next(shot for shot in ANSWERS if shot.name == name)
    _, page = fill(shot, STAND, lambda words: MeasuredPage((128, 64), words, large_text=False))
    assert len(page.numerals) == numerals


def test_page_of_text_has_all_key_pegs_at_once() -> None:
    screen = fresh(FIRST)
    screen.settle()
    assert (numbers(screen), screen.due()) == (screen.keys, None)


def test_arrow_on_an_answer_that_is_shown_is_the_first_press_of_the_next_row() -> None:
    flow = start()
    flow.press("OK OK OK OK")
    flow.press(entering("RRRR" if flow.code() != "RRRR" else "BBBB"))
    answer = flow.top
    assert isinstance(answer, AnswerScreen)
    answer.settle()
    flow.press("DOWN")
    screen = flow.top
    assert isinstance(screen, GuessScreen)
    # The row starts as the last one.
    assert screen.entry.pegs[0] != answer.row[0]
    assert tuple(screen.entry.pegs[1:]) == answer.row[1:]
    # LEFT goes from the first place to the tick, and back.
    flow.press("LEFT")
    assert screen.entry.is_at_tick
    flow.press("LEFT")
    assert screen.entry.cursor == 3


def test_arrow_on_the_answer_that_ends_a_round_begins_nothing() -> None:
    flow = solved()
    assert isinstance(flow.top, AnswerScreen)
    flow.top.settle()
    assert flow.press("UP LEFT") == ["AnswerScreen"] * 2
