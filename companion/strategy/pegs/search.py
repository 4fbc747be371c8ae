"""A search for the best row in positions that no book covers; it takes some hundredths of a second.

Every candidate row gets an estimated cost: the total number of rows, the last included, needed to find each of the
codes left. A group of n codes is estimated at n (1 + 0.42 ln n), and at no less than 2 n - 1, the cost where the next
row tells all of them apart. The best few candidates are then played out to the end, each group with the one of its
own codes that divides it best, and the cheapest candidate wins.

The candidates are the codes that may be right; after one row also every row that is not a twin of another one
(``without_twins``), later rows spread over the whole space; then the neighbours of the best of these. Where many
codes are left, rows are tried on a sample of them, and only the best rows on all. All limits are counts, not times,
so that the result is the same on every machine.
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
from companion.strategy.pegs.candidates import Candidates
from companion.strategy.pegs.rows import evenly, neighbours, without_twins

_EQUAL = tuple(bytes(byte == value for byte in range(256)) for value in range(16))
_AT_MOST = tuple(bytes(16 * min(byte, most) for byte in range(16)) + bytes(240) for most in range(9))


class ByteTables:
    """How a guess divides a few hundred codes, computed with one byte per code: faster than bit sets for few codes.

    The byte of a code holds its answer: the blacks plus 16 times the number of all key pegs; ``solved`` is the byte of
    a guess that is the code. For each place and value there is one large integer with a 1 in the bytes of the codes
    that have the value there. For each value and k there is one with 16 * min(k, number of times that the code has the
    value). The answers of all codes to a guess are the sum of some of these integers.
    """

    __slots__ = ("_colours", "_keys", "_places", "_totals", "codes", "solved")

    def __init__(self, codes: Sequence[Code], values: int) -> None:
        self.codes = codes
        pegs = len(codes[0])
        self._places = [
            [int.from_bytes(column.translate(_EQUAL[value]), "little") for value in range(values)]
            for column in map(bytes, zip(*codes, strict=True))
        ]
        counts = [sum(column).to_bytes(len(codes), "little") for column in zip(*self._places, strict=True)]
        self._colours = [
            [int.from_bytes(count.translate(_AT_MOST[most]), "little") for most in range(pegs + 1)] for count in counts
        ]
        self._totals: dict[Code, int] = {}
        self._keys = [16 * total + blacks for total in range(pegs + 1) for blacks in range(total + 1)][:-1]
        self.solved = 17 * pegs

    def answers(self, guess: Code) -> bytes:
        """Return the answer of each code to *guess* as a byte."""
        lanes = self._total(tuple(sorted(guess)))
        for place, value in zip(self._places, guess, strict=True):
            lanes += place[value]
        return lanes.to_bytes(len(self.codes), "little")

    def sizes(self, guess: Code) -> list[int]:
        """Return the number of codes for each answer to *guess* except that of the right code, zeros included."""
        answers = self.answers(guess)
        return [answers.count(key) for key in self._keys]

    def _total(self, colours: Code) -> int:
        """Return 16 times the key pegs of a guess of *colours*; cached, as many guesses have the same colours."""
        total = self._totals.get(colours)
        if total is None:
            total = sum(self._colours[value][times] for value, times in Counter(colours).items())
            self._totals[colours] = total
        return total


_RISE = 0.42
"""The increase of the rows per code with the natural logarithm of the number of codes left.

Measured in play: 0.41 with thousands left and 0.5 with a few. Of 0.37, 0.42, 0.47 and 0.54, 0.42 played best.
"""

_ALL = 800
_SAMPLE = 400
_WIDE_SAMPLE = 200
"""Codes on which rows are tried: all of them up to ``_ALL``; a sample of ``_SAMPLE`` where they are more; a sample of
``_WIDE_SAMPLE`` in a space without sets."""

_INSIDE = 400
_OUTSIDE = 600
_DIFFERENT = 3000
_FAR = 300
"""Rows tried: codes that may be right (``_INSIDE``); after one row ``_OUTSIDE`` of the rows without twins, if they are
at most ``_DIFFERENT``; otherwise ``_FAR`` rows from the whole space."""

_CLIMBS = 3
_BEAM = 3
"""The neighbours of the ``_BEAM`` best rows are tried, ``_CLIMBS`` times."""

_PLAYED = 30
_PLAY_WORK = 900_000
_TRIES = 40
"""At most ``_PLAYED`` rows are played out, fewer where rows * codes ** 2 would exceed ``_PLAY_WORK``; ``_TRIES`` rows
are tried for each group."""

_FINALISTS = 12
_FINAL_WORK = 700_000
"""At most ``_FINALISTS`` rows are tried on all codes, fewer where rows * size of the space would exceed
``_FINAL_WORK``."""


_WORDS = 300
"""The most words that are tried as the next row."""


def first_row(guesses: Space) -> Code:
    """Return a good first row: all pegs different or, with four pegs or more and repeats, the first two alike.

    Where there are too few colours for that, they start again from the first one; where colours may not repeat, holes
    follow them.
    The best strategy for Mastermind begins with one colour twice (Koyama and Lai 1993); with three pegs that was
    worse when played out.
    """
    if not guesses.repeats:
        return tuple(min(place, guesses.colours) for place in range(guesses.pegs))
    has_twin = guesses.pegs > 3
    return tuple(max(0, place - has_twin) % guesses.values for place in range(guesses.pegs))


def best_row(codes_left: Candidates, guesses: Space) -> Code:
    """Return an approximately best row of *guesses* to play while the codes of *codes_left* may be right."""
    if codes_left.space.words:
        return _best_word(codes_left)
    if not codes_left.rows:
        return first_row(guesses)
    few = _few(codes_left)
    if len(few) < 3 and few[0] in guesses:
        return few[0]
    trial = _Trial(few, guesses, codes_left.space)
    if trial.try_codes():
        return trial.best(1)[0]
    trial.try_others(codes_left.rows)
    trial.climb()
    if len(few) < codes_left.count:
        return _best_of_all(codes_left, trial)
    return trial.best_played()


def _best_word(codes_left: Candidates) -> Code:
    """Return the word after which the fewest rows are expected; among equal ones, one that may be right."""
    words = codes_left.space.words if codes_left.count > 2 else codes_left.sample(1)
    return min(evenly(words, _WORDS), key=lambda word: (cost(codes_left, word), word not in codes_left))


def _few(codes_left: Candidates) -> list[Code]:
    """Return the codes on which rows are tried."""
    if codes_left.found is None:
        return codes_left.sample(_WIDE_SAMPLE)
    return codes_left.sample(_ALL if codes_left.count <= _ALL else _SAMPLE)


def _best_of_all(codes_left: Candidates, trial: _Trial) -> Code:
    """Return the best row of *trial*, with its best rows tried on all codes left."""
    most = min(_FINALISTS, _FINAL_WORK // codes_left.space.values**codes_left.space.pegs)
    rows = trial.best(max(1, most))
    if codes_left.found is None or len(rows) == 1:
        return rows[0]
    return min(rows, key=lambda row: cost(codes_left, row))


def cost(codes_left: Candidates, guess: Code) -> float:
    """Return the estimated total number of rows after *guess* that it takes to find each of the codes left."""
    pegs = codes_left.space.pegs
    return sum(_rows_for(size) for answer, size in codes_left.sizes(guess).items() if answer.blacks < pegs)


def _rows_for(count: int) -> float:
    """Return the estimated total number of rows that it takes to find each of *count* codes."""
    return max(2 * count - 1, count * (1 + _RISE * log(count))) if count else 0


_ROWS_FOR = tuple(map(_rows_for, range(_ALL + 1)))


class _Trial:
    """Rows tried on a few codes, each with its estimated cost in ``_worth``; lower is better."""

    def __init__(self, codes: Sequence[Code], guesses: Space, space: Space) -> None:
        self._codes = codes
        self._guesses = guesses
        self._space = space
        self._lanes = ByteTables(codes, guesses.values)
        self._inside = frozenset(codes)
        self._worth: dict[Code, float] = {}

    def best(self, most: int) -> list[Code]:
        """Return up to *most* of the best rows; among equal ones, rows that may be right come first."""
        return nsmallest(most, self._worth, key=self._rank)

    def try_codes(self) -> bool:
        """Try the codes themselves; return whether one tells all the others apart, so that no row is better."""
        for code in evenly(self._codes, _INSIDE):
            if code in self._guesses and self._try(code) < len(self._codes):
                return True
        return False

    def try_others(self, rows: Sequence[Row]) -> None:
        """Try rows that need not be among the codes left."""
        different = (
            list(islice(without_twins(self._guesses, rows, self._space), _DIFFERENT + 1)) if len(rows) == 1 else []
        )
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
        """Return the row with the lowest cost when the best rows are played out to the end."""
        most = min(_PLAYED, _PLAY_WORK // len(self._codes) ** 2)
        top = self.best(max(1, most))
        if len(top) == 1:
            return top[0]
        answers = [self._lanes.answers(code) for code in self._codes]
        return min(top, key=lambda guess: (self._rows_after(guess, answers), self._rank(guess)))

    def _try(self, guess: Code) -> float:
        found = self._worth.get(guess)
        if found is None:
            found = self._worth[guess] = sum(map(_ROWS_FOR.__getitem__, self._lanes.sizes(guess)))
        return found

    def _rank(self, guess: Code) -> tuple[float, bool, Code]:
        return self._worth[guess], guess not in self._inside, guess

    def _rows_after(self, guess: Code, answers: Sequence[bytes]) -> float:
        """Return the total number of rows after *guess* that it takes to find every code."""
        groups = _groups(self._lanes.answers(guess), range(len(self._codes)))
        return sum(
            _play(group, answers, self._lanes.solved) for key, group in groups.items() if key != self._lanes.solved
        )


def _play(group: Sequence[int], answers: Sequence[bytes], solved: int) -> float:
    """Return the total number of rows that it takes to find each code of *group*, playing only codes of the group."""
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
    parts = _groups(among(answers[best[0]]), group)
    return len(group) + sum(_play(part, answers, solved) for key, part in parts.items() if key != solved)


def _groups(keys: Sequence[int], members: Sequence[int]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for key, member in zip(keys, members, strict=True):
        groups.setdefault(key, []).append(member)
    return groups
