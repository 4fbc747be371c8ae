"""The ports where a tray may be, and what was found at them.

Only USB adapters are probed, because the board's own serial pins may be a console. Probing opens the port and sends
the seven bytes of ``Identify``, at most eight times in three seconds. For a modem, a printer or a GPS these are a few
unprintable characters without a line end, so no command. A device that gives another answer or none is not probed
again before it has been unplugged.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from types import MappingProxyType

RULE_NAME = "codemaker-tray"
"""The name of the link in ``/dev`` that the project's udev rule creates for a tray."""

PATTERNS = (RULE_NAME, "serial/by-id/*", "ttyUSB*", "ttyACM*")
"""The ports to probe, the most lasting names first.

By-id names survive replugging. Clones of the CH340 have none and are probed by their device node.
"""

NODES = ("ttyUSB", "ttyACM", RULE_NAME, "serial")
"""Prefixes of the entries of /dev whose changes lead to a scan of the ports."""


@dataclass(frozen=True, slots=True)
class Port:
    """A port to probe: the path to open, and the node and inode that identify it while it stays plugged in."""

    path: Path
    node: str
    inode: int


def ports(dev: Path, only: Path | None = None) -> list[Port]:
    """Return the ports under *dev*, or only the port *only*, each once and by its most lasting name."""
    found: dict[str, Port] = {}
    for path in [only] if only else _paths(dev):
        node = os.path.realpath(path)
        try:
            inode = os.stat(node).st_ino
        except OSError:
            # The port was unplugged since it was listed, or the link is dangling.
            continue
        found.setdefault(node, Port(path, node, inode))
    return list(found.values())


def _paths(dev: Path) -> Iterator[Path]:
    for pattern in PATTERNS:
        yield from sorted(dev.glob(pattern))


def is_of_interest(names: Iterable[str], only: Path | None = None) -> bool:
    """Return whether a change of the entries *names* of /dev may have added or removed a port."""
    wanted = NODES if only is None else (*NODES, only.name)
    return any(not name or name.startswith(wanted) for name in names)


class RetryUntil(Enum):
    """The event that must happen before a port is probed again; a time may take its place."""

    UNPLUGGED = auto()
    LET_GO = auto()
    ALLOWED = auto()


class Register:
    """The ports that must not be probed now, and why; entries are dropped when the port is unplugged."""

    def __init__(self) -> None:
        self._findings: dict[Port, tuple[str, RetryUntil | float]] = {}

    @property
    def findings(self) -> Mapping[str, str]:
        """Path of a port -> why it is not in use."""
        return MappingProxyType({str(port.path): why for port, (why, _) in self._findings.items()})

    @property
    def due(self) -> float | None:
        """When the next port is to be probed again; None if all wait for an event."""
        return min((until for _, until in self._findings.values() if not isinstance(until, RetryUntil)), default=None)

    def refuse(self, port: Port, why: str, until: RetryUntil | float) -> None:
        """Do not probe *port*, for the reason *why*, before *until*."""
        self._findings[port] = (why, until)

    def fresh(self, present: Iterable[Port], now: float) -> list[Port]:
        """Return which of the ports *present* are to be probed at *now*, and drop the entries of absent ports."""
        here = list(present)
        self._keep(lambda port, until: port in here and (isinstance(until, RetryUntil) or until > now))
        return [port for port in here if port not in self._findings]

    def forget(self, names: Set[str]) -> None:
        """Drop the entries of the nodes *names*, which have been plugged in again."""
        self._keep(lambda port, _: names.isdisjoint((port.path.name, os.path.basename(port.node))))

    def has_happened(self, what: RetryUntil) -> None:
        """Drop the entries of the ports that waited for *what*."""
        self._keep(lambda _, until: until is not what)

    def _keep(self, is_kept: Callable[[Port, RetryUntil | float], bool]) -> None:
        self._findings = {port: found for port, found in self._findings.items() if is_kept(port, found[1])}
