"""Strategy books: for all codes of a space, the precomputed row to play after every history.

A book is a tree of rows: below each row there is the next row for each answer to it. The file is the tree in preorder,
compressed with xz; docs/books.md explains each byte and how the rows were found.
"""

from __future__ import annotations

import lzma
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.errors import BookRefused
from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.state import Row

VERSION = 1
MAGIC = b"codemaker book\n"

HEAD = struct.Struct(f"<{len(MAGIC)}s6BHIII")
"""Magic; version, pegs, colours, repeats, holes, guess repeats; longest; total; places in the tree; CRC-32."""

HEAD_SIZE = HEAD.size
PLANES = 5
"""Bytes of a node, each in a separate plane: two of the row, one of the answer before it, two of the size."""

MOST = 65535
"""The largest size of a subtree that two bytes hold; only the root can have more nodes, and its size is not read."""

NAMES = {
    (Space(3, 6, repeats=True, holes=False), None): "3x6",
    (Space(4, 10, repeats=False, holes=False), None): "4x10-once",
    (Space(4, 6, repeats=True, holes=False), None): "4x6",
    (Space(4, 6, repeats=True, holes=False), 5): "4x6-five",
    (Space(4, 6, repeats=True, holes=True), None): "4x6-holes",
    (Space(5, 8, repeats=False, holes=False), None): "5x8-once",
    (Space(5, 8, repeats=True, holes=False), None): "5x8",
    (Space(5, 8, repeats=True, holes=True), None): "5x8-holes",
}
"""The books, by their space and the most rows that they take (None: no limit).

For codes without repeats the book's rows have none, so it fits whether or not rows may repeat colours.
"""


def possible_answers(pegs: int) -> list[Answer]:
    """Return every answer to a row of *pegs* pegs, in the order of their numbers in a book; the last is the solution.

    >>> [(answer.blacks, answer.whites) for answer in possible_answers(2)]
    [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]
    """
    every = (Answer(blacks, whites) for blacks in range(pegs + 1) for whites in range(pegs + 1 - blacks))
    return [answer for answer in every if (answer.blacks, answer.whites) != (pegs - 1, 1)]


@dataclass(frozen=True, slots=True)
class Book:
    """The strategy for *space*: it takes ``total`` rows for all codes together, and at most ``longest`` for one."""

    space: Space
    version: int
    guess_repeats: bool
    total: int
    longest: int
    planes: bytes
    """The tree: the bytes of each node in preorder, plane after plane."""

    @classmethod
    def read(cls, data: bytes) -> Book:
        """Return the book in a file's bytes.

        Raises:
            BookRefused: the file is damaged, or its version is not ``VERSION``.
        """
        try:
            unpacked = lzma.decompress(data)
            magic, version, pegs, colours, repeats, holes, guess_repeats, longest, total, places, crc = (
                HEAD.unpack_from(unpacked)
            )
        except (lzma.LZMAError, struct.error) as error:
            raise BookRefused(f"expected a whole book, got {len(data)} bytes: {error}") from error
        if magic != MAGIC or version != VERSION:
            raise BookRefused(f"expected a book of version {VERSION}, got {magic!r}, version {version!r}")
        planes = unpacked[HEAD_SIZE:]
        if len(planes) != PLANES * places or checksum(unpacked) != crc:
            raise BookRefused(f"expected {places} places and checksum {crc:#010x}, got {len(planes)} bytes, another")
        space = Space(pegs, colours, repeats=bool(repeats), holes=bool(holes))
        return cls(space, version, bool(guess_repeats), total, longest, planes)

    @property
    def places(self) -> int:
        """The number of nodes of the tree; a node's place is its index in preorder."""
        return len(self.planes) // PLANES

    def row(self, rows: Sequence[Row], naming: Sequence[int] | None = None) -> Code | None:
        """Return the row to play after *rows*; None where the book does not have that history, or ends there.

        A history that equals one of the book after renaming colours or reordering places is in the book too.
        *naming* gives the colour to use for each of the book's colours (a hole included) that *rows* do not determine.
        """
        names = range(self.space.values) if naming is None else naming
        numbers = {answer: number for number, answer in enumerate(possible_answers(self.space.pegs))}
        steps = [(row.guess, numbers.get(row.answer, -1) if row.answer else -1) for row in rows]
        orders = permutations(range(self.space.pegs))
        found = (self._row(steps, order, names) for order in orders)
        return next((row for row in found if row is not None), None)

    def _row(self, steps: Sequence[tuple[Code, int]], order: Sequence[int], names: Sequence[int]) -> Code | None:
        """Return the row after *steps* with place p of the book's rows at place order[p] of the board."""
        called: dict[int, int] = {}
        place: int | None = 0
        for guess, answer in steps:
            if place is None or not _fits(self._guess(place), [guess[p] for p in order], called):
                return None
            place = next((below for number, below in self._answers(place) if number == answer), None)
        if place is None:
            return None
        own = _renamed(self._guess(place), called, names)
        board = dict(zip(order, own, strict=True))
        return tuple(board[p] for p in range(self.space.pegs))

    def _guess(self, place: int) -> Code:
        number = self.planes[place] | self.planes[self.places + place] << 8
        code = []
        for _ in range(self.space.pegs):
            number, peg = divmod(number, self.space.values)
            code.append(peg)
        return tuple(reversed(code))

    def _answers(self, place: int) -> Iterator[tuple[int, int]]:
        answers, sizes = 2 * self.places, 3 * self.places
        below, end = place + 1, place + self._size(place)
        while below < end:
            yield self.planes[answers + below], below
            below += self.planes[sizes + below] | self.planes[sizes + self.places + below] << 8

    def _size(self, place: int) -> int:
        """Return the number of nodes in the subtree of *place*, itself included."""
        low = 3 * self.places + place
        return self.planes[low] | self.planes[low + self.places] << 8 if place else self.places


def checksum(unpacked: bytes) -> int:
    """Return the CRC-32 of an unpacked file without the four bytes that hold the checksum."""
    return zlib.crc32(unpacked[HEAD_SIZE:], zlib.crc32(unpacked[: HEAD_SIZE - 4]))


def _fits(own: Code, played: Sequence[int], called: dict[int, int]) -> bool:
    """Return whether *played* is the book's *own* row renamed by *called*; adds new names to *called*."""
    for peg, name in zip(own, played, strict=True):
        if peg not in called and name not in called.values():
            called[peg] = name
        if called.get(peg) != name:
            return False
    return True


def _renamed(own: Code, called: dict[int, int], names: Sequence[int]) -> Code:
    """Return the book's *own* row renamed by *called*, else by *names*, else to the first unused name."""
    taken = dict(called)
    for peg in own:
        if peg not in taken:
            free = [name for name in (names[peg], *names) if name not in taken.values()]
            taken[peg] = free[0]
    return tuple(taken[peg] for peg in own)
