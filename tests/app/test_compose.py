"""The program put together: the real command line on the headless box, from the keys to the journal and the frames."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion.app.compose import play as run_program
from companion.app.demo import demo
from companion.app.launch_options import LaunchOptions, format_of, size_of
from companion.app.select_device import open_selected_box
from companion.box import Box, Button, ColourMode, Format, Press
from companion.cli.main import main
from companion.config.paths import find_paths
from companion.config.settings import BoardName, Settings
from companion.devices import window
from companion.devices.pi import BOARDS
from companion.errors import NO_BUTTONS, CompanionError, DeviceMissing, OptionRefused
from tests.fakes.box import fake_box

BONNET = BOARDS["bonnet"]

NEW_MATCH = "OK OK OK OK"
ROW = "UP OK UP OK UP OK UP OK OK"


def play(state: Path, keys: str, *more: str) -> int:
    return main(["play", "--device", "headless", "--lang", "en", "--state", str(state), "--keys", keys, *more])


def lines(state: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(state / "journal.db")) as db:
        return db.execute("SELECT deed, text FROM entries ORDER BY match, seq").fetchall()


def test_scripted_keys_play_and_every_new_frame_is_a_picture(tmp_path: Path) -> None:
    assert play(tmp_path, f"{NEW_MATCH} {ROW}", "--frames", str(tmp_path / "frames")) == 0
    assert lines(tmp_path) == [("play", "code"), ("play", "RRRR")]
    frames = sorted((tmp_path / "frames").glob("*.png"))
    assert len(frames) > 10
    for frame in frames:
        with Image.open(frame) as image:
            assert image.size == (128, 64)


def test_next_start_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    play(tmp_path, f"{NEW_MATCH} {ROW}")
    play(tmp_path, "OK OK OK OK OK OK OK")
    assert lines(tmp_path) == [("play", "code"), ("play", "RRRR"), ("play", "RRRR")]


def test_start_offers_to_go_on_and_takes_a_no(tmp_path: Path) -> None:
    play(tmp_path, f"{NEW_MATCH} {ROW}")
    play(tmp_path, "RIGHT OK DOWN OK OK OK")
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        assert db.execute("SELECT count(*) FROM matches").fetchall() == [(2,)]


def test_export_of_a_running_match_has_the_seal_and_not_the_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path, f"{NEW_MATCH} {ROW}")
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        ((hidden,),) = db.execute("SELECT hidden FROM entries WHERE hidden IS NOT NULL").fetchall()
    assert main(["export", "1", "--state", str(tmp_path)]) == 0
    text = capsys.readouterr().out
    assert "1. code {seal " in text
    assert hidden.removeprefix("code ") not in text


def test_exported_record_is_accepted_by_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path, f"{NEW_MATCH} {ROW} OK BACK DOWN DOWN DOWN OK LEFT OK")
    main(["export", "1", "--state", str(tmp_path)])
    (tmp_path / "a.record").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["check", str(tmp_path / "a.record")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert (said[0], len(said)) == ("the match goes on", 3)
    assert said[1].startswith("seals to compare: 1 ")
    assert said[2] == "valid, not proved: the match goes on; no noted seal was given to compare"


def test_edition_on_the_command_line_begins_its_set_up(tmp_path: Path) -> None:
    play(tmp_path, "OK OK", "--edition", "mini")
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db:
        assert db.execute("SELECT game FROM matches").fetchall() == [("mini",)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--edition", "chess"], "expected a game out of mastermind"),
        (["--size", "128"], "expected a size from 96x32 to 512x256 pixels, such as 128x64, got '128'"),
        (["--size", "9999x64"], "expected a size from 96x32 to 512x256"),
        (["--keys", "OK NO"], "got 'NO', key 2 of line 1"),
        (["--device", "pi", "--board", "breadboard"], "expected a board out of bonnet"),
    ],
)
def test_wish_that_cannot_be_met_is_a_sentence_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: Sequence[str], says: str
) -> None:
    given = ["play", "--device", "headless", "--state", str(tmp_path), "--keys", "", *arguments]
    assert main(given) == 2
    assert says in capsys.readouterr().err


def test_faulty_settings_are_told_on_the_screen_and_kept_beside_what_is_chosen(tmp_path: Path) -> None:
    faulty = "volume = 900\nlouder = true\nbrightness = 9\n[voice]\non = true\n"
    (tmp_path / "settings.toml").write_text(faulty, encoding="utf-8")
    # The last press begins the match, and the names of its players are remembered.
    play(tmp_path, "OK OK OK OK OK OK OK")
    kept = tomllib.loads((tmp_path / "settings.toml").read_text(encoding="utf-8"))
    assert {key: kept[key] for key in ("volume", "louder", "brightness", "voice")} == tomllib.loads(faulty)
    assert "names" in kept
    assert lines(tmp_path) == [("play", "code")]


def test_settings_that_cannot_be_read_are_told_on_the_screen_and_left_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("volume = ", encoding="utf-8")
    play(tmp_path, "OK OK OK OK OK")
    assert (tmp_path / "settings.toml").read_text(encoding="utf-8") == "volume = "
    assert lines(tmp_path) == [("play", "code")]


def test_damaged_journal_is_set_aside_and_the_box_starts(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"this is no database" * 500)
    play(tmp_path, f"OK {NEW_MATCH}")
    assert lines(tmp_path) == [("play", "code")]
    assert len(list(tmp_path.glob("journal-damaged-*.db"))) == 1


def test_journal_of_a_newer_version_is_left_untouched(tmp_path: Path) -> None:
    play(tmp_path, NEW_MATCH)
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db, db:
        db.execute("PRAGMA user_version = 99")
    before = (tmp_path / "journal.db").read_bytes()
    assert play(tmp_path, f"OK {NEW_MATCH} {ROW}") == 0
    assert (tmp_path / "journal.db").read_bytes() == before


@pytest.mark.parametrize("display", ["", ":4321"])
def test_nothing_to_play_on_is_a_sentence_that_names_the_demo_and_3(tmp_path: Path, display: str) -> None:
    environment = os.environ | {"DISPLAY": display, "WAYLAND_DISPLAY": ""}
    environment.pop("SDL_VIDEODRIVER", None)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--state", str(tmp_path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "try 'codemaker demo'\n" in done.stderr
    # As make play prints it.
    assert display or len(done.stderr) <= 80


@pytest.mark.parametrize("display", ["", ":4321"])
def test_demo_plays_a_round_to_its_end_as_text(tmp_path: Path, display: str) -> None:
    environment = os.environ | {"DISPLAY": display, "WAYLAND_DISPLAY": "", "PYTHONIOENCODING": "ascii"}
    environment.pop("SDL_VIDEODRIVER", None)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--state", str(tmp_path)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "A round that the box plays by itself:"
    assert any(line.startswith("Solved in row") for line in lines)
    # The codemaker and the codebreaker are the box; Codemaker would be the name of the wrong role.
    assert "Box 1: find the 4 pegs in 10 rows!" in lines
    assert [line for line in lines if re.fullmatch(r"[0-9]+\. ([ROYGBP] ){3}[ROYGBP]: .*", line)] != []
    # make play adds two lines.
    assert len(lines) <= 37
    assert max(map(len, lines)) <= 80
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("edition", ["passcode", "coda"])
def test_demo_of_a_game_that_cannot_show_itself_is_refused(edition: str) -> None:
    with pytest.raises(OptionRefused, match=f"expected a game with a demonstration, got '{edition}'"):
        demo(LaunchOptions(edition=edition), 0.1)


def test_script_without_a_device_is_headless() -> None:
    box = open_selected_box(LaunchOptions(keys="OK"), Settings())
    assert box.inputs.wait(None) == Press(Button.OK, 0.0)


def test_faulty_custom_board_is_reported_and_another_is_used() -> None:
    box = open_selected_box(LaunchOptions(device="pi"), Settings(board=BoardName.CUSTOM, custom={"up": 99}))
    told = [str(error) for error in box.missing]
    assert "expected 0 to 27, got 99, in key 'up' of the board" in told[0]


def test_pi_without_any_part_still_opens() -> None:
    box = open_selected_box(LaunchOptions(device="pi", board="bonnet"), Settings())
    assert box.display.format.size == (BONNET.screen.width, BONNET.screen.height)
    missing = (*box.missing, *box.open_rest())
    assert all(isinstance(error, DeviceMissing) for error in missing)
    assert missing


def test_parts_that_are_opened_after_the_first_frame_are_told_when_they_are_missing(tmp_path: Path) -> None:
    box = open_selected_box(LaunchOptions(keys="", frames=tmp_path / "frames"), Settings())
    shown = list[int]()

    def open_rest() -> tuple[DeviceMissing, ...]:
        shown.append(len(list((tmp_path / "frames").iterdir())))
        return (DeviceMissing("expected buttons, got none", NO_BUTTONS),)

    where = find_paths({"HOME": str(tmp_path)}, tmp_path / "state", tmp_path)
    late = replace(box, open_rest=open_rest)
    assert run_program(LaunchOptions(lang="en"), where, lambda wishes, settings: late) == 0
    frames = sorted((tmp_path / "frames").iterdir())
    assert (shown, len(frames)) == ([1], 2)
    assert Image.open(frames[0]).tobytes() != Image.open(frames[1]).tobytes()


def test_display_without_a_size_has_that_of_a_board_with_its_colours() -> None:
    assert format_of(LaunchOptions()) == Format((128, 64), ColourMode.MONO)
    assert format_of(LaunchOptions(), ColourMode.RGB) == Format((240, 240), ColourMode.RGB)
    assert format_of(LaunchOptions(colours="mono"), ColourMode.RGB) == Format((128, 64), ColourMode.MONO)
    assert format_of(LaunchOptions(colours="greys")) == Format((128, 128), ColourMode.GREYS)


@pytest.mark.parametrize(
    ("colours", "display"), [(None, Format((240, 240), ColourMode.RGB)), ("mono", Format((128, 64), ColourMode.MONO))]
)
def test_window_has_colours_unless_others_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, colours: str | None, display: Format
) -> None:
    asked: list[Format] = []

    def opened(display: Format, labels: object, tray: object = None) -> Box:
        asked.append(display)
        return fake_box()

    monkeypatch.setattr(window, "open_window", opened)
    open_selected_box(LaunchOptions(device="window", colours=colours), Settings())
    assert asked == [display]


@pytest.mark.parametrize("mode", ColourMode)
def test_frames_have_the_colours_that_are_asked_for(tmp_path: Path, mode: ColourMode) -> None:
    frames = tmp_path / "frames"
    more = ("--size", "240x240", "--colours", mode.name.lower(), "--frames", str(frames))
    assert play(tmp_path, "DOWN", *more) == 0
    with Image.open(frames / "0001.png") as image:
        assert (image.mode, image.size) == (mode.value, (240, 240))


@pytest.mark.parametrize("size", ["", "x", "12ax64", "128x", "0x0"])
def test_size_that_is_none_is_refused(size: str) -> None:
    with pytest.raises((OptionRefused, CompanionError)):
        size_of(LaunchOptions(size=size or "-"))


def test_box_that_is_asked_to_end_while_it_is_opened_is_closed_and_nothing_is_begun(tmp_path: Path) -> None:
    opened = fake_box()

    def choose(wishes: LaunchOptions, settings: Settings) -> Box:
        os.kill(os.getpid(), signal.SIGTERM)
        return opened

    # What has been opened by then may be a terminal, which would stay as it is.
    assert main(["--state", str(tmp_path)], choose) == 0
    assert opened.display.is_closed
    assert opened.inputs.is_closed
    assert opened.display.shown is None
    assert not (tmp_path / "journal.db").exists()
