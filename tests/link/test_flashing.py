"""Writing the firmware by the real avrdude to a fake Arduino, and what is said when that is not possible."""

from __future__ import annotations

import hashlib
import io
import os
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from companion.cli.flash import Flasher, run_program
from companion.errors import DeviceMissing
from companion.link.discovery import HELD
from companion.link.firmware import HERE, FirmwareImage, FlashFailed, Run, shipped_image
from companion.link.messages import PROTOCOL, BoardKind
from companion.link.optics import Holes, load_optics
from companion.link.port import SerialLine
from companion.link.twin import FIRMWARE, Twin
from tests.fakes.boot_loader import FakeArduino
from tests.support.tools import need

IMAGE = shipped_image()
ATMEGA2560 = bytes.fromhex("1e9801")
OF_TWIN = replace(IMAGE, version=".".join(map(str, FIRMWARE)))
"""The shipped image, but with the version that the twin says of itself: it plays the firmware that was written."""

Plug = Callable[..., FakeArduino]


@pytest.fixture
def plug() -> Iterator[Plug]:
    need("avrdude", by="make setup")
    boards: list[FakeArduino] = []

    def plug_in(**kind: object) -> FakeArduino:
        boards.append(FakeArduino(**kind))  # type: ignore[arg-type]
        return boards[-1]

    yield plug_in
    for board in boards:
        board.close()


def tray(versions: tuple[int, int] = (PROTOCOL, PROTOCOL)) -> Twin:
    return Twin(Holes(load_optics(), random.Random(1)), versions=versions)


class Systemd:
    """Runs programs, and answers for systemctl: the service is *state*; ``asked`` is what was asked of systemctl."""

    def __init__(self, state: str = "active", refuses: Sequence[str] = ()) -> None:
        self.state, self.refuses = state, refuses
        self.asked: list[str] = []

    def run(self, command: Sequence[str]) -> CompletedProcess[str]:
        if command[0] != "systemctl":
            self.asked.append(command[0])
            return run_program(command)
        verb = next(word for word in command[1:] if not word.startswith("-"))
        if verb == "is-active":
            return CompletedProcess(command, 0 if self.state == "active" else 3, f"{self.state}\n")
        self.asked.append(verb)
        if verb in self.refuses:
            return CompletedProcess(command, 1, "Failed to stop codemaker.service: Access denied\nSee system logs")
        self.state = {"stop": "inactive", "start": "active"}[verb]
        return CompletedProcess(command, 0, "")


def flash(
    board: FakeArduino,
    *,
    named: bool = False,
    image: FirmwareImage = OF_TWIN,
    is_dry: bool = False,
    run: Run | None = None,
) -> str:
    """Flash *board* and return what was printed."""
    out = io.StringIO()
    flasher = Flasher(board.dev, run or Systemd("inactive").run, look_s=1.0, boot_s=3.0)
    assert flasher.flash(image, board.port if named else None, is_dry=is_dry, out=out) == 0
    return out.getvalue()


def program_of(image: Path) -> bytes:
    """Return the bytes of an Intel HEX file whose records follow one another from address 0."""
    program = b""
    for line in image.read_text("ascii").split():
        record = bytes.fromhex(line.removeprefix(":"))
        assert sum(record) % 256 == 0
        if record[3] == 0:
            assert int.from_bytes(record[1:3], "big") == len(program)
            program += record[4:-1]
    return program


# Written


def test_tray_that_answers_is_written_without_naming_its_port(plug: Plug) -> None:
    board = plug(firmware=tray, has_firmware=True)
    said = flash(board)
    assert "written and read back at 115200 baud" in said
    assert said.splitlines()[-1].endswith(f"firmware {OF_TWIN.version}, protocol {PROTOCOL}")


def test_tray_on_another_board_is_not_written_and_its_target_is_named(plug: Plug) -> None:
    board = plug(
        firmware=lambda: Twin(Holes(load_optics(), random.Random(1)), board=BoardKind.MICRO), has_firmware=True
    )
    before = bytes(board.flash)
    with pytest.raises(FlashFailed, match=f"ATmega32U4.* make -C firmware flash-micro MICRO_PORT={board.port}$"):
        flash(board)
    assert bytes(board.flash) == before


def test_board_holds_the_shipped_program_and_nothing_else(plug: Plug) -> None:
    board = plug(firmware=tray, has_firmware=True)
    flash(board)
    program = program_of(IMAGE.path)
    rest = bytes(board.flash[len(program) :])
    assert bytes(board.flash[: len(program)]) == program
    assert rest == b"\xff" * len(rest)


def test_new_board_is_written_when_its_port_is_named(plug: Plug) -> None:
    said = flash(plug(firmware=tray), named=True)
    assert "does not answer as a tray" in said
    assert "written and read back" in said


def test_tray_of_a_foreign_protocol_gets_the_new_firmware(plug: Plug) -> None:
    asked = iter([tray(versions=(9, 9)), tray()])
    assert "written and read back" in flash(plug(firmware=lambda: next(asked), has_firmware=True))


def test_old_boot_loader_is_written_at_its_lower_rate(plug: Plug) -> None:
    board = plug(rate=57_600, firmware=tray, has_firmware=True)
    assert "written and read back at 57600 baud" in flash(board)
    assert bytes(board.flash[:4]) != b"\xff" * 4


# Not written


def test_board_that_is_no_tray_is_left_alone_until_it_is_named(plug: Plug) -> None:
    board = plug()
    with pytest.raises(DeviceMissing, match=f"name its port: codemaker tray flash --port {board.port}"):
        flash(board)
    assert set(board.flash) == {0xFF}


def test_other_chip_is_named_and_not_written(plug: Plug) -> None:
    board = plug(signature=ATMEGA2560)
    with pytest.raises(FlashFailed, match=r"expected the chip atmega328p .* signature 0x1e9801: nothing was written"):
        flash(board, named=True)
    assert set(board.flash) == {0xFF}


def test_cell_that_does_not_keep_its_byte_is_noticed(plug: Plug) -> None:
    with pytest.raises(FlashFailed, match="expected the firmware to be read back"):
        flash(plug(spoils=77), named=True)


def test_board_that_stays_silent_after_it_was_written_is_told(plug: Plug) -> None:
    with pytest.raises(FlashFailed, match=r"expected the tray at .* to answer, got silence"):
        flash(plug(), named=True)


def test_firmware_of_another_version_after_writing_is_told(plug: Plug) -> None:
    with pytest.raises(FlashFailed, match=rf"expected firmware {IMAGE.version} to answer"):
        flash(plug(firmware=tray), named=True, image=IMAGE)


def test_without_a_board_a_cable_that_carries_data_is_asked_for(tmp_path: Path) -> None:
    need("avrdude", by="make setup")
    with pytest.raises(DeviceMissing, match="got none: plug it in, with a cable that carries data"):
        Flasher(tmp_path, Systemd().run).flash(IMAGE, None, is_dry=False, out=io.StringIO())


def test_without_avrdude_nothing_is_stopped_and_its_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    systemd = Systemd()
    with pytest.raises(DeviceMissing, match="sudo apt install avrdude"):
        Flasher(tmp_path, systemd.run).flash(IMAGE, None, is_dry=False, out=io.StringIO())
    assert systemd.asked == []


def test_port_without_access_is_told_with_the_command(plug: Plug, tmp_path: Path) -> None:
    closed = tmp_path / "ttyUSB0"
    closed.touch(mode=0o000)
    if os.access(closed, os.R_OK):
        pytest.skip("root may open every port")
    with pytest.raises(DeviceMissing, match=r"expected access to .*: run sudo codemaker tray flash --port"):
        Flasher(tmp_path, Systemd().run).flash(IMAGE, None, is_dry=False, out=io.StringIO())


def test_port_that_a_game_holds_is_told(plug: Plug) -> None:
    board = plug(firmware=tray, has_firmware=True)
    game = SerialLine(board.port)
    try:
        with pytest.raises(DeviceMissing, match=f"got: {HELD}. Close the game"):
            flash(board)
    finally:
        game.close()


def test_damaged_image_is_refused(tmp_path: Path) -> None:
    shutil.copytree(HERE, tmp_path / "firmware")
    image = tmp_path / "firmware" / IMAGE.path.name
    image.write_bytes(image.read_bytes()[:-20])
    with pytest.raises(FlashFailed, match="install codemaker again"):
        shipped_image(tmp_path / "firmware")


def test_image_has_the_checksum_and_the_size_that_are_told() -> None:
    assert hashlib.sha256(IMAGE.path.read_bytes()).hexdigest() in (HERE / "firmware.toml").read_text("utf-8")
    assert len(program_of(IMAGE.path)) == IMAGE.size


# The service


def test_service_is_stopped_meanwhile_and_started_again(plug: Plug) -> None:
    systemd = Systemd()
    flash(plug(firmware=tray, has_firmware=True), run=systemd.run)
    assert systemd.asked == ["stop", "avrdude", "start"]


def test_service_is_started_again_after_a_failure(plug: Plug) -> None:
    systemd = Systemd()
    with pytest.raises(FlashFailed):
        flash(plug(signature=ATMEGA2560), named=True, run=systemd.run)
    assert systemd.state == "active"


def test_service_that_does_not_run_is_not_started(plug: Plug) -> None:
    systemd = Systemd("inactive")
    flash(plug(firmware=tray, has_firmware=True), run=systemd.run)
    assert systemd.asked == ["avrdude"]


def test_service_that_cannot_be_stopped_keeps_the_tray_and_says_so(plug: Plug) -> None:
    board = plug(firmware=tray, has_firmware=True)
    with pytest.raises(FlashFailed, match=r"Access denied\. Run: sudo codemaker tray flash"):
        flash(board, run=Systemd(refuses=["stop"]).run)
    assert set(board.flash) == {0xFF}


def test_dry_run_stops_and_writes_nothing(plug: Plug) -> None:
    board, systemd = plug(firmware=tray, has_firmware=True), Systemd()
    said = flash(board, is_dry=True, run=systemd.run)
    assert "would stop codemaker.service" in said
    assert f"would run: avrdude -c arduino -x attempts=2 -p atmega328p -P {board.port} -b 115200" in said
    assert systemd.asked == []
    assert set(board.flash) == {0xFF}
