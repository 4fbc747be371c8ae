"""The commands ``codemaker backup`` and ``codemaker restore``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from companion.app.compose import utc_now
from companion.config.kept_files import OF_THE_DISPLAY, SETTINGS, KeptFile, KeptFiles, taken_settings
from companion.config.paths import Paths
from companion.config.settings import OWN, Settings, SettingsFile, line, opening, strangers, with_names, without
from companion.config.settings import save as write_settings
from companion.errors import BackupFailed, SettingsRefused
from companion.features.seam import declared, kept_kinds
from companion.match import backup
from companion.match.archive import Archive
from companion.storage.journal import in_memory
from companion.storage.salvage import rows_in

Ask = Callable[[str], bool]


def save(where: Paths, source: Archive, target: Path, out: TextIO, err: TextIO) -> int:
    """Write a backup to the new file *target*, or to one in the folder *target*; return 1 if something is left out.

    Raises ``BackupFailed``, also for a file that exists.
    """
    path = backup.free_path(target) if target.is_dir() else target
    if path.exists():
        raise BackupFailed(f"expected a folder, or the name of a new file, got one that exists: {path}")
    names = SettingsFile(where.settings).settings.names
    kept = KeptFiles(where, kept_kinds(), declared())
    saved = backup.finish(backup.save(source, names, kept.read(), path, utc_now()))
    print(f"matches: {saved.matches}, throws: {saved.throws}, in {path}", file=out)
    if saved.damaged:
        print(f"codemaker: not in it, because damaged: {', '.join(map(str, saved.damaged))}", file=err)
    return int(bool(saved.damaged))


def load(where: Paths, target: Archive, file: Path | None, replaces: bool, ask: Ask, out: TextIO, err: TextIO) -> int:
    """Add to *target* what it lacks of the backup *file*, and its files and the names of its players to the box.

    *file* may also be a journal, damaged or not, or a copy: of that everything whole is added. With None, nothing is
    added, and the players accept that matches are missing. *ask* answers whether files that differ are replaced,
    unless *replaces* says so, and for each setting that opens or redirects something whether it is taken. Raises
    ``BackupFailed`` or ``JournalFailed``; then nothing has been changed.
    """
    if file is None:
        with target.together():
            pass
        print(f"matches: {len(target.played_numbers())}; what is missing is no longer told", file=out)
        return 0
    try:
        checked = backup.finish(backup.check(file))
    except BackupFailed:
        with TemporaryDirectory(dir=where.state) as folder, closing(in_memory()) as whole:
            with suppress(OSError):
                whole.take_in(rows_in(file))
                whole.take_copies(file)
            found = backup.finish(backup.save(whole, (), (), Path(folder, "whole.backup"), utc_now()))
            if not found.matches + found.throws:
                raise
            return load(where, target, found.path, replaces, ask, out, err)
    kept = KeptFiles(where, kept_kinds(), declared())
    settings = SettingsFile(where.settings, more=declared())
    here = settings.settings
    if unknown := strangers(here, checked.names):
        print(f"codemaker: players not known here: {', '.join(unknown)}", file=err)
    new, other = kept.new_and_other(checked.files)
    if other and not replaces and not ask(f"replace what differs here: {_files_text(other)}?"):
        print(f"codemaker: kept as here, not replaced: {_files_text(other)}", file=err)
        other = []
    files = [*new, *other]
    taken = _choose_settings(here, kept.settings_in(files), ask, err)
    loaded = backup.finish(backup.load(target, checked))
    told = f"matches added: {loaded.added}, continued: {loaded.longer}, here already: {loaded.known}"
    print(f"{told}; throws added: {loaded.throws}", file=out)
    kept.write(files)
    written = [SETTINGS] * (taken not in (None, here)) + [each.name for each in files if each.kind != SETTINGS]
    if written:
        print(f"files: {', '.join(written)}", file=out)
    _keep(where.settings, settings, taken, checked.names, err)
    return 0


def _files_text(files: Sequence[KeptFile]) -> str:
    return ", ".join(file.kind if file.kind == SETTINGS else f"{file.kind} {file.name}" for file in files)


def _choose_settings(here: Settings, there: Settings | None, ask: Ask, err: TextIO) -> Settings | None:
    """Return the settings *there* without those that open or redirect something and that *ask* does not allow."""
    if there is None:
        return None
    # A display that was chosen here stays.
    shown = [key for key in OF_THE_DISPLAY if getattr(here, key) != OWN[key].default]
    taken = taken_settings(here, there, shown, declared())
    refused = [
        each for each in opening(here, taken, declared()) if not ask(f"take over what opens a way in: {line(*each)}?")
    ]
    if told := ", ".join(line(*each) for each in refused):
        print(f"codemaker: not taken over without a yes in a terminal: {told}", file=err)
    return without(here, taken, refused, declared())


def _keep(path: Path, file: SettingsFile, taken: Settings | None, names: Sequence[str], err: TextIO) -> None:
    """Write the settings *taken*, if there are any, and add *names*; a failure is told."""
    here = file.settings
    known = with_names(here if taken is None else taken, names)
    if known == here:
        return
    # Saving confirms a file that was edited or damaged, so that the box no longer tells of it.
    for changed in file.told:
        print(f"codemaker: {changed}", file=err)
    try:
        if taken is None:
            file.save(known)
        else:
            # Also over a wrong file, which a session does not replace.
            write_settings(path, known, declared())
    except SettingsRefused as refused:
        print(f"codemaker: the settings and players' names were not written: {refused}", file=err)
