"""The result of a round as a text of squares, which tells how it went and gives no code away."""

from __future__ import annotations

from companion.games.contract import helped
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import Ending
from companion.games.pegs.view import RoundView

RIGHT, ELSEWHERE, NOT_THERE = "\U0001f7e9", "\U0001f7e8", "\u2b1b"
"""A green, a yellow and a black square, for a red or black key peg, a white one, and none."""


def shared_round(title: str, edition: Edition, shown: RoundView, undone: int, last: str = "") -> str:
    """Return ``Codemaker Mastermind 4/10``, a line for each row, and *last*; a code not found took X rows.

    What helped is behind that: ``4/10, 2 undone, 1 hint``; *undone* counts the answers taken back. A row without an
    answer has no line.
    """
    rows = len(shown.rows) if shown.ending is Ending.SOLVED else "X"
    lines = [f"Codemaker {title} {rows}/{edition.rows}{helped(undone, len(shown.hints))}"]
    for row in shown.rows:
        if (keys := row.answer) is not None:
            none = edition.pegs - keys.blacks - keys.whites
            lines.append(RIGHT * keys.blacks + ELSEWHERE * keys.whites + NOT_THERE * none)
    return "\n".join([*lines, last] if last else lines)
