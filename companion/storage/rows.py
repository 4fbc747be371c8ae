"""Rows of the journal: the hash chain that detects damage, and the list of the numbers that have been played.

Each line has a digest of itself and of the previous digest. The chain of a match starts with the digest of its
heading; the row of the match has a digest over the number of lines and the last of them. So a check finds every line
that was changed, lost, added or moved. The digests use no secret key: they detect damage to the card, not forgery by
someone who can write to the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from companion.config.untrusted import text_of
from companion.match import archive

if TYPE_CHECKING:
    from companion.match.archive import MatchSummary


# 128 bits: among 2^32 damaged rows the chance that one passes is 2^-96. BLAKE2b makes digests of any length, and is
# the fastest in hashlib on a 64-bit processor without SHA instructions, such as every Raspberry Pi before the Pi 5.
DIGEST_BYTES = 16


def link(before: object, *columns: object) -> bytes:
    """Return the digest of a row's *columns* and of *before*, the digest that it follows.

    The digest is over a JSON array, in which different rows are always written differently: ``NULL`` differs from an
    empty text, a number from its digits, and no value runs into the next.

    >>> link(b"", 1, "RGBY", None).hex()
    'dfc2bdb4bf6f040d500e6bbd00f01891'
    """
    written = _ENCODER.encode([before, *columns])
    return hashlib.blake2b(written.encode("ascii"), digest_size=DIGEST_BYTES).digest()


# Bytes have a form that differs from that of any text, because damage can turn a text into bytes.
# One encoder for all rows: ``json.dumps`` with a ``default`` makes a new one at every call.
_ENCODER = json.JSONEncoder(default=lambda blob: {"bytes": blob.hex()})


class MatchRow(NamedTuple):
    """A row of the table of matches; computes the proof that a sound row has."""

    number: int
    game: str
    options: str
    players: str
    begun: str
    result: str | None
    lines: int
    tip: bytes
    proof: bytes

    def heading_proof(self) -> bytes:
        """Return the digest of the heading, with which the chain of the match's lines starts."""
        return link(None, self.number, self.game, self.options, self.players, self.begun)

    def right_proof(self) -> bytes:
        """Return the proof that a sound row has."""
        return link(self.heading_proof(), self.result, self.lines, self.tip)

    def summary(self) -> MatchSummary:
        """Return the match's entry in a list; raises ``TypeError`` or ``ValueError`` for damaged texts."""
        options, players = json.loads(text_of(self.options)), json.loads(text_of(self.players))
        # Earlier versions took names that UTF-8 cannot have from the command line.
        header = archive.header_of(self.game, options, players, self.begun, name_of=str)
        return archive.MatchSummary(self.number, header, self.result and text_of(self.result), self.lines)


class Played(Sequence[int]):
    """The numbers from *newest* down to 1 except those in *unplayed*, a short list in descending order."""

    def __init__(self, newest: int, unplayed: Sequence[int]) -> None:
        self._newest = newest
        self._unplayed = unplayed

    def __len__(self) -> int:
        return self._newest - len(self._unplayed)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        places = range(len(self))[place]
        return self._number(places) if isinstance(places, int) else [self._number(each) for each in places]

    def _number(self, place: int) -> int:
        number = self._newest - place
        for unplayed in self._unplayed:
            if unplayed < number:
                break
            number -= 1
        return number
