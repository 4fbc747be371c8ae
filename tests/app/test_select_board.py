"""Which board is played on where neither the options nor the settings name one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.app import select_device
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import open_selected_box, resolve_board
from companion.box import Box
from companion.config.settings import BoardName, Settings
from companion.devices import terminal, window
from companion.devices.pi import Board
from companion.errors import NO_PANEL, DeviceMissing, NothingToPlayOn
from tests.fakes.box import FakeBox, fake_box

NO_ANSWER = DeviceMissing("expected a ssd1306 panel, got no answer, on i2c-1", NO_PANEL)


class Machine:
    """A Raspberry Pi with both buses on; ``opened`` are the boxes that were opened, by device or board."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers = True
        self.others: tuple[str, ...] = ()
        self.opened: dict[str, FakeBox] = {}
        monkeypatch.setattr(select_device, "has_panel", lambda board: True)
        monkeypatch.setattr(select_device, "open_box", self.open_pi)
        monkeypatch.setattr(select_device, "_other_devices", lambda: self.others)
        monkeypatch.setattr(window, "open_window", self.opening("window"))
        monkeypatch.setattr(terminal, "open_terminal", self.opening("terminal"))

    def open_pi(self, board: Board) -> Box:
        self.opened[board.name] = fake_box()
        return self.opened[board.name] if self.answers else replace(self.opened[board.name], missing=(NO_ANSWER,))

    def opening(self, name: str) -> Callable[..., Box]:
        def opened(*given: object) -> Box:
            self.opened[name] = fake_box()
            return self.opened[name]

        return opened


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def sentences(box: Box) -> list[str]:
    return [missing.sentence for missing in box.missing]


def test_panel_on_i2c_that_answers_is_played_on(machine: Machine) -> None:
    machine.others = ("window",)
    assert open_selected_box(LaunchOptions(), Settings()).missing == ()
    assert list(machine.opened) == ["bonnet"]


@pytest.mark.parametrize("other", ["window", "terminal"])
def test_another_device_is_played_on_if_no_panel_answers_and_says_how_to_name_the_board(
    machine: Machine, caplog: pytest.LogCaptureFixture, other: str
) -> None:
    machine.answers, machine.others = False, (other,)
    box = open_selected_box(LaunchOptions(), Settings())
    assert list(machine.opened) == ["bonnet", other]
    assert machine.opened["bonnet"].display.is_closed
    assert sentences(box) == [select_device.NO_BOARD]
    (told,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert "'codemaker boards' lists the boards, and the setting board names one" in told


def test_service_keeps_looking_for_the_bonnet_s_panel(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    machine.answers = False
    box = open_selected_box(LaunchOptions(device="pi"), Settings())
    assert sentences(box) == [select_device.NO_BOARD, NO_PANEL]
    assert not machine.opened["bonnet"].display.is_closed
    assert "codemaker boards" in caplog.text


@pytest.mark.parametrize(
    ("wishes", "settings"),
    [
        (LaunchOptions(board="waveshare-lcd-1in3"), Settings()),
        (LaunchOptions(), Settings(board=BoardName.WAVESHARE_LCD_1IN3)),
    ],
)
def test_board_that_is_named_is_not_asked_for(machine: Machine, wishes: LaunchOptions, settings: Settings) -> None:
    machine.answers, machine.others = False, ("window",)
    assert sentences(open_selected_box(wishes, settings)) == [NO_PANEL]
    assert list(machine.opened) == ["waveshare-lcd-1in3"]


def test_machine_without_buses_is_not_asked_for_a_board(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(select_device, "has_panel", lambda board: False)
    machine.others = ("terminal",)
    assert open_selected_box(LaunchOptions(), Settings()).missing == ()
    assert list(machine.opened) == ["terminal"]


def test_spi_alone_is_no_reason_to_guess_a_board(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(select_device, "has_panel", lambda board: board.screen.port == 0)
    assert resolve_board(LaunchOptions(), Settings())[0].name == "bonnet"


def test_pi_whose_libraries_are_missing_plays_on_another_device(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(board: Board) -> Box:
        raise DeviceMissing("expected gpiozero, got none")

    monkeypatch.setattr(select_device, "open_box", refused)
    machine.others = ("terminal",)
    open_selected_box(LaunchOptions(), Settings())
    assert list(machine.opened) == ["terminal"]
    machine.others = ("window",)
    monkeypatch.setattr(window, "open_window", refused_window)
    with pytest.raises(NothingToPlayOn, match="expected gpiozero, got none; expected a display, got none; try"):
        open_selected_box(LaunchOptions(), Settings())


def refused_window(*given: object) -> Box:
    raise DeviceMissing("expected a display, got none")
