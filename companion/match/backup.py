"""Backups: all matches, rolls and names of a box in one file, to be loaded into another box.

``docs/backup.md`` describes the file. Writing and loading are generators, so that a screen can show their progress:
they yield what is done, from 0 to 1, and return the result. Loading reads and checks the whole file first, and then
changes the archive in one step.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from companion.config.atomic_file import atomic_write
from companion.config.text_file import open_regular
from companion.config.untrusted import brief, read_json
from companion.dice import model
from companion.errors import N_, BackupFailed, CompanionError, JournalFailed, MatchDamaged, TextUnreadable
from companion.games.secret import Secret
from companion.match import archive
from companion.match.archive import EntryKind, LogEntry, MatchHeader, Merge, StoredMatch

if TYPE_CHECKING:
    from companion.match.archive import Archive

T = TypeVar("T")

VERSION = 1
MOST_BYTES = 1 << 26
"""The largest backup that is read; 20,000 matches need half of it."""
FIRST_PART = 0.9
PATTERN, NAME = "codemaker-*.backup", "codemaker-{}.backup"
UNWRITABLE = N_("The backup cannot be written there. Try another stick.")
UNREADABLE = N_("The backup cannot be read. Nothing was changed.")
NEWER = N_("Newer backup: update the box. Nothing was changed.")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a backup holds: how many matches and rolls; *damaged* are the numbers of the matches that it lacks."""

    path: Path
    matches: int
    throws: int
    damaged: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a backup has brought: matches added and matches that went on there, and the *names* that it holds."""

    added: int = 0
    longer: int = 0
    known: int = 0
    throws: int = 0
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Backup:
    """The contents of a backup."""

    matches: list[StoredMatch] = field(default_factory=list)
    throws: list[model.DiceRoll] = field(default_factory=list)
    names: tuple[str, ...] = ()


def finish(steps: Generator[float, None, T]) -> T:
    """Run *steps* to their end and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def _part(steps: Generator[float, None, T], done_before: float, share: float) -> Generator[float, None, T]:
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


def save(source: Archive, names: Iterable[str], path: Path, made: str) -> Generator[float, None, Saved]:
    """Write a backup of *source* to *path*, atomically, and read it again to check it.

    *made* is the present time. Raises ``BackupFailed``, and leaves what was there, if it cannot be written or read
    again; the file is then removed.
    """
    if not path.parent.is_dir():
        raise BackupFailed(f"expected a folder, got none, at {path.parent}", UNWRITABLE)
    numbers = tuple(reversed(source.played()))
    damaged = []
    digest = hashlib.sha256()
    try:
        with atomic_write(path) as file:

            def write(**value: object) -> None:
                line = json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"
                digest.update(line.encode())
                file.write(line)

            write(codemaker="backup", version=VERSION, made=made)
            for place, number in enumerate(numbers):
                yield FIRST_PART * place / len(numbers)
                try:
                    summary, entries = source.read(number)
                except MatchDamaged:
                    damaged.append(number)
                else:
                    write(match=_written(summary.header, summary.result, entries))
            throws = _throws_of(source)
            for throw in throws:
                write(throw=[str(throw.cast), throw.names, throw.values, throw.norths, throw.at])
            write(names=list(names))
            file.write(json.dumps({"sha256": digest.hexdigest()}) + "\n")
        # The rest of the progress is for reading it again.
        count = len(numbers) - len(damaged)
        yield from _part(_read_back(path, count, len(throws)), FIRST_PART, 1 - FIRST_PART)
    except JournalFailed as failure:
        # It is an OSError too, but the stick is not to blame.
        raise BackupFailed(str(failure), N_("The matches cannot be read: check the card.")) from failure
    except OSError as failure:
        raise BackupFailed(f"expected to write a backup, got {failure}, in {path}", UNWRITABLE) from failure
    return Saved(path, count, len(throws), tuple(damaged))


def _read_back(path: Path, matches: int, throws: int) -> Generator[float, None, None]:
    """Read the backup *path*, which has just been written, and remove it if it does not hold all that was written."""
    try:
        found = yield from read(path, from_disk=True)
        if (len(found.matches), len(found.throws)) != (matches, throws):
            raise BackupFailed(f"expected {matches} matches in the backup, got {len(found.matches)}", UNWRITABLE)
    except BackupFailed:
        with suppress(OSError):
            path.unlink()
        raise


def _written(header: MatchHeader, result: str | None, entries: Iterable[LogEntry]) -> dict[str, object]:
    return {
        "game": header.game,
        "options": header.options,
        "players": header.players,
        "begun": header.begun,
        "result": result,
        "lines": [
            [entry.deed.value, entry.text, _revealed(entry.hidden), _revealed(entry.nonce), entry.at, entry.seal]
            for entry in entries
        ],
    }


def _revealed(secret: Secret[str] | None) -> str | None:
    return None if secret is None else secret.reveal()


def _throws_of(source: Archive) -> tuple[model.DiceRoll, ...]:
    """Return the undamaged rolls of *source*, the oldest first."""
    try:
        throws = source.throws()
    except archive.ThrowsDamaged as damage:
        throws = damage.sound
    return tuple(reversed(throws))


# Reading


def read(path: Path, *, from_disk: bool = False) -> Generator[float, None, Backup]:
    """Read the backup *path* and check all of it; raises ``BackupFailed`` if it is damaged, cut off or newer.

    With *from_disk*, pages that the system has in memory are dropped first.
    """
    try:
        with open_regular(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > MOST_BYTES:
                raise BackupFailed(f"expected at most {MOST_BYTES} bytes, got {size}, in {path}")
            if from_disk:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            return (yield from _read_lines(file, size, path))
    except (BackupFailed, GeneratorExit):
        raise
    except OSError as failure:
        raise BackupFailed(f"expected a backup to read, got {failure}, in {path}", UNREADABLE) from failure


def _read_lines(file: BinaryIO, size: int, path: Path) -> Generator[float, None, Backup]:
    backup, digest, done = Backup(), hashlib.sha256(), 0
    for number, line in enumerate(file, 1):
        done += len(line)
        yield done / size
        try:
            value = _object(line)
            if number == 1:
                _check_version(value, path)
            elif "sha256" in value:
                if value["sha256"] != digest.hexdigest() or done != size:
                    raise TextUnreadable("expected the checksum of what is above it as the last line, got another")
                return backup
            else:
                _add(backup, value)
        except BackupFailed:
            raise
        # "from None": these errors quote the line, which may contain a hidden code.
        except (CompanionError, KeyError, TypeError, ValueError):
            raise BackupFailed(f"expected a whole backup, got a damaged line {number}, in {path}") from None
        digest.update(line)
    raise BackupFailed(f"expected a whole backup, got one that is cut off, in {path}")


def _object(line: bytes) -> dict[str, object]:
    value = read_json(line.decode("ascii"))
    if not isinstance(value, dict):
        raise TypeError("expected an object")
    return value


def _check_version(value: dict[str, object], path: Path) -> None:
    if value["codemaker"] != "backup":
        raise TypeError("expected the heading of a backup")
    version = value["version"]
    if type(version) is not int or version < 1:
        raise TypeError("expected a version")
    if version > VERSION:
        raise BackupFailed(f"expected a backup of version {VERSION}, got {brief(version)}, in {path}", NEWER)


def _add(backup: Backup, value: dict[str, object]) -> None:
    match value:
        case {"match": dict(match)}:
            backup.matches.append(_match(match))
        case {"throw": [str(dice), list(names), list(showed), list(norths), str(at)]}:
            cast = model.read_cast(dice, [_text(name) for name in names])
            backup.throws.append(model.DiceRoll(cast, _numbers(showed), _numbers(norths), _text(at)))
        case {"names": list(names)}:
            backup.names = _texts(names)
        case _:
            raise TypeError("expected a match, a roll or names")


def _match(value: dict[str, object]) -> StoredMatch:
    options, lines, result = value["options"], value["lines"], value["result"]
    if not isinstance(options, list) or not isinstance(lines, list):
        raise TypeError("expected lists")
    pairs = tuple((_text(key), _text(chosen)) for key, chosen in options)
    header = MatchHeader(_text(value["game"]), pairs, _texts(value["players"]), _text(value["begun"]))
    return StoredMatch(header, None if result is None else _text(result), tuple(map(_entry, lines)))


def _entry(line: list[object]) -> LogEntry:
    deed, text, hidden, nonce, at, seal = line
    return LogEntry(EntryKind(deed), _text(text), _secret(hidden), _secret(nonce), _text(at), _optional(seal))


def _secret(value: object) -> Secret[str] | None:
    return None if value is None else Secret(_text(value))


def _optional(value: object) -> str | None:
    return None if value is None else _text(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("expected a text")
    # A surrogate raises ``UnicodeEncodeError``: the journal could not store it.
    value.encode()
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError("expected a list of texts")
    return tuple(map(_text, value))


def _numbers(values: list[object]) -> tuple[int, ...]:
    if not all(type(value) is int for value in values):
        raise TypeError("expected whole numbers")
    return tuple(value for value in values if isinstance(value, int))


# Loading


def load(target: Archive, path: Path) -> Generator[float, None, Loaded]:
    """Add to *target* what it lacks of the backup *path*, all of it or nothing.

    A match is known if its heading and its first lines are the same; the longer one of two is kept. Raises
    ``BackupFailed`` for a file that is no whole backup, and ``JournalFailed`` if the archive cannot take it.
    """
    # The last tenth of the progress is for writing to the archive.
    backup = yield from _part(read(path), 0, FIRST_PART)
    merge, known = _missing(target, backup)
    target.merge(merge)
    return Loaded(len(merge.added), len(merge.longer), known, len(merge.throws), backup.names)


def _missing(target: Archive, backup: Backup) -> tuple[Merge, int]:
    """Return what *target* lacks of *backup*, and the number of the matches that it lacks nothing of."""
    numbers: dict[MatchHeader, list[int]] = defaultdict(list)
    for summary in target.matches():
        if summary.is_sound:
            numbers[summary.header].append(summary.number)
    added, longer, known = [], {}, 0
    for match in backup.matches:
        found = _same(target, numbers[match.header], match)
        if found is None:
            added.append(match)
            continue
        number, more = found
        # Each match of the archive is the same as one of the backup at most.
        numbers[match.header].remove(number)
        if more is None:
            known += 1
        else:
            longer[number] = more
    return Merge(tuple(added), longer, tuple(_new_throws(_throws_of(target), backup.throws))), known


def _same(target: Archive, numbers: Iterable[int], match: StoredMatch) -> tuple[int, StoredMatch | None] | None:
    """Return which of the matches *numbers* is *match*, and what it lacks of it; None if it is none of them."""
    for number in numbers:
        try:
            summary, entries = target.read(number)
        except MatchDamaged:
            continue
        both = min(len(entries), len(match.entries))
        if entries[:both] != match.entries[:both]:
            continue
        is_given_up = summary.result is None and match.result is not None and len(entries) == both
        if len(match.entries) > both or is_given_up:
            return number, StoredMatch(match.header, match.result, match.entries[both:])
        return number, None
    return None


def _new_throws(here: Iterable[model.DiceRoll], there: Iterable[model.DiceRoll]) -> Iterator[model.DiceRoll]:
    # The same roll may come twice in a second.
    left = Counter(here)
    for throw in there:
        if left[throw]:
            left[throw] -= 1
        else:
            yield throw
