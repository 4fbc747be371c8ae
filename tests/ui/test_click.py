"""Clicks on the display: lines of a menu, hints, answers, pegs and letters are pressed."""

from __future__ import annotations

import pytest

from companion.box import Button, Clicked, Format, Typed
from companion.i18n.translator import Translator
from companion.ui.core.canvas import Area
from companion.ui.core.display_page import DisplayPage, page_for
from companion.ui.core.elements import Answers, LetterWheel
from companion.ui.core.menu import Menu
from companion.ui.core.page import ListRow
from companion.ui.games.pegs.guess import GuessScreen
from tests.support.flow import Flow, start

ROWS = [ListRow(label) for label in ("a", "b", "c", "d")]


def page(language: str = "en") -> DisplayPage:
    return page_for(Format((128, 64)), Translator(language))


def click(flow: Flow, x: int, y: int) -> None:
    flow.box.inputs.post(Clicked(x, y, flow.box.inputs.now()))
    flow.app.run()


def type_in(flow: Flow, letters: str, button: Button | None = None) -> None:
    for letter in letters:
        flow.box.inputs.post(Typed(letter, button, flow.box.inputs.now()))
        flow.app.run()


def guessing() -> tuple[Flow, GuessScreen]:
    flow = start()
    flow.press("OK OK OK", "OK")
    screen = flow.top
    assert isinstance(screen, GuessScreen)
    return flow, screen


def test_letters_typed_where_the_codebreaker_is_named_begin_the_first_row() -> None:
    flow = start()
    flow.press("OK OK OK")
    type_in(flow, "r", Button.ROLL)
    screen = flow.top
    assert isinstance(screen, GuessScreen)
    assert screen.entry.pegs == [0, None, None, None]


def test_click_on_a_line_moves_the_cursor_there_and_presses_it() -> None:
    shown = page()
    shown.rows(ROWS, 2)
    found = [shown.presses_at(20, 4 + place * shown.body.height) for place in range(4)]
    assert found == [(Button.UP, Button.UP, Button.OK), (Button.UP, Button.OK), (Button.OK,), (Button.DOWN, Button.OK)]


def test_click_on_a_list_without_a_cursor_presses_nothing() -> None:
    shown = page()
    shown.rows(ROWS)
    assert shown.presses_at(20, 20) == ()


def test_click_on_a_heading_of_a_list_presses_nothing() -> None:
    shown = page()
    shown.rows([ListRow("  ", "A B"), *ROWS], 1)
    assert shown.presses_at(20, 4) == ()


@pytest.mark.parametrize(
    ("language", "hint", "key"),
    [
        ("en", "OK: go on", Button.OK),
        ("en", "BACK erases", Button.BACK),
        ("fr", "RETOUR efface", Button.BACK),
        ("en", "\u25bc seal", Button.DOWN),
        ("en", "1/2", None),
    ],
)
def test_click_on_a_hint_presses_its_key(language: str, hint: str, key: Button | None) -> None:
    shown = page(language)
    shown.hints("", hint)
    assert shown.presses_at(shown.width - 4, 60) == (() if key is None else (key,))


def test_click_on_an_answer_gives_it() -> None:
    shown = page()
    shown.add(Answers("x", ("Yes", "No"), 1))
    assert [shown.presses_at(10, 60), shown.presses_at(120, 60)] == [(Button.LEFT, Button.OK), (Button.OK,)]


def test_click_on_the_wheel_turns_or_takes_its_letter() -> None:
    shown = page()
    shown.add(LetterWheel("", 10, "A", "B", "C", "en"))
    middle = shown.height // 2
    found = [shown.presses_at(14, place) for place in (2, middle, 62)]
    assert [*found, shown.presses_at(28, middle)] == [(Button.UP,), (Button.OK,), (Button.DOWN,), (Button.RIGHT,)]


def test_clicks_on_a_large_display_press_what_is_drawn_there() -> None:
    listed, asked, turned = (page_for(Format((240, 240)), Translator("en")) for _ in range(3))
    listed.title("a")
    listed.rows(ROWS, 0)
    # Four rows have 28 pixels each, below a title of 25.
    assert [listed.presses_at(120, 40 + place * 28) for place in range(4)] == [
        (Button.DOWN,) * place + (Button.OK,) for place in range(4)
    ]
    asked.add(Answers("x", ("Yes", "No"), 0))
    # The answers are fields at the lower edge, and the question above them presses nothing.
    assert [asked.presses_at(x, y) for x, y in ((60, 200), (180, 200), (60, 100))] == [
        (Button.OK,),
        (Button.RIGHT, Button.OK),
        (),
    ]
    turned.add(LetterWheel("", 10, "A", "B", "C", "en"))
    found = [turned.presses_at(20, y) for y in (10, 120, 230)]
    assert [*found, turned.presses_at(50, 120)] == [(Button.UP,), (Button.OK,), (Button.DOWN,), (Button.RIGHT,)]


def test_click_on_a_banner_removes_it_and_presses_nothing() -> None:
    shown = page()
    shown.rows(ROWS, 0)
    shown.banner("No.")
    assert shown.presses_at(20, 60) == ()


def test_click_leads_through_the_menus() -> None:
    flow = start()
    click(flow, 20, 16)
    assert isinstance(flow.top, Menu)
    assert flow.lines[0].startswith("Play")


def test_click_beside_everything_changes_nothing() -> None:
    flow = start()
    before = flow.lines
    click(flow, 60, 1)
    assert flow.lines == before


def test_click_on_a_place_moves_the_cursor_there_and_then_changes_its_colour() -> None:
    flow, screen = guessing()
    x, y = peg_at(flow, 2)
    click(flow, x, y)
    assert screen.entry.cursor == 2
    click(flow, x, y)
    assert (screen.entry.cursor, screen.entry.peg) == (2, 0)


def peg_at(flow: Flow, place: int) -> tuple[int, int]:
    """Return a pixel of a place of the row being set, found by what a click there presses."""
    shown = page()
    flow.top.draw(shown)
    wanted = (Button.RIGHT,) * place
    return next((x, 58) for x in range(128) if shown.presses_at(x, 58) == wanted)


def test_letters_set_the_pegs_of_a_row() -> None:
    flow, screen = guessing()
    type_in(flow, "rO")
    type_in(flow, "Y", Button.UP)
    assert (screen.entry.pegs, screen.entry.cursor) == ([0, 1, 2, None], 3)


def test_letters_of_the_language_set_the_pegs() -> None:
    flow = start(language="fr")
    flow.press("OK OK OK", "OK")
    type_in(flow, "JV")
    screen = flow.top
    assert isinstance(screen, GuessScreen)
    assert screen.entry.pegs[:2] == [2, 3]


def test_letter_without_a_peg_is_its_button() -> None:
    flow, screen = guessing()
    type_in(flow, "l", Button.RIGHT)
    assert screen.entry.cursor == 1


def test_area_holds_its_first_pixel_and_not_the_one_after_its_last() -> None:
    area = Area(2, 3, 4, 5)
    assert [area.holds(2, 3), area.holds(5, 7), area.holds(6, 7), area.holds(5, 8)] == [True, True, False, False]
