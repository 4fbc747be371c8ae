"""The OLED panel: only changes are sent, and a panel that was unplugged recovers by itself."""

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
# Seconds without a frame after which everything is sent again to a panel that cannot report a loss of supply.
QUIET = 10.0


class OledPanel:
    """A ``Display`` on an SSD1306 or SH1106; a panel that does not answer is retried and never raises an exception.

    ``missing`` holds the failure of the first attempt to open the panel, if it failed.
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
        # The picture and brightness that the chip has; None and 0 before they have been sent.
        self._sent: Pages | None = None
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
        self._wanted = pack(image.transpose(Image.Transpose.ROTATE_180) if self._is_turned else image)
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
        """Return whether the panel may have lost its supply unnoticed since the last frame."""
        if not self._lit:
            return self._light > 0
        if self._can_tell:
            return not wire.is_on()
        return self._clock() - self._sent_at > QUIET

    def _send_frame(self, wire: PanelTransport) -> None:
        at_page = at_high = None
        for page, first, run in changes(self._sent, self._wanted):
            column = self._first_column + first
            high = column >> 4
            commands = [SET_LOW_COLUMN | column & 0x0F]
            commands += [SET_PAGE | page] * (page != at_page) + [SET_HIGH_COLUMN | high] * (high != at_high)
            wire.command(*commands)
            wire.data(run)
            # The datasheets do not say whether a run that goes on into the next sixteen columns changes the register.
            at_page, at_high = page, high if (column + len(run)) >> 4 == high else None
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
    return DeviceMissing(f"expected a {screen.driver.value} panel, got {failure!r}, on {screen.node}", NO_PANEL)
