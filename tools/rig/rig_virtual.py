"""The virtual Pi: QEMU, and a disk that forgets at a power cut what was not flushed.

The disk is served by nbdkit, whose cache keeps what is written until the guest flushes it; killed, it loses the rest,
as a card does. QEMU itself would have handed all of it to this machine's kernel, which lives on.
"""

from __future__ import annotations

import ctypes
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from enum import Enum
from pathlib import Path

from PIL import Image

from companion.box import Button
from companion.devices.pi.boards import BOARDS
from tools.rig.rig_accel import Accel, chosen
from tools.rig.rig_bus import Message
from tools.rig.rig_eye import Eye
from tools.rig.rig_image import Bootable
from tools.rig.rig_shell import RootShell

BOOT_S = 180.0
CONNECT_S = 20.0
FINGER_S = 0.05
DIE_WITH_PARENT = 1
# With a program at the same addresses at each start, TCG has to translate it only once; the rest looks for what is not
# there, or guards what is not attacked. Not tsc=reliable: what TCG's counter is measured at, when others are busy, may
# be wrong by a factor, and only who doubts it finds out.
BOOT = (
    "console=ttyS0 quiet systemd.show_status=no norandmaps nokaslr mitigations=off random.trust_cpu=on no5lvl "
    "init_on_alloc=0 audit=0 rcupdate.rcu_expedited=1 8250.nr_uarts=1 i8042.nopnp i8042.noaux i8042.nokbd"
)
PINS = {button: number for number, button in BOARDS["bonnet"].buttons.items()}


def _die_with_parent() -> None:
    """Have the kernel end this process when the tests end, however they end."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


class Clock(Enum):
    """What time is for the guest while it computes; while it waits, it is always that of this machine."""

    WALL = ()
    # A nanosecond an instruction: a processor that is no slower for QEMU's work, or for what else this machine does.
    INSTRUCTIONS = ("-icount", "shift=0")


class VirtualPi:
    """A Pi that is switched on and off, pressed and looked at; its disk lasts as long as it does."""

    # A virtual bus has no speed, and of what the bonnet has not there is nothing to look at.
    grey = frozenset({"i2c_speed", "spi", "sound", "tray", "power"})

    def __init__(self, bootable: Bootable, place: Path, clock: Clock = Clock.WALL) -> None:
        self._bootable = bootable
        self.accel = chosen()
        # KVM cannot count instructions.
        self.clock = clock if self.accel is Accel.TCG else Clock.WALL
        self._place = place
        self._disk = place / "disk.img"
        self._running: list[subprocess.Popen[bytes]] = []
        subprocess.run(["cp", "--sparse=always", str(bootable.disk), str(self._disk)], check=True)

    @property
    def messages(self) -> list[Message]:
        """What the bus has carried since the last start."""
        return self._eye.messages

    def times_lit(self) -> int:
        """Return how often the panel has begun to show anything."""
        return len(self._eye.glass.lit_at)

    @property
    def lit_at(self) -> list[float]:
        """When that was, by the guest's monotonic clock, in seconds."""
        self.frame()
        return self._eye.glass.lit_at

    def switch_on(self) -> None:
        """Boot; returns when root's shell answers."""
        names = ("shell", "bus", "trace")
        with ExitStack() as ears:
            waiting = [ears.enter_context(_listening(self._place / name)) for name in names]
            self._start("nbdkit.log", *self._nbdkit())
            self._start("qemu.log", *self._qemu())
            shell, bus, self.trace = [ear.accept()[0] for ear in waiting]
        self.shell, self._eye = RootShell(shell), Eye(bus, self._place)
        # A shell that is not there yet loses nothing: the port keeps what is sent.
        self.shell.send("exec 3>/dev/codemaker-rig")
        self.run("true", BOOT_S)

    def cut_power(self) -> None:
        """Pull the plug."""
        self.kill()
        for process in self._running:
            process.wait()
        self._running = []
        self.shell.close()
        self._eye.close()
        self.trace.close()

    def kill(self) -> None:
        """Let everything end at once; may be called from any thread."""
        for process in self._running:
            process.kill()

    def press(self, button: Button) -> None:
        """Connect the button's pin to ground, no sooner after its last release than a quick finger would."""
        self.shell.send(f"sleep {FINGER_S}; echo low {PINS[button]} >&3")

    def release(self, button: Button) -> None:
        """Let the button's pin go, after no less than a quick finger takes.

        The kernel looks at the level some time after an edge: of a press of microseconds it sees two releases.
        """
        self.shell.send(f"sleep {FINGER_S}; echo open {PINS[button]} >&3")

    def unplug(self) -> None:
        """Pull the panel off."""
        self.shell.send("echo unplug >&3")

    def plug_back(self) -> None:
        """Put the panel back."""
        self.shell.send("echo plug >&3")

    def fail_after(self, messages: int, code: int) -> None:
        """Let a message on the bus break off half-way with errno *code*, once *messages* more have gone well."""
        self.shell.send(f"echo fail {code} {messages} >&3")

    def wire(self, pin: int, to: int) -> None:
        """Connect two pins: while *pin* drives low, the other is low."""
        self.shell.run(f"echo wire {pin} {to} >&3")

    def frame(self) -> Image.Image:
        """Return what the panel shows."""
        return self._eye.frame()

    def wait_frame(self, is_it: Callable[[Image.Image], bool], within_s: float) -> Image.Image:
        """Sleep until the panel shows a picture that *is_it* takes."""
        return self._eye.wait_frame(is_it, within_s)

    def run(self, command: str, within_s: float = 120) -> str:
        """Run *command* in root's shell and return what it prints."""
        return self.shell.run(command, within_s)

    def leave(self) -> None:
        """Switch off for good."""
        self.cut_power()

    def log(self) -> str:
        """Return what the kernel and systemd have said on the console since the last start."""
        return (self._place / "console.log").read_text("utf-8", errors="replace")

    def _start(self, log_name: str, *command: str) -> None:
        with (self._place / log_name).open("wb") as log:
            self._running.append(
                subprocess.Popen(
                    ("nice", "-n", "3", *command),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    preexec_fn=_die_with_parent,  # noqa: PLW1509
                )
            )

    def _nbdkit(self) -> tuple[str, ...]:
        socket_file = self._place / "disk"
        socket_file.unlink(missing_ok=True)
        place = ("--foreground", "--unix", str(socket_file), "--filter=cache")
        return ("nbdkit", *place, "file", str(self._disk), "cache=writeback")

    def _qemu(self) -> tuple[str, ...]:
        # nbdkit may take a moment to listen.
        server = f"file.server.type=unix,file.server.path={self._place / 'disk'},file.open-timeout={CONNECT_S:.0f}"
        return (
            *("qemu-system-x86_64", "-accel", self.accel, "-cpu", self.accel.processor, "-m", "512", "-smp", "1"),
            *self.clock.value,
            *("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-net", "none"),
            *("-kernel", str(self._bootable.kernel), "-initrd", str(self._bootable.initrd), "-append", BOOT),
            *("-drive", f"driver=raw,file.driver=nbd,{server},if=virtio,cache.direct=on"),
            *("-device", "virtio-rng-pci", "-serial", f"file:{self._place / 'console.log'}"),
            *("-device", "virtio-serial-pci", *self._port("shell"), *self._port("bus"), *self._port("trace")),
        )

    def _port(self, name: str) -> tuple[str, ...]:
        chardev = f"socket,id={name},path={self._place / name}"
        return ("-chardev", chardev, "-device", f"virtserialport,chardev={name},name={name}")


@contextmanager
def _listening(path: Path) -> Iterator[socket.socket]:
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as ear:
        ear.settimeout(CONNECT_S)
        ear.bind(str(path))
        ear.listen(1)
        yield ear
