"""The command ``codemaker doctor``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.cli.place import places_of_service
from companion.config.paths import Paths

ELSEWHERE = Paths(Path("a/journal.db"), Path("a/settings.toml"), Path("a/editions"))


def test_doctor_looks_at_the_folder_that_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings.toml").write_text("volume = 900\n")
    assert main(["doctor", "--state", str(tmp_path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["checks"]["settings"]["light"] == "red"


def test_doctor_of_a_sound_folder_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["roll", "--state", str(tmp_path)])
    assert main(["doctor", "--state", str(tmp_path)]) == 0
    assert f"ok     Journal       {tmp_path}" in capsys.readouterr().out


def test_report_is_written_without_the_players(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('names = ["Margaux"]\n')
    file = tmp_path / "Margaux.txt"
    assert main(["doctor", "--state", str(tmp_path), "--report", str(file)]) == 0
    assert "ok     Settings" in file.read_text()
    assert "Margaux" not in file.read_text()


@pytest.mark.parametrize(
    "text", ['names = ["Margaux"]\nvolume = 900\n', 'names = ["Margaux", " Margaux"]\n', 'names = "Margaux"\n']
)
def test_report_of_wrong_settings_is_written_without_the_players(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    file = tmp_path / "report.txt"
    assert main(["doctor", "--state", str(tmp_path), "--report", str(file)]) == 1
    assert "RED    Settings" in file.read_text()
    assert "Margaux" not in file.read_text()


def test_report_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--state", str(tmp_path), "--report", str(tmp_path / "no/where.txt")]) == 2
    assert "expected to write the report" in capsys.readouterr().err


def test_installed_service_is_what_is_looked_at(tmp_path: Path) -> None:
    state = tmp_path / "var/lib/codemaker"
    enable_service(tmp_path)
    assert places_of_service(ELSEWHERE, False, tmp_path) == ELSEWHERE
    state.mkdir(parents=True)
    assert places_of_service(ELSEWHERE, False, tmp_path).journal == state / "journal.db"
    assert places_of_service(ELSEWHERE, True, tmp_path) == ELSEWHERE


def enable_service(root: Path) -> None:
    wants = root / "etc/systemd/system/multi-user.target.wants"
    wants.mkdir(parents=True)
    (wants / "codemaker.service").symlink_to("/usr/lib/systemd/system/codemaker.service")


def test_pc_with_a_service_that_is_not_enabled_is_asked_about_its_user_s_own_files(tmp_path: Path) -> None:
    (tmp_path / "var/lib/codemaker").mkdir(parents=True)
    assert places_of_service(ELSEWHERE, False, tmp_path) == ELSEWHERE


def test_pi_is_asked_about_the_service_s_files_though_it_is_disabled(tmp_path: Path) -> None:
    state, model = tmp_path / "var/lib/codemaker", tmp_path / "proc/device-tree/model"
    for folder in (state, model.parent):
        folder.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert places_of_service(ELSEWHERE, False, tmp_path).settings == state / "settings.toml"


def test_buttons_are_tested_as_by_test_of_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--buttons", "--state", str(tmp_path)]) == 1
    asked = capsys.readouterr().out
    assert main(["--test", "--state", str(tmp_path)]) == 1
    assert "not pressed: UP, DOWN" in asked
    assert asked == capsys.readouterr().out
