from __future__ import annotations

import pytest

from tests.devices.terminal_parts import page, shows, window
from tests.fakes.glass import TerminalEmulator


@pytest.fixture
def glass() -> TerminalEmulator:
    return TerminalEmulator(20, 4)


def test_text_stands_where_the_cursor_was_put(glass: TerminalEmulator) -> None:
    glass.feed(b"\x1b[2;3Hhere")
    assert glass.lines == ("", "  here", "", "")


def test_end_of_a_line_is_erased(glass: TerminalEmulator) -> None:
    glass.feed(b"\x1b[1;1Hone word\x1b[1;4H\x1b[K")
    assert glass.lines[0] == "one"


def test_sequence_in_two_parts_is_one(glass: TerminalEmulator) -> None:
    glass.feed(b"\x1b[2")
    glass.feed(b";1Hx")
    assert (glass.lines[1], glass.faults) == ("x", [])


def test_character_in_two_parts_is_one(glass: TerminalEmulator) -> None:
    glass.feed("█".encode()[:1])
    glass.feed("█".encode()[1:])
    assert glass.lines[0] == "█"


@pytest.mark.parametrize("data", [b"\x1b[5X", b"\x1b[9m", b"\x1b[?7l", b"\x1b[1;2t", b"\x0e", b"\x1b]0;title\x07"])
def test_what_is_not_known_is_a_fault(glass: TerminalEmulator, data: bytes) -> None:
    glass.feed(data)
    assert len(glass.faults) >= 1


@pytest.mark.parametrize("data", [b"\x1b[1;18Hlong", b"\x1b[5;1Hlow"])
def test_text_over_the_edge_of_the_picture_is_a_fault(glass: TerminalEmulator, data: bytes) -> None:
    glass.feed(b"\x1b[?1049h" + data)
    assert len(glass.faults) == 1


def test_first_screen_is_back_after_the_second(glass: TerminalEmulator) -> None:
    glass.feed(b"READY>\x1b[?1049h\x1b[1;1Hpicture\x1b[?1049l!")
    assert glass.lines[0] == "READY>!"


def test_another_page_is_not_taken_for_the_one_asked_for() -> None:
    glass = TerminalEmulator(140, 40)
    for number, line in enumerate(page("Play")):
        glass.feed(f"\x1b[{number + 3};5H{line}".encode())
    assert (shows(glass, page("Play")), shows(glass, page("Learn"))) == (True, False)


def test_looking_for_what_never_comes_ends_with_what_is_seen() -> None:
    with window() as terminal:
        terminal.glass.feed(b"READY>")
        with pytest.raises(TimeoutError, match="READY>"):
            terminal.until(lambda glass: glass.bells > 0, within_s=0.01)


def test_fault_of_a_program_is_a_fault_of_its_test() -> None:
    with pytest.raises(AssertionError, match="expected a known sequence"), window() as terminal:
        terminal.glass.feed(b"\x1b[5X")
