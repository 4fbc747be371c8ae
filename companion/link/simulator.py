"""The tray with its real firmware, on a simulated chip: the harness of ``firmware/sim`` as a process of ours.

It has the verbs of ``TwinTray``, and those that only a chip has. It is built from the sources by
``make -C firmware sim``, and is no part of an installed package.
"""

from __future__ import annotations

import random
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from companion.errors import N_, DeviceMissing
from companion.link.faults import FAIR, FaultProfile
from companion.link.optics import DARK, EMPTY, Ambient, Holes, Levels, load_optics

NODE = "ttyUSB0"
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
CYCLES_PER_S = 16_000_000
BOUNCE_S = 0.002
"""How long the button's contact bounces at most."""

TOOLS = "gcc gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev make"
"""What building it takes, by the names of Debian's packages."""

_HEARD_BYTES = 4096
_LEAVES_WITHIN_S = 5.0
_ANSWERS_WITHIN_S = 30.0
_NO_SIMULATOR = N_("No simulator here: run make -C firmware sim.")


class Reset(Enum):
    """What resets the chip from outside; its watchdog does it from within, see ``hang``."""

    EXTERNAL = "external"
    BROWN_OUT = "brownout"


class Tear(Enum):
    """What is left of a byte of the memory if the power fails while it is written."""

    OLD = "old"
    ERASED = "erased"
    NEW = "new"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class ChipStatus:
    """The chip and its surroundings: ``cycle`` counts from its start, ``lit`` and ``lamps`` are bits."""

    cycle: int
    on: int
    crashed: int
    plugged: int
    lit: int
    lamps: int
    resets: int
    writes: int
    to_tray: int
    to_box: int
    struck: int


def needed(firmware: Path = FIRMWARE) -> tuple[Path, Path]:
    """Return the harness and the program that it runs; raises ``DeviceMissing`` where they were not built."""
    found = firmware / "build" / "sim" / "tray-sim", firmware / "build" / "avr" / "tray.elf"
    for path in found:
        if not path.exists():
            raise DeviceMissing(
                f"expected a simulator of the tray, got no {path}; from the sources, "
                f"make -C firmware sim builds it, with Debian's {TOOLS}",
                _NO_SIMULATOR,
            )
    return found


class SimulatedTray:
    """A tray in *dev*, a folder for ``Reader``, plugged in when it is made; use it as a context, or close it.

    In real time it runs by itself. Otherwise its time passes in ``run`` alone, as fast as the machine can.
    It must not be made on a thread that ends before it: with that thread, the kernel ends the process.
    """

    def __init__(
        self, *, bed: Holes | None = None, is_real_time: bool = True, seed: int = 1, firmware: Path = FIRMWARE
    ) -> None:
        harness, program = needed(firmware)
        draw = random.Random(seed)  # noqa: S311 - nothing secret is drawn
        self._bed = bed or Holes(load_optics(), draw)
        self._lock = threading.Lock()
        self.dev = Path(tempfile.mkdtemp(prefix="codemaker-tray-"))
        control = self.dev / "control"
        command: list[str | Path] = [harness, "--elf", program, "--port", self.port, "--control", control]
        # Without a shell, so that nothing stands between us and it when we die.
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        try:
            self._socket = self._call(control)
        except OSError:
            self._end()
            raise
        self._answers = self._socket.makefile("r", encoding="ascii")
        self._furnish(seed)
        if is_real_time:
            self._say("realtime")

    def _call(self, control: Path) -> socket.socket:
        first = self._process.stdout.readline() if self._process.stdout else b""
        if first != b"ready\n":
            raise DeviceMissing(f"expected the simulator to be ready, got {first!r}", _NO_SIMULATOR)
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(_ANSWERS_WITHIN_S)
        line.connect(str(control))
        return line

    def _furnish(self, seed: int) -> None:
        self._say("seed", seed)
        self.noise(self._bed.optics.noise)
        self.room(DARK)
        for hole, levels in enumerate(self._bed.levels):
            self.set_light(hole, levels)

    # The outside world.

    @property
    def port(self) -> Path:
        """The serial port, while the tray is plugged in."""
        return self.dev / NODE

    @property
    def process_id(self) -> int:
        """The harness's process."""
        return self._process.pid

    @property
    def pegs(self) -> tuple[str, ...]:
        """What lies in the holes."""
        return tuple(self._bed.pegs)

    @property
    def lamps(self) -> int:
        """What its lamps show, two bits each."""
        return self.status().lamps

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of that colour into a hole."""
        self.set_light(hole, self._bed.place(hole, peg))

    def remove(self, hole: int) -> None:
        """Take the peg out of a hole."""
        self.place(hole, EMPTY)

    def set_light(self, hole: int, levels: Levels) -> None:
        """Let red, green and blue light add these shares of the converter's scale in a hole, whatever lies there."""
        self._say("light", hole, *levels)

    def ambient(self, level: float) -> None:
        """Let the light of the room be of about *level*, a share of the converter's scale."""
        self.room(self._bed.room(level))

    def room(self, room: Ambient) -> None:
        """Let the light of the room be *room*."""
        self._say("ambient", *room.levels)
        self._say("flicker", room.flicker, room.hz, room.phase)

    def noise(self, deviation: float) -> None:
        """Let a sample have that standard deviation, a share of the converter's scale."""
        self._say("noise", deviation)

    def press(self, bounce_s: float = BOUNCE_S) -> None:
        """Put a finger on the button, whose contact bounces."""
        self._say("press", bounce_s * 1000)

    def release(self, bounce_s: float = BOUNCE_S) -> None:
        """Take the finger off the button."""
        self._say("release", bounce_s * 1000)

    def fit_lamps(self, are_fitted: bool) -> None:
        """Wire the feedback lamps, or take them off; the firmware looks for them when it boots."""
        self._say("lamps", int(are_fitted))

    def reset(self, cause: Reset = Reset.EXTERNAL) -> None:
        """Reset the chip: it forgets all but its memory."""
        self._say("reset", cause.value)

    def hang(self) -> None:
        """Let the program go on for ever where it is, until its watchdog bites."""
        self._say("hang")

    def cut_power(self) -> None:
        """Let the power fail, at this very cycle; a byte of the memory that is being written is torn."""
        self._say("power", "off")

    def power_up(self) -> None:
        """Give it power again; what was in its RAM is random."""
        self._say("power", "on")

    def tear(self, write: int, left: Tear = Tear.MIXED) -> None:
        """Let the power fail in the middle of the *write*-th byte that is written to the memory from now on."""
        self._say("tear", write, left.value)

    def memory(self, count: int = 48) -> bytes:
        """Return the first bytes of the memory."""
        return bytes.fromhex(self._say("memory", count))

    def store(self, address: int, content: bytes) -> None:
        """Let the memory hold these bytes there."""
        self._say("store", address, content.hex())

    def ram(self, address: int, count: int) -> bytes:
        """Return the bytes of the RAM from there on, of at most 1,024."""
        return bytes.fromhex(self._say("ram", address, count))

    def unplug(self) -> None:
        """Pull the plug: the tray loses its power, and the box its port."""
        self._say("unplug")

    def plug_back(self) -> None:
        """Put the plug back."""
        self._say("plug")

    def weather(self, weather: FaultProfile = FAIR) -> None:
        """Let the line do this to frames, both ways; what is late makes late what follows."""
        self._say("mend")
        shares = {"lose": weather.lose, "cut": weather.cut, "flip": weather.flip, "duplicate": weather.duplicate}
        for way in ("tray", "box"):
            for fault, share in shares.items():
                self._say("fault", way, fault, share)
            self._say("fault", way, "delay", weather.delay, weather.delay_s * 1000)

    def hear(self, arrived: bytes) -> None:
        """Take bytes from the box past the port, which hands on only when the kernel finds the time."""
        for at in range(0, len(arrived), _HEARD_BYTES):
            self._say("hear", arrived[at : at + _HEARD_BYTES].hex())

    def take(self) -> bytes:
        """Return what has been said since the last call, which is at the port, too; 8,192 bytes are kept."""
        return bytes.fromhex(self._say("take"))

    def cut_line(self, is_cut: bool = True) -> None:
        """Cut the line between box and tray, or join it again; power is not affected."""
        self._say("line", "cut" if is_cut else "whole")

    def status(self) -> ChipStatus:
        """Return how the chip and its surroundings are."""
        fields = (field.split("=") for field in self._say("status").split())
        return ChipStatus(**{name: int(value) for name, value in fields})

    def run(self, seconds: float) -> None:
        """Let time pass at once, and end real time."""
        self.run_cycles(round(seconds * CYCLES_PER_S))

    def run_cycles(self, cycles: int) -> None:
        """Let so many cycles of the chip pass at once, and end real time."""
        self._say("cycles", cycles, within_s=_ANSWERS_WITHIN_S + cycles / CYCLES_PER_S)

    # The end.

    def __enter__(self) -> SimulatedTray:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take the tray away, and end its process; may be called again."""
        with self._lock:
            # It leaves by itself when nobody steers it any more.
            with suppress(OSError):
                self._answers.close()
                self._socket.close()
            self._end()

    def _end(self) -> None:
        try:
            self._process.wait(_LEAVES_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()
        shutil.rmtree(self.dev, ignore_errors=True)

    def _say(self, *words: object, within_s: float = _ANSWERS_WITHIN_S) -> str:
        """Tell the harness, wait for its answer, and return what it says besides ``ok``."""
        with self._lock:
            self._socket.settimeout(within_s)
            self._socket.sendall((" ".join(map(str, words)) + "\n").encode("ascii"))
            return _answer(self._answers.readline(), words)


def _answer(line: str, words: Sequence[object]) -> str:
    verdict, _, rest = line.strip().partition(" ")
    if verdict != "ok":
        raise DeviceMissing(f"expected ok from the simulator to {words!r}, got {line!r}")
    return rest
