"""The stored form of a match, and the protocols of the archive that stores matches and dice rolls.

Sessions write through ``BufferedArchive``, the history screens read through it, and the dice roller enters rolls into
it. ``companion.storage.journal`` is the archive on disk. Nothing in this module depends on the rules of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from companion.config.untrusted import list_of, text_of, text_or_none
from companion.dice.ledger import Ledger
from companion.errors import N_, JournalFailed, MatchDamaged
from companion.games.secret import Secret

if TYPE_CHECKING:
    # Needed for annotations only: importing the dice would delay the start of every program that rolls none.
    from companion.dice.model import DiceRoll
    from companion.i18n.translator import Text


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

    def columns(self) -> tuple[str | None, ...]:
        """Return the fields as texts, in their order, as the journal and backups keep them."""
        hidden, nonce = (None if secret is None else secret.reveal() for secret in (self.hidden, self.nonce))
        return self.deed.value, self.text, hidden, nonce, self.at, self.seal


def entry_of(columns: object) -> LogEntry:
    """Return the entry with these ``columns``, a list; raises ``TypeError`` or ``ValueError`` for others."""
    deed, text, *hidden, at, seal = list_of(columns, text_or_none)
    secret, nonce = (None if each is None else Secret(each) for each in hidden)
    return LogEntry(EntryKind(deed), text_of(text), secret, nonce, text_of(at), seal)


@dataclass(frozen=True, slots=True)
class MatchHeader:
    """The game, options and players of a match, fixed before the first move; ``begun`` is UTC, ISO 8601, seconds."""

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    begun: str

    @property
    def has_undo(self) -> bool:
        """Whether the players agreed on a match in which moves may be taken back."""
        # The option NO_UNDO of the games, which this module does not import.
        return ("no-undo", "yes") not in self.options

    @property
    def time(self) -> str:
        """The time limit that the players agreed on, as the option ``TIME`` of the games has it; empty without one."""
        value = dict(self.options).get("time", "off")
        return "" if value == "off" else value


def header_of(
    game: object, options: object, players: object, begun: object, name_of: Callable[[object], str] = text_of
) -> MatchHeader:
    """Return the header with these fields, as they are read from JSON; *name_of* checks each option and name.

    Raises ``TypeError`` or ``ValueError`` if they are not those of one.
    """
    pairs = list_of(options, lambda pair: list_of(pair, name_of))
    chosen = tuple((key, value) for key, value in pairs)
    return MatchHeader(text_of(game), chosen, list_of(players, name_of), text_of(begun))


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
    gone: frozenset[int] = frozenset()
    """The seats of players who were deleted."""
    is_corrected: bool = False
    """Whether *result* names other winners than the moves do, because the players corrected it."""

    @property
    def people(self) -> list[str]:
        """The names by seat, without those of players who were deleted."""
        return [name for seat, name in enumerate(self.header.players) if seat not in self.gone]


def damaged_summary(number: int) -> MatchSummary:
    """Return the summary of a damaged match, of which only the number is known."""
    return MatchSummary(number, MatchHeader("", (), (), ""), None, 0, is_sound=False)


class ChangeKind(Enum):
    """What a change is about."""

    NAME = "name"
    """The player *old* is called *new* in all matches up to *match*; with an empty *new* the player is deleted."""
    SEATS = "seats"
    """*new* is a JSON list of the names in *match* by seat, null for a player who was deleted."""
    WON = "won"
    """*new* is a JSON list of the seats that won *match*."""
    DELETED = "deleted"
    """*match* is no longer shown."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change; what the fields mean is said at its ``ChangeKind``."""

    kind: ChangeKind
    match: int
    old: str = ""
    new: str = ""

    def columns(self) -> tuple[str, int, str, str]:
        """Return the fields in their order, as the journal keeps them."""
        return self.kind.value, self.match, self.old, self.new


def change_of(kind: str, match: int, old: str, new: str) -> Change:
    """Return the change with these ``columns``; raises ``ValueError`` for an unknown kind."""
    return Change(ChangeKind(kind), match, old, new)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with all its entries, as a backup holds it; ``result`` is that of ``MatchSummary``.

    ``changes`` of it have no number of a match.
    """

    header: MatchHeader
    result: str | None
    entries: tuple[LogEntry, ...]
    changes: tuple[Change, ...] = ()


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

    def append(self, number: int, entries: Sequence[LogEntry], result: str | None) -> None:
        """Add *entries* to a match and set its result, all or nothing; when this returns they are on the disk."""

    def give_up(self, number: int) -> None:
        """Mark a match as given up: its result becomes the empty text."""

    def together(self) -> AbstractContextManager[Archive]:
        """Return a context in which all writes to the archive that it gives are made, or none of them.

        At its end they are on the disk; an exception in it undoes them.
        """

    def take_out_newest(self) -> None:
        """Remove the newest match, which is stored again in the same ``together``; the next one gets its number."""

    def matches(self) -> Iterator[MatchSummary]:
        """Yield all matches, the newest first."""

    def newest(self) -> MatchSummary | None:
        """Return the newest match, or None while there is none."""

    def played_numbers(self) -> Sequence[int]:
        """Return the numbers of the matches that have at least one entry, the newest first."""

    def summary(self, number: int) -> MatchSummary:
        """Return a match without its entries; raises ``KeyError`` for an unknown number."""

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        """Return a match and its entries in order; raises ``KeyError`` for an unknown number."""

    def mend(self, numbers: Container[int]) -> int:
        """Replace damaged matches out of *numbers* by their copies, and return how many were replaced."""

    def change(self, changes: Sequence[Change]) -> None:
        """Keep *changes* of names and results, all or none; the matches read afterwards have them."""

    def changes(self) -> Sequence[Change]:
        """Return the changes that were kept, the oldest first."""

    def as_recorded(self) -> Archive:
        """Return this archive for reading, its matches without any changes, and with those that were deleted."""

    def close(self) -> None:
        """Close the archive, so that another program can write."""


def summary_after_check(archive: Archive, number: int) -> MatchSummary:
    """Return a match without its entries, each of which is checked; raises ``KeyError`` for an unknown number."""
    try:
        return archive.read(number)[0]
    except MatchDamaged:
        return damaged_summary(number)


class BufferedArchive(Archive, Protocol):
    """An archive whose writing methods, ``together`` excepted, never raise ``JournalFailed``.

    Writes that the disk refuses are queued in memory, in order, and tried again at every write and at ``retry_at``.
    A queued match has a number below 0, which stays valid after the match has received its number in the journal.
    """

    @property
    def retry_at(self) -> float | None:
        """The time on the event loop's clock at which to call ``retry``; None while everything is saved."""

    def retry(self) -> None:
        """Try again to write the queued writes."""

    def take_notice(self) -> Text | None:
        """Return a new message for the players about saving, once; None where there is none."""

    def number_of(self, match: int) -> int | None:
        """Return the journal's number of *match*, a number that ``begin`` returned; None until it is saved."""
