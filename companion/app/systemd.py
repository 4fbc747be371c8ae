"""The program as a service of systemd: readiness, watchdog, end and log.

systemd is notified by datagrams, as sd_notify(3) describes them. A program started in a shell does not import this
module.
"""

from __future__ import annotations

import faulthandler
import logging
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from companion.box import Box, Event, Inputs, WrappedInputs
from companion.errors import ALL_PARTS
from companion.i18n.translator import Translator
from companion.ui.core.display_page import page_for
from companion.ui.core.notice import draw_goodbye, draw_splash

# While an event is handled, silence for this long means that the program hangs. The longest that a player waits for
# the box's own move, on the slowest Pi, is a tenth of it.
BUSY_S = 30.0
# How long the goodbye screen is shown before the panel is switched off; systemd waits at most five seconds.
GOODBYE_S = 1.0
EVENTS_AT_THE_END = 50
QUEUE_S = 5.0
POWER_OFF = "power-off"


class Notifier:
    """Sends notifications to systemd; a failure to send is logged and never ends a game."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        # The socket queues ten datagrams: sending may have to wait for systemd, but not for ever.
        self._socket.settimeout(QUEUE_S)
        # A name that begins with @ is an abstract address, not a file.
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def tell(self, *lines: str) -> None:
        """Send *lines* as one datagram."""
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError as failure:
            logging.getLogger(__name__).debug("systemd was not told: %r", failure)

    def hurry(self) -> None:
        """Never wait for systemd again: it kills a program that takes as long to end as it may wait."""
        self._socket.settimeout(0)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


class WatchedInputs(WrappedInputs):
    """Inputs that notify systemd's watchdog whenever the loop waits for an event, and periodically while it sleeps.

    The loop waits only after it has shown its frame and handled its event, so every notification means progress. While
    the loop sleeps the watchdog's time is long, so that the processor can sleep; from an event until the next wait it
    is at most ``BUSY_S``.
    """

    def __init__(self, inputs: Inputs, notifier: Notifier, patience_s: float) -> None:
        super().__init__(inputs)
        self._notifier = notifier
        self._patience_s = patience_s

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        self._feed(self._patience_s)
        while True:
            fed_until = self.now() + self._patience_s / 2
            event = self._inputs.wait(fed_until if until is None else min(until, fed_until))
            if event is not None or (until is not None and self.now() >= until):
                self._feed(min(BUSY_S, self._patience_s))
                return event
            self._notifier.tell("WATCHDOG=1")

    def _feed(self, patience_s: float) -> None:
        self._notifier.tell(f"WATCHDOG_USEC={round(patience_s * 1_000_000)}", "WATCHDOG=1")


class Missing(Protocol):
    """Something missing or wrong; only its text is sent."""

    def __str__(self) -> str: ...


class Service:
    """The program's side of the systemd service; *environment* holds the variables that systemd sets."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._notifier = Notifier(environment["NOTIFY_SOCKET"])
        self._missing: tuple[str, ...] | None = None
        self._unsaved: tuple[str, ...] = ()
        self._patience_s = int(environment.get("WATCHDOG_USEC", "0")) / 1_000_000
        folders = environment.get("RUNTIME_DIRECTORY")
        self._power_off = Path(folders.split(":")[0], POWER_OFF) if folders else None
        if self._power_off is not None:
            # A request that was never handled must not end the next game.
            self._power_off.unlink(missing_ok=True)
        # A process killed by the watchdog logs where it hung: functions and lines, no values.
        faulthandler.enable()

    def watched(self, inputs: Inputs) -> Inputs:
        """Return *inputs*, wrapped to notify the watchdog if systemd has set one."""
        return WatchedInputs(inputs, self._notifier, self._patience_s) if self._patience_s else inputs

    def splash(self, box: Box, translator: Translator, theme: str = "dark") -> None:
        """Show the start-up picture at once, before the program is ready."""
        page = page_for(box.display.format, translator, theme=theme)
        draw_splash(page)
        box.display.show(page.image)

    def ready(self, missing: Iterable[Missing]) -> None:
        """Tell systemd that the first frame is shown, and what is *missing*."""
        self._missing = tuple(map(str, missing))
        self._notifier.tell("READY=1", self._status(self._missing))

    def tell_saving(self, trouble: Missing | None) -> None:
        """Tell systemd why matches are not being saved; None means that they are."""
        self._unsaved = () if trouble is None else (f"not saved: {trouble}",)
        # Before the first frame there is no status yet.
        if self._missing is not None:
            self._notifier.tell(self._status(self._missing))

    def _status(self, missing: tuple[str, ...]) -> str:
        return "STATUS=" + ("; ".join((*self._unsaved, *missing)) or ALL_PARTS)

    def goodbye(self, box: Box, translator: Translator, is_switched_off: bool, theme: str = "dark") -> None:
        """Show the goodbye screen, and request power-off if *is_switched_off*."""
        self._notifier.hurry()
        self._notifier.tell("STOPPING=1")
        if is_switched_off and self._power_off is not None:
            try:
                # A unit that may switch off the power waits for this file; this program has no right to.
                self._power_off.touch()
            except OSError:
                logging.getLogger(__name__).exception("the power could not be asked to go off")
        page = page_for(box.display.format, translator, theme=theme)
        draw_goodbye(page, is_switched_off)
        box.display.show(page.image)
        end = box.inputs.now() + GOODBYE_S
        # Button events and a signal of systemd may still arrive; discard a limited number of them.
        any(box.inputs.wait(end) is None for _ in range(EVENTS_AT_THE_END))

    def close(self) -> None:
        """Close the connection to systemd."""
        self._notifier.close()


class JournalFormatter(logging.Formatter):
    """Puts its priority before each line, as sd-daemon(3) describes."""

    PRIORITIES: Mapping[int, int] = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of *record*, each line with its priority."""
        mark = f"<{self.PRIORITIES.get(record.levelno, 7)}>"
        return mark + super().format(record).replace("\n", f"\n{mark}")


def log_to_journal(verbose: bool) -> None:
    """Log to standard error with priorities: warnings and errors, with *verbose* also information."""
    handler = logging.StreamHandler()
    handler.setFormatter(JournalFormatter("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
