"""The small files of a box that a backup holds: settings, calibrations of trays, and own editions.

A file of a new kind needs a line in ``KINDS`` alone, or in ``kept`` of the feature that writes it. Keys of a feature
are left out on purpose: a copy on a stick would let its finder read what the box tells the owner of a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType

from companion.config import settings as settings_file
from companion.config.atomic_file import atomic_write
from companion.config.declared import Setting
from companion.config.paths import Paths
from companion.config.settings import OWN, Settings, with_values_of
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.errors import N_, BackupFailed, SettingsUnreadable, TextUnreadable

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
    """The files of the box whose paths are *where*: those of ``KINDS``, and of *more* kinds, by their names.

    *declared* are the settings of features.
    """

    def __init__(
        self, where: Paths, more: Mapping[str, Kind] = MappingProxyType({}), declared: Sequence[Setting] = ()
    ) -> None:
        self.where = where
        self.declared = declared
        self.kinds = MappingProxyType({**KINDS, **more})

    def read(self) -> Iterator[KeptFile]:
        """Yield the files of all kinds; of settings that are refused, and of other wrong files, no text."""
        for kind, each in self.kinds.items():
            folder = each.folder(self.where)
            for path in sorted(folder.glob(each.pattern)) if folder.is_dir() else ():
                yield KeptFile(kind, path.name, self._text(kind, path))

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
            here = self._text(file.kind, path) if path.exists() else ""
            if file.kind == SETTINGS:
                is_new, is_other = self._compared(self._settings(here), self._settings(file.text))
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

    def settings_in(self, files: Iterable[KeptFile]) -> Settings | None:
        """Return the settings among *files*; None if there are none, or this program cannot read them."""
        return next((self._settings(file.text) for file in files if file.kind == SETTINGS), None)

    def _settings(self, text: str | None) -> Settings | None:
        with suppress(TextUnreadable):
            return None if text is None else settings_file.parse(text, "a backup", self.declared)[0]
        return None

    def _compared(self, here: Settings | None, there: Settings | None) -> tuple[bool, bool]:
        """Return whether *there* changes values of *here*, but none that was chosen, and whether it changes any.

        None stands for settings that cannot be read.
        """
        if there is None or here is None:
            return False, there is not None
        every = (*OWN.values(), *self.declared)
        changed = [each for each in every if each.name != "names" and here.get(each) != there.get(each)]
        # Those of the display replace none.
        replaced = [each for each in changed if each.name not in OF_THE_DISPLAY and here.get(each) != each.default]
        return bool(changed) and not replaced, bool(changed)

    def _text(self, kind: str, path: Path) -> str | None:
        """Return the text of a file as a backup holds it; None if it cannot be read."""
        if kind == SETTINGS:
            settings, told = settings_file.load(path, self.declared)
            is_lost = any(isinstance(each, SettingsUnreadable) for each in told)
            return None if is_lost else settings_file.text_of(settings, self.declared)
        try:
            return read_text(path, SETTINGS_LIMIT)
        except (OSError, ValueError):
            return None


# The box whose display shows the question must show something after the next start, too.
OF_THE_DISPLAY = ("board", "turned", "custom")


def taken_settings(here: Settings, there: Settings, kept: Iterable[str], more: Sequence[Setting] = ()) -> Settings:
    """Return *here* with the values of the backup's settings *there*, except the names and the *kept* keys.

    *more* are the settings of features. What this program does not know of the backup is left out: it could not ask
    for it.
    """
    return with_values_of(here, there, [each for each in (*OWN.values(), *more) if each.name not in ("names", *kept)])
