"""The real firmware on the simulated chip, in a time that passes only when a test says so; and a box at its line."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

from companion.link import messages
from companion.link.framing import Decoder, frame
from tests.fakes.tray_firmware import FIRMWARE, SimulatedTray
from tests.support.tools import need

REST_S = 0.5
"""How long pegs have to be still until their reading is steady: two of 160 to 205 ms, and what was begun before."""
REPLIES = {0x80, 0x81, 0x82, 0x83, 0x84}
AVR = ("make", "avr-gcc", "avr-size", "/usr/lib/avr/include/avr/io.h")
SIM = (*AVR, "gcc", "/usr/include/simavr/sim_avr.h", "/usr/include/libelf.h")
TOOLS = {
    "host": ("make", "gcc"),
    "readings": ("make", "gcc"),
    "avr": AVR,
    "sim": SIM,
    "micro-sim": (*SIM, "/usr/share/arduino/hardware/arduino/avr/cores/arduino/USBCore.cpp"),
}
"""What each target is made with: programs and headers."""
Kind = TypeVar("Kind", bound=messages.TrayMessage)


@cache
def built(target: str) -> Path:
    """Make *target* of the firmware, once in this process and one process at a time; return its folder."""
    need(*TOOLS[target], by="make test-firmware")
    (FIRMWARE / "build").mkdir(exist_ok=True)
    with (FIRMWARE / "build" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["make", "--silent", "-C", str(FIRMWARE), target]
        subprocess.run(command, check=True, capture_output=True, text=True)
    return FIRMWARE


class Box:
    """A tray in steps, and the messages that went over its line; ``said`` is what has come unasked."""

    def __init__(self, *, seed: int = 1, boot_loader: Path | None = None) -> None:
        built("sim")
        self.tray = SimulatedTray(is_real_time=False, seed=seed, boot_loader=boot_loader)
        self.said: list[tuple[messages.TrayMessage, int]] = []
        self.decoder = Decoder()
        self._sequence = 0

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        self.tray.close()

    def forget(self) -> None:
        """Forget what was said so far, and what it left half read."""
        self.tray.take()
        self.decoder = Decoder()

    def run(self, seconds: float) -> None:
        """Let time pass, and take what is said meanwhile."""
        self.tray.run(seconds)
        self.said += self._heard()

    def _heard(self) -> Iterator[tuple[messages.TrayMessage, int]]:
        for body in self.decoder.feed(self.tray.take()):
            message = messages.decode(body)
            assert message is not None, body.hex()
            yield message

    def ask(self, request: messages.Request, within_s: float = 0.02) -> messages.Reply:
        """Send a request, and return its one answer."""
        self._sequence = self._sequence % 255 + 1
        self.tray.hear(frame(messages.encode(request, self._sequence)))
        before = len(self.said)
        self.run(within_s)
        (answer,) = [message for message, sequence in self.said[before:] if sequence == self._sequence]
        assert answer.CODE in REPLIES
        return answer  # type: ignore[return-value]

    def answer(self, request: messages.Request, kind: type[Kind]) -> Kind:
        """Send a request, and return its one answer, which is of that kind."""
        answer = self.ask(request)
        assert isinstance(answer, kind)
        return answer

    def hello(self) -> messages.Hello:
        """Ask the tray who it is."""
        return self.answer(messages.Identify(), messages.Hello)

    def reading(self) -> messages.CurrentReading:
        """Ask for what the sensors see."""
        return self.answer(messages.GetReading(), messages.CurrentReading)

    def unasked(self, kind: type[Kind]) -> list[Kind]:
        """Return what of that kind came unasked, and forget it."""
        found: list[Kind] = [message for message, sequence in self.said if isinstance(message, kind) and sequence == 0]
        self.said = [entry for entry in self.said if entry[0] not in found]
        return found

    def press(self) -> None:
        """Press the button for a tenth of a second, and let go of it for another."""
        self.tray.press()
        self.run(0.1)
        self.tray.release()
        self.run(0.1)
