"""Sets of codes as integers with one bit per code, and how a guess divides them, without a loop over codes.

Bit n of a set stands for code number n. For every place and value there is the set of the codes with that value in
that place; for every value and every k there is the set of the codes that have the value at least k times. For a
guess and a code, the number of black key pegs is the number of sets of the guess's (place, value) pairs that contain
the code. The number of all key pegs is the number of sets "at least k times this value" that contain it, with k up to
the number of times that the guess has the value. These sums are computed for all codes at once in binary: plane i
holds bit i of every code's sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from companion.games.pegs.codes import Answer, Code

CodeSet = int
"""One bit per code, the lowest for code number 0."""


class Universe:
    """Numbered codes and their sets; the sets of ``at_least`` are built on first use."""

    __slots__ = ("_at_least", "_places", "code", "every", "pegs", "values")

    def __init__(self, places: Sequence[Sequence[CodeSet]], every: CodeSet, code: Callable[[int], Code]) -> None:
        self.pegs = len(places)
        self.values = len(places[0])
        self.every = every
        self.code = code
        self._places = places
        self._at_least: dict[int, list[CodeSet]] = {}

    def place(self, place: int, value: int) -> CodeSet:
        """Return the codes with *value* in *place*."""
        return self._places[place][value]

    def at_least(self, value: int, times: int) -> CodeSet:
        """Return the codes that have *value* in at least *times* places, 0 <= *times* <= ``pegs`` + 1."""
        found = self._at_least.get(value)
        if found is None:
            found = self._at_least[value] = self._by_count(value)
        return found[times]

    def _by_count(self, value: int) -> list[CodeSet]:
        sets = [self.every] + [0] * (self.pegs + 1)
        for place in range(self.pegs):
            here = self._places[place][value]
            for times in range(place + 1, 0, -1):
                sets[times] |= sets[times - 1] & here
        return sets

    def matching(self, guess: Code, answer: Answer, within: CodeSet) -> CodeSet:
        """Return the codes of *within* that give *answer* to *guess*."""
        same = _equal(within, self._black_planes(guess), answer.blacks)
        return self.sharing(Counter(guess), answer.blacks + answer.whites, same) if same else 0

    def sharing(self, colours: Mapping[int, int], total: int, within: CodeSet) -> CodeSet:
        """Return the codes of *within* that have *total* pegs in common with *colours*, a count by value."""
        return _equal(within, self._total_planes(colours), total)

    def by_blacks(self, guess: Code) -> dict[int, CodeSet]:
        """Return all codes by the number of places in which they equal *guess*."""
        return _by_number(self.every, self._black_planes(guess))

    def split(self, guess: Code, within: CodeSet) -> dict[Answer, CodeSet]:
        """Return the codes of *within* by their answer to *guess*, without empty sets."""
        totals = self._total_planes(Counter(guess))
        return {
            Answer(blacks, total - blacks): found
            for blacks, same in _by_number(within, self._black_planes(guess)).items()
            for total, found in _by_number(same, totals).items()
        }

    def _black_planes(self, guess: Code) -> list[CodeSet]:
        return _planes(self._places[place][value] for place, value in enumerate(guess))

    def _total_planes(self, colours: Mapping[int, int]) -> list[CodeSet]:
        return _planes(
            self.at_least(value, times)
            for value, most in colours.items()
            for times in range(1, min(most, self.pegs) + 1)
        )


def _planes(terms: Iterable[CodeSet]) -> list[CodeSet]:
    """Return the binary planes of the sums: for each code, the number of *terms* that contain it."""
    planes: list[CodeSet] = []
    for term in terms:
        carry = term
        for bit, plane in enumerate(planes):
            planes[bit], carry = plane ^ carry, plane & carry
            if not carry:
                break
        else:
            planes.append(carry)
    return planes


def _equal(within: CodeSet, planes: Sequence[CodeSet], number: int) -> CodeSet:
    """Return the codes of *within* whose sum is *number*."""
    if number >> len(planes):
        return 0
    for bit, plane in enumerate(planes):
        ones = within & plane
        within = ones if number >> bit & 1 else within ^ ones
    return within


def _by_number(within: CodeSet, planes: Sequence[CodeSet]) -> dict[int, CodeSet]:
    """Return the codes of *within* by their sums."""
    parts = {0: within} if within else {}
    for bit, plane in enumerate(planes):
        finer = {}
        for number, part in parts.items():
            ones = part & plane
            if ones != part:
                finer[number] = part ^ ones
            if ones:
                finer[number | 1 << bit] = ones
        parts = finer
    return parts


@lru_cache(maxsize=1)
def whole(pegs: int, values: int) -> Universe:
    """Return the universe of all codes, repeats included; the pegs of a code are the digits of its number.

    Only the universe of the last call is cached: that of the match in play.
    """
    weights = [values ** (pegs - 1 - place) for place in range(pegs)]
    places = [
        [_stripes(values**place, values ** (pegs - 1 - place), value, values) for value in range(values)]
        for place in range(pegs)
    ]
    return Universe(
        places, (1 << values**pegs) - 1, lambda number: tuple(number // weight % values for weight in weights)
    )


def without_repeats(sets: Universe, colours: int) -> CodeSet:
    """Return the set of the codes that have none of the *colours*, the first of the values, twice."""
    found = sets.every
    for value in range(colours):
        found ^= found & sets.at_least(value, 2)
    return found


def _stripes(times: int, width: int, value: int, values: int) -> CodeSet:
    """Return *times* blocks of *values* stripes of *width* bits, with ones in the stripe number *value* of each."""
    stripe = ((1 << width) - 1) << width * value
    return _repeated(stripe, width * values, times)


def _repeated(pattern: CodeSet, length: int, times: int) -> CodeSet:
    """Return *pattern*, of *length* bits, repeated *times* times; computed by doubling."""
    done, result = 0, 0
    while times:
        if times & 1:
            result |= pattern << done
            done += length
        pattern |= pattern << length
        length *= 2
        times >>= 1
    return result


_ONE = tuple(bytes(ord("1") if byte == value else ord("0") for byte in range(256)) for value in range(26))
"""For each value, a table for ``bytes.translate`` that maps the value to the digit 1 and every other one to 0."""


def universe_of(codes: Sequence[Code], values: int, code: Callable[[int], Code] | None = None) -> Universe:
    """Return the universe of *codes*, numbered in their order; its sets have bits for these codes only.

    *code*, where given, returns a code by its number; then the universe does not keep *codes*.
    """
    pegs = len(codes[0])
    places = []
    for place in range(pegs):
        column = bytes(row[place] for row in reversed(codes))
        places.append([int(column.translate(_ONE[value]), 2) for value in range(values)])
    return Universe(places, (1 << len(codes)) - 1, code or codes.__getitem__)


def numbers(found: CodeSet) -> Iterator[int]:
    """Yield the numbers in *found* in ascending order."""
    bits = bin(found)[:1:-1]
    number = bits.find("1")
    while number >= 0:
        yield number
        number = bits.find("1", number + 1)


def spread(found: CodeSet, most: int) -> Iterator[int]:
    """Yield up to *most* numbers of *found* in ascending order, spread over all of them."""
    if found.bit_count() <= most:
        yield from numbers(found)
        return
    bits = bin(found)[:1:-1]
    number = -1
    for part in range(most):
        number = bits.find("1", max(number + 1, part * len(bits) // most))
        if number < 0:
            return
        yield number


def nth(found: CodeSet, index: int) -> int:
    """Return the number at *index* in the ascending order of *found*; raises ``IndexError`` if there are fewer."""
    if not 0 <= index < found.bit_count():
        raise IndexError(f"expected an index below {found.bit_count()}, got {index!r}")
    number, width = 0, found.bit_length()
    while width > 1:
        width = (width + 1) // 2
        low = found & (1 << width) - 1
        smaller = low.bit_count()
        if index < smaller:
            found = low
        else:
            found >>= width
            number += width
            index -= smaller
    return number
