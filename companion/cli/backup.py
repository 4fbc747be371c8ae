"""The commands ``codemaker backup`` and ``codemaker restore``."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from companion.app.compose import utc_now
from companion.config.paths import Paths
from companion.config.settings import SettingsFile, with_names
from companion.errors import BackupFailed, SettingsRefused
from companion.match import backup
from companion.match.archive import Archive


def save(where: Paths, source: Archive, target: Path, out: TextIO, err: TextIO) -> int:
    """Write a backup to the new file *target*, or to one in the folder *target*; return 1 if matches are damaged.

    Raises ``BackupFailed``, also for a file that exists.
    """
    path = backup.free_path(target) if target.is_dir() else target
    if path.exists():
        raise BackupFailed(f"expected a folder, or the name of a new file, got one that exists: {path}")
    names = SettingsFile(where.settings).settings.names
    saved = backup.finish(backup.save(source, names, path, utc_now()))
    print(f"matches: {saved.matches}, throws: {saved.throws}, in {path}", file=out)
    if saved.damaged:
        print(f"codemaker: not in it, because damaged: {', '.join(map(str, saved.damaged))}", file=err)
    return int(bool(saved.damaged))


def load(where: Paths, target: Archive, file: Path, out: TextIO, err: TextIO) -> int:
    """Add to *target* what it lacks of the backup *file*, and the names of its players to the settings.

    Raises ``BackupFailed`` or ``JournalFailed``; then nothing has been changed.
    """
    loaded = backup.finish(backup.load(target, file))
    told = f"matches added: {loaded.added}, continued: {loaded.longer}, here already: {loaded.known}"
    print(f"{told}; throws added: {loaded.throws}", file=out)
    settings = SettingsFile(where.settings)
    known = with_names(settings.settings, loaded.names)
    if known != settings.settings:
        # Saving confirms a file that was edited or damaged, so that the box no longer tells of it.
        for changed in settings.told:
            print(f"codemaker: {changed}", file=err)
        try:
            settings.save(known)
        except SettingsRefused as refused:
            print(f"codemaker: the players' names were not added: {refused}", file=err)
    return 0
