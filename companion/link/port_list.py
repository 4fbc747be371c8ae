"""Which ports a tray may be at, and what was found at them.

Asked are USB adapters alone: the serial pins of the board itself may be a console. Asking is to open the port and to
send the seven bytes of ``Who``, eight times in three seconds at most. To a modem, a printer or a GPS these are a few
unprintable characters without a line's end: no command. Whoever answers otherwise is not asked again, nor is whoever
says nothing, until it has been unplugged.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from types import MappingProxyType

RULE_NAME = "codemaker-tray"
"""The name that the project's udev rule gives a tray."""

PATTERNS = (RULE_NAME, "serial/by-id/*", "ttyUSB*", "ttyACM*")
"""By-id names stay the same from plug to plug; clones of the CH340 have none, and are asked by their place."""

NODES = ("ttyUSB", "ttyACM", RULE_NAME, "serial")
"""How entries of /dev begin that are worth a look when they change."""


@dataclass(frozen=True, slots=True)
class Port:
    """A port to be asked: where to open it, and which node it is, as long as it stays plugged in."""

    path: Path
    node: str
    inode: int


def ports(dev: Path, only: Path | None = None) -> list[Port]:
    """Return the ports under *dev*, or *only* that one, each once, by its most lasting name."""
    found: dict[str, Port] = {}
    for path in [only] if only else _paths(dev):
        node = os.path.realpath(path)
        try:
            inode = os.stat(node).st_ino
        except OSError:
            # Unplugged since it was listed, or a link that leads nowhere.
            continue
        found.setdefault(node, Port(path, node, inode))
    return list(found.values())


def _paths(dev: Path) -> Iterator[Path]:
    for pattern in PATTERNS:
        yield from sorted(dev.glob(pattern))


def is_of_interest(names: Iterable[str], only: Path | None = None) -> bool:
    """Whether a change of the entries *names* of /dev may have brought or taken a port."""
    wanted = NODES if only is None else (*NODES, only.name)
    return any(not name or name.startswith(wanted) for name in names)


class RetryUntil(Enum):
    """What has to happen before a port is asked again; a time does as well."""

    UNPLUGGED = auto()
    LET_GO = auto()
    ALLOWED = auto()


@dataclass(frozen=True, slots=True)
class _Finding:
    why: str
    until: RetryUntil | float


class Register:
    """What was found at which port; forgotten when it is unplugged."""

    def __init__(self) -> None:
        self._findings: dict[Port, _Finding] = {}

    @property
    def findings(self) -> Mapping[str, str]:
        """Why ports are not in use, by where they are."""
        return MappingProxyType({str(port.path): found.why for port, found in self._findings.items()})

    @property
    def due(self) -> float | None:
        """When one of the ports is worth another try; None: when something changes."""
        untils = (found.until for found in self._findings.values())
        return min((until for until in untils if not isinstance(until, RetryUntil)), default=None)

    def refuse(self, port: Port, why: str, until: RetryUntil | float) -> None:
        """Leave *port* alone, because of *why*, *until* then."""
        self._findings[port] = _Finding(why, until)

    def fresh(self, present: Iterable[Port], now: float) -> list[Port]:
        """Return which of the ports that are *present* are to be asked, and forget those that are not."""
        here = list(present)
        self._keep(lambda port, until: port in here and (isinstance(until, RetryUntil) or until > now))
        return [port for port in here if port not in self._findings]

    def forget(self, names: Set[str]) -> None:
        """Forget what was found at the nodes *names*: they have come anew."""
        self._keep(lambda port, _: names.isdisjoint((port.path.name, os.path.basename(port.node))))

    def has_happened(self, what: RetryUntil) -> None:
        """Forget the ports that were left alone until *what*."""
        self._keep(lambda _, until: until is not what)

    def _keep(self, is_kept: Callable[[Port, RetryUntil | float], bool]) -> None:
        self._findings = {port: found for port, found in self._findings.items() if is_kept(port, found.until)}
