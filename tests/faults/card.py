"""A card that loses its power: what a folder may hold afterwards, from what was done to it before.

Only what was synced is certain. Of the rest any part may have reached the card, in any order: every sector of every
write on its own, cuts of files, and - in their order, as journalling file systems do it - names given and taken.
A name is certain once the folder was synced, however often its file was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

# What a card writes whole or not at all.
SECTOR = 512


@dataclass(frozen=True, slots=True)
class Written:
    """Bytes were written to a file; files are told apart by numbers, for names change."""

    file: int
    at: int
    data: bytes

    def put(self, content: bytearray) -> None:
        """Write them into *content*; before them there may be a hole."""
        content.extend(bytes(max(0, self.at - len(content))))
        content[self.at : self.at + len(self.data)] = self.data


@dataclass(frozen=True, slots=True)
class Cut:
    """A file was made *size* bytes long."""

    file: int
    size: int

    def put(self, content: bytearray) -> None:
        """Cut *content* or fill it up."""
        content.extend(bytes(max(0, self.size - len(content))))
        del content[self.size :]


@dataclass(frozen=True, slots=True)
class Synced:
    """The program waited until a file was on the card."""

    file: int


@dataclass(frozen=True, slots=True)
class Named:
    """A file got its first name."""

    name: str
    file: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file got another name, and took it from whichever had it."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A name was removed."""

    name: str


@dataclass(frozen=True, slots=True)
class FolderSynced:
    """The program waited until all names were on the card."""


@dataclass(frozen=True, slots=True)
class Told:
    """The program told the world something: from here on it must be true."""

    words: str


Change = Written | Cut
Naming = Named | Renamed | Unnamed
Act = Change | Synced | Naming | FolderSynced | Told
Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Card:
    """What was done until the power went: what is *certain*, and what of it is unknown, file by file."""

    certain: Mapping[int, Sequence[Change]]
    pending: Mapping[int, Sequence[Change]]
    certain_names: Sequence[Naming]
    pending_names: Sequence[Naming]

    def with_nothing(self) -> Files:
        """Return the files when nothing that is uncertain arrived."""
        return _files(self.certain_names, self.certain)

    def with_all(self) -> Files:
        """Return the files when everything arrived, as when only the program died."""
        return self._with({file: list(changes) for file, changes in self.pending.items()}, len(self.pending_names))

    def with_some(self, random: Random) -> Files:
        """Return the files when each uncertain sector and cut arrived or not.

        Of two writes to one sector either may be the one that stays, so this has every order in it.
        """
        arrived = {file: [*_some(changes, random)] for file, changes in self.pending.items()}
        return self._with(arrived, random.randint(0, len(self.pending_names)))

    def _with(self, arrived: Mapping[int, Sequence[Change]], names: int) -> Files:
        changes = {file: [*self.certain.get(file, ()), *some] for file, some in arrived.items()}
        return _files([*self.certain_names, *self.pending_names[:names]], {**self.certain, **changes})


def after(acts: Sequence[Act]) -> Card:
    """Return the card whose power goes after *acts*."""
    certain: dict[int, list[Change]] = {}
    pending: dict[int, list[Change]] = {}
    names: list[Naming] = []
    certain_names = 0
    for act in acts:
        match act:
            case Written() | Cut():
                pending.setdefault(act.file, []).append(act)
            case Synced():
                certain.setdefault(act.file, []).extend(pending.pop(act.file, []))
            case FolderSynced():
                certain_names = len(names)
            case Named() | Renamed() | Unnamed():
                names.append(act)
            case Told():
                pass
    return Card(certain, pending, names[:certain_names], names[certain_names:])


def _some(changes: Sequence[Change], random: Random) -> Iterator[Change]:
    for change in changes:
        parts: Sequence[Change] = [*_sectors(change)] if isinstance(change, Written) else [change]
        yield from (part for part in parts if random.random() < 0.5)


def _sectors(write: Written) -> Iterator[Written]:
    """Part *write* where the card's sectors part it."""
    at, end = write.at, write.at + len(write.data)
    while at < end:
        after_it = min(end, (at // SECTOR + 1) * SECTOR)
        yield Written(write.file, at, write.data[at - write.at : after_it - write.at])
        at = after_it


def _files(names: Sequence[Naming], changes: Mapping[int, Sequence[Change]]) -> Files:
    return {name: _content(changes.get(number, ())) for name, number in _numbers(names).items()}


def _content(changes: Sequence[Change]) -> bytes:
    content = bytearray()
    for change in changes:
        change.put(content)
    return bytes(content)


def _numbers(names: Sequence[Naming]) -> Mapping[str, int]:
    numbers: dict[str, int] = {}
    for naming in names:
        match naming:
            case Named(name, file):
                numbers[name] = file
            case Renamed(old, new):
                numbers[new] = numbers.pop(old)
            case Unnamed(name):
                del numbers[name]
    return numbers
