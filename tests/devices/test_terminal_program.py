"""Whole programs in a terminal, and what is left of it when they have ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.devices.terminal_parts import page, shows
from tests.fakes.glass import TerminalEmulator
from tests.fakes.terminal import PATIENCE_S, FakeTerminal

HERE = Path(__file__).parent
PATHS = {"PYTHONPATH": str(HERE.parents[1])}


@pytest.fixture
def terminal() -> Iterator[FakeTerminal]:
    terminal = FakeTerminal()
    terminal.glass.feed(b"READY>")
    yield terminal
    terminal.close()
    assert terminal.glass.faults == []


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return tmp_path / "notes"


def child(terminal: FakeTerminal, notes: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start the child and wait for its first frame."""
    process = terminal.run([sys.executable, str(HERE / "terminal_child.py"), str(notes), *words], PATHS)
    terminal.until(seen(0))
    return process


class seen:  # noqa: N801 - a condition, read as one: until(seen(2))
    """Whether the child has shown that many events."""

    def __init__(self, events: int) -> None:
        self.page = page(*(f"event {number}" for number in range(events)))

    def __call__(self, glass: TerminalEmulator) -> bool:
        return shows(glass, self.page)


def is_given_back(glass: TerminalEmulator) -> bool:
    return not glass.is_alternate and glass.has_cursor and glass.lines[0].startswith("READY>")


def end_of(process: subprocess.Popen[bytes]) -> int:
    return process.wait(PATIENCE_S)


def test_key_is_heard_and_the_next_frame_seen(terminal: FakeTerminal, notes: Path) -> None:
    process = child(terminal, notes)
    terminal.type("j")
    terminal.until(seen(1))
    terminal.type("\x04")
    assert (end_of(process), notes.read_text("utf-8").split()) == (0, ["Typed", "Quit"])


@pytest.mark.parametrize(("keys", "status"), [("\x04", 0), ("r", 1), ("\x03", 0), ("\x1c", -signal.SIGQUIT)])
def test_terminal_is_given_back_however_a_key_ends_it(
    terminal: FakeTerminal, notes: Path, keys: str, status: int
) -> None:
    before = terminal.modes()
    process = child(terminal, notes)
    terminal.type(keys)
    assert end_of(process) == status
    terminal.until(is_given_back)
    assert terminal.modes() == before


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_terminal_is_given_back_when_a_signal_ends_it(
    terminal: FakeTerminal, notes: Path, number: signal.Signals
) -> None:
    before = terminal.modes()
    process = child(terminal, notes)
    process.send_signal(number)
    assert end_of(process) == -number
    terminal.until(is_given_back)
    assert terminal.modes() == before


@pytest.mark.parametrize("keys", ["\x04", "r"])
def test_terminal_is_given_back_by_a_program_that_does_not_close_it(
    terminal: FakeTerminal, notes: Path, keys: str
) -> None:
    process = child(terminal, notes, "careless")
    terminal.type(keys)
    end_of(process)
    terminal.until(is_given_back)


def test_trace_of_an_exception_is_read_after_the_end(terminal: FakeTerminal, notes: Path) -> None:
    process = child(terminal, notes)
    terminal.type("r")
    end_of(process)
    terminal.until(lambda glass: "RuntimeError: expected no dice" in glass.text)


def test_standard_error_does_not_spoil_the_page(terminal: FakeTerminal, notes: Path) -> None:
    process = child(terminal, notes)
    terminal.type("\r")
    terminal.until(seen(1))
    assert "a word aside" not in terminal.glass.text
    terminal.type("\x04")
    end_of(process)
    terminal.until(lambda glass: "a word aside" in glass.text)


def test_resize_draws_the_page_again(terminal: FakeTerminal, notes: Path) -> None:
    process = child(terminal, notes)
    terminal.resize(80, 24)
    terminal.until(seen(1))
    terminal.type("\x04")
    assert (end_of(process), notes.read_text("utf-8").split()) == (0, ["Redraw", "Quit"])


def test_window_that_is_closed_ends_it(terminal: FakeTerminal, notes: Path) -> None:
    process = child(terminal, notes)
    terminal.hang_up()
    assert end_of(process) in (0, -signal.SIGHUP)


@pytest.fixture
def shell(terminal: FakeTerminal) -> Iterator[subprocess.Popen[bytes]]:
    """Lend a shell with job control."""
    process = terminal.run(["sh", "-i"], PATHS | {"PS1": "SHELL>"})
    terminal.until(lambda glass: "SHELL>" in glass.text)
    yield process
    terminal.hang_up()
    end_of(process)


@pytest.mark.usefixtures("shell")
def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back(terminal: FakeTerminal, notes: Path) -> None:
    terminal.type(f"{sys.executable} {HERE / 'terminal_child.py'} {notes}\n")
    terminal.until(seen(0))
    terminal.type("\x1a")
    terminal.until(lambda glass: glass.text.count("SHELL>") == 2 and is_given_back(glass))
    terminal.type("fg\n")
    terminal.until(seen(1))


@pytest.mark.usefixtures("shell")
def test_job_in_the_background_waits_for_the_terminal(terminal: FakeTerminal, notes: Path) -> None:
    terminal.type(f"{sys.executable} {HERE / 'terminal_child.py'} {notes}\n")
    terminal.until(seen(0))
    terminal.type("\x1a")
    terminal.until(lambda glass: glass.text.count("SHELL>") == 2 and is_given_back(glass))
    terminal.type("bg\n")
    terminal.until(lambda glass: glass.text.count("SHELL>") == 3)
    # It is stopped again as soon as it reaches for the terminal, and the shell waits only for that here.
    terminal.type("wait %1; jobs\n")
    terminal.until(lambda glass: "Stopped (tty output)" in glass.text and not glass.is_alternate)
    terminal.type("fg\n")
    terminal.until(lambda glass: glass.is_alternate)


def test_the_game_is_played_and_left(terminal: FakeTerminal, tmp_path: Path) -> None:
    before = terminal.modes()
    process = terminal.run(
        [sys.executable, "-m", "companion", "--device", "terminal", "--state", str(tmp_path)], PATHS
    )
    terminal.until(lambda glass: "Ctrl-C" in glass.text)
    terminal.type("\x03")
    assert end_of(process) == 0
    terminal.until(is_given_back)
    assert terminal.modes() == before


def test_without_a_terminal_it_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--device", "terminal", "--state", str(tmp_path)]
    ended = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert (ended.returncode, "expected a terminal on standard input and output" in ended.stderr) == (2, True)


def test_display_that_does_not_answer_leaves_the_terminal_to_play_on(terminal: FakeTerminal, tmp_path: Path) -> None:
    process = terminal.run([sys.executable, "-m", "companion", "--state", str(tmp_path)], PATHS | {"DISPLAY": ":4321"})
    terminal.until(lambda glass: "Ctrl-C" in glass.text)
    terminal.type("\x03")
    assert end_of(process) == 0


def test_locale_without_any_letters_but_ascii_is_sent_no_others(terminal: FakeTerminal, notes: Path) -> None:
    command = [sys.executable, str(HERE / "terminal_child.py"), str(notes)]
    process = terminal.run(command, PATHS | {"LC_ALL": "C"})
    terminal.until(seen(0))
    assert terminal.glass.text.isascii()
    terminal.type("\x04")
    assert end_of(process) == 0


def test_french_has_plain_letters_and_spaces_where_the_locale_has_no_others(tmp_path: Path) -> None:
    terminal = FakeTerminal(60, 10)
    command = [sys.executable, "-m", "companion", "--device", "terminal", "--lang", "fr", "--state", str(tmp_path)]
    process = terminal.run(command, PATHS | {"LC_ALL": "C"})
    terminal.until(lambda glass: "Des" in glass.text and glass.text.isascii())
    terminal.type("\x04")
    assert end_of(process) == 0
    terminal.close()


def test_utf8_that_is_asked_for_is_sent_whatever_the_locale_says(terminal: FakeTerminal, notes: Path) -> None:
    command = [sys.executable, str(HERE / "terminal_child.py"), str(notes)]
    process = terminal.run(command, PATHS | {"LC_ALL": "C", "PYTHONUTF8": "1"})
    terminal.until(seen(0))
    terminal.type("\x04")
    assert end_of(process) == 0


def test_dumb_terminal_is_refused_with_its_name(terminal: FakeTerminal, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--device", "terminal", "--state", str(tmp_path)]
    process = terminal.run(command, PATHS | {"TERM": "dumb"})
    assert end_of(process) == 2
    terminal.until(lambda glass: "TERM='dumb'" in glass.text.replace("\n", ""))
