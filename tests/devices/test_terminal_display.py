from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box import Button, PageLine
from tests.devices.terminal_parts import LABELS, display_on, page, shows, window

WORDS = st.lists(st.text("abc", min_size=1, max_size=9), max_size=4)
PEGS = (PageLine.of("> 1. R G B", "GuessBoard", {"R": (214, 48, 40), "G": (40, 150, 74)}),)


@given(st.integers(10, 200), st.integers(1, 60), st.integers(0, 90))
@settings(deadline=None, max_examples=30)
def test_page_of_any_length_stays_in_a_window_of_any_size(columns: int, lines: int, rows: int) -> None:
    with window(columns, lines) as terminal, display_on(terminal) as display:
        display.write(page(*(f"row {row} " * 4 for row in range(rows))), is_private=False)
        terminal.settle()


def test_title_and_cursor_fill_the_width_of_the_window() -> None:
    with window(100, 20) as terminal, display_on(terminal) as display:
        display.write(page("Play", "Learn"), is_private=False)
        assert shows(terminal.settle(), page("Play", "Learn"))
        assert terminal.glass.lines[2].strip() == "Play"


def test_line_under_the_cursor_is_seen_on_a_page_that_is_too_long() -> None:
    rows = [PageLine.of(f"row {row}", "chosen" if row == 40 else "list") for row in range(60)]
    with window(40, 12) as terminal, display_on(terminal) as display:
        display.write(rows, is_private=False)
        assert "row 40" in terminal.settle().text


def test_resize_leaves_nothing_of_the_old_page() -> None:
    with window(140, 40) as terminal, display_on(terminal) as display:
        display.write(page("Play"), is_private=False)
        terminal.settle()
        terminal.resize(80, 24)
        display.write(page("Learn"), is_private=False)
        assert shows(terminal.settle(), page("Learn"))


def test_nothing_is_sent_before_the_first_page() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.light(20)
        assert terminal.settle().sent == len("\x05")


def test_same_page_is_not_sent_again() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.write(page("Play"), is_private=False)
        before = terminal.settle().sent
        display.write(page("Play"), is_private=False)
        assert terminal.settle().sent - before == len("\x05")


def test_of_a_changed_page_only_the_changed_line_is_sent() -> None:
    with window(140, 40) as terminal, display_on(terminal) as display:
        display.write(page("Play", "Learn"), is_private=False)
        before = terminal.settle().sent
        display.write(page("Play", "Dice"), is_private=False)
        assert terminal.settle().sent - before < 40


@settings(deadline=None, max_examples=20)
@given(st.lists(WORDS, min_size=1, max_size=5))
def test_after_any_pages_the_last_one_is_seen(pages: list[list[str]]) -> None:
    with window() as terminal, display_on(terminal) as display:
        for words in pages:
            display.write(page(*words), is_private=False)
        assert shows(terminal.settle(), page(*pages[-1]))


def test_letters_of_pegs_have_the_colours_of_pegs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    with window() as terminal, display_on(terminal) as display:
        display.write(PEGS, is_private=False)
        # A peg has a cell of its colour on each side.
        assert "R   G  B" in terminal.settle().text
        assert {(214, 48, 40), (40, 150, 74)} <= terminal.glass.rgb


def test_rows_of_pegs_are_apart_where_all_have_room() -> None:
    rows = [PageLine.of(f"{row}. R G", "GuessBoard", {"R": (214, 48, 40)}) for row in range(1, 11)]
    for height, apart in ((40, 2), (18, 1)):
        with window(80, height) as terminal, display_on(terminal) as display:
            display.write([*page(), *rows], is_private=False)
            seen = [place for place, line in enumerate(terminal.settle().lines) if ". " in line]
            assert seen == [seen[0] + apart * row for row in range(10)]


def test_row_that_fills_the_window_has_no_cells_beside_its_pegs() -> None:
    with window(16, 18) as terminal, display_on(terminal) as display:
        display.write([*page(), PageLine.of("R R R R R R", "PegRow", {"R": (214, 48, 40)})], is_private=False)
        assert "R R R R R R" in terminal.settle().text


def test_no_colours_are_sent_to_whoever_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with window() as terminal, display_on(terminal) as display:
        display.write((*page("Play"), *PEGS), is_private=False)
        assert (terminal.settle().colours, terminal.glass.has_reversed) == (set(), True)


def test_key_whose_name_cannot_be_written_is_left_out() -> None:
    labels = LABELS | {Button.UP: "↑"}
    with window() as terminal, display_on(terminal, encoding="ascii", labels=labels) as display:
        display.write(page(), is_private=False)
        assert terminal.settle().lines[-1].strip().startswith("Enter <OK>   Esc <BACK>")


@pytest.mark.parametrize("kind", ["xterm", "screen-256color", "tmux-256color", "linux", "vt220"])
def test_page_is_shown_on_any_kind_of_terminal(kind: str) -> None:
    with window() as terminal, display_on(terminal, kind) as display:
        display.write(page("Play"), is_private=False)
        assert shows(terminal.settle(), page("Play"))


def test_keys_are_named_below_the_page() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.write(page(), is_private=False)
        keys = "<UP> <DOWN> <LEFT> <RIGHT>   Enter <OK>   Esc <BACK>   R <ROLL>   Ctrl-C Quit"
        assert keys in terminal.settle().text


def test_what_is_written_is_translated() -> None:
    with window() as terminal, display_on(terminal, say=str.upper) as display:
        display.write(page(), is_private=False)
        assert "ENTER <OK>" in terminal.settle().text


def test_cursor_is_hidden() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.write(page(), is_private=False)
        assert not terminal.settle().has_cursor


def test_close_brings_back_what_was_on_the_screen() -> None:
    with window() as terminal:
        with display_on(terminal) as display:
            terminal.glass.feed(b"READY>")
            display.write(page(), is_private=False)
        seen = terminal.settle()
        assert (seen.text.strip(), seen.has_cursor) == ("READY>", True)


def test_close_brings_back_the_modes_of_the_line() -> None:
    with window() as terminal:
        before = terminal.modes()
        with display_on(terminal) as display:
            display.write(page(), is_private=False)
            assert terminal.modes() != before
        assert terminal.modes() == before


@pytest.mark.parametrize("has_page", [True, False])
def test_page_after_a_hang_up_is_swallowed(has_page: bool) -> None:
    with window() as terminal, display_on(terminal) as display:
        if has_page:
            display.write(page(), is_private=False)
        terminal.hang_up()
        display.write(page("Play"), is_private=False)
        assert display.retry_at() is None
