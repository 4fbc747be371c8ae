"""A space as arrays: its codes, the guesses, the table of answers, and the guesses worth considering."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from companion.games.pegs.codes import Code, Space
from companion.strategy.pegs.book import possible_answers
from tools.books.kernel import View, answer_table, gather

SEED = 1


class AnswerTable:
    """The codes of *space*, the guesses of *guesses*, and the answer of each code to each guess."""

    def __init__(self, space: Space, guesses: Space) -> None:
        self.space, self.guess_repeats = space, guesses.repeats
        self.answers = possible_answers(space.pegs)
        self.right = len(self.answers) - 1
        self.codes = np.array(list(space), np.uint8)
        self.guesses = np.array(list(guesses), np.uint8)
        self.table = answer_table(self.codes, self.guesses, space.values, self._numbers())
        self.keys = np.random.default_rng(SEED).integers(1, 2**63, len(self.codes), dtype=np.uint64)
        self._weights = space.values ** np.arange(space.pegs - 1, -1, -1)
        self._ranks = np.full(space.values**space.pegs, -1, np.int32)
        self._ranks[self.guesses @ self._weights] = np.arange(len(self.guesses))
        self.own = self._ranks[self.codes @ self._weights]
        self._code_colours = np.bitwise_or.reduce(1 << self.codes.astype(np.int32), axis=1)
        self._guess_colours = np.bitwise_or.reduce(1 << self.guesses.astype(np.int32), axis=1)

    def _numbers(self) -> NDArray[np.uint8]:
        """Return the numbers of the answers, indexed by [blacks, blacks + whites]."""
        numbers = np.zeros((self.space.pegs + 1, self.space.pegs + 1), np.uint8)
        for number, answer in enumerate(self.answers):
            numbers[answer.blacks, answer.blacks + answer.whites] = number
        return numbers

    def number(self, guess: Code) -> int:
        """Return the number of *guess* among the guesses."""
        return int(self._ranks[np.array(guess) @ self._weights])

    def guess(self, number: int) -> Code:
        """Return guess *number*."""
        return tuple(int(peg) for peg in self.guesses[number])

    def split(self, codes: NDArray[np.int32], guess: int) -> dict[int, NDArray[np.int32]]:
        """Return *codes* by their answer to *guess*, without the code that *guess* solves."""
        answers = self.table[codes, guess]
        return {int(a): codes[answers == a] for a in np.unique(answers) if a != self.right}

    def view(self, codes: NDArray[np.int32]) -> View:
        """Return *codes* with the guesses worth considering; colours that no code has are interchangeable."""
        numbers = self._worth(int(np.bitwise_or.reduce(self._code_colours[codes])))
        ranks = np.full(len(self.guesses), -1, np.int32)
        ranks[numbers] = np.arange(len(numbers))
        return View(gather(self.table, codes, numbers), ranks[self.own[codes]], self.keys[codes], numbers, self.right)

    @cache  # noqa: B019 - there is one board, and it lasts as long as the program
    def _worth(self, colours: int) -> NDArray[np.int32]:
        absent = [colour for colour in range(self.space.values) if not colours >> colour & 1]
        if self.guess_repeats:
            wanted = self._guess_colours & sum(1 << colour for colour in absent[1:]) == 0
        else:
            wanted = self._in_turn(self.guesses, absent)
        return np.flatnonzero(wanted).astype(np.int32)

    def _in_turn(self, guesses: NDArray[np.uint8], colours: list[int]) -> NDArray[np.bool_]:
        """Return, by guess, whether those of *colours* that it has are the first of them, in their order."""
        seen = np.zeros(len(guesses), np.int64)
        good = np.ones(len(guesses), np.bool_)
        turn = np.array([*colours, -1])
        for place in range(self.space.pegs):
            among = np.isin(guesses[:, place], colours)
            good &= ~among | (guesses[:, place] == turn[np.minimum(seen, len(colours))])
            seen += among
        return good

    def first_of_equals(self, history: list[Code]) -> NDArray[np.bool_]:
        """Return, by guess, whether it is the first of the guesses that are equivalent to it after *history*.

        Guesses are equivalent if exchanging colours or places, without changing *history*, turns one into the other.
        """
        least = None
        for order in permutations(range(self.space.pegs)):
            names = _renaming(history, order)
            if names is not None:
                numbers = self._renamed(self.guesses[:, order], names) @ self._weights
                least = numbers if least is None else np.minimum(least, numbers)
        return self.guesses @ self._weights == least

    def _renamed(self, guesses: NDArray[np.uint8], names: dict[int, int]) -> NDArray[np.int64]:
        """Return *guesses* with colours renamed by *names*; other colours get unused names in order of appearance."""
        free = [colour for colour in range(self.space.values) if colour not in names]
        named = np.tile([names.get(colour, -1) for colour in range(self.space.values)], (len(guesses), 1))
        used = np.zeros(len(guesses), np.int64)
        turn = np.array([*free, -1])
        for place in range(self.space.pegs):
            pegs = guesses[:, place]
            fresh = np.flatnonzero(np.take_along_axis(named, pegs[:, None].astype(np.int64), 1)[:, 0] < 0)
            named[fresh, pegs[fresh]] = turn[used[fresh]]
            used[fresh] += 1
        return np.take_along_axis(named, guesses.astype(np.int64), 1)


def _renaming(history: list[Code], order: tuple[int, ...]) -> dict[int, int] | None:
    """Return the renaming of colours that, with places in *order*, leaves every row of *history* as it is, or None."""
    names: dict[int, int] = {}
    for row in history:
        for place, peg in enumerate(row):
            if names.setdefault(row[order[place]], peg) != peg:
                return None
    return names if len(set(names.values())) == len(names) else None
