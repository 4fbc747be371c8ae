"""A code that is found and a round that is won are celebrated, for at most a second and without a further press."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.box import Button, Cue
from companion.games.pegs.moves import SetCode
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.match.statistics import REPLAYED
from companion.ui.core.text_page import TextPage
from companion.ui.games.coda.announce import round_screen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.flows.test_passcode_flows import laid
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.paper import PaperArchive, environment
from tests.support.passcode_shots import COMPLETE
from tests.support.played_matches import finish

LONGEST_S = 1.0


def pressed(flow: Flow, *buttons: Button) -> None:
    """Press *buttons* one after another, and stop with the screen that is then shown."""
    flow.box.inputs.press(*buttons, for_s=0.01)
    flow.box.inputs.close_window()
    flow.run()


def celebrated(flow: Flow) -> list[str]:
    """Return what is shown over the screen once the first stars have come, as lines of text; else nothing."""
    page = TextPage(flow.context.translator)
    if flow.app.over is not None:
        flow.app.over.tick(0.0)
        flow.app.over.draw(page)
    return page.lines


def begun(archive: PaperArchive | None = None, *, hint: bool = False) -> Flow:
    """Return a box at which Anna has begun a match of Mastermind alone."""
    archive = archive or PaperArchive()
    options = {"coach": "during"} if hint else {}
    Session.begin(CATALOGUE["mastermind"], options, ("Anna",), environment(archive, 1)).draw()
    flow = start(archive, start_row="empty")
    assert flow.press("OK OK")[-1] == "GuessScreen"
    return flow


def solved(archive: PaperArchive, rows: int, *, hint: bool = False) -> Flow:
    """Let Anna find a code in this many *rows*, and press on to its reveal; return the box there."""
    flow = begun(archive, hint=hint)
    number, code = max(archive.sheets), flow.code()
    if hint:
        flow.press("BACK", "DOWN DOWN DOWN OK", "BACK BACK")
        assert flow.view(number).now is not None
    wrong = "RRRR" if code != "RRRR" else "BBBB"
    for _ in range(rows - 1):
        flow.press(entering(wrong), "OK")
    flow.press(entering(code, tick=False))
    pressed(flow, Button.OK)
    pressed(flow, Button.OK)
    assert flow.screen == "RevealScreen"
    return flow


def test_solved_code_is_celebrated_with_a_picture_and_the_rows_needed() -> None:
    assert celebrated(solved(PaperArchive(), 2)) == ["Solved in row 2", "a star, a cup, a star", "Anna"]


def test_picture_does_not_wait_for_the_look_at_earlier_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = PaperArchive()
    solved(archive, 3)
    flow = solved(archive, 1)
    over, page = flow.app.over, TextPage(flow.context.translator)
    buffered = flow.context.environment.archive
    monkeypatch.setattr(buffered, "played_numbers", lambda: pytest.fail("expected no look, got one"))
    assert over is not None
    over.draw(page)
    assert page.lines == ["Solved in row 1", "a cup"]


def test_celebration_ends_by_itself_within_a_second_and_nothing_moves_afterwards() -> None:
    flow = solved(PaperArchive(), 1)
    flow.box.inputs.pass_time(LONGEST_S)
    flow.run()
    assert (celebrated(flow), flow.app._deadline(), flow.screen) == ([], None, "RevealScreen")


def test_celebration_follows_the_last_key_peg_without_a_press() -> None:
    flow = begun()
    flow.press(entering(flow.code(), tick=False))
    flow.sounds()
    flow.box.inputs.press(Button.OK, for_s=0.01)
    flow.box.inputs.pass_time(0.8)
    flow.box.inputs.close_window()
    flow.run()
    assert (flow.screen, celebrated(flow)[0]) == ("AnswerScreen", "Solved in row 1")
    assert flow.sounds().count(Cue.SOLVED) == 1


@pytest.mark.parametrize(("button", "screen"), [(Button.OK, "EndScreen"), (Button.UP, "ReviewScreen")])
def test_press_ends_the_celebration_and_counts(button: Button, screen: str) -> None:
    flow = solved(PaperArchive(), 1)
    pressed(flow, button)
    assert (celebrated(flow), flow.screen) == ([], screen)


def test_quiet_box_celebrates_without_a_tune() -> None:
    flow = begun()
    flow.context.change(volume=0)
    flow.press(entering(flow.code()), "OK")
    assert flow.sounds()[-8:].count(Cue.SOLVED) == 0


def test_code_that_was_not_found_is_not_celebrated() -> None:
    flow = begun()
    wrong = "RRRR" if flow.code() != "RRRR" else "BBBB"
    for _ in range(9):
        flow.press(entering(wrong), "OK")
    flow.press(entering(wrong, tick=False))
    pressed(flow, Button.OK)
    pressed(flow, Button.OK)
    assert (flow.screen, celebrated(flow)) == ("RevealScreen", [])


def test_code_of_a_person_is_celebrated_when_the_answer_is_all_black() -> None:
    archive = PaperArchive()
    options = {"mode": "keeps", "coach": "off"}
    Session.begin(CATALOGUE["mastermind"], options, ("Anna", "Ben"), environment(archive)).play(SetCode(None))
    flow = start(archive, start_row="empty")
    flow.press("OK OK", entering("ROYG"), "DOWN OK LEFT")
    pressed(flow, Button.OK)
    assert (flow.screen, celebrated(flow)) == ("RevealScreen", ["Solved in row 1", "a star, a cup, a star", "Ben"])


def test_reveal_that_is_shown_again_is_not_celebrated_again() -> None:
    archive = PaperArchive()
    solved(archive, 1)
    archive.results[1] = None
    flow = start(archive)
    pressed(flow, Button.OK)
    assert (flow.screen, celebrated(flow)) == ("RevealScreen", [])


def test_fewer_rows_than_ever_before_are_a_personal_best() -> None:
    archive = PaperArchive()
    assert celebrated(solved(archive, 3))[-1] == "Anna"
    assert celebrated(solved(archive, 3))[-1] == "Anna"
    flow = solved(archive, 2)
    assert (celebrated(flow)[-1], flow.lines[0]) == ("Personal best!", "Best yet: row 2")


@pytest.mark.parametrize("changed", [{"players": ("Ben",)}, {"options": ()}, {"game": "brainiac"}])
def test_rows_of_other_players_rules_and_editions_are_not_compared(changed: dict[str, Any]) -> None:
    archive = PaperArchive()
    solved(archive, 3)
    header, entries = archive.sheets[1]
    if "options" in changed:
        changed = {
            "options": tuple((key, "challenge" if key == "variant" else value) for key, value in header.options)
        }
    archive.sheets[1] = replace(header, **changed), entries
    assert celebrated(solved(archive, 2))[-1] == "Anna"


def test_code_found_with_a_hint_is_no_personal_best_and_none_to_beat() -> None:
    archive = PaperArchive()
    solved(archive, 3)
    assert celebrated(solved(archive, 1, hint=True))[-1] == "Anna"
    assert celebrated(solved(archive, 2))[-1] == "Personal best!"


def test_archive_that_cannot_be_read_does_not_disturb_the_celebration() -> None:
    archive = PaperArchive()
    solved(archive, 3)
    archive.smudge(1)
    assert celebrated(solved(archive, 2))[-1] == "Anna"


def test_only_the_newest_matches_of_a_player_are_compared() -> None:
    archive = PaperArchive()
    solved(archive, 1)
    solved(archive, 3)
    for number in range(3, REPLAYED + 2):
        archive.sheets[number], archive.results[number] = archive.sheets[2], archive.results[2]
    assert celebrated(solved(archive, 2))[-1] == "Personal best!"


def test_winner_of_a_round_of_passcode_is_named() -> None:
    flow = laid(f"{COMPLETE}; lock 4; discard; die 4; discard")
    flow.press("DOWN DOWN")
    pressed(flow, Button.OK)
    assert (flow.screen, celebrated(flow)) == ("OnwardList", ["Anna wins!", "a star, a cup, a star", "Round over"])


def test_winner_of_a_round_of_coda_is_named() -> None:
    flow = start()
    session = Session.begin(CATALOGUE["coda"], {"rounds": "1"}, ("Anna", "Ben"), environment(flow.archive))
    driver = MatchDriver(session)
    driver.advance()
    match = Match(flow.context, driver, GAME_SCREENS["coda"])
    finish(session, Random(1))
    over = round_screen(match, session.view().done[-1]).over
    assert over is not None
    page = TextPage(flow.context.translator)
    over.tick(0.0)
    over.draw(page)
    winner = session.players[session.view().done[-1].winner]
    assert page.lines == [f"{winner} wins!", "a star, a cup, a star", "Round over"]
