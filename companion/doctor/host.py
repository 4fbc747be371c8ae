"""What the doctor examines, a machine with its files, programs and board, and what a check finds there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType
from typing import Protocol

from companion.config.card import CardFiles
from companion.config.settings import Settings
from companion.errors import N_, CompanionError


class Severity(Enum):
    """The severity of a finding; GREY means that this machine or board does not have the part."""

    GREEN = "green"
    GREY = "grey"
    AMBER = "amber"
    RED = "red"


ALL_WELL = N_("Nothing is wrong here.")
NOT_HERE = N_("Not on this machine.")
BUS_OFF = N_("{bus} is off.")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: a technical *fact*, a *sentence* for the player, and the command that fixes it."""

    light: Severity
    fact: str
    sentence: str
    fix: str = ""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def green(fact: str, sentence: str = ALL_WELL, **values: object) -> Finding:
    """Return a finding without a fault; *fact* says what was found."""
    return Finding(Severity.GREEN, fact, sentence, values=MappingProxyType(values))


def grey(fact: str, sentence: str = NOT_HERE) -> Finding:
    """Return a finding for a part that is not there."""
    return Finding(Severity.GREY, fact, sentence)


def amber(fact: str, sentence: str, fix: str = "", **values: object) -> Finding:
    """Return a finding for a fault with which the box still plays."""
    return Finding(Severity.AMBER, fact, sentence, fix, MappingProxyType(values))


def red(fact: str, sentence: str, fix: str = "", **values: object) -> Finding:
    """Return a finding for a fault in something that the box needs."""
    return Finding(Severity.RED, fact, sentence, fix, MappingProxyType(values))


MODEL = "/proc/device-tree/model"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The connections of the chosen board; ``node`` is the path of the panel's bus, pins are BCM numbers."""

    board: str
    driver: str
    node: str
    port: int = 1
    address: int = 0x3C
    speed_hz: int = 0
    buttons: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    buzzer: int | None = None

    @property
    def is_i2c(self) -> bool:
        """Whether the panel is on I2C; otherwise it is on SPI."""
        return "i2c" in self.node


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """The exit status and standard output of a program that has ended."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class PinState:
    """A pin of the header: its holder, or for a free pin its level with the pull-up on."""

    holder: str = ""
    is_low: bool = False


@dataclass(frozen=True, slots=True)
class TrayStatus:
    """A peg tray that answers: its port, its firmware, and the error counts of the link by name.

    *errors* are the box's counts of what it received, *counters* the tray's own; None if the tray did not send them.
    """

    port: str
    firmware: str
    errors: Mapping[str, int]
    counters: Mapping[str, int] | None = None


class Host(Protocol):
    """A machine to examine; its methods raise only ``OSError`` and ``CompanionError``.

    ``wiring`` is the board that is set in the settings or detected. ``environment`` has the environment variables of
    the process that plays. ``is_playing`` says whether the program that plays runs the doctor itself, so that the pins
    in use are its own, and ``is_in_terminal`` whether the program was started in a terminal. ``player`` is the name of
    the user that plays: the service's if it is installed, else that of this process. ``state`` is the folder of the
    journal, ``settings_file`` the path of the settings, and ``more_devices`` the patterns of the device files that the
    installed features open.
    """

    wiring: Wiring
    environment: Mapping[str, str]
    is_playing: bool
    is_in_terminal: bool
    player: str
    state: str
    settings_file: str
    more_devices: tuple[str, ...]

    @property
    def more_checks(self) -> tuple[Check, ...]:
        """The checks of the features that are installed."""

    def groups(self) -> frozenset[str]:
        """The groups of the player."""

    def read(self, path: str) -> bytes:
        """Return the contents of a file."""

    def names(self, pattern: str) -> tuple[str, ...]:
        """Return the existing paths that match a shell pattern."""

    def group_of(self, path: str) -> str:
        """Return the name of the group that a file belongs to."""

    def may_use(self, path: str) -> bool:
        """Return whether the player may read and write *path*."""

    def free_mib(self, path: str) -> float:
        """Return the free space in MiB of the file system of *path*."""

    def run(self, *command: str) -> ProcessResult | None:
        """Run a program and return its result; None if it is missing or does not end within some seconds."""

    def time_s(self) -> float:
        """Return the time in seconds since 1970."""

    def built_s(self) -> float:
        """Return when this program was installed, in seconds since 1970."""

    def has_library(self, name: str) -> bool:
        """Return whether the optional library that is imported by *name* is installed."""

    def command_for(self, library: str) -> str:
        """Return the command that installs an optional library into this installation."""

    def display(self) -> str | None:
        """Return the variable and display that the environment names; None if it names none.

        Raises ``DeviceMissing`` if the display does not answer.
        """

    def lgpio(self) -> str:
        """Return the version of lgpio; raises ``DeviceMissing`` if it is absent or an empty stub."""

    def pin_factory(self) -> str:
        """Open the pins as the program does and return the name of the pin factory in use.

        Raises ``DeviceMissing`` if they cannot be opened.
        """

    def lines(self) -> Mapping[int, PinState]:
        """Return the state of the pins of the board's buttons and buzzer.

        Raises ``DeviceMissing`` if the pin library is missing.
        """

    def i2c_status(self, port: int, address: int) -> int:
        """Return the status byte of the device at *address*."""

    def tray(self) -> TrayStatus | None:
        """Return the status of the peg tray; None if none is plugged in.

        Raises ``DeviceMissing`` if a tray does not answer.
        """

    def journal_trouble(self) -> CompanionError | None:
        """Read the whole journal and return what is wrong with it."""

    def card(self) -> CardFiles:
        """Return what codemaker.txt and the start say, on a card that was written from the image."""

    def settings_troubles(self) -> tuple[CompanionError, ...]:
        """Read the settings and return what is wrong with them."""

    def settings(self) -> Settings:
        """Read the settings and return them."""


class Machines(Enum):
    """The kind of machine that a check is for."""

    ALL = auto()
    PI = auto()
    PC = auto()
    IMAGE = auto()


@dataclass(frozen=True, slots=True)
class Check:
    """One check: ``key`` names it in JSON and is never changed, ``title`` is for people.

    ``on_card`` is what to do about a fault on a card that was written from the image, which has no shell for commands.
    ``missing`` is the sentence for the players where the check raises ``DeviceMissing``.
    """

    key: str
    title: str
    look: Callable[[Host], Finding]
    machines: Machines = Machines.ALL
    on_card: str = ""
    missing: str = ""


def is_pi(host: Host) -> bool:
    """Return whether the machine is a Raspberry Pi."""
    return names_pi(read_if_there(host, MODEL))


def names_pi(model: bytes) -> bool:
    """Return whether *model*, from the device tree, names a Raspberry Pi."""
    return b"Raspberry Pi" in model


def read_if_there(host: Host, path: str) -> bytes:
    """Return the contents of a file; nothing where it cannot be read."""
    try:
        return host.read(path)
    except OSError:
        return b""


def is_clock_set(host: Host) -> bool:
    """Whether the clock can be right: later than the program, and on a Pi without a clock of its own, synchronised."""
    if host.time_s() < host.built_s():
        return False
    return not is_pi(host) or bool(host.names("/dev/rtc*")) or is_synchronised(host)


def is_synchronised(host: Host) -> bool:
    """Return whether the clock is set from the network."""
    ran = host.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    return ran is not None and ran.text.strip() == "yes"


def line_of(host: Host, path: str) -> str:
    """Return the first line of a file, without the zero byte that ends device tree strings; empty if unreadable."""
    return read_if_there(host, path).partition(b"\n")[0].rstrip(b"\0").decode("utf-8", "replace").strip()


def unit_state(host: Host, unit: str, *wanted: str) -> dict[str, str] | None:
    """Return the *wanted* properties of a unit of systemd; None where systemd does not answer."""
    ran = host.run("systemctl", "show", unit, *(f"--property={name}" for name in wanted))
    if ran is None or ran.status:
        return None
    return dict(line.split("=", 1) for line in ran.text.splitlines() if "=" in line)
