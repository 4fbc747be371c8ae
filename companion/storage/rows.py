"""Rows of the journal's table of matches: their proofs, and the list of the numbers that have been played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from companion.config.untrusted import text_of
from companion.match import archive
from companion.storage.chain import link

if TYPE_CHECKING:
    from companion.match.archive import MatchSummary


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
