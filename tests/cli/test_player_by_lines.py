"""A player who knows docs/commands.md, and nothing of the program, solves Mastermind by lines of text."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from threading import Timer

import pytest

CODES = tuple(map("".join, product("ROYGBP", repeat=4)))
ROWS_MOST = 10
LONGEST_S = 60
LETTERS = {"en": "ROYGBP", "fr": "ROJVBM"}
"""The letters of the colours, as the pages have them."""


def key_pegs(code: str, row: str) -> tuple[int, int]:
    blacks = sum(one == other for one, other in zip(code, row, strict=True))
    shared = sum(min(code.count(letter), row.count(letter)) for letter in set(row))
    return blacks, shared - blacks


@pytest.mark.parametrize("language", ["en", "fr"])
def test_mastermind_is_solved_by_lines(tmp_path: Path, language: str) -> None:
    command = [sys.executable, "-m", "companion", "play", "--device", "text", "--edition", "mastermind"]
    with subprocess.Popen(
        [*command, "--state", str(tmp_path), "--lang", language],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        # A program that says nothing more is ended, so that the test fails.
        guard = Timer(LONGEST_S, program.kill)
        guard.start()

        def say(line: str) -> None:
            assert program.stdin is not None
            program.stdin.write(f"{line}\n")

        def heard() -> tuple[int, int]:
            assert program.stdout is not None
            for line in program.stdout:
                if found := re.fullmatch(r"(\d) \w+, (\d) \w+\n", line):
                    return int(found[1]), int(found[2])
            raise EOFError

        say("")
        say("")
        letters = str.maketrans("ROYGBP", LETTERS[language])
        left, answer = list(CODES), (0, 0)
        for _ in range(ROWS_MOST):
            row = left[0]
            say(row.translate(letters))
            answer = heard()
            if answer[0] == 4:
                break
            left = [code for code in left if key_pegs(code, row) == answer]
        guard.cancel()
        program.communicate("quit\n")
    assert answer == (4, 0)
