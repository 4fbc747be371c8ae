"""The settings: a TOML file that is read into a frozen value and written back atomically.

If a file has errors, each wrong key is reported, the session uses the defaults, and the file is left unchanged so
that its author can correct it. If only its checksum does not fit, the file was edited by hand or damaged: its values
are used, and the players are asked to look at them.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.config.atomic_file import atomic_write
from companion.config.checksum import fits_checksum, toml_with_checksum
from companion.config.names import NAME_LENGTHS, cleaned, distinct, is_name
from companion.config.rules import FLAG, Rule, closest, is_whole, one_of, whole
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.config.untrusted import INTEGERS, brief, read_toml, visible
from companion.errors import N_, CompanionError, SettingsChanged, SettingsRefused
from companion.i18n import AUTO
from companion.i18n.translator import languages


class Pegs(StrEnum):
    """How colours are marked on a display without colours."""

    LETTERS = "letters"
    SHAPES = "shapes"


class Theme(StrEnum):
    """The colours of a display that has colours or greys."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


class Turned(StrEnum):
    """How far the picture is turned clockwise from what the board's row says: no, or one to three quarters."""

    NO = "no"
    RIGHT = "right"
    HALF = "half"
    LEFT = "left"


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
    WAVESHARE_LCD_1IN3 = "waveshare-lcd-1in3"
    WAVESHARE_LCD_1IN44 = "waveshare-lcd-1in44"
    ADAFRUIT_TFT_1IN3 = "adafruit-tft-1in3"
    DISPLAY_HAT_MINI = "display-hat-mini"
    PIRATE_AUDIO = "pirate-audio"
    SSD1309 = "ssd1309"
    SSD1327 = "ssd1327"
    SSD1351 = "ssd1351"
    CUSTOM = "custom"


class TrayName(StrEnum):
    """Whether to look for a tray."""

    AUTO = "auto"
    NONE = "none"


class TableSocketUse(StrEnum):
    """Whether other programs may watch the matches through the table socket, or also move."""

    OFF = "off"
    WATCH = "watch"
    PLAY = "play"


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
FEATURES_MOST, FEATURE_MOST = 16, 20


def _span(limits: range) -> str:
    return f"{limits.start} to {limits.stop - 1}"


def _names(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list | tuple) or len(value) > NAMES_MOST:
        return None
    return tuple(distinct(map(cleaned, value))) if all(map(is_name, value)) else None


def _features(value: object) -> tuple[str, ...] | None:
    """Read names of features; one that is not installed is kept, so that a file of another box is no error."""
    if not isinstance(value, list | tuple) or len(value) > FEATURES_MOST or len(set(map(str, value))) < len(value):
        return None
    return tuple(value) if all(map(_is_feature, value)) else None


def _is_feature(name: object) -> bool:
    is_plain = isinstance(name, str) and name.isascii() and name.isalpha() and name.islower()
    return is_plain and len(str(name)) <= FEATURE_MOST


def _port(value: object) -> str | None:
    is_port = isinstance(value, str) and (value == "" or (value.startswith("/dev/") and value.isprintable()))
    return str(value) if is_port else None


def _table(value: object) -> Mapping[str, object] | None:
    if not isinstance(value, Mapping):
        return None
    plain = all(isinstance(entry, str | bool) or is_whole(entry, INTEGERS) for entry in value.values())
    return MappingProxyType(dict(value)) if plain else None


_FIXED: Mapping[str, Rule[Any]] = MappingProxyType(
    {
        **{key: whole(limits, "a whole number, {} to {}") for key, limits in LIMITS.items()},
        "large_text": FLAG,
        "theme": one_of(Theme),
        "turned": one_of(Turned),
        "pegs": one_of(Pegs),
        "start_row": one_of(StartRow),
        "names": Rule(f"at most {NAMES_MOST} names of {_span(NAME_LENGTHS)} letters each", _names),
        "board": one_of(BoardName),
        "tray": one_of(TrayName),
        "tray_port": Rule("a path that begins with /dev/, or empty to ask every USB adapter", _port),
        "table_socket": one_of(TableSocketUse),
        "phones": FLAG,
        "demo": FLAG,
        "features": Rule("a list of names of features, each of small letters", _features),
        "custom": Rule("a table of texts, whole numbers, true and false; its keys are for the board to check", _table),
    }
)


# The settings that open nothing and lead nothing elsewhere: a backup brings them without a question. Every other one,
# also one that is added later, is asked for by name.
HARMLESS = frozenset({"language", *LIMITS, "large_text", "theme", "turned", "pegs", "start_row", "names", "tray"})


def rules() -> dict[str, Rule[Any]]:
    """Return the rule of each key, in the order of the file; the languages are those that have a catalogue."""
    return {"language": one_of((AUTO, *languages())), **_FIXED}


def _read(key: str, value: object) -> object:
    sentence = N_("{key} in settings is wrong. Defaults used.")
    known = rules()
    if key not in known:
        near = closest(key, known)
        hint = f"did you mean {near!r}" if near else "known are " + ", ".join(known)
        # A line of the display has 21 characters, so a longer key would not help there.
        raise SettingsRefused(f"expected a known key, got {brief(key)}: {hint}", sentence, key=visible(key[:16]))

    def refusal(limit: str) -> SettingsRefused:
        return SettingsRefused(f"expected {key} to be {limit}, got {brief(value)}", sentence, key=key)

    return known[key].check(value, refusal)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; 0 seconds means never. Raises ``SettingsRefused`` for a value outside its limit."""

    language: str = AUTO
    volume: int = 60
    brightness: int = 80
    dim_after_s: int = 300
    dark_after_s: int = 600
    large_text: bool = False
    theme: Theme = Theme.DARK
    turned: Turned = Turned.NO
    pegs: Pegs = Pegs.LETTERS
    start_row: StartRow = StartRow.LAST
    names: tuple[str, ...] = ()
    board: BoardName = BoardName.AUTO
    tray: TrayName = TrayName.AUTO
    tray_port: str = ""
    table_socket: TableSocketUse = TableSocketUse.OFF
    phones: bool = False
    demo: bool = False
    features: tuple[str, ...] = ()
    custom: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        for key in rules():
            value = _read(key, getattr(self, key))
            if key == "names":
                # Each person once.
                object.__setattr__(self, key, value)


DEFAULTS = Settings()


def opening(here: Settings, there: Settings) -> list[tuple[str, object]]:
    """Return the keys and values by which *there* opens or redirects what *here* does not: each feature by itself."""
    asked = [(key, getattr(there, key)) for key in rules() if key not in HARMLESS and key != "features"]
    asked += [("features", (name,)) for name in there.features if name not in here.features]
    return [(key, value) for key, value in asked if value not in (getattr(here, key), getattr(DEFAULTS, key))]


def without(here: Settings, there: Settings, refused: Sequence[tuple[str, object]]) -> Settings:
    """Return *there* with the values of *here* for those of ``opening`` that were *refused*."""
    features = tuple(name for name in there.features if ("features", (name,)) not in refused)
    return replace(there, **{key: getattr(here, key) for key, _ in refused} | {"features": features})


def line(key: str, value: object) -> str:
    """Return the line of the file that says that *key* has *value*."""
    return f"{key} = {_toml(value)}"


def with_names(settings: Settings, names: Iterable[str]) -> Settings:
    """Return *settings* with those of *names* added that are new, can be names, and have room."""
    return replace(settings, names=tuple(distinct([*settings.names, *_possible(names)]))[:NAMES_MOST])


def strangers(settings: Settings, names: Iterable[str]) -> tuple[str, ...]:
    """Return the first of *names* that *settings* lack; none where they have no names, as on a new box."""
    known = settings.names
    return tuple(distinct([*known, *_possible(names)]))[len(known) :][:NAMES_MOST] if known else ()


def _possible(names: Iterable[object]) -> list[str]:
    return [cleaned(name) for name in names if is_name(name)]


def load(path: Path) -> tuple[Settings, tuple[CompanionError, ...]]:
    """Read *path* and return what ``parse`` makes of it; the defaults if it cannot be read.

    A missing file is no error: nothing has been set yet.
    """
    try:
        return parse(read_text(path, SETTINGS_LIMIT), str(path))
    except FileNotFoundError:
        return DEFAULTS, ()
    # ValueError also covers bytes that are not UTF-8.
    except (OSError, ValueError) as failure:
        return DEFAULTS, (SettingsRefused(f"expected a readable TOML file, got {failure}, in {path}"),)


def parse(text: str, source: str) -> tuple[Settings, tuple[CompanionError, ...]]:
    """Return the settings in *text* and what is to be told about them; *source* names the file in messages.

    With any ``SettingsRefused`` the settings are the defaults. With ``SettingsChanged`` they are those of the text.
    Raises ``TextUnreadable`` for a text that is not TOML.
    """
    refused = []
    read: dict[str, Any] = {}
    is_own = fits_checksum(text)
    values = read_toml(text)
    if is_own and isinstance(values.get("names"), list):
        # Earlier versions wrote names of other characters, which phones had typed.
        values["names"] = _possible(values["names"])  # type: ignore[arg-type]
    for key, value in values.items():
        try:
            read[key] = _read(key, value)
        except SettingsRefused as wrong:
            refused.append(SettingsRefused(f"{wrong}, in {source}", wrong.sentence, **wrong.values))
    if refused:
        return DEFAULTS, tuple(refused)
    settings = replace(DEFAULTS, **read)
    if is_own is not False:
        return settings, ()
    message = f"expected the checksum in the first line to fit, got a file that was edited or damaged, in {source}"
    return settings, (SettingsChanged(message, chosen="\n".join(_chosen(settings)) or "-"),)


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
    if isinstance(value, Mapping):
        return "{" + ", ".join(_entries(value)) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise TypeError(f"expected a text, a number, true, false or a list of them, got {value!r}")


def _lines(settings: Settings) -> Iterator[str]:
    yield "# Settings of the box. A line that begins with # is a default. You may edit this file. The box then asks\n"
    yield "# you to look at its values, unless you delete the first line.\n"
    for key, rule in rules().items():
        value = getattr(settings, key)
        # A list of features has a line only where one is in it.
        if key == "custom" or (key == "features" and not value):
            continue
        mark = "# " if value == getattr(DEFAULTS, key) else ""
        yield f"\n# {rule.limit}\n{mark}{line(key, value)}\n"
    if settings.custom:
        yield "\n[custom]\n"
    yield from (f"{entry}\n" for entry in _entries(settings.custom))


def _entries(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        yield line(key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key), value)


def _chosen(settings: Settings) -> Iterator[str]:
    """Yield the settings that are not defaults, as the file writes them."""
    for key in rules():
        if key != "custom" and (value := getattr(settings, key)) != getattr(DEFAULTS, key):
            yield line(key, value)
    yield from _entries(settings.custom)


def text_of(settings: Settings) -> str:
    """Return the text that ``parse`` reads as *settings*, with its checksum."""
    return toml_with_checksum("".join(_lines(settings)))


def save(path: Path, settings: Settings) -> None:
    """Write *settings* to *path* atomically; raises ``SettingsRefused`` if the file cannot be written."""
    try:
        # If the file is a symbolic link, for example into a folder of dotfiles, the link stays.
        with atomic_write(path.resolve()) as file:
            file.write(text_of(settings))
    except OSError as failure:
        sentence = N_("Settings could not be kept: check the card.")
        message = f"expected to write the settings, got {failure}, in {path}"
        raise SettingsRefused(message, sentence) from failure


class SettingsFile:
    """The settings file of a session: read once, and never written if it had errors.

    ``told`` is what the players have to know about it. The values of *fixed* come from elsewhere and hold for this
    session. They are not written: the file keeps what it says about them, unless the session changes them.
    """

    def __init__(self, path: Path, fixed: Mapping[str, Any] = MappingProxyType({})) -> None:
        self._path = path
        _make_private(path)
        self._written, self.told = load(path)
        self._fixed = fixed
        self.settings = replace(self._written, **fixed)

    def save(self, settings: Settings) -> None:
        """Use *settings* for the session and write them; raises ``SettingsRefused`` if they are not written."""
        self.settings = settings
        if wrong := [each for each in self.told if isinstance(each, SettingsRefused)]:
            sentence = N_("Not kept: put the settings file right first.")
            raise SettingsRefused(f"expected a sound file to write to, got {wrong[0]}", sentence)
        kept = {
            key: getattr(self._written, key) for key, value in self._fixed.items() if getattr(settings, key) == value
        }
        self._written = replace(settings, **kept)
        save(self._path, self._written)


def _make_private(path: Path) -> None:
    """Make the file private to its owner, because it names the players; earlier versions did not.

    A file of another user, or in a folder of another user, keeps its mode: the user who plays must be able to read
    what root has put there.
    """
    with suppress(OSError):
        found = path.stat()
        is_own = found.st_uid == path.parent.stat().st_uid == os.geteuid()
        if is_own and stat.S_ISREG(found.st_mode) and found.st_mode & 0o077:
            path.chmod(0o600)
