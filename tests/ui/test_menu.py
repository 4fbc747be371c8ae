from dataclasses import replace

import pytest

from companion.box import Button
from companion.config.settings import DEFAULTS
from companion.i18n.translator import Verbatim
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.menu import ChoiceMenu, Item, Menu, Slider
from companion.ui.core.screen import Exit, Navigation, Pop, PopToRoot, Refuse, Stay, UiContext

ITEMS = [Item("a", Exit), Item("b", PopToRoot), Item("c", Pop)]


@pytest.fixture
def context() -> UiContext:
    return UiContext(replace(DEFAULTS, language="fr"), now=lambda: 0.0)


def press(screen: Menu | Slider, *buttons: Button) -> Navigation:
    """Return what the last of *buttons* led to."""
    return [screen.press(button) for button in buttons][-1]


def test_ok_chooses_the_item_under_the_cursor(context: UiContext) -> None:
    assert press(Menu(context, "x", ITEMS), Button.DOWN, Button.OK) == PopToRoot()


def test_cursor_goes_round_from_the_top(context: UiContext) -> None:
    assert press(Menu(context, "x", ITEMS), Button.UP, Button.OK) == Pop()


def test_cursor_goes_round_from_the_bottom(context: UiContext) -> None:
    assert press(Menu(context, "x", ITEMS, at=2), Button.DOWN, Button.OK) == Exit()


def test_back_leads_back(context: UiContext) -> None:
    assert press(Menu(context, "x", ITEMS), Button.BACK) == Pop()


def test_back_leads_where_the_menu_says(context: UiContext) -> None:
    assert press(Menu(context, "x", ITEMS, back=Stay()), Button.BACK) == Stay()


def test_closed_item_is_refused_with_its_reason(context: UiContext) -> None:
    menu = Menu(context, "x", [Item("a", Exit, closed="That cannot be read.")])
    assert press(menu, Button.OK) == Refuse("C’est illisible.")


def test_closed_item_does_not_turn(context: UiContext) -> None:
    menu = Menu(context, "x", [Item("a", Exit, closed=Verbatim("no"), turn=lambda way: Stay())])
    assert press(menu, Button.LEFT) == Refuse("no")


def test_left_and_right_turn_a_value(context: UiContext) -> None:
    ways: list[int] = []

    def turn(way: int) -> Navigation:
        ways.append(way)
        return Stay()

    press(Menu(context, "x", [Item("a", Exit, turn=turn)]), Button.LEFT, Button.RIGHT)
    assert ways == [-1, 1]


def test_left_does_nothing_to_an_item_without_a_value(context: UiContext) -> None:
    assert press(Menu(context, "x", ITEMS), Button.LEFT) == Stay()


def test_menu_keeps_its_place(context: UiContext) -> None:
    menu = Menu(context, "x", ITEMS)
    press(menu, Button.DOWN, Button.OK)
    assert press(menu, Button.OK) == PopToRoot()


def test_items_made_anew_are_drawn_as_they_are_now(context: UiContext) -> None:
    values = ["off", "on"]
    menu = Menu(context, "x", lambda: [Item("a", Exit, Verbatim(values[0]))])
    pages = [DisplayPage((128, 64), context.translator) for _ in values]
    menu.draw(pages[0])
    values.pop(0)
    menu.draw(pages[1])
    assert pages[0].image != pages[1].image


def test_cursor_stays_on_a_list_that_grew_shorter(context: UiContext) -> None:
    items = list(ITEMS)
    menu = Menu(context, "x", lambda: items, at=2)
    items.pop()
    assert press(menu, Button.OK) == PopToRoot()


def test_choice_starts_on_what_is_chosen(context: UiContext) -> None:
    assert ChoiceMenu(context, "x", [("a", 1), ("b", 2)], 2, lambda value: Stay()).at == 1


def test_choice_hands_over_the_value(context: UiContext) -> None:
    taken: list[int] = []

    def take(value: int) -> Navigation:
        taken.append(value)
        return Pop()

    press(ChoiceMenu(context, "x", [("a", 1), ("b", 2)], 2, take), Button.UP, Button.OK)
    assert taken == [1]


def test_choice_starts_at_the_top_where_nothing_is_chosen(context: UiContext) -> None:
    assert ChoiceMenu(context, "x", [("a", 1), ("b", 2)], 7, lambda value: Stay()).at == 0


@pytest.mark.parametrize(
    ("start", "button", "value"),
    [
        (50, Button.UP, 60),
        (50, Button.RIGHT, 60),
        (50, Button.DOWN, 40),
        (50, Button.LEFT, 40),
        (100, Button.UP, 100),
        (0, Button.DOWN, 0),
        (55, Button.UP, 60),
        (55, Button.DOWN, 50),
    ],
)
def test_dial_turns_within_its_limits(context: UiContext, start: int, button: Button, value: int) -> None:
    told = [start]
    press(Slider(context, "x", range(0, 101, 10), start, told.append), button)
    assert told[-1] == value


def test_ok_keeps_what_the_dial_shows(context: UiContext) -> None:
    told: list[int] = []
    press(Slider(context, "x", range(0, 101, 10), 50, told.append), Button.UP, Button.UP, Button.OK)
    assert told == [60, 70]


def test_back_takes_back_what_was_dialled(context: UiContext) -> None:
    told: list[int] = []
    press(Slider(context, "x", range(0, 101, 10), 50, told.append), Button.UP, Button.UP, Button.BACK)
    assert told == [60, 70, 50]


def test_dial_is_left_with_ok(context: UiContext) -> None:
    assert press(Slider(context, "x", range(0, 101, 10), 50, lambda value: None), Button.OK) == Pop()
