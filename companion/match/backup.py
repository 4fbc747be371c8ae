"""Backups: the matches, rolls, names and small files of a box in one file, to be loaded into another box.

``docs/backup.md`` describes the file. It may have any size: it is written and read line by line. ``save``, ``check``
and ``load`` are generators, so that a screen can show their progress: they yield what is done, from 0 to 1, and return
the result. Checking reads the whole file; loading reads it again and changes the archive in one transaction.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from companion.config.atomic_file import atomic_write
from companion.config.kept_files import MOST_CHARACTERS, MOST_FILES, KeptFile
from companion.config.text_file import open_regular
from companion.config.untrusted import brief, list_of, read_object, text_of, text_or_none
from companion.dice import model
from companion.errors import N_, BackupFailed, CompanionError, JournalFailed, MatchDamaged, TextUnreadable
from companion.match.archive import LogEntry, MatchHeader, StoredMatch, entry_of, header_of
from companion.match.changes import change_in_backup, changes_between

if TYPE_CHECKING:
    from companion.match.archive import Archive

T = TypeVar("T")

VERSION = 2
"""Version 1 had no files."""
MOST_LINE = 1 << 22
"""The most bytes of a line, and so about the most memory that reading one takes; a match of 100 rows has 15,000."""
FIRST_PART = 0.9
PATTERN, NAME = "codemaker-*.backup", "codemaker-{}.backup"
UNWRITABLE = N_("The backup cannot be written there. Try another stick.")
UNREADABLE = N_("The backup cannot be read. Nothing was changed.")
TOO_MANY = N_("The backup has too many files. Nothing was changed.")
NEWER = N_("Newer backup: update the box. Nothing was changed.")

Line = StoredMatch | model.DiceRoll | KeptFile | tuple[str, ...]
"""What a line of a backup holds; the tuple is that of the players' names."""


@dataclass(frozen=True, slots=True)
class Saved:
    """How much a new backup holds; *damaged* are the numbers of the matches, and the files, that it lacks."""

    path: Path
    matches: int
    throws: int
    damaged: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A backup that was found whole: how many matches and rolls it holds, and its *names* and *files*."""

    path: Path
    matches: int = 0
    throws: int = 0
    names: tuple[str, ...] = ()
    files: tuple[KeptFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a backup has brought: matches *added*, matches that went on there, those *known*, and rolls added."""

    added: int = 0
    longer: int = 0
    known: int = 0
    throws: int = 0


def finish(steps: Generator[float, None, T]) -> T:
    """Run *steps* to their end and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def part(steps: Generator[float, None, T], done_before: float, share: float) -> Generator[float, None, T]:
    """Run *steps* as this *share* of the progress."""
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        yield done_before + share * done


def backups_in(folder: Path) -> tuple[Path, ...]:
    """Return the backups in *folder*, the newest first; raises ``BackupFailed`` if the folder cannot be read."""
    try:
        found = {_number(path): path for path in folder.iterdir() if path.match(PATTERN) and _number(path)}
    except OSError as failure:
        raise BackupFailed(f"expected a folder to read, got {failure}, in {folder}", UNREADABLE) from failure
    return tuple(found[number] for number in sorted(found, reverse=True))


def free_path(folder: Path) -> Path:
    """Return the path for the next backup in *folder*: no backup ever replaces another one.

    The names are numbered and not dated, because a box without a network does not know the date.
    """
    newest = next(iter(backups_in(folder)), None)
    return folder / NAME.format(1 if newest is None else _number(newest) + 1)


def _number(path: Path) -> int:
    digits = path.stem.rpartition("-")[2]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0


# Writing


def save(
    source: Archive, names: Iterable[str], files: Iterable[KeptFile], path: Path, made: str
) -> Generator[float, None, Saved]:
    """Write a backup of *source*, *names* and *files* to *path*, atomically, and read it again to check it.

    *made* is the present time. Raises ``BackupFailed``, and leaves what was there, if it cannot be written or read
    again; the file is then removed.
    """
    if not path.parent.is_dir():
        raise BackupFailed(f"expected a folder, got none, at {path.parent}", UNWRITABLE)
    try:
        with atomic_write(path) as file:
            saved, digest = yield from _write_lines(source, names, files, path, made, file.write)
            file.write(json.dumps({"sha256": digest}) + "\n")
        # The rest of the progress is for reading it again.
        yield from part(_read_back(saved), FIRST_PART, 1 - FIRST_PART)
    except JournalFailed as failure:
        # It is an OSError too, but the stick is not to blame.
        raise BackupFailed(str(failure), N_("The matches cannot be read: check the card.")) from failure
    except OSError as failure:
        raise BackupFailed(f"expected to write a backup, got {failure}, in {path}", UNWRITABLE) from failure
    return saved


def _write_lines(
    source: Archive,
    names: Iterable[str],
    files: Iterable[KeptFile],
    path: Path,
    made: str,
    out: Callable[[str], object],
) -> Generator[float, None, tuple[Saved, str]]:
    """Pass all lines of a backup but the last to *out*; return what they hold, and their digest."""
    digest = hashlib.sha256()
    damaged: list[int | str] = []
    matches = throws = 0

    def write(**value: object) -> bool:
        line = json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"
        if len(line) > MOST_LINE:
            return False
        digest.update(line.encode())
        out(line)
        return True

    write(codemaker="backup", version=VERSION, made=made)
    room, places = MOST_CHARACTERS, MOST_FILES
    for file in files:
        if file.text is None or len(file.text) > room or not places:
            damaged.append(file.name)
        else:
            room, places = room - len(file.text), places - 1
            write(file=[file.kind, file.name, file.text])
    numbers, recorded = source.played_numbers(), source.as_recorded()
    for place in range(len(numbers)):
        yield FIRST_PART * place / len(numbers)
        number = numbers[-1 - place]
        try:
            summary, entries = recorded.read(number)
        except MatchDamaged:
            damaged.append(number)
            continue
        made_since = [change.columns() for change in changes_between(summary, source.summary(number), 0)]
        later = {"changes": made_since} if made_since else {}
        if write(match=_as_data(summary.header, summary.result, entries) | later):
            matches += 1
        else:
            damaged.append(number)
    for throw in source.sound_throws():
        yield FIRST_PART
        throws += write(throw=throw.columns())
    write(names=list(names))
    return Saved(path, matches, throws, tuple(damaged)), digest.hexdigest()


def _read_back(saved: Saved) -> Generator[float, None, None]:
    """Read the backup that has just been written, and remove it if it does not hold all that was written."""
    try:
        found = yield from check(saved.path, from_disk=True)
        if (found.matches, found.throws) != (saved.matches, saved.throws):
            raise BackupFailed(f"expected {saved.matches} matches in the backup, got {found.matches}")
    except BackupFailed:
        with suppress(OSError):
            saved.path.unlink()
        raise


def _as_data(header: MatchHeader, result: str | None, entries: Iterable[LogEntry]) -> dict[str, object]:
    return {
        "game": header.game,
        "options": header.options,
        "players": header.players,
        "begun": header.begun,
        "result": result,
        "lines": [entry.columns() for entry in entries],
    }


# Reading


def check(path: Path, *, from_disk: bool = False) -> Generator[float, None, Checked]:
    """Read all of the backup *path*; raises ``BackupFailed`` if it is damaged, cut off or newer.

    With *from_disk*, pages that the system has in memory are dropped first.
    """
    matches = throws = characters = 0
    names: tuple[str, ...] = ()
    files: list[KeptFile] = []
    for done, line in _lines(path, from_disk=from_disk):
        yield done
        match line:
            case StoredMatch():
                matches += 1
            case model.DiceRoll():
                throws += 1
            case KeptFile():
                files.append(line)
                characters += len(line.text or "")
            case _:
                names = line
        if len(files) > MOST_FILES:
            raise BackupFailed(f"expected at most {MOST_FILES} files in a backup, got more, in {path}", TOO_MANY)
        if characters > MOST_CHARACTERS:
            raise BackupFailed(f"expected at most {MOST_CHARACTERS} characters of files, got more, in {path}")
    return Checked(path, matches, throws, names, tuple(files))


def _lines(path: Path, *, from_disk: bool = False) -> Iterator[tuple[float, Line]]:
    """Yield the lines of the backup *path*, each with the share of the file that is read by then.

    Raises ``BackupFailed`` if it is not whole, which only the end of the file can show.
    """
    try:
        with open_regular(path) as file:
            if from_disk:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            yield from _read_lines(file, os.fstat(file.fileno()).st_size, path)
    except BackupFailed:
        raise
    except OSError as failure:
        raise BackupFailed(f"expected a backup to read, got {failure}, in {path}", UNREADABLE) from failure


def _read_lines(file: BinaryIO, size: int, path: Path) -> Iterator[tuple[float, Line]]:
    digest, done, number = hashlib.sha256(), 0, 0
    while line := file.readline(MOST_LINE + 1):
        done += len(line)
        number += 1
        found: Line | None = None
        try:
            value = read_object(line)
            if number == 1:
                _check_version(value, path)
            elif "sha256" in value:
                if value["sha256"] != digest.hexdigest() or file.read(1):
                    raise TextUnreadable("expected the checksum of what is above it as the last line, got another")
                return
            else:
                found = _content(value)
        except BackupFailed:
            raise
        # "from None": these errors quote the line, which may contain a hidden code.
        except (CompanionError, KeyError, TypeError, ValueError):
            raise BackupFailed(f"expected a whole backup, got a damaged line {number}, in {path}") from None
        digest.update(line)
        if found is not None:
            yield done / size, found
    raise BackupFailed(f"expected a whole backup, got one that is cut off, in {path}")


def _check_version(value: dict[str, object], path: Path) -> None:
    if value["codemaker"] != "backup":
        raise TypeError("expected the heading of a backup")
    version = value["version"]
    if type(version) is not int or version < 1:
        raise TypeError("expected a version")
    if version > VERSION:
        raise BackupFailed(f"expected a backup of version {VERSION}, got {brief(version)}, in {path}", NEWER)


def _content(value: dict[str, object]) -> Line:
    match value:
        case {"match": dict(match)}:
            return _match(match)
        case {"throw": list(columns)}:
            return model.roll_of(columns)
        case {"names": names}:
            return list_of(names, text_of)
        case {"file": [kind, name, text]}:
            return KeptFile(text_of(kind), text_of(name), text_of(text))
    raise TypeError("expected a match, a roll, names or a file")


def _match(value: dict[str, object]) -> StoredMatch:
    header = header_of(value["game"], value["options"], value["players"], value["begun"])
    changes = list_of(value.get("changes", []), lambda columns: change_in_backup(columns, len(header.players)))
    return StoredMatch(header, text_or_none(value["result"]), list_of(value["lines"], entry_of), changes)


# Loading


def load(target: Archive, checked: Checked) -> Generator[float, None, Loaded]:
    """Add to *target* what it lacks of the matches and rolls of the backup *checked*, all of it or nothing.

    A match is known if its heading and its first lines are the same; the longer one of two is kept. A newest match
    that can go on stays the newest, under a new number. A generator that is closed before its end changes nothing.
    Raises ``BackupFailed`` for a file that is no whole backup any more, and ``JournalFailed`` if the archive cannot
    take it.
    """
    known = _Known(target)
    yield from part(known.read(), 0, 1 - FIRST_PART)
    added = longer = same = throws = 0
    with target.together() as journal:
        for done, line in _lines(checked.path):
            yield 1 - FIRST_PART + FIRST_PART * done
            if isinstance(line, StoredMatch):
                found = known.take(line)
                if found is None:
                    known.add(journal, line)
                    added += 1
                elif found.is_whole:
                    same += 1
                else:
                    known.go_on(journal, found.number, line.entries[found.length :], line.result)
                    longer += 1
            elif isinstance(line, model.DiceRoll) and not known.take_throw(line):
                journal.enter([line])
                throws += 1
        known.put_back(journal)
    return Loaded(added, longer, same, throws)


@dataclass(frozen=True, slots=True)
class _Same:
    """A match of the archive that is one of the backup: its number, its length, and whether it lacks nothing."""

    number: int
    length: int
    is_whole: bool


class _Known:
    """What *target* holds: only hashes of headings and rolls are kept, and the newest match if it can go on.

    Each match and each roll of the archive is the same as one of the backup at most.
    """

    def __init__(self, target: Archive) -> None:
        self._now, self._target = target, target.as_recorded()
        self._numbers: dict[int, list[int]] = defaultdict(list)
        self._throws: Counter[int] = Counter()
        self._open_number = 0
        self._open: StoredMatch | None = None
        self._has_added = False

    def read(self) -> Generator[float, None, None]:
        """Read the headings and rolls of the archive."""
        newest = self._target.newest()
        if newest is not None and newest.is_sound and newest.result is None and newest.entries:
            with suppress(MatchDamaged):
                changes = tuple(changes_between(newest, self._now.summary(newest.number), 0))
                self._open = StoredMatch(newest.header, None, self._target.read(newest.number)[1], changes)
                self._open_number = newest.number
        for summary in self._target.matches():
            yield 0
            if summary.is_sound:
                self._numbers[hash(summary.header)].append(summary.number)
        for throw in self._target.sound_throws():
            yield 0
            self._throws[hash(throw)] += 1

    def take_throw(self, throw: model.DiceRoll) -> bool:
        """Whether *throw* is one of those here that were not taken before: the same may come twice in a second."""
        is_here = self._throws[hash(throw)] > 0
        self._throws[hash(throw)] -= is_here
        return is_here

    def take(self, match: StoredMatch) -> _Same | None:
        """Return which match of the archive *match* is, of those that were not taken before; None if it is new."""
        numbers = self._numbers.get(hash(match.header), [])
        # Where the clock stands still, several have one heading: an empty one is the beginning of every match.
        same = filter(None, (self._same(number, match) for number in numbers))
        found = max(same, key=attrgetter("length"), default=None)
        if found is not None:
            numbers.remove(found.number)
        return found

    def _same(self, number: int, match: StoredMatch) -> _Same | None:
        """Return how far match *number* is *match*; None if it is another one, or damaged."""
        try:
            here = self._match(number)
        except MatchDamaged:
            return None
        both = min(len(here.entries), len(match.entries))
        if here.header != match.header or here.entries[:both] != match.entries[:both]:
            return None
        is_given_up = here.result is None and match.result is not None and len(here.entries) == both
        return _Same(number, both, len(match.entries) == both and not is_given_up)

    def _match(self, number: int) -> StoredMatch:
        if self._open is not None and number == self._open_number:
            return self._open
        summary, entries = self._target.read(number)
        return StoredMatch(summary.header, summary.result, entries)

    def add(self, journal: Archive, match: StoredMatch) -> None:
        """Add *match* behind those that are there. Before the first one, the open match is taken out."""
        if not self._has_added and self._open is not None:
            journal.take_out_newest()
        self._has_added = True
        _store(journal, match)

    def go_on(self, journal: Archive, number: int, entries: tuple[LogEntry, ...], result: str | None) -> None:
        """Add *entries* to a match that was there before, and set its result."""
        is_open = self._open is not None and number == self._open_number
        if not (is_open and self._has_added):
            journal.append(number, entries, result)
        if self._open is not None and is_open:
            self._open = StoredMatch(self._open.header, result, (*self._open.entries, *entries), self._open.changes)
            if result is not None and not self._has_added:
                self._open = None

    def put_back(self, journal: Archive) -> None:
        """Store the open match again if it was taken out."""
        if self._has_added and self._open is not None:
            _store(journal, self._open)


def _store(journal: Archive, match: StoredMatch) -> None:
    number = journal.begin(match.header)
    journal.append(number, match.entries, match.result)
    if match.changes:
        journal.change([replace(change, match=number) for change in match.changes])
