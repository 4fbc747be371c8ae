"""The settings: a TOML file that is read into a frozen value and written back atomically.

Each setting is declared once, in the field of ``Settings`` that holds it, or by a feature. What cannot be used in a
file - an unknown key, a wrong value - is reported and costs that value alone; it stays in the file. A file that is no
TOML is reported and left unchanged, so that its author can correct it. If only its checksum does not fit, the file was
edited by hand or damaged: its values are used, and the players are asked to look at them.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from datetime import date, time
from enum import StrEnum
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.config.atomic_file import atomic_write
from companion.config.checksum import fits_checksum, toml_with_checksum
from companion.config.declared import Setting
from companion.config.names import NAME_LENGTHS, THROW_LENGTHS, cleaned, distinct, is_name
from companion.config.rules import Rule, closest, is_whole
from companion.config.rules import line as text_line
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.config.untrusted import INTEGERS, brief, is_plain, read_toml, visible
from companion.errors import N_, CompanionError, SettingsChanged, SettingsRefused, SettingsUnreadable
from companion.i18n import AUTO
from companion.i18n.translator import Text, Verbatim, languages, menu_name


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


NAMES_MOST = 12
THROWS_MOST = 20
THROW_LIMIT = 200


def _span(limits: range) -> str:
    return f"{limits.start} to {limits.stop - 1}"


def _names(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list | tuple) or len(value) > NAMES_MOST:
        return None
    return tuple(distinct(map(cleaned, value))) if all(map(is_name, value)) else None


def _throws(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list | tuple) or len(value) > THROWS_MOST:
        return None
    parts = [each.partition(": ") if isinstance(each, str) and is_plain(each) else ("", "", "") for each in value]
    fits = all(is_name(name, THROW_LENGTHS) and 0 < len(cast) <= THROW_LIMIT for name, _, cast in parts)
    return tuple(value) if fits else None


def _table(value: object) -> Mapping[str, object] | None:
    if not isinstance(value, Mapping):
        return None
    plain = all(isinstance(entry, str | bool) or is_whole(entry, INTEGERS) for entry in value.values())
    return MappingProxyType(dict(value)) if plain else None


def _languages() -> dict[str, Text]:
    """Return the name of each language that has a catalogue, in that language."""

    def name(language: str) -> Text:
        return lambda translator: Verbatim(menu_name(language))

    return {AUTO: N_("automatic"), **{language: name(language) for language in languages()}}


_THEMES = {Theme.DARK: N_("dark colours"), Theme.LIGHT: N_("light colours"), Theme.CONTRAST: N_("high contrast")}
_TURNS = dict(zip(Turned, (N_("no"), N_("to the right"), N_("upside down"), N_("to the left")), strict=True))
_BOARDS: dict[BoardName, Text] = {
    BoardName.AUTO: N_("automatic"),
    BoardName.BONNET: Verbatim("OLED Bonnet"),
    BoardName.WAVESHARE_1IN3: Verbatim("OLED HAT 1.3"),
    BoardName.WAVESHARE_A: Verbatim("OLED HAT (A)"),
    BoardName.WAVESHARE_LCD_1IN3: Verbatim("LCD HAT 1.3"),
    BoardName.WAVESHARE_LCD_1IN44: Verbatim("LCD HAT 1.44"),
    BoardName.ADAFRUIT_TFT_1IN3: Verbatim("TFT Bonnet"),
    BoardName.DISPLAY_HAT_MINI: Verbatim("HAT Mini"),
    BoardName.PIRATE_AUDIO: Verbatim("Pirate Audio"),
    BoardName.SSD1309: Verbatim("SSD1309"),
    BoardName.SSD1327: Verbatim("SSD1327"),
    BoardName.SSD1351: Verbatim("SSD1351"),
    BoardName.CUSTOM: N_("from a file"),
}
_PEGS = {Pegs.LETTERS: N_("letters"), Pegs.SHAPES: N_("shapes")}
_ROWS = {StartRow.LAST: N_("as the last"), StartRow.EMPTY: N_("empty")}
_LATER = N_("The display is changed at the next start.")
_PI = "the Pi's display board"
# No menu shows these.
_TRAYS, _USES = dict.fromkeys(TrayName, ""), dict.fromkeys(TableSocketUse, "")
_NAMES = Rule(f"at most {NAMES_MOST} names of {_span(NAME_LENGTHS)} letters each", _names)
_THROWS = Rule(f"at most {THROWS_MOST} texts NAME: THROW, whose names have {_span(THROW_LENGTHS)} letters", _throws)
_PORT = text_line("(/dev/.*)?", "a path that begins with /dev/, or empty to ask every USB adapter")
_CUSTOM = Rule("a table of texts, whole numbers, true and false; its keys are for the board to check", _table)
_NONE: Mapping[str, Any] = MappingProxyType({})


def _own(default: object, *declared: Any, **more: Any) -> Any:
    """Return the field of a setting of the program's own, whose key is its name; the rest is as in ``Setting``."""
    return field(default_factory=lambda: default, metadata={"setting": Setting("", default, *declared, **more)})


_harmless = partial(_own, opens=False)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; 0 seconds means never. Raises ``SettingsRefused`` for a value outside its limit.

    ``tables`` has the tables of features, by their keys, as they are in the file: ``get`` checks a value. ``unknown``
    is what this program cannot use of the file, and keeps in it.
    """

    language: str = _harmless(
        AUTO, N_("Language"), N_("The language of all screens."), _languages, option="the language of the screens"
    )
    volume: int = _harmless(
        60, N_("Sound"), N_("How loud the box is. At 0 it makes no sound."), limits=range(101), unit="%"
    )
    brightness: int = _harmless(80, N_("Brightness"), N_("How bright the display is."), limits=range(1, 101), unit="%")
    dim_after_s: int = _harmless(
        300, N_("Dim after"), N_("The display gets darker after this time."), limits=range(3601), unit="s"
    )
    dark_after_s: int = _harmless(
        600, N_("Dark after"), N_("The display goes dark. Any key wakes it."), limits=range(86401), unit="s"
    )
    large_text: bool = _harmless(False, N_("Large text"), N_("Bigger letters, fewer lines."))
    theme: Theme = _harmless(Theme.DARK, N_("Theme"), N_("Dark or light colours of the display."), _THEMES)
    pegs: Pegs = _harmless(Pegs.LETTERS, N_("Pegs"), N_("Shows pegs as letters or as shapes."), _PEGS)
    start_row: StartRow = _harmless(
        StartRow.LAST, N_("New row"), N_("A new row begins as a copy of the last one, or empty."), _ROWS
    )
    names: tuple[str, ...] = _harmless((), "", "The players, the latest first.", form=_NAMES)
    throws: tuple[str, ...] = _harmless((), "", "The saved throws, such as Sneak attack: 3d6+2.", form=_THROWS)
    board: BoardName = _own(
        BoardName.AUTO, N_("Display"), N_("The display plugged in. Automatic finds only some."), _BOARDS, _LATER, _PI
    )
    turned: Turned = _harmless(Turned.NO, N_("Turned"), N_("For a display whose top is not on top."), _TURNS, _LATER)
    tray: TrayName = _harmless(
        TrayName.AUTO, "", "Whether to look for a tray.", _TRAYS, option="the tray that reads the pegs"
    )
    tray_port: str = _own("", "", "The serial port of the tray.", form=_PORT)
    table_socket: TableSocketUse = _own(
        TableSocketUse.OFF, "", "Whether other programs may watch the matches, or also move.", _USES
    )
    demo: bool = _own(False, "", "Shows the demonstration until a key is pressed.")
    custom: Mapping[str, str | int] = _own(_NONE, "", "The wiring of a board of your own.", form=_CUSTOM)
    tables: Mapping[str, Mapping[str, object]] = field(default_factory=lambda: _NONE)
    unknown: Mapping[str, object] = field(default_factory=lambda: _NONE)

    def __post_init__(self) -> None:
        for key in OWN:
            value = _read(key, getattr(self, key), OWN)
            if key == "names":
                # Each person once.
                object.__setattr__(self, key, value)

    def get(self, setting: Setting) -> Any:
        """Return the value of *setting*, which is its default where the file has none that is permitted."""
        if not setting.table:
            return getattr(self, setting.key)
        written = self.tables.get(setting.table, _NONE).get(setting.key)
        return setting.default if (value := setting.rule.read(written)) is None else value

    def changes(self, setting: Setting, value: object) -> dict[str, Any]:
        """Return the changes of fields that give *setting* the *value*, also in place of one that cannot be used."""
        if not setting.table:
            unknown = {key: each for key, each in self.unknown.items() if key != setting.key}
            return {setting.key: value, "unknown": unknown}
        table = {**self.tables.get(setting.table, _NONE), setting.key: value}
        if value == setting.default:
            del table[setting.key]
        others = {key: each for key, each in self.tables.items() if key != setting.table}
        return {"tables": {**others, setting.table: table} if table else others}


OWN: Mapping[str, Setting] = MappingProxyType(
    {each.name: each.metadata["setting"]._replace(key=each.name) for each in fields(Settings) if each.metadata}
)
"""The program's own settings, by their keys, in the order of the file and of the menu."""


def _read(name: str, value: object, known: Mapping[str, Setting]) -> object:
    """Return *value* as the setting *name* has it; raises ``SettingsRefused`` where it cannot have it."""
    # A line of the display has 21 characters, so a longer name would not help there.
    shown = visible(name[:16])
    if (setting := known.get(name)) is None:
        near = closest(name, known)
        hint = f"did you mean {near!r}" if near else "known are " + ", ".join(known)
        sentence = N_("{key} in settings is not known. It is kept.")
        raise SettingsRefused(f"expected a known key, got {brief(name)}: {hint}", sentence, key=shown)

    def refusal(limit: str) -> SettingsRefused:
        sentence = N_("{key} in settings is wrong. Its default is used.")
        return SettingsRefused(f"expected {name} to be {limit}, got {brief(value)}", sentence, key=shown)

    return setting.rule.check(value, refusal)


DEFAULTS = Settings()


def opening(here: Settings, there: Settings, more: Sequence[Setting] = ()) -> list[tuple[str, object]]:
    """Return the names and values by which *there* opens or redirects what *here* does not; *more* are of features."""
    asked = [(setting, there.get(setting)) for setting in (*OWN.values(), *more) if setting.opens]
    return [(each.name, value) for each, value in asked if value not in (here.get(each), each.default)]


def without(
    here: Settings, there: Settings, refused: Sequence[tuple[str, object]], more: Sequence[Setting] = ()
) -> Settings:
    """Return *there* with the values of *here* for those of ``opening`` that were *refused*."""
    return with_values_of(there, here, [each for each in (*OWN.values(), *more) if each.name in dict(refused)])


def with_values_of(settings: Settings, source: Settings, chosen: Iterable[Setting]) -> Settings:
    """Return *settings* with the values that the *chosen* ones have in *source*."""
    for each in chosen:
        settings = replace(settings, **settings.changes(each, source.get(each)))
    return settings


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


def load(path: Path, more: Sequence[Setting] = ()) -> tuple[Settings, tuple[CompanionError, ...]]:
    """Read *path* and return what ``parse`` makes of it; the defaults if it cannot be read.

    A missing file is no error: nothing has been set yet.
    """
    try:
        return parse(read_text(path, SETTINGS_LIMIT), str(path), more)
    except FileNotFoundError:
        return DEFAULTS, ()
    # ValueError also covers bytes that are not UTF-8.
    except (OSError, ValueError) as failure:
        return DEFAULTS, (SettingsUnreadable(f"expected a readable TOML file, got {failure}, in {path}"),)


def parse(text: str, source: str, more: Sequence[Setting] = ()) -> tuple[Settings, tuple[CompanionError, ...]]:
    """Return the settings in *text* and what is to be told about them; *source* names the file in messages.

    *more* are the settings of features. A ``SettingsRefused`` costs the value that it names. Raises ``TextUnreadable``
    for a text that is not TOML.
    """
    read: dict[str, Any] = {}
    is_own = fits_checksum(text)
    # An empty table says nothing.
    values = {key: value for key, value in read_toml(text).items() if value != {}}
    if is_own and isinstance(values.get("names"), list):
        # Earlier versions wrote names of other characters, which phones had typed.
        values["names"] = _possible(values["names"]) or values["names"]  # type: ignore[arg-type]
    tables = _take_tables(values, more)
    known = {setting.name: setting for setting in (*OWN.values(), *more)}
    refused = []
    for table, entries in {"": values, **tables}.items():
        for key, value in tuple(entries.items()):
            try:
                usable = _read(f"{table}.{key}" if table else key, value, known)
            except SettingsRefused as wrong:
                refused.append(wrong)
                # The names are written after each match: the others are told once.
                named = with_names(DEFAULTS, value).names if key == "names" and isinstance(value, list) else ()
                usable = named or None
            if not table and usable is not None:
                read[key] = usable
                del values[key]
    told: list[CompanionError] = [
        SettingsRefused(f"{wrong}, in {source}", wrong.sentence, **wrong.values) for wrong in refused
    ]
    settings = replace(DEFAULTS, **read, tables={key: table for key, table in tables.items() if table}, unknown=values)
    if is_own is False:
        message = f"expected the checksum in the first line to fit, got a file that was edited or damaged, in {source}"
        told.append(SettingsChanged(message, chosen="\n".join(_changed_lines(settings, more)) or "-"))
    return settings, tuple(told)


def _take_tables(values: dict[str, object], more: Sequence[Setting]) -> dict[str, dict[str, object]]:
    """Take the tables of features, whose settings are *more*, out of the *values* of a file."""
    tables: dict[str, dict[str, object]] = {setting.table: {} for setting in more}
    for setting in more:
        if setting.was and not isinstance(values.get(setting.was, _NONE), Mapping):
            tables[setting.table][setting.key] = values.pop(setting.was)
    if isinstance(on := values.get("features"), list):
        # In version 0.2.0 this was the list of the features that are on.
        for key in [each for each in tables if each in on]:
            tables[key]["on"] = True
            on.remove(key)
        if not on:
            del values["features"]
    for key, table in tables.items():
        # A table is the feature's, also where its key is that of a setting of the program.
        named = {name for name, value in values.items() if isinstance(value, Mapping)} - {"custom"}
        taken = (tables.keys() - {key}) | ({*OWN, *values} - named)
        for name in {_table_name(key, taken), _table_name(key, taken | OWN.keys())}:
            table.update(values.pop(name, _NONE))  # type: ignore[call-overload]
    return tables


def _table_name(key: str, taken: Container[str]) -> str:
    """Return the name in the file of the table of the feature *key*: *key*, with ``feature-`` before what is taken."""
    while key in taken:
        key = f"feature-{key}"
    return key


# The standard library cannot write TOML. A test checks the round trip of arbitrary values; that is less to maintain
# than one more dependency on the box.
def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, str):
        # A JSON string is a TOML string except for DEL, which TOML requires escaped, and escaped surrogate pairs.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join(_entries(value)) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_toml, value)) + "]"
    raise TypeError(f"expected a value of TOML, got {value!r}")


def _lines(settings: Settings, more: Sequence[Setting]) -> Iterator[str]:
    yield "# Settings of the box. A line that begins with # is a default. You may edit this file. The box then asks\n"
    yield "# you to look at its values, unless you delete the first line.\n"
    for setting in OWN.values():
        # What cannot be used stays until another value is chosen.
        if (value := settings.get(setting)) == setting.default:
            value = settings.unknown.get(setting.key, value)
        if setting.key != "custom":
            yield _commented(setting, value)
    others = {key: value for key, value in settings.unknown.items() if key not in OWN.keys() - {"custom"}}
    if settings.custom:
        others["custom"] = settings.custom
    tables = {key: value for key, value in others.items() if isinstance(value, Mapping)}
    if plain := {key: value for key, value in others.items() if key not in tables}:
        yield "\n".join(["\n# not known here, and kept", *_entries(plain), ""])
    features = dict.fromkeys([*(setting.table for setting in more), *settings.tables])
    for key in features:
        written = dict(settings.tables.get(key, _NONE))
        yield f"\n[{_key(_table_name(key, (features.keys() - {key}) | {*OWN, *others}))}]\n"
        yield from (
            _commented(setting, written.pop(setting.key, setting.default)) for setting in more if setting.table == key
        )
        yield from (f"{entry}\n" for entry in _entries(written))
    for key, table in tables.items():
        yield "\n".join([f"\n[{_key(key)}]", *_entries(table), ""])


def _commented(setting: Setting, value: object) -> str:
    # 60.0 and 60 are equal in Python, but not in a file.
    mark = "# " if setting.rule.read(value) == setting.default else ""
    return f"\n# {setting.rule.limit}\n{mark}{line(_key(setting.key), value)}\n"


def _entries(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        yield line(_key(key), value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _toml(key)


def _changed_lines(settings: Settings, more: Sequence[Setting]) -> Iterator[str]:
    """Yield the settings that are not defaults, as the file writes them."""
    for each in (*OWN.values(), *more):
        if each.key != "custom" and (value := settings.get(each)) != each.default:
            yield line(each.name, value)
    yield from _entries(settings.custom)


def text_of(settings: Settings, more: Sequence[Setting] = ()) -> str:
    """Return the text that ``parse`` reads as *settings*, with its checksum; *more* are the settings of features."""
    return toml_with_checksum("".join(_lines(settings, more)))


def save(path: Path, settings: Settings, more: Sequence[Setting] = ()) -> None:
    """Write *settings* to *path* atomically; raises ``SettingsRefused`` if the file cannot be written."""
    text = text_of(settings, more)
    if len(text) > SETTINGS_LIMIT:
        # Nothing would be read of a longer file.
        raise SettingsRefused(f"expected settings of at most {SETTINGS_LIMIT} characters, got {len(text)}", _NOT_KEPT)
    try:
        # If the file is a symbolic link, for example into a folder of dotfiles, the link stays.
        with atomic_write(path.resolve()) as file:
            file.write(text)
    except OSError as failure:
        sentence = N_("Settings could not be kept: check the card.")
        message = f"expected to write the settings, got {failure}, in {path}"
        raise SettingsRefused(message, sentence) from failure


_NOT_KEPT = N_("Not kept: put the settings file right first.")


class SettingsFile:
    """The settings file of a session: read once, and never written if it could not be read.

    ``told`` is what the players have to know about it. *more* are the settings of features. The values of *fixed* come
    from elsewhere and hold for this session. They are not written: the file keeps what it says about them, unless the
    session changes them.
    """

    def __init__(self, path: Path, fixed: Mapping[str, Any] = _NONE, more: Sequence[Setting] = ()) -> None:
        self._path = path
        _make_private(path)
        self._more = more
        self._written, self.told = load(path, more)
        self._fixed = fixed
        self.settings = replace(self._written, **fixed)

    def save(self, settings: Settings) -> None:
        """Use *settings* for the session and write them; raises ``SettingsRefused`` if they are not written."""
        self.settings = settings
        if unreadable := [each for each in self.told if isinstance(each, SettingsUnreadable)]:
            raise SettingsRefused(f"expected a sound file to write to, got {unreadable[0]}", _NOT_KEPT)
        kept = {
            key: getattr(self._written, key) for key, value in self._fixed.items() if getattr(settings, key) == value
        }
        self._written = replace(settings, **kept)
        save(self._path, self._written, self._more)


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
