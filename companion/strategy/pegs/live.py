"""The best row worked out on the spot, for rows that no book knows, in some hundredths of a second.

Every row tried is given a worth: how many rows, the last included, it may take in all to find each of the codes
left, taking for a group of n codes n (1 + 0.42 ln n), and no less than 2 n - 1, which is what it takes where the next
row tells all of them apart. The best few are then played out to the end, each group by the row of its own codes that
divides it best, and the shortest play wins.

Tried are codes that may be right; after one row every row that is not another one's twin, its colours or places
exchanged; later, rows from all over the space; then the best of these with one peg changed or two exchanged. Where
many codes are left, rows are tried on some of them, and only the best on all. All limits are counts, none is a
time: the same rows are given the same row everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest
from itertools import islice
from math import log
from operator import itemgetter

from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Row
from companion.strategy.pegs.lanes import Lanes
from companion.strategy.pegs.left import Candidates
from companion.strategy.pegs.rows import evenly, neighbours, without_twins

_RISE = 0.42
"""How the rows that a code takes rise with the logarithm of the codes left.

In play it was 0.41 with thousands left and 0.5 with a few; of 0.37, 0.42, 0.47 and 0.54 this one played best.
"""

_ALL = 800
_SAMPLE = 400
_WIDE_SAMPLE = 200
"""Codes on which rows are tried: all up to so many; a sample where they are more; and in a space without sets."""

_INSIDE = 400
_OUTSIDE = 600
_DIFFERENT = 3000
_FAR = 300
"""Rows tried: codes that may be right; after one row some of those that are no twins, if they are not more than
``_DIFFERENT``; otherwise rows from all over the space."""

_CLIMBS = 3
_BEAM = 3
"""How often the neighbours of how many of the best rows are tried."""

_PLAYED = 30
_PLAY_WORK = 900_000
_TRIES = 40
"""Rows played out, fewer where their number times the square of the codes is more; rows tried for a group there."""

_FINALISTS = 12
_FINAL_WORK = 700_000
"""Rows tried on all codes, fewer where that times the size of the space is more."""


def first_row(guesses: Space) -> Code:
    """Return a good first row: every colour once, and from four pegs on one of them twice, where there are so many.

    So begins the best strategy for Mastermind (Koyama and Lai 1993); with three pegs it was worse when played out.
    """
    has_twin = guesses.repeats and guesses.pegs > 3
    return tuple(max(0, place - has_twin) % guesses.values for place in range(guesses.pegs))


def best_row(codes_left: Candidates, guesses: Space) -> Code:
    """Return a row of *guesses* that is about the best one to play while the codes of *codes_left* may be right."""
    if not codes_left.rows:
        return first_row(guesses)
    few = _few(codes_left)
    if len(few) < 3 and few[0] in guesses:
        return few[0]
    trial = _Trial(few, guesses)
    if trial.try_codes():
        return trial.best(1)[0]
    trial.try_others(codes_left.rows)
    trial.climb()
    if len(few) < codes_left.count:
        return _best_of_all(codes_left, trial)
    return trial.best_played()


def _few(codes_left: Candidates) -> list[Code]:
    """Return the codes on which rows are tried."""
    if codes_left.found is None:
        return codes_left.sample(_WIDE_SAMPLE)
    return codes_left.sample(_ALL if codes_left.count <= _ALL else _SAMPLE)


def _best_of_all(codes_left: Candidates, trial: _Trial) -> Code:
    """Return the best row of *trial* when all codes are asked."""
    most = min(_FINALISTS, _FINAL_WORK // codes_left.space.values**codes_left.space.pegs)
    rows = trial.best(max(1, most))
    if codes_left.found is None or len(rows) == 1:
        return rows[0]
    return min(rows, key=lambda row: cost(codes_left, row))


def cost(codes_left: Candidates, guess: Code) -> float:
    """Return about how many rows after *guess* it takes in all to find each of the codes left."""
    pegs = codes_left.space.pegs
    return sum(_rows_for(size) for answer, size in codes_left.sizes(guess).items() if answer.blacks < pegs)


def _rows_for(count: int) -> float:
    """Return about how many rows in all it takes to find each of *count* codes."""
    return max(2 * count - 1, count * (1 + _RISE * log(count))) if count else 0


_ROWS_FOR = tuple(map(_rows_for, range(_ALL + 1)))


class _Trial:
    """Rows tried on a few codes, each with its worth: the less, the better."""

    def __init__(self, codes: Sequence[Code], guesses: Space) -> None:
        self._codes = codes
        self._guesses = guesses
        self._lanes = Lanes(codes, guesses.values)
        self._inside = frozenset(codes)
        self._worth: dict[Code, float] = {}

    def best(self, most: int) -> list[Code]:
        """Return up to *most* of the best rows; of equal ones first those that may be right, then in order."""
        return nsmallest(most, self._worth, key=self._rank)

    def try_codes(self) -> bool:
        """Try the codes themselves; return whether one tells all the others apart, so that none is better."""
        for code in evenly(self._codes, _INSIDE):
            if code in self._guesses and self._try(code) < len(self._codes):
                return True
        return False

    def try_others(self, rows: Sequence[Row]) -> None:
        """Try rows that may not be right as well."""
        different = list(islice(without_twins(self._guesses, rows), _DIFFERENT + 1)) if len(rows) == 1 else []
        if 0 < len(different) <= _DIFFERENT:
            for guess in evenly(different, _OUTSIDE):
                self._try(guess)
            return
        size = self._guesses.size
        for number in range(_FAR):
            self._try(self._guesses.code((number + 1) * (int(size * 0.618) | 1) % size))

    def climb(self) -> None:
        """Try the neighbours of the best rows, then of the best of these."""
        done: set[Code] = set()
        for _ in range(_CLIMBS):
            top = [guess for guess in self.best(_BEAM) if guess not in done]
            done.update(top)
            for guess in top:
                for neighbour in neighbours(guess, self._guesses):
                    self._try(neighbour)

    def best_played(self) -> Code:
        """Return the row that wins when the best are played out to the end."""
        most = min(_PLAYED, _PLAY_WORK // len(self._codes) ** 2)
        top = self.best(max(1, most))
        if len(top) == 1:
            return top[0]
        answers = [self._lanes.answers(code) for code in self._codes]
        return min(top, key=lambda guess: (self._played(guess, answers), self._rank(guess)))

    def _try(self, guess: Code) -> float:
        found = self._worth.get(guess)
        if found is None:
            found = self._worth[guess] = sum(map(_ROWS_FOR.__getitem__, self._lanes.sizes(guess)))
        return found

    def _rank(self, guess: Code) -> tuple[float, bool, Code]:
        return self._worth[guess], guess not in self._inside, guess

    def _played(self, guess: Code, answers: Sequence[bytes]) -> float:
        """Return how many rows after *guess* it takes in all to find every code."""
        groups = _grouped(self._lanes.answers(guess), range(len(self._codes)))
        return sum(
            _play(group, answers, self._lanes.solved) for key, group in groups.items() if key != self._lanes.solved
        )


def _play(group: Sequence[int], answers: Sequence[bytes], solved: int) -> float:
    """Return how many rows it takes in all to find each code of *group*, playing rows out of the group alone."""
    if len(group) < 3:
        return _ROWS_FOR[len(group)]
    among = itemgetter(*group)
    best = group[0], float(len(group) ** 2)
    for code in evenly(group, _TRIES):
        sizes = Counter(among(answers[code])).values()
        if len(sizes) == len(group):
            return 2 * len(group) - 1
        cost = sum(map(_ROWS_FOR.__getitem__, sizes))
        if cost < best[1]:
            best = code, cost
    parts = _grouped(among(answers[best[0]]), group)
    return len(group) + sum(_play(part, answers, solved) for key, part in parts.items() if key != solved)


def _grouped(keys: Sequence[int], members: Sequence[int]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for key, member in zip(keys, members, strict=True):
        groups.setdefault(key, []).append(member)
    return groups
