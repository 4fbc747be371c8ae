"""The tree of a book's rows, and its packing into the bytes of a file."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.pegs.codes import Code, Space
from companion.strategy.pegs.book import HEAD, HEAD_SIZE, MAGIC, MOST, VERSION, checksum

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 19}]
"""A dictionary of the size of a book: unpacking allocates this much memory; the preset alone would need 64 MiB."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A row and, by the number of each answer except the solution, the tree of the following rows."""

    guess: Code
    below: dict[int, Tree] = field(default_factory=dict)

    def height(self) -> int:
        """Return the number of rows of the longest game."""
        return 1 + max((tree.height() for tree in self.below.values()), default=0)

    def preorder(self, answer: int = 0) -> Iterator[tuple[Code, int, int]]:
        """Yield, for each node, its row, the answer that leads to it, and the number of nodes of its subtree."""
        below = [place for number in sorted(self.below) for place in self.below[number].preorder(number)]
        yield self.guess, answer, 1 + len(below)
        yield from below


def pack(space: Space, guess_repeats: bool, total: int, longest: int, tree: Tree) -> bytes:
    """Return the bytes of a book's file; the same tree always gives the same bytes."""
    places = list(tree.preorder())
    sizes = [min(size, MOST) for _, _, size in places]
    numbers = [_number(guess, space.values) for guess, _, _ in places]
    planes = b"".join(
        (
            bytes(number & 0xFF for number in numbers),
            bytes(number >> 8 for number in numbers),
            bytes(answer for _, answer, _ in places),
            bytes(size & 0xFF for size in sizes),
            bytes(size >> 8 for size in sizes),
        )
    )
    kind = (VERSION, space.pegs, space.colours, space.repeats, space.holes, guess_repeats)
    open_ = HEAD.pack(MAGIC, *kind, longest, total, len(places), 0)[: HEAD_SIZE - 4] + planes
    crc = checksum(open_[: HEAD_SIZE - 4] + bytes(4) + planes)
    head = HEAD.pack(MAGIC, *kind, longest, total, len(places), crc)
    return lzma.compress(head + planes, format=lzma.FORMAT_XZ, filters=FILTERS)


def _number(code: Code, values: int) -> int:
    number = 0
    for peg in code:
        number = number * values + peg
    return number
