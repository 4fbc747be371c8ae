"""Flows of a match in which all break the same code on one box, in turns, unseen by each other."""

from __future__ import annotations

import pytest

from companion.box import Format
from companion.games.pegs.challenge import code_of
from companion.games.pegs_together import TogetherGame
from companion.match.session import Session
from companion.ui.core.context import AppContext, OwnScreen
from companion.ui.core.screen import Push, Refuse, ShowMessage
from companion.ui.dice import roll_dice
from companion.ui.games.pegs_together.face import TogetherRow
from companion.ui.games.shared.match import Match
from tests.flows.test_time_flows import pass_time, written
from tests.support.flow import CATALOGUE, LARGE, SMALL, Flow, entering, start
from tests.support.paper import PaperArchive, environment

ROW, OTHER = "ROYG", "GBPR"


def begun(display: Format = SMALL) -> Flow:
    """Return a match of Anna and Ben, at the page that asks Anna to take the box."""
    flow = start(display=display)
    flow.press("OK")
    flow.choose("Together", "Mini", "Begin")
    assert flow.screen == "StartScreen"
    assert flow.press("OK") == ["TakeScreen"]
    return flow


def play(flow: Flow, row: str) -> None:
    """Have the player who is asked take the box, and play *row*."""
    flow.press("DOWN")
    assert flow.screen == "TogetherRow"
    lay(flow, row)
    flow.press("OK")
    assert flow.screen == "TogetherAnswer"


def lay(flow: Flow, row: str) -> None:
    """Set *row*, as a tray or typed letters do."""
    assert isinstance(flow.top, TogetherRow)
    flow.top.entry.lay(["ROYGBP".index(letter) for letter in row])


def picture(flow: Flow) -> bytes:
    """Return the pixels of the display."""
    assert flow.box.display.shown is not None
    return flow.box.display.shown.tobytes()


def asked(flow: Flow) -> str:
    """Return who is asked to take the box."""
    assert flow.screen == "TakeScreen"
    return flow.lines[1].split()[0]


def code(flow: Flow) -> str:
    """Return the code in play, which only the journal holds."""
    hidden = [entry.hidden.reveal() for entry in flow.archive.read(1)[1] if entry.hidden is not None]
    return next(text for text in reversed(hidden) if text.startswith("code ")).removeprefix("code ")


def test_players_take_the_box_in_turns_and_ok_alone_hands_nothing_over() -> None:
    flow = begun()
    for name in ("Anna", "Ben", "Anna"):
        assert asked(flow) == name
        assert flow.press("OK") == ["TakeScreen"]
        assert flow.banner == "DOWN takes the box."
        play(flow, ROW)
        flow.press("OK")


def test_row_set_by_keys_is_played() -> None:
    flow = begun()
    flow.press("DOWN", entering(ROW))
    assert flow.screen == "TogetherAnswer"
    (board, _) = flow.view().boards  # type: ignore[attr-defined]
    assert len(board.keys) == 1


def test_page_of_all_boards_shows_the_key_pegs_and_lets_another_take_the_box() -> None:
    flow = begun()
    play(flow, ROW)
    flow.press("OK UP")
    assert flow.screen == "TableScreen"
    assert flow.lines[0] == "Box: Ben"
    assert flow.lines[1].startswith("Anna: 1 row ")
    flow.press("LEFT OK")
    assert asked(flow) == "Anna"


def test_lowest_display_shows_which_player_is_chosen_to_take_the_box() -> None:
    flow = begun(Format((128, 32)))
    flow.press("UP")
    before = picture(flow)
    flow.press("LEFT")
    assert picture(flow) != before


def test_player_who_is_alone_goes_on_at_once_and_the_code_is_shown_when_all_have_finished() -> None:
    flow = begun()
    play(flow, code(flow))
    assert flow.press("OK") == ["TakeScreen"]
    play(flow, OTHER)
    assert flow.press("OK") == ["TogetherRow"]
    found = code(flow)
    assert found not in "".join(flow.lines).replace(" ", "")
    lay(flow, found)
    assert flow.press("OK OK") == ["TogetherAnswer", "ResultScreen"]
    assert flow.press("OK") == ["StartScreen"]


def test_match_is_over_after_the_last_round_with_the_squares_of_all() -> None:
    flow = begun()
    for _ in range(3):
        if flow.screen == "StartScreen":
            flow.press("OK")
        found = code(flow)
        play(flow, found)
        flow.press("OK")
        play(flow, found)
        flow.press("OK")
        assert flow.screen == "ResultScreen"
        flow.press("OK")
    assert flow.screen == "EndScreen"
    assert flow.lines[0] == "A tie: Anna, Ben"


def test_power_cut_leads_back_to_the_player_who_is_next() -> None:
    flow = begun()
    play(flow, ROW)
    again = start(flow.archive)
    again.press("OK")
    assert asked(again) == "Ben"
    again.press("DOWN")
    assert ROW not in "".join(again.lines).replace(" ", "")


def test_round_is_given_up_by_the_player_who_has_the_box_alone() -> None:
    flow = begun()
    flow.press("BACK")
    assert not any("Give up round" in line for line in flow.lines)
    flow.press("BACK DOWN BACK")
    flow.choose("Give up round")
    flow.press("LEFT OK")
    assert asked(flow) == "Ben"
    assert [board.is_done for board in flow.view().boards] == [True, False]  # type: ignore[attr-defined]


def test_undo_is_refused_with_the_reason() -> None:
    flow = begun()
    play(flow, ROW)
    flow.press("BACK")
    flow.choose("Undo")
    assert flow.banner == "A row is answered at once. Nothing is undone."


def test_pages_of_the_others_are_the_same_whatever_row_was_played() -> None:
    """Two rows without a right peg look alike to all but their player."""
    frames = []
    for pick in (0, 1):
        flow = begun(display=LARGE)
        absent = [letter for letter in "ROYGBP" if letter not in code(flow)]
        play(flow, absent[pick] * 4)
        flow.press("OK")
        seen = [picture(flow)]
        for key in ("UP", "OK", "DOWN"):
            flow.press(key)
            seen.append(picture(flow))
        frames.append(seen)
    assert frames[0] == frames[1]


def test_row_that_is_being_set_stays_while_another_plays_by_phone() -> None:
    flow = begun()
    flow.press("DOWN UP OK UP UP")
    before = flow.lines[-1]
    assert flow.context.driver is not None
    flow.context.driver.submit_text(1, f"2 {OTHER}")
    flow.run()
    flow.look()
    assert flow.screen == "TogetherRow"
    assert flow.lines[-1] == before
    flow.press("BACK BACK BACK BACK")
    flow.choose("Rows played")
    assert "No row has been played yet." in flow.lines


def test_last_move_of_the_round_by_phone_shows_the_results_at_the_box() -> None:
    flow = begun()
    play(flow, code(flow))
    flow.press("OK")
    assert flow.context.driver is not None
    flow.context.driver.submit_text(1, f"2 {code(flow)}")
    flow.run()
    flow.look()
    assert flow.screen == "ResultScreen"


def test_box_that_writes_lines_takes_a_typed_row() -> None:
    flow = begun()
    flow.press("DOWN")
    row = flow.top
    assert isinstance(row, TogetherRow)
    row.take_line(ROW.lower())
    assert [len(board.keys) for board in flow.view().boards] == [1, 0]  # type: ignore[attr-defined]


def test_rows_are_read_aloud_to_the_player_who_has_the_box_alone() -> None:
    flow = begun()
    play(flow, ROW)
    flow.press("OK")
    assert isinstance(flow.top.owner, Match)
    hidden = flow.top.owner.take_line(flow.top, "/r 1")
    assert isinstance(hidden, Refuse)
    play(flow, OTHER)
    flow.press("OK DOWN")
    row = flow.top
    assert isinstance(row.owner, Match)
    said = row.owner.take_line(row, "/r 1")
    assert isinstance(said, ShowMessage)
    assert "red, orange, yellow, green" in said.sentence
    table = row.owner.take_line(row, "/b")
    assert isinstance(table, ShowMessage)
    assert "Ben has 1 row: " in table.sentence
    assert "purple" not in table.sentence


def test_board_of_a_finished_round_is_reviewed_without_a_practice() -> None:
    flow = begun()
    found = code(flow)
    for row in (found, found):
        play(flow, row)
        flow.press("OK")
    flow.press("BACK")
    flow.choose("Rows played")
    assert flow.press("LEFT OK") == ["BoardsScreen", "ReviewScreen"]
    assert flow.press("OK BACK BACK")


def test_code_of_the_day_is_played_together_once() -> None:
    flow = start()
    flow.choose("Play", "A challenge", "Mastermind", "Together")
    assert not [line for line in flow.lines if "Rounds" in line]
    flow.choose("Begin")
    day = flow.context.environment.stamp()[:10]
    rules = flow.session().view().rules
    assert (rules.challenge, rules.games) == (day, 1)
    assert code(flow) == rules.edition.text(code_of(rules.edition, rules.variant, day))
    for seat, row in ((0, code(flow)), (1, "RRRR"), (1, code(flow))):
        flow.press("OK")
        if flow.screen == "TakeScreen":
            flow.press("DOWN")
        assert isinstance(flow.top, TogetherRow)
        assert flow.top.seat == seat
        lay(flow, row)
        flow.press("OK")
    assert flow.session().outcome is not None
    assert flow.session().rematch().view().rules.challenge == ""
    later = start(flow.archive)
    later.choose("Play", "A challenge", "Mastermind", "Anna")
    assert later.banner == "Anna has played this code."
    later.choose("Together", "Begin")
    assert later.banner == "Anna has played this code."


def test_line_of_a_match_played_together_is_one_and_gives_its_code() -> None:
    flow = begun()
    hidden = code(flow)
    for row in (hidden, hidden):
        play(flow, row)
        flow.press("OK")
    session = flow.session()
    assert isinstance(session.game, TogetherGame)
    line, *others = session.game.challenges(session.view())
    assert not others
    options = session.game.read_challenge(line)
    assert options is not None
    again = Session.begin(session.game, options, ("Anna", "Ben"), environment(PaperArchive()))
    assert again.view().rules.only_code == tuple(map("ROYGBP".index, hidden))


def test_rules_that_a_challenge_names_are_not_asked_for() -> None:
    flow = start()
    flow.choose("Play", "A challenge", "Mastermind", "Together", "More rules")
    assert any("Hints" in line for line in flow.lines)
    assert not any("Rules" in line for line in flow.lines[1:])


def test_time_of_a_player_elsewhere_ends_that_round_alone_while_another_takes_the_box() -> None:
    flow = start()
    flow.box.inputs._linger_s = 0.0
    flow.press("OK")
    flow.choose("Together", "Mini", "More rules", "Time", "30 s a turn", "Done", "Begin")
    flow.press("OK")
    assert asked(flow) == "Anna"
    match = flow.top.owner
    assert isinstance(match, Match)
    match.driver.clocks[1].run()
    pass_time(flow, 31)
    assert asked(flow) == "Anna"
    assert [board.is_done for board in flow.view().boards] == [False, True]  # type: ignore[attr-defined]


def with_phones(monkeypatch: pytest.MonkeyPatch, time: str = "no limit") -> tuple[Flow, set[str]]:
    """Return a match whose time passes only as the test says, and the names of those who have phones; none has one."""
    names: set[str] = set()
    own = OwnScreen("{name}: your phone!", "Your phone")
    monkeypatch.setattr(AppContext, "own_screen", lambda context, name: own if name in names else None)
    flow = start()
    flow.box.inputs._linger_s = 0.0
    flow.press("OK")
    flow.choose("Together", "Mini", "More rules", "Time", time, "Done", "Begin")
    flow.press("OK")
    return flow, names


def seconds(flow: Flow, seat: int) -> int:
    """Return the seconds that the clock of *seat* has counted."""
    assert flow.context.driver is not None
    return round(flow.context.driver.clocks[seat].used.seconds)


def test_time_of_a_phone_goes_on_after_the_pause_of_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    flow, names = with_phones(monkeypatch)
    names.add("Ben")
    flow.look()
    pass_time(flow, 20)
    flow.press("BACK")
    pass_time(flow, 100)
    assert seconds(flow, 1) == 20
    flow.press("BACK")
    pass_time(flow, 30)
    assert seconds(flow, 1) == 50


def test_time_of_a_phone_runs_from_when_it_joins_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    flow, names = with_phones(monkeypatch)
    pass_time(flow, 100)
    names.add("Ben")
    flow.look()
    pass_time(flow, 20)
    names.clear()
    flow.look()
    pass_time(flow, 100)
    assert [seconds(flow, seat) for seat in (0, 1)] == [0, 20]


def test_time_of_a_phone_is_written_and_ends_while_dice_lie_over_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    flow, names = with_phones(monkeypatch, "30 s a turn")
    names.add("Ben")
    flow.press("UP ROLL")
    assert flow.screen == "ThrowScreen"
    pass_time(flow, 25)
    assert written(flow) >= 15
    pass_time(flow, 6)
    flow.look()
    assert [board.is_done for board in flow.view().boards] == [False, True]  # type: ignore[attr-defined]


def test_time_of_a_player_of_the_box_counts_on_while_dice_lie_over_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    flow, _ = with_phones(monkeypatch, "30 s a turn")
    flow.press("DOWN")
    flow.app._ask(lambda: Push(roll_dice(flow.context)))
    pass_time(flow, 100)
    assert flow.screen == "ThrowScreen"
    assert written(flow) >= 90
    flow.press("BACK")
    assert flow.lines[0] == "Time is up"


def test_seat_of_the_box_may_have_the_same_code_again() -> None:
    archive = PaperArchive()
    for number, name in enumerate(("Anna", "Ben"), 1):
        flow = start(archive, names=(name, "Cleo"))
        flow.press(*["DOWN OK"] * (number - 1))
        flow.choose("Play", "A challenge", "Mastermind", "Together")
        assert not [line for line in flow.lines if "Rules" in line]
        flow.choose("Box players", "1", "Begin")
        assert flow.session(number).header.players == (name, "Box 1")


def test_words_may_be_found_by_rows_of_any_letters() -> None:
    game = together("words")
    assert game.start({"rows": "any"}, 2).rules.any_rows
    assert not game.start({}, 2).rules.any_rows


def test_time_of_a_player_runs_while_that_player_has_the_box_alone() -> None:
    flow = start()
    # Time passes only as the test says.
    flow.box.inputs._linger_s = 0.0
    flow.press("OK")
    flow.choose("Together", "Mini", "More rules", "Time", "30 s a turn", "Done", "Begin")
    flow.press("OK")
    pass_time(flow, 100)
    assert asked(flow) == "Anna"
    flow.press("DOWN")
    pass_time(flow, 20)
    assert flow.screen == "TogetherRow"
    lay(flow, ROW)
    assert flow.press("OK OK") == ["TogetherAnswer", "TakeScreen"]
    assert asked(flow) == "Ben"
    flow.press("DOWN")
    for _ in range(40):
        pass_time(flow, 1)
    assert flow.lines[0] == "Time is up"
    assert [board.is_done for board in flow.view().boards] == [False, True]  # type: ignore[attr-defined]
    flow.press("OK")
    assert asked(flow) == "Anna"


def test_hint_is_for_the_player_who_has_the_box_and_counts_as_a_row() -> None:
    flow = start()
    flow.press("OK")
    flow.choose("Together", "Mini", "More rules", "Hints", "a row each", "Done", "Begin")
    flow.press("OK DOWN BACK")
    flow.choose("Hint")
    assert flow.screen == "HintScreen"
    assert flow.top.is_private
    flow.press("BACK BACK")
    assert flow.screen == "TogetherRow"
    lay(flow, code(flow))
    assert flow.press("OK OK") == ["TogetherAnswer", "TakeScreen"]
    play(flow, ROW)
    assert flow.press("OK") == ["TogetherRow"]
    lay(flow, code(flow))
    flow.press("OK")
    assert [flow.view().scores] == [(2, 2)]


def together(key: str) -> TogetherGame:
    """Return the game of several players of the edition *key*."""
    game = CATALOGUE[f"{key}-together"]
    assert isinstance(game, TogetherGame)
    return game
