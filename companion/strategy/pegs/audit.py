"""The search for wrong answers: suspected rows while the code is hidden, certain ones once it is shown.

The order of suspects follows the order of ``Mistake``, which is our own judgement of how likely each is, not a
measurement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.state import Row
from companion.strategy.pegs.bitsets import CodeSet
from companion.strategy.pegs.candidates import candidates_after, every, universe
from companion.strategy.pegs.sampling import sample

SUSPECTS_LIMIT = 12
"""The largest number of suspected pairs of rows that are named; single rows are all named."""

_CODES_LIMIT = 400
"""The largest number of codes examined for each row in a space too large for sets."""


class Mistake(IntEnum):
    """What is wrong with an answer, the likeliest first.

    WHITE_FORGOTTEN: one white too few. SWAPPED: the right number of key pegs, some of the wrong colour.
    COUNTED_TWICE: too many whites, where guess and code share a colour but do not have it equally often.
    BLACK_FORGOTTEN: one black too few. ONE_TOO_MANY: one key peg too many, but not COUNTED_TWICE. OTHER: all else.
    """

    WHITE_FORGOTTEN = 1
    SWAPPED = 2
    COUNTED_TWICE = 3
    BLACK_FORGOTTEN = 4
    ONE_TOO_MANY = 5
    OTHER = 6


@dataclass(frozen=True, slots=True)
class Explanation:
    """Corrected answers, one for each suspected row, with which a code fits all rows, and the mistakes they imply.

    ``codes`` is the number of codes that would then be left.
    """

    answers: tuple[Answer, ...]
    mistakes: tuple[Mistake, ...]
    codes: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """The sort key, likelier ones smaller: the unlikeliest mistake, the sum of the mistakes, then more codes."""
        return max(self.mistakes), sum(self.mistakes), -self.codes


@dataclass(frozen=True, slots=True)
class Suspect:
    """One suspected row, or two together, numbered from 0, and the possible corrections, the likeliest first.

    ``readings`` is empty where the space is too large to search: then the row stays under suspicion.
    """

    rows: tuple[int, ...]
    readings: tuple[Explanation, ...]


def mistake(guess: Code, code: Code, given: Answer) -> Mistake:
    """Return the mistake in the answer *given* to *guess*, for *code*."""
    uneven = any(code.count(colour) not in (0, guess.count(colour)) for colour in set(guess))
    return _mistake(given, answer(code, guess), uneven)


def _mistake(given: Answer, right: Answer, is_uneven: bool) -> Mistake:
    more_blacks, more_whites = given.blacks - right.blacks, given.whites - right.whites
    match more_blacks, more_whites:
        case 0, -1:
            return Mistake.WHITE_FORGOTTEN
        case blacks, whites if blacks + whites == 0:
            return Mistake.SWAPPED
        case 0, whites if whites > 0 and is_uneven:
            return Mistake.COUNTED_TWICE
        case -1, 0:
            return Mistake.BLACK_FORGOTTEN
        case (0, 1) | (1, 0):
            return Mistake.ONE_TOO_MANY
    return Mistake.OTHER


def suspects(space: Space, rows: Sequence[Row]) -> tuple[Suspect, ...]:
    """Return the rows that may have wrong answers, the likeliest first; none where a code fits all answers.

    The result has single rows where one wrong answer explains the contradiction, otherwise at most
    ``SUSPECTS_LIMIT`` pairs of rows. It is empty where three or more answers must be wrong.
    """
    numbered = [number for number, row in enumerate(rows) if row.answer is not None]
    now = candidates_after(space, rows)
    if now.count:
        return ()
    if now.found is None:
        return tuple(_wide_suspects(space, rows, numbered))
    trial = _Trial(space, rows)
    singles = _sorted(trial.suspect((number,)) for number in numbered)
    return singles or _sorted(trial.suspect(pair) for pair in combinations(numbered, 2))[:SUSPECTS_LIMIT]


def _sorted(found: Iterator[Suspect]) -> tuple[Suspect, ...]:
    named = [suspect for suspect in found if suspect.readings]
    return tuple(sorted(named, key=lambda suspect: (suspect.readings[0].rank, suspect.rows)))


class _Trial:
    """The sets of codes that each row alone leaves, to be intersected without the rows under suspicion."""

    def __init__(self, space: Space, rows: Sequence[Row]) -> None:
        self._sets = universe(space)
        self._rows = rows
        self._every = every(space)
        self._left = {
            number: self._sets.matching(row.guess, row.answer, self._every)
            for number, row in enumerate(rows)
            if row.answer is not None
        }

    def suspect(self, numbers: tuple[int, ...]) -> Suspect:
        """Return the rows *numbers* as a suspect, with their possible corrections."""
        found = self._every
        for number, codes in self._left.items():
            if number not in numbers:
                found &= codes
        readings = (self._reading(numbers, answers, codes) for answers, codes in self._answers(numbers, found))
        return Suspect(numbers, tuple(sorted(readings, key=lambda reading: reading.rank)))

    def _reading(self, numbers: tuple[int, ...], answers: tuple[Answer, ...], codes: CodeSet) -> Explanation:
        rows = [self._rows[number] for number in numbers]
        mistakes = tuple(
            _mistake(row.answer, right, self._has_uneven(row.guess, codes))
            for row, right in zip(rows, answers, strict=True)
            if row.answer is not None
        )
        return Explanation(answers, mistakes, codes.bit_count())

    def _answers(self, numbers: tuple[int, ...], codes: CodeSet) -> Iterator[tuple[tuple[Answer, ...], CodeSet]]:
        """Yield the answers that *codes* give to the rows *numbers*, each with the codes that give them."""
        if not codes:
            return
        if not numbers:
            yield (), codes
            return
        for right, part in self._sets.split(self._rows[numbers[0]].guess, codes).items():
            for rights, finest in self._answers(numbers[1:], part):
                yield (right, *rights), finest

    def _has_uneven(self, guess: Code, codes: CodeSet) -> bool:
        """Return whether one of *codes* has a colour of *guess*, but more or less often than *guess*."""
        some = self._sets.at_least
        return any(
            codes & (some(colour, 1) ^ some(colour, times) | some(colour, times + 1))
            for colour, times in Counter(guess).items()
        )


def _wide_suspects(space: Space, rows: Sequence[Row], numbered: Sequence[int]) -> Iterator[Suspect]:
    """Yield the suspects in a space too large for sets: single rows, in their order."""
    for number in numbered:
        found = sample(space, [row for other, row in enumerate(rows) if other != number], _CODES_LIMIT)
        readings = _readings(rows[number], found.codes)
        if found.codes or not found.is_whole:
            yield Suspect((number,), tuple(sorted(readings, key=lambda reading: reading.rank)))


def _readings(row: Row, codes: Sequence[Code]) -> Iterator[Explanation]:
    """Yield the corrections of *row* that *codes* imply."""
    rights = {code: answer(code, row.guess) for code in codes}
    for right, count in Counter(rights.values()).items():
        if row.answer is not None:
            mistakes = [mistake(row.guess, code, row.answer) for code, given in rights.items() if given == right]
            yield Explanation((right,), (min(mistakes),), count)
