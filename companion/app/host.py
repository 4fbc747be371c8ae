"""The machine that the program runs on, as the doctor sees it."""

from __future__ import annotations

import grp
import importlib.util
import os
import pwd
import shutil
import socket
import stat
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from glob import glob
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from companion.box import TrayFound
from companion.config.installation import command_for, missing
from companion.config.paths import Paths
from companion.config.settings import load
from companion.devices.pi import Board
from companion.doctor.patient import MODEL, PinState, ProcessResult, TrayStatus, Wiring, names_pi
from companion.errors import CompanionError, DeviceMissing, JournalFailed
from companion.storage.check import summed_up
from companion.storage.journal import open_for_reading

if TYPE_CHECKING:
    from companion.box import TrayEvent
    from companion.link.discovery import LinkStatus

SERVICE_USER = "codemaker"
# What "systemctl enable codemaker" makes; asking systemctl takes longer, and there may be none.
ENABLED = "etc/systemd/system/multi-user.target.wants/codemaker.service"
PROGRAM_S = 5.0
# A tray is asked eight times in three seconds, and an Arduino that is reset by opening the port takes two.
TRAY_S = 6.0
# A display on this machine answers at once, one at the other end of ssh within this.
DISPLAY_S = 1.0
# X's port of display 0; display 1 has the next one.
X11_PORT = 6000
# Of the link's counters, those that stay 0 on a sound wire.
TRAY_ERRORS = ("crc_errors", "unknown", "missed")
# The longest that the doctor of a running game waits for the tray's counters: an answer takes 4 ms, and a bad line
# gets four tries.
COUNTERS_S = 0.5


def wired(board: Board) -> Wiring:
    """Return what the doctor has to know of *board*."""
    screen = board.screen
    return Wiring(
        board.name,
        screen.driver.value,
        f"/dev/{screen.node}",
        screen.port,
        screen.address,
        screen.speed_hz,
        {number: button.name for number, button in board.buttons.items()},
        board.buzzer,
    )


@dataclass(frozen=True, slots=True)
class UnixAccount:
    """Who plays, with the numbers by which the kernel decides what he may."""

    name: str
    uid: int
    gids: frozenset[int]


def has_service(root: Path = Path("/")) -> bool:
    """Whether the installed service is what plays on this machine: on a Pi, and elsewhere where it was enabled."""
    return (root / ENABLED).is_symlink() or names_pi(_content(root / MODEL.lstrip("/")))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def account_of_player() -> UnixAccount:
    """Return the service's account, or where no service plays that of this process."""
    try:
        entry = pwd.getpwnam(SERVICE_USER) if has_service() else None
    except KeyError:
        entry = None
    if entry is None:
        return UnixAccount(_own_name(), os.geteuid(), frozenset({os.getegid(), *os.getgroups()}))
    gids = os.getgrouplist(SERVICE_USER, entry.pw_gid)
    return UnixAccount(SERVICE_USER, entry.pw_uid, frozenset(gids))


def _own_name() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


class LocalHost:
    """The machine below us; *root* is another folder than ``/`` where a test has built one.

    In a running game, ``tray_status`` is that of its reader, which has the tray's port to itself; ``unsaved`` returns
    why its matches are not being saved.
    """

    def __init__(
        self,
        where: Paths,
        board: Board,
        account: UnixAccount,
        environment: Mapping[str, str] = os.environ,
        root: Path = Path("/"),
        is_playing: bool = False,
    ) -> None:
        self.wiring = wired(board)
        self.environment = environment
        self.is_playing = is_playing
        self.is_in_terminal = any(map(os.isatty, (0, 1, 2)))
        self.player = account.name
        self.state = str(where.journal.parent)
        self.settings_file = str(where.settings)
        self._where = where
        self._account = account
        self._root = root
        self.tray_status: Callable[[], LinkStatus] | None = None
        self.unsaved: Callable[[], CompanionError | None] = lambda: None

    def _path(self, path: str) -> Path:
        return self._root / path.lstrip("/")

    def groups(self) -> frozenset[str]:
        """Return the groups of the player."""
        return frozenset(_group_name(gid) for gid in self._account.gids)

    def read(self, path: str) -> bytes:
        """Return what is in a file."""
        return self._path(path).read_bytes()

    def names(self, pattern: str) -> tuple[str, ...]:
        """Return the paths that there are."""
        found = sorted(glob(str(self._path(pattern))))
        return tuple("/" + str(Path(path).relative_to(self._root)) for path in found)

    def group_of(self, path: str) -> str:
        """Return the group of a file."""
        return _group_name(self._path(path).stat().st_gid)

    def may_use(self, path: str) -> bool:
        """Whether the player may read and write it; a read-only card is found out by who may write anything."""
        place = self._path(path)
        try:
            found = place.stat()
        except FileNotFoundError:
            return False
        return _may(self._account, found) and not _is_read_only(place)

    def free_mib(self, path: str) -> float:
        """Return what is free where *path* lies, or will lie."""
        place = self._path(path)
        while not place.exists():
            place = place.parent
        return shutil.disk_usage(place).free / 2**20

    def run(self, *command: str) -> ProcessResult | None:
        """Run a program to its end."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PROGRAM_S, check=False)
        except (FileNotFoundError, PermissionError, subprocess.TimeoutExpired):
            return None
        return ProcessResult(done.returncode, done.stdout)

    def time_s(self) -> float:
        """Return the time of day."""
        return time.time()

    def built_s(self) -> float:
        """Return when this file came here."""
        return Path(__file__).stat().st_mtime

    def has_library(self, name: str) -> bool:
        """Whether a library can be imported."""
        return importlib.util.find_spec(name) is not None

    def command_for(self, library: str) -> str:
        """Return the command that adds a library."""
        return command_for(library)

    def display(self) -> str | None:
        """Connect to the display that the environment names."""
        for variable, addresses in (("DISPLAY", _x11_addresses), ("WAYLAND_DISPLAY", self._wayland_addresses)):
            if name := self.environment.get(variable):
                if not any(map(_takes_connections, addresses(name))):
                    raise DeviceMissing(f"expected a display that answers, got none at {variable}={name}")
                return f"{variable}={name}"
        return None

    def _wayland_addresses(self, name: str) -> Iterator[str]:
        yield os.path.join(self.environment.get("XDG_RUNTIME_DIR", ""), name)

    # The libraries of the Pi are imported when they are asked for: where they are missing, that is what is found.

    def lgpio(self) -> str:
        """Return the version of lgpio."""
        try:
            from companion.devices.pi.probe import lgpio_version
        except ModuleNotFoundError as failure:
            raise DeviceMissing(missing(failure)) from failure
        return lgpio_version()

    def pin_factory(self) -> str:
        """Open the pins and say through what."""
        try:
            from companion.devices.pi.probe import pin_factory
        except ModuleNotFoundError as failure:
            raise DeviceMissing(missing(failure)) from failure
        return pin_factory()

    def lines(self) -> Mapping[int, PinState]:
        """Look at the pins of the board."""
        try:
            from companion.devices.pi.probe import line_states
        except ModuleNotFoundError as failure:
            raise DeviceMissing(missing(failure)) from failure
        buzzer = self.wiring.buzzer
        states = line_states([*self.wiring.buttons, *([] if buzzer is None else [buzzer])])
        return {number: PinState(holder, is_low) for number, (holder, is_low) in states.items()}

    def i2c_status(self, port: int, address: int) -> int:
        """Read the byte that the panel answers with."""
        try:
            from companion.devices.pi.probe import i2c_status
        except ModuleNotFoundError as failure:
            raise DeviceMissing(missing(failure)) from failure
        return i2c_status(port, address)

    def tray(self) -> TrayStatus | None:
        """Ask the peg tray, or the reader of a game that is being played."""
        status = self._visited() if self.tray_status is None else self.tray_status()
        if status.tray is None:
            if status.findings:
                found = "; ".join(f"{port}: {why}" for port, why in status.findings.items())
                raise DeviceMissing(f"expected a peg tray that answers, got {found}")
            return None
        counts = {name: getattr(status.counts, name) for name in TRAY_ERRORS}
        told = f"firmware {status.tray.firmware}, protocol {status.tray.protocol}"
        own = None if status.counters is None else asdict(status.counters)
        return TrayStatus(status.tray.port, told, counts, own)

    def _visited(self) -> LinkStatus:
        port = load(self._where.settings)[0].tray_port
        return _visited(self._path("/dev"), self._path(port) if port else None)

    def journal_trouble(self) -> CompanionError | None:
        """Read the whole journal, unless a game that is played cannot save."""
        if (unsaved := self.unsaved()) is not None:
            return unsaved
        try:
            with closing(open_for_reading(self._where.journal)) as journal:
                return summed_up(journal.check())
        except JournalFailed as failure:
            if isinstance(failure.__cause__, PermissionError):
                raise failure.__cause__ from failure
            return failure

    def settings_troubles(self) -> tuple[CompanionError, ...]:
        """Read the settings."""
        with suppress(FileNotFoundError):
            # What is closed to us is not wrong.
            self._where.settings.open("rb").close()
        return load(self._where.settings)[1]


def _group_name(gid: int) -> str:
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def _may(account: UnixAccount, found: os.stat_result) -> bool:
    if account.uid == 0:
        return True
    if found.st_uid == account.uid:
        wanted = stat.S_IRUSR | stat.S_IWUSR
    elif found.st_gid in account.gids:
        wanted = stat.S_IRGRP | stat.S_IWGRP
    else:
        wanted = stat.S_IROTH | stat.S_IWOTH
    return found.st_mode & wanted == wanted


def _x11_addresses(name: str) -> Iterator[str | tuple[str, int]]:
    """Yield where the X server of a display such as ``:0`` or ``host:10.0`` listens."""
    host, _, rest = name.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdecimal():
        return
    if host in ("", "unix"):
        # Xorg listens at both, Xwayland may have only the abstract one, which begins with a zero.
        yield f"/tmp/.X11-unix/X{number}"  # noqa: S108 - the protocol's own place
        yield f"\0/tmp/.X11-unix/X{number}"
    else:
        yield host, X11_PORT + int(number)


def _takes_connections(address: str | tuple[str, int]) -> bool:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as connection:
        connection.settimeout(DISPLAY_S)
        try:
            connection.connect(address)
        except OSError:
            return False
    return True


def _is_read_only(place: Path) -> bool:
    # A device file is written wherever its folder lies.
    return place.is_dir() and bool(os.statvfs(place).f_flag & os.ST_RDONLY)


def _visited(dev: Path, only: Path | None) -> LinkStatus:
    """Look for a tray at the ports under *dev*, or at *only* that one, and return what is known some seconds later."""
    # Most machines have no such port, and need nothing of the link.
    from companion.link.discovery import LinkStatus
    from companion.link.port_list import ports
    from companion.link.reader import Reader

    if not ports(dev, only):
        return LinkStatus()
    told: SimpleQueue[TrayEvent] = SimpleQueue()
    reader = Reader(dev, only=only)
    reader.start(told.put)
    try:
        found = _first_of(told)
        return reader.status if found is None else replace(reader.ask_status(COUNTERS_S), tray=found)
    finally:
        reader.close()


def _first_of(told: SimpleQueue[TrayEvent]) -> TrayFound | None:
    until = time.monotonic() + TRAY_S
    with suppress(Empty):
        while True:
            news = told.get(timeout=max(0.0, until - time.monotonic()))
            if isinstance(news, TrayFound):
                return news
    return None


def local_host(where: Paths, board: Board, is_playing: bool = False) -> LocalHost:
    """Return the machine below us with *board* on it."""
    return LocalHost(where, board, account_of_player(), is_playing=is_playing)
