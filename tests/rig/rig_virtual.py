"""The virtual Pi: QEMU without help from this processor, and a disk that forgets at a power cut what was not flushed.

The disk is served by nbdkit, whose cache keeps what is written until the guest flushes it; killed, it loses the rest,
as a card does. QEMU itself would have handed all of it to this machine's kernel, which lives on.
"""

from __future__ import annotations

import ctypes
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from rig_box import NothingShown
from rig_bus import Glass, Message, Records
from rig_image import Bootable

from companion.box import Button
from companion.devices.pi.boards import BONNET

BOOT_S = 180.0
CONNECT_S = 20.0
FINGER_S = 0.05
DIE_WITH_PARENT = 1
PINS = {button: number for number, button in BONNET.buttons.items()}
DONE = "rig-is-done"


def _die_with_parent() -> None:
    """Have the kernel end this process when the tests end, however they end."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


class VirtualPi:
    """A Pi that is switched on and off, pressed and looked at; its disk lasts as long as it does."""

    def __init__(self, bootable: Bootable, place: Path) -> None:
        self._bootable = bootable
        self._place = place
        self._disk = place / "disk.img"
        self._running: list[subprocess.Popen[bytes]] = []
        self.renew()
        self.messages: list[Message] = []
        self.glass = Glass()

    def renew(self) -> None:
        """Put in a card on which nothing has been played; the power has to be off."""
        subprocess.run(["cp", "--sparse=always", str(self._bootable.disk), str(self._disk)], check=True)

    def switch_on(self) -> None:
        """Boot; returns when root's shell answers."""
        self.messages, self.glass, self._records = [], Glass(), Records()
        with _listening(self._place / "shell") as shell, _listening(self._place / "bus") as bus:
            self._start("nbdkit.log", *self._nbdkit())
            self._start("qemu.log", *self._qemu())
            self._shell, self._bus = shell.accept()[0], bus.accept()[0]
        # A shell that is not there yet loses nothing: the port keeps what is sent.
        self._shell.sendall(b"exec 3>/dev/codemaker-rig\n")
        self.run("true", BOOT_S)

    def cut_power(self) -> None:
        """Pull the plug."""
        self.kill()
        for process in self._running:
            process.wait()
        self._running = []
        self._shell.close()
        self._bus.close()

    def kill(self) -> None:
        """Let everything end at once; may be called from any thread."""
        for process in self._running:
            process.kill()

    def press(self, button: Button) -> None:
        """Connect the button's pin to ground, no sooner after its last release than a quick finger would."""
        self._shell.sendall(f"sleep {FINGER_S}; echo low {PINS[button]} >&3\n".encode())

    def release(self, button: Button) -> None:
        """Let the button's pin go, after no less than a quick finger takes.

        The kernel looks at the level some time after an edge: of a press of microseconds it sees two releases.
        """
        self._shell.sendall(f"sleep {FINGER_S}; echo open {PINS[button]} >&3\n".encode())

    def unplug(self) -> None:
        """Pull the panel off."""
        self._shell.sendall(b"echo unplug >&3\n")

    def plug_back(self) -> None:
        """Put the panel back."""
        self._shell.sendall(b"echo plug >&3\n")

    def fail_next(self, code: int, count: int = 1) -> None:
        """Let the next *count* messages on the bus break off half-way."""
        self._shell.sendall(f"echo fail {code} {count} >&3\n".encode())

    def frame(self) -> Image.Image:
        """Return what the panel shows."""
        while self._take(0.0):
            pass
        return self.glass.picture()

    def wait_frame(self, is_it: Callable[[Image.Image], bool], within_s: float) -> Image.Image:
        """Sleep until the panel shows a picture that *is_it* takes."""
        end = time.monotonic() + within_s
        while not is_it(picture := self.frame()):
            if not self._take(max(0.0, end - time.monotonic())):
                picture.save(self._place / "last-frame.png")
                raise NothingShown(f"expected another picture within {within_s} s, got {self._place}/last-frame.png")
        return picture

    def run(self, command: str, within_s: float = 120) -> str:
        """Run *command* in root's shell and return what it prints."""
        # The mark is put together in the guest: an echo of the command does not look like the end of it.
        self._shell.sendall(f"{{ {command}\n}} 2>&1; status=$?; echo; echo {DONE[:4]}'{DONE[4:]}' $status\n".encode())
        self._shell.settimeout(within_s)
        told = b""
        while not (told.endswith(b"\n") and f"{DONE} ".encode() in told):
            received = self._shell.recv(65536)
            if not received:
                raise AssertionError(f"expected a shell, got its end, after {told[-500:]!r}")
            told += received
        text, _, status = told.decode().rpartition(f"\n{DONE} ")
        if int(status):
            raise AssertionError(f"expected {command!r} to succeed, got {int(status)}: {text[-2000:]}")
        return text

    def log(self) -> str:
        """Return what the kernel and systemd have said on the console since the last start."""
        return (self._place / "console.log").read_text("utf-8", errors="replace")

    def _take(self, within_s: float) -> bool:
        """Take in what the bus has carried; False when there is nothing within the time."""
        self._bus.settimeout(within_s)
        try:
            received = self._bus.recv(65536)
        except (TimeoutError, BlockingIOError):
            return False
        for message in self._records.feed(received):
            self.messages.append(message)
            self.glass.take(message)
        return bool(received)

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
        quick = "console=ttyS0 quiet mitigations=off random.trust_cpu=on systemd.show_status=no"
        # nbdkit may take a moment to listen.
        server = f"file.server.type=unix,file.server.path={self._place / 'disk'},file.open-timeout={CONNECT_S:.0f}"
        return (
            *("qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-m", "512", "-smp", "1"),
            *("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-net", "none"),
            *("-kernel", str(self._bootable.kernel), "-initrd", str(self._bootable.initrd), "-append", quick),
            *("-drive", f"driver=raw,file.driver=nbd,{server},if=virtio,cache.direct=on"),
            *("-device", "virtio-rng-pci", "-serial", f"file:{self._place / 'console.log'}"),
            *("-device", "virtio-serial-pci", *self._port("shell"), *self._port("bus")),
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
