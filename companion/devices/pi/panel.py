"""The OLED panel: sends only what changed, and comes back by itself when it was pulled off."""

from __future__ import annotations

import logging
from collections.abc import Callable

from luma.core import error as luma_error
from PIL import Image

from companion.box import Format
from companion.devices.pi.boards import PanelConfig
from companion.devices.pi.initial import initial
from companion.devices.pi.pages import Pages, changes, pack
from companion.devices.pi.wires import PanelTransport
from companion.errors import NO_PANEL, DeviceMissing

log = logging.getLogger(__name__)

DISPLAY_OFF, DISPLAY_ON, CONTRAST = 0xAE, 0xAF, 0x81
SET_PAGE, SET_LOW_COLUMN, SET_HIGH_COLUMN = 0xB0, 0x00, 0x10

FAILURES = (OSError, luma_error.Error)

RETRY_FIRST, RETRY_MAX = 1.0, 5.0
# A panel that cannot be asked whether it has lost its supply is sent everything again after this much quiet.
QUIET = 10.0


class OledPanel:
    """An SSD1306 or SH1106; a panel that does not answer is tried again, never an exception.

    ``missing`` tells what was found when it was first opened.
    """

    def __init__(
        self, screen: PanelConfig, open_wire: Callable[[], PanelTransport], clock: Callable[[], float]
    ) -> None:
        self.format = Format((screen.width, screen.height))
        self._is_turned = screen.rotate == 2
        self._initial = initial(screen)
        self._first_column = screen.first_column
        self._open_wire = open_wire
        self._clock = clock
        self._wire: PanelTransport | None = None
        self._wanted: Pages = ()
        self._light = 100
        # What the chip holds; None and 0 until it has been told.
        self._sent: Pages | None = None
        self._lit = 0
        self._can_tell = False
        self._sent_at = 0.0
        self._retry_at: float | None = None
        self._delay = RETRY_FIRST
        failure = self._try(self._probe)
        self.missing = () if failure is None else (_missing(screen, failure),)

    def show(self, image: Image.Image) -> None:
        """Bring *image* of ``format`` onto the panel; returns when it has been handed over."""
        self.format.check(image)
        self._wanted = pack(image.transpose(Image.Transpose.ROTATE_180) if self._is_turned else image)
        self._update()

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 switches the panel off and keeps its picture."""
        if not 0 <= percent <= 100:
            raise ValueError(f"expected 0 to 100 percent, got {percent!r}, as the panel's brightness")
        self._light = percent
        self._update()

    def retry_at(self) -> float | None:
        """When a missing panel is worth another ``show``; None while all is well."""
        return self._retry_at

    def close(self) -> None:
        """Leave the panel dark."""
        wire, self._wire = self._wire, None
        if wire is not None:
            _quietly(lambda: wire.command(DISPLAY_OFF))
            _quietly(wire.close)

    def _update(self) -> None:
        if not self._wanted or self._is_current():
            return
        if self._retry_at is None or self._clock() >= self._retry_at:
            self._try(self._bring_up)

    def _is_current(self) -> bool:
        if self._wire is None or self._light != self._lit:
            return False
        # What is drawn while nobody can see it need not be sent: waking sends everything.
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
        self._initialise(self._wire)

    def _initialise(self, wire: PanelTransport) -> None:
        self._sent, self._lit = None, 0
        wire.command(*self._initial)

    def _bring_up(self) -> None:
        wire = self._wire = self._wire or self._open_wire()
        if self._sent is None or self._is_in_doubt(wire):
            self._initialise(wire)
        is_new = self._sent is None
        self._send_frame(wire)
        self._send_light(wire)
        if is_new and self._lit:
            self._can_tell = _answers(wire)
        self._sent_at = self._clock()

    def _is_in_doubt(self, wire: PanelTransport) -> bool:
        """Tell whether the panel may have been without supply since the last frame, unnoticed."""
        if not self._lit:
            return self._light > 0
        if self._can_tell:
            return not wire.is_on()
        return self._clock() - self._sent_at > QUIET

    def _send_frame(self, wire: PanelTransport) -> None:
        for page, first, run in changes(self._sent, self._wanted):
            column = self._first_column + first
            wire.command(SET_PAGE | page, SET_LOW_COLUMN | column & 0x0F, SET_HIGH_COLUMN | column >> 4)
            wire.data(run)
        self._sent = self._wanted

    def _send_light(self, wire: PanelTransport) -> None:
        if self._light == self._lit:
            return
        if self._light == 0:
            wire.command(DISPLAY_OFF)
        else:
            wire.command(CONTRAST, max(1, self._light * 255 // 100), DISPLAY_ON)
        self._lit = self._light


def _answers(wire: PanelTransport) -> bool:
    """Tell whether a panel that is certainly on says so; some makers left the reading out."""
    try:
        return bool(wire.is_on())
    except OSError:
        return False


def _quietly(step: Callable[[], None]) -> None:
    """Take *step*, whose failure changes nothing any more."""
    try:
        step()
    except FAILURES as failure:
        log.debug("the panel could not be left in order: %r", failure)


def _missing(screen: PanelConfig, failure: Exception) -> DeviceMissing:
    return DeviceMissing(f"expected a {screen.driver.value} panel, got {failure!r}, on {screen.node}", NO_PANEL)
