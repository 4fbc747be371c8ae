"""The small files of a box that a backup holds: settings, calibrations of trays, and own editions.

A file of a new kind needs a line in ``KINDS`` alone, or in ``kept`` of the feature that writes it. Keys of a feature
are left out on purpose: a copy on a stick would let its finder read what the box tells the owner of a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType

from companion.config import settings as settings_file
from companion.config.atomic_file import atomic_write
from companion.config.paths import Paths
from companion.config.settings import DEFAULTS, Settings
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.errors import N_, BackupFailed, SettingsRefused, TextUnreadable

MOST_CHARACTERS = 1 << 20
"""The most characters of all files of a backup; fifty calibrations have a fifth of it."""
# Each file of a backup is flushed to the card when it is restored.
MOST_FILES = 200
SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file: its kind, its name, and its text, which is None if it cannot be read."""

    kind: str
    name: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Kind:
    """The folder of a kind's files, a pattern of their names, and the word for them in questions."""

    folder: Callable[[Paths], Path]
    pattern: str
    word: str


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        SETTINGS: Kind(lambda where: where.settings.parent, "settings.toml", N_("settings")),
        "calibration": Kind(lambda where: where.trays, "*.json", N_("tray colours")),
        "edition": Kind(lambda where: where.editions, "*.toml", N_("own games")),
    }
)


class KeptFiles:
    """The files of the box whose paths are *where*: those of ``KINDS``, and of *more* kinds, by their names."""

    def __init__(self, where: Paths, more: Mapping[str, Kind] = MappingProxyType({})) -> None:
        self.where = where
        self.kinds = MappingProxyType({**KINDS, **more})

    def read(self) -> Iterator[KeptFile]:
        """Yield the files of all kinds; of settings that are refused, and of other wrong files, no text."""
        for kind, each in self.kinds.items():
            folder = each.folder(self.where)
            for path in sorted(folder.glob(each.pattern)) if folder.is_dir() else ():
                yield KeptFile(kind, path.name, _text(kind, path))

    def new_and_other(self, files: Iterable[KeptFile]) -> tuple[list[KeptFile], list[KeptFile]]:
        """Return those of *files* that this box lacks, and those that it has with other contents.

        Files of an unknown kind or name are in neither. Settings are new ones if they change no value that was chosen
        here.
        """
        new: list[KeptFile] = []
        other: list[KeptFile] = []
        for file in files:
            if (path := self._path(file)) is None:
                continue
            here = _text(file.kind, path) if path.exists() else ""
            if file.kind == SETTINGS:
                is_new, is_other = _compared(_settings(here), _settings(file.text))
            else:
                is_new, is_other = not path.exists(), here != file.text
            if is_new:
                new.append(file)
            elif is_other:
                other.append(file)
        return new, other

    def write(self, files: Iterable[KeptFile]) -> None:
        """Write *files*, except settings; raises ``BackupFailed`` for the first one that cannot be written."""
        paths = [(path, file.text or "") for file in files if file.kind != SETTINGS and (path := self._path(file))]
        names = {path.name for path, _ in paths}
        # Looking through a folder for each file would take the square of their number.
        uncleared = {path.parent: names for path, _ in paths}
        for path, text in paths:
            try:
                with atomic_write(path, uncleared.pop(path.parent, ())) as out:
                    out.write(text)
            except OSError as failure:
                raise BackupFailed(
                    f"expected to write a file of the backup, got {failure}, at {path}",
                    N_("The matches are here; other files could not be kept: check the card."),
                ) from failure

    def _path(self, file: KeptFile) -> Path | None:
        kind = self.kinds.get(file.kind)
        # A name of a forged backup must not lead out of the folder.
        if kind is None or not fnmatchcase(file.name, kind.pattern) or Path(file.name).name != file.name:
            return None
        is_plain = file.name.isprintable() and not file.name.startswith(".") and len(file.name.encode()) < 200
        return kind.folder(self.where) / file.name if is_plain else None


# The box whose display shows the question must show something after the next start, too.
OF_THE_DISPLAY = ("board", "turned", "custom")


def settings_in(files: Iterable[KeptFile]) -> Settings | None:
    """Return the settings among *files*; None if there are none, or this program cannot use them."""
    return next((_settings(file.text) for file in files if file.kind == SETTINGS), None)


def taken_settings(here: Settings, there: Settings, kept: Iterable[str]) -> Settings:
    """Return the backup's settings *there* with the names and the *kept* keys of *here*."""
    return replace(there, **{key: getattr(here, key) for key in ("names", *kept)})


def _settings(text: str | None) -> Settings | None:
    if text is None:
        return None
    try:
        settings, told = settings_file.parse(text, "a backup")
    except TextUnreadable:
        return None
    return None if any(isinstance(each, SettingsRefused) for each in told) else settings


def _compared(here: Settings | None, there: Settings | None) -> tuple[bool, bool]:
    """Return whether *there* changes values of *here*, but none that was chosen, and whether it changes any at all.

    None stands for settings that are wrong.
    """
    if there is None or here is None:
        return False, there is not None
    changed = [key for key in settings_file.rules() if key != "names" and getattr(here, key) != getattr(there, key)]
    # Those of the display replace none.
    replaced = [key for key in changed if key not in OF_THE_DISPLAY and getattr(here, key) != getattr(DEFAULTS, key)]
    return bool(changed) and not replaced, bool(changed)


def _text(kind: str, path: Path) -> str | None:
    """Return the text of a file as a backup holds it; None if it cannot be read."""
    if kind == SETTINGS:
        settings, told = settings_file.load(path)
        return None if any(isinstance(each, SettingsRefused) for each in told) else settings_file.text_of(settings)
    try:
        return read_text(path, SETTINGS_LIMIT)
    except (OSError, ValueError):
        return None
