"""A Pi that is reached by a shell of root's; its panel is read from the kernel's trace, its buttons pressed by wires.

Never tried on a real Pi. All of it but ssh and the copper is tried on the virtual one, which has the same kernel's
trace, and wires of its own.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from PIL import Image

from companion.box import Button
from companion.devices.pi.boards import BOARDS
from tools.rig.rig_bus import Message
from tools.rig.rig_eye import Eye
from tools.rig.rig_shell import RootShell

HERE = Path(__file__).parent
BOOT_S = 180.0
FINGER_S = 0.05
PINS = {button: number for number, button in BOARDS["bonnet"].buttons.items()}
# A spare pin for each button of the bonnet, and so what the wires connect; docs/rig.md has the table.
WIRES: Mapping[Button, int] = MappingProxyType(
    {
        Button.UP: 12,
        Button.DOWN: 13,
        Button.LEFT: 16,
        Button.RIGHT: 19,
        Button.OK: 20,
        Button.BACK: 21,
        Button.ROLL: 26,
    }
)
STATE, ASIDE = "/var/lib/codemaker", "/var/lib/codemaker.before-rig"
EYE, FINGER, FINGERS = "/run/rig_trace.py", "/run/rig_finger.py", "/run/rig-fingers"
EYE_PID = "/run/rig-eye.pid"
LOOK = f"echo $$ >{EYE_PID}; exec python3 -I {EYE} 1"
# The kernel traces on for as long as the place for it is there.
LOOK_AWAY = f"exec 4>&-; kill $(cat {EYE_PID}); rmdir /sys/kernel/tracing/instances/codemaker-rig; true"
READY = """mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing
rm -f {fingers}; mkfifo {fingers}
(cd /run && exec python3 {finger} 0 <{fingers} >/run/rig-finger.log 2>&1) &
exec 4>{fingers}"""
FRESH = f"systemctl stop codemaker; find {STATE} -mindepth 1 -delete"
PUT_ASIDE = f"test -e {ASIDE} || cp -a {STATE} {ASIDE}"
PUT_BACK = f"systemctl stop codemaker; rm -rf {STATE}; mv {ASIDE} {STATE}; systemctl start codemaker"


class Reach(Protocol):
    """The way to the Pi."""

    def shell(self) -> RootShell:
        """Return root's shell, as soon as it answers."""
        ...

    def told(self, command: str) -> socket.socket:
        """Run *command* in the background, and return the stream of what it prints."""
        ...

    def cut_power(self, shell: RootShell) -> None:
        """Pull the plug, or come as near to it as can be."""
        ...

    def switch_on(self) -> None:
        """Put the plug back."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class RealPi:
    """A Pi as the rig's tests want it; what it has played before is put aside until ``leave``."""

    grey = frozenset({"spi", "sound", "tray"})

    def __init__(self, reach: Reach, place: Path) -> None:
        self._reach = reach
        self._place = place
        self._is_fresh = True

    @property
    def messages(self) -> list[Message]:
        """What the bus has carried since the Pi was reached."""
        return self._eye.messages

    def switch_on(self) -> None:
        """Switch on; returns when root's shell answers, and the panel is being looked at."""
        self._reach.switch_on()
        self.begin()

    def begin(self) -> None:
        """Reach a Pi that is on, and restart the game: an observer that begins then sees all."""
        self._shell = self._reach.shell()
        for name, into in (("rig_trace.py", EYE), ("rig_finger.py", FINGER)):
            self._shell.put(HERE / name, into)
        self._shell.run(READY.format(fingers=FINGERS, finger=FINGER))
        self._shell.run(f"systemctl stop codemaker; {PUT_ASIDE}")
        if self._is_fresh:
            self._shell.run(FRESH)
            self._is_fresh = False
        self._eye = Eye(self._reach.told(LOOK), self._place)
        self._eye.wait_frame(lambda _: bool(self.messages), BOOT_S)

    def leave(self) -> None:
        """Put back what had been played before, and hang up."""
        self._shell.run(LOOK_AWAY)
        self._shell.run(PUT_BACK)
        self._reach.close()

    def press(self, button: Button) -> None:
        """Let the button's wire pull it down."""
        self._shell.send(f"sleep {FINGER_S}; echo low {WIRES[button]} >&4")

    def release(self, button: Button) -> None:
        """Let the button's wire go."""
        self._shell.send(f"sleep {FINGER_S}; echo open {WIRES[button]} >&4")

    def frame(self) -> Image.Image:
        """Return what the panel shows."""
        return self._eye.frame()

    def wait_frame(self, is_it: Callable[[Image.Image], bool], within_s: float) -> Image.Image:
        """Sleep until the panel shows a picture that *is_it* takes."""
        return self._eye.wait_frame(is_it, within_s)

    def times_lit(self) -> int:
        """Return how often the panel has begun to show anything."""
        return len(self._eye.glass.lit_at)

    def run(self, command: str, within_s: float = 120) -> str:
        """Run *command* in root's shell."""
        return self._shell.run(command, within_s)

    def kill(self) -> None:
        """Pull the plug; may be called from any thread."""
        self._reach.cut_power(self._shell)

    def cut_power(self) -> None:
        """Pull the plug, and hang up."""
        self.kill()
        self._eye.close()
        self._shell.close()
        self._reach.close()


class Ssh:
    """The way over a network; root's key has to be known to the Pi, and the Pi to us.

    The power is cut by a command of the tester's. Without one the kernel is told to reboot at once: what was not
    synchronised is lost, what the card itself keeps in its memory is not.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._host = environment["CODEMAKER_RIG_HOST"]
        self._off = environment.get("CODEMAKER_RIG_POWER_OFF")
        self._on = environment.get("CODEMAKER_RIG_POWER_ON")
        self._running: list[subprocess.Popen[bytes]] = []

    def command(self, words: str) -> tuple[str, ...]:
        """Return what runs *words* on the Pi; ssh itself tries once a second until the Pi is up."""
        patient = ("-o", "BatchMode=yes", "-o", f"ConnectionAttempts={BOOT_S:.0f}", "-o", "ConnectTimeout=5")
        return ("ssh", "-T", *patient, f"root@{self._host}", words)

    def shell(self) -> RootShell:
        """Return root's shell."""
        shell = RootShell(self.told("exec sh"))
        shell.run("true", BOOT_S)
        return shell

    def told(self, command: str) -> socket.socket:
        """Run *command* on the Pi, at the far end of a socket."""
        ours, theirs = socket.socketpair()
        self._running.append(subprocess.Popen(self.command(command), stdin=theirs.fileno(), stdout=theirs.fileno()))
        theirs.close()
        return ours

    def cut_power(self, shell: RootShell) -> None:
        """Run the tester's command, or have the kernel reboot at once."""
        if self._off is not None:
            subprocess.run(shlex.split(self._off), check=True)
        else:
            # The second time it may be gone.
            with suppress(OSError):
                shell.send("echo 1 >/proc/sys/kernel/sysrq; echo b >/proc/sysrq-trigger")

    def switch_on(self) -> None:
        """Run the tester's command."""
        if self._on is not None:
            subprocess.run(shlex.split(self._on), check=True)

    def close(self) -> None:
        """End every ssh."""
        for process in self._running:
            process.kill()
            process.wait()
        self._running = []
