"""A panel behind a wire: it is sent what changed, and a panel that was unplugged recovers by itself.

``PanelDisplay`` knows when to send and what to do when the panel does not answer. A ``PanelDriver`` knows the bytes of
one kind of panel.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from luma.core import error as luma_error
from PIL import Image

from companion.box import Format
from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.wires import PanelTransport
from companion.errors import NO_PANEL, DeviceMissing

log = logging.getLogger(__name__)

FAILURES = (OSError, luma_error.Error)

RETRY_FIRST, RETRY_MAX = 1.0, 5.0
# Seconds without a frame after which everything is sent again to a panel that cannot report a loss of supply.
QUIET = 10.0

F = TypeVar("F")


class PanelDriver(Protocol[F]):
    """The commands and the memory layout of one kind of panel; frames of type F are compared with ``==``.

    ``left_out`` are the fields of ``PanelConfig`` that the driver does not apply, or not with the value that it got.
    """

    left_out: Sequence[str]

    @property
    def format(self) -> Format:
        """The format of the images that the panel shows."""

    def prepare(self, image: Image.Image) -> F:
        """Return *image*, which is of ``format``, as the chip's memory takes it."""

    def start(self, wire: PanelTransport) -> None:
        """Initialise the chip, whose state and memory are unknown."""

    def send(self, wire: PanelTransport, old: F | None, new: F) -> None:
        """Write into the memory what differs between *old*, None if that is unknown, and *new*."""

    def light(self, wire: PanelTransport, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 switches the panel off and keeps the memory."""


class PanelDisplay(Generic[F]):
    """A ``Display`` on the panel of a *driver*; a panel that does not answer is retried and never raises an exception.

    ``missing`` holds the failure of the first attempt to open the panel, if it failed.
    """

    def __init__(
        self,
        screen: PanelConfig,
        driver: PanelDriver[F],
        open_wire: Callable[[], PanelTransport],
        clock: Callable[[], float],
    ) -> None:
        self.format = driver.format
        self._driver = driver
        self._open_wire = open_wire
        self._clock = clock
        self._wire: PanelTransport | None = None
        self._wanted: F | None = None
        self._light = 100
        # The picture and brightness that the chip has; None and 0 before they have been sent.
        self._sent: F | None = None
        self._lit = 0
        self._can_tell = False
        self._sent_at = 0.0
        self._retry_at: float | None = None
        self._delay = RETRY_FIRST
        failure = self._try(self._probe)
        self.missing = () if failure is None else (_missing(screen, failure),)

    def show(self, image: Image.Image) -> None:
        """Send *image* to the panel and return when it is sent; raises ``ValueError`` for another format."""
        self.format.check(image)
        self._wanted = self._driver.prepare(image)
        self._update()

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 switches the panel off and keeps its picture.

        Raises ``ValueError`` outside of this range.
        """
        if not 0 <= percent <= 100:
            raise ValueError(f"expected 0 to 100 percent, got {percent!r}, as the panel's brightness")
        self._light = percent
        self._update()

    def retry_at(self) -> float | None:
        """Return when to call ``show`` again for a missing panel; None while the panel works."""
        return self._retry_at

    def close(self) -> None:
        """Switch the panel off and close the bus."""
        wire, self._wire = self._wire, None
        if wire is not None:
            _quietly(lambda: self._driver.light(wire, 0))
            _quietly(wire.close)

    def _update(self) -> None:
        if self._wanted is None or self._is_current():
            return
        if self._retry_at is None or self._clock() >= self._retry_at:
            self._try(self._bring_up)

    def _is_current(self) -> bool:
        if self._wire is None or self._light != self._lit:
            return False
        # Frames drawn while the panel is off need not be sent: switching it on sends everything.
        return self._light == 0 or self._sent == self._wanted

    def _try(self, step: Callable[[], None]) -> Exception | None:
        try:
            step()
        except FAILURES as failure:
            self._lose(failure)
            return failure
        if self._retry_at is not None:
            log.warning("the panel is back")
        self._retry_at, self._delay = None, RETRY_FIRST
        return None

    def _lose(self, failure: Exception) -> None:
        if self._retry_at is None:
            log.warning("the panel does not answer: %r", failure)
        self._retry_at = self._clock() + self._delay
        self._delay = min(2 * self._delay, RETRY_MAX)
        self._sent, self._lit = None, 0
        wire, self._wire = self._wire, None
        if wire is not None:
            _quietly(wire.close)

    def _probe(self) -> None:
        self._wire = self._open_wire()
        self._start(self._wire)

    def _start(self, wire: PanelTransport) -> None:
        self._sent, self._lit = None, 0
        self._driver.start(wire)

    def _bring_up(self) -> None:
        wire = self._wire = self._wire or self._open_wire()
        if self._sent is None or self._is_in_doubt(wire):
            self._start(wire)
        is_new = self._sent is None
        if self._wanted is not None and self._sent != self._wanted:
            self._driver.send(wire, self._sent, self._wanted)
            self._sent = self._wanted
        if self._light != self._lit:
            self._driver.light(wire, self._light)
            self._lit = self._light
        if is_new and self._lit:
            self._can_tell = _answers(wire)
        self._sent_at = self._clock()

    def _is_in_doubt(self, wire: PanelTransport) -> bool:
        """Return whether the panel may have lost its supply unnoticed since the last frame."""
        if not self._lit:
            return self._light > 0
        if self._can_tell:
            return not wire.is_on()
        return self._clock() - self._sent_at > QUIET


def _answers(wire: PanelTransport) -> bool:
    """Return whether a panel that is certainly on reports it; some makers omit the status read."""
    try:
        return bool(wire.is_on())
    except OSError:
        return False


def _quietly(step: Callable[[], None]) -> None:
    """Run *step* and only log a failure."""
    try:
        step()
    except FAILURES as failure:
        log.debug("the panel could not be left in order: %r", failure)


def _missing(screen: PanelConfig, failure: Exception) -> DeviceMissing:
    return DeviceMissing(f"expected a {screen.driver} panel, got {failure!r}, on {screen.node}", NO_PANEL)
