"""An emulated Raspberry Pi 3 that boots the card, with a panel that is read through QEMU's trace of the I2C bus.

The processor executes one instruction in each nanosecond of the virtual clock (``-icount shift=0``), and while it has
nothing to do, the clock jumps to the next timer (``sleep=off``). So the clock counts instructions and idle time, and
two boots differ by less than a hundredth, however busy this machine is.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import select
import signal
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from tools.card.panel_trace import PANEL, TracedPanel

HERE = Path(__file__).parent
# A boot takes a minute on an idle machine, and 6 G.
LIMIT_S, LIMIT_G = 900.0, 60.0
CONNECT_S = 60.0
# How often the virtual clock is looked at while nothing is sent to the panel.
LOOK_S = 0.05
# The system timer of the BCM2837, in microseconds: its two words are at 0x3F003004 (BCM2835 ARM Peripherals, 12.1).
TIMER = "xp /2wx 0x3f003004"
US_PER_G = 1_000_000
# As an SSD1306 that is on answers, with bit 6 clear.
STATUS = b"\x03"
ROM_BYTES = 512
TRACE_BYTES = 1 << 16
DIE_WITH_PARENT = 1


class NothingShown(AssertionError):
    """The panel did not show the expected picture in time."""


@dataclass(frozen=True, slots=True)
class Boot:
    """What QEMU starts, and what the kernel is told."""

    kernel: Path
    initrd: Path
    device_tree: Path
    command_line: str


@cache
def programs() -> Path:
    """Return the folder with QEMU 10 or later, which is installed there first if need be."""
    done = subprocess.run([HERE / "make-qemu"], stdout=subprocess.PIPE, check=True, text=True)
    return Path(done.stdout.strip())


def _die_with_parent() -> None:
    """Have the kernel end this process when the tests end, however they end."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


class EmulatedPi:
    """A Pi that boots from *card*, a file of QEMU's, when it is made; its own files are in the folder *place*.

    Without a panel nothing answers at its address. *stick* holds what is on a USB stick that is plugged in.
    """

    def __init__(
        self, boot: Boot, card: Path | None, place: Path, has_panel: bool = True, stick: Path | None = None
    ) -> None:
        self._place = place
        self.panel = TracedPanel()
        self._lines: deque[str] = deque()
        self._rest = b""
        self._is_off = False
        place.mkdir(parents=True, exist_ok=True)
        with _listening(place / "monitor") as ear, (place / "qemu.log").open("wb") as log:
            self._trace = _fifo(place / "trace")
            self._process = subprocess.Popen(
                self._command(boot, card, has_panel, stick),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_parent,  # noqa: PLW1509
            )
            self._end = os.pidfd_open(self._process.pid)
            if ear not in _ready(ear, self._end, within_s=CONNECT_S):
                raise self._nothing("QEMU to start")
            self._monitor = ear.accept()[0]
        self._answers = b""
        self._next_answer()
        self._ask("qmp_capabilities")

    def now_g(self) -> float:
        """Return the virtual clock in thousands of millions of instructions, idle time included."""
        words = str(self._ask("human-monitor-command", **{"command-line": TIMER})).split()
        return (int(words[1], 16) + (int(words[2], 16) << 32)) / US_PER_G

    def wait(self, is_it: Callable[[Image.Image], bool], what: str, limit_g: float = LIMIT_G) -> float:
        """Wait until *is_it* accepts the picture on the panel, and return the virtual clock.

        Raises ``NothingShown``, which quotes *what*, at *limit_g* of the virtual clock, after ``LIMIT_S``, and when
        the machine has ended; the last picture is kept in a file.
        """
        for has_drawn in self._changes(what, limit_g):
            if has_drawn and is_it(self.panel.picture()):
                return self.now_g()
        raise self._nothing(what)

    def wait_told(self, words: str, limit_g: float = LIMIT_G) -> str:
        """Wait until *words* have come over the serial line, and return all that has; raises as ``wait`` does."""
        for has_drawn in self._changes(f"{words!r} on the serial line", limit_g):
            if not has_drawn and words in (told := self.log()):
                return told
        raise self._nothing(f"{words!r} on the serial line")

    def run_until(self, instant_g: float) -> None:
        """Let the processor run until *instant_g* of the virtual clock or a little later, and stop it there."""
        for _ in self._changes(f"the instant {instant_g} G", math.inf, instant_g):
            pass
        if self._has_ended():
            raise self._nothing(f"the instant {instant_g} G")
        self.stop()

    def stop(self) -> None:
        """Stop the processor: all that it has written is in the card's file then, and all that was shown is seen."""
        self._ask("stop")
        self._take(0.0)
        while self._lines:
            self.panel.take(self._lines.popleft())

    def go_on(self) -> None:
        """Let the processor go on."""
        self._ask("cont")

    def pull_stick(self) -> None:
        """Pull the USB stick out."""
        self._ask("device_del", id="stick")

    def cut_power(self) -> None:
        """Pull the plug."""
        if self._process.poll() is None:
            # QEMU may still hold tables of the card's file, which are no part of the card.
            self.stop()
        self._process.kill()
        self._process.wait()
        self._monitor.close()
        os.close(self._end)
        os.close(self._trace)

    def log(self) -> str:
        """Return what was written to the serial line."""
        return (self._place / "serial.log").read_text("utf-8", errors="replace")

    def _changes(self, what: str, limit_g: float, until_g: float = math.inf) -> Iterator[bool]:
        """Yield True now and after each message to the panel, False whenever there was none for a while.

        Returns when the machine ends or the clock reaches *until_g*; raises ``NothingShown`` when a limit is passed.
        """
        end = time.monotonic() + LIMIT_S
        yield True
        while True:
            while self._lines:
                if self.panel.take(self._lines.popleft()):
                    yield True
            if self._take(LOOK_S):
                continue
            yield False
            if self._has_ended() or (now_g := self.now_g()) >= until_g:
                return
            if now_g > limit_g or time.monotonic() > end:
                raise self._nothing(f"{what} within {limit_g} G instructions and {LIMIT_S:.0f} s")

    def _nothing(self, what: str) -> NothingShown:
        """Return the error that *what* was expected, with what there is to look at."""
        picture = self._place / "last-picture.png"
        self.panel.picture().save(picture)
        at = "a machine that has ended" if self._has_ended() else f"a machine at {self.now_g():.2f} G instructions"
        return NothingShown(f"expected {what}, got {at}: see {picture}, serial.log and qemu.log beside it")

    def _has_ended(self) -> bool:
        return self._is_off or self._process.poll() is not None

    def _take(self, within_s: float) -> bool:
        """Take what the trace holds by now, waiting for it at most *within_s*; False if there is nothing."""
        _ready(self._trace, self._end, within_s=within_s)
        has_taken = False
        while True:
            try:
                received = os.read(self._trace, TRACE_BYTES)
            except BlockingIOError:
                return has_taken
            *whole, self._rest = (self._rest + received).split(b"\n")
            self._lines.extend(line.decode("ascii", errors="replace") for line in whole)
            has_taken = True

    def _ask(self, command: str, **arguments: object) -> object:
        """Return QEMU's answer to a command of its monitor protocol."""
        self._monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while "event" in (answer := self._next_answer()):
            # With -no-shutdown QEMU itself stays, and can still be asked.
            self._is_off = self._is_off or answer["event"] == "SHUTDOWN"
        if "return" not in answer:
            raise AssertionError(f"expected an answer to {command!r}, got {answer}")
        return answer["return"]

    def _next_answer(self) -> dict[str, object]:
        """Return QEMU's next message; its trace is taken meanwhile, because it may wait for that before it answers."""
        while b"\n" not in self._answers:
            ready = _ready(self._monitor, self._trace, within_s=CONNECT_S)
            if self._trace in ready:
                self._take(0.0)
            if self._monitor in ready:
                received = self._monitor.recv(65536)
                if not received:
                    raise ConnectionResetError("expected an answer of QEMU, got its end")
                self._answers += received
            if not ready:
                raise TimeoutError(f"expected an answer of QEMU within {CONNECT_S} s, got none")
        line, _, self._answers = self._answers.partition(b"\n")
        answer: dict[str, object] = json.loads(line)
        return answer

    def _command(self, boot: Boot, card: Path | None, has_panel: bool, stick: Path | None) -> list[str]:
        status = self._place / "status"
        status.write_bytes(STATUS * ROM_BYTES)
        rom = f"at24c-eeprom,bus=i2c-bus.1,address={PANEL:#x},rom-size={ROM_BYTES},writable=off,drive=status"
        panel = ("-drive", f"if=none,id=status,format=raw,file={status}", "-device", rom)
        usb = ("-drive", f"if=none,id=stick,format=raw,file={stick}", "-device", "usb-storage,id=stick,drive=stick")
        return [
            *("nice", "-n", "3", str(programs() / "qemu-system-aarch64"), "-machine", "raspi3b", "-display", "none"),
            *("-global", "bcm2837.enabled-cpus=1"),
            *("-icount", "shift=0,sleep=off", "-no-reboot", "-no-shutdown", "-net", "none"),
            # With sound, QEMU loads modules of this machine's QEMU, and ends because they are of another version.
            *("-audio", "none"),
            *("-kernel", str(boot.kernel), "-initrd", str(boot.initrd), "-dtb", str(boot.device_tree)),
            # The other three processors would execute instructions of the same clock while they wait.
            *("-append", f"{boot.command_line} maxcpus=1"),
            *(("-drive", f"if=sd,format=qcow2,file={card}") if card is not None else ()),
            *(panel if has_panel else ()),
            *(usb if stick is not None else ()),
            *("-serial", "null", "-serial", f"file:{self._place / 'serial.log'}", "-monitor", "none"),
            *("-qmp", f"unix:{self._place / 'monitor'}", "-trace", "i2c_*", "-D", str(self._place / "trace")),
        ]


def _ready(*streams: socket.socket | int, within_s: float) -> list[socket.socket | int]:
    """Return those of *streams* that can be read, waiting for the first at most *within_s*."""
    return select.select(streams, (), (), within_s)[0]


def _fifo(path: Path) -> int:
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    # Open for writing too, so that opening does not wait for QEMU, and reading does not end with it.
    return os.open(path, os.O_RDWR | os.O_NONBLOCK)


@contextmanager
def _listening(path: Path) -> Iterator[socket.socket]:
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(str(path))
        ear.listen(1)
        yield ear
