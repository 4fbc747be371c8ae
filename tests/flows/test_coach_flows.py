"""Flows with the coach: hints press by press, what they cost on the sheet, marks, and the review after a round."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from companion.games.pegs.codes import Answer
from companion.games.pegs.state import AskedHint, Row
from companion.i18n.translator import languages
from companion.match.session import Session
from companion.ui.games.pegs.coach import HintScreen
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.pegs.rounds import ReviewScreen, review
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive, environment

HINT = "BACK DOWN DOWN DOWN OK"


def begun(coach: str, language: str = "en", key: str = "mastermind", **options: str) -> Flow:
    """Return a box with a match of the game *key* whose coach is *coach*, before its first row."""
    archive = PaperArchive()
    options = {"coach": coach, **options}
    Session.begin(CATALOGUE[key], options, ("Anna", "Ben"), environment(archive, 1)).draw()
    flow = start(archive, language=language)
    assert flow.press("OK OK")[-1] == "GuessScreen"
    return flow


CODES = tuple(map("".join, product("ROYGBP", repeat=4)))


NAMES = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}


def answered(code: str, row: str = "ROYG") -> tuple[int, int]:
    """Return the key pegs of *row* where *code* is hidden."""
    return naive_answer(tuple(map(ord, row)), tuple(map(ord, code)))


KEYS = ["\u25b2\u25bc more | OK: next"]


def hints(flow: Flow) -> tuple[AskedHint, ...]:
    now = flow.view().now
    assert now is not None
    return now.hints


def test_each_hint_is_a_further_press_and_is_counted() -> None:
    flow = begun("during")
    flow.press(HINT)
    assert (flow.screen, hints(flow)) == ("HintScreen", (AskedHint(0, 2),))
    flow.press("OK")
    assert [hint.grade for hint in hints(flow)] == [2, 3]
    flow.press("OK")
    assert isinstance(flow.top, HintScreen)
    assert flow.top.grade == 4
    assert flow.press("OK")[-1] == "Menu"
    assert flow.press("BACK")[-1] == "GuessScreen"


def test_pegs_set_so_far_are_checked_against_all_codes_that_fit_and_each_check_counts() -> None:
    flow = begun("during")
    code = flow.code()
    flow.press(entering("ROYG", letters="ROYGBP"), "OK")
    left = [each for each in CODES if answered(each) == answered(code)]
    for place, peg in enumerate("ROYGBP"[number % 6] for number in range(4)):
        row = [*"    "]
        row[place] = peg
        assert isinstance(flow.top, GuessScreen)
        flow.top.entry.pegs = [None if each == " " else "ROYGBP".index(each) for each in row]
        flow.press("BACK")
        flow.choose("So far right?")
        can_be = any(each[place] == peg for each in left)
        assert flow.lines[1].startswith("Yes: " if can_be else "No: ")
        flow.press("OK BACK")
    assert [hint.grade for hint in hints(flow)] == [5] * 4
    flow.press("BACK")
    flow.choose("So far right?")
    assert flow.banner == "Play a row first."


@pytest.mark.parametrize("seed", range(4))
def test_question_for_a_colour_is_answered_by_all_codes_that_fit_and_counts_as_a_check(seed: int) -> None:
    flow = begun("during")
    code = flow.code()
    played = "ROYG" if seed % 2 else "BBPP"
    flow.press(entering(played, letters="ROYGBP"), "OK")
    left = [each for each in CODES if answered(each, played) == answered(code, played)]
    peg = "ROYGBP"[seed]
    assert isinstance(flow.top, GuessScreen)
    flow.top.entry.pegs = ["ROYGBP".index(peg), None, None, None]
    flow.press("BACK")
    flow.choose("In the code?")
    # The cursor is on the peg under that of the row.
    assert flow.lines[1 + seed] == f"> {peg} {NAMES[peg]}"
    flow.press("OK")
    having = sum(peg in each for each in left)
    expected = "Yes, " if having == len(left) else "No, " if not having else "Not known yet: "
    assert flow.lines[1].startswith(expected)
    assert flow.lines[1].endswith(f": {NAMES[peg]} ({peg}).")
    assert [hint.grade for hint in hints(flow)] == [5]
    assert flow.press("OK BACK") == ["Menu", "GuessScreen"]


def test_row_has_four_checks_of_pegs_and_colours_together() -> None:
    flow = begun("during")
    flow.press("BACK")
    for _ in range(4):
        flow.choose("In the code?", "R red")
        flow.press("OK")
    flow.choose("In the code?", "R red")
    assert (flow.banner, len(hints(flow))) == ("Play a row first.", 4)


def test_colour_is_not_asked_for_where_there_are_no_hints() -> None:
    flow = begun("after")
    flow.press("BACK")
    assert "In the code?" not in " ".join(flow.lines)


def test_hard_mode_refuses_a_row_that_cannot_be_the_code_names_the_row_against_it_and_keeps_the_pegs() -> None:
    flow = begun("after", hard="yes")
    code = flow.code()
    flow.press(entering("ROYG", letters="ROYGBP"), "OK")
    wrong = next(each for each in CODES if answered(each) != answered(code))
    assert isinstance(flow.top, GuessScreen)
    flow.top.entry.lay(["ROYGBP".index(letter) for letter in wrong])
    flow.press("OK")
    assert flow.banner == "Hard mode: not possible after row 1."
    assert isinstance(flow.top, GuessScreen)
    assert flow.top.entry.row == tuple("ROYGBP".index(letter) for letter in wrong)
    assert (now := flow.view().now) is not None
    assert len(now.rows) == 1


def test_hint_says_that_it_counts_before_and_after_it_is_asked_for() -> None:
    flow = begun("during")
    flow.press("BACK DOWN DOWN DOWN")
    assert "> Hint: counts" in flow.lines
    flow.press("ROLL")
    assert flow.app.banner == "It costs no points, but it counts: no personal best."
    flow.press("OK")
    assert flow.lines[-1] == "Counted: 1 | OK: more"
    flow.press("OK")
    assert flow.lines[-1] == "Counted: 2 | OK: more"


def test_hint_seen_before_is_shown_again_and_counts_once() -> None:
    flow = begun("during")
    flow.press(HINT, "BACK BACK", HINT)
    assert (flow.screen, hints(flow)) == ("HintScreen", (AskedHint(0, 2),))


def test_row_half_made_is_still_there_after_a_hint() -> None:
    flow = begun("during")
    flow.press("UP OK UP UP")
    assert isinstance(flow.top, GuessScreen)
    made = flow.top.entry.pegs
    flow.press("BACK BACK DOWN DOWN DOWN OK BACK BACK")
    assert isinstance(flow.top, GuessScreen)
    assert flow.top.entry.pegs == made


def test_no_hint_is_offered_where_the_table_wants_none() -> None:
    for coach in ("off", "after", "1"):
        flow = begun(coach)
        flow.press("BACK DOWN DOWN DOWN OK")
        assert flow.screen != "HintScreen"


def test_hints_survive_the_plug() -> None:
    flow = begun("during")
    flow.press(HINT, "OK")
    assert [hint.grade for hint in hints(flow)] == [2, 3]
    again = start(flow.archive)
    again.press("OK")
    assert len(hints(again)) == 2


def test_hint_taken_back_is_not_counted() -> None:
    flow = begun("during")
    flow.press(HINT, "BACK", "UP UP OK", "LEFT OK")
    assert hints(flow) == ()


def test_review_of_a_round_goes_through_its_rows_in_both_languages() -> None:
    for language in languages():
        flow = begun("after", language)
        code = flow.code()
        flow.press(
            entering("RRRR" if code != "RRRR" else "OOOO"),
            "OK",
            entering(code, start="RRRR" if code != "RRRR" else "OOOO"),
            "OK",
        )
        assert flow.screen == "RevealScreen"
        flow.press("UP")
        assert isinstance(flow.top, ReviewScreen)
        assert flow.top.count == 3
        flow.press("OK OK")
        assert flow.top.at == 2
        assert flow.press("RIGHT LEFT OK")[-1] == "RevealScreen"


def test_review_speaks_in_stars_and_a_sentence_and_the_numbers_are_one_press_further() -> None:
    flow = begun("after")
    code = flow.code()
    wrong = "RRRR" if code != "RRRR" else "OOOO"
    flow.press(entering(wrong), "OK", entering(wrong, start=wrong), "OK", entering(code, start=wrong), "OK", "UP")
    assert flow.lines[2:] == ["a star, no star, no star, no star, no star", "A better row: RROY", *KEYS]
    flow.press("OK")
    assert flow.lines[3].startswith("It told nothing new. Better: ")
    assert flow.press("UP DOWN OK")[-1] == "NumbersScreen"
    assert flow.lines[1].startswith("> Codes: ")
    assert flow.press("BACK BACK", "OK")[-2:] == ["ReviewScreen", "ReviewScreen"]
    assert flow.lines[3] == "Found, with luck!"


def test_review_is_not_shown_where_the_coach_is_off() -> None:
    flow = begun("off")
    flow.press(entering(flow.code()), "OK")
    assert flow.press("UP") == ["RevealScreen"]


def test_boards_lead_to_the_review_of_a_finished_round() -> None:
    flow = begun("after")
    flow.press(entering(flow.code()), "OK OK")
    assert flow.press("BACK UP UP UP UP UP UP OK")[-1] == "BoardsScreen"
    assert flow.press("OK")[-1] == "ReviewScreen"
    # OK alone leads through the review and out.
    assert isinstance(flow.top, ReviewScreen)
    assert flow.press("OK " * flow.top.count)[-2:] == ["ReviewScreen", "Menu"]


def test_review_begins_with_the_row_worth_learning_from() -> None:
    flow = begun("after")
    code = flow.code()
    first, wrong = "ROYG", "RRRR" if code != "RRRR" else "OOOO"
    rows = (first, wrong, wrong, code)
    assert code not in rows[:3]
    for before, row in zip(("", *rows), rows, strict=False):
        flow.press(entering(row, start=before), "OK")
    flow.press("UP")
    assert flow.lines[0].startswith("2. ")
    assert flow.press("OK " * 5)[-1] == "RevealScreen"


def test_practice_after_a_row_hides_another_code_that_fits_and_is_not_kept() -> None:
    flow = begun("after")
    code, wrong = flow.code(), "ROYG"
    flow.press(entering(wrong), "OK", entering(code, start=wrong), "OK UP OK UP")
    assert flow.lines == [f"2. {code} \u25cf\u25cf\u25cf\u25cf", "> Try again from here", "  Numbers"]
    flow.press("OK OK")
    assert (flow.screen, len(flow.archive.sheets)) == ("GuessScreen", 1)
    assert any(line.strip().startswith("1. R O Y G") for line in flow.lines)
    flow.press(entering(code, start=wrong), "BACK")
    assert flow.lines[1] == "> Try again from here"
    assert len(flow.archive.sheets) == 1


def test_practice_after_answers_that_no_code_fits_is_refused() -> None:
    """Answers by hand may contradict each other; a round that is played again keeps them."""
    flow = begun("after")
    flow.press(entering(flow.code()), "OK UP")
    top = flow.top
    assert isinstance(top, ReviewScreen)
    rows = (Row((0, 0, 1, 1), Answer(2, 0)), Row((0, 0, 1, 1), Answer(0, 0)), Row((2, 2, 3, 3), Answer(0, 0)))
    screen = review(top.match, flow.view(), replace(top.reviewed.shown, rows=rows))
    screen.at = screen.reviewed.order.index(2)
    flow.app._stack.append(screen)
    flow.press("UP OK")
    assert (flow.banner, flow.screen) == ("No code fits.", "Menu")


@pytest.mark.parametrize("repeats", ["yes", "no"])
def test_practice_allows_the_rows_that_the_match_allowed(repeats: str) -> None:
    flow = begun("after", key="bulls", **{"guess-repeats": repeats})
    code = flow.code()
    row = "0011" if repeats == "yes" else "".join(digit for digit in "0123456789" if digit not in code)[:4]
    go = flow.top.take_line(row)
    assert go is not None
    flow.app._go(go, None)
    flow.press("OK")
    go = flow.top.take_line(code)
    assert go is not None
    flow.app._go(go, None)
    flow.press("OK UP")
    top = flow.top
    assert isinstance(top, ReviewScreen)
    top.at = top.reviewed.order.index(1)
    assert flow.press("UP OK OK")[-1] == "GuessScreen"
    assert any(line.strip().startswith(f"1. {' '.join(row)}") for line in flow.lines)
