from dataclasses import replace

import pytest

from companion.box import Button
from companion.config.settings import Settings
from companion.match.catalogue import load_catalogue
from companion.ui.core.context import AppContext, Installation
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.screen import Exit, PopToRoot, ShowMessage
from companion.ui.games.shared.private import HoldToReveal
from tests.support.one_line import OneLine
from tests.support.paper import PaperArchive, environment

SIZE = (128, 64)


def look(can_hold: bool = True) -> HoldToReveal:
    settings = replace(Settings(), language="en")
    context = AppContext(
        settings,
        lambda: 0.0,
        load_catalogue(None),
        environment(PaperArchive()),
        lambda kept: None,
        Installation(can_hold=can_hold),
    )
    secret = OneLine("SECRET", 20, centred=True)
    return HoldToReveal(context, "Anna", lambda page: page.add(secret), PopToRoot, lambda screen: Exit())


def frame(screen: HoldToReveal) -> bytes:
    page = DisplayPage(SIZE, screen.context.translator)
    screen.draw(page)
    return page.image.tobytes()


def secret_frame() -> bytes:
    page = DisplayPage(SIZE, look().context.translator)
    page.draw_centred(20, "SECRET")
    return page.image.tobytes()


def test_secret_is_seen_only_while_ok_is_held() -> None:
    screen = look()
    before = frame(screen)
    screen.press(Button.OK)
    assert frame(screen) == secret_frame()
    screen.release(Button.OK)
    assert frame(screen) not in (secret_frame(), b"")
    assert before != secret_frame()


def test_any_other_button_hides_it() -> None:
    for button in set(Button) - {Button.OK, Button.ROLL, Button.LEFT, Button.RIGHT}:
        screen = look()
        screen.press(Button.OK)
        screen.press(button)
        assert frame(screen) != secret_frame()


def test_long_ok_which_is_a_roll_hides_nothing_while_the_finger_is_there() -> None:
    screen = look()
    screen.press(Button.OK)
    screen.press(Button.ROLL)
    assert frame(screen) == secret_frame()
    screen.release(Button.OK)
    assert frame(screen) != secret_frame()


def test_release_of_another_button_does_not_hide_it() -> None:
    screen = look()
    screen.press(Button.OK)
    screen.release(Button.UP)
    assert frame(screen) == secret_frame()


@pytest.mark.parametrize("can_hold", [False, True])
def test_notice_over_it_hides_it_for_good(can_hold: bool) -> None:
    screen = look(can_hold)
    screen.press(Button.OK)
    screen.cover()
    assert frame(screen) != secret_frame()


def test_where_nothing_can_be_held_ok_shows_and_ok_hides() -> None:
    screen = look(can_hold=False)
    screen.press(Button.OK)
    screen.release(Button.OK)
    assert frame(screen) == secret_frame()
    screen.press(Button.OK)
    assert frame(screen) != secret_frame()


def test_going_on_needs_a_look() -> None:
    screen = look()
    assert screen.press(Button.DOWN) == ShowMessage("Hold OK: look")
    screen.press(Button.OK)
    screen.release(Button.OK)
    assert screen.press(Button.DOWN) == PopToRoot()


def test_short_press_is_no_look_where_down_plays_something() -> None:
    screen = look()
    screen.plays = True
    screen.press(Button.OK)
    assert screen.release(Button.OK) == ShowMessage("Keep OK pressed to look, then DOWN plays.")
    assert screen.press(Button.DOWN) == ShowMessage("Hold OK: look")
    screen.press(Button.OK)
    assert screen.press(Button.DOWN) == PopToRoot()


def test_choice_turned_unseen_needs_another_look() -> None:
    screen = look()
    screen.plays = True
    screen.press(Button.OK)
    screen.press(Button.UP)
    screen.press(Button.RIGHT)
    assert screen.press(Button.DOWN) == ShowMessage("Hold OK: look")


def test_box_that_was_passed_on_is_taken_with_down_before_ok_shows_anything() -> None:
    screen = look()
    screen.is_handover = True
    for _ in range(3):
        screen.press(Button.OK)
        assert frame(screen) != secret_frame()
        screen.release(Button.OK)
    screen.press(Button.DOWN)
    screen.press(Button.OK)
    assert frame(screen) == secret_frame()


def test_back_leads_back() -> None:
    assert look().press(Button.BACK) == Exit()
