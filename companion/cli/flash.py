"""The command ``codemaker tray flash``: writes the shipped firmware to the tray's board.

A board is overwritten only if it says that it is a tray, or if the user has named its port: anything else on a serial
port, such as a 3D printer, may have the same chip.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from companion.box.tray import TrayFound
from companion.cli.logs import UNIT
from companion.cli.tray import LOOK_S
from companion.errors import DeviceMissing
from companion.link.client import ProtocolRange
from companion.link.discovery import HELD
from companion.link.firmware import AVRDUDE, BAUDS, FirmwareImage, FlashFailed, Run, command, write
from companion.link.messages import BoardKind
from companion.link.port_list import Port, ports
from companion.link.reader import DEV, Reader, listening

ANY = ProtocolRange(newest=0xFF, oldest=0)

BOOT_S = 10.0
"""How long the board may take to answer after it was written: an old boot loader waits up to 2 s at each reset."""


def run_program(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run *command* to its end; raises ``FileNotFoundError`` if there is no such program."""
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


@dataclass(frozen=True, slots=True)
class Flasher:
    """What flashing needs of the machine: the folder of its ports, how to run programs, and how long to wait."""

    dev: Path = DEV
    run: Run = run_program
    look_s: float = LOOK_S
    boot_s: float = BOOT_S

    def flash(self, image: FirmwareImage, named: Path | None, *, is_dry: bool, out: TextIO) -> int:
        """Write *image* to the board at the port *named*, or to the tray that answers, and report to *out*.

        The game's service is stopped meanwhile. If *is_dry*, only say what would be done. Raises ``DeviceMissing`` or
        ``FlashFailed``, which say what the user has to do.
        """
        print(f"firmware {image.version}, protocol {image.protocol}, {image.size} bytes", file=out)
        if shutil.which(AVRDUDE) is None:
            raise DeviceMissing("expected avrdude, got none: sudo apt install avrdude")
        with self._service_stopped(is_dry, out):
            port = self._port(named, out)
            if is_dry:
                for baud in BAUDS:
                    print("would run:", *command(image, port, baud), file=out)
                return 0
            print(f"writing to {port}; leave it plugged in", file=out)
            baud = write(image, port, self.run)
            print(f"written and read back at {baud} baud", file=out)
            self._greet(image, port, out)
        return 0

    # The service

    @contextmanager
    def _service_stopped(self, is_dry: bool, out: TextIO) -> Iterator[None]:
        """Stop the game's service if it runs, and start it again at the end, however that comes."""
        if not self._is_serving():
            yield
            return
        if is_dry:
            print(f"would stop {UNIT}, and start it again at the end", file=out)
            yield
            return
        self._systemctl("stop")
        print(f"stopped {UNIT}", file=out)
        try:
            yield
        finally:
            self._systemctl("start")
            print(f"started {UNIT} again", file=out)

    def _is_serving(self) -> bool:
        try:
            return self.run(("systemctl", "is-active", UNIT)).returncode == 0
        except FileNotFoundError:
            return False

    def _systemctl(self, verb: str) -> None:
        ran = self.run(("systemctl", "--no-ask-password", verb, UNIT))
        if ran.returncode != 0:
            reason = ran.stdout.strip().splitlines()
            raise FlashFailed(
                f"expected to {verb} {UNIT}, got: {reason[0] if reason else 'no reason'}. "
                + ("Run: sudo codemaker tray flash" if verb == "stop" else f"Run: sudo systemctl start {UNIT}")
            )

    # The port

    def _port(self, named: Path | None, out: TextIO) -> Path:
        present = ports(self.dev, named)
        if not present:
            where = f"at {named}" if named else "on USB"
            raise DeviceMissing(f"expected a board {where}, got none: plug it in, with a cable that carries data")
        for port in present if named else ():
            _check_access(port)
        tray, findings = self._ask(named, self.look_s)
        if named is not None:
            _check_free(findings.get(str(named), ""), named)
        if tray is not None:
            print(f"{tray.serial}  {tray.port}  firmware {tray.firmware}, protocol {tray.protocol}", file=out)
            _check_board(tray)
            return Path(tray.port)
        if named is not None:
            print(f"{named} does not answer as a tray", file=out)
            return named
        raise DeviceMissing(_none_answers(present, findings))

    def _ask(self, only: Path | None, within_s: float) -> tuple[TrayFound | None, dict[str, str]]:
        """Return the tray that answers within the time, and what was found at other ports."""
        # A tray of any protocol: a new firmware is how it gets another one.
        reader = Reader(self.dev, only=only, versions=ANY)
        with listening(reader) as hear:
            news = hear(within_s)
            return news if isinstance(news, TrayFound) else None, dict(reader.status.findings)

    def _greet(self, image: FirmwareImage, port: Path, out: TextIO) -> None:
        tray, _ = self._ask(port, self.boot_s)
        if tray is None:
            raise FlashFailed(
                f"expected the tray at {port} to answer, got silence: unplug it, plug it in, and run this again"
            )
        if tray.firmware != image.version:
            raise FlashFailed(
                f"expected firmware {image.version} to answer at {port}, got {tray.firmware}: run this again"
            )
        print(f"{tray.serial}  {tray.port}  firmware {tray.firmware}, protocol {tray.protocol}", file=out)


def _check_access(port: Port) -> None:
    if not os.access(port.node, os.R_OK | os.W_OK):
        raise DeviceMissing(
            f"expected access to {port.path}, got none: run sudo codemaker tray flash --port {port.path}, "
            "or join its group and log in again: sudo usermod -aG dialout $USER"
        )


def _check_board(tray: TrayFound) -> None:
    if tray.board == BoardKind.MICRO.name.lower():
        raise FlashFailed(
            f"expected an Arduino Nano at {tray.port}, got a board with an ATmega32U4, whose firmware is not shipped: "
            f"in a checkout of codemaker run make -C firmware flash-micro MICRO_PORT={tray.port}"
        )


def _check_free(finding: str, port: Path) -> None:
    if finding == HELD:
        raise DeviceMissing(f"expected {port} to be free, got: {HELD}. Close the game, and run this again")


def _none_answers(present: Sequence[Port], findings: dict[str, str]) -> str:
    """Return what to do when no port was named and no tray answers."""
    for port in present:
        _check_access(port)
        _check_free(findings.get(str(port.path), ""), port.path)
    names = " or ".join(str(port.path) for port in present)
    return (
        f"expected a tray to answer, got none at {names}. "
        f"If the tray's board is there, name its port: codemaker tray flash --port {present[0].path}"
    )
