from dataclasses import replace

import pytest

from companion.box import Button
from companion.config.settings import DEFAULTS
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.notice import ErrorScreen, Notice, Question, TextScreen
from companion.ui.core.screen import Exit, Navigation, Pop, PopToRoot, Screen, Stay, UiContext

TEXT = "one two three four five six seven eight nine ten " * 5


@pytest.fixture
def context() -> UiContext:
    return UiContext(replace(DEFAULTS, language="en"), now=lambda: 0.0)


def frame(screen: Screen, context: UiContext) -> bytes:
    page = DisplayPage((128, 64), context.translator)
    screen.draw(page)
    return page.image.tobytes()


def press(screen: Screen, *buttons: Button) -> Navigation:
    """Return what the last of *buttons* led to."""
    return [screen.press(button) for button in buttons][-1]


@pytest.mark.parametrize("button", [Button.OK, Button.BACK])
def test_notice_goes_on(context: UiContext, button: Button) -> None:
    assert press(Notice(context, "x", PopToRoot()), button) == PopToRoot()


def test_notice_stays_on_other_buttons(context: UiContext) -> None:
    assert press(Notice(context, "x", PopToRoot()), Button.LEFT) == Stay()


def test_error_screen_leads_to_the_menu(context: UiContext) -> None:
    assert press(ErrorScreen(context), Button.OK) == PopToRoot()


def test_question_starts_on_no(context: UiContext) -> None:
    assert press(Question(context, "x", Exit), Button.OK) == Pop()


@pytest.mark.parametrize("button", [Button.LEFT, Button.UP])
def test_yes_is_chosen(context: UiContext, button: Button) -> None:
    assert press(Question(context, "x", Exit), button, Button.OK) == Exit()


@pytest.mark.parametrize("button", [Button.RIGHT, Button.DOWN])
def test_no_is_chosen_again(context: UiContext, button: Button) -> None:
    assert press(Question(context, "x", Exit), Button.LEFT, button, Button.OK) == Pop()


def test_back_means_no(context: UiContext) -> None:
    assert press(Question(context, "x", Exit, PopToRoot), Button.LEFT, Button.BACK) == PopToRoot()


def test_question_shows_which_answer_is_chosen(context: UiContext) -> None:
    question = Question(context, "x", Exit)
    before = frame(question, context)
    question.press(Button.LEFT)
    assert frame(question, context) != before


def test_reader_scrolls_and_scrolls_back(context: UiContext) -> None:
    reader = TextScreen(context, "x", TEXT)
    frames = [frame(reader, context)]
    for button in (Button.DOWN, Button.UP):
        reader.press(button)
        frames.append(frame(reader, context))
    assert (frames[0] != frames[1], frames[0] == frames[2]) == (True, True)


def test_reader_stops_at_the_end(context: UiContext) -> None:
    reader = TextScreen(context, "x", TEXT)
    for _ in range(50):
        frame(reader, context)
        reader.press(Button.DOWN)
    end = frame(reader, context)
    reader.press(Button.UP)
    assert frame(reader, context) != end


def test_reader_is_left_with_ok(context: UiContext) -> None:
    assert press(TextScreen(context, "x", TEXT, PopToRoot()), Button.OK) == PopToRoot()
