"""The stored form of a match, and the protocols of the archive that stores matches and dice rolls.

Sessions write through ``BufferedArchive``, the history screens read through it, and the dice roller enters rolls into
it. ``companion.storage.journal`` is the archive on disk. Nothing in this module depends on the rules of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from companion.dice.ledger import Ledger
from companion.errors import N_, JournalFailed
from companion.games.secret import Secret

if TYPE_CHECKING:
    # Needed for annotations only: importing the dice would delay the start of every program that rolls none.
    from companion.dice.model import DiceRoll


class EntryKind(Enum):
    """What one entry of a match's log does."""

    PLAY = "play"
    UNDO = "undo"
    REDO = "redo"
    CLOCK = "clock"
    """The time used in a turn; it is not a move, and no undo takes it back."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a match's log.

    ``text`` is the move in the game's notation and may be shown at any time. Where ``text`` leaves a secret out,
    ``hidden`` is the whole move and ``nonce`` the nonce of its seal. ``seal`` is the fingerprint that the players
    were shown. ``at`` is UTC, ISO 8601, seconds.
    """

    deed: EntryKind
    text: str = ""
    hidden: Secret[str] | None = None
    nonce: Secret[str] | None = None
    at: str = ""
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """The game, options and players of a match, fixed before the first move; ``begun`` is UTC, ISO 8601, seconds."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    begun: str


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in a list: its number, heading and result; a number below 0 belongs to a match that is not saved yet.

    ``result`` is None while the match can go on, the result text once it is over, and empty when the players gave
    it up. ``is_sound`` is false where the archive does not hold what was written: then only ``number`` is valid.
    """

    number: int
    header: MatchHeader
    result: str | None
    entries: int
    is_sound: bool = True


def damaged_summary(number: int) -> MatchSummary:
    """Return the summary of a damaged match, of which only the number is known."""
    return MatchSummary(number, MatchHeader("", (), (), ""), None, 0, is_sound=False)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with all its entries, as a backup holds it; ``result`` is that of ``MatchSummary``."""

    header: MatchHeader
    result: str | None
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class Merge:
    """What to add to an archive: whole matches, entries and the result of matches that it has, by number, and rolls.

    Matches and rolls are in the order in which they were stored.
    """

    added: tuple[StoredMatch, ...] = ()
    longer: Mapping[int, StoredMatch] = field(default_factory=lambda: MappingProxyType({}))
    throws: tuple[DiceRoll, ...] = ()


class ThrowsDamaged(JournalFailed):
    """Some stored rolls are not what was written; ``sound`` holds the undamaged ones, the newest first."""

    sentence = N_("Some throws are damaged. They are kept, but not shown.")

    def __init__(self, message: str, sound: tuple[DiceRoll, ...]) -> None:
        super().__init__(message)
        self.sound = sound


class Archive(Ledger, Protocol):
    """Stores matches and dice rolls; every method raises ``JournalFailed`` when reading or writing fails.

    A damaged match is listed as damaged; reading it or writing to it raises ``MatchDamaged``.
    """

    def begin(self, header: MatchHeader) -> int:
        """Store a new match and return its number; when this returns the match is on the disk."""
        ...

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add *entries* to a match and set its result, all or nothing; when this returns they are on the disk."""
        ...

    def give_up(self, number: int) -> None:
        """Mark a match as given up: its result becomes the empty text."""
        ...

    def merge(self, merge: Merge) -> None:
        """Add what *merge* holds, all or nothing; when this returns it is on the disk.

        A newest match that can go on stays the newest, under a new number.
        """
        ...

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all matches, the newest first."""
        ...

    def newest(self) -> MatchSummary | None:
        """Return the newest match, or None while there is none."""
        ...

    def played(self) -> Sequence[int]:
        """Return the numbers of the matches that have at least one entry, the newest first."""
        ...

    def summary(self, number: int) -> MatchSummary:
        """Return a match without its entries; raises ``KeyError`` for an unknown number."""
        ...

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """Return a match and its entries in order; raises ``KeyError`` for an unknown number."""
        ...

    def close(self) -> None:
        """Close the archive, so that another program can write."""
        ...


class BufferedArchive(Archive, Protocol):
    """An archive whose writing methods, ``merge`` excepted, never raise ``JournalFailed``.

    Writes that the disk refuses are queued in memory, in order, and tried again at every write and at ``retry_at``.
    A queued match has a number below 0, which stays valid after the match has received its number in the journal.
    """

    @property
    def retry_at(self) -> float | None:
        """The time on the event loop's clock at which to call ``retry``; None while everything is saved."""
        ...

    def retry(self) -> None:
        """Try again to write the queued writes."""
        ...

    def take_notice(self) -> str | None:
        """Return a new message for the players about saving, as a message id, once; None where there is none."""
        ...

    def number_of(self, match: int) -> int | None:
        """Return the journal's number of *match*, a number that ``begin`` returned; None until it is saved."""
        ...
