"""Whole ways through the screens, as lists of presses and the screen after each."""

from __future__ import annotations

import pytest

from companion.box import Answered, Button, Cue
from companion.config.settings import StartRow
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Answer
from companion.games.pegs.state import Ending, Row
from companion.i18n.translator import languages
from companion.match.driver import MatchDriver
from companion.match.record import check_record
from companion.match.session import Session
from companion.ui.core.app import App
from companion.ui.core.menu import Menu
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.history import history_menu
from companion.ui.home.setup import Setup
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive, environment

NEW_MATCH = "OK OK OK"
"""New match, the first game, Begin."""


EDITION = next(game.edition for game in CATALOGUE if isinstance(game, PegGame) and game.key == "mastermind")


def begun(archive: PaperArchive | None = None, start_row: StartRow = StartRow.LAST) -> Flow:
    """Return a box that plays Mastermind, just before the first row."""
    flow = start(archive, start_row=start_row)
    flow.choose("Play", "Mastermind", "Begin")
    flow.press("OK")
    flow.sounds()
    return flow


def other_than(code: str) -> str:
    """Return a row that is not *code*."""
    return "RRRR" if code != "RRRR" else "OOOO"


def test_three_presses_lead_from_the_home_menu_into_a_match() -> None:
    assert start().press(NEW_MATCH, "OK") == ["Menu", "Menu", "ReadyScreen", "GuessScreen"]


def test_first_peg_is_set_from_the_screen_that_names_the_codebreaker() -> None:
    by_ok, at_once = start(), start()
    assert by_ok.press(NEW_MATCH, "OK UP")[-1] == at_once.press(NEW_MATCH, "UP")[-1] == "GuessScreen"
    assert at_once.lines == by_ok.lines
    assert at_once.lines[0].endswith("red")


def test_title_names_the_keys_that_choose_a_peg_where_none_is_set() -> None:
    assert begun().lines[0].endswith("sets | \u25b2\u25bc")


def test_earlier_row_is_marked_only_while_the_tick_goes_through_the_rows() -> None:
    flow = begun()
    rows = [row for row in ("RRRR", "OOOO", "YYYY") if row != flow.code()][:2]
    for start_row, row in zip(("", rows[0]), rows, strict=True):
        flow.press(entering(row, start_row), "OK")
    marks = []
    for keys in ("OK OK OK OK", "UP", "UP", "LEFT", "RIGHT"):
        flow.press(keys)
        marks.append([line[0] for line in flow.lines[2:5]])
    assert marks == [[" ", " ", ">"], [" ", ">", ">"], [">", " ", ">"], [" ", " ", ">"], [" ", " ", ">"]]


def finished(flow: Flow) -> None:
    """Play both games to the end, each solved in its first row."""
    flow.press(entering(flow.code()), "OK OK OK")
    flow.press(entering(flow.code()), "OK OK")


def test_row_is_set_peg_by_peg_and_answered() -> None:
    flow = begun()
    row = other_than(flow.code())
    screens = flow.press(entering(row))
    assert screens[-1] == "AnswerScreen"
    assert set(screens[:-1]) == {"GuessScreen"}
    now = flow.view().now
    assert now is not None
    assert [box_row.guess for box_row in now.rows] == [EDITION.code(row)]


def test_answered_row_sounds_its_blacks_and_whites() -> None:
    flow = begun()
    flow.press(entering("ROYG"))
    now = flow.view().now
    assert now is not None
    keys = now.rows[0].answer
    assert keys is not None
    assert flow.sounds()[-1] == Answered(keys.blacks, keys.whites)


def test_whole_match_of_two_games_ends_with_the_right_score() -> None:
    flow = begun()
    wrong = other_than(flow.code())
    flow.press(entering(wrong), "OK", entering(flow.code(), wrong))
    assert flow.sounds()[-1] is Cue.SOLVED
    assert flow.press("OK", "OK", "OK") == ["RevealScreen", "ReadyScreen", "GuessScreen"]
    flow.press(entering(flow.code()))
    assert flow.press("OK", "OK", "OK") == ["RevealScreen", "EndScreen", "Menu"]
    assert flow.archive.results[1] == "Anna 2, Ben 1: Anna wins"
    assert check_record(flow.session().record(), flow.session().game).result == flow.archive.results[1]


def test_new_row_starts_from_the_last_one() -> None:
    flow = begun()
    assert flow.press(entering("ROYG"), "OK", "OK OK OK OK OK")[-1] == "AnswerScreen"
    now = flow.view().now
    assert now is not None
    assert now.rows[0] == now.rows[1]


def test_new_row_starts_empty_where_the_settings_say_so() -> None:
    flow = begun(start_row=StartRow.EMPTY)
    assert flow.press(entering("ROYG"), "OK", "RIGHT " * 4, "OK")[-1] == "GuessScreen"
    assert flow.sounds()[-1] is Cue.REFUSED


def test_row_that_is_not_full_is_refused_and_kept() -> None:
    flow = begun()
    flow.press("UP OK RIGHT RIGHT RIGHT")
    flow.sounds()
    flow.press("OK")
    assert flow.sounds() == [Cue.REFUSED]
    assert flow.press("UP OK UP OK UP OK OK")[-1] == "AnswerScreen"


def test_message_of_a_row_that_is_not_full_does_not_cover_the_row() -> None:
    flow = begun()
    flow.press("UP OK RIGHT RIGHT RIGHT OK")
    assert flow.lines[0] == "Fill every place!"
    flow.press("UP")
    assert flow.lines[0].startswith("Anna") or flow.lines[0].startswith("Ben")


def test_mark_of_an_earlier_row_goes_with_the_cursor() -> None:
    flow = begun()
    flow.press(entering("ROYG"), "OK", "OK OK OK OK UP")
    assert flow.lines[2].startswith("> 1. ")
    flow.press("LEFT")
    assert flow.lines[2].startswith("  1. ")


def test_earlier_row_is_used_again_from_the_tick() -> None:
    flow = begun()
    flow.press(entering("ROYG"), "OK", entering("BBBB", "ROYG"), "OK")
    assert flow.press("OK OK OK OK UP UP OK")[-1] == "AnswerScreen"
    now = flow.view().now
    assert now is not None
    assert now.rows[2].guess == now.rows[0].guess


def test_back_goes_one_place_to_the_left_and_then_into_the_pause() -> None:
    flow = begun()
    assert flow.press("RIGHT RIGHT BACK BACK BACK") == ["GuessScreen"] * 4 + ["Menu"]


def test_half_made_row_is_there_after_the_pause() -> None:
    flow = begun()
    flow.press("UP OK UP OK BACK BACK BACK OK")
    assert flow.press("OK OK UP OK UP OK OK")[-1] == "AnswerScreen"


def test_answered_row_stays_unless_the_table_agrees() -> None:
    flow = begun()
    flow.press(entering("ROYG"))
    assert flow.press("BACK DOWN OK OK")[-2:] == ["Question", "Menu"]
    now = flow.view().now
    assert now is not None
    assert len(now.rows) == 1


def test_row_taken_back_by_agreement_is_there_to_be_mended() -> None:
    flow = begun()
    assert flow.press(entering("ROYG"), "BACK DOWN OK LEFT OK LEFT OK")[-1] == "GuessScreen"
    now = flow.view().now
    assert now is not None
    assert now.rows == ()
    flow.press(entering("ROYB", "ROYG"))
    now = flow.view().now
    assert now is not None
    assert [EDITION.text(row.guess) for row in now.rows] == ["ROYB"]


def test_row_taken_back_can_be_brought_back() -> None:
    flow = begun()
    flow.press(entering("ROYG"), "BACK DOWN OK LEFT OK", "BACK DOWN DOWN OK")
    now = flow.view().now
    assert now is not None
    assert len(now.rows) == 1


def test_giving_a_round_up_shows_the_code_and_scores_as_failed() -> None:
    flow = begun()
    assert flow.press("BACK DOWN DOWN DOWN OK LEFT OK")[-1] == "RevealScreen"
    assert flow.view().done[0].ending is Ending.GIVEN_UP
    assert flow.view().scores == (11, 0)


def test_seal_is_the_same_before_the_first_row_and_after_the_power_was_cut() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    before = flow.session().seals
    again = start(archive, seed=7)
    assert again.press("OK")[-1] == "ReadyScreen"
    assert again.session().seals == before


def test_power_cut_in_a_round_goes_on_with_the_same_rows() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    flow.press(entering("ROYG"))
    again = start(archive)
    assert again.screen == "Question"
    assert again.press("OK")[-1] == "GuessScreen"
    assert again.view() == flow.view()


def test_power_cut_at_the_reveal_shows_the_reveal_again() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    flow.press(entering(flow.code()))
    assert start(archive).press("OK")[-1] == "RevealScreen"


def test_interrupted_match_can_wait() -> None:
    archive = PaperArchive()
    begun(archive)
    flow = start(archive)
    assert flow.press("BACK")[-1] == "Menu"
    assert flow.press("OK")[-1] == "ReadyScreen"


def test_match_given_up_for_good_is_not_offered_again() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    flow.press("BACK UP OK LEFT OK")
    assert archive.results[1] == ""
    assert start(archive).screen == "Menu"


def test_rematch_begins_at_once_and_the_other_side_begins() -> None:
    flow = begun()
    finished(flow)
    assert flow.press("OK OK")[-1] == "ReadyScreen"
    assert flow.archive.sheets[2][0].players == ("Ben", "Anna")


def test_player_enters_the_code_twice_and_it_is_on_no_screen() -> None:
    flow = start()
    assert flow.press("OK OK DOWN DOWN RIGHT UP UP OK")[-1] == "LookAwayScreen"
    assert flow.press("OK")[-1] == "SecretScreen"
    assert flow.press(entering("ROYG"), entering("ROYG"))[-1] == "ReadyScreen"
    assert flow.code() == "ROYG"


def test_code_entered_differently_the_second_time_is_asked_for_again() -> None:
    flow = start()
    flow.press("OK OK DOWN DOWN RIGHT UP UP OK OK", entering("ROYG"))
    flow.sounds()
    flow.press(entering("ROYB"))
    assert flow.sounds()[-1] is Cue.REFUSED
    flow.press(entering("BBBB"), entering("BBBB"))
    assert flow.code() == "BBBB"


def test_question_before_a_shown_code_is_taken_back_says_what_happens() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    code = flow.code()
    flow.press(entering(code), "OK", "BACK DOWN OK")
    assert flow.lines[0] == "The code was shown. All agree to play this round again with a new code?"
    assert flow.press("LEFT OK")[-1] == "ReadyScreen"
    assert flow.code() != code
    again = start(archive)
    again.press("BACK", "DOWN DOWN DOWN DOWN OK OK OK")
    assert "  Taken back: 1 time" in again.lines


def test_row_is_taken_back_with_a_question_that_names_it() -> None:
    flow = begun()
    flow.press(entering(other_than(flow.code())), "BACK DOWN OK")
    assert flow.lines[0].startswith("All agree to undo ")


def test_coin_is_flipped_once_and_stays() -> None:
    archive = PaperArchive()
    flow = start(archive)
    assert flow.press("OK DOWN DOWN DOWN DOWN OK OK")[-1] == "CoinScreen"
    assert flow.press("OK", "OK") == ["CoinScreen", "ReadyScreen"]
    first = flow.view().now
    again = start(archive, seed=99)
    again.press("OK")
    assert again.view().now == first


def test_roll_flips_the_coin_too() -> None:
    flow = start()
    assert flow.press("OK DOWN DOWN DOWN DOWN OK OK ROLL OK")[-1] == "ReadyScreen"


def test_track_says_where_the_peg_goes() -> None:
    flow = start()
    flow.press("OK DOWN DOWN DOWN DOWN OK OK OK OK OK")
    flow.press(entering(flow.code(), letters="ROYGBPTI"))
    line = flow.view().sheet[0]
    assert (line.before, line.after) == (0, 12)


def test_track_shows_both_pegs_with_their_colours_and_who_leads() -> None:
    flow = start()
    flow.press("OK DOWN DOWN DOWN DOWN OK OK OK OK OK")
    flow.press(entering(flow.code(), letters="ROYGBPTI"))
    breaker = flow.view().done[0].breaker
    pegs, holes = ("Anna (blue)", "Ben (red)"), [0, 0]
    holes[breaker] = 12
    assert flow.press("OK")[-1] == "RevealScreen"
    assert f"{pegs[breaker]}: hole 0 \u2192 12 of 30" in flow.lines
    assert flow.press("BACK", "UP " * 5, "OK")[-1] == "TrackScreen"
    leads = f"{('Anna', 'Ben')[breaker]} leads | +12"
    lanes = [f"{peg}: {hole}/30" for peg, hole in zip(pegs, holes, strict=True)]
    assert flow.lines == [leads, *lanes, "OK: rounds"]
    assert flow.press("OK OK") == ["ListScreen", "Menu"]


@pytest.mark.parametrize("first", ["first 1", "first 2"])
@pytest.mark.parametrize(
    ("mode", "verb"), [("box", "breaks"), ("player", "makes"), ("match", "makes"), ("breaks", "makes")]
)
def test_sentence_after_the_coin_is_true_in_each_mode(mode: str, verb: str, first: str) -> None:
    lines, match = coin_flipped(mode, first)
    now = match.session.view().now
    seat = now.breaker if verb == "breaks" else now.maker
    assert lines[:2] == ["The coin", f"{match.players[seat]} {verb} the first code."]


def coin_flipped(mode: str, first: str) -> tuple[list[str], Match]:
    """Return the screen after a coin flip with the result *first*, in a match whose options ask for the coin."""
    for seed in range(20):
        flow = start(seed=seed)
        options = {"mode": mode, "first": "coin"}
        session = Session.begin(CATALOGUE["ambassador"], options, ("Anna", "Ben"), flow.context.environment)
        match = Match(flow.context, MatchDriver(session), GAME_SCREENS["pegs"])
        coin, page = match.enter(), TextPage(flow.context.translator)
        coin.press(Button.OK)
        coin.draw(page)
        if flow.archive.read(1)[1][0].text == first:
            return page.lines, match
    raise AssertionError(f"expected {first} in 20 flips, got the other seat")


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("box", ("Begins", ["coin", "2", "1"])), ("player", ("Codemaker", ["coin", "1", "2"])), ("breaks", None)],
)
def test_who_begins_is_offered_where_it_has_an_effect(mode: str, shown: tuple[str, list[str]] | None) -> None:
    names = ["1"] if mode == "breaks" else ["1", "2"]
    table = start().context
    setup = Setup(table, table.catalogue["ambassador"], names, {"mode": mode})
    said = [
        (
            option.title,
            [value if value == "coin" else table.translator.say(label) for label, value in setup.choices(option)],
        )
        for option in setup.options()
        if option.key == "first"
    ]
    assert said == ([] if shown is None else [shown])


def test_nothing_is_offered_that_has_no_effect() -> None:
    table = start().context
    setup = Setup(table, table.catalogue["ambassador"], ["Anna"], {"mode": "breaks", "variant": "repeats"})
    assert not {option.key for option in setup.options()} & {"first", "marks", "guess-repeats"}


def test_match_begins_without_a_coin_where_it_decides_nothing() -> None:
    session = Session.begin(
        CATALOGUE["ambassador"], {"mode": "breaks"}, ("Anna", "Box 1"), environment(PaperArchive())
    )
    assert dict(session.header.options)["first"] == "1"


def test_third_player_joins_by_name() -> None:
    flow = start()
    assert flow.press("OK OK DOWN OK DOWN DOWN OK", "DOWN OK")[-1] == "NameEntry"
    assert flow.press("OK UP OK", "OK OK")[-1] == "ReadyScreen"
    assert flow.archive.sheets[1][0].players == ("Anna", "Ben", "A")


ALONE = "OK OK DOWN OK UP UP OK BACK"


def test_who_is_alone_plays_against_the_box_by_turns() -> None:
    flow = start()
    flow.press(ALONE, "UP OK")
    header = flow.archive.sheets[1][0]
    assert header.players == ("Anna", "Box 1")
    assert dict(header.options)["mode"] == "match"
    assert flow.context.chosen.names[0] == "Anna"
    assert "Box 1" not in flow.context.chosen.names


def test_who_is_alone_may_let_the_box_break_only_and_choose_its_strength() -> None:
    flow = start()
    flow.press(ALONE, "DOWN DOWN RIGHT DOWN OK", "DOWN LEFT BACK UP UP UP UP OK")
    options = dict(flow.archive.sheets[1][0].options)
    assert (options["mode"], options["strength"]) == ("breaks", "club")


def test_who_is_alone_may_play_against_nobody() -> None:
    flow = start()
    flow.press(ALONE, "DOWN RIGHT", "UP UP OK")
    assert flow.archive.sheets[1][0].players == ("Anna",)
    assert flow.screen == "ReadyScreen"


def test_two_players_are_not_offered_the_modes_of_the_box_nor_its_strength() -> None:
    table = start().context
    setup = Setup(table, table.catalogue["mastermind"], ["Anna", "Ben"])
    modes = {option.key: option.values for option in setup.options()}
    assert modes["mode"] == ("box", "player", "keeps")
    assert "strength" not in modes


def test_handicap_is_offered_to_people_only() -> None:
    table = start().context
    setup = Setup(table, table.catalogue["mastermind"], ["Anna"])
    by_key = {option.key: option for option in setup.options()}
    assert [value for _, value in setup.choices(by_key["coach"])] == ["off", "after", "during", "1"]
    assert [value for _, value in setup.choices(by_key["first"])] == ["coin", "1", "2"]


def test_two_players_of_one_name_are_refused() -> None:
    flow = start(names=("A", "Ben"))
    flow.press("OK OK DOWN OK DOWN DOWN OK", "DOWN OK")
    flow.sounds()
    flow.press("OK UP OK")
    assert (flow.screen, flow.sounds()[-1]) == ("NameEntry", Cue.REFUSED)


def test_language_changes_in_mid_game() -> None:
    flow = begun()
    flow.press("BACK UP UP UP OK", "OK DOWN OK")
    assert flow.context.translator.language == languages()[1]
    assert flow.press("BACK BACK")[-1] == "GuessScreen"


def test_history_opens_a_finished_match_and_its_rows() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    finished(flow)
    again = start(archive)
    menu = history_menu(again.context)
    assert isinstance(menu, Menu)
    assert [again.context.translator.say(item.label) for item in menu.items] == ["Anna, Ben"]
    again.choose("More", "Matches")
    assert again.lines == ["1. Mastermind", "> Anna, Ben: 1:1", "2026-01-02"]
    assert again.press("OK DOWN OK") == ["Menu", "Menu", "BoardsScreen"]
    assert again.lines[0].startswith("Round 2: Anna")


def test_history_begins_a_rematch_only_when_asked() -> None:
    archive = PaperArchive()
    finished(begun(archive))
    flow = start(archive)
    flow.choose("More", "Matches", "Anna, Ben", "Rematch")
    assert (flow.screen, flow.lines[0]) == ("Question", "Begin a new match with the same players and rules?")
    assert (flow.press("OK"), [*archive.sheets]) == (["Menu"], [1])
    flow.press("OK LEFT OK")
    assert [*archive.sheets] == [1, 2]


def test_qr_code_is_one_press_from_the_reveal() -> None:
    flow = begun()
    flow.press(entering(flow.code()), "OK")
    assert flow.press("DOWN", "OK", "OK") == ["OpenedScreen", "RevealScreen", "ReadyScreen"]


def test_disk_that_refuses_is_told_once_and_play_goes_on() -> None:
    archive = PaperArchive()
    flow = begun(archive)
    archive.break_pencil()
    assert flow.press(entering("ROYG"))[-1] == "Notice"
    assert flow.press("OK")[-1] == "AnswerScreen"
    assert flow.press("OK", entering("BBBB", "ROYG"))[-1] == "AnswerScreen"
    archive.sharpen_pencil()
    # The notice says that everything is saved again.
    assert flow.press("OK", "OK") == ["Notice", "GuessScreen"]
    flow.press(entering("PPPP", "BBBB"))
    now = flow.view().now
    assert now is not None
    assert len(now.rows) == 3


def test_everything_is_played_with_four_buttons() -> None:
    flow = start()
    pressed = f"{NEW_MATCH} OK {entering('ROYG')} OK BACK BACK BACK BACK BACK".split()
    assert {*pressed} <= {"UP", "DOWN", "OK", "BACK"}
    assert flow.press(*pressed)[-1] == "Menu"


def test_answer_on_the_screen_is_the_answer_in_the_journal() -> None:
    flow = begun()
    flow.press(entering("ROYG"))
    now = flow.view().now
    assert now is not None
    edition = EDITION
    assert now.rows == (
        Row(edition.code("ROYG"), Answer(*naive_answer(edition.code(flow.code()), edition.code("ROYG")))),
    )


@pytest.mark.parametrize("button", list(Button))
def test_no_button_is_a_dead_end(button: Button) -> None:
    """From any screen BACK leads home, after any presses."""
    flow = begun()
    flow.press(button.name, button.name, "BACK")
    for _ in range(20):
        if isinstance(flow.app, App) and flow.screen == "Menu":
            break
        flow.press("BACK")
    assert flow.screen == "Menu"
