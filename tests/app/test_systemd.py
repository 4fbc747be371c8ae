"""What systemd is told, on a socket of its own, by a box of fakes."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest

from companion.app import systemd
from companion.app.systemd import GOODBYE_S, JournalFormatter, Notifier, Service
from companion.box import Button, ColourMode, Event, Press, Quit
from companion.cli.logs import show
from companion.cli.main import main
from companion.devices.simulated_inputs import SimulatedInputs
from companion.errors import DeviceMissing, JournalFailed
from companion.i18n.translator import Translator
from companion.ui.core.ink import THEMES, Ink
from tests.fakes.box import FakeBox, fake_box

ENGLISH = Translator("en")
DOG_S = 120
IDLE, BUSY = f"WATCHDOG_USEC={DOG_S}000000\nWATCHDOG=1", "WATCHDOG_USEC=30000000\nWATCHDOG=1"


class Manager:
    """systemd's end of the socket."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    def told(self) -> list[str]:
        """Return what was said since."""
        said = []
        while True:
            try:
                said.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return said

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path / "notify")
    yield manager
    manager.close()


@pytest.fixture
def service(tmp_path: Path, manager: Manager) -> Iterator[Service]:
    (tmp_path / "run").mkdir()
    found = Service(
        {
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "WATCHDOG_USEC": f"{DOG_S}000000",
            "RUNTIME_DIRECTORY": str(tmp_path / "run"),
        }
    )
    yield found
    found.close()


def test_first_frame_makes_the_service_ready_and_says_that_all_is_there(service: Service, manager: Manager) -> None:
    service.ready(())
    assert manager.told() == ["READY=1\nSTATUS=all parts are there"]


def test_missing_parts_are_named_in_the_status(service: Service, manager: Manager) -> None:
    service.ready((DeviceMissing("expected a panel, got none"), DeviceMissing("expected pins, got none")))
    assert manager.told() == ["READY=1\nSTATUS=expected a panel, got none; expected pins, got none"]


def test_status_says_when_matches_are_not_saved_and_when_they_are_again(service: Service, manager: Manager) -> None:
    service.tell_saving(JournalFailed("expected the lock, got another box"))
    service.ready((DeviceMissing("expected a panel, got none"),))
    service.tell_saving(None)
    unsaved = "not saved: expected the lock, got another box"
    assert manager.told() == [
        f"READY=1\nSTATUS={unsaved}; expected a panel, got none",
        "STATUS=expected a panel, got none",
    ]


def test_dog_is_impatient_from_an_event_until_the_next_wait(service: Service, manager: Manager) -> None:
    box = fake_box()
    inputs = service.watched(box.inputs)
    box.inputs.hold(Button.OK)
    assert isinstance(inputs.wait(None), Press)
    assert manager.told() == [IDLE, BUSY]


def test_sleeping_box_feeds_the_dog_twice_in_its_patience(service: Service, manager: Manager) -> None:
    box = fake_box()
    inputs = service.watched(box.inputs)
    box.inputs.pass_time(3 * DOG_S)
    box.inputs.hold(Button.OK)
    inputs.wait(None)
    assert manager.told() == [IDLE, *["WATCHDOG=1"] * 5, BUSY]


def test_sleep_of_a_box_that_nobody_touches_ends_when_it_is_to(service: Service) -> None:
    box = fake_box()
    box.inputs.pass_time(10 * DOG_S)
    assert service.watched(box.inputs).wait(90.0) is None
    assert box.inputs.now() == 90.0


def test_box_that_hangs_feeds_nobody(service: Service, manager: Manager) -> None:
    box = fake_box()
    service.watched(box.inputs)
    box.inputs.pass_time(10 * DOG_S)
    assert manager.told() == []


def test_service_without_a_dog_feeds_none(tmp_path: Path, manager: Manager) -> None:
    box = fake_box()
    service = Service({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    assert service.watched(box.inputs) is box.inputs
    service.close()


def test_dead_manager_ends_no_game(tmp_path: Path) -> None:
    notifier = Notifier(str(tmp_path / "nobody"))
    notifier.tell("READY=1")
    notifier.close()


def test_manager_without_a_file_is_told() -> None:
    name = f"\0codemaker-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(name)
        ear.settimeout(5)
        notifier = Notifier("@" + name[1:])
        notifier.tell("READY=1")
        assert ear.recv(100) == b"READY=1"
        notifier.close()


def test_goodbye_does_not_wait_for_a_manager_that_reads_nothing(
    service: Service, manager: Manager, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(systemd, "QUEUE_S", 3600.0)
    patient = Service({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    fill(tmp_path / "notify")
    ending = Thread(target=patient.goodbye, args=(fake_box(), ENGLISH, False), daemon=True)
    ending.start()
    ending.join(60)
    assert not ending.is_alive()
    assert "STOPPING=1" not in manager.told()
    patient.close()


def fill(address: Path) -> None:
    """Fill the queue of a socket that is not read."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mouth:
        mouth.setblocking(False)
        with pytest.raises(BlockingIOError):
            any(mouth.sendto(b"", str(address)) for _ in range(100_000))


def seconds_of_goodbye(service: Service, box: FakeBox, is_switched_off: bool) -> float:
    before = box.inputs.now()
    service.goodbye(box, ENGLISH, is_switched_off)
    return box.inputs.now() - before


def test_goodbye_can_be_read_though_fingers_are_still_busy(service: Service, manager: Manager) -> None:
    box = fake_box()
    box.inputs.press(Button.OK, Button.UP)
    box.inputs.pass_time(10)
    assert seconds_of_goodbye(service, box, False) == GOODBYE_S
    assert manager.told() == ["STOPPING=1"]
    assert len(box.display.frames) == 1


class Insisting(SimulatedInputs):
    """Inputs that ask for the end again and again, while the time stands still."""

    def wait(self, until: float | None) -> Event | None:
        return Quit()


def test_goodbye_ends_on_a_box_whose_time_stands_still(service: Service) -> None:
    box = replace(fake_box(), inputs=Insisting())
    assert seconds_of_goodbye(service, box, False) == 0


def test_choosing_to_switch_off_asks_for_the_power_to_go_off(service: Service, tmp_path: Path) -> None:
    box = fake_box()
    box.inputs.pass_time(10)
    service.goodbye(box, ENGLISH, True)
    assert [file.name for file in (tmp_path / "run").iterdir()] == ["power-off"]


def test_request_that_was_never_heard_does_not_end_the_next_game(tmp_path: Path, manager: Manager) -> None:
    (tmp_path / "power-off").touch()
    Service({"NOTIFY_SOCKET": str(tmp_path / "notify"), "RUNTIME_DIRECTORY": str(tmp_path)}).close()
    assert not (tmp_path / "power-off").exists()


def test_system_that_ends_the_program_is_not_asked_for_anything(service: Service, tmp_path: Path) -> None:
    box = fake_box()
    box.inputs.pass_time(10)
    service.goodbye(box, ENGLISH, False)
    assert list((tmp_path / "run").iterdir()) == []


def test_power_that_cannot_be_asked_for_does_not_spoil_the_goodbye(
    service: Service, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "run").rmdir()
    box = fake_box()
    box.inputs.pass_time(10)
    assert seconds_of_goodbye(service, box, True) == GOODBYE_S
    assert "power could not be asked" in caplog.text


def test_splash_is_there_before_the_first_screen(service: Service) -> None:
    box = fake_box()
    service.splash(box, ENGLISH)
    assert [frame.getbbox() is not None for frame in box.display.frames] == [True]


def test_first_and_last_page_have_the_chosen_theme(service: Service) -> None:
    box = fake_box((240, 240), mode=ColourMode.RGB)
    service.splash(box, ENGLISH, "light")
    service.goodbye(box, ENGLISH, is_switched_off=False, theme="light")
    assert [frame.getpixel((0, 239)) for frame in box.display.frames] == [THEMES["light"][Ink.BACKGROUND]] * 2


def logged(level: int, message: str, *, fails: bool = False) -> str:
    out = StringIO()
    logger = logging.Logger("codemaker.test")
    handler = logging.StreamHandler(out)
    handler.setFormatter(JournalFormatter("%(name)s: %(message)s"))
    logger.addHandler(handler)
    try:
        raise OSError("no card")
    except OSError:
        logger.log(level, message, exc_info=fails)
    return out.getvalue()


@pytest.mark.parametrize(
    ("level", "mark"), [(logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.DEBUG, 7)]
)
def test_log_says_how_serious_it_is(level: int, mark: int) -> None:
    assert logged(level, "a panel") == f"<{mark}>codemaker.test: a panel\n"


def test_every_line_of_a_trace_is_as_serious_as_its_first() -> None:
    lines = logged(logging.ERROR, "failed", fails=True).splitlines()
    assert len(lines) > 3
    assert all(line.startswith("<3>") for line in lines)


class Journalctl:
    """A journalctl that writes down how it was called."""

    def __init__(self) -> None:
        self.called: list[str] = []

    def __call__(self, command: Sequence[str]) -> int:
        self.called += command
        return 0


def test_logs_are_those_of_the_service() -> None:
    journalctl = Journalctl()
    assert show(False, 20, journalctl) == 0
    assert " ".join(journalctl.called) == "journalctl --unit=codemaker.service --lines=20 --no-hostname --no-pager"


def test_logs_can_be_followed() -> None:
    journalctl = Journalctl()
    show(True, 20, journalctl)
    assert journalctl.called[-1] == "--follow"


def test_machine_without_a_journal_says_where_the_log_is(capsys: pytest.CaptureFixture[str]) -> None:
    def absent(command: object) -> int:
        raise FileNotFoundError

    assert show(False, 20, absent) == 2
    assert "no journalctl here" in capsys.readouterr().err


@pytest.fixture
def as_service(tmp_path: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    return tmp_path / "run"


def play(tmp_path: Path, keys: str) -> int:
    return main(["play", "--device", "headless", "--lang", "en", "--state", str(tmp_path / "state"), "--keys", keys])


def test_whole_program_is_ready_once_and_says_that_it_stops(
    as_service: Path, manager: Manager, tmp_path: Path
) -> None:
    assert play(tmp_path, "DOWN DOWN") == 0
    assert [told.split("\n")[0] for told in manager.told()] == ["READY=1", "STOPPING=1"]


def test_switching_off_in_the_menu_is_asked_of_the_system(as_service: Path, tmp_path: Path) -> None:
    assert play(tmp_path, "BACK LEFT OK") == 0
    assert [file.name for file in as_service.iterdir()] == ["power-off"]


def test_end_that_nobody_chose_asks_for_nothing(as_service: Path, tmp_path: Path) -> None:
    assert play(tmp_path, "BACK") == 0
    assert list(as_service.iterdir()) == []


def test_service_logs_for_the_journal(as_service: Path, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state/settings.toml").write_text("volume = 900\n")
    command = [
        sys.executable,
        "-m",
        "companion",
        "--state",
        str(tmp_path / "state"),
        "--device",
        "headless",
        "--keys",
        "DOWN",
    ]
    done = subprocess.run(
        command, env=os.environ | {"JOURNAL_STREAM": "8:1"}, capture_output=True, text=True, check=True
    )
    assert done.stderr.startswith("<4>companion.ui.core.app: missing: expected volume to be a whole number")
