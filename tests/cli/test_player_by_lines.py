"""Players who know docs/commands.md, and nothing of the program, play whole matches by lines of text."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from threading import Timer

import pytest

CODES = tuple(map("".join, product("ROYGBP", repeat=4)))
ROWS_MOST = 10
LINES_MOST = 5000
LONGEST_S = 60
OVER = re.compile(r"Player \d wins!|A tie.*")
LETTERS = {"en": "ROYGBP", "fr": "ROJVBM"}
"""The letters of the colours, as the pages have them."""


class Talk:
    """A program that is spoken with: it reads a line for each that is said, and writes what it has to say to it."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self.program = program
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(f"{line}\n")

    def heard(self, wanted: str) -> re.Match[str]:
        """Return the first line that has *wanted*; raises ``EOFError`` if the program ends without one."""
        assert self.program.stdout is not None
        for line in self.program.stdout:
            self.lines.append(line.rstrip("\n"))
            if found := re.search(wanted, self.lines[-1]):
                return found
        raise EOFError(self.lines[-20:])


@contextmanager
def begun(edition: str, folder: Path, language: str = "en") -> Iterator[Talk]:
    command = [sys.executable, "-m", "companion", "play", "--device", "text", "--edition", edition]
    with subprocess.Popen(
        [*command, "--state", str(folder), "--lang", language],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as program:
        # A program that says nothing more is ended, so that the test fails.
        guard = Timer(LONGEST_S, program.kill)
        guard.start()
        try:
            yield Talk(program)
            program.communicate("quit\n")
        finally:
            guard.cancel()
            program.kill()


def key_pegs(code: str, row: str) -> tuple[int, int]:
    blacks = sum(one == other for one, other in zip(code, row, strict=True))
    shared = sum(min(code.count(letter), row.count(letter)) for letter in set(row))
    return blacks, shared - blacks


@pytest.mark.parametrize("language", ["en", "fr"])
def test_mastermind_is_solved_by_lines(tmp_path: Path, language: str) -> None:
    with begun("mastermind", tmp_path, language) as talk:
        talk.say("")
        talk.say("")
        letters = str.maketrans("ROYGBP", LETTERS[language])
        left, answer = list(CODES), (0, 0)
        for _ in range(ROWS_MOST):
            row = left[0]
            talk.say(row.translate(letters))
            found = talk.heard(r"^(\d) \w+, (\d) \w+$")
            answer = int(found[1]), int(found[2])
            if answer[0] == 4:
                break
            left = [code for code in left if key_pegs(code, row) == answer]
    assert answer == (4, 0)


class Coda:
    """Both players of Coda: they name numbers that they have read, and the first who can stops once."""

    def __init__(self) -> None:
        self.rows: dict[str, list[str]] = {}
        self.mover = self.drawn = ""
        self.at = 0
        self.was_right = self.has_stopped = False

    def reply(self, line: str) -> str | None:
        if own := re.fullmatch(r"(Player \d): ((?:(?:light|dark) \d+(?: fallen)?(?:, )?)+)\.", line):
            self.mover, self.rows[own[1]] = own[1], own[2].split(", ")
        elif drawn := re.search(r"has drawn: (.+)\.$", line):
            self.drawn = drawn[1]
        elif put_in := re.fullmatch(r"((?:light|dark).*): place (\d+)\.", line):
            # All see the number of a panel that a wrong attack has cost.
            self.rows[self.mover].insert(int(put_in[2]) - 1, self.drawn + " fallen" * (" " in put_in[1]))
        elif line == "Right.":
            self.was_right = True
        elif "wins the round:" in line:
            self.was_right, self.rows = False, {}
        elif line.startswith("For one player only"):
            return self.attack()
        elif line.endswith(" attacks.") and self.was_right:
            return self.go_on()
        elif refused := re.fullmatch(r"dark\? Such as: (\w+)", line):
            return refused[1]
        replies = {"1. Begin": "1", "how many dark": "3", "draws a panel.": "dark", "down take it": "down"}
        replies |= dict.fromkeys(("OK: go on", "OK: look"), "")
        return next((reply for words, reply in replies.items() if words in line), None)

    def attack(self) -> str:
        """Name the first standing panel of the other player, or a number at random."""
        other = "Player 1" if self.mover == "Player 2" else "Player 2"
        standing = [at for at, panel in enumerate(self.rows.get(other, [])) if "fallen" not in panel]
        if not standing:
            return "1 11"
        self.at, self.was_right = standing[0], False
        panel = self.rows[other][self.at]
        self.rows[other][self.at] += " fallen"
        return f"{other} {self.at + 1} {panel.split()[1]}"

    def go_on(self) -> str:
        self.was_right = False
        if self.has_stopped:
            return self.attack()
        self.has_stopped = True
        return "stop"


class Passcode:
    """Both players of Passcode: each plays what the private page offers first, a card of the code or a lock-in."""

    def reply(self, line: str) -> str | None:
        if offered := re.fullmatch("Such as: (.+)", line):
            lines: list[str] = offered[1].split(", ")
            return min(lines, key=lambda line: not line.startswith(("play", "lock")))
        replies = {"1. Begin": "1", "1. Yes": "1", "draws a card.": "draw"}
        replies |= dict.fromkeys(("OK: go on", "OK: look"), "")
        replies |= dict.fromkeys(("rolls: who", "rolls to ", "rolls in "), "")
        return next((reply for words, reply in replies.items() if words in line), None)


@pytest.mark.parametrize(
    ("edition", "kind", "result"),
    [
        ("coda", Coda, r"Player \d wins the round: \d+ points?\."),
        ("passcode", Passcode, r"Player \d won round 1: level \d\."),
    ],
)
def test_match_is_played_to_its_end_by_lines(
    tmp_path: Path, edition: str, kind: type[Coda | Passcode], result: str
) -> None:
    players = kind()
    with begun(edition, tmp_path) as talk:
        for _ in range(LINES_MOST):
            line = talk.heard("^.+$")[0]
            if OVER.fullmatch(line):
                break
            if (reply := players.reply(line)) is not None:
                talk.say(reply)
    assert OVER.fullmatch(line), talk.lines[-30:]
    assert any(re.fullmatch(result, line) for line in talk.lines)
