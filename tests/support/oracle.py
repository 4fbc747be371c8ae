"""A second scorer, written from the booklets' words and not from the program: pegs are crossed out one by one."""

from __future__ import annotations

from collections.abc import Sequence


def naive_answer(code: Sequence[int], guess: Sequence[int]) -> tuple[int, int]:
    """Put the key pegs down as a person at the board does: first the right places, then the rest."""
    hidden: list[int | None] = list(code)
    played: list[int | None] = list(guess)
    blacks = 0
    for place in range(len(hidden)):
        if hidden[place] == played[place]:
            blacks += 1
            hidden[place] = played[place] = None
    whites = 0
    for peg in played:
        if peg is not None and peg in hidden:
            whites += 1
            hidden[hidden.index(peg)] = None
    return blacks, whites
