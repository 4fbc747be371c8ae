"""A service that has failed says so on the panel, and the panel stays lit."""

from __future__ import annotations

import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from companion import __main__ as entry
from companion.app import failed_start
from companion.box import Display
from companion.devices.pi import BOARDS, Board, open_box
from companion.errors import DeviceMissing
from companion.i18n.translator import Translator, languages
from tests.fakes.bus import FakeI2CBus
from tests.fakes.panel import FakePanel

UNIT = Path(__file__).parents[2] / "systemd/codemaker.service"


class Panels:
    """Opens boards, each on a fake panel."""

    def __init__(self) -> None:
        self.panel = FakePanel(BOARDS["bonnet"].screen.driver)
        self.opened: list[str] = []

    def open(self, board: Board) -> Display:
        self.opened.append(board.name)
        self.panel = FakePanel(board.screen.driver)
        return open_box(board, bus=FakeI2CBus(self.panel)).display


def shown(result: str, folder: Path) -> tuple[int, Panels]:
    panels = Panels()
    return failed_start.show_failure([str(folder)], {"SERVICE_RESULT": result}, panels.open), panels


@pytest.mark.parametrize("result", [*failed_start.SENTENCES, "exit-code", "signal"])
def test_panel_is_lit_with_a_page_when_the_program_has_ended(result: str, tmp_path: Path) -> None:
    status, panels = shown(result, tmp_path)
    assert status == 0
    assert panels.panel.is_on
    assert panels.panel.picture().getbbox() is not None


def test_each_reason_has_a_page_of_its_own(tmp_path: Path) -> None:
    results = (*failed_start.SENTENCES, "exit-code")
    assert len({shown(result, tmp_path)[1].panel.picture().tobytes() for result in results}) == len(results)


def test_page_is_in_the_language_of_the_settings(tmp_path: Path) -> None:
    pages = set()
    for language in languages():
        (tmp_path / "settings.toml").write_text(f'language = "{language}"\n', "utf-8")
        pages.add(shown("watchdog", tmp_path)[1].panel.picture().tobytes())
    # A language whose catalogue lacks the sentence shows it in English.
    assert len(pages) == len({Translator(language)._(failed_start.SENTENCES["watchdog"]) for language in languages()})


@pytest.mark.parametrize("settings", ['board = "no-such-board"', "board = ", "\0"])
def test_settings_that_are_wrong_do_not_keep_the_page_away(settings: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(settings, "utf-8")
    status, panels = shown("exit-code", tmp_path)
    assert (status, panels.opened, panels.panel.is_on) == (0, ["bonnet"], True)


def test_machine_without_the_libraries_says_so_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def open_nothing(board: Board) -> Display:
        raise DeviceMissing("expected luma.oled, got none")

    assert failed_start.show_failure([str(tmp_path)], {"SERVICE_RESULT": "signal"}, open_nothing) == 1
    assert "'signal' cannot be shown: " in capsys.readouterr().err


def test_command_does_not_import_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["codemaker", "show-failure", "/var/lib/codemaker"])
    assert entry.import_command_line() is failed_start.main


def test_service_shows_its_failures_and_never_gives_up() -> None:
    unit = RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[method-assign, assignment]
    unit.read(UNIT, "utf-8")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert (unit["Service"]["Restart"], unit["Service"]["RestartSec"]) == ("always", "10")
    assert "codemaker show-failure %S/codemaker" in unit["Service"]["ExecStopPost"]
    assert all(" 10 s." in sentence for sentence in (failed_start.FAILED, *failed_start.SENTENCES.values()))
