from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box import Button
from companion.devices.terminal.display import layout
from companion.devices.textframe import ASCII, CellMode
from tests.devices.terminal_parts import LABELS, SIZE, display_on, picture, shows, window

PIXELS = st.lists(st.tuples(st.integers(0, SIZE[0] - 1), st.integers(0, SIZE[1] - 1)), max_size=4)
ROOMS = st.tuples(st.integers(1, 300), st.integers(1, 100))


@given(ROOMS)
def test_all_that_is_laid_out_lies_in_the_window(room: tuple[int, int]) -> None:
    place = layout(SIZE, room, tuple(CellMode))
    if place is not None:
        edge = int(place.has_frame)
        last = place.line + place.lines - 1 + edge + place.has_legend
        first_column, last_column = place.column - edge, place.column + place.columns - 1 + edge
        assert (place.line - edge >= 0, last < room[1], first_column >= 0, last_column < room[0]) == (True,) * 4


@pytest.mark.parametrize(
    ("room", "grain"),
    [
        ((128, 32), CellMode.HALVES),
        ((127, 32), CellMode.BRAILLE),
        ((128, 31), CellMode.BRAILLE),
        ((64, 16), CellMode.BRAILLE),
    ],
)
def test_half_blocks_are_taken_while_there_is_room(room: tuple[int, int], grain: CellMode) -> None:
    with window(*room) as terminal, display_on(terminal) as display:
        display.show(picture((60, 30)))
        assert shows(terminal.settle(), picture((60, 30)), grain)


@pytest.mark.parametrize("room", [(63, 40), (140, 15)])
def test_window_too_small_for_braille_is_told_what_it_takes(room: tuple[int, int]) -> None:
    with window(*room) as terminal, display_on(terminal) as display:
        display.show(picture())
        assert terminal.settle().lines[0] == "Make this window larger: 64 x 16."


def test_window_too_small_for_the_sentence_shows_its_beginning() -> None:
    with window(10, 2) as terminal, display_on(terminal) as display:
        display.show(picture())
        assert terminal.settle().lines == ("Make this", "window lar")


def test_picture_is_shown_again_when_the_window_is_large_again() -> None:
    with window(20, 5) as terminal, display_on(terminal) as display:
        display.show(picture())
        terminal.settle()
        terminal.resize(140, 40)
        display.show(picture())
        assert shows(terminal.settle(), picture())


def test_resize_leaves_nothing_of_the_old_picture() -> None:
    with window(140, 40) as terminal, display_on(terminal) as display:
        display.show(picture())
        terminal.settle()
        terminal.resize(80, 24)
        display.show(picture())
        terminal.settle()
        with window(80, 24) as other, display_on(other) as fresh:
            fresh.show(picture())
            assert terminal.glass.lines == other.settle().lines


def test_nothing_is_sent_before_the_first_frame() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.light(20)
        assert terminal.settle().sent == len("\x05")


def test_same_frame_is_not_sent_again() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        before = terminal.settle().sent
        display.show(picture())
        assert terminal.settle().sent - before == len("\x05")


def test_of_a_changed_frame_only_the_changed_line_is_sent() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        before = terminal.settle().sent
        display.show(picture((60, 30)))
        assert 130 < terminal.settle().sent - before < 170


@settings(deadline=None, max_examples=20)
@given(st.lists(PIXELS, min_size=1, max_size=5))
def test_after_any_frames_the_last_one_is_seen(frames: list[list[tuple[int, int]]]) -> None:
    with window() as terminal, display_on(terminal) as display:
        for pixels in frames:
            display.show(picture(*pixels))
        assert shows(terminal.settle(), picture(*frames[-1]))


def test_low_light_draws_every_cell_of_the_picture_dim() -> None:
    with window(128, 32) as terminal, display_on(terminal) as display:
        display.show(picture())
        display.light(20)
        assert len(terminal.settle().dim) == 128 * 32


def test_full_light_draws_no_cell_dim() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.light(20)
        display.show(picture())
        display.light(100)
        assert terminal.settle().dim == set()


def test_no_light_leaves_the_window_empty() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        display.light(0)
        assert terminal.settle().text.strip() == ""


def test_light_brings_back_the_picture() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture((60, 30)))
        display.light(0)
        display.light(80)
        assert shows(terminal.settle(), picture((60, 30)))


def test_picture_is_white_on_black() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        assert terminal.settle().colours == {37, 40}


def test_no_colours_are_sent_to_whoever_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        assert (terminal.settle().colours, shows(terminal.glass, picture())) == (set(), True)


def test_terminal_without_blocks_gets_plain_signs() -> None:
    with window() as terminal, display_on(terminal, encoding="ascii") as display:
        display.show(picture((60, 30)))
        assert shows(terminal.settle(), picture((60, 30)), halves=ASCII)


def test_key_whose_name_cannot_be_written_is_left_out() -> None:
    labels = LABELS | {Button.UP: "↑"}
    with window() as terminal, display_on(terminal, encoding="ascii", labels=labels) as display:
        display.show(picture())
        assert terminal.settle().lines[-4].strip().startswith("Enter <OK>   Esc <BACK>")


def test_keys_that_there_is_no_room_for_are_cut() -> None:
    with window(66, 24) as terminal, display_on(terminal) as display:
        display.show(picture())
        assert terminal.settle().lines[20].startswith("<UP> <DOWN> <LEFT>")


def test_linux_console_is_sent_no_braille() -> None:
    with window(80, 25) as terminal, display_on(terminal, kind="linux") as display:
        display.show(picture())
        assert terminal.settle().lines[0] == "Make this window larger: 128 x 32."


@pytest.mark.parametrize("kind", ["xterm", "screen-256color", "tmux-256color", "linux", "vt220"])
def test_picture_is_shown_on_any_kind_of_terminal(kind: str) -> None:
    with window() as terminal, display_on(terminal, kind) as display:
        display.show(picture((60, 30)))
        display.light(20)
        assert shows(terminal.settle(), picture((60, 30)))


def test_keys_are_named_below_the_picture() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        keys = "<UP> <DOWN> <LEFT> <RIGHT>   Enter <OK>   Esc <BACK>   R <ROLL>   Ctrl-C Quit"
        assert keys in terminal.settle().text


def test_what_is_written_is_translated() -> None:
    with window() as terminal, display_on(terminal, say=str.upper) as display:
        display.show(picture())
        assert "ENTER <OK>" in terminal.settle().text


def test_cursor_is_hidden() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        assert not terminal.settle().has_cursor


def test_close_brings_back_what_was_on_the_screen() -> None:
    with window() as terminal:
        with display_on(terminal) as display:
            terminal.glass.feed(b"READY>")
            display.show(picture())
        seen = terminal.settle()
        assert (seen.text.strip(), seen.has_cursor) == ("READY>", True)


def test_close_brings_back_the_modes_of_the_line() -> None:
    with window() as terminal:
        before = terminal.modes()
        with display_on(terminal) as display:
            display.show(picture())
            assert terminal.modes() != before
        assert terminal.modes() == before


def test_frame_of_another_size_is_refused() -> None:
    with window() as terminal, display_on(terminal) as display, pytest.raises(ValueError, match="expected an image"):
        display.show(picture().resize((64, 32)))


def test_show_after_a_hang_up_is_swallowed() -> None:
    with window() as terminal, display_on(terminal) as display:
        display.show(picture())
        terminal.hang_up()
        display.show(picture((60, 30)))
        assert display.retry_at() is None


def test_first_show_after_a_hang_up_is_swallowed() -> None:
    with window() as terminal, display_on(terminal) as display:
        terminal.hang_up()
        display.show(picture())
        assert display.retry_at() is None
