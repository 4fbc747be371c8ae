"""The writes to the journal that wait in memory while the disk refuses them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice.model import DiceRoll
from companion.match.archive import Archive, LogEntry, MatchHeader


@dataclass(frozen=True, slots=True)
class Begun:
    """A queued new match."""

    match: int
    header: MatchHeader

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Store the match in *archive*, and add its number there to *numbers*."""
        numbers[self.match] = archive.begin(self.header)


@dataclass(frozen=True, slots=True)
class Lines:
    """Queued entries of a match, and the result after the last of them."""

    match: int
    entries: tuple[LogEntry, ...]
    result: str | None

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Add the entries to *archive*."""
        archive.append(numbers.get(self.match, self.match), self.entries, self.result)


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A queued mark that a match was given up."""

    match: int

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Set the mark in *archive*."""
        archive.give_up(numbers.get(self.match, self.match))


@dataclass(frozen=True, slots=True)
class Thrown:
    """Queued dice rolls."""

    throws: tuple[DiceRoll, ...]

    def write(self, archive: Archive, numbers: dict[int, int]) -> None:
        """Add the rolls to *archive*."""
        archive.enter(self.throws)


Write = Begun | Lines | GivenUp | Thrown
