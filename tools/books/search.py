"""The search for a book: large sets in Python, using the symmetries of the history; small sets by the kernel.

For a large set, the guesses are ranked by estimate, the best of them get a quick search, and the best of those a full
search. A guess is dropped when the costs of its first classes, with estimates for the rest, are no better than the
best cost so far. All decisions use integers and fixed orders, so that the result is reproducible.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.games.pegs.codes import Code
from tools.books.board import AnswerTable
from tools.books.kernel import FAIL, FREE, SCALE, SolvedSets, Width, after, estimates, recall, search
from tools.books.packing import Tree
from tools.books.recipes import Recipe, Steps, per_code, steps

Codes: TypeAlias = NDArray[np.int32]
"""Numbers of codes, in ascending order."""

MEMORY = 1 << 22
"""The number of solved sets kept; when it is full, new sets replace old ones, which are searched again if needed."""


class Level(IntEnum):
    """The effort of a search."""

    QUICK = 0
    EARNEST = 1


class Search:
    """The search for the book of one recipe."""

    def __init__(self, recipe: Recipe, board: AnswerTable, say: Callable[[str], object]) -> None:
        self.recipe, self.board, self.say = recipe, board, say
        size = recipe.space.size
        costs = [0, *(round(SCALE * n * per_code(n)) for n in range(1, size + 1))]
        self.value = np.array(costs, np.int32)
        self.widths = [self._width(Level.QUICK, recipe.quick), self._width(Level.EARNEST, recipe.beams)]
        self.forget()

    def _width(self, level: Level, beams: Steps) -> Width:
        sizes = range(1, self.recipe.space.size + 1)
        beam = np.array([0, *(steps(beams, size) for size in sizes)], np.int32)
        margin = np.array([0, *(steps(self.recipe.margins, size) for size in sizes)], np.int32)
        return Width(int(level), beam, margin, self.value)

    def forget(self) -> None:
        """Empty the memory, so that the result does not depend on earlier searches."""
        self.memory = SolvedSets(np.zeros(MEMORY, np.uint64), np.zeros(MEMORY, np.int32), np.zeros(MEMORY, np.int32))
        self.chosen: dict[bytes, int] = {}

    @property
    def left(self) -> int:
        """The number of rows left after the first."""
        return FREE if self.recipe.most is None else self.recipe.most - 1

    def after_first(self, answer: int) -> tuple[int, Tree] | None:
        """Return the cost and the tree of the codes that give *answer* to the first row; None where there are none."""
        first = self.board.number(self.recipe.first)
        codes = np.flatnonzero(self.board.table[:, first] == answer).astype(np.int32)
        if not len(codes):
            return None
        self.forget()
        cost = self.cost(codes, [self.recipe.first], self.left, Level.EARNEST)
        return cost, self.tree(codes, self.left)

    def cost(self, codes: Codes, history: list[Code], left: int, level: Level) -> int:
        """Return the cost of the set *codes* after *history*; at least FAIL if it needs more than *left* rows."""
        if len(codes) <= self.recipe.small:
            return self._small(codes, left, level)
        tried: list[tuple[int, int]] = []
        for guess in self._candidates(codes, history, level):
            best = min((cost for cost, _ in tried), default=FAIL)
            # A margin of 1 %: a guess that is slightly worse in the quick search may be best in the full one.
            bound = best if level is Level.QUICK else best + best // 100
            tried.append((self._try(codes, guess, history, left, Level.QUICK, bound), guess))
        tried = sorted(pair for pair in tried if pair[0] < FAIL)
        if level is Level.QUICK:
            return tried[0][0] if tried else FAIL
        best, chosen = FAIL, -1
        for _, guess in tried[: steps(self.recipe.finals, len(codes))]:
            cost = self._try(codes, guess, history, left, Level.EARNEST, best)
            best, chosen = min((best, chosen), (cost, guess), key=lambda pair: pair[0])
        self.chosen[codes.tobytes()] = chosen
        self.say(f"{len(codes)} codes after {history}: {best} rows by {self.board.guess(chosen)}")
        return best

    def _small(self, codes: Codes, left: int, level: Level) -> int:
        if len(codes) <= left and len(codes) <= 2:
            return 2 * len(codes) - 1
        everything = np.arange(len(codes), dtype=np.int32)
        width = self.widths[level]
        return int(search(self.board.view(codes), everything, FAIL - 1, left, width, self.memory))

    def _candidates(self, codes: Codes, history: list[Code], level: Level) -> list[int]:
        """Return the guesses to try, in the order of their estimates, the best first."""
        wanted = self.board.first_of_equals(history)
        found = estimates(self.board.table, codes, wanted, self.value, self.board.right)
        found[self.board.own[codes]] -= SCALE
        many = self.recipe.glances if level is Level.QUICK else steps(self.recipe.tries, len(codes))
        order = np.argsort(found, kind="stable")[:many]
        return [int(guess) for guess in order if found[guess] < FAIL]

    def _try(self, codes: Codes, guess: int, history: list[Code], left: int, level: Level, bound: int) -> int:
        """Return the cost of *codes* with *guess*; FAIL as soon as it is expected not to be below *bound*."""
        parts = sorted(self.board.split(codes, guess).values(), key=len, reverse=True)
        if len(parts[0]) == len(codes):
            return FAIL
        total, rest = len(codes), sum(int(self.value[len(part)]) for part in parts)
        rows = [*history, self.board.guess(guess)]
        for part in parts:
            rest -= int(self.value[len(part)])
            total += self.cost(part, rows, after(left), level)
            if total + rest * self.recipe.slack / SCALE >= bound:
                return FAIL
        return total

    def tree(self, codes: Codes, left: int) -> Tree:
        """Return the tree that the search found for the set *codes*."""
        guess = self._found(codes, left)
        below = {answer: self.tree(part, after(left)) for answer, part in self.board.split(codes, guess).items()}
        return Tree(self.board.guess(guess), below)

    def _found(self, codes: Codes, left: int) -> int:
        if len(codes) <= 2:
            return int(self.board.own[codes[0]])
        if (chosen := self.chosen.get(codes.tobytes())) is not None:
            return chosen
        if (guess := self._remembered(codes, left)) < 0:
            self._small(codes, left, Level.EARNEST)
            guess = self._remembered(codes, left)
        return guess

    def _remembered(self, codes: Codes, left: int) -> int:
        return int(recall(self.board.keys[codes], left, int(Level.EARNEST), self.memory))
