from __future__ import annotations

import errno
import json
import os
import tomllib
from dataclasses import fields, replace
from datetime import UTC
from pathlib import Path
from stat import S_IMODE
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.declared import Setting
from companion.config.names import is_name
from companion.config.settings import (
    DEFAULTS,
    OWN,
    BoardName,
    Pegs,
    Settings,
    SettingsFile,
    StartRow,
    TableSocketUse,
    Theme,
    TrayName,
    Turned,
    line,
    load,
    opening,
    parse,
    save,
    text_of,
    without,
)
from companion.config.text_file import SETTINGS_LIMIT
from companion.errors import SettingsChanged, SettingsRefused, SettingsUnreadable, TextUnreadable
from companion.features.seam import Feature, installed
from companion.i18n import AUTO
from companion.i18n.translator import languages

words = st.text(st.characters(codec="utf-8"))
chosen = st.builds(
    Settings,
    language=st.sampled_from((AUTO, *languages())),
    large_text=st.booleans(),
    theme=st.sampled_from(Theme),
    turned=st.sampled_from(Turned),
    pegs=st.sampled_from(Pegs),
    start_row=st.sampled_from(StartRow),
    tray=st.sampled_from(TrayName),
    tray_port=st.sampled_from(("", "/dev/ttyUSB0", "/dev/serial/by-id/usb-1a86-if00")),
    table_socket=st.sampled_from(TableSocketUse),
    names=st.lists(st.text(min_size=1, max_size=10).filter(is_name), max_size=12).map(tuple),
    throws=st.lists(st.sampled_from(["Sneak attack: 3d6+2", "Axe: 1d12"]), max_size=20).map(tuple),
    board=st.sampled_from(BoardName),
    custom=st.dictionaries(words, words | st.integers(-(2**63), 2**63 - 1)),
    demo=st.booleans(),
    **{key: st.sampled_from(setting.limits) for key, setting in OWN.items() if setting.limits is not None},
)
LAMP = Feature(
    "lamp",
    "Lamp",
    settings=(
        Setting("level", 3, limits=range(1, 9), opens=False),
        Setting("colour", "red", choices={"red": "Red", "green": "Green"}, opens=False),
        Setting("place", "hall"),
        Setting("lit", False, was="lamp_lit"),
    ),
)
VOLUME = Feature("volume", "Volume", settings=(Setting("level", 3, limits=range(1, 9)),))
MORE = (*LAMP.declared().values(), *VOLUME.declared().values())
"""The settings of two features; one is called as a setting of the program is."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def refusals(path: Path, text: str) -> list[str]:
    """Return what is told of *text*, nothing of which is used and all of which is kept."""
    path.write_text(text, "utf-8")
    settings, refused = load(path)
    assert replace(settings, unknown={}) == DEFAULTS
    assert settings.unknown == tomllib.loads(text)
    save(path, settings)
    assert tomllib.loads(path.read_text("utf-8")) == tomllib.loads(text)
    return [str(each) for each in refused]


def test_missing_file_is_the_defaults_and_nothing_wrong(path: Path) -> None:
    assert load(path) == (DEFAULTS, ())


@pytest.mark.parametrize("kept", range(len("# checksum: 0123abcd\n")))
def test_file_cut_off_in_its_first_line_is_the_defaults_and_told(path: Path, kept: int) -> None:
    save(path, replace(DEFAULTS, volume=10))
    path.write_text(path.read_text("utf-8")[:kept], "utf-8")
    settings, told = load(path)
    assert (settings, [type(each) for each in told]) == (DEFAULTS, [SettingsChanged])


def test_every_setting_is_declared_with_its_key_and_a_default_that_is_permitted() -> None:
    assert [each.name for each in fields(Settings)] == [*OWN, "tables", "unknown"]
    for key, setting in (*OWN.items(), *((each.key, each) for each in MORE)):
        assert setting.key == key
        assert setting.rule.read(setting.default) == setting.default
        assert setting.help or setting.table


def test_keys_of_the_file_are_read(path: Path) -> None:
    path.write_text('language = "fr"\nvolume = 0\nnames = ["Ada", "Zoé"]\n[custom]\nup = 17\n"i2c-address" = "0x3D"')
    expected = replace(
        DEFAULTS, language="fr", volume=0, names=("Ada", "Zoé"), custom={"up": 17, "i2c-address": "0x3D"}
    )
    assert load(path) == (expected, ())


@given(settings=chosen)
def test_what_is_saved_is_what_is_loaded(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    save(path, settings)
    assert load(path) == (settings, ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("volume = 101", "expected volume to be a whole number, 0 to 100, got 101"),
        ("volume = -1", "expected volume to be a whole number, 0 to 100, got -1"),
        ("volume = true", "expected volume to be a whole number, 0 to 100, got True"),
        ("volume = 60.0", "expected volume to be a whole number, 0 to 100, got 60.0"),
        ("brightness = 0", "expected brightness to be a whole number, 1 to 100, got 0"),
        ("dim_after_s = 3601", "expected dim_after_s to be a whole number, 0 to 3600, got 3601"),
        ("dark_after_s = 86401", "expected dark_after_s to be a whole number, 0 to 86400, got 86401"),
        ("large_text = 1", "expected large_text to be true or false, got 1"),
        ('language = "tlh"', f"expected language to be one of auto, {', '.join(languages())}, got 'tlh'"),
        ("pegs = []", "expected pegs to be one of letters, shapes, got []"),
        (
            'tray_port = "ttyUSB0"',
            "expected tray_port to be a path that begins with /dev/, or empty to ask every USB adapter, got 'ttyUSB0'",
        ),
        ('start_row = "first"', "expected start_row to be one of last, empty, got 'first'"),
        ('board = "hat"', f"expected board to be one of {', '.join(BoardName)}, got 'hat'"),
        ('names = "Ada"', "expected names to be at most 12 names of 1 to 10 letters each, got 'Ada'"),
        ('names = [""]', "expected names to be at most 12 names of 1 to 10 letters each, got ['']"),
        (
            "custom = 3",
            "expected custom to be a table of texts, whole numbers, true and false; its keys are for the board to "
            "check, got 3",
        ),
    ],
)
def test_value_beyond_its_limit_is_named_with_limit_and_file(path: Path, text: str, told: str) -> None:
    assert refusals(path, text) == [f"{told}, in {path}"]


@pytest.mark.parametrize(
    "names",
    ['["Bartholomew"]', '[" Ada"]', '["A\\u0007"]', "[7]", '["A\\u00ad"]', '["Яна"]'],
    ids=repr,
)
def test_names_that_no_player_can_have_are_refused(path: Path, names: str) -> None:
    assert len(refusals(path, f"names = {names}")) == 1


@pytest.mark.parametrize("names", [["Ada", "Яна", "Zoé"], ["Ada", "Zoé", 7], ["Ada", "Zoé", "Bartholomew"]])
def test_name_that_no_player_can_have_costs_no_other_name(path: Path, names: list[object]) -> None:
    path.write_text(f"volume = 9\nnames = {json.dumps(names)}", "utf-8")
    settings, (told,) = load(path)
    assert settings == Settings(volume=9, names=("Ada", "Zoé"))
    assert "expected names to be at most 12 names" in str(told)
    save(path, settings)
    assert load(path) == (settings, ())


def test_of_too_many_names_the_first_are_used(path: Path) -> None:
    path.write_text(f"names = {json.dumps([f'A{number}' for number in range(13)])}", "utf-8")
    settings, told = load(path)
    assert settings.names == tuple(f"A{number}" for number in range(12))
    assert len(told) == 1


@pytest.mark.parametrize("entry", ["1.5", "[1]", "{a = 1}"])
def test_custom_table_takes_texts_whole_numbers_and_flags_only(path: Path, entry: str) -> None:
    assert len(refusals(path, f"[custom]\nup = {entry}")) == 1


def test_unknown_key_is_told_with_the_likely_one(path: Path) -> None:
    assert refusals(path, "volum = 3") == [f"expected a known key, got 'volum': did you mean 'volume', in {path}"]


def test_unknown_key_like_no_other_is_told_with_the_known_ones(path: Path) -> None:
    assert refusals(path, "xyz = 3") == [f"expected a known key, got 'xyz': known are {', '.join(OWN)}, in {path}"]


def test_every_wrong_key_is_named_in_the_order_of_the_file(path: Path) -> None:
    path.write_text("volume = 101\nlarge_text = true\nbrigthness = 3\npegs = 1")
    _, refused = load(path)
    assert [each.values["key"] for each in refused] == ["volume", "brigthness", "pegs"]


def test_sentence_with_any_key_fits_the_display(path: Path) -> None:
    path.write_text("a" * 500 + " = 1")
    _, (refused,) = load(path)
    assert len(refused.sentence.format(**refused.values)) <= 63


@pytest.mark.parametrize(
    "content",
    [b"volume = ", b"\xff\xfe", b"volume = 1\nvolume = 2", b"a = " + b"9" * 5000, b"a = " + b"[" * 5000],
    ids=["cut off", "not UTF-8", "key twice", "endless number", "endless nesting"],
)
def test_file_that_is_not_toml_is_named(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    settings, (refused,) = load(path)
    assert settings == DEFAULTS
    assert isinstance(refused, SettingsUnreadable)
    assert str(refused).startswith("expected a readable TOML file, got ")
    assert str(refused).endswith(f", in {path}")


def test_file_that_cannot_be_read_is_named(path: Path) -> None:
    path.mkdir()
    settings, (refused,) = load(path)
    assert settings == DEFAULTS
    assert f"in {path}" in str(refused)


@given(content=st.binary())
def test_no_content_of_the_file_stops_the_box(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.toml"
    path.write_bytes(content)
    settings, _ = load(path)
    assert isinstance(settings, Settings)


def test_settings_beyond_a_limit_cannot_be_made() -> None:
    with pytest.raises(SettingsRefused, match="expected volume to be a whole number, 0 to 100, got 101"):
        replace(DEFAULTS, volume=101)


def test_saved_file_tells_every_key_and_sets_only_what_was_chosen(path: Path) -> None:
    save(path, replace(DEFAULTS, volume=10))
    told = path.read_text("utf-8")
    assert tomllib.loads(told) == {"volume": 10}
    assert [key for key in OWN if f"# {key} = " not in told] == ["volume", "custom"]


def test_saving_makes_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "settings.toml"
    save(path, DEFAULTS)
    assert load(path) == (DEFAULTS, ())


def test_saved_file_is_private_to_its_owner(path: Path) -> None:
    save(path, DEFAULTS)
    assert S_IMODE(path.stat().st_mode) == 0o600


def test_file_that_earlier_versions_left_readable_is_made_private(path: Path) -> None:
    path.write_text("volume = 7")
    path.chmod(0o644)
    assert SettingsFile(path).settings.volume == 7
    assert S_IMODE(path.stat().st_mode) == 0o600


def test_device_in_place_of_the_file_keeps_its_mode(tmp_path: Path) -> None:
    fifo = tmp_path / "settings.toml"
    os.mkfifo(fifo)
    fifo.chmod(0o644)
    SettingsFile(fifo)
    assert S_IMODE(fifo.stat().st_mode) == 0o644


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write for another user")
def test_file_that_root_saves_belongs_to_the_owner_of_the_folder(path: Path) -> None:
    os.chown(path.parent, 65534, 65534)
    save(path, DEFAULTS)
    found = path.stat()
    assert (found.st_uid, found.st_gid, S_IMODE(found.st_mode)) == (65534, 65534, 0o600)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write into the folder of another user")
def test_file_of_root_stays_readable_in_the_folder_of_the_user_who_plays(path: Path) -> None:
    path.write_text("volume = 7")
    path.chmod(0o644)
    os.chown(path.parent, 65534, 65534)
    SettingsFile(path)
    assert S_IMODE(path.stat().st_mode) == 0o644


CHANGED = "expected the checksum in the first line to fit, got a file that was edited or damaged, in {}"


def test_value_edited_by_hand_in_a_saved_file_is_used_and_told(path: Path) -> None:
    save(path, replace(DEFAULTS, volume=10, names=("Ada",)))
    path.write_text(path.read_text("utf-8").replace("volume = 10", "volume = 11"), "utf-8")
    settings, (told,) = load(path)
    assert settings == replace(DEFAULTS, volume=11, names=("Ada",))
    assert isinstance(told, SettingsChanged)
    assert str(told) == CHANGED.format(path)
    assert told.values == {"chosen": 'volume = 11\nnames = ["Ada"]'}


def test_edited_file_without_its_first_line_is_welcome_as_it_is(path: Path) -> None:
    save(path, replace(DEFAULTS, volume=10))
    path.write_text(path.read_text("utf-8").partition("\n")[2].replace("= 10", "= 11"), "utf-8")
    assert load(path) == (replace(DEFAULTS, volume=11), ())


def test_file_cut_off_between_two_lines_is_told(path: Path) -> None:
    save(path, replace(DEFAULTS, volume=10, brightness=20))
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("# a whole number, 1 to 100")], "utf-8")
    settings, (told,) = load(path)
    assert settings == replace(DEFAULTS, volume=10)
    assert isinstance(told, SettingsChanged)


def test_saving_confirms_an_edited_file_and_loses_none_of_its_values(path: Path) -> None:
    save(path, replace(DEFAULTS, volume=10))
    path.write_text(path.read_text("utf-8").replace("volume = 10", "volume = 11"), "utf-8")
    file = SettingsFile(path)
    assert [type(each) for each in file.told] == [SettingsChanged]
    file.save(replace(file.settings, brightness=20))
    assert load(path) == (replace(DEFAULTS, volume=11, brightness=20), ())


def test_editor_that_changes_line_ends_alone_changes_nothing(path: Path) -> None:
    save(path, replace(DEFAULTS, volume=10))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load(path) == (replace(DEFAULTS, volume=10), ())


def test_saving_through_a_link_leaves_the_link(path: Path) -> None:
    link = path.with_name("link.toml")
    link.symlink_to(path)
    save(link, replace(DEFAULTS, volume=1))
    assert link.is_symlink()
    assert load(path) == (replace(DEFAULTS, volume=1), ())


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")], ids=["fsync", "replace"])
def test_failed_save_leaves_the_old_file_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, step: str
) -> None:
    save(path, replace(DEFAULTS, volume=1))
    monkeypatch.setattr(owner, step, full_disk)
    with pytest.raises(SettingsRefused, match=r"expected to write the settings, got .*No space left on device"):
        save(path, replace(DEFAULTS, volume=2))
    assert load(path) == (replace(DEFAULTS, volume=1), ())
    assert list(path.parent.iterdir()) == [path]


def test_save_into_what_is_no_folder_is_refused(path: Path) -> None:
    path.touch()
    with pytest.raises(SettingsRefused, match=r"Not a directory|File exists"):
        save(path / "settings.toml", DEFAULTS)


def test_settings_reach_the_disk_before_they_take_the_old_place(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = []
    fsync, move = os.fsync, Path.replace

    def seen_fsync(descriptor: int) -> None:
        steps.append("fsync " + Path(os.readlink(f"/proc/self/fd/{descriptor}")).name[:9])
        fsync(descriptor)

    def seen_move(self: Path, target: Path) -> Path:
        steps.append(f"replace {target.name}")
        return move(self, target)

    monkeypatch.setattr(os, "fsync", seen_fsync)
    monkeypatch.setattr(Path, "replace", seen_move)
    save(path, DEFAULTS)
    assert steps == ["fsync .settings", "replace settings.toml", f"fsync {path.parent.name[:9]}"]


def test_settings_file_keeps_what_is_saved(path: Path) -> None:
    SettingsFile(path).save(replace(DEFAULTS, volume=7))
    assert SettingsFile(path).settings == replace(DEFAULTS, volume=7)


def test_settings_file_that_cannot_be_read_is_left_as_it_is(path: Path) -> None:
    path.write_text("volume = ")
    file = SettingsFile(path)
    with pytest.raises(SettingsRefused, match="expected a sound file to write to, got expected a readable TOML file"):
        file.save(DEFAULTS)
    assert path.read_text("utf-8") == "volume = "


def test_settings_longer_than_what_is_read_are_not_written(path: Path) -> None:
    path.write_text(f'x = "{"y" * (SETTINGS_LIMIT - 100)}"\nvolume = 9\n')
    before = path.read_text("utf-8")
    file = SettingsFile(path)
    assert file.settings.volume == 9
    with pytest.raises(SettingsRefused, match="expected settings of at most 65536 characters"):
        file.save(replace(file.settings, volume=7))
    assert path.read_text("utf-8") == before


def test_settings_not_kept_hold_for_the_session(path: Path) -> None:
    path.write_text("volume = ")
    file = SettingsFile(path)
    with pytest.raises(SettingsRefused):
        file.save(replace(DEFAULTS, volume=7))
    assert file.settings == replace(DEFAULTS, volume=7)


def test_settings_file_that_version_0_1_wrote_is_read() -> None:
    settings, refused = load(Path(__file__).with_name("settings-0.1.toml"))
    assert refused == ()
    read = {field.name: getattr(settings, field.name) for field in fields(settings)}
    assert read == {
        "language": "fr",
        "volume": 40,
        "brightness": 70,
        "dim_after_s": 30,
        "dark_after_s": 1200,
        "large_text": True,
        "theme": "dark",
        "turned": "no",
        "pegs": "shapes",
        "start_row": "empty",
        "names": ("Anna", "Zoé"),
        "throws": (),
        "board": "custom",
        "custom": {"up": 5, "panel": "ssd1306"},
        "tray": "none",
        "tray_port": "/dev/ttyUSB0",
        "table_socket": "off",
        "demo": False,
        "tables": {},
        "unknown": {},
    }


def test_settings_file_that_version_0_2_0_wrote_is_read_and_written_in_the_form_of_today(path: Path) -> None:
    text = Path(__file__).with_name("settings-0.2.toml").read_text("utf-8")
    phones = Feature("phones", "Phones", settings=(Setting("on", False, was="phones"),))
    more = (*phones.declared().values(), *MORE)
    settings, (told,) = parse(text, "here", more)
    # A feature that is not installed here.
    assert str(told).startswith("expected a known key, got 'features': known are ")
    assert settings == Settings(
        language="fr",
        volume=40,
        brightness=70,
        dim_after_s=30,
        dark_after_s=1200,
        large_text=True,
        theme=Theme.LIGHT,
        turned=Turned.HALF,
        pegs=Pegs.SHAPES,
        start_row=StartRow.EMPTY,
        names=("Anna", "Zoé"),
        board=BoardName.CUSTOM,
        tray=TrayName.NONE,
        tray_port="/dev/ttyUSB0",
        table_socket=TableSocketUse.WATCH,
        demo=True,
        custom={"up": 5, "panel": "ssd1306"},
        tables={"phones": {"on": True}, "lamp": {"on": True}},
        unknown={"features": ["voice"]},
    )
    assert phones.is_on(settings)
    assert LAMP.is_on(settings)
    written = tomllib.loads(text_of(settings, more))
    kept = {key: value for key, value in tomllib.loads(text).items() if key not in ("phones", "features")}
    assert written == kept | {
        "phones": {"on": True},
        "lamp": {"on": True},
        "feature-volume": {},
        "features": ["voice"],
    }


# --- what cannot be used costs its value alone

WHOLE = """
volume = 9
names = ["Ada"]
[lamp]
on = true
level = 7
[feature-volume]
level = 2
"""
USED = Settings(volume=9, names=("Ada",), tables={"lamp": {"on": True, "level": 7}, "volume": {"level": 2}})


@pytest.mark.parametrize(
    ("line", "table", "told"),
    [
        ("brigthness = 3", "", "expected a known key, got 'brigthness': did you mean 'brightness', in here"),
        ("brightness = true", "", "expected brightness to be a whole number, 1 to 100, got True, in here"),
        ("brightness = 101", "", "expected brightness to be a whole number, 1 to 100, got 101, in here"),
        ("pegs = {a = 1.5}", "", "expected pegs to be one of letters, shapes, got {'a': 1.5}, in here"),
        ("custom = 7", "", f"expected custom to be {OWN['custom'].rule.limit}, got 7, in here"),
        ("colur = 3", "lamp", "expected a known key, got 'lamp.colur': did you mean 'lamp.colour', in here"),
        ("colour = 3", "lamp", "expected lamp.colour to be one of red, green, got 3, in here"),
        ("place = 1979-05-27", "lamp", "expected lamp.place to be a text of at most 100 plain characters, got "
            "datetime.date(1979, 5, 27), in here"),
        ("lit = 1", "lamp", "expected lamp.lit to be true or false, got 1, in here"),
        ("on = 1", "feature-volume", "expected volume.on to be true or false, got 1, in here"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_costs_that_value_alone_and_stays_in_the_file(
    path: Path, line: str, table: str, told: str
) -> None:
    head = f"[{table}]\n" if table else ""
    path.write_text(WHOLE.replace(head, f"{head}{line}\n", 1))
    file = SettingsFile(path, more=MORE)
    assert [str(each).replace(str(path), "here") for each in file.told] == [told]
    for setting in (*OWN.values(), *MORE):
        assert file.settings.get(setting) == USED.get(setting)
    before = tomllib.loads(path.read_text("utf-8"))
    file.save(replace(file.settings, volume=10))
    assert tomllib.loads(path.read_text("utf-8")) == before | {"volume": 10}


def test_value_out_of_range_in_the_table_of_a_feature_is_its_default(path: Path) -> None:
    path.write_text("volume = 9\n[lamp]\nlevel = 9\non = true\n")
    settings, (told,) = load(path, MORE)
    assert str(told) == f"expected lamp.level to be a whole number, 1 to 8, got 9, in {path}"
    assert [settings.get(LAMP.declared()[key]) for key in ("on", "level")] == [True, 3]
    assert settings.volume == 9


@pytest.mark.parametrize("value", [9, DEFAULTS.volume])
def test_value_that_is_chosen_replaces_the_one_that_could_not_be_used(path: Path, value: int) -> None:
    path.write_text("volume = 101\n[lamp]\nlevel = 900\n")
    file = SettingsFile(path, more=MORE)
    chosen = replace(file.settings, **file.settings.changes(OWN["volume"], value))
    file.save(replace(chosen, **chosen.changes(LAMP.declared()["level"], 3)))
    assert load(path, MORE) == (replace(DEFAULTS, volume=value), ())


def test_table_of_a_feature_that_is_not_installed_is_kept(path: Path) -> None:
    path.write_text("volume = 9\n[lamp]\nlevel = 5\non = true\n")
    file = SettingsFile(path)
    assert [str(each) for each in file.told] == [
        f"expected a known key, got 'lamp': known are {', '.join(OWN)}, in {path}"
    ]
    file.save(replace(file.settings, volume=10))
    settings, told = load(path, MORE)
    assert (settings.volume, settings.tables, told) == (10, {"lamp": {"level": 5, "on": True}}, ())


keys = st.sampled_from([*OWN, "lamp", "lamp_lit", "feature-volume", "feature-lamp", "features", "phones"]) | words
values: st.SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | words
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.none() | st.just(UTC))
    | st.sampled_from(["on", "level", "lamp", 3, True, "light"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(keys | st.sampled_from(["on", "level"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def quoted(key: str) -> str:
    return json.dumps(key).replace("\x7f", "\\u007f")


# Names are kept one by one.
@given(
    written=st.dictionaries(keys, values, max_size=6).filter(
        lambda written: not isinstance(written.get("names"), list)
    )
)
def test_any_file_is_used_where_it_can_be_and_kept_where_it_cannot(written: dict[str, Any]) -> None:
    text = "# by hand\n" + "".join(f"{line(quoted(key), value)}\n" for key, value in written.items())
    try:
        settings, told = parse(text, "here", MORE)
    except TextUnreadable:
        return
    good = {key for key, value in written.items() if key in OWN and OWN[key].rule.read(value) is not None}
    for key in good:
        assert getattr(settings, key) == OWN[key].rule.read(written[key])
    for key in OWN.keys() - good:
        assert getattr(settings, key) == OWN[key].default
    taken = ("lamp", "volume", "feature-lamp", "feature-volume", "lamp_lit", "features")
    unknown = {key: value for key, value in written.items() if key not in good and key not in taken and value != {}}
    assert {key: value for key, value in settings.unknown.items() if key not in taken} == unknown
    assert len(told) >= len(unknown)
    # The file that is written is read as the same, and nothing of it is lost.
    again = parse(text_of(settings, MORE), "here", MORE)
    assert text_of(again[0], MORE) == text_of(settings, MORE)
    for setting in (*OWN.values(), *MORE):
        assert again[0].get(setting) == settings.get(setting)
    assert again[0].unknown == settings.unknown
    assert [type(each) for each in again[1]] == [type(each) for each in told]


# --- what a backup may bring without a question

OPENED: dict[str, Any] = {
    "board": BoardName.SSD1327,
    "tray_port": "/dev/sda",
    "table_socket": TableSocketUse.WATCH,
    "demo": True,
    "custom": {"up": 5},
}
"""The settings that open or redirect something, with a value that does."""
HARMLESS_HERE = {
    *("language", "volume", "brightness", "dim_after_s", "dark_after_s", "large_text", "theme", "turned", "pegs"),
    *("start_row", "names", "throws", "tray"),
}


def test_every_setting_is_harmless_or_asked_for() -> None:
    assert {*OWN} == HARMLESS_HERE | OPENED.keys()
    assert {key for key, setting in OWN.items() if setting.opens} == OPENED.keys()


def test_setting_of_a_feature_is_asked_for_unless_it_declares_that_it_opens_nothing() -> None:
    there = replace(DEFAULTS, tables={"lamp": {"on": True, "level": 5, "colour": "green", "place": "attic"}})
    asked = opening(DEFAULTS, there, MORE)
    assert asked == [("lamp.on", True), ("lamp.place", "attic")]
    assert without(DEFAULTS, there, asked, MORE).tables == {"lamp": {"level": 5, "colour": "green"}}
    assert without(DEFAULTS, there, asked[:1], MORE).tables["lamp"].keys() == {"level", "colour", "place"}


@pytest.mark.parametrize("feature", installed(), ids=lambda feature: feature.key)
def test_switch_of_every_feature_is_asked_for(feature: Feature) -> None:
    on = replace(DEFAULTS, **dict[str, Any](feature.switched(DEFAULTS, True)))
    assert opening(DEFAULTS, on, tuple(feature.declared().values())) == [(f"{feature.key}.on", True)]


@pytest.mark.parametrize("key", OPENED)
def test_what_was_refused_is_as_before_and_what_closes_something_is_not_asked_for(key: str) -> None:
    there = replace(DEFAULTS, volume=9, **{key: OPENED[key]})
    asked = opening(DEFAULTS, there)
    assert asked == [(key, OPENED[key])]
    assert without(DEFAULTS, there, []) == there
    assert without(DEFAULTS, there, asked) == Settings(volume=9)
    assert opening(there, there) == opening(there, DEFAULTS) == []
