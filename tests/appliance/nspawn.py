"""A Debian in a folder, booted with its own systemd by systemd-nspawn: a machine to install on.

It needs root, and gets mounts, processes and a control group of its own: nothing of it is seen from outside, and what
is mounted there and what runs there ends with the tests, however they end. Its files are in memory.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import IO, Self

from tests.support.tools import need, need_that

# A machine's whole life, after which all of it is ended; on two free processors it takes a tenth of this.
LIFE_S = 900
# What may be waited for: a command, packages from the archive, systemd's word that it is ready, an end.
COMMAND_S, MAKE_S, READY_S, END_S = 120.0, 300.0, 60.0, 20.0
SIZE = "1g"
# Debian's files belong to more than one.
USERS = 65536
# Tells its own number first, which is that of unshare: what is above it may be sudo.
OUTER = 'echo "$$"; exec unshare --mount --pid --fork --mount-proc sh -c "$@"'
# The first of the processes waits until the other end of its input is closed, or its time is up. With it
# the kernel ends all others, and unmounts. Two machines in one control group would take each other's services for
# their own; systemd-nspawn wants a /run that it may write to.
FIRST = """
mkdir "$1" && echo 0 >"$1/cgroup.procs" || exit
mount -t tmpfs -o "size=$2" tmpfs "$3" && mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/nspawn || exit
echo ready
exec timeout --signal=KILL "$4" cat
"""
NSPAWN = (
    "--register=no",
    "--keep-unit",
    "--settings=no",
    "--link-journal=no",
    "--console=pipe",
    "--notify-ready=yes",
    # What is mounted over a file cannot be replaced by the package that owns it.
    "--timezone=off",
    "--resolv-conf=off",
)
WAY = re.compile(r"Acquire::(https?|Check|Retries)")


class Suite(StrEnum):
    """The Debians that the package is for."""

    BOOKWORM = "bookworm"
    TRIXIE = "trixie"


RESTART_FAILED = "systemctl list-units --failed --no-legend --plain | cut -d' ' -f1 | xargs -r systemctl restart"


class NoMachine(AssertionError):
    """There can be no machine in this machine."""


def archive() -> str:
    """Return where this machine gets its packages from: the first site that is Debian's main archive.

    apt itself reads its sources, in the one-line and the deb822 format, whether it has fetched their lists or not.
    """
    sites = run(
        "apt-get", "indextargets", "--no-release-info", "--format", "$(SITE)", "Created-By: Packages"
    ).stdout.split()
    for site in sites:
        if site.rstrip("/").endswith("/debian"):
            return site
    raise NoMachine(
        "expected Debian's main archive (.../debian) among the sources of apt, to make a Debian from, got "
        f"{', '.join(dict.fromkeys(sites)) or 'none'}: add it in /etc/apt/sources.list.d"
    )


def run(*command: str, limit_s: float = COMMAND_S, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run *command* and return what it printed; a failure quotes it."""
    done = attempt(*command, limit_s=limit_s, cwd=cwd)
    if done.returncode:
        raise AssertionError(
            f"expected {' '.join(command)!r} to succeed, got {done.returncode}: {done.stdout[-4000:]}"
        )
    return done


def attempt(*command: str, limit_s: float = COMMAND_S, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run *command* and return what it printed, and how it ended."""
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=limit_s,
        cwd=cwd,
    )


@cache
def as_root() -> Sequence[str] | None:
    """Return what makes a command root's: nothing, or sudo if ``make test-install`` runs it; None without either."""
    if os.geteuid() == 0:
        return ()
    return ("sudo", "-n") if os.environ.get("CODEMAKER_SUDO") else None


def need_machines() -> None:
    """Skip the test that runs where no machine can be booted, and fail in CI."""
    need("mmdebstrap", "systemd-nspawn", by="make test-install")
    need_that(as_root() is not None, "root", by="make test-install")


class Enclosure:
    """Mounts and processes that no one else sees, around an empty folder in memory."""

    def __init__(self, process: int) -> None:
        outside = f"/proc/{process}/ns"
        # Where we are in another root than the whole machine's, so is it.
        root = f"--root=/proc/{process}/root"
        enter = ("nsenter", f"--mount={outside}/mnt", f"--pid={outside}/pid_for_children", root, "--")
        self.enter = (*(as_root() or ()), *enter)

    @classmethod
    @contextmanager
    def around(cls, folder: Path) -> Iterator[Enclosure]:
        """Enclose *folder* until the end of the block, and for LIFE_S at most."""
        users = int(Path("/proc/self/uid_map").read_text().split()[2])
        if users < USERS:
            raise NoMachine(f"expected {USERS} users to be root of, got {users} (root only by name, in a namespace)")
        parent = _own_group()
        for left in parent.glob("codemaker-*"):
            # A process that was killed could not clean up.
            if not Path("/proc", left.name.split("-")[1]).exists():
                _remove(left)
        group = parent / f"codemaker-{os.getpid()}-{uuid.uuid4().hex}"
        first = (FIRST, "sh", str(group), SIZE, str(folder), str(LIFE_S))
        command = (*(as_root() or ()), "sh", "-c", OUTER, "sh", *first)
        try:
            with subprocess.Popen(
                command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            ) as process:
                # Left, its input is closed, which ends it.
                yield cls(_number_when_ready(process))
        finally:
            _remove(group)


def _own_group() -> Path:
    """Return the folder of our control group, of the kind that systemd-nspawn is told to use."""
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    places = [fields[4] for fields in mounts if fields[fields.index("-") + 1] == "cgroup2"]
    if not places:
        raise NoMachine("expected cgroup2 to be mounted, got none in /proc/self/mountinfo")
    own = next(line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::"))
    return Path(places[0], own.lstrip("/"))


def _remove(group: Path) -> None:
    """Remove a control group and those below it; one in which something still runs stays."""
    attempt(*(as_root() or ()), "find", str(group), "-depth", "-type", "d", "-delete")


def _number_when_ready(process: subprocess.Popen[bytes]) -> int:
    """Wait until *process* prints "ready", and return the number that it printed before."""
    assert process.stdout is not None
    told = [""]
    while select.select([process.stdout], [], [], READY_S)[0]:
        line = process.stdout.readline().decode()
        if line == "ready\n":
            return next(int(earlier) for earlier in told if earlier.strip().isdigit())
        if not line:
            break
        told.append(line)
    raise NoMachine(
        "expected mounts, processes and a control group of our own for a machine in the machine "
        f"(a container has to be a privileged one), got {told[-1].strip()!r}"
    )


class Machine:
    """A booted root; commands run in it as in a shell of root's."""

    def __init__(self, process: subprocess.Popen[bytes], enclosure: Enclosure, leader: int) -> None:
        self._process = process
        self._enclosure = enclosure
        self._leader = str(leader)
        # Not the variables of the user who runs the tests.
        environment = ("PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
        inside = ("nsenter", "--target", self._leader, "--all", "--root", "--", "env", "-i", "--chdir=/", *environment)
        self._enter = (*enclosure.enter, *inside)

    def run(self, *command: str) -> str:
        """Run *command* inside and return what it prints; it must succeed."""
        return run(*self._enter, *command).stdout

    def status(self, *command: str) -> int:
        """Run *command* inside and return how it ended."""
        return attempt(*self._enter, *command).returncode

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
            attempt(*self._enclosure.enter, "sh", "-c", 'kill -KILL "$1"', "sh", self._leader)
            self._process.wait(END_S)


@dataclass(frozen=True, slots=True)
class Root:
    """The files of a Debian."""

    suite: Suite
    folder: Path
    enclosure: Enclosure

    @classmethod
    @contextmanager
    def made(cls, suite: Suite, place: Path, later: Sequence[str] = ()) -> Iterator[Root]:
        """Make a root below *place* from Debian's packages, as small as one with systemd can be.

        It knows the archive's packages, and has those of *later*, and what they need, at hand to be installed.
        """
        memory = place / "memory"
        memory.mkdir()
        with Enclosure.around(memory) as enclosure:
            root = cls(suite, memory / "root", enclosure)
            at_hand = "APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get install --download-only --no-install-recommends -qy "
            root.do(
                "mmdebstrap",
                "--variant=apt",
                # udevadm can check rules from trixie on.
                "--include=systemd-sysv,passwd" + (",udev" if suite is Suite.TRIXIE else ""),
                "--dpkgopt=force-unsafe-io",
                *(f"--aptopt={option}" for option in _apt_options()),
                "--skip=cleanup/apt",
                f"--customize-hook={at_hand}{shlex.join(later)}",
                suite.value,
                str(root.folder),
                f"deb {archive()} {suite.value} main",
                limit_s=MAKE_S,
            )
            yield root

    def do(self, *command: str, limit_s: float = COMMAND_S) -> str:
        """Run *command* where the root's folder can be seen and return what it prints."""
        return run(*self.enclosure.enter, *command, limit_s=limit_s).stdout

    def put(self, file: Path, into: str) -> None:
        """Copy *file* into the root."""
        self.do("install", "-D", "--mode", oct(file.stat().st_mode & 0o777)[2:], str(file), f"{self.folder}{into}")

    def fetch(self, folder: str, into: Path) -> None:
        """Copy *folder* out of the root, for everybody to read."""
        self.do("cp", "--recursive", "--no-preserve=mode", f"{self.folder}{folder}", str(into))

    @contextmanager
    def booted(self, *options: str) -> Iterator[Machine]:
        """Boot it with systemd as its first process, until systemd is ready; *options* are systemd-nspawn's."""
        with tempfile.TemporaryDirectory() as place, tempfile.TemporaryFile() as console, _Ear(Path(place)) as ear:
            environment = ("env", "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1", f"NOTIFY_SOCKET={ear.address}")
            nspawn = ("systemd-nspawn", "--quiet", *NSPAWN, "--directory", str(self.folder), "--boot", *options)
            with subprocess.Popen(
                [*self.enclosure.enter, *environment, *nspawn],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
            ) as process:
                try:
                    leader = int(ear.told("X_NSPAWN_LEADER_PID", process, console))
                    ear.told("READY", process, console)
                    # Who tells and is not heard waits, and systemd with it.
                    ear.close()
                    machine = Machine(process, self.enclosure, leader)
                    if machine.status("systemctl", "is-system-running", "--wait"):
                        # Where others are busy, a unit of the bare Debian may not be started in time: once again.
                        machine.run("sh", "-c", RESTART_FAILED)
                        machine.run("systemctl", "is-system-running", "--wait")
                    yield machine
                    machine.pull_the_plug()
                finally:
                    # What still runs then ends with the enclosure, without waiting for it.
                    process.kill()


class _Ear:
    """A socket that systemd tells how far it is, as sd_notify(3) has it."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()

    def told(self, name: str, teller: subprocess.Popen[bytes], console: IO[bytes]) -> str:
        """Return the value of *name* when it is told; a *teller* that ends or stays silent is quoted."""
        end = os.pidfd_open(teller.pid)
        try:
            while self._socket.fileno() in select.select([self._socket.fileno(), end], [], [], READY_S)[0]:
                for line in self._socket.recv(4096).decode().splitlines():
                    if line.startswith(f"{name}="):
                        return line.partition("=")[2]
        finally:
            os.close(end)
        console.seek(0)
        raise NoMachine(
            f"expected systemd-nspawn to tell {name} within {READY_S:.0f} s, got: "
            + console.read().decode(errors="replace")[-4000:]
        )


def _apt_options() -> Sequence[str]:
    """Return what this machine's apt has been told of the way to the archive: proxies, certificates, clocks."""
    dumped = run("apt-config", "dump").stdout.splitlines()
    return [line for line in dumped if WAY.match(line) and not line.endswith(' "";')]
