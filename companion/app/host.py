"""The machine that the program runs on, as the doctor examines it."""

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

from companion.box.tray import TrayFound
from companion.config.card import VARIABLE, CardFiles, read_folder
from companion.config.installation import command_for
from companion.config.paths import Paths
from companion.config.settings import Settings, load
from companion.devices.pi import Board, import_probe
from companion.doctor.host import MODEL, Check, PinState, ProcessResult, TrayStatus, Wiring, names_pi
from companion.errors import CompanionError, DeviceMissing, JournalFailed
from companion.features.seam import declared, installed
from companion.link.discovery import LinkStatus
from companion.link.port_list import ports
from companion.link.reader import Reader, listening
from companion.storage.check import sum_up
from companion.storage.journal import open_for_reading

# Where the image's own unit says that the card's files are.
CARD_FOLDER = "/run/codemaker-card"
SERVICE_USER = "codemaker"
# The link that "systemctl enable codemaker" makes. Running systemctl takes longer, and it may not exist.
ENABLED = "etc/systemd/system/multi-user.target.wants/codemaker.service"
PROGRAM_S = 5.0
# A tray is asked eight times in three seconds, and an Arduino that opening the port resets takes two seconds to boot.
TRAY_S = 6.0
# A display on this machine answers at once; one forwarded by ssh answers within this time.
DISPLAY_S = 1.0
# The TCP port of X display 0; display 1 has the next port.
X11_PORT = 6000
DISPLAY_DIGITS = 4
# Those counters of the link that stay 0 on a cable without faults.
TRAY_ERRORS = ("crc_errors", "unknown", "missed")
# How long the doctor of a running game waits at most for the tray's counters: an answer takes 4 ms, and on a bad line
# the request is sent up to four times.
COUNTERS_S = 0.5


def wired(board: Board) -> Wiring:
    """Return what the doctor needs to know about *board*."""
    screen = board.screen
    return Wiring(
        board.name,
        screen.driver,
        f"/dev/{screen.node}",
        screen.port,
        screen.address,
        screen.speed_hz,
        {number: button.name for number, button in board.buttons.items()},
        board.buzzer,
    )


@dataclass(frozen=True, slots=True)
class UnixAccount:
    """The user that plays, with the user and group ids that the kernel checks for permissions."""

    name: str
    uid: int
    gids: frozenset[int]


def has_service(root: Path = Path("/")) -> bool:
    """Return whether the installed service plays on this machine: always on a Pi, elsewhere if it is enabled."""
    return (root / ENABLED).is_symlink() or names_pi(_content(root / MODEL.lstrip("/")))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def account_of_player() -> UnixAccount:
    """Return the account of the service, or that of this process where no service plays."""
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
    """The machine that the program runs on; tests pass a *root* other than ``/``.

    In a running game, ``tray_status`` asks the game's reader, and ``unsaved`` returns why matches are not being saved.
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
        self.more_devices = tuple(pattern for feature in installed() for pattern, _ in feature.devices)

    @property
    def more_checks(self) -> tuple[Check, ...]:
        """The checks of the features that are installed."""
        return tuple(check for feature in installed() for check in feature.checks())

    def share(self, tray: object) -> None:
        """Ask *tray* if it is the reader of the running game, which holds the serial port."""
        if isinstance(tray, Reader):
            self.tray_status = lambda: tray.ask_status(COUNTERS_S)

    def _path(self, path: str) -> Path:
        return self._root / path.lstrip("/")

    def groups(self) -> frozenset[str]:
        """Return the groups of the player."""
        return frozenset(_group_name(gid) for gid in self._account.gids)

    def read(self, path: str) -> bytes:
        """Return the contents of a file."""
        return self._path(path).read_bytes()

    def names(self, pattern: str) -> tuple[str, ...]:
        """Return the existing paths that match *pattern*."""
        found = sorted(glob(str(self._path(pattern))))
        return tuple("/" + str(Path(path).relative_to(self._root)) for path in found)

    def group_of(self, path: str) -> str:
        """Return the name of the group that owns a file."""
        return _group_name(self._path(path).stat().st_gid)

    def may_use(self, path: str) -> bool:
        """Return whether the player may read and write *path*; not so for a folder on a read-only file system."""
        place = self._path(path)
        try:
            found = place.stat()
        except FileNotFoundError:
            return False
        # A device file can be written even on a read-only file system.
        is_read_only = place.is_dir() and os.statvfs(place).f_flag & os.ST_RDONLY
        return _may(self._account, found) and not is_read_only

    def free_mib(self, path: str) -> float:
        """Return the free space in MiB of the file system of *path*, which need not exist yet."""
        place = self._path(path)
        while not place.exists():
            place = place.parent
        return shutil.disk_usage(place).free / 2**20

    def run(self, *command: str) -> ProcessResult | None:
        """Run a program and return its result; None if it is missing or takes longer than ``PROGRAM_S``."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=PROGRAM_S, check=False)
        except (FileNotFoundError, PermissionError, subprocess.TimeoutExpired):
            return None
        return ProcessResult(done.returncode, done.stdout)

    def time_s(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    def built_s(self) -> float:
        """Return when this file was installed, in seconds since 1970."""
        return Path(__file__).stat().st_mtime

    def has_library(self, name: str) -> bool:
        """Return whether a library can be imported."""
        return importlib.util.find_spec(name) is not None

    def command_for(self, library: str) -> str:
        """Return the command that installs an optional library."""
        return command_for(library)

    def display(self) -> str | None:
        """Return the display that the environment names, after connecting to it; None if it names none.

        Raises ``DeviceMissing`` if the display does not answer.
        """
        for variable, addresses in (("DISPLAY", _x11_addresses), ("WAYLAND_DISPLAY", self._wayland_addresses)):
            if name := self.environment.get(variable):
                if not any(map(_takes_connections, addresses(name))):
                    raise DeviceMissing(f"expected a display that answers, got none at {variable}={name}")
                return f"{variable}={name}"
        return None

    def _wayland_addresses(self, name: str) -> Iterator[str]:
        yield os.path.join(self.environment.get("XDG_RUNTIME_DIR", ""), name)

    # The libraries of the Pi are imported when a check asks for them, so that a missing one is reported as a finding.

    def lgpio(self) -> str:
        """Return the version of lgpio; raises ``DeviceMissing`` if it is not installed."""
        version: str = import_probe().lgpio_version()
        return version

    def pin_factory(self) -> str:
        """Open the pins and return the pin factory's name; raises ``DeviceMissing`` without its library."""
        factory: str = import_probe().pin_factory()
        return factory

    def lines(self) -> Mapping[int, PinState]:
        """Return the state of the buttons' and the buzzer's pins; raises ``DeviceMissing`` without the library."""
        buzzer = self.wiring.buzzer
        states = import_probe().line_states([*self.wiring.buttons, *([] if buzzer is None else [buzzer])])
        return {number: PinState(holder, is_low) for number, (holder, is_low) in states.items()}

    def i2c_status(self, port: int, address: int) -> int:
        """Return the status byte of the panel; raises ``DeviceMissing`` if the library is not installed."""
        status: int = import_probe().i2c_status(port, address)
        return status

    def tray(self) -> TrayStatus | None:
        """Return the status of the peg tray, from a running game or asked directly; None if there is no tray.

        Raises ``DeviceMissing`` if ports were found but no tray answers.
        """
        status = self._visit_tray() if self.tray_status is None else self.tray_status()
        if status.tray is None:
            if status.findings:
                found = "; ".join(f"{port}: {why}" for port, why in status.findings.items())
                raise DeviceMissing(f"expected a peg tray that answers, got {found}")
            return None
        counts = {name: getattr(status.counts, name) for name in TRAY_ERRORS}
        told = f"firmware {status.tray.firmware}, protocol {status.tray.protocol}"
        own = None if status.counters is None else asdict(status.counters)
        return TrayStatus(status.tray.port, told, counts, own)

    def _visit_tray(self) -> LinkStatus:
        port = load(self._where.settings)[0].tray_port
        return _visit_tray(self._path("/dev"), self._path(port) if port else None)

    def journal_trouble(self) -> CompanionError | None:
        """Return why a running game cannot save, otherwise what is wrong with the journal, read as a whole."""
        if (unsaved := self.unsaved()) is not None:
            return unsaved
        try:
            with closing(open_for_reading(self._where.journal)) as journal:
                return journal.loss or sum_up(journal.check())
        except JournalFailed as failure:
            if isinstance(failure.__cause__, PermissionError):
                raise failure.__cause__ from failure
            return failure

    def card(self) -> CardFiles:
        """Return what the card's files say, also where the environment does not name their folder, as in a shell."""
        return read_folder(self._path(self.environment.get(VARIABLE, CARD_FOLDER)))

    def settings_troubles(self) -> tuple[CompanionError, ...]:
        """Return what is wrong with the settings; raises ``PermissionError`` where they may not be read."""
        return self._settings()[1]

    def settings(self) -> Settings:
        """Return the settings; raises ``PermissionError`` where they may not be read."""
        return self._settings()[0]

    def _settings(self) -> tuple[Settings, tuple[CompanionError, ...]]:
        with suppress(FileNotFoundError):
            # A file that this user may not read is not wrong: let the PermissionError out.
            self._where.settings.open("rb").close()
        return load(self._where.settings, declared())


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
    """Yield the addresses at which the X server of a display such as ``:0`` or ``host:10.0`` listens."""
    host, _, rest = name.rpartition(":")
    number = rest.partition(".")[0]
    if not (number.isascii() and number.isdigit()) or len(number) > DISPLAY_DIGITS:
        return
    if host in ("", "unix"):
        # Xorg listens at both; Xwayland may have only the abstract address, which begins with a zero byte.
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


def _visit_tray(dev: Path, only: Path | None) -> LinkStatus:
    """Search for a tray at the ports under *dev*, or only at the port *only*, for at most ``TRAY_S``."""
    if not ports(dev, only):
        return LinkStatus()
    reader = Reader(dev, only=only)
    with listening(reader) as hear:
        until = time.monotonic() + TRAY_S
        while (news := hear(max(0.0, until - time.monotonic()))) is not None:
            if isinstance(news, TrayFound):
                return replace(reader.ask_status(COUNTERS_S), tray=news)
        return reader.status


def local_host(where: Paths, board: Board, is_playing: bool = False) -> LocalHost:
    """Return the machine that the program runs on, with *board*."""
    return LocalHost(where, board, account_of_player(), is_playing=is_playing)
