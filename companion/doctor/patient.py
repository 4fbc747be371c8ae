"""The outside that the doctor looks at: a machine with files and programs, and the parts of a board on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from companion.errors import CompanionError

MODEL = "/proc/device-tree/model"


@dataclass(frozen=True, slots=True)
class Wiring:
    """What the chosen board needs of the machine; ``node`` is a path, pins are BCM numbers."""

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
        """Whether the panel hangs on I2C; else it is SPI."""
        return "i2c" in self.node


@dataclass(frozen=True, slots=True)
class ProcessResult:
    """A program that came to its end."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class PinState:
    """A pin of the header: who holds it, or where nobody does, its level with the pull-up on."""

    holder: str = ""
    is_low: bool = False


@dataclass(frozen=True, slots=True)
class TrayStatus:
    """A peg reader that answers: its port, what it is, and what went wrong on the wire, by name.

    *errors* are what the box has counted of what it was sent, *counters* what the tray has; None: it did not tell.
    """

    port: str
    firmware: str
    errors: Mapping[str, int]
    counters: Mapping[str, int] | None = None


class Host(Protocol):
    """A machine to examine. Only ``OSError`` and ``CompanionError`` come out of it."""

    @property
    def wiring(self) -> Wiring:
        """The board that is chosen in the settings or found."""
        ...

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables of the process that plays."""
        ...

    @property
    def is_playing(self) -> bool:
        """Whether it is the playing program itself that looks, so that the pins in use are its own."""
        ...

    @property
    def is_in_terminal(self) -> bool:
        """Whether the program was started in a terminal."""
        ...

    @property
    def player(self) -> str:
        """The name of the user that plays: the service's, where it is installed, else who looks."""
        ...

    @property
    def state(self) -> str:
        """The folder of the journal."""
        ...

    @property
    def settings_file(self) -> str:
        """The path of the settings."""
        ...

    def groups(self) -> frozenset[str]:
        """The groups of the player."""
        ...

    def read(self, path: str) -> bytes:
        """Return what is in a file."""
        ...

    def names(self, pattern: str) -> tuple[str, ...]:
        """Return the paths that there are, by a pattern of the shell."""
        ...

    def group_of(self, path: str) -> str:
        """Return the name of the group that a file belongs to."""
        ...

    def may_use(self, path: str) -> bool:
        """Whether the player may read and write it."""
        ...

    def free_mib(self, path: str) -> float:
        """Return how much may still be written where *path* lies."""
        ...

    def run(self, *command: str) -> ProcessResult | None:
        """Run a program to its end, at most some seconds; None where there is no such program."""
        ...

    def time_s(self) -> float:
        """Return the time of day in seconds since 1970."""
        ...

    def built_s(self) -> float:
        """Return when this program was put onto the machine."""
        ...

    def has_library(self, name: str) -> bool:
        """Whether the optional library that is imported by *name* is installed."""
        ...

    def command_for(self, library: str) -> str:
        """Return the command that adds an optional library to this installation."""
        ...

    def display(self) -> str | None:
        """Return the variable that names a display, which answers; None: none is named; raises ``DeviceMissing``."""
        ...

    def lgpio(self) -> str:
        """Return the version of lgpio; raises ``DeviceMissing`` where it is absent or an empty stub."""
        ...

    def pin_factory(self) -> str:
        """Open the pins as the program does and say what they are; raises ``DeviceMissing``."""
        ...

    def lines(self) -> Mapping[int, PinState]:
        """Look at the pins of the board's buttons and buzzer; raises ``DeviceMissing``."""
        ...

    def i2c_status(self, port: int, address: int) -> int:
        """Read the byte that the device at *address* answers with."""
        ...

    def tray(self) -> TrayStatus | None:
        """Ask the peg reader who it is; None where none is plugged in, ``DeviceMissing`` where it does not answer."""
        ...

    def journal_trouble(self) -> CompanionError | None:
        """Read the whole journal and return what is wrong with it."""
        ...

    def settings_troubles(self) -> tuple[CompanionError, ...]:
        """Read the settings and return what is wrong with them."""
        ...


def is_pi(patient: Host) -> bool:
    """Whether the machine is a Raspberry Pi."""
    return names_pi(_read(patient, MODEL))


def names_pi(model: bytes) -> bool:
    """Whether *model*, of the device tree, is that of a Raspberry Pi."""
    return b"Raspberry Pi" in model


def _read(patient: Host, path: str) -> bytes:
    try:
        return patient.read(path)
    except OSError:
        return b""


def line_of(patient: Host, path: str) -> str:
    """Return the first line of a file, without the zero that ends texts of the device tree; empty where unreadable."""
    return _read(patient, path).partition(b"\n")[0].rstrip(b"\0").decode("utf-8", "replace").strip()
