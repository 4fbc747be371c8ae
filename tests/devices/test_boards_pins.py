"""lgpio has effects when it is imported, so every import here is that of a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.devices.pi.boards import BOARDS
from companion.devices.pi.spi import LgpioSpi, SpiWire
from tests.fakes.header import FakeHeader, ManualClock
from tests.support.tools import need_lgpio

WAVESHARE_1IN3 = BOARDS["waveshare-1in3"]

IMPORT = "import os; from companion.devices.pi.pins import import_lgpio; "


@pytest.fixture
def with_lgpio() -> None:
    need_lgpio()


def run(script: str, place: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name != "LG_WD"}
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=place,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.usefixtures("with_lgpio")
def test_import_of_lgpio_leaves_the_working_directory(tmp_path: Path) -> None:
    assert run(IMPORT + "import_lgpio(); print(os.getcwd())", tmp_path).stdout == f"{tmp_path}\n"


@pytest.mark.usefixtures("with_lgpio")
def test_import_of_lgpio_leaves_no_file_behind(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run(IMPORT + "import_lgpio()", tmp_path, TMPDIR=str(scratch))
    assert list(tmp_path.rglob("*")) == [scratch]


@pytest.mark.usefixtures("with_lgpio")
def test_import_of_lgpio_leaves_the_environment(tmp_path: Path) -> None:
    assert run(IMPORT + "import_lgpio(); print(os.environ.get('LG_WD'))", tmp_path).stdout == "None\n"


@pytest.mark.usefixtures("with_lgpio")
def test_place_that_was_chosen_for_lgpio_is_used(tmp_path: Path) -> None:
    (tmp_path / "chosen").mkdir()
    script = IMPORT + "import_lgpio(); print(os.listdir('chosen'))"
    assert run(script, tmp_path, LG_WD=str(tmp_path / "chosen")).stdout == "['.lgd-nfy0']\n"


def test_empty_stub_of_lgpio_is_a_missing_device(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").touch()
    done = run(IMPORT + "import_lgpio()", tmp_path)
    assert done.stderr.splitlines()[-1] == (
        "companion.errors.DeviceMissing: expected lgpio with gpiochip_open, got an empty stub, in lgpio"
    )


def test_broken_lgpio_is_a_missing_device(tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text("import nothing_like_this")
    done = run(IMPORT + "import_lgpio()", tmp_path)
    assert "DeviceMissing: expected the module lgpio, got ModuleNotFoundError" in done.stderr


class SpiOfLgpio:
    """The part of lgpio that drives SPI; ``log`` is what it was told."""

    def __init__(self) -> None:
        self.log: list[tuple[object, ...]] = []

    def spi_open(self, *values: int) -> int:
        self.log.append(("open", *values))
        return 7

    def spi_write(self, handle: int, values: bytes) -> None:
        self.log.append(("write", handle, values))

    def spi_close(self, handle: int) -> None:
        self.log.append(("close", handle))


@pytest.fixture
def lgpio() -> SpiOfLgpio:
    """What lgpio was told by a panel's wire."""
    return SpiOfLgpio()


def test_lgpio_opens_the_bus_at_the_speed_of_the_board(lgpio: SpiOfLgpio) -> None:
    wire = SpiWire(WAVESHARE_1IN3.screen, FakeHeader(ManualClock()).pins, LgpioSpi(lgpio))
    wire.command(0xAF)
    assert lgpio.log == [("open", 0, 0, 2_000_000, 0), ("write", 7, b"\xaf")]


def test_lgpio_opens_the_bus_once(lgpio: SpiOfLgpio) -> None:
    wire = SpiWire(WAVESHARE_1IN3.screen, FakeHeader(ManualClock()).pins, LgpioSpi(lgpio))
    wire.command(0xAF)
    wire.data(b"\1\2")
    assert [entry[0] for entry in lgpio.log] == ["open", "write", "write"]


def test_closed_wire_closes_the_bus(lgpio: SpiOfLgpio) -> None:
    wire = SpiWire(WAVESHARE_1IN3.screen, FakeHeader(ManualClock()).pins, LgpioSpi(lgpio))
    wire.command(0xAF)
    wire.close()
    assert lgpio.log[-1] == ("close", 7)


def test_wire_that_never_wrote_closes_nothing(lgpio: SpiOfLgpio) -> None:
    SpiWire(WAVESHARE_1IN3.screen, FakeHeader(ManualClock()).pins, LgpioSpi(lgpio)).close()
    assert lgpio.log == []


def test_data_is_told_from_commands_by_the_pin(lgpio: SpiOfLgpio) -> None:
    header = FakeHeader(ManualClock())
    wire = SpiWire(WAVESHARE_1IN3.screen, header.pins, LgpioSpi(lgpio))
    wire.command(0xAF)
    for_commands = header.is_high(WAVESHARE_1IN3.screen.dc)
    wire.data(b"\1")
    assert (for_commands, header.is_high(WAVESHARE_1IN3.screen.dc)) == (False, True)
