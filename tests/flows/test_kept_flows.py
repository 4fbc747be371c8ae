"""Flows of codes that are kept on the real board: answers by hand, mistakes found, and the box as codebreaker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box import Answered, Cue
from companion.config.settings import StartRow
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import Amend, GiveKeys, SetCode
from companion.games.pegs.state import Ending, Phase, Proof, RoundView
from companion.i18n.translator import Verbatim, languages
from companion.match.driver import MatchDriver
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from companion.strategy.pegs.breaker import Breaker
from companion.ui.core.menu import Menu
from companion.ui.core.screen import Replace
from companion.ui.games.pegs.corrections import BoxRowScreen, DoubtScreen, WrongScreen, amend
from companion.ui.games.pegs.rounds import RevealScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive, environment

LETTERS = "ROYGBP"


def keeping(language: str = "en", **options: str) -> Flow:
    """Return a box whose codemaker has just hidden the first code, at the screen after that."""
    archive = PaperArchive()
    chosen = {"mode": "keeps", "coach": "off"} | options
    names = ("Anna", "Ben") if chosen["mode"] == "keeps" else ("Anna", "Codemaker")
    Session.begin(CATALOGUE["mastermind"], chosen, names, environment(archive, 1)).play(SetCode(None))
    flow = start(archive, language=language, start_row=StartRow.EMPTY)
    flow.press("OK")
    if flow.screen == "ReadyScreen":
        flow.press("OK")
    return flow


def killed(flow: Flow) -> Flow:
    """Return the box as it comes up again after its plug was pulled."""
    again = start(flow.archive, start_row=StartRow.EMPTY)
    again.press("OK")
    return again


def counted(blacks: int, whites: int) -> str:
    """Return the presses that enter an answer into dials that stand at nought."""
    return "DOWN OK LEFT OK" if blacks == 4 else f"{'UP ' * blacks} OK {'UP ' * whites} OK"


def now(flow: Flow) -> RoundView:
    view = flow.view().now
    assert view is not None
    return view


def answers(flow: Flow) -> list[Answer | None]:
    return [row.answer for row in now(flow).rows]


def play(flow: Flow, row: str, blacks: int, whites: int) -> str:
    """Set a row and its key pegs; return the screen after them."""
    assert flow.press(entering(row))[-1] == "KeysScreen"
    return flow.press(counted(blacks, whites))[-1]


def box_row(flow: Flow) -> str:
    """Return the letters of the row that the box has on the screen."""
    assert isinstance(flow.top, BoxRowScreen)
    return "".join(LETTERS[peg] for peg in flow.top.row)


def answer_box(flow: Flow, code: str, lie: tuple[int, int] | None = None) -> str:
    """Answer the box's row by the oracle, or with *lie*; return the screen after it."""
    pegs = tuple(map(LETTERS.index, code))
    true = naive_answer(pegs, tuple(map(LETTERS.index, box_row(flow))))
    assert flow.press("OK")[-1] == "KeysScreen"
    return flow.press(counted(*(true if lie is None else lie)))[-1]


def broken_by_box(flow: Flow, code: str) -> str:
    """Answer rows until the box has the code; return the screen after the last."""
    screen = flow.screen
    while screen == "BoxRowScreen":
        screen = answer_box(flow, code)
    return screen


def contradicted(language: str = "en") -> Flow:
    """Return a match of the code RGBY whose second row was answered with a white too few, at the first doubt."""
    flow = keeping(language)
    play(flow, "RROO", 1, 0)
    play(flow, "GRYB", 0, 3)
    assert play(flow, "RGYB", 2, 2) == "DoubtScreen"
    return flow


def test_title_names_the_row_and_who_answers_it() -> None:
    flow = keeping()
    flow.press(entering("RROO"))
    assert flow.lines[0].startswith("Anna answers row 1")


def test_kept_match_is_begun_from_the_menus() -> None:
    flow = start()
    assert flow.press("OK OK", "DOWN DOWN", "RIGHT RIGHT", "UP UP", "OK")[-1] == "KeepScreen"
    assert flow.archive.sheets[1][0].players == ("Anna", "Ben")
    assert flow.press("OK", "OK") == ["ReadyScreen", "GuessScreen"]
    assert now(flow).kept


def test_key_pegs_are_entered_with_two_dials() -> None:
    flow = keeping()
    assert play(flow, "RROO", 1, 2) == "GuessScreen"
    assert answers(flow) == [Answer(1, 2)]
    assert flow.sounds()[-1] == Answered(1, 2)


def test_all_black_solves_the_code() -> None:
    flow = keeping()
    assert play(flow, "RROO", 4, 0) == "RevealScreen"
    assert flow.sounds()[-1] is Cue.SOLVED
    assert flow.view().done[0].code == (0, 0, 1, 1)
    assert flow.press("OK") == ["KeepScreen"]


def test_all_black_ends_the_round_only_after_a_question() -> None:
    flow = keeping()
    flow.press(entering("ROYG"))
    assert flow.press("DOWN", "OK", "RIGHT OK") == ["KeysScreen", "Question", "Question", "KeysScreen"]
    assert (answers(flow), flow.view().done) == ([None], ())
    assert flow.lines[0] == "UP and DOWN count"
    assert flow.press("OK", "OK") == ["Question", "RevealScreen"]
    assert flow.view().done[0].ending is Ending.SOLVED


@pytest.mark.parametrize(("row", "blacks", "whites"), [("RROO", 3, 1), ("RROO", 2, 3), ("RRRR", 0, 2), ("RRRO", 1, 3)])
def test_key_pegs_that_cannot_be_are_refused_and_stay_on_the_dials(row: str, blacks: int, whites: int) -> None:
    flow = keeping()
    assert play(flow, row, blacks, whites) == "KeysScreen"
    assert flow.sounds()[-1] is Cue.REFUSED
    assert answers(flow) == [None]
    assert flow.press("DOWN " * whites, "OK")[-1] == "GuessScreen"
    assert answers(flow) == [Answer(blacks, 0)]


def test_back_goes_from_the_whites_to_the_blacks_and_then_into_the_pause_which_loses_nothing() -> None:
    flow = keeping()
    flow.press(entering("RROO"), "UP UP OK UP BACK")
    assert flow.press("BACK", "OK") == ["Menu", "KeysScreen"]
    flow.press("OK OK")
    assert answers(flow) == [Answer(2, 1)]


def test_answer_taken_back_is_there_to_be_mended() -> None:
    flow = keeping()
    play(flow, "RROO", 1, 2)
    assert flow.press("BACK DOWN OK LEFT OK")[-1] == "KeysScreen"
    flow.press("DOWN OK OK")
    assert answers(flow) == [Answer(0, 2)]


@pytest.mark.parametrize("language", languages())
def test_wrong_answer_is_found_and_put_right_by_agreement(language: str) -> None:
    flow = contradicted(language)
    assert flow.sounds()[-1] is Cue.REFUSED
    assert isinstance(flow.top, DoubtScreen)
    rows = [proposal.rows for proposal in flow.top.proposals]
    assert (1,) in rows
    flow.press("RIGHT " * next(place for place, row in enumerate(rows) if row == (1,)))
    assert flow.press("OK", "OK", "LEFT", "OK") == ["MenuOver", "Question", "Question", "GuessScreen"]
    assert answers(flow) == [Answer(1, 0), Answer(0, 4), Answer(2, 2)]


def test_nothing_is_put_right_where_the_table_does_not_agree() -> None:
    flow = contradicted()
    before = answers(flow)
    assert flow.press("OK", "OK", "RIGHT OK") == ["MenuOver", "Question", "Question", "DoubtScreen"]
    assert answers(flow) == before


def test_doubt_is_there_again_after_the_pause_and_after_a_power_cut() -> None:
    flow = contradicted()
    flow.press("RIGHT")
    assert isinstance(flow.top, DoubtScreen)
    at = flow.top.at
    assert flow.press("BACK", "OK") == ["Menu", "DoubtScreen"]
    assert flow.top.at == at
    assert killed(flow).screen == "DoubtScreen"


def test_codebreaker_may_go_on_in_spite_of_a_doubt_and_is_told_again_after_the_next_row() -> None:
    flow = contradicted()
    assert flow.press("OK", "UP", "OK")[-1] == "GuessScreen"
    assert play(flow, "PPPP", 0, 0) == "DoubtScreen"


def test_two_rows_together_are_put_right_with_two_corrections() -> None:
    flow = keeping()
    for row, blacks in (("RRRR", 1), ("OOOO", 2), ("RRRR", 0)):
        flow.press(entering(row), counted(blacks, 0))
        if flow.screen == "DoubtScreen":
            flow.press("OK UP OK")
    assert play(flow, "OOOO", 1, 0) == "DoubtScreen"
    assert isinstance(flow.top, DoubtScreen)
    amends = flow.top.proposal.amends
    assert len(amends) == 2
    flow.press("OK OK LEFT OK")
    assert [answers(flow)[amend.row] for amend in amends] == [amend.answer for amend in amends]
    assert flow.screen == "GuessScreen"


def test_any_row_is_corrected_from_the_pause_menu() -> None:
    flow = keeping()
    play(flow, "RROO", 1, 0)
    play(flow, "YYGG", 0, 1)
    assert flow.press("BACK", "DOWN DOWN DOWN DOWN OK")[-1] == "MenuOver"
    assert flow.press("UP", "OK", "OK UP OK")[-1] == "Question"
    assert flow.press("LEFT", "OK")[-1] == "GuessScreen"
    assert answers(flow) == [Answer(1, 1), Answer(0, 1)]


def test_correction_to_all_black_ends_the_round_at_its_row() -> None:
    flow = keeping()
    play(flow, "RROO", 3, 0)
    flow.press("BACK", "DOWN DOWN DOWN DOWN OK OK", "UP OK")
    assert flow.press("LEFT", "OK")[-1] == "RevealScreen"
    assert flow.view().done[0].ending is Ending.SOLVED


def test_back_out_of_a_correction_changes_nothing() -> None:
    flow = keeping()
    play(flow, "RROO", 1, 0)
    flow.press("BACK", "DOWN DOWN DOWN DOWN OK")
    assert flow.press("OK", "UP OK", "BACK BACK", "BACK BACK")[-2:] == ["Menu", "GuessScreen"]
    assert answers(flow) == [Answer(1, 0)]


def test_challenge_that_holds_leaves_the_answers_to_the_box() -> None:
    flow = keeping()
    play(flow, "RROO", 1, 0)
    assert flow.press("BACK", "DOWN DOWN DOWN DOWN DOWN OK", "LEFT", "OK")[-1] == "LookAwayScreen"
    assert killed(flow).screen == "LookAwayScreen"
    assert flow.press("OK", entering("RGBY"), entering("RGBY"))[-1] == "Notice"
    assert now(flow).proof is Proof.GIVEN
    assert flow.press("OK") == ["GuessScreen"]
    assert flow.press(entering("GRYB"))[-1] == "AnswerScreen"
    assert answers(flow) == [Answer(1, 0), Answer(0, 4)]
    assert flow.press("OK", entering("RGBY"), "OK")[-1] == "RevealScreen"


def challenged() -> Flow:
    """Return a match whose first answer is wrong, and whose code was entered for a challenge."""
    flow = keeping()
    play(flow, "RROO", 0, 1)
    flow.press("BACK", "DOWN DOWN DOWN DOWN DOWN OK", "LEFT", "OK")
    assert flow.press("OK", entering("RGBY"), entering("RGBY"))[-1] == "WrongScreen"
    return flow


def test_challenge_that_does_not_hold_names_the_row_and_keeps_the_code_hidden() -> None:
    flow = challenged()
    assert isinstance(flow.top, WrongScreen)
    assert (flow.top.wrong.given, flow.top.wrong.right) == (Answer(0, 1), Answer(1, 0))
    assert flow.top.now.code is None
    assert killed(flow).screen == "WrongScreen"


def test_wrong_row_is_put_right_and_the_round_goes_on() -> None:
    flow = challenged()
    assert flow.press("OK", "OK")[-1] == "GuessScreen"
    assert answers(flow) == [Answer(1, 0)]


def test_round_that_was_answered_wrongly_is_played_again_for_three_points() -> None:
    flow = challenged()
    assert flow.press("OK", "DOWN", "OK")[-1] == "RevealScreen"
    view = flow.view()
    assert (view.done[0].ending, view.scores) == (Ending.VOID, (0, 3))
    assert killed(flow).screen == "RevealScreen"
    assert flow.press("OK") == ["KeepScreen"]
    assert (now(flow).maker, now(flow).breaker) == (0, 1)
    assert flow.lines[0] == "Replay of round 1"


def test_replay_does_not_count_as_a_game() -> None:
    flow = challenged()
    flow.press("OK DOWN OK OK OK OK")
    play(flow, "RGBY", 4, 0)
    assert flow.press("OK") == ["KeepScreen"]
    assert flow.lines[0] == "Round 2 of 2"
    assert [(shown.game, shown.is_replay) for shown in flow.view().done] == [(1, False), (1, True)]


def test_code_is_shown_after_the_last_row_and_every_wrong_row_is_named() -> None:
    flow = keeping()
    for number in range(10):
        play(flow, "RROO", *((1, 1) if number == 3 else (1, 0)))
        if flow.screen == "DoubtScreen":
            flow.press("OK UP OK")
    assert flow.screen == "AskCodeScreen"
    assert killed(flow).screen == "AskCodeScreen"
    assert flow.press("OK", entering("RGBY"))[-1] == "WrongScreen"
    assert isinstance(flow.top, WrongScreen)
    assert [wrong.row for wrong in flow.top.now.wrong] == [3]
    assert "Row 4: 1 red, not 1 red, 1 white. A colour counted twice." in " ".join(flow.lines)
    assert flow.press("OK", "DOWN", "OK")[-1] == "RevealScreen"
    assert flow.view().scores == (0, 3)


def test_round_given_up_is_revealed_by_its_codemaker() -> None:
    flow = keeping()
    play(flow, "RROO", 1, 0)
    assert flow.press("BACK", "DOWN DOWN DOWN OK", "LEFT", "OK", "OK")[-2:] == ["AskCodeScreen", "ShowScreen"]
    assert flow.press(entering("RGBY"))[-1] == "RevealScreen"
    assert flow.view().scores == (11, 0)


@pytest.mark.parametrize("language", languages())
def test_box_breaks_a_kept_code_and_says_why_it_plays_a_row(language: str) -> None:
    flow = keeping(language, mode="breaks")
    assert isinstance(flow.top, BoxRowScreen)
    assert flow.top.codes == 1296
    answer_box(flow, "RGBY")
    assert isinstance(flow.top, BoxRowScreen)
    assert flow.top.codes < 1296
    assert broken_by_box(flow, "RGBY") == "RevealScreen"
    assert flow.view().done[0].code == (0, 3, 4, 2)
    assert flow.press("OK") == ["KeepScreen"]


def test_row_of_the_box_is_in_the_journal_before_it_is_shown_and_stays_after_a_power_cut() -> None:
    flow = keeping(mode="breaks")
    row = box_row(flow)
    assert now(flow).rows[-1].guess == tuple(map(LETTERS.index, row))
    assert box_row(killed(flow)) == row


def test_box_waits_for_its_answer_until_the_archive_can_be_written_again() -> None:
    flow = keeping(mode="breaks")
    flow.archive.break_pencil()
    answer_box(flow, "RGBY")
    assert flow.screen == "Notice"
    flow.archive.sharpen_pencil()
    # The notice says that everything is saved again.
    assert flow.press("OK", "OK") == ["Notice", "BoxRowScreen"]


def test_row_is_corrected_while_the_box_waits_for_its_key_pegs() -> None:
    flow = keeping(mode="breaks")
    answer_box(flow, "RGBY", (0, 0))
    assert flow.screen == "BoxRowScreen"
    row = box_row(flow)
    assert flow.press("BACK", "DOWN DOWN DOWN DOWN OK", "OK", "UP OK OK", "LEFT OK")[-1] == "BoxRowScreen"
    assert (answers(flow), box_row(flow)) == ([Answer(1, 0), None], row)


def lied_to() -> Flow:
    """Return a match in which the box finds no code any more."""
    flow = keeping(mode="breaks")
    while flow.screen == "BoxRowScreen":
        answer_box(flow, "RGBY", (0, 0))
    return flow


def test_box_that_finds_no_code_says_so_and_goes_on_after_a_correction() -> None:
    flow = lied_to()
    assert flow.screen == "DoubtScreen"
    assert killed(flow).screen == "DoubtScreen"
    assert flow.press("OK", "OK", "LEFT", "OK")[-1] == "BoxRowScreen"
    assert now(flow).rows[-1].answer is None


def test_box_challenges_itself_and_has_the_game_played_again() -> None:
    flow = lied_to()
    assert flow.press("OK", "DOWN DOWN OK")[-1] == "LookAwayScreen"
    assert killed(flow).screen == "LookAwayScreen"
    assert flow.press("OK", entering("RGBY"), entering("RGBY"))[-1] == "WrongScreen"
    assert flow.view().phase is Phase.WRONG
    assert killed(flow).screen == "WrongScreen"
    assert flow.press("OK", "OK") == ["Notice", "RevealScreen"]
    assert flow.view().scores == (0, 3)
    assert flow.press("OK") == ["KeepScreen"]


def test_match_of_two_games_against_the_box_is_played_to_its_end_through_power_cuts() -> None:
    flow = keeping(mode="match", games="2")
    while flow.screen == "BoxRowScreen":
        flow = killed(flow)
        answer_box(flow, "RGBY")
    assert flow.screen == "RevealScreen"
    flow = killed(flow)
    assert flow.press("OK", "OK") == ["ReadyScreen", "GuessScreen"]
    flow = killed(flow)
    assert flow.press("OK", entering(flow.code()))[-1] == "AnswerScreen"
    assert flow.press("OK", "OK") == ["RevealScreen", "EndScreen"]
    assert flow.view().scores == (len(flow.view().done[0].rows), 1)
    record = read_record(write_record(flow.session().record()))
    assert check_record(record, flow.session().game).result == flow.archive.results[1]


def test_number_of_codes_that_is_only_estimated_is_marked() -> None:
    wide = next(game for game in CATALOGUE if isinstance(game, PegGame) and game.key == "super")
    game = PegGame(replace(wide.edition, key="wide", pegs=8), lambda: Breaker(lambda rules: None))
    session = Session.begin(game, {"mode": "breaks"}, ("Anna", "Box 1"), environment(PaperArchive(), 1))
    session.play(SetCode(None))
    match = Match(start().context, MatchDriver(session), GAME_SCREENS["pegs"])
    screen = match.enter()
    assert isinstance(screen, BoxRowScreen)
    assert screen.codes_said == str(8**8)
    match.submit(GiveKeys(Answer(*naive_answer((0, 1, 2, 3, 4, 5, 6, 7), screen.row))))
    screen = match.face.next_screen(match)
    assert isinstance(screen, BoxRowScreen)
    assert screen.codes < 8**8
    assert screen.codes_said == f"~{screen.codes}"


def test_challenge_in_a_later_game_is_gone_on_with_after_a_power_cut() -> None:
    flow = keeping()
    play(flow, "RROO", 4, 0)
    flow.press("OK OK OK")
    play(flow, "YYGG", 1, 0)
    flow.press("BACK", "DOWN DOWN DOWN DOWN DOWN OK", "LEFT OK")
    assert killed(flow).screen == "LookAwayScreen"


def test_second_of_two_corrections_is_left_out_where_the_first_ends_the_round() -> None:
    flow = keeping()
    play(flow, "RROO", 3, 0)
    play(flow, "RROY", 2, 0)
    match = Match(flow.context, MatchDriver(flow.session()), GAME_SCREENS["pegs"])
    go = amend(match, [Amend(0, Answer(4, 0)), Amend(1, Answer(3, 0))])
    assert isinstance(go, Replace)
    assert isinstance(go.screen, RevealScreen)


def test_answer_to_the_box_taken_back_leads_to_its_key_pegs() -> None:
    flow = keeping(mode="breaks")
    answer_box(flow, "RGBY", (2, 1))
    assert flow.press("BACK DOWN OK LEFT OK")[-1] == "KeysScreen"
    flow.press("DOWN OK OK")
    assert answers(flow)[0] == Answer(1, 1)


def test_all_wrong_rows_are_put_right_at_once() -> None:
    flow = keeping()
    play(flow, "RROO", 1, 1)
    play(flow, "RYOO", 1, 0)
    assert play(flow, "RGBY", 4, 0) == "WrongScreen"
    assert flow.press("OK", "OK")[-1] == "RevealScreen"
    assert [row.answer for row in flow.view().done[0].rows] == [Answer(1, 0), Answer(1, 1), Answer(4, 0)]


def test_kept_code_has_no_seal_to_show_though_the_one_before_had() -> None:
    flow = keeping(mode="match", games="4")
    broken_by_box(flow, "RGBY")
    flow.press("OK OK")
    assert flow.press(entering(flow.code()), "OK OK OK")[-1] == "BoxRowScreen"
    assert broken_by_box(flow, "RGBY") == "RevealScreen"
    assert flow.press("DOWN") == ["RevealScreen"]


def test_nothing_is_promised_for_a_replay_where_rows_count_against_the_codebreaker() -> None:
    archive = PaperArchive()
    session = Session.begin(
        CATALOGUE["mastermind"], {"mode": "keeps"}, ("Anna", "Ben", "Zoé"), environment(archive, 1)
    )
    for text in ("code", "RROO", "black 1 white 1", "RGBY", "black 4 white 0"):
        session.play(session.game.parse(None, text))
    flow = start(archive)
    assert flow.press("OK OK")[-1] == "MenuOver"
    assert isinstance(flow.top, Menu)
    assert [item.value for item in flow.top.items] == ["", Verbatim("")]


def test_rows_of_a_replay_have_its_player() -> None:
    flow = challenged()
    flow.press("OK DOWN OK OK OK OK")
    play(flow, "RGBY", 4, 0)
    flow.press("OK BACK")
    flow.choose("Rows played")
    assert flow.lines[0] == "Replay 1: Ben | \u25c0\u25b6"
    flow.press("LEFT")
    assert flow.lines[0] == "Round 1: Ben | \u25c0\u25b6"
