"""The program as a service of systemd: when it is ready, that it is alive, how it ends, and what it logs.

systemd is told by datagrams, as sd_notify(3) describes them. Nothing here is imported by who plays in a shell.
"""

from __future__ import annotations

import faulthandler
import logging
import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from companion.box import Box, Event, Inputs
from companion.i18n.translator import Translator
from companion.ui.farewell import draw_goodbye, draw_splash
from companion.ui.pixel_page import page_for

# While an event is worked on, this much silence means that the program hangs; the longest that a player waits for a
# box that plays itself, on the slowest Pi, is a tenth of it.
BUSY_S = 30.0
# How long the last words can be read before the panel goes dark; systemd waits no more than five seconds.
GOODBYE_S = 1.0
EVENTS_AT_THE_END = 50
QUEUE_S = 5.0
POWER_OFF = "power-off"


class Notifier:
    """Tells systemd; what cannot be told is not worth ending a game for."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        # The queue has ten places: systemd may have to be waited for, but not for ever.
        self._socket.settimeout(QUEUE_S)
        # A name that begins with @ is not a file.
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def tell(self, *lines: str) -> None:
        """Send *lines* as one datagram."""
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError as failure:
            logging.getLogger(__name__).debug("systemd was not told: %r", failure)

    def close(self) -> None:
        """Say no more."""
        self._socket.close()


class WatchedInputs:
    """Inputs that feed systemd's watchdog when the loop comes round to wait, and now and then while it sleeps.

    Only a loop that has shown its frame and taken its event gets here, so only progress is told. Asleep the dog is
    patient, to let the processor sleep; from an event until the next wait it is not.
    """

    def __init__(self, inputs: Inputs, notifier: Notifier, patience_s: float) -> None:
        self.has_roll = inputs.has_roll
        self.has_release = inputs.has_release
        self.now = inputs.now
        self.post = inputs.post
        self.close = inputs.close
        self._inputs = inputs
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
    """What was found missing; only its text is told."""

    def __str__(self) -> str: ...


class Service:
    """What the program does for systemd around a game; *environment* is what systemd has put there."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._notifier = Notifier(environment["NOTIFY_SOCKET"])
        self._missing: tuple[str, ...] | None = None
        self._unsaved: tuple[str, ...] = ()
        self._patience_s = int(environment.get("WATCHDOG_USEC", "0")) / 1_000_000
        folders = environment.get("RUNTIME_DIRECTORY")
        self._power_off = Path(folders.split(":")[0], POWER_OFF) if folders else None
        if self._power_off is not None:
            # One that was never heard must not end the next game.
            self._power_off.unlink(missing_ok=True)
        # What the watchdog kills says where it hung; it names functions and lines, no values.
        faulthandler.enable()

    def watched(self, inputs: Inputs) -> Inputs:
        """Return *inputs* that feed the watchdog, where there is one."""
        return WatchedInputs(inputs, self._notifier, self._patience_s) if self._patience_s else inputs

    def splash(self, box: Box, tongue: Translator) -> None:
        """Show at once that the box is on."""
        page = page_for(box.display.format, tongue)
        draw_splash(page)
        box.display.show(page.image)

    def ready(self, missing: Iterable[Missing]) -> None:
        """Tell that the first frame is there, and what is missing."""
        self._missing = tuple(map(str, missing))
        self._notifier.tell("READY=1", self._status(self._missing))

    def tell_saving(self, trouble: Missing | None) -> None:
        """Tell why the matches are not being saved; None where they are."""
        self._unsaved = () if trouble is None else (f"not saved: {trouble}",)
        # Before the first frame there is no status yet.
        if self._missing is not None:
            self._notifier.tell(self._status(self._missing))

    def _status(self, missing: tuple[str, ...]) -> str:
        return "STATUS=" + ("; ".join((*self._unsaved, *missing)) or "all parts are there")

    def goodbye(self, box: Box, tongue: Translator, is_switched_off: bool) -> None:
        """Ask for the power to be switched off, if somebody chose that, and say the last words."""
        self._notifier.tell("STOPPING=1")
        if is_switched_off and self._power_off is not None:
            _ask_for_power_off(self._power_off)
        page = page_for(box.display.format, tongue)
        draw_goodbye(page, is_switched_off)
        box.display.show(page.image)
        end = box.inputs.now() + GOODBYE_S
        # Fingers may still be on the buttons, and systemd may send its own request to end; but not for ever.
        any(box.inputs.wait(end) is None for _ in range(EVENTS_AT_THE_END))

    def close(self) -> None:
        """Tell nobody anything more."""
        self._notifier.close()


def _ask_for_power_off(request: Path) -> None:
    try:
        # A unit with the right to do it waits for this file; we have none.
        request.touch()
    except OSError:
        logging.getLogger(__name__).exception("the power could not be asked to go off")


class JournalFormatter(logging.Formatter):
    """Puts before each line how serious it is, as sd-daemon(3) has it."""

    PRIORITIES: Mapping[int, int] = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of *record*."""
        mark = f"<{self.PRIORITIES.get(record.levelno, 7)}>"
        return mark + super().format(record).replace("\n", f"\n{mark}")


def log_to_journal(verbose: bool) -> None:
    """Log what is worth knowing later, with its seriousness."""
    handler = logging.StreamHandler()
    handler.setFormatter(JournalFormatter("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])
