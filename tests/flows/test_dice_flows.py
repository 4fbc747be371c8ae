"""Ways through the dice, as lists of presses and the screen after each."""

from __future__ import annotations

import io
import logging

import pytest

from companion.box import Button, Cue
from companion.cli.dice import judge_rolls, ledger
from companion.config.settings import BoardName
from companion.dice.model import Coin, Dice, DiceRoll, Own, Start, read_cast, throw
from companion.i18n.translator import Verbatim
from companion.match.archive import MatchHeader
from companion.ui.core.app import LONG_S
from companion.ui.core.entry import NameEntry
from companion.ui.core.screen import Stay
from companion.ui.dice.screens import FRAME_S, FRAMES, ThrowScreen
from tests.cli.test_dice_command import passcode
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.paper import PaperArchive

TO_DICE = "DOWN DOWN DOWN OK"
"""From the home menu."""


def thrown(flow: Flow) -> list[str]:
    """Return what was thrown, in its order."""
    return [str(throw.cast) for throw in flow.archive.thrown]


def frames(flow: Flow) -> list[bytes]:
    return [frame.tobytes() for frame in flow.box.display.frames]


def type_name(flow: Flow, name: str) -> None:
    """Type *name* on a keyboard."""
    assert isinstance(flow.top, NameEntry)
    flow.top.type(name)


# --- from the menu


def test_dice_are_chosen_and_thrown_from_the_home_menu() -> None:
    flow = start()
    assert flow.press(TO_DICE, "DOWN RIGHT", "DOWN RIGHT RIGHT", "UP UP OK")[-1] == "ThrowScreen"
    assert thrown(flow) == ["2d10"]


def test_sides_and_count_can_be_had_with_ok_alone() -> None:
    flow = start()
    assert flow.press(TO_DICE, "DOWN OK UP OK", "DOWN OK UP OK", "UP UP OK")[-1] == "ThrowScreen"
    assert thrown(flow) == ["20d4"]


def test_ok_throws_again_and_back_leads_to_the_menu_and_home() -> None:
    flow = start()
    assert flow.press(TO_DICE, "OK OK BACK BACK")[-4:] == ["ThrowScreen", "ThrowScreen", "DiceMenu", "Menu"]
    assert thrown(flow) == ["1d6", "1d6"]


def test_roll_throws_from_the_menu_wherever_the_cursor_is() -> None:
    flow = start()
    assert flow.press(TO_DICE, "DOWN DOWN RIGHT ROLL")[-1] == "ThrowScreen"
    assert thrown(flow) == ["1d8"]


def test_up_leads_back_to_the_menu_that_the_throw_came_from() -> None:
    flow = start()
    assert flow.press(TO_DICE, "OK UP BACK")[-3:] == ["ThrowScreen", "DiceMenu", "Menu"]


def test_dice_that_count_and_what_is_added_are_chosen() -> None:
    flow = start()
    flow.press(TO_DICE, "DOWN RIGHT RIGHT RIGHT", "DOWN DOWN RIGHT RIGHT RIGHT", "DOWN LEFT LEFT", "ROLL")
    assert thrown(flow) == ["4d6kh3-2"]


def test_fewer_dice_than_are_kept_all_count() -> None:
    flow = start()
    flow.press(TO_DICE, "DOWN RIGHT RIGHT", "DOWN DOWN LEFT LEFT", "UP UP LEFT", "ROLL")
    assert thrown(flow) == ["2d6"]


def test_sum_of_other_dice_is_thrown_again_until_the_menu_changes_it() -> None:
    archive = PaperArchive()
    archive.enter([DiceRoll(read_cast("2d6+1d4-1"), (1, 2, 3))])
    flow = start(archive)
    flow.press("ROLL BACK", TO_DICE, "ROLL BACK", "DOWN RIGHT ROLL")
    assert thrown(flow)[1:] == ["2d6+1d4-1", "2d6+1d4-1", "3d6-1"]


def test_coin_is_flipped_from_the_menu() -> None:
    flow = start()
    flow.choose("Dice", "Coin")
    assert [throw.cast for throw in flow.archive.thrown] == [Coin()]


def test_who_starts_is_one_of_the_players_of_the_last_match() -> None:
    flow = start()
    assert flow.press("OK OK OK", "BACK UP UP OK")[-1] == "Menu"
    flow.choose("Dice", "Who starts?")
    flow.press("OK")
    assert [throw.cast for throw in flow.archive.thrown] == [Start(2, ("Anna", "Ben"))]


def test_who_starts_is_a_number_where_nobody_has_played() -> None:
    flow = start()
    flow.choose("Dice", "Who starts?")
    flow.press("DOWN DOWN OK")
    assert [throw.cast for throw in flow.archive.thrown] == [Start(4)]


def test_who_starts_is_a_number_where_one_has_played_alone() -> None:
    archive = PaperArchive()
    archive.begin(MatchHeader("mastermind", (), ("Anna",), ""))
    flow = start(archive)
    flow.choose("Dice", "Who starts?")
    flow.press("OK")
    assert [throw.cast for throw in flow.archive.thrown] == [Start(2)]


def test_last_throws_can_be_looked_back_at() -> None:
    flow = start()
    flow.press(TO_DICE, "OK OK")
    assert flow.press("DOWN OK OK BACK") == ["Menu", "PastThrow", "Menu", "ThrowScreen"]


def test_box_that_was_switched_off_throws_what_it_threw_last() -> None:
    flow = start()
    flow.press(TO_DICE, "DOWN RIGHT RIGHT UP OK")
    again = start(flow.archive)
    again.press("ROLL")
    assert thrown(again) == ["3d6", "3d6"]


# --- saved throws


def test_throw_is_saved_by_name_and_is_first_in_the_menu() -> None:
    flow = start()
    flow.press(TO_DICE, "DOWN RIGHT", "DOWN DOWN DOWN RIGHT RIGHT", "DOWN OK")
    assert flow.screen == "NameEntry"
    type_name(flow, "Sneak attack")
    assert flow.press("OK")[-1] == "DiceMenu"
    assert flow.lines[1:3] == ["> Sneak Attack: 2d6+2", "  Throw: 2d6+2"]
    flow.press("OK BACK")
    assert thrown(flow) == ["2d6+2"]


def test_saved_throw_is_forgotten() -> None:
    flow = start()
    flow.context.change(throws=("Axe: 1d12", "Bow: 1d8"))
    flow.choose("Dice", "Forget a throw")
    flow.press("DOWN OK")
    assert (flow.screen, flow.context.chosen.throws) == ("DiceMenu", ("Axe: 1d12",))


def test_name_that_is_a_throw_is_refused_on_the_box_with_a_sentence() -> None:
    flow = start()
    flow.choose("Dice", "Save this throw")
    type_name(flow, "D20")
    flow.press("OK")
    assert (flow.screen, flow.banner) == ("NameEntry", "This name is a throw itself. Choose another one.")
    assert flow.context.chosen.throws == ()


# --- own dice


def enter_die(flow: Flow, name: str, sides: str = "") -> None:
    """Go to the entry of throws of a new die from the first menu."""
    flow.choose("Dice", "Own dice", "Another die")
    type_name(flow, name)
    flow.press("OK", sides, "OK")


def test_each_throw_of_a_six_sided_die_is_one_key_and_in_the_ledger() -> None:
    flow = start()
    enter_die(flow, "Red Die")
    assert flow.screen == "OwnDieScreen"
    flow.press("UP LEFT OK RIGHT DOWN ROLL ROLL")
    assert [(thrown.cast, thrown.values) for thrown in flow.archive.thrown] == [
        (Own("Red Die"), (side,)) for side in (1, 2, 3, 4, 5, 6, 6)
    ]
    assert flow.lines[0] == "Red Die | 7"
    assert flow.press("BACK")[-1] == "Menu"
    assert flow.lines[1] == "> Red Die: 7"


def test_key_that_is_held_enters_one_throw() -> None:
    flow = start()
    enter_die(flow, "Red die")
    flow.box.inputs.press(Button.UP, for_s=3.0)
    flow.run()
    assert len(flow.archive.thrown) == 1


def test_digits_of_a_keyboard_enter_throws() -> None:
    flow = start()
    enter_die(flow, "Red die")
    assert [flow.top.type(digit) is None for digit in ("3", "6", "7", "0", "x", "\u0663")] == [
        False, False, True, True, True, True
    ]  # fmt: skip
    assert [thrown.values for thrown in flow.archive.thrown] == [(3,), (6,)]


def test_side_of_another_die_is_chosen_in_a_list() -> None:
    flow = start()
    enter_die(flow, "Blue", "DOWN DOWN DOWN DOWN")
    assert flow.screen == "OwnSidesMenu"
    flow.press("UP OK OK DOWN OK ROLL")
    assert [(str(thrown.cast), thrown.values) for thrown in flow.archive.thrown] == [
        ("own 1d20", (20,)),
        ("own 1d20", (20,)),
        ("own 1d20", (1,)),
    ]


@pytest.mark.parametrize("is_custom", [True, False])
def test_board_without_a_key_for_each_side_has_the_list(is_custom: bool) -> None:
    flow = start(has_roll=is_custom)
    flow.context.change(board=BoardName.CUSTOM if is_custom else BoardName.PIRATE_AUDIO)
    enter_die(flow, "Red die")
    flow.box.inputs.press(Button.OK, for_s=1.0)
    flow.run()
    assert (flow.screen, [thrown.values for thrown in flow.archive.thrown]) == ("OwnSidesMenu", [(1,)])


def test_die_that_is_known_goes_on_under_its_name() -> None:
    flow = start()
    flow.archive.enter([DiceRoll(Own("Red die", 20, 2), (1, 20))])
    flow.choose("Dice", "Own dice", "Another die")
    type_name(flow, "RED DIE")
    assert flow.press("OK")[-1] == "OwnSidesMenu"
    flow.press("OK BACK BACK")
    assert flow.archive.thrown[-1].cast == Own("Red die", 20)
    flow.choose("Are they fair?")
    assert flow.lines[1:3] == [
        "Red die: too few throws to tell.",
        "738 more throws find a side that comes 5 times in 100 too often.",
    ]


def test_own_die_that_is_not_fair_wants_no_more_throws() -> None:
    flow = start()
    flow.archive.enter([DiceRoll(Own("Red die", 6, 60), (6,) * 60)])
    flow.choose("Dice", "Are they fair?")
    assert flow.lines[1:] == ["Red die: not fair!", "60,000 test throws: fair."]


def test_throw_of_an_own_die_that_is_not_saved_is_told() -> None:
    flow = start()
    enter_die(flow, "Red die")
    flow.archive.break_pencil()
    flow.press("UP")
    assert flow.screen == "Notice"


# --- ROLL over any screen


@pytest.mark.parametrize("way", ["", "DOWN DOWN OK", "OK OK OK", "OK OK OK OK", "UP UP OK"])
def test_roll_throws_over_a_screen_and_back_leads_there_again(way: str) -> None:
    flow = start()
    flow.press(way)
    before, under = flow.box.display.shown, flow.top
    assert flow.press("ROLL ROLL BACK")[:2] == ["ThrowScreen", "ThrowScreen"]
    assert (flow.top is under, flow.box.display.shown) == (True, before)
    assert len(flow.archive.thrown) == 2


def test_up_leads_to_the_menu_and_from_there_back_to_the_match() -> None:
    flow = start()
    flow.press("OK OK OK OK")
    assert flow.press("ROLL UP OK BACK BACK") == ["ThrowScreen", "DiceMenu", "ThrowScreen", "DiceMenu", "GuessScreen"]


def test_nothing_is_thrown_over_a_hidden_entry() -> None:
    flow = start()
    assert flow.press("OK OK DOWN DOWN RIGHT UP UP OK OK")[-1] == "SecretScreen"
    before = frames(flow)
    assert flow.press("UP ROLL") == ["SecretScreen", "SecretScreen"]
    assert (flow.archive.thrown, len(frames(flow)) - len(before)) == ([], 1)


def test_screen_that_rolls_for_itself_takes_roll() -> None:
    flow = start()
    assert flow.press("OK DOWN DOWN DOWN DOWN OK OK")[-1] == "CoinScreen"
    assert flow.press("ROLL OK") == ["CoinScreen", "ReadyScreen"]
    assert flow.archive.thrown == []


def test_box_says_of_each_kind_of_dice_whether_it_falls_like_a_fair_one() -> None:
    flow = start()
    flow.archive.enter([DiceRoll(Dice(), (side,)) for side in (1, 2, 3, 4, 5, 6)] * 60)
    flow.archive.enter([DiceRoll(Coin(), (side,)) for side in (1, 2, 2, 1, 1, 1, 2, 2, 1, 2)])
    flow.press(TO_DICE, "UP OK")
    assert flow.lines == ["Are they fair?", "Coin: fair.", "Die of 6: not fair!", "60,000 test throws: fair."]


def test_box_tests_who_starts_and_the_dice_of_matches_and_the_command_the_same() -> None:
    flow, out = start(), io.StringIO()
    flow.archive.enter([DiceRoll(Start(3), (1,)), DiceRoll(Dice(2, 20), (1, 2))])
    passcode(flow.archive, 40)
    flow.choose("Dice", "Are they fair?")
    assert [line.split(":")[0] for line in flow.lines] == [
        "Are they fair?",
        "Die of 6",
        "Die of 20",
        "Who starts, of 2",
        "Who starts, of 3",
        "60,000 test throws",
    ]
    throws = ledger(flow.context.environment, CATALOGUE, out)
    judge_rolls(throws, flow.context.environment.draw, out)
    found = [line.split(":")[0] for line in out.getvalue().splitlines() if line.endswith("thrown")]
    assert found[:-1] == ["ledger, d6", "ledger, d20", "ledger, start 2", "ledger, start 3"]


def test_box_tests_its_chance_where_nothing_was_thrown() -> None:
    flow = start()
    flow.press(TO_DICE, "UP OK")
    assert flow.lines == ["Are they fair?", "Nothing has been thrown yet.", "60,000 test throws: fair."]


def test_box_whose_matches_cannot_be_read_says_so_instead_of_a_verdict() -> None:
    flow = start()
    flow.press(TO_DICE)
    flow.archive.smudge()
    flow.press("UP OK")
    assert (flow.screen, flow.banner) == ("DiceMenu", "The matches cannot be read: check the card.")


def test_match_that_cannot_be_read_does_not_keep_the_others_from_the_test() -> None:
    flow = start()
    for _ in range(2):
        passcode(flow.archive, 3)
    flow.archive.smudge(1)
    flow.choose("Dice", "Are they fair?")
    assert flow.lines[1] == "Die of 6: too few throws to tell."


# --- the tumbling


def test_tumbling_ends_within_800_ms_and_then_nothing_moves() -> None:
    flow = start()
    flow.press("ROLL")
    assert isinstance(flow.top, ThrowScreen)
    assert FRAMES * FRAME_S <= 0.8
    assert (flow.top.is_settled, flow.top.due()) == (True, None)
    assert flow.box.inputs.now() <= 0.8 + 0.1


def test_tumbling_takes_five_frames_and_the_result() -> None:
    flow = start()
    flow.box.display.frames.clear()
    flow.press("ROLL")
    assert len(frames(flow)) == FRAMES + 1


@pytest.mark.parametrize("button", list(Button))
def test_any_button_ends_the_tumbling_and_does_nothing_else(button: Button) -> None:
    flow = start()
    flow.press("ROLL")
    settled = frames(flow)[-1]
    again = start()
    again.box.inputs.press(Button.ROLL, button, for_s=0.02)
    again.app.run()
    assert (again.screen, len(again.archive.thrown), frames(again)[-1]) == ("ThrowScreen", 1, settled)
    assert len(frames(again)) == 3


def test_display_that_is_too_slow_leaves_frames_out() -> None:
    screen = ThrowScreen(start().context, throw(Dice(), lambda outcomes: 0), Stay)
    times = []
    now = 0.0
    while (due := screen.due()) is not None:
        now = max(due, now + 0.33)
        screen.tick(now)
        times.append(now)
    assert times == pytest.approx([0.33, 0.66, 0.99])


def test_dice_are_heard_when_they_lie() -> None:
    flow = start()
    flow.press("ROLL")
    assert flow.sounds() == [Cue.PRESS, Cue.PRESS]


def test_throw_is_in_the_ledger_before_its_first_frame() -> None:
    class Watching(PaperArchive):
        frames_before = -1

        def enter(self, throws: object) -> None:
            self.frames_before = len(flow.box.display.frames)
            super().enter(throws)  # type: ignore[arg-type]

    archive = Watching()
    flow = start(archive)
    before = len(flow.box.display.frames)
    flow.press("ROLL")
    assert archive.frames_before == before


# --- a ledger that cannot be written


def test_throw_that_is_not_saved_is_shown_and_told_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    flow = start()
    flow.archive.break_pencil()
    assert flow.press("ROLL OK OK ROLL BACK") == ["Notice", "ThrowScreen", "ThrowScreen", "ThrowScreen", "Menu"]
    flow.archive.sharpen_pencil()
    flow.press("ROLL")
    assert len(flow.archive.thrown) == 4


# --- a board without ROLL


def test_long_ok_throws_where_there_is_no_roll_button() -> None:
    flow = start(has_roll=False)
    flow.press("OK OK OK OK")
    assert (flow.long_ok(), thrown(flow)) == ("ThrowScreen", ["1d6"])
    assert flow.press("BACK") == ["GuessScreen"]


def test_long_ok_throws_nothing_over_a_hidden_entry() -> None:
    flow = start(has_roll=False)
    flow.press("OK OK DOWN DOWN RIGHT UP UP OK OK")
    assert (flow.long_ok(), thrown(flow)) == ("SecretScreen", [])


def test_long_ok_that_throws_again_throws_once() -> None:
    flow = start(has_roll=False)
    flow.press(TO_DICE, "OK")
    flow.long_ok(3.0)
    assert thrown(flow) == ["1d6", "1d6"]


@pytest.mark.parametrize(
    "last", [DiceRoll(read_cast("4d6kh3+2"), (3, 4, 1, 6)), DiceRoll(Dice(2, 20), (3, 4)), DiceRoll(Coin(), (2,))]
)
def test_long_ok_in_the_first_menu_throws_what_was_thrown_last(last: DiceRoll) -> None:
    archive = PaperArchive()
    archive.enter([last])
    flow = start(archive, has_roll=False)
    assert (flow.long_ok(), thrown(flow)) == ("ThrowScreen", [str(last.cast)] * 2)
    assert flow.press("BACK") == ["Menu"]


def test_first_menu_says_what_a_long_ok_throws_where_there_is_no_roll_button() -> None:
    archive = PaperArchive()
    archive.enter([DiceRoll(Dice(2, 20), (3, 4))])
    flow = start(archive, has_roll=False)
    flow.press(TO_DICE.removesuffix(" OK"))
    assert [line for line in flow.lines if "Dice" in line or "Hold" in line] == [
        "> Dice: 2 dice of 20",
        "Hold OK: throw",
    ]
    assert "2 dice of 20" not in " ".join(start(archive).lines)


def test_short_ok_in_the_first_menu_opens_its_line_at_the_release() -> None:
    flow = start(has_roll=False)
    flow.press("UP UP")
    assert (flow.long_ok(LONG_S - 0.1), thrown(flow)) == ("DiceMenu", [])
    assert flow.sounds()[2:] == [Cue.PRESS]


def test_release_of_an_ok_that_another_press_ended_opens_nothing() -> None:
    flow = start(has_roll=False)
    flow.hold_ok([Button.DOWN])
    assert (flow.screen, thrown(flow)) == ("Menu", [])


def test_release_after_a_notice_has_come_opens_nothing() -> None:
    flow = start(has_roll=False)
    flow.context.say(Verbatim("News."))
    flow.box.inputs.hold(Button.OK)
    flow.run()
    flow.box.inputs.release(Button.OK)
    flow.run()
    assert (flow.screen, thrown(flow)) == ("Notice", [])
