"""Help on the lines of set-up, settings and pause."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.box import Button
from companion.config.settings import BoardName
from companion.i18n.translator import Translator, languages
from companion.ui.core.context import AppContext
from companion.ui.core.display_page import page_for
from companion.ui.core.menu import Menu
from companion.ui.core.screen import ShowMessage
from companion.ui.core.text_page import TextPage
from companion.ui.home.preferences import preferences
from companion.ui.home.setup import Setup, choices_menu, players_menu, setup_menu
from tests.support.flow import CATALOGUE, SMALL, start

MENUS: dict[str, Callable[[AppContext], Menu]] = {
    "settings": preferences,
    **{game.key: lambda context, game=game: setup_menu(context, game) for game in CATALOGUE},  # type: ignore[misc]
    "alone": lambda context: choices_menu(Setup(context, CATALOGUE["mastermind"], ["Anna"])),
    "players": lambda context: players_menu(Setup(context, CATALOGUE["coda"], ["Anna", "Ben"])),
}


@pytest.mark.parametrize("name", MENUS)
def test_every_line_of_settings_and_set_up_has_help(name: str) -> None:
    menu = MENUS[name](start().context)
    assert [item.label for item in menu.items if not item.help] == []


def pause(keys: str) -> Menu:
    """Return the pause menu after *keys* from the home menu."""
    flow = start()
    flow.press(keys, "BACK")
    assert isinstance(flow.top, Menu)
    return flow.top


@pytest.mark.parametrize("keys", ["OK OK OK", "OK DOWN DOWN DOWN OK OK", "OK UP OK OK", "OK DOWN DOWN OK OK RIGHT OK"])
def test_every_line_of_a_pause_menu_has_help(keys: str) -> None:
    assert [item.label for item in pause(keys).items if not item.help] == []


def test_roll_shows_the_help_of_the_line_under_the_cursor_and_the_title_says_so() -> None:
    menu = preferences(start().context)
    page = TextPage(Translator("en"))
    menu.draw(page)
    assert page.lines[0] == "Settings | ROLL ?"
    menu.press(Button.DOWN)
    assert menu.press(Button.ROLL) == ShowMessage("How loud the box is. At 0 it makes no sound.")


def test_roll_opens_no_dice_over_a_menu_with_help() -> None:
    assert start().press("OK OK OK", "BACK", "ROLL")[-1] == "Menu"


def test_menu_without_help_leaves_roll_to_the_dice() -> None:
    assert start().press("ROLL") == ["ThrowScreen"]


@pytest.mark.parametrize("board", list(BoardName))
@pytest.mark.parametrize("language", languages())
def test_every_name_of_a_display_fits_beside_its_label(language: str, board: BoardName) -> None:
    flow = start(language=language, board=board.value)
    menu, page = preferences(flow.context), page_for(SMALL, flow.context.translator)
    menu.at = next(place for place, item in enumerate(menu.items) if item.label == "Display")
    menu.draw(page)
    assert page.cut == []
