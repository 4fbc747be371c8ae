"""A match on paper: what is written down of it, and what keeps it; and beside the matches a ledger of throws.

The session writes through ``BufferedArchive`` and the history screens read through it; the cup enters throws into it.
``journal`` is the archive that lasts. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from companion.dice.ledger import Ledger
from companion.errors import N_, JournalFailed
from companion.games.secret import Secret

if TYPE_CHECKING:
    # A word in signatures: who plays no dice need not wait for them at the start.
    from companion.dice.model import DiceRoll


class EntryKind(Enum):
    """What a line of the match's book does."""

    PLAY = "play"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a match's book.

    ``text`` is the move in the game's own words and may be shown at any time; ``hidden`` is the whole move where
    ``text`` leaves a secret out, with the ``nonce`` that seals it; ``seal`` is the fingerprint that the players were
    shown. ``at`` is UTC, ISO 8601, seconds.
    """

    deed: EntryKind
    text: str = ""
    hidden: Secret[str] | None = None
    nonce: Secret[str] | None = None
    at: str = ""
    seal: str | None = None


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """What was agreed before the first move; ``begun`` is UTC, ISO 8601, seconds."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    begun: str


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in a list: its number, heading, and how it ended; a number below 0 is that of a match not saved yet.

    ``result`` is None while the match can go on, the game's own words once it is over, and empty when the table
    gave it up. Where ``is_sound`` is false the archive holds something else than was written: then only the number
    can be told.
    """

    number: int
    heading: MatchHeader
    result: str | None
    entries: int
    is_sound: bool = True


def damaged_summary(number: int) -> MatchSummary:
    """Return what can be told of a match that is damaged."""
    return MatchSummary(number, MatchHeader("", (), (), ""), None, 0, is_sound=False)


class ThrowsDamaged(JournalFailed):
    """Some throws are not what was written; ``sound`` are the others, the newest first."""

    sentence = N_("Some throws are damaged. They are kept, but not shown.")

    def __init__(self, message: str, sound: tuple[DiceRoll, ...]) -> None:
        super().__init__(message)
        self.sound = sound


class Archive(Ledger, Protocol):
    """Keeps matches, and throws; every method raises ``JournalFailed`` when it cannot.

    A damaged match is listed as such; to read it or to write to it raises ``MatchDamaged``.
    """

    def begin(self, heading: MatchHeader) -> int:
        """Open a match and return its number; when this returns it is on the disk."""
        ...

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add lines to a match and set its result, all or nothing; when this returns they are on the disk."""
        ...

    def give_up(self, number: int) -> None:
        """Mark a match as given up: its result becomes the empty text."""
        ...

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all matches, the newest first."""
        ...

    def newest(self) -> MatchSummary | None:
        """The newest match, None while there is none."""
        ...

    def played(self) -> Sequence[int]:
        """The numbers of the matches that have a line, the newest first."""
        ...

    def summary(self, number: int) -> MatchSummary:
        """One match without its lines; raises ``KeyError`` for a number that is not there."""
        ...

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """One match with its lines in order; raises ``KeyError`` for a number that is not there."""
        ...


class BufferedArchive(Archive, Protocol):
    """An archive that takes everything: its writing methods never raise ``JournalFailed``.

    What the disk refuses waits in memory, in order, and is tried again at every write, and at ``retry_at``. A match
    that waits has a number below 0; that number stays valid when the match has got its number in the journal.
    """

    @property
    def retry_at(self) -> float | None:
        """When, on the event loop's clock, to call ``retry``; None while everything is saved."""
        ...

    def retry(self) -> None:
        """Try again to write what waits."""
        ...

    def take_notice(self) -> str | None:
        """Return what the table is to be told about saving, as a message id, once."""
        ...

    def number_of(self, match: int) -> int | None:
        """Return the number in the journal of a match that ``begin`` gave a number, None until it has one."""
        ...


@dataclass(frozen=True, slots=True)
class Environment:
    """What a session needs of the world: an archive, entropy and the time of day.

    ``draw(n)`` returns a uniform number below n, ``nonce()`` 256 random bits in base32, ``stamp()`` now in UTC,
    ISO 8601, to the second.
    """

    archive: BufferedArchive
    draw: Callable[[int], int]
    nonce: Callable[[], str]
    stamp: Callable[[], str]
