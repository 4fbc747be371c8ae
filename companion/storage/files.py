"""The journal's files: private, plain, with one writer, set aside when they are damaged."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from companion.errors import N_, JournalFailed

# What SQLite keeps beside a database.
BESIDE = ("-wal", "-shm", "-journal")
# A link may lead to a file of somebody else's, and to open a FIFO would wait for a writer.
PLAIN = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
KINDS = {stat.S_IFLNK: "a symbolic link", stat.S_IFDIR: "a folder", stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket"}
READ_AT_ONCE = 1 << 20


def beside(path: Path) -> tuple[Path, ...]:
    """Return the files that SQLite may keep beside the database *path*."""
    return tuple(path.with_name(path.name + suffix) for suffix in BESIDE)


def require_plain(path: Path) -> None:
    """Raise ``JournalFailed`` where *path* is there and no regular file."""
    with suppress(FileNotFoundError):
        kind = stat.S_IFMT(path.lstat().st_mode)
        if kind != stat.S_IFREG:
            sentence = N_("The journal is not a plain file. Nothing is saved now.")
            raise JournalFailed(f"expected a regular file, got {KINDS.get(kind, 'a device')}, in {path}", sentence)


def make_private(path: Path) -> None:
    """Make the database's file where there is none; only its owner may read it, for it holds hidden codes.

    SQLite gives the files beside it the same mode. What is not ours keeps the mode that it has.
    """
    for file in (path, *beside(path)):
        require_plain(file)
        with suppress(FileNotFoundError):
            descriptor = os.open(file, os.O_RDWR | PLAIN | (os.O_CREAT if file == path else 0), 0o600)
            try:
                found = os.fstat(descriptor)
                if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
                    os.fchmod(descriptor, 0o600)
            finally:
                os.close(descriptor)


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Keep every other program from writing; the system lets go of the lock when ours dies, however it dies.

    The lock is on a file of its own: SQLite would lose its own locks when we closed its file.
    """
    file = path.with_name(path.name + ".lock")
    require_plain(file)
    lock = os.open(file, os.O_CREAT | os.O_RDWR | PLAIN, 0o600)
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
    """Let the next start check the whole database *path* before it uses it."""
    with suppress(OSError):
        os.close(os.open(_mark(path), os.O_CREAT | os.O_WRONLY | PLAIN, 0o600))


def is_marked(path: Path) -> bool:
    """Whether damage was found in the database *path* since it was last checked."""
    return _mark(path).exists()


def unmark(path: Path) -> None:
    """Forget that damage was found."""
    with suppress(OSError):
        _mark(path).unlink()


def is_emptied(path: Path) -> bool:
    """Whether only the log is left of a database; SQLite would take it for a new one and delete the log."""
    log = beside(path)[0]
    return path.stat().st_size == 0 and log.exists() and log.stat().st_size > 0


def read_through(path: Path) -> None:
    """Read every byte of the database and its log; raises ``OSError`` where the card does not give one."""
    for file in (path, beside(path)[0]):
        with suppress(FileNotFoundError), file.open("rb", buffering=0) as content:
            while content.read(READ_AT_ONCE):
                pass


def set_aside(path: Path, now: datetime) -> Path:
    """Give the database a name that nothing has yet, and return it."""
    stem = f"{path.stem}-damaged-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    free = (path.with_name(name + path.suffix) for name in names)
    aside = next(each for each in free if not any(file.exists() for file in (each, *beside(each))))
    # The database goes last: cut short, it is found and set aside again, and nothing was deleted as stale.
    for old, new in zip((*beside(path), path), (*beside(aside), aside), strict=True):
        if old.exists():
            old.rename(new)
    return aside
