"""The commands ``codemaker backup`` and ``codemaker restore``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.kept_files import KeptFile, KeptFiles
from companion.config.paths import find_paths
from companion.config.settings import BoardName, Settings, Turned, load, save
from companion.features.seam import declared
from companion.storage.journal import open_for_reading
from tests.support.match_lines import CODE, GUESS, HEADING, opened


def box(folder: Path, *results: str | None, names: tuple[str, ...] = ()) -> Path:
    folder.mkdir()
    save(folder / "settings.toml", Settings(names=names, volume=7))
    with closing(opened(folder / "journal.db")) as journal:
        for result in results:
            journal.append(journal.begin(HEADING), (CODE, GUESS), result)
    return folder


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def results(folder: Path) -> list[str | None]:
    with closing(open_for_reading(folder / "journal.db")) as journal:
        return [summary.result for summary in journal.matches()]


def test_matches_and_names_go_from_one_box_to_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ada", "Zo\u00e9")), box(tmp_path / "new", names=("Ben",))
    assert run("backup", tmp_path, "--state", old) == 0
    file = tmp_path / "codemaker-1.backup"
    assert capsys.readouterr().out == f"matches: 1, throws: 0, in {file}\n"
    assert run("restore", file, "--state", new) == 0
    assert capsys.readouterr().out == "matches added: 1, continued: 0, here already: 0; throws added: 0\n"
    assert results(new) == ["won"]
    settings = load(new / "settings.toml")[0]
    assert (settings.names, settings.volume) == (("Ben", "Ada", "Zo\u00e9"), 7)


def test_players_who_are_not_known_here_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ben", "Zo\u00e9")), box(tmp_path / "new", names=("ben",))
    run("backup", tmp_path / "a.backup", "--state", old)
    for state, told in ((new, "codemaker: players not known here: Zo\u00e9\n"), (tmp_path / "first", "")):
        capsys.readouterr()
        assert run("restore", tmp_path / "a.backup", "--state", state) == 0
        assert capsys.readouterr().err == told


def test_settings_edited_by_hand_are_told_before_names_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ada",)), box(tmp_path / "new")
    path = new / "settings.toml"
    path.write_text(path.read_text("utf-8").replace("volume = 7", "volume = 8"), "utf-8")
    assert run("backup", tmp_path / "a.backup", "--state", old) == 0
    assert run("restore", tmp_path / "a.backup", "--state", new) == 0
    assert "a file that was edited or damaged" in capsys.readouterr().err
    assert load(path) == (Settings(names=("Ada",), volume=8), ())


def test_file_that_exists_is_never_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = box(tmp_path / "state", "won")
    before = (state / "journal.db").read_bytes()
    assert run("backup", state / "journal.db", "--state", state) == 2
    assert "got one that exists" in capsys.readouterr().err
    assert (state / "journal.db").read_bytes() == before


def test_damaged_match_is_named_and_the_others_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = box(tmp_path / "state", "won", "lost")
    with closing(opened(state / "journal.db")) as journal, journal._db:
        journal._db.execute("UPDATE entries SET text = 'guess BBBB' WHERE match = 1 AND seq = 2")
    assert run("backup", tmp_path / "a.backup", "--state", state) == 1
    told = capsys.readouterr()
    assert told.out.startswith("matches: 1,")
    assert told.err == "codemaker: not in it, because damaged: 1\n"


def test_box_that_plays_is_not_written_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = box(tmp_path / "state", "won")
    run("backup", tmp_path / "a.backup", "--state", state)
    with closing(opened(state / "journal.db")):
        assert run("backup", tmp_path / "b.backup", "--state", state) == 0
        assert run("restore", tmp_path / "a.backup", "--state", state) == 2
    assert "another codemaker running" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b'{"codemaker":"backup","version":9}\n', None])
def test_file_that_is_no_backup_is_a_sentence_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    state = box(tmp_path / "state", "won")
    if content is not None:
        (tmp_path / "a.backup").write_bytes(content)
    assert run("restore", tmp_path / "a.backup", "--state", state) == 2
    assert capsys.readouterr().err.startswith("codemaker: expected a ")
    assert results(state) == ["won"]


def test_names_that_cannot_be_added_are_told_and_the_matches_are_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ada",)), box(tmp_path / "new")
    (new / "settings.toml").write_text("volume = \n")
    run("backup", tmp_path, "--state", old)
    assert run("restore", tmp_path / "codemaker-1.backup", "--state", new) == 0
    assert "the settings and players' names were not written" in capsys.readouterr().err
    assert results(new) == ["won"]


# --- settings, calibrations and own editions

FILES = {"trays/0042.json": '{"form": 1}', "editions/own.toml": 'name = "Own"\n', "settings.toml": "volume = 9\n"}
KEPT_ALONE = {"phones.json": "a secret key", "statistics.json": "{}", "editions/notes.txt": "notes"}


def with_files(state: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (state / name).parent.mkdir(exist_ok=True)
        (state / name).write_text(text)
    return state


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """Return a backup of a box with every kind of file."""
    old = with_files(box(tmp_path / "old", "won"), {**FILES, **KEPT_ALONE})
    path = tmp_path / "whole.backup"
    assert run("backup", path, "--state", old) == 0
    return path


def test_new_box_has_the_files_without_a_question(
    tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new"
    assert run("restore", whole, "--state", new) == 0
    told = capsys.readouterr()
    assert "files: settings, 0042.json, own.toml\n" in told.out
    assert told.err == ""
    assert {name: (new / name).read_text() for name in FILES if name != "settings.toml"} == {
        name: text for name, text in FILES.items() if name != "settings.toml"
    }
    assert load(new / "settings.toml") == (Settings(volume=9), ())
    assert not any((new / name).exists() for name in KEPT_ALONE)


def test_keys_of_phones_are_in_no_backup(whole: Path) -> None:
    assert "secret key" not in whole.read_text()


OTHERS = {"trays/0042.json": "{}", "editions/own.toml": "", "settings.toml": "volume = 8\n"}


@pytest.mark.parametrize("has_consent", [False, True])
def test_files_that_differ_are_replaced_with_consent_alone(
    tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str], has_consent: bool
) -> None:
    new = with_files(box(tmp_path / "new"), OTHERS)
    assert run("restore", whole, "--state", new, *(["--yes"] if has_consent else [])) == 0
    expected = FILES if has_consent else OTHERS
    listed = "settings, calibration 0042.json, edition own.toml"
    assert (f"kept as here, not replaced: {listed}" in capsys.readouterr().err) is not has_consent
    assert load(new / "settings.toml")[0].volume == (9 if has_consent else 8)
    assert (new / "trays/0042.json").read_text() == expected["trays/0042.json"]
    assert (new / "editions/own.toml").read_text() == expected["editions/own.toml"]
    assert results(new) == ["won"]


def test_same_files_are_not_asked_for(tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "new"
    run("restore", whole, "--state", new)
    capsys.readouterr()
    assert run("restore", whole, "--state", new) == 0
    told = capsys.readouterr()
    assert (told.out.count("files"), told.err) == (0, "")


def test_wrong_settings_are_replaced_with_consent(tmp_path: Path, whole: Path) -> None:
    new = with_files(box(tmp_path / "new"), {"settings.toml": "volume = 900\n"})
    assert run("restore", whole, "--state", new, "--yes") == 0
    assert load(new / "settings.toml") == (Settings(volume=9), ())


def test_settings_with_a_wrong_value_are_in_the_backup_and_lose_it_alone(tmp_path: Path) -> None:
    wrong = "volume = 900\nbrightness = 9\n[phones]\non = 3\n"
    old = with_files(box(tmp_path / "old", "won"), {"settings.toml": wrong})
    assert run("backup", tmp_path / "a.backup", "--state", old) == 0
    assert run("restore", tmp_path / "a.backup", "--state", tmp_path / "new") == 0
    assert load(tmp_path / "new/settings.toml") == (Settings(brightness=9), ())


def test_unreadable_settings_are_left_out_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = with_files(box(tmp_path / "old", "won"), {"settings.toml": "volume = \n"})
    assert run("backup", tmp_path, "--state", old) == 1
    assert "not in it, because damaged: settings.toml" in capsys.readouterr().err


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


DOORS = """tray_port = "/dev/sda"
table_socket = "play"
phones = true
demo = true
board = "custom"
volume = 9
[custom]
up = 5
[voice]
on = true
"""
LINES = (
    'board = "custom"',
    'tray_port = "/dev/sda"',
    'table_socket = "play"',
    "demo = true",
    "custom = {up = 5}",
    "phones.on = true",
)


@pytest.fixture
def doors(tmp_path: Path) -> Path:
    """Return a backup of a box that has everything open."""
    run("backup", tmp_path / "doors.backup", "--state", with_files(box(tmp_path / "open"), {"settings.toml": DOORS}))
    return tmp_path / "doors.backup"


@pytest.mark.parametrize("options", [(), ("--yes",)])
def test_without_a_terminal_nothing_is_opened_and_what_is_left_out_is_named(
    tmp_path: Path, doors: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    capsys.readouterr()
    assert run("restore", doors, *options, "--state", tmp_path / "new") == 0
    told = f"codemaker: not taken over without a yes in a terminal: {', '.join(LINES)}\n"
    assert capsys.readouterr().err == told
    assert load(tmp_path / "new/settings.toml")[0] == Settings(volume=9)


def test_terminal_asks_for_each_setting_that_opens_something(
    tmp_path: Path, doors: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdin", Terminal("\n\n\n\n\ny\n"))
    assert run("restore", doors, "--state", tmp_path / "new") == 0
    asked = capsys.readouterr().err
    assert [asked.count(f"take over what opens a way in: {line}? [y/N] ") for line in LINES] == [1] * len(LINES)
    # Of the feature that is not installed here nothing is taken.
    assert load(tmp_path / "new/settings.toml", declared())[0] == Settings(volume=9, tables={"phones": {"on": True}})


def test_terminal_asks_before_it_replaces(tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, volume in (("\n", 8), ("y\n", 9)):
        new = with_files(box(tmp_path / f"new{volume}"), OTHERS)
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        assert run("restore", whole, "--state", new) == 0
        assert load(new / "settings.toml")[0].volume == volume


def test_display_of_the_box_stays_where_one_was_chosen(tmp_path: Path) -> None:
    old, new = box(tmp_path / "old"), box(tmp_path / "new")
    save(old / "settings.toml", Settings(board=BoardName.BONNET, turned=Turned.HALF))
    save(new / "settings.toml", Settings(board=BoardName.SSD1327))
    run("backup", tmp_path / "a.backup", "--state", old)
    assert run("restore", tmp_path / "a.backup", "--state", new) == 0
    assert load(new / "settings.toml")[0] == Settings(board=BoardName.SSD1327, turned=Turned.HALF)


@pytest.mark.parametrize(
    "name", ["../own.toml", "/own.toml", ".own.toml", "own.txt", "a/own.toml", "own\n.toml", "x" * 300 + ".toml", ""]
)
def test_name_of_a_forged_backup_leads_out_of_no_folder(tmp_path: Path, name: str) -> None:
    where = find_paths({}, tmp_path, tmp_path / "state")
    file = KeptFile("edition", name, "forged")
    assert KeptFiles(where).new_and_other([file]) == ([], [])
    KeptFiles(where).write([file])
    assert [*tmp_path.rglob("*")] == []


def test_file_that_cannot_be_written_is_told_after_the_matches_are_here(
    tmp_path: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = box(tmp_path / "new")
    (new / "trays").write_text("no folder")
    assert run("restore", whole, "--state", new) == 2
    assert "expected to write a file of the backup" in capsys.readouterr().err
    assert results(new) == ["won"]
