"""A Debian in a folder, booted with its own systemd by systemd-nspawn: a machine to install on.

It needs root. systemd-nspawn wants a /run that it may write to, and a terminal; here it gets both, in a mount
namespace of its own, so that the machine below is not touched. The network is that of the machine below, for apt.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

BOOT = """
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/nspawn
exec systemd-nspawn --register=no --keep-unit --settings=no --link-journal=no --console=pipe --notify-ready=yes "$@"
"""
READY_S, END_S = 60, 20
WAY = re.compile(r"Acquire::(https?|Check|Retries)")


class Suite(StrEnum):
    """The Debians that the package is for."""

    BOOKWORM = "bookworm"
    TRIXIE = "trixie"


def archive() -> str:
    """Return where this machine gets its packages from: the first site that is Debian's main archive."""
    sites = run("apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages").stdout.split()
    return next((site for site in sites if site.rstrip("/").endswith("/debian")), "http://deb.debian.org/debian")


def run(*command: str, **more: object) -> subprocess.CompletedProcess[str]:
    """Run *command* and return what it printed; a failure quotes it."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)  # type: ignore[call-overload]
    if done.returncode:
        raise AssertionError(
            f"expected {' '.join(command)!r} to succeed, got {done.returncode}: {done.stdout[-4000:]}"
        )
    return done  # type: ignore[no-any-return]


class Machine:
    """A booted root; commands run in it as in a shell of root's."""

    def __init__(self, process: subprocess.Popen[bytes], leader: int) -> None:
        self._process = process
        self._leader = leader
        self._enter = ("nsenter", "--target", str(leader), "--all", "--wd=/", "--")
        # Not the variables of whoever runs the tests.
        self._environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LC_ALL": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
        }

    def run(self, *command: str) -> str:
        """Run *command* inside and return what it prints; it must succeed."""
        return run(*self._enter, *command, env=self._environment).stdout

    def status(self, *command: str) -> int:
        """Run *command* inside and return how it ended."""
        return subprocess.run(
            [*self._enter, *command], env=self._environment, check=False, capture_output=True
        ).returncode

    def show(self, unit: str, name: str) -> str:
        """Return a property of a unit."""
        return self.run("systemctl", "show", unit, f"--property={name}", "--value").strip()

    def exists(self, path: str) -> bool:
        """Whether there is such a file inside."""
        return self.status("test", "-e", path) == 0

    def wait_off(self, within_s: float) -> bool:
        """Whether the machine has gone off by itself."""
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def pull_the_plug(self) -> None:
        """Let everything in it end at once."""
        if self._process.poll() is None:
            # The kernel takes along all that has this one for its first process.
            with suppress(ProcessLookupError):
                os.kill(self._leader, signal.SIGKILL)
            try:
                self._process.wait(END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()


@dataclass(frozen=True, slots=True)
class Root:
    """The files of a Debian."""

    suite: Suite
    folder: Path

    @classmethod
    @contextmanager
    def made(cls, suite: Suite, place: Path) -> Iterator[Root]:
        """Make a root in *place* from Debian's packages, as small as one with systemd can be."""
        folder = place / "root"
        # udevadm can check rules from trixie on.
        more = ",udev" if suite is Suite.TRIXIE else ""
        run(
            "mmdebstrap",
            "--variant=minbase",
            f"--include=systemd-sysv,python3-pil{more}",
            "--dpkgopt=force-unsafe-io",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            *(f"--aptopt={option}" for option in _apt_options()),
            suite.value,
            str(folder),
            f"deb {archive()} {suite.value} main",
        )
        try:
            yield cls(suite, folder)
        finally:
            shutil.rmtree(folder)

    def put(self, file: Path, into: str) -> None:
        """Copy *file* into the root."""
        target = self.folder / into.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)

    @contextmanager
    def booted(self, *options: str) -> Iterator[Machine]:
        """Boot it with systemd as its first process, until systemd is ready; *options* are systemd-nspawn's."""
        boot = shlex.join(["sh", "-c", BOOT, "sh", "--directory", str(self.folder), "--boot", *options])
        command = ["unshare", "--mount", "script", "--quiet", "--return", "--command", boot, os.devnull]
        with tempfile.TemporaryDirectory() as place, _ear(Path(place, "notify")) as (address, told):
            environment = os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1", "NOTIFY_SOCKET": address}
            with subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment, start_new_session=True
            ) as process:
                machine = Machine(process, int(told("X_NSPAWN_LEADER_PID")))
                try:
                    told("READY")
                    machine.run("systemctl", "is-system-running", "--wait")
                    yield machine
                finally:
                    machine.pull_the_plug()


@contextmanager
def _ear(path: Path) -> Iterator[tuple[str, Callable[[str], str]]]:
    """Lend the address of a socket, and what waits there until a name is told its value."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(path))
        ear.settimeout(READY_S)

        def told(name: str) -> str:
            while True:
                for line in ear.recv(4096).decode().splitlines():
                    if line.startswith(f"{name}="):
                        return line.partition("=")[2]

        yield str(path), told


def _apt_options() -> Sequence[str]:
    """Return what this machine's apt has been told of the way to the archive: proxies, certificates, clocks."""
    dumped = run("apt-config", "dump").stdout.splitlines()
    return [line for line in dumped if WAY.match(line) and not line.endswith(' "";')]
