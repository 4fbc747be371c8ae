"""Discovery of the tray: opens the ports where one may be, identifies the devices, and keeps the port of the tray.

This module has no thread and no clock. The caller sleeps until one of ``lines`` or the folder watch is readable, or
until ``due``, and passes in the time.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from companion.box.tray import TrayEvent, TrayFound, TrayLost, TrayTrouble
from companion.errors import N_, DeviceMissing
from companion.link.client import OURS, Client, ClientActions, Counts, LinkState, ProtocolRange
from companion.link.inotify import FolderWatch
from companion.link.messages import Counters, GetCounters, Request, Watch
from companion.link.port_list import RULE_NAME, Port, Register, RetryUntil, is_of_interest, ports
from companion.link.press_ledger import PressLedger

LOOKS_S = (0.0, 0.1, 0.3, 0.7, 1.5)
"""Seconds after a change at which the ports are scanned: the node appears first, its owner and its links later."""
LOOK_EVERY_S = 30.0
"""Seconds between two scans if the system does not report changes."""
AGAIN_S = (0.25, 60.0)
"""Seconds until a tray whose port failed, but still exists, is tried again: after the first failure, and at most."""

CALM_S = 120.0
"""Seconds without a failure after which the next one counts as the first."""

HELD = "another program has it"
"""What is found at a port that another program has opened."""

NOT_ALLOWED = N_("No access to the tray. Run: codemaker doctor.")
NOISE = N_("The tray sends only noise. Try another cable.")


class OpenPort(Protocol):
    """An open port; its methods raise only ``OSError``, which means that the port is gone."""

    def fileno(self) -> int:
        """Return the file descriptor to poll."""

    def read(self) -> bytes:
        """Return the bytes that have arrived, perhaps none."""

    def write(self, out: bytes) -> None:
        """Send as many bytes of *out* as can be sent at once."""

    def close(self) -> None:
        """Close the port."""


NO_COUNTS = Counts()


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """The state of the link, for the doctor; *findings* is port -> why it is not in use.

    *counters* are the tray's own; None if it was not asked or has not answered.
    """

    tray: TrayFound | None = None
    counts: Counts = NO_COUNTS
    counters: Counters | None = None
    findings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    is_told_of_changes: bool = True


@dataclass(frozen=True, slots=True)
class _Call:
    """An open port and the client that talks to the device there."""

    port: Port
    line: OpenPort
    client: Client


class TrayDiscovery:
    """Finds a tray under *dev*, or only at the path *only*, and passes its events to *tell*.

    *watch* reports changes in *dev*; without it the ports are scanned every ``LOOK_EVERY_S`` seconds.
    """

    def __init__(
        self,
        dev: Path,
        open_line: Callable[[Path], OpenPort],
        tell: Callable[[TrayEvent], object],
        draw_serial: Callable[[], int],
        *,
        only: Path | None = None,
        watch: FolderWatch | None = None,
        versions: ProtocolRange = OURS,
    ) -> None:
        self._dev, self._only = dev, only
        self._open_line = open_line
        self._tell_box = tell
        self._draw_serial = draw_serial
        self._watch = watch
        self._versions = versions
        self._ledger = PressLedger()
        self._register = Register()
        self._calls: dict[Port, _Call] = {}
        self._failures: dict[Port, tuple[int, float]] = {}
        self._told: set[Port] = set()
        self._looks: list[float] = []
        self._counts = NO_COUNTS
        self._tray: TrayFound | None = None
        self._sequence = 0
        self._is_watched = False
        self._tell_counters: Callable[[Counters | None], None] | None = None

    @property
    def lines(self) -> dict[int, Port]:
        """The open ports by their file descriptors."""
        return {call.line.fileno(): port for port, call in self._calls.items()}

    @property
    def due(self) -> float | None:
        """When to call ``tick``; None if only arriving data needs action."""
        dues = [*self._looks, self._register.due, *(call.client.due for call in self._calls.values())]
        return min((due for due in dues if due is not None), default=None)

    @property
    def status(self) -> LinkStatus:
        """The present state of the link."""
        total = self._counts
        for call in self._calls.values():
            total = _sum(total, call.client.counts)
        return LinkStatus(self._tray, total, None, self._register.findings, self._watch is not None)

    def start(self, now: float) -> None:
        """Scan the ports for a tray."""
        self._look(now)

    def process_changes(self, now: float) -> None:
        """Process the changes that the watch reports; call this when it is readable."""
        if self._watch is None:
            return
        changes = self._watch.changes()
        self._register.forget(changes.moved)
        if changes.altered:
            self._register.has_happened(RetryUntil.ALLOWED)
        if changes.is_let_go:
            self._register.has_happened(RetryUntil.LET_GO)
        if changes.is_let_go or is_of_interest(changes.names, self._only):
            self._looks = [now + later for later in LOOKS_S]
            self.tick(now)

    def serve_port(self, port: Port, is_gone: bool, now: float) -> None:
        """Read from *port*, or close it if it *is_gone*; call this when it is readable or has hung up."""
        call = self._calls.get(port)
        if call is None:
            return
        try:
            if is_gone:
                raise OSError(errno.EIO, "the system says that it is gone")
            arrived = call.line.read()
        except OSError as failure:
            self._hang_up(call, str(failure), now)
            return
        self._act(call, call.client.receive(arrived, now), now)

    def tick(self, now: float) -> None:
        """Do what is due at *now*."""
        for call in list(self._calls.values()):
            due = call.client.due
            if call.port in self._calls and due is not None and due <= now:
                self._act(call, call.client.tick(now), now)
        looks = [at for at in self._looks if at > now]
        again = self._register.due
        if len(looks) < len(self._looks) or (again is not None and again <= now):
            self._looks = looks
            self._look(now)

    def ask(self, request: Request, now: float) -> None:
        """Send *request* to the present tray, and ``Watch`` also to those found later."""
        if isinstance(request, Watch):
            self._is_watched = bool(request.on)
        for call in self._here():
            self._act(call, call.client.ask(request, now), now)

    def get_counters(self, tell: Callable[[Counters | None], None], now: float) -> None:
        """Ask the present tray for its counters and pass them to *tell*; None if there is no tray."""
        if self._here():
            self._tell_counters = tell
            self.ask(GetCounters(), now)
        else:
            tell(None)

    def close(self) -> None:
        """Close every port."""
        for call in self._calls.values():
            call.line.close()
        self._calls.clear()

    # Ports

    def _here(self) -> list[_Call]:
        return [call for call in self._calls.values() if call.client.stage is LinkState.HERE]

    def _look(self, now: float) -> None:
        present = ports(self._dev, self._only)
        for call in [call for port, call in self._calls.items() if port not in present]:
            self._hang_up(call, "it was unplugged", now)
        self._failures = {port: failed for port, failed in self._failures.items() if port in present}
        self._told &= set(present)
        fresh = self._register.fresh(present, now)
        if not self._here():
            for port in fresh:
                if port not in self._calls:
                    self._open(port, now)
        if self._watch is None and not self._looks:
            self._looks = [now + LOOK_EVERY_S]

    def _open(self, port: Port, now: float) -> None:
        try:
            line = self._open_line(port.path)
        except OSError as failure:
            self._refuse(port, failure, now)
            return
        client = Client(
            self._ledger,
            str(port.path),
            self._draw_serial,
            versions=self._versions,
            sequence=self._sequence,
            is_watched=self._is_watched,
        )
        call = self._calls[port] = _Call(port, line, client)
        self._act(call, client.start(now), now)

    def _refuse(self, port: Port, failure: OSError, now: float) -> None:
        if failure.errno == errno.EBUSY:
            self._leave_until_let_go(port, HELD, now)
        elif failure.errno in (errno.EACCES, errno.EPERM):
            until = min(self._looks, default=self._until(RetryUntil.ALLOWED, now))
            self._register.refuse(port, "it may not be opened", until)
            # Before the last scan, udev may not have set the owner yet.
            if not self._looks:
                message = f"expected to open the tray's port, got {failure}: is this user in the port's group?"
                self._complain(port, message, NOT_ALLOWED)
        else:
            self._leave_for_a_while(port, str(failure), now)

    def _until(self, what: RetryUntil, now: float) -> RetryUntil | float:
        return what if self._watch is not None else now + LOOK_EVERY_S

    def _leave_until_let_go(self, port: Port, why: str, now: float) -> None:
        self._register.refuse(port, why, self._until(RetryUntil.LET_GO, now))
        if self._watch is not None:
            try:
                self._watch.until_let_go(Path(port.node))
            except OSError:
                # The port was unplugged just now; the watch reports that too.
                return

    def _leave_for_a_while(self, port: Port, why: str, now: float) -> None:
        first, last = AGAIN_S
        count, at = self._failures.get(port, (0, now))
        count = 0 if now - at > CALM_S else count
        self._failures[port] = (count + 1, now)
        self._register.refuse(port, why, now + min(first * 2**count, last))

    def _complain(self, port: Port, message: str, sentence: str) -> None:
        """Report once why a port cannot be used, if it is certainly a tray's."""
        is_trays = self._only is not None or port.path.name == RULE_NAME
        if is_trays and port not in self._told:
            self._told.add(port)
            self._tell(TrayTrouble(DeviceMissing(message, sentence)))

    def _hang_up(self, call: _Call, reason: str, now: float) -> None:
        self._act(call, call.client.hang_up(reason), now)

    def _act(self, call: _Call, step: ClientActions, now: float) -> None:
        for news in step.news:
            self._tell(news)
        if step.counters is not None and self._tell_counters is not None:
            self._tell_counters(step.counters)
            self._tell_counters = None
        if call.client.is_stranger:
            self._let_go(call, now)
            return
        if any(isinstance(news, TrayFound) for news in step.news):
            # One tray is enough: the other ports are closed, without an entry in the register.
            for other in [other for other in self._calls.values() if other.port != call.port]:
                self._forsake(other)
        if step.out:
            try:
                call.line.write(step.out)
            except OSError as failure:
                self._hang_up(call, str(failure), now)

    def _let_go(self, call: _Call, now: float) -> None:
        self._forsake(call)
        client = call.client
        if client.is_foreign:
            # The program that flashes new firmware closes the port afterwards.
            self._leave_until_let_go(call.port, client.reason, now)
        elif client.hello is None:
            self._register.refuse(call.port, client.reason, RetryUntil.UNPLUGGED)
            if client.is_noise:
                self._complain(call.port, f"expected a tray at {call.port.path}, got noise: {client.reason}", NOISE)
        else:
            self._leave_for_a_while(call.port, client.reason, now)

    def _forsake(self, call: _Call) -> None:
        self._calls.pop(call.port, None)
        self._counts = _sum(self._counts, call.client.counts)
        self._sequence = call.client.sequence
        call.line.close()

    def _tell(self, news: TrayEvent) -> None:
        if isinstance(news, TrayFound | TrayLost):
            self._tray = news if isinstance(news, TrayFound) else None
        self._tell_box(news)


def _sum(one: Counts, other: Counts) -> Counts:
    names = [part.name for part in fields(one)]
    return replace(one, **{name: getattr(one, name) + getattr(other, name) for name in names})
