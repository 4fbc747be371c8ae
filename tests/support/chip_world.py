"""A box and the real firmware on a simulated chip, in a time of their own: the verbs are those of ``World``."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from companion.box.tray import FULL_SCALE, Light, RowCommitted, TrayEvent
from companion.link.client import Client, ClientActions
from companion.link.discovery import OpenPort
from companion.link.messages import HOLES
from companion.link.press_ledger import PressLedger
from companion.link.reader import open_serial
from tests.fakes.lossy_line import FAIR, FaultProfile
from tests.fakes.tray_firmware import SimulatedTray
from tests.support.stepped import REST_S, built

TURN_S = 0.004
"""How long the chip runs between two looks at the line: a tenth of the shortest pause that either side makes."""

IDLE_TURN_S = 0.02
"""While the box waits for nothing: so much later it may hear of a press."""

WATCHDOG_S = 0.3
"""Within which the watchdog resets a chip that hangs."""

LIT, DIM = 0.3, 0.1
"""A mark is in the tray as bits, three to a hole: what a light adds for a one and for a nought."""


def mark_of_chip(row: RowCommitted) -> int:
    """Return the mark that lay in the tray; its check digit must be right."""
    bits = [_bit(light, value) for light in row.lights for value in (light.red, light.green, light.blue)]
    number = sum(bit << place for place, bit in enumerate(bits))
    mark, check = number >> 2, number & 3
    assert check == mark % 4, "a mixture of two rows"
    return mark


def _bit(light: Light, value: int) -> bool:
    added = (value - light.off) / FULL_SCALE
    assert min(abs(added - LIT), abs(added - DIM)) < 0.02
    return added > (LIT + DIM) / 2


class ChipWorld:
    """One box, and a chip on the line between them; ``news`` is what the table has been told."""

    def __init__(self, *, weather: FaultProfile = FAIR, seed: int = 1) -> None:
        self.now = 0.0
        self.news: list[TrayEvent] = []
        self.draw = random.Random(seed)
        self.ledger = PressLedger()
        built("sim")
        self.tray = SimulatedTray(is_real_time=False, seed=seed)
        self.tray.noise(0.0)
        self._mark = -1
        self._lay(0)
        self.tray.run(1.0)
        self._line: OpenPort | None = open_serial(self.tray.port)
        self.weather(weather)
        self.client = self._call()

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
        self.tray.close()

    def weather(self, weather: FaultProfile) -> None:
        self.tray.weather(weather)

    def _call(self, sequence: int = 0) -> Client:
        self.client = Client(self.ledger, "line", lambda: self.draw.randrange(1, 2**32), sequence=sequence)
        self.act(self.client.start(self.now))
        return self.client

    def restart_box(self) -> None:
        """End the program and start it again: it has forgotten everything."""
        self.ledger = PressLedger()
        self._call()

    def reopen(self) -> None:
        """Have the program lose the port and open it again."""
        self._hang_up()
        self._line = open_serial(self.tray.port)
        self._call(self.client.sequence)

    def replug(self) -> None:
        """Pull the tray's plug and put it back."""
        self._hang_up()
        self.tray.unplug()
        self.tray.plug_back()
        self.reopen()

    def reset(self) -> None:
        """Reset the chip in any state."""
        self.tray.run_cycles(self.draw.randrange(1, 64_000))
        self.draw.choice((self.tray.reset, self._hang, self._fail))()

    def _hang(self) -> None:
        self.tray.hang()
        self.run(WATCHDOG_S)

    def _fail(self) -> None:
        self.tray.cut_power()
        self.tray.power_up()

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
            self.act(self.client.hang_up("the port is gone"))

    def act(self, step: ClientActions) -> None:
        self.news += step.news
        if step.out and self._line is not None:
            self._line.write(step.out)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            turn = min(TURN_S if self._is_busy() else IDLE_TURN_S, end - self.now)
            self.tray.run(turn)
            self.now += turn
            if self._line is not None:
                self.act(self.client.receive(self._line.read(), self.now))
            if self.client.due is not None and self.client.due <= self.now:
                self.act(self.client.tick(self.now))

    def idle_out(self) -> None:
        """Do nothing until the box has asked whether the tray is there, and got its answer."""
        self.run(3)
        if not self._is_busy():
            # The minute passes for the box alone: nothing happens on the chip, which would take two seconds for it.
            self.now = max(self.now, self.client.due or 0.0)
        self.run(7)

    def _is_busy(self) -> bool:
        return self.client.due is not None and self.client.due - self.now < 1

    def press(self, mark: int, for_s: float = 0.06, meanwhile: Callable[[], None] | None = None) -> None:
        """Lay *mark* into the tray, let it come to rest, and press the button."""
        self._lay(mark)
        self.run(REST_S)
        self.tray.press(0.001)
        self.run(max(for_s, 0.005))
        if meanwhile is not None:
            meanwhile()
        self.tray.release(0.001)
        self.run(0.04)

    def _lay(self, mark: int) -> None:
        number = mark << 2 | mark % 4
        levels = [LIT if number >> place & 1 else DIM for place in range(3 * HOLES)]
        for hole in range(HOLES):
            red, green, blue = levels[3 * hole : 3 * hole + 3]
            self.tray.set_light(hole, (red, green, blue))

    def told(self, *kinds: type[TrayEvent]) -> Sequence[TrayEvent]:
        """Return the news of those kinds."""
        return [news for news in self.news if isinstance(news, kinds)]

    @staticmethod
    def mark_of(row: RowCommitted) -> int:
        """Return the mark that lay in the tray."""
        return mark_of_chip(row)

    def marks(self) -> list[int]:
        """Return the marks of the rows that were read."""
        return [mark_of_chip(news) for news in self.news if isinstance(news, RowCommitted)]
