from dataclasses import replace

import pytest

from companion.box import Button
from companion.config.settings import DEFAULTS, Language
from companion.ui.desk import Desk
from companion.ui.notice import Fault, Notice, Question, Reader
from companion.ui.pixel_page import PixelPage
from companion.ui.screen import Go, Home, Leave, Pop, Screen, Stay

TEXT = "one two three four five six seven eight nine ten " * 5


@pytest.fixture
def desk() -> Desk:
    return Desk(replace(DEFAULTS, language=Language.EN), now=lambda: 0.0)


def frame(screen: Screen, desk: Desk) -> bytes:
    page = PixelPage((128, 64), desk.tongue)
    screen.draw(page)
    return page.image.tobytes()


def press(screen: Screen, *buttons: Button) -> Go:
    """Return what the last of *buttons* led to."""
    return [screen.press(button) for button in buttons][-1]


@pytest.mark.parametrize("button", [Button.OK, Button.BACK])
def test_notice_goes_on(desk: Desk, button: Button) -> None:
    assert press(Notice(desk, "x", Home()), button) == Home()


def test_notice_stays_on_other_buttons(desk: Desk) -> None:
    assert press(Notice(desk, "x", Home()), Button.LEFT) == Stay()


def test_error_screen_leads_to_the_menu(desk: Desk) -> None:
    assert press(Fault(desk), Button.OK) == Home()


def test_question_starts_on_no(desk: Desk) -> None:
    assert press(Question(desk, "x", Leave), Button.OK) == Pop()


@pytest.mark.parametrize("button", [Button.LEFT, Button.UP])
def test_yes_is_chosen(desk: Desk, button: Button) -> None:
    assert press(Question(desk, "x", Leave), button, Button.OK) == Leave()


@pytest.mark.parametrize("button", [Button.RIGHT, Button.DOWN])
def test_no_is_chosen_again(desk: Desk, button: Button) -> None:
    assert press(Question(desk, "x", Leave), Button.LEFT, button, Button.OK) == Pop()


def test_back_means_no(desk: Desk) -> None:
    assert press(Question(desk, "x", Leave, Home), Button.LEFT, Button.BACK) == Home()


def test_question_shows_which_answer_is_chosen(desk: Desk) -> None:
    question = Question(desk, "x", Leave)
    before = frame(question, desk)
    question.press(Button.LEFT)
    assert frame(question, desk) != before


def test_reader_scrolls_and_scrolls_back(desk: Desk) -> None:
    reader = Reader(desk, "x", TEXT)
    frames = [frame(reader, desk)]
    for button in (Button.DOWN, Button.UP):
        reader.press(button)
        frames.append(frame(reader, desk))
    assert (frames[0] != frames[1], frames[0] == frames[2]) == (True, True)


def test_reader_stops_at_the_end(desk: Desk) -> None:
    reader = Reader(desk, "x", TEXT)
    for _ in range(50):
        frame(reader, desk)
        reader.press(Button.DOWN)
    end = frame(reader, desk)
    reader.press(Button.UP)
    assert frame(reader, desk) != end


def test_reader_is_left_with_ok(desk: Desk) -> None:
    assert press(Reader(desk, "x", TEXT, Home()), Button.OK) == Home()
