"""The settings: a TOML file that is read into a frozen value and written back atomically.

If a file has errors, each wrong key is reported, the session uses the defaults, and the file is left unchanged so
that its author can correct it.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.config.atomic_file import atomic_write
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.config.untrusted import INTEGERS, brief, read_toml, visible
from companion.errors import N_, SettingsRefused


class Language(StrEnum):
    """The language of the screens; AUTO follows the environment."""

    AUTO = "auto"
    EN = "en"
    FR = "fr"


class Pegs(StrEnum):
    """How colours are marked on a display without colours."""

    LETTERS = "letters"
    SHAPES = "shapes"


class StartRow(StrEnum):
    """The initial content of a new row: the last row, or empty holes."""

    LAST = "last"
    EMPTY = "empty"


class BoardName(StrEnum):
    """The board with display and buttons on the Pi; the table ``[custom]`` describes a CUSTOM one."""

    AUTO = "auto"
    BONNET = "bonnet"
    WAVESHARE_1IN3 = "waveshare-1in3"
    WAVESHARE_A = "waveshare-a"
    CUSTOM = "custom"


class TrayName(StrEnum):
    """Whether to look for a tray."""

    AUTO = "auto"
    NONE = "none"


# The menus offer the same limits. The stop of a range is one above the greatest value.
LIMITS: Mapping[str, range] = MappingProxyType(
    {
        "volume": range(101),
        "brightness": range(1, 101),
        "dim_after_s": range(3601),
        "dark_after_s": range(86401),
    }
)
NAMES_MOST = 12
NAME_LENGTHS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Rule:
    """The permitted values of a key: ``limit`` in words, and ``read``, which converts a value or returns None."""

    limit: str
    read: Callable[[object], object]


def _span(limits: range) -> str:
    return f"{limits.start} to {limits.stop - 1}"


def _whole(limits: range) -> Rule:
    # Not isinstance: bool is a subclass of int, and "volume = true" is a mistake.
    return Rule(f"a whole number, {_span(limits)}", lambda v: v if type(v) is int and v in limits else None)


def _one_of(words: type[StrEnum]) -> Rule:
    return Rule("one of " + ", ".join(words), lambda v: words(str(v)) if v in list(words) else None)


def is_name(name: object) -> bool:
    """Whether *name* can be a player's name: it has the right length and only printable characters."""
    if not isinstance(name, str) or len(name) not in NAME_LENGTHS:
        return False
    return name.isprintable() and name == name.strip()


def _names(value: object) -> object:
    if not isinstance(value, list | tuple) or len(value) > NAMES_MOST:
        return None
    return tuple(value) if all(is_name(name) for name in value) else None


def _port(value: object) -> object:
    is_port = isinstance(value, str) and (value == "" or (value.startswith("/dev/") and value.isprintable()))
    return value if is_port else None


def _table(value: object) -> object:
    if not isinstance(value, Mapping):
        return None
    plain = all(isinstance(entry, str) or (type(entry) is int and entry in INTEGERS) for entry in value.values())
    return MappingProxyType(dict(value)) if plain else None


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "language": _one_of(Language),
        **{key: _whole(limits) for key, limits in LIMITS.items()},
        "large_text": Rule("true or false", lambda v: v if isinstance(v, bool) else None),
        "pegs": _one_of(Pegs),
        "start_row": _one_of(StartRow),
        "names": Rule(f"at most {NAMES_MOST} names of {_span(NAME_LENGTHS)} letters each", _names),
        "board": _one_of(BoardName),
        "tray": _one_of(TrayName),
        "tray_port": Rule("a path that begins with /dev/, or empty to ask every USB adapter", _port),
        "custom": Rule("a table of texts and whole numbers; its keys are for the board to check", _table),
    }
)


def _read(key: str, value: object) -> object:
    sentence = N_("{key} in settings is wrong. Defaults used.")
    if key not in RULES:
        near = difflib.get_close_matches(key, RULES, 1)
        hint = f"did you mean {near[0]!r}" if near else "known are " + ", ".join(RULES)
        # A line of the display has 21 characters, so a longer key would not help there.
        raise SettingsRefused(f"expected a known key, got {brief(key)}: {hint}", sentence, key=visible(key[:16]))
    if (ours := RULES[key].read(value)) is None:
        limit = RULES[key].limit
        raise SettingsRefused(f"expected {key} to be {limit}, got {brief(value)}", sentence, key=key)
    return ours


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; 0 seconds means never. Raises ``SettingsRefused`` for a value outside its limit."""

    language: Language = Language.AUTO
    volume: int = 60
    brightness: int = 80
    dim_after_s: int = 60
    dark_after_s: int = 600
    large_text: bool = False
    pegs: Pegs = Pegs.LETTERS
    start_row: StartRow = StartRow.LAST
    names: tuple[str, ...] = ()
    board: BoardName = BoardName.AUTO
    tray: TrayName = TrayName.AUTO
    tray_port: str = ""
    custom: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for key in RULES:
            _read(key, getattr(self, key))


DEFAULTS = Settings()


def load(path: Path) -> tuple[Settings, tuple[SettingsRefused, ...]]:
    """Read *path* and return its settings, or the defaults and all errors of the file.

    A missing file is no error: nothing has been set yet.
    """
    try:
        values = read_toml(read_text(path, SETTINGS_LIMIT))
    except FileNotFoundError:
        return DEFAULTS, ()
    # ValueError also covers bytes that are not UTF-8.
    except (OSError, ValueError) as failure:
        return DEFAULTS, (SettingsRefused(f"expected a readable TOML file, got {failure}, in {path}"),)
    refused = []
    read: dict[str, Any] = {}
    for key, value in values.items():
        try:
            read[key] = _read(key, value)
        except SettingsRefused as wrong:
            refused.append(SettingsRefused(f"{wrong}, in {path}", wrong.sentence, **wrong.values))
    return (DEFAULTS, tuple(refused)) if refused else (replace(DEFAULTS, **read), ())


# The standard library cannot write TOML. The settings have five kinds of plain values, and a test checks the round
# trip of arbitrary settings; that is less to maintain than one more dependency on the box.
def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        # A JSON string is a TOML string except for DEL, which TOML requires escaped, and escaped surrogate pairs.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise TypeError(f"expected a text, a number, true, false or a list of them, got {value!r}")


def _lines(settings: Settings) -> Iterator[str]:
    yield "# Settings of the box. A line that begins with # is a default.\n"
    for key, rule in RULES.items():
        if key == "custom":
            continue
        value = getattr(settings, key)
        mark = "# " if value == getattr(DEFAULTS, key) else ""
        yield f"\n# {rule.limit}\n{mark}{key} = {_toml(value)}\n"
    if settings.custom:
        yield "\n[custom]\n"
    for key, value in settings.custom.items():
        bare = re.fullmatch(r"[A-Za-z0-9_-]+", key)
        yield f"{key if bare else _toml(key)} = {_toml(value)}\n"


def save(path: Path, settings: Settings) -> None:
    """Write *settings* to *path* atomically; raises ``SettingsRefused`` if the file cannot be written."""
    try:
        # If the file is a symbolic link, for example into a folder of dotfiles, the link stays.
        with atomic_write(path.resolve()) as file:
            # The file holds no secrets, and a user other than the box's own may edit it.
            os.fchmod(file.fileno(), 0o644)
            file.writelines(_lines(settings))
    except OSError as failure:
        sentence = N_("Settings could not be kept: check the card.")
        message = f"expected to write the settings, got {failure}, in {path}"
        raise SettingsRefused(message, sentence) from failure


class SettingsFile:
    """The settings file of a session: read once, and never written if it had errors."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.settings, self.refused = load(path)

    def save(self, settings: Settings) -> None:
        """Use *settings* for the session and write them; raises ``SettingsRefused`` if they are not written."""
        self.settings = settings
        if self.refused:
            sentence = N_("Not kept: put the settings file right first.")
            raise SettingsRefused(f"expected a sound file to write to, got {self.refused[0]}", sentence)
        save(self._path, settings)
