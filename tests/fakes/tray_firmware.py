"""The tray with its real firmware on a simulated chip: runs the harness of ``firmware/sim`` as a child process.

It has the methods of ``TwinTray``, and more for what only a chip does. ``make -C firmware sim`` builds the harness.
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

from companion.errors import DeviceMissing
from companion.link.optics import EMPTY, Levels, load_optics
from tests.fakes.lossy_line import FAIR, FaultProfile
from tests.fakes.room import DARK, LAMPS, STEADY, Ambient, LitHoles

NODE = "ttyUSB0"
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
CYCLES_PER_S = 16_000_000
BOUNCE_S = 0.002
"""The longest time that the button's contact bounces, in seconds."""

TOOLS = "gcc gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev make"
"""The Debian packages that building the simulator needs."""

_HEARD_BYTES = 4096
_LEAVES_WITHIN_S = 5.0
_ANSWERS_WITHIN_S = 30.0


class Reset(Enum):
    """External causes of a reset; for a reset by the watchdog see ``SimulatedTray.hang``."""

    EXTERNAL = "external"
    BROWN_OUT = "brownout"


class Tear(Enum):
    """The content of a byte of the memory (EEPROM) after the power has failed while it was written."""

    OLD = "old"
    ERASED = "erased"
    NEW = "new"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class ChipStatus:
    """The state of the chip and its surroundings: ``cycle`` counts from the start, ``lit`` and ``lamps`` are bits."""

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
    """Return the paths of the harness and of the firmware it runs; raises ``DeviceMissing`` if they are not built."""
    found = firmware / "build" / "sim" / "tray-sim", firmware / "build" / "avr" / "tray.elf"
    for path in found:
        if not path.exists():
            raise DeviceMissing(
                f"expected a simulator of the tray, got no {path}; from the sources, "
                f"make -C firmware sim builds it, with Debian's {TOOLS}"
            )
    return found


class SimulatedTray:
    """A simulated tray, plugged in when created; use it as a context manager, or close it.

    ``dev`` is the folder for ``Reader``. In real time the tray runs by itself; otherwise time passes only in ``run``,
    as fast as the machine can. It must not be created on a thread that ends earlier, because the kernel ends the
    child process with that thread. Every reset begins in the *boot_loader*, an Intel HEX file. Raises
    ``DeviceMissing`` if the harness is not built or does not start.
    """

    def __init__(
        self,
        *,
        holes: LitHoles | None = None,
        is_real_time: bool = True,
        seed: int = 1,
        firmware: Path = FIRMWARE,
        boot_loader: Path | None = None,
    ) -> None:
        harness, program = needed(firmware)
        draw = random.Random(seed)
        self._holes = holes or LitHoles(load_optics(), draw)
        self._lock = threading.Lock()
        self.dev = Path(tempfile.mkdtemp(prefix="codemaker-tray-"))
        control = self.dev / "control"
        command: list[str | Path] = [harness, "--elf", program, "--port", self.port, "--control", control]
        command += [] if boot_loader is None else ["--boot", boot_loader]
        # Without a shell, so that the harness is a direct child and ends with this process.
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
            raise DeviceMissing(f"expected the simulator to be ready, got {first!r}")
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(_ANSWERS_WITHIN_S)
        line.connect(str(control))
        return line

    def _furnish(self, seed: int) -> None:
        self._say("seed", seed)
        self.noise(self._holes.optics.noise)
        self.room(DARK)
        for hole, levels in enumerate(self._holes.levels):
            self.set_light(hole, levels)

    # The person at the tray, and the hardware

    @property
    def port(self) -> Path:
        """The path of the serial port, which exists while the tray is plugged in."""
        return self.dev / NODE

    @property
    def process_id(self) -> int:
        """The process id of the harness."""
        return self._process.pid

    @property
    def pegs(self) -> tuple[str, ...]:
        """The peg in each hole, ``empty`` for none."""
        return tuple(self._holes.pegs)

    @property
    def lamps(self) -> int:
        """The state of the lamps, two bits each."""
        return self.status().lamps

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into a hole."""
        self.set_light(hole, self._holes.place(hole, peg))

    def remove(self, hole: int) -> None:
        """Take the peg out of a hole."""
        self.place(hole, EMPTY)

    def set_light(self, hole: int, levels: Levels) -> None:
        """Set the light that red, green and blue add in a hole, as shares of the scale, regardless of its peg."""
        self._say("light", hole, *levels)

    def ambient(self, level: float) -> None:
        """Set the light of the room to about *level*, a share of the converter's scale."""
        self.room(self._holes.room(level))

    def room(self, room: Ambient) -> None:
        """Set the light of the room."""
        self._say("ambient", *room.levels)
        for number in range(LAMPS):
            lamp = room.lamps[number] if number < len(room.lamps) else STEADY
            self._say("lamp", number, lamp.wave.value, lamp.hz, lamp.depth, lamp.duty, lamp.phase)

    def noise(self, deviation: float) -> None:
        """Set the standard deviation of a sample, a share of the converter's scale."""
        self._say("noise", deviation)

    def press(self, bounce_s: float = BOUNCE_S) -> None:
        """Press the button, whose contact bounces for at most *bounce_s*."""
        self._say("press", bounce_s * 1000)

    def release(self, bounce_s: float = BOUNCE_S) -> None:
        """Release the button, whose contact bounces for at most *bounce_s*."""
        self._say("release", bounce_s * 1000)

    def fit_lamps(self, are_fitted: bool) -> None:
        """Connect or disconnect the feedback lamps; the firmware checks for them when it boots."""
        self._say("lamps", int(are_fitted))

    def reset(self, cause: Reset = Reset.EXTERNAL) -> None:
        """Reset the chip: it loses everything but its memory (EEPROM)."""
        self._say("reset", cause.value)

    def hang(self) -> None:
        """Make the firmware hang where it is, until its watchdog resets the chip."""
        self._say("hang")

    def cut_power(self) -> None:
        """Cut the power at the present cycle; a byte of the memory that is being written is torn."""
        self._say("power", "off")

    def power_up(self) -> None:
        """Restore the power; the content of the RAM is random."""
        self._say("power", "on")

    def tear(self, write: int, left: Tear = Tear.MIXED) -> None:
        """Cut the power in the middle of the *write*-th byte that is written to the memory from now on."""
        self._say("tear", write, left.value)

    def memory(self, count: int = 48) -> bytes:
        """Return the first *count* bytes of the memory."""
        return bytes.fromhex(self._say("memory", count))

    def store(self, address: int, content: bytes) -> None:
        """Set the bytes of the memory from *address* on to *content*."""
        self._say("store", address, content.hex())

    def ram(self, address: int, count: int) -> bytes:
        """Return *count* bytes of the RAM from *address* on, at most 1,024."""
        return bytes.fromhex(self._say("ram", address, count))

    def unplug(self) -> None:
        """Pull the plug: the tray loses its power, and the box its port."""
        self._say("unplug")

    def plug_back(self) -> None:
        """Plug the tray in again."""
        self._say("plug")

    def weather(self, weather: FaultProfile = FAIR) -> None:
        """Set the faults of the line for frames in both directions; a delayed frame delays the ones after it."""
        self._say("repair")
        shares = {"lose": weather.lose, "cut": weather.cut, "flip": weather.flip, "duplicate": weather.duplicate}
        for way in ("tray", "box"):
            for fault, share in shares.items():
                self._say("fault", way, fault, share)
            self._say("fault", way, "delay", weather.delay, weather.delay_s * 1000)

    def hear(self, arrived: bytes) -> None:
        """Send bytes to the tray directly: through the port they would arrive only when the kernel forwards them."""
        for at in range(0, len(arrived), _HEARD_BYTES):
            self._say("hear", arrived[at : at + _HEARD_BYTES].hex())

    def take(self) -> bytes:
        """Return the bytes the tray has sent since the last call, at most 8,192; they also go to the port."""
        return bytes.fromhex(self._say("take"))

    def cut_line(self, is_cut: bool = True) -> None:
        """Cut the line between box and tray, or restore it; the power is not affected."""
        self._say("line", "cut" if is_cut else "whole")

    def status(self) -> ChipStatus:
        """Return the state of the chip and its surroundings."""
        fields = (field.split("=") for field in self._say("status").split())
        return ChipStatus(**{name: int(value) for name, value in fields})

    def run(self, seconds: float) -> None:
        """Simulate *seconds* as fast as possible, and leave real time."""
        self.run_cycles(round(seconds * CYCLES_PER_S))

    def run_cycles(self, cycles: int) -> None:
        """Simulate that many cycles of the chip as fast as possible, and leave real time."""
        self._say("cycles", cycles, within_s=_ANSWERS_WITHIN_S + cycles / CYCLES_PER_S)

    # Closing

    def __enter__(self) -> SimulatedTray:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the tray and end its process; further calls change nothing."""
        with self._lock:
            # The harness exits by itself when its control connection closes.
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
        """Send a command to the harness and return its answer without ``ok``; raises ``DeviceMissing`` otherwise."""
        with self._lock:
            self._socket.settimeout(within_s)
            self._socket.sendall((" ".join(map(str, words)) + "\n").encode("ascii"))
            return _answer(self._answers.readline(), words)


def _answer(line: str, words: Sequence[object]) -> str:
    verdict, _, rest = line.strip().partition(" ")
    if verdict != "ok":
        raise DeviceMissing(f"expected ok from the simulator to {words!r}, got {line!r}")
    return rest
