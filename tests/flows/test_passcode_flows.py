"""Ways through Passcode, press by press: as referee, as dealer, and against the box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from companion.box import Button, Cue, Format
from companion.config.settings import Settings
from companion.games.contract import Outcome
from companion.games.passcode.cards import Card
from companion.games.passcode.state import Lock, Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import languages
from companion.match.record import check_record, read_record, write_record
from companion.ui.core.context import AppContext
from companion.ui.core.display_page import page_for
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import final_menu
from companion.words.passcode import done
from tests.support.flow import CATALOGUE, LARGE, SMALL, Flow, start
from tests.support.paper import PaperArchive, environment
from tests.support.passcode_shots import BOARDS, COMPLETE, SIX, TIE, match

PLACE = [game.key for game in CATALOGUE].index("passcode")
TO_PASSCODE = f"OK {'DOWN ' * PLACE} OK"
PLAYERS = ("Anna", "Ben")
every_display = pytest.mark.parametrize("display", [SMALL, LARGE], ids=["small", "large"])


def laid(
    text: str,
    players: tuple[str, ...] = PLAYERS,
    role: str = "referee",
    draw: Callable[[int], int] | None = None,
    display: Format = SMALL,
    explains_games: bool = False,
    **options: str,
) -> Flow:
    """Return a box that is switched on again in a game in which *text* was played; *draw* stands in for chance."""
    archive = PaperArchive()
    context = AppContext(Settings(language="en"), lambda: 0.0, CATALOGUE, environment(archive), lambda settings: None)
    match(context, f"{BOARDS}; {text}", players, role=role, **options)
    flow = start(archive, display=display, explains_games=explains_games)
    flow.context.environment = replace(flow.context.environment, draw=draw or flow.context.environment.draw)
    flow.press("OK")
    flow.sounds()
    return flow


def view(flow: Flow, seat: int | None = None) -> PasscodeView:
    seen: PasscodeView = flow.session().view(seat)
    return seen


def last(flow: Flow, count: int = 1) -> list[str]:
    """Return the last lines of the match's book, hidden ones whole."""
    lines = [entry.text if entry.hidden is None else entry.hidden.reveal() for entry in flow.archive.sheets[1][1]]
    return lines[-count:]


# Setting up


TURN_EACH = "OK RIGHT OK"
"""Begins the match and answers that the players turn the die for each digit."""


def test_boards_are_set_by_rolls_that_the_roller_turns() -> None:
    flow = start()
    assert flow.press(TO_PASSCODE, TURN_EACH)[-1] == "SquareScreen"
    assert set(flow.press("LEFT RIGHT DOWN OK OK" + " OK" * 13)) == {"SquareScreen"}
    assert last(flow, 1)[0].startswith("roll")
    assert flow.press("OK")[-1] == "RollScreen"
    assert [len(player.board) for player in view(flow).players] == [18, 18]


def test_box_rolls_all_codes_and_says_what_they_are_for_in_a_first_match() -> None:
    flow = start(explains_games=True)
    assert flow.press(TO_PASSCODE, "OK OK")[-2:] == ["Notice", "Question"]
    flow.press("OK")
    assert flow.lines[:2] == ["Passcode", "Each player has a code now: cards play its digits in order."]
    assert [len(player.board) for player in view(flow).players] == [18, 18]
    assert flow.press("OK")[-1] == "RollScreen"


def test_first_fail_of_a_first_match_is_explained_once() -> None:
    keys, said = 10, "A FAIL ends the turn. Three of them lock a player out."
    flow = laid("card 3; card 5; up 2", role="dealer", draw=lambda cards: cards - keys - 1, explains_games=True)
    flow.press("LEFT")
    assert "> Anna: FAIL" in flow.lines
    flow.press("OK")
    assert flow.lines[:2] == ["FAIL", said]
    flow.press("OK LEFT OK")
    assert (flow.screen, view(flow).seat) == ("DrawScreen", 0)


@pytest.mark.parametrize(("players", "heads"), [(("Anna", "Ben"), "A B"), (("Player 1", "Player 2"), "P1 P2")])
def test_columns_of_digits_are_headed_by_what_tells_the_players_apart(players: tuple[str, str], heads: str) -> None:
    context = start().context
    screen = match(context, "roll 32 left; turn left; roll 32 left", players).enter()
    page = TextPage(context.translator)
    screen.draw(page)
    assert page.lines[1].strip() == heads


def test_left_and_right_turn_the_die_at_once() -> None:
    flow = start()
    flow.press(TO_PASSCODE, TURN_EACH, "LEFT RIGHT")
    assert [line for line in last(flow, 9) if line.startswith("turn")] == ["turn left", "turn right"]


def test_turn_of_the_die_is_chosen_with_down_and_taken_with_ok() -> None:
    flow = start()
    flow.press(TO_PASSCODE, TURN_EACH, "OK DOWN OK DOWN DOWN OK")
    turns = [line for line in last(flow, 9) if line.startswith("turn")]
    assert turns == ["turn left", "turn right", "turn left"]


@pytest.mark.parametrize("key", ["OK", "ROLL"])
def test_die_says_who_begins_and_then_the_cards_are_dealt(key: str) -> None:
    flow = start()
    flow.press(TO_PASSCODE, "OK OK", key)
    assert (flow.screen, view(flow).phase) == ("RollScreen", Phase.DRAW)
    assert flow.press("OK")[-1] == "DrawScreen"
    assert all(player.has_card or player.fails for player in view(flow).players)


def test_table_without_cards_in_the_box_is_asked_for_fails() -> None:
    flow = laid("")
    assert flow.screen == "DealMenu"
    flow.press("DOWN DOWN OK UP UP OK")
    assert last(flow) == ["deal fail 2"]
    assert flow.screen == "TurnMenu"


def test_fail_ticked_by_mistake_is_unticked() -> None:
    flow = laid("")
    flow.press("DOWN OK DOWN OK UP OK UP OK")
    assert last(flow) == ["deal fail 2"]


# The referee


@pytest.mark.parametrize(
    ("keys", "move"), [("OK", "play 1"), ("DOWN OK", "discard"), ("DOWN DOWN OK", "fail"), ("UP OK", "play key")]
)
def test_turn_is_told_in_at_most_three_presses(keys: str, move: str) -> None:
    flow = laid("deal")
    flow.press(keys)
    assert last(flow) == [move]
    assert len(keys.split()) <= 3


def test_next_player_is_asked_at_once() -> None:
    flow = laid("deal")
    flow.press("DOWN OK")
    assert (flow.screen, view(flow).seat) == ("TurnMenu", 1)


def test_lock_in_number_is_chosen_and_rolled_for() -> None:
    flow = laid(COMPLETE)
    flow.press("DOWN DOWN DOWN OK")
    assert last(flow) == ["lock 4"]
    assert flow.press("DOWN OK")[-1] == "RollScreen"
    flow.press("ROLL")
    assert last(flow)[0].startswith("die ")


def test_key_as_lock_in_card_is_named_a_number() -> None:
    flow = laid(COMPLETE)
    flow.press("UP UP OK DOWN OK")
    assert last(flow) == ["lock key 2"]


def test_roll_that_locks_in_sounds_solved_and_another_lost() -> None:
    heard = set()
    for index in (2, 3):
        flow = laid(f"{COMPLETE}; lock 4; discard", draw=partial(min, index))
        flow.press("OK")
        assert f"The die shows {index + 1}." in flow.lines
        heard.add((flow.sounds()[-1], view(flow).winner))
    assert heard == {(Cue.LOST, None), (Cue.SOLVED, 0)}


def test_lock_in_announces_the_last_turn_of_the_others() -> None:
    flow = laid(f"{COMPLETE}; lock 4; discard", draw=partial(min, 3))
    flow.press("OK OK")
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    assert "Anna has locked in. All others have one last turn." in page.lines
    assert flow.press("OK") == ["TurnMenu"]


def test_lock_in_with_cards_in_the_box_is_announced_and_shown_to_the_others() -> None:
    played = "card 4; card 5; up 6; draw; card 1; play 1; draw; card fail; draw; card 2; play 2; draw; card fail"
    locked = "draw; card 3; play 3; lock 4; draw; card 6; discard 6"
    flow = laid(f"{played}; {locked}", role="dealer", draw=partial(min, 3))
    said = lines(flow)
    assert [line for line in said if "Lock-in number: 4" in line or "FAIL: 2/3" in line] == [
        "  Lock-in number: 4",
        "  FAIL: 2/3",
    ]
    flow.press("OK OK")
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    assert "Anna has locked in. All others have one last turn." in page.lines
    assert flow.press("OK") == ["DrawScreen"]
    assert lines(flow)[0] == "Last attempt"


def lines(flow: Flow) -> list[str]:
    """Return the text of the overview, which the pause menu opens."""
    match = flow.top.owner
    assert isinstance(match, Match)
    page = TextPage(flow.context.translator)
    match.face.boards(match).draw(page)
    return page.lines


@pytest.mark.parametrize("role", ["referee", "dealer"])
def test_overview_shows_whole_codes_and_fails_of_everybody(role: str) -> None:
    deal = "deal; play 1; fail" if role == "referee" else "card 1; card 5; up 2; draw; card 3; play 1; draw; card fail"
    flow = laid(deal, role=role)
    said = lines(flow)
    assert [line for line in said if "Anna: 1\u25b623" in line] != []
    assert [line for line in said if "FAIL: 1/3" in line] != []


def test_ok_leads_through_the_overview_and_all_boards_and_out() -> None:
    flow = laid("deal; play 1; fail")
    flow.press("BACK")
    flow.choose("Code boards")
    assert flow.press("OK OK OK") == ["BoardsScreen", "BoardsScreen", "Menu"]


def test_overview_shows_lock_in_numbers_and_the_last_attempt() -> None:
    said = lines(laid(f"{COMPLETE}; lock 4; fail; die 4"))
    assert said[0] == "Last attempt"
    assert [line for line in said if "Lock-in number: 4" in line] != []


def test_lock_in_of_the_box_is_told_in_words() -> None:
    before = replace(view(laid(COMPLETE)), phase=Phase.LOCK_IN)
    locked = replace(before.players[before.seat], lock=Lock(Card.FOUR, 4))
    players = tuple(locked if seat == before.seat else player for seat, player in enumerate(before.players))
    words = done(replace(before, players=players), "die 4")
    assert words is not None
    assert words(start().context.translator) == "locks in: 4!"


def test_hands_are_told_and_the_round_is_shown_before_the_next_deal() -> None:
    flow = laid(f"{COMPLETE}; lock 4; discard; die 4; discard")
    assert flow.press("DOWN DOWN OK")[-1] == "OnwardList"
    assert last(flow) == ["hand 3"]
    assert [player.score for player in view(flow).players] == [0, 3]
    assert flow.press("OK")[-1] == "DealMenu"


def test_taken_back_discard_is_asked_again() -> None:
    flow = laid("deal")
    flow.press("DOWN OK BACK DOWN OK LEFT OK")
    assert (flow.screen, view(flow).seat) == ("TurnMenu", 0)


def test_die_once_thrown_stays_thrown_after_an_undo() -> None:
    flow = laid("deal; fail; discard; fail; discard; fail; discard")
    flow.press("OK")
    thrown = last(flow)[0]
    flow.press("OK BACK DOWN OK LEFT OK LEFT OK")
    assert last(flow) == ["2"]
    assert (flow.screen, view(flow).seat) == ("TurnMenu", 1)
    flow.press("DOWN OK OK")
    assert last(flow) == [thrown]


def test_playoff_is_rolled_to_the_end() -> None:
    flow = laid(f"{TIE}; die 4")
    for _ in range(200):
        if flow.screen == "Menu":
            break
        flow.press("OK")
    assert view(flow).outcome is not None
    assert flow.archive.results[1] is not None


# The dealer


def test_hand_is_seen_only_while_ok_is_held() -> None:
    flow = laid("card 3; card 5; up 2; draw; card key", role="dealer")
    assert flow.screen == "HandScreen"
    flow.box.inputs.hold(Button.OK)
    flow.run()
    opened = flow.box.display.frames[-1].tobytes()
    flow.box.inputs.pass_time(1)
    flow.box.inputs.release(Button.OK)
    flow.run()
    assert opened != flow.box.display.frames[-1].tobytes()
    flow.press("DOWN")
    assert (flow.screen, last(flow)) == ("DrawScreen", ["play key"])


def holding(hand: str, drawn: str, display: Format, is_open: bool = False) -> list[bytes]:
    """Return the frames while Anna holds *hand* and *drawn* and is to play; those of the look if it *is_open*."""
    flow = laid(f"card {hand}; card 5; up 2; draw; card {drawn}", role="dealer", display=display)
    assert flow.screen == "HandScreen"
    if is_open:
        flow.box.inputs.hold(Button.OK)
    flow.press("RIGHT LEFT" if is_open else "RIGHT LEFT UP RIGHT DOWN BACK DOWN DOWN DOWN OK BACK")
    return [frame.tobytes() for frame in flow.box.display.frames]


@every_display
def test_frames_of_two_hands_are_the_same_while_they_are_covered(display: Format) -> None:
    first, *others = (holding(*cards, display) for cards in (("3", "4"), ("4", "6"), ("6", "3")))
    assert len(first) > 5
    assert all(other == first for other in others)


@every_display
def test_frames_of_two_hands_differ_in_the_open_look(display: Format) -> None:
    """The comparison above can fail."""
    assert holding("3", "4", display, is_open=True) != holding("4", "6", display, is_open=True)


def test_end_of_a_round_is_shown_before_the_box_deals_the_next() -> None:
    turns = (
        "draw; card 2; play 1; draw; card fail; draw; card 3; play 2; draw; card fail; draw; card 5; play 3; lock 5"
    )
    flow = laid(f"card 1; card 4; up 6; {turns}; draw; card 6; play 6; die 5; draw; card 5", role="dealer")
    flow.press("OK DOWN")
    assert (flow.screen, last(flow)) == ("OnwardList", ["play 5"])
    assert flow.press("OK")[-1] in ("OnwardList", "DrawScreen")
    assert view(flow).phase is not Phase.DEAL


@pytest.mark.parametrize(("keys", "move"), [("LEFT", "draw"), ("RIGHT", "take")])
def test_card_is_drawn_with_one_press(keys: str, move: str) -> None:
    flow = laid("card 3; card 5; up 2", role="dealer")
    assert flow.press(keys) == ["HandScreen"]
    assert move in last(flow, 2)


@pytest.mark.parametrize("steps", range(-3, 4))
def test_only_what_the_hand_allows_is_offered_and_nothing_is_refused(steps: int) -> None:
    flow = laid("card 3; card 5; up 2; draw; card key", role="dealer")
    flow.sounds()
    flow.hold_ok([Button.RIGHT if steps > 0 else Button.LEFT] * abs(steps) + [Button.DOWN])
    assert last(flow) == [("play key", "discard 3", "discard key")[steps % 3]]
    assert Cue.REFUSED not in flow.sounds()


def test_turn_with_cards_in_the_box_takes_three_presses() -> None:
    flow = laid("card 3; card 5; up 2", role="dealer", draw=lambda outcomes: 0)
    flow.press("LEFT OK DOWN")
    assert (flow.screen, view(flow).seat) == ("DrawScreen", 1)


def test_turn_of_somebody_who_saw_nothing_is_not_played() -> None:
    flow = laid("card 3; card 5; up 2; draw; card key", role="dealer")
    before = last(flow)
    flow.box.inputs.press(Button.OK)
    flow.run()
    assert flow.banner == "Keep OK pressed to look, then DOWN plays."
    flow.press("DOWN")
    assert (last(flow), flow.banner) == (before, "Hold OK: look")
    flow.press("OK RIGHT DOWN")
    assert (last(flow), flow.banner) == (before, "Hold OK: look")
    flow.press("OK DOWN")
    assert last(flow) == ["discard 3"]


@pytest.mark.parametrize("ending", ["OK DOWN", "OK RIGHT OK DOWN"])
def test_quick_presses_of_ok_never_draw_for_the_next_player(ending: str) -> None:
    flow = laid("card 3; card 5; up 2; draw; card key", role="dealer")
    flow.press(ending)
    before = last(flow)
    assert set(flow.press("OK OK OK OK")) == {"DrawScreen"}
    assert (last(flow), view(flow).seat, view(flow).phase) == (before, 1, Phase.DRAW)


def test_quick_presses_of_ok_after_a_fail_never_draw_for_the_next_player() -> None:
    flow = laid("card 3; card 5; up 2; draw; card fail", role="dealer")
    flow.press("OK OK OK OK")
    assert (flow.screen, last(flow)) == ("DrawScreen", ["card fail"])


def test_new_card_is_the_one_that_was_drawn_or_taken() -> None:
    for drawn, new in (("draw; card key", "joker: KEY"), ("take", "new card: 2")):
        flow = laid(f"card 3; card 5; up 2; {drawn}", role="dealer")
        flow.box.inputs.hold(Button.OK)
        flow.run()
        page = TextPage(flow.context.translator)
        flow.top.draw(page)
        assert [line for line in page.lines if line.startswith(("old", "new", "joker"))] == ["old card: 3", new]


def test_own_card_is_looked_at_before_the_draw() -> None:
    flow = laid("card 3; card 5; up 2", role="dealer")
    assert flow.press("UP") == ["HandLook"]
    flow.box.inputs.hold(Button.OK)
    flow.run()
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    assert "your card: 3" in page.lines
    flow.box.inputs.release(Button.OK)
    assert flow.press("DOWN") == ["DrawScreen"]


def test_frames_of_two_hands_are_the_same_but_for_the_private_look() -> None:
    seen = []
    for hand in ("3", "6"):
        flow = laid(f"card {hand}; card 5; up 2; draw; card key", role="dealer")
        flow.press("RIGHT RIGHT LEFT DOWN UP BACK DOWN DOWN DOWN DOWN OK BACK UP UP OK UP OK RIGHT DOWN")
        seen.append([frame.tobytes() for frame in flow.box.display.frames])
    assert len(seen[0]) > 10
    assert seen[0] == seen[1]


def test_frames_of_two_hands_differ_in_the_private_look() -> None:
    """The comparison above can fail."""
    seen = []
    for hand in ("3", "6"):
        flow = laid(f"card {hand}; card 5; up 2; draw; card key", role="dealer")
        flow.press("OK")
        seen.append([frame.tobytes() for frame in flow.box.display.frames])
    assert seen[0] != seen[1]


def test_running_record_holds_no_card_of_a_hand_and_the_finished_one_all() -> None:
    session = laid("card 3; card 5; up 2; draw; card key", role="dealer").session()
    running = write_record(session.record())
    assert [line for line in running.splitlines() if "card" in line] == ["37. card", "38. card", "41. card"]


# Against the box


def played_by_keys(flow: Flow, most: int = 4_000) -> int:
    """Press what plays on, wherever it is asked; return how many presses that took."""
    random = environment(seed=5).draw
    for count in range(most):
        if flow.screen == "Menu":
            return count
        flow.press(("OK", "OK", "OK", "LEFT", "RIGHT")[random(5)])
    pytest.fail("the game does not end")


def test_one_person_plays_a_whole_game_against_the_box() -> None:
    flow = laid("card 3; card 5; up 2", role="dealer", box_seats="1")
    assert flow.screen == "DrawScreen"
    played_by_keys(flow)
    record = flow.session().record()
    assert check_record(read_record(write_record(record)), CATALOGUE["passcode"]).result == flow.archive.results[1]


def test_what_the_box_played_is_told() -> None:
    flow = laid("card 3; card 5; up 2; draw; card 6", role="dealer", box_seats="1")
    assert flow.press("OK")[-1] == "OnwardList"
    assert flow.press("OK")[-1] == "DrawScreen"
    assert view(flow, 0).player.hand in (Card.THREE, Card.SIX)


def test_game_of_a_person_and_the_box_goes_on_after_an_undo() -> None:
    flow = laid("card 3; card 5; up 2; draw; card 6", role="dealer", box_seats="1")
    before = last(flow)
    flow.press("OK OK", "BACK DOWN OK LEFT OK LEFT OK")
    assert (flow.screen, before) == ("HandScreen", ["card 6"])
    assert view(flow).phase is Phase.PLAY


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("winners", range(2, 7))
def test_title_of_a_tie_fits_whatever_number_of_players_it_has(language: str, winners: int) -> None:
    flow = start(language=language)
    page = page_for(SMALL, flow.context.translator)
    outcome = Outcome((1,) * winners + (0,) * (6 - winners), tuple(range(winners)))
    final_menu(match(flow.context, "", SIX), outcome, ["0"] * 6).draw(page)
    assert page.cut == []
