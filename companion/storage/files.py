"""The journal's files: private regular files with one writer, renamed when they are damaged."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain, count
from operator import eq
from pathlib import Path
from struct import Struct

from companion.config.atomic_file import give_to_owner
from companion.errors import N_, JournalFailed

# Suffixes of the files that SQLite keeps beside a database.
BESIDE = ("-wal", "-shm", "-journal")
# O_NOFOLLOW: a link may lead to another user's file. O_NONBLOCK: opening a FIFO would wait for a writer.
PLAIN = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
KINDS = {stat.S_IFLNK: "a symbolic link", stat.S_IFDIR: "a folder", stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket"}
READ_AT_ONCE = 1 << 20
# The headers of the log, with its two salts, and of a frame: pages of the database after a commit, else 0, and salts.
LOG, FRAME = Struct(">16x2I8x"), Struct(">4x3I8x")


def beside(path: Path) -> tuple[Path, ...]:
    """Return the files that SQLite may keep beside the database *path*."""
    return tuple(path.with_name(path.name + suffix) for suffix in BESIDE)


def require_plain(path: Path) -> None:
    """Raise ``JournalFailed`` where *path* exists and is not a regular file."""
    with suppress(FileNotFoundError):
        kind = stat.S_IFMT(path.lstat().st_mode)
        if kind != stat.S_IFREG:
            sentence = N_("The journal is not a plain file. Nothing is saved now.")
            raise JournalFailed(f"expected a regular file, got {KINDS.get(kind, 'a device')}, in {path}", sentence)


def open_or_make(file: Path) -> int:
    """Open *file*, made where it is missing; one that root makes belongs to the owner of the folder.

    Otherwise that owner could not open it. A file that exists keeps its owner: it may be a second name of another
    user's file.
    """
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | PLAIN, 0o600)
    except FileExistsError:
        return os.open(file, os.O_RDWR | PLAIN)
    give_to_owner(descriptor, file.parent)
    return descriptor


def make_private(path: Path) -> None:
    """Create the database file if it is missing, and make it private to its owner: it contains hidden codes.

    SQLite gives the files beside it the same mode. Files of other users keep their mode. Raises ``JournalFailed``
    where one of them is not a regular file.
    """
    for file in (path, *beside(path)):
        require_plain(file)
        with suppress(FileNotFoundError):
            descriptor = open_or_make(file) if file == path else os.open(file, os.O_RDWR | PLAIN)
            try:
                found = os.fstat(descriptor)
                if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
                    os.fchmod(descriptor, 0o600)
            finally:
                os.close(descriptor)


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Hold the lock that only one writing program can have; the system releases it when the program ends.

    The lock is on a separate file: closing the database file here would release SQLite's own locks on it. Raises
    ``JournalFailed`` where another program has the lock.
    """
    file = path.with_name(path.name + ".lock")
    require_plain(file)
    lock = open_or_make(file)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = N_("Codemaker is running already: nothing is saved now.")
            message = f"expected to be the only one to write, got another codemaker running, in {path}"
            raise JournalFailed(message, sentence) from None
        yield
    finally:
        os.close(lock)


def _mark(path: Path) -> Path:
    return path.with_name(path.name + ".check")


def mark_for_check(path: Path) -> None:
    """Mark the database *path* as damaged, so that the next start checks all of it before using it."""
    with suppress(OSError):
        os.close(os.open(_mark(path), os.O_CREAT | os.O_WRONLY | PLAIN, 0o600))


def is_marked(path: Path) -> bool:
    """Return whether damage was found in the database *path* since its last full check."""
    return _mark(path).exists()


def unmark(path: Path) -> None:
    """Remove the mark that damage was found."""
    with suppress(OSError):
        _mark(path).unlink()


def is_emptied(path: Path) -> bool:
    """Return whether the database is empty but its log is not; SQLite would take it as new and delete the log."""
    log = beside(path)[0]
    return path.stat().st_size == 0 and log.exists() and log.stat().st_size > 0


def commits_unread(path: Path, page: int, frames: int) -> int:
    """Return how many transactions the log has after its first *frames* frames, which are all that SQLite reads of it.

    *page* is the size of a page in bytes. A frame of the log as it was before its last restart has other salts. A
    single bit that changes leaves one of the two salts as it was. See "WAL Format" in SQLite's documentation.
    """
    found, size = 0, FRAME.size + page
    with suppress(FileNotFoundError), beside(path)[0].open("rb", buffering=0) as log:
        salts = LOG.unpack(log.read(LOG.size).ljust(LOG.size))
        for place in range(frames, (os.fstat(log.fileno()).st_size - LOG.size) // size):
            log.seek(LOG.size + place * size)
            pages_after, *own = FRAME.unpack(log.read(FRAME.size))
            found += pages_after > 0 and any(map(eq, own, salts))
    return found


def read_through(path: Path) -> None:
    """Read every byte of the database and its log; raises ``OSError`` where the card cannot read one."""
    for file in (path, beside(path)[0]):
        with suppress(FileNotFoundError), file.open("rb", buffering=0) as content:
            while content.read(READ_AT_ONCE):
                pass


def set_aside(path: Path, now: datetime) -> Path:
    """Rename the database and the files beside it to an unused name with the time *now*, and return that path."""
    stem = f"{path.stem}-damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    free = (path.with_name(name + path.suffix) for name in names)
    aside = next(each for each in free if not any(file.exists() for file in (each, *beside(each))))
    # The database is renamed last: after a crash in between, the next start finds it and sets it aside again, and
    # SQLite has deleted no file as stale.
    for old, new in zip((*beside(path), path), (*beside(aside), aside), strict=True):
        if old.exists():
            old.rename(new)
    return aside
