"""The table socket of the whole program: off by default, told of matches and menus, killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.config.paths import runtime_folder
from tests.support.front_end import PATIENCE_S, Message, PaperFrontEnd
from tools.bench.measure import environment

ROW = "UP OK UP OK UP OK UP OK OK"
BEGIN = "OK OK OK OK"
PAUSE_TO_HOME = "OK BACK UP UP OK"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "board.py"


class Program:
    """The program on a headless box, whose keys are typed into a pipe."""

    def __init__(self, state: Path, run: Path, setting: str | None) -> None:
        if setting is not None:
            (state / "settings.toml").write_text(f'table_socket = "{setting}"\n', "utf-8")
        self.socket = run / "codemaker" / "table.sock"
        play = ["play", "--device", "headless", "--lang", "en", "--state", str(state), "--keys", "-"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *play],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment() | {"XDG_RUNTIME_DIR": str(run), "RUNTIME_DIRECTORY": ""},
        )

    def press(self, keys: str) -> None:
        """Press *keys*."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{keys}\n".encode())
        self.process.stdin.flush()

    def end(self) -> bytes:
        """Let the program end by itself, and return what it has logged."""
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return said


@contextmanager
def running(state: Path, run: Path, setting: str | None = "watch") -> Iterator[Program]:
    """Run the program to the end of the context."""
    program = Program(state, run, setting)
    try:
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        for pipe in (program.process.stdin, program.process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder with a short path: that of a socket has at most 107 characters."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return a folder for the state, and one for sockets."""
    made = tmp_path / "state", tmp_path / "run"
    for folder in made:
        folder.mkdir(mode=0o700)
    return made


def first_hello(front_end: PaperFrontEnd, program: Program) -> Message:
    """Say hello until the program has its socket; it waits for the program and not for a time."""
    while True:
        try:
            return front_end.hello()
        except (FileNotFoundError, ConnectionRefusedError):
            assert program.process.poll() is None
            os.sched_yield()


def rows(state: Message) -> list[str]:
    """Return the rows of the round in play."""
    return [row["guess"] for row in state["match"]["view"]["round"]["rows"]]


def test_match_is_told_from_the_menu_to_the_menu(folders: tuple[Path, Path]) -> None:
    with running(*folders) as program, PaperFrontEnd(program.socket) as front_end:
        assert first_hello(front_end, program)["status"] == "menu"
        program.press(BEGIN)
        assert front_end.hear()["match"]["game"] == "mastermind"
        program.press(ROW)
        state = front_end.hear()
        assert (rows(state), state["match"]["players"]) == (["RRRR"], ["Player 1", "Player 2"])
        # Neither the pause nor its menus change what everybody may see.
        program.press(PAUSE_TO_HOME)
        assert front_end.hear()["status"] == "menu"
        assert program.end() == b""
        assert front_end.hear() == {"type": "end"}
        assert not program.socket.exists()


def test_killed_program_is_followed_again_after_its_next_start(folders: tuple[Path, Path]) -> None:
    with running(*folders) as program, PaperFrontEnd(program.socket) as front_end:
        first_hello(front_end, program)
        program.press(f"{BEGIN} {ROW}")
        before = front_end.hear_of(2)
        program.process.send_signal(signal.SIGKILL)
        program.process.wait()
        with pytest.raises(ConnectionRefusedError):
            front_end.hello()
    with running(*folders) as program, PaperFrontEnd(program.socket) as front_end:
        menu = first_hello(front_end, program)
        assert (menu["status"], menu["version"]) == ("menu", 0)
        assert menu["boot"] != before["boot"]
        program.press("OK")
        after = front_end.hear()
        assert after["match"]["view"] == before["match"]["view"]


def test_front_end_moves_where_the_settings_allow_it(folders: tuple[Path, Path]) -> None:
    with running(*folders, "play") as program, PaperFrontEnd(program.socket) as front_end:
        first_hello(front_end, program)
        program.press(BEGIN)
        front_end.move(front_end.hear(), "ROYG", id=5)
        assert rows(front_end.hear_of(2)) == ["ROYG"]
        assert front_end.hear() == {"type": "accepted", "id": 5, "version": 2}


@pytest.mark.parametrize("setting", [None, "off"])
def test_without_the_setting_there_is_no_socket_and_no_folder(folders: tuple[Path, Path], setting: str | None) -> None:
    with running(*folders, setting) as program:
        program.press(BEGIN)
        program.end()
    assert list(folders[1].iterdir()) == []


def test_socket_that_cannot_be_made_is_told_and_play_goes_on(folders: tuple[Path, Path]) -> None:
    folders[1].rmdir()
    with running(*folders) as program:
        # The first press closes the notice.
        program.press(f"OK {BEGIN} {ROW}")
        program.end()
        assert program.process.returncode == 0
    with running(folders[0], folders[1], None) as program:
        program.press("OK")
        program.end()
    assert (folders[0] / "journal.db").stat().st_size > 0


def test_example_prints_the_board_after_every_change(folders: tuple[Path, Path]) -> None:
    with running(*folders) as program, PaperFrontEnd(program.socket) as front_end:
        first_hello(front_end, program)
        command = [sys.executable, str(EXAMPLE), str(program.socket)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment()) as example:
            assert example.stdout is not None
            lines = iter(example.stdout.readline, "")
            assert [next(lines) for _ in range(2)] == ["No match is open.\n", "\n"]
            program.press(f"{BEGIN} {ROW}")
            begun = [next(lines) for _ in range(4)]
            assert begun[0] == "mastermind: Player 1 0, Player 2 0\n"
            assert begun[1:] == ["   ????\n", "Player 2 is to move.\n", "\n"]
            assert next(lines) == "mastermind: Player 1 0, Player 2 0\n"
            assert next(lines).startswith(" 1 RRRR")
            program.end()
            # The game has told its end.
            assert example.wait(PATIENCE_S) == 0


def test_runtime_folder_is_that_of_the_service_or_of_the_session() -> None:
    assert runtime_folder({"RUNTIME_DIRECTORY": "/run/codemaker:/run/b"}) == Path("/run/codemaker")
    assert runtime_folder({"XDG_RUNTIME_DIR": "/run/user/1000"}) == Path("/run/user/1000/codemaker")
    assert runtime_folder({"XDG_RUNTIME_DIR": "run"}) is None
    assert runtime_folder({}) is None
