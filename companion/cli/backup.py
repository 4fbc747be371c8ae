"""The commands ``codemaker backup`` and ``codemaker restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from companion.app.compose import utc_now
from companion.config.paths import Paths
from companion.config.settings import SettingsFile, with_names
from companion.errors import SettingsRefused
from companion.match import backup
from companion.match.archive import Archive


def save(where: Paths, source: Archive, target: Path, out: TextIO, err: TextIO) -> int:
    """Write a backup to the file *target*, or to a new file in the folder *target*; return 1 if matches are damaged.

    A file that exists is replaced only if it is a backup. Raises ``BackupFailed``.
    """
    path = target
    if target.is_dir():
        path = backup.free_path(target)
    elif target.exists():
        # Not another file by mistake, such as the journal.
        backup.finish(backup.read(target))
    names = SettingsFile(where.settings).settings.names
    saved = backup.finish(backup.save(source, names, path, utc_now()))
    print(f"{saved.matches} matches and {saved.throws} throws are in {path}", file=out)
    if saved.damaged:
        print(f"codemaker: not in it, because damaged: {', '.join(map(str, saved.damaged))}", file=err)
    return int(bool(saved.damaged))


def load(where: Paths, target: Archive, file: Path, out: TextIO, err: TextIO) -> int:
    """Add to *target* what it lacks of the backup *file*, and the names of its players to the settings.

    Raises ``BackupFailed`` or ``JournalFailed``; then nothing has been changed.
    """
    loaded = backup.finish(backup.load(target, file))
    told = f"{loaded.added} matches added, {loaded.longer} went on there, {loaded.known} were here already"
    print(f"{told}; {loaded.throws} throws added", file=out)
    settings = SettingsFile(where.settings)
    known = with_names(settings.settings, loaded.names)
    if known != settings.settings:
        try:
            settings.save(known)
        except SettingsRefused as refused:
            print(f"codemaker: the players' names were not added: {refused}", file=err)
    return 0
