"""Matches go to a stick and come from one, by the menu of the box."""

from __future__ import annotations

import errno
import os
import tempfile
from io import FileIO, TextIOWrapper
from pathlib import Path
from typing import NoReturn, TextIO

import pytest

from companion.box import Button
from companion.config import atomic_file
from companion.config.stick import Stick, find_stick, has_disk, is_mounted
from companion.match import backup
from companion.match.backup import finish, save
from companion.ui.notice import Notice
from companion.ui.stick import PULLED_OUT
from tests.support.flow import Flow, entering, start
from tests.support.match_lines import CODE, GUESS, HEADING
from tests.support.paper import NOON, PaperArchive

ROW = entering("ROYG")
NEW_MATCH = "OK OK OK OK"
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
    flow.context.stick = Stick(port.folder, port.has_stick)
    return flow


def told(flow: Flow) -> str:
    assert isinstance(flow.top, Notice)
    return flow.context.translator.say(flow.top.text)


@pytest.fixture
def port(tmp_path: Path) -> Port:
    return Port(tmp_path)


def choose(flow: Flow, *labels: str) -> None:
    """Choose the lines of menus that begin with *labels*, one after the other."""
    for label in labels:
        for _ in range(12):
            if any(line.startswith("> ") and line.lstrip("> 123.").startswith(label) for line in flow.lines):
                break
            flow.press("DOWN")
        else:
            raise LookupError(f"expected a line {label!r}, got {flow.lines}")
        flow.press("OK")


def played(port: Port) -> Flow:
    """Return a box with one match that goes on, at its main menu."""
    flow = box(port)
    flow.press(NEW_MATCH, ROW, "BACK")
    choose(flow, "Home, keep match")
    return flow


def test_matches_of_one_box_are_on_the_other_and_the_open_one_goes_on(port: Port) -> None:
    old = played(port)
    choose(old, STICK, SAVE)
    assert told(old) == "1 match is on the stick.\nYou may pull the stick out now."
    new = box(port)
    choose(new, STICK, LOAD)
    assert told(new) == "1 match was added.\nYou may pull the stick out now."
    assert new.archive.read(1) == old.archive.read(1)
    new.press("OK BACK")
    assert "Go on playing" in "\n".join(new.lines)
    choose(new, "Go on playing")
    assert new.context.driver is not None
    assert new.context.driver.session.number == 1


def test_names_of_players_come_along(port: Port) -> None:
    old = box(port)
    old.context.change(names=("Zo\u00e9", "Anna"))
    choose(old, STICK, SAVE)
    new = box(port)
    choose(new, STICK, LOAD)
    assert new.context.chosen.names == ("Anna", "Ben", "Zo\u00e9")


def test_loading_while_a_match_is_open_keeps_it_to_go_on_with(port: Port) -> None:
    other = box(port)
    other.archive.append(other.archive.begin(HEADING), (CODE, GUESS), "done")
    choose(other, STICK, SAVE)
    here = played(port)
    before = here.archive.read(1)[1]
    choose(here, STICK, LOAD)
    here.press("OK BACK")
    assert here.archive.results == {1: "done", 2: None}
    assert here.archive.read(2)[1] == before
    choose(here, "Go on playing")
    assert here.context.driver is not None
    assert here.context.driver.session.number == 2


def test_number_that_is_another_match_after_loading_is_not_played_on_with_the_old_one(port: Port) -> None:
    other = played(port)
    choose(other, STICK, SAVE)
    here = box(port)
    here.context.change(names=("Cleo", "Dora"))
    here.press(NEW_MATCH, ROW, "BACK")
    choose(here, "Home, keep match", STICK, LOAD)
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
    choose(flow, STICK, choice)
    assert told(flow) == "Plug in a USB stick, wait a moment, choose again."
    port.is_plugged = True
    flow.press("OK OK")
    assert told(flow) != "Plug in a USB stick, wait a moment, choose again."


def test_stick_without_a_backup_is_told(port: Port) -> None:
    flow = box(port)
    choose(flow, STICK, LOAD)
    assert told(flow) == "There are no saved matches on this stick."


def test_of_several_backups_the_newest_is_the_first_to_choose(port: Port) -> None:
    for _ in range(2):
        finish(save(PaperArchive(), (), backup.free_path(port.folder), NOON))
    flow = box(port)
    choose(flow, STICK, LOAD)
    assert flow.lines[1:] == ["> codemaker-2.backup", "  codemaker-1.backup"]
    flow.press("OK")
    assert told(flow).startswith("0 matches were added.")


def test_broken_backup_changes_nothing_and_is_told(port: Port) -> None:
    (port.folder / "codemaker-1.backup").write_text('{"codemaker":"backup","version":1}\n')
    flow = box(port)
    choose(flow, STICK, LOAD)
    assert told(flow) == "This file is no whole backup. Nothing was changed."


def test_stick_that_is_pulled_while_the_box_writes_is_told(port: Port) -> None:
    flow = played(port)
    port.looks_until_pulled = 1
    choose(flow, STICK, SAVE)
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
        choose(flow, STICK, SAVE)
        assert told(flow) == PULLED_OUT
    port.is_plugged = True
    flow.press("OK OK")
    assert told(flow) == "1 match is on the stick.\nYou may pull the stick out now."


def test_stick_that_is_broken_and_stays_in_is_not_said_to_be_pulled(port: Port) -> None:
    flow = played(port)
    with pytest.MonkeyPatch.context() as monkeypatch:
        pull_at("fsync", port, monkeypatch)
        flow.context.stick = Stick(port.folder, lambda folder: True)
        choose(flow, STICK, SAVE)
    assert told(flow) == "The backup cannot be written there. Try another stick."


def test_back_on_a_stick_that_was_just_pulled_is_told(port: Port) -> None:
    archive = PaperArchive()
    for _ in range(40):
        archive.append(archive.begin(HEADING), (CODE,), "done")
    flow = box(port, archive)
    choose(flow, STICK)
    with pytest.MonkeyPatch.context() as monkeypatch:
        pull_at("fsync", port, monkeypatch)
        flow.box.inputs.press(Button.OK, Button.BACK)
        flow.app.run()
    assert told(flow) == PULLED_OUT


def test_stick_that_is_gone_when_it_is_looked_through_is_told(port: Port) -> None:
    flow = box(port)
    choose(flow, STICK)
    port.looks_until_pulled = 1
    flow.context.stick = Stick(port.folder / "gone", lambda folder: port.has_stick(port.folder))
    for choice in (SAVE, LOAD):
        port.looks_until_pulled = 1
        choose(flow, choice)
        assert told(flow) == PULLED_OUT
        flow.press("OK")


@pytest.mark.parametrize("choice", [SAVE, LOAD])
def test_stick_of_another_format_is_told_which_to_use(port: Port, choice: str) -> None:
    flow = box(port)
    flow.context.stick = Stick(port.folder, lambda folder: False, lambda: True)
    choose(flow, STICK, choice)
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
    choose(flow, STICK)
    flow.box.inputs.press(Button.OK, Button.BACK)
    flow.app.run()
    assert flow.screen == "Menu"
    assert [*port.folder.iterdir()] == []
    choose(flow, SAVE)
    assert told(flow).startswith("40 matches are on the stick.")
