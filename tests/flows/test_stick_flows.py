"""Matches go to a stick and come from one, by the menu of the box."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Generator, Mapping
from io import FileIO, TextIOWrapper
from pathlib import Path
from typing import NoReturn, TextIO

import pytest

from companion.box import Button
from companion.config import atomic_file
from companion.config.declared import Setting
from companion.config.kept_files import KeptFiles
from companion.config.paths import find_paths
from companion.config.settings import Settings
from companion.config.stick import Stick, find_stick, has_disk, is_mounted
from companion.features.seam import Feature
from companion.match import backup
from companion.match.backup import finish, save
from companion.ui.core.notice import Notice, Question
from companion.ui.home.stick import MOST_READ, PULLED_OUT, Copying
from tests.support.flow import Flow, entering, start
from tests.support.installing import install
from tests.support.match_lines import CODE, GUESS, HEADING
from tests.support.paper import NOON, PaperArchive

ROW = entering("ROYG")
NEW_MATCH = "OK OK OK OK"
PAPER = Feature("paper", "Paper", settings=(Setting("level", 1, limits=range(9), opens=False),))
STICK, SAVE, LOAD = "USB stick", "Save matches", "Load matches"


class Port:
    """A USB port of the box, with a stick in it or none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_plugged = True
        self.looks_until_pulled = 99

    def has_stick(self, folder: Path) -> bool:
        self.looks_until_pulled -= 1
        return self.is_plugged and folder == self.folder and self.looks_until_pulled >= 0


def box(port: Port, archive: PaperArchive | None = None) -> Flow:
    flow = start(archive)
    install(flow.context, stick=Stick(port.folder, port.has_stick))
    return flow


def told(flow: Flow) -> str:
    assert isinstance(flow.top, Notice)
    return flow.context.translator.say(flow.top.text)


@pytest.fixture
def port(tmp_path: Path) -> Port:
    return Port(tmp_path)


def played(port: Port) -> Flow:
    """Return a box with one match that goes on, at its main menu."""
    flow = box(port)
    flow.press(NEW_MATCH, ROW, "BACK")
    flow.choose("Home, keep match")
    return flow


def test_matches_of_one_box_are_on_the_other_and_the_open_one_goes_on(port: Port) -> None:
    old = played(port)
    old.choose("More", STICK, SAVE)
    assert told(old) == "1 match is on the stick.\nYou may pull the stick out now."
    new = box(port)
    new.choose("More", STICK, LOAD)
    assert told(new) == "1 match was added.\nYou may pull the stick out now."
    assert new.archive.read(1) == old.archive.read(1)
    new.press("OK BACK BACK")
    assert "Go on playing" in "\n".join(new.lines)
    new.choose("Go on playing")
    assert new.context.driver is not None
    assert new.context.driver.session.number == 1


def test_names_of_players_come_along(port: Port) -> None:
    old = box(port)
    old.context.change(names=("Zo\u00e9", "Anna"))
    old.choose("More", STICK, SAVE)
    new = box(port)
    new.choose("More", STICK, LOAD)
    new.press("LEFT OK")
    assert new.context.chosen.names == ("Anna", "Ben", "Zo\u00e9")


def test_backup_of_players_not_known_here_is_told_and_ok_alone_takes_nothing_of_it(port: Port) -> None:
    other = played(port)
    other.context.change(names=("Mallory", "Eve"))
    other.choose("More", STICK, SAVE)
    here = box(port)
    here.choose("More", STICK, LOAD)
    assert isinstance(here.top, Question)
    assert here.context.translator.say(here.top.text) == "Players not known here: Mallory, Eve. Load?"
    here.press("OK")
    assert (here.context.chosen.names, here.archive.results) == (("Anna", "Ben"), {})


def test_loading_while_a_match_is_open_keeps_it_to_go_on_with(port: Port) -> None:
    other = box(port)
    other.archive.append(other.archive.begin(HEADING), (CODE, GUESS), "done")
    other.choose("More", STICK, SAVE)
    here = played(port)
    before = here.archive.read(1)[1]
    here.choose("More", STICK, LOAD)
    here.press("OK BACK BACK")
    assert here.archive.results == {1: "done", 2: None}
    assert here.archive.read(2)[1] == before
    here.choose("Go on playing")
    assert here.context.driver is not None
    assert here.context.driver.session.number == 2


def test_number_that_is_another_match_after_loading_is_not_played_on_with_the_old_one(port: Port) -> None:
    other = played(port)
    other.choose("More", STICK, SAVE)
    here = box(port)
    here.context.change(names=("Cleo", "Dora"))
    here.press(NEW_MATCH, ROW, "BACK")
    here.choose("Home, keep match", "More", STICK, LOAD)
    here.press("LEFT OK")
    session = here.context.resume(here.archive.read(1)[0])
    assert session.players == ("Anna", "Ben")
    assert here.context.drive(session).session is session


def test_box_without_a_place_for_sticks_offers_none() -> None:
    assert "USB stick" not in "\n".join(start().lines)
    assert find_stick({}) is None
    assert find_stick({"CODEMAKER_STICK": "/run/codemaker-stick"}) == Stick(Path("/run/codemaker-stick"))


@pytest.mark.parametrize("choice", [SAVE, LOAD])
def test_without_a_stick_the_box_asks_for_one(port: Port, choice: str) -> None:
    flow = box(port)
    port.is_plugged = False
    flow.choose("More", STICK, choice)
    assert told(flow) == "Plug in a USB stick, wait a moment, choose again."
    port.is_plugged = True
    flow.press("OK OK")
    assert told(flow) != "Plug in a USB stick, wait a moment, choose again."


def test_stick_without_a_backup_is_told(port: Port) -> None:
    flow = box(port)
    flow.choose("More", STICK, LOAD)
    assert told(flow) == "There are no saved matches on this stick."


def test_of_several_backups_the_newest_is_the_first_to_choose(port: Port) -> None:
    for _ in range(2):
        finish(save(PaperArchive(), (), (), backup.free_path(port.folder), NOON))
    flow = box(port)
    flow.choose("More", STICK, LOAD)
    assert flow.lines[1:] == ["> codemaker-2.backup", "  codemaker-1.backup"]
    flow.press("OK")
    assert told(flow).startswith("0 matches were added.")


def test_broken_backup_changes_nothing_and_is_told(port: Port) -> None:
    (port.folder / "codemaker-1.backup").write_text('{"codemaker":"backup","version":1}\n')
    flow = box(port)
    flow.choose("More", STICK, LOAD)
    assert told(flow) == "This file is no whole backup. Nothing was changed."


def test_stick_that_is_pulled_while_the_box_writes_is_told(port: Port) -> None:
    flow = played(port)
    port.looks_until_pulled = 1
    flow.choose("More", STICK, SAVE)
    assert told(flow) == PULLED_OUT


# What the program calls while it saves, in that order: the stick is gone from there on.
CALLS = ("mkstemp", "write", "fsync", "replace", "posix_fadvise")


def pull_at(call: str, port: Port, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the stick be gone when *call* is called, and every later call on it fail as the kernel lets it fail."""

    def gone(*_: object, **__: object) -> NoReturn:
        port.is_plugged = False
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(port.folder))

    class Dead(TextIOWrapper):
        write = gone

    def opened(descriptor: int, mode: str, encoding: str) -> TextIO:
        return Dead(FileIO(descriptor, mode), encoding=encoding)

    for name in CALLS[CALLS.index(call) :]:
        if name == "mkstemp":
            monkeypatch.setattr(tempfile, name, gone)
        elif name == "write":
            monkeypatch.setattr(atomic_file, "open", opened, raising=False)
        else:
            monkeypatch.setattr(os, name, gone)
    monkeypatch.setattr(os, "unlink", gone)


@pytest.mark.parametrize("call", CALLS)
def test_stick_that_is_pulled_at_any_call_is_told_and_the_next_try_saves(port: Port, call: str) -> None:
    flow = played(port)
    with pytest.MonkeyPatch.context() as monkeypatch:
        pull_at(call, port, monkeypatch)
        flow.choose("More", STICK, SAVE)
        assert told(flow) == PULLED_OUT
    port.is_plugged = True
    flow.press("OK OK")
    assert told(flow) == "1 match is on the stick.\nYou may pull the stick out now."


def test_stick_that_is_broken_and_stays_in_is_not_said_to_be_pulled(port: Port) -> None:
    flow = played(port)
    with pytest.MonkeyPatch.context() as monkeypatch:
        pull_at("fsync", port, monkeypatch)
        install(flow.context, stick=Stick(port.folder, lambda folder: True))
        flow.choose("More", STICK, SAVE)
    assert told(flow) == "The backup cannot be written there. Try another stick."


def test_back_on_a_stick_that_was_just_pulled_is_told(port: Port) -> None:
    archive = PaperArchive()
    for _ in range(40):
        archive.append(archive.begin(HEADING), (CODE,), "done")
    flow = box(port, archive)
    flow.choose("More", STICK)
    with pytest.MonkeyPatch.context() as monkeypatch:
        pull_at("fsync", port, monkeypatch)
        flow.box.inputs.press(Button.OK, Button.BACK)
        flow.run()
    assert told(flow) == PULLED_OUT


def test_stick_that_is_gone_when_it_is_looked_through_is_told(port: Port) -> None:
    flow = box(port)
    flow.choose("More", STICK)
    port.looks_until_pulled = 1
    install(flow.context, stick=Stick(port.folder / "gone", lambda folder: port.has_stick(port.folder)))
    for choice in (SAVE, LOAD):
        port.looks_until_pulled = 1
        flow.choose(choice)
        assert told(flow) == PULLED_OUT
        flow.press("OK")


@pytest.mark.parametrize("choice", [SAVE, LOAD])
def test_stick_of_another_format_is_told_which_to_use(port: Port, choice: str) -> None:
    flow = box(port)
    install(flow.context, stick=Stick(port.folder, lambda folder: False, lambda: True))
    flow.choose("More", STICK, choice)
    assert told(flow) == "The stick is not ready: wait, or use one with FAT32 or exFAT."


def test_stick_is_there_while_its_device_is(tmp_path: Path) -> None:
    device = os.stat("/").st_dev
    system = tmp_path / "dev/block" / f"{os.major(device)}:{os.minor(device)}"
    assert not is_mounted(Path("/"), tmp_path)
    system.mkdir(parents=True)
    assert is_mounted(Path("/"), tmp_path)
    assert not is_mounted(tmp_path, tmp_path)
    assert not is_mounted(tmp_path / "none", tmp_path)


def test_slot_without_a_card_is_no_disk(tmp_path: Path) -> None:
    for name, size in (("mmcblk0", "60000"), ("sda", "0")):
        (tmp_path / "block" / name).mkdir(parents=True)
        (tmp_path / "block" / name / "size").write_text(f"{size}\n")
    assert not has_disk(tmp_path)
    (tmp_path / "block/sda/size").write_text("60000\n")
    assert has_disk(tmp_path)


def test_disk_that_goes_while_it_is_looked_at_is_none(tmp_path: Path) -> None:
    # A folder cannot be read either.
    (tmp_path / "block/sda/size").mkdir(parents=True)
    assert not has_disk(tmp_path)


def test_back_stops_the_copying_and_leaves_nothing(port: Port) -> None:
    archive = PaperArchive()
    for _ in range(40):
        archive.append(archive.begin(HEADING), (CODE,), "done")
    flow = box(port, archive)
    flow.choose("More", STICK)
    flow.box.inputs.press(Button.OK, Button.BACK)
    flow.run()
    assert flow.screen == "Menu"
    assert [*port.folder.iterdir()] == []
    flow.choose(SAVE)
    assert told(flow).startswith("40 matches are on the stick.")


# --- settings, calibrations and own games

OWN = (Path(__file__).parents[2] / "companion/games/pegs/editions/mini.toml").read_text("utf-8").replace("mini", "own")
SETTINGS = "volume = 9\nlarge_text = true\ndim_after_s = 0\ndark_after_s = 0\n"
FILES = {"trays/0042.json": "{}", "editions/own.toml": OWN, "settings.toml": SETTINGS}


def with_files(flow: Flow, folder: Path, files: Mapping[str, str]) -> Flow:
    """Give the box of *flow* a folder of its own with *files* in it."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    install(flow.context, additions=(PAPER,))
    install(flow.context, kept_files=KeptFiles(find_paths({}, folder, folder), declared=flow.context.declared))
    return flow


def saved_with_files(port: Port, tmp_path: Path) -> None:
    old = with_files(box(port), tmp_path / "old", FILES)
    old.choose("More", STICK, SAVE)
    assert told(old).startswith("0 matches are on the stick.")


def test_settings_and_own_games_come_along_without_a_question_where_none_are_replaced(
    port: Port, tmp_path: Path
) -> None:
    saved_with_files(port, tmp_path)
    new = with_files(start(), tmp_path / "new", {})
    install(new.context, stick=Stick(port.folder, port.has_stick))
    new.choose("More", STICK, LOAD)
    assert told(new).startswith("0 matches were added.")
    assert (tmp_path / "new/trays/0042.json").read_text() == "{}"
    assert (new.context.chosen.volume, new.context.chosen.large_text) == (9, True)
    assert new.context.chosen.names == ("Anna", "Ben")
    new.press("OK BACK BACK")
    new.choose("Play")
    assert "own" in [game.key for game in new.context.catalogue]


@pytest.mark.parametrize("answer", ["OK", "LEFT OK"])
def test_files_that_differ_are_replaced_after_a_question(port: Port, tmp_path: Path, answer: str) -> None:
    saved_with_files(port, tmp_path)
    others = {"trays/0042.json": "[]", "settings.toml": "volume = 8\n"}
    here = with_files(box(port), tmp_path / "here", others)
    here.choose("More", STICK, LOAD)
    assert isinstance(here.top, Question)
    assert here.context.translator.say(here.top.text) == "Replace what differs here: settings, tray colours?"
    here.press(answer)
    assert told(here).startswith("0 matches were added.")
    is_replaced = answer != "OK"
    assert (tmp_path / "here/trays/0042.json").read_text() == ("{}" if is_replaced else "[]")
    assert (here.context.chosen.volume == 9) is is_replaced
    # What is new here is taken in any case.
    assert (tmp_path / "here/editions/own.toml").exists()


def test_display_that_shows_the_question_stays(port: Port, tmp_path: Path) -> None:
    old = with_files(box(port), tmp_path / "old", {"settings.toml": 'board = "ssd1327"\nvolume = 9\n'})
    old.choose("More", STICK, SAVE)
    here = with_files(box(port), tmp_path / "here", {})
    here.choose("More", STICK, LOAD)
    assert (here.context.chosen.board, here.context.chosen.volume) == ("auto", 9)


DOORS = 'demo = true\ntable_socket = "play"\ntray_port = "/dev/sda"\n'
FEATURES = "[paper]\non = true\nlevel = 2\n[voice]\non = true\n"
ASKED = [
    'Allow what the stick opens: tray_port = "/dev/sda"?',
    'Allow what the stick opens: table_socket = "play"?',
    "Allow what the stick opens: demo = true?",
    "Allow what the stick opens: paper.on = true?",
]


@pytest.mark.parametrize("has_other_settings", [False, True])
def test_each_setting_that_opens_something_is_asked_for_by_name_and_ok_alone_refuses(
    port: Port, tmp_path: Path, has_other_settings: bool
) -> None:
    old = with_files(box(port), tmp_path / "old", {"settings.toml": DOORS + "volume = 9\n" + FEATURES})
    old.choose("More", STICK, SAVE)
    here = with_files(box(port), tmp_path / "here", {"settings.toml": "volume = 8\n"} if has_other_settings else {})
    here.choose("More", STICK, LOAD)
    if has_other_settings:
        here.press("LEFT OK")
    asked: list[str] = []
    while isinstance(here.top, Question):
        asked.append(here.context.translator.say(here.top.text))
        here.press("OK" if len(asked) != 4 else "LEFT OK")
    assert asked == ASKED
    # What opens nothing is taken unasked, and nothing of the feature that is not installed here.
    taken = {"paper": {"on": True, "level": 2}}
    assert here.context.chosen == Settings(names=("Anna", "Ben"), volume=9, tables=taken)


def test_what_the_cards_file_decides_is_not_changed(port: Port, tmp_path: Path) -> None:
    saved_with_files(port, tmp_path)
    here = with_files(box(port), tmp_path / "here", {})
    install(here.context, fixed=frozenset({"large_text"}))
    here.choose("More", STICK, LOAD)
    assert (here.context.chosen.volume, here.context.chosen.large_text) == (9, False)


def test_step_of_the_copying_ends_before_the_watchdog_though_nothing_is_done() -> None:
    flow = start()
    read = []

    def steps() -> Generator[float, None, None]:
        while True:
            read.append(0)
            yield 0.0

    screen = Copying(flow.context, SAVE, steps(), lambda nothing: Notice(flow.context, SAVE))
    for step in (1, 2):
        screen.tick(0.0)
        assert len(read) == step * MOST_READ
