"""How a guess divides a few hundred codes, computed with one byte per code: faster than bit sets for few codes.

The byte of a code holds its answer: the blacks plus 16 times the number of all key pegs. For each place and value
there is one large integer with a 1 in the bytes of the codes that have the value there. For each value and k there is
one with 16 * min(k, number of times that the code has the value). The answers of all codes to a guess are the sum of
some of these integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.pegs.codes import Code

_EQUAL = tuple(bytes(byte == value for byte in range(256)) for value in range(16))
_AT_MOST = tuple(bytes(16 * min(byte, most) for byte in range(16)) + bytes(240) for most in range(9))


class ByteTables:
    """Codes as byte lanes of large integers; ``solved`` is the answer byte of a guess that is the code."""

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
