"""A box and a tray on a line, in a time of their own; and who has pressed what."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from itertools import count

from companion.box.tray import Light, Lights, RowCommitted, TrayEvent
from companion.link.client import OURS, Client, ClientActions, ProtocolRange
from companion.link.messages import HOLES, OLDEST, PROTOCOL, Cause
from companion.link.optics import Holes, Levels, load_optics
from companion.link.press_ledger import PressLedger
from companion.link.twin import Twin, TwinMemory
from tests.fakes.lossy_line import FAIR, FaultProfile, LossyLine

NUMBERED = TwinMemory(generation=6, serial=0xC0DE, calibration=0)


class MarkedBed(Holes):
    """Holes that hold a number: what is measured tells which press it was measured for."""

    def __init__(self) -> None:
        super().__init__(load_optics(), random.Random(1))
        self.mark = 0

    def measure(self) -> Lights:
        low, high = self.mark & 0xFF, self.mark >> 8
        return tuple(Light(100 * hole, low, high, low ^ high) for hole in range(HOLES))

    def place(self, hole: int, peg: str) -> Levels:
        return self.levels[hole]


def mark_of(row: RowCommitted) -> int:
    """Return the number that lay in the tray; all holes must agree on it."""
    (mark,) = {light.red | light.green << 8 for light in row.lights}
    assert [light.off for light in row.lights] == [0, 100, 200, 300, 400]
    return mark


class World:
    """One box, one tray, two ways between them; ``news`` is what the table has been told."""

    def __init__(
        self,
        *,
        weather: FaultProfile = FAIR,
        seed: int = 1,
        memory: TwinMemory = NUMBERED,
        tray_speech: tuple[int, int] = (PROTOCOL, OLDEST),
        box_speech: ProtocolRange = OURS,
    ) -> None:
        self.now = 0.0
        self.news: list[TrayEvent] = []
        self.holes = MarkedBed()
        self.twin = Twin(self.holes, memory=memory, versions=tray_speech)
        self.ledger = PressLedger()
        self.draw = random.Random(seed)
        self.is_cut = False
        self.sent = b""
        self._speech = box_speech
        self._to_tray, self._to_box = (LossyLine(self.draw, weather) for _ in range(2))
        self._order = count()
        self._under_way: list[tuple[float, int, Callable[[bytes], None], bytes]] = []
        self.client = self._call()

    def weather(self, weather: FaultProfile) -> None:
        self._to_tray.weather = self._to_box.weather = weather

    def _call(self, sequence: int = 0) -> Client:
        self.client = Client(
            self.ledger, "line", lambda: self.draw.randrange(1, 2**32), versions=self._speech, sequence=sequence
        )
        self.act(self.client.start(self.now))
        return self.client

    def reset(self) -> None:
        """Reset the tray in any state."""
        self.run(self.draw.uniform(0, 0.004))
        self.twin.reset(self.draw.choice((Cause.WATCHDOG, Cause.EXTERNAL, Cause.BROWN_OUT)))

    def restart_box(self) -> None:
        """End the program and start it again: it has forgotten everything."""
        self.ledger = PressLedger()
        self._call()

    def reopen(self) -> None:
        """Have the program lose the port and open it again."""
        self.act(self.client.hang_up("the port is gone"))
        self._call(self.client.sequence)

    def replug(self) -> None:
        """Pull the tray's plug and put it back: it loses its power and the box its port."""
        self.twin.cut_power()
        self.act(self.client.hang_up("the port is gone"))
        self.twin.power_up()
        self._call(self.client.sequence)

    def act(self, step: ClientActions) -> None:
        self.news += step.news
        self.sent += step.out
        self._carry(self._to_tray, step.out, self.twin.hear)

    def _carry(self, line: LossyLine, sent: bytes, hear: Callable[[bytes], None]) -> None:
        for at, piece in [] if self.is_cut else line.carry(sent, self.now):
            heapq.heappush(self._under_way, (at, next(self._order), hear, piece))

    def _hear_at_box(self, piece: bytes) -> None:
        self.act(self.client.receive(piece, self.now))

    def _next(self) -> float:
        dues = [self.twin.due, self.client.due, self._under_way[0][0] if self._under_way else None]
        return min((due for due in dues if due is not None), default=float("inf"))

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self._next() <= end:
            self.now = max(self.now, self._next())
            self._turn()
        self.now = end
        self.twin.pass_time(end)

    def _turn(self) -> None:
        self.twin.pass_time(self.now)
        while self._under_way and self._under_way[0][0] <= self.now:
            _, _, hear, piece = heapq.heappop(self._under_way)
            hear(piece)
        if self.client.due is not None and self.client.due <= self.now:
            self.act(self.client.tick(self.now))
        self._carry(self._to_box, self.twin.take(), self._hear_at_box)

    def idle_out(self) -> None:
        """Do nothing until the box has asked whether the tray is there, and got its answer."""
        self.run(70)

    def press(self, mark: int, for_s: float = 0.06, meanwhile: Callable[[], None] | None = None) -> None:
        """Lay *mark* into the tray and press its button."""
        self.holes.mark = mark
        self.twin.press()
        self.run(for_s)
        if meanwhile is not None:
            meanwhile()
        self.twin.release()
        self.run(0.04)

    def told(self, *kinds: type[TrayEvent]) -> Sequence[TrayEvent]:
        """Return the news of those kinds."""
        return [news for news in self.news if isinstance(news, kinds)]

    @staticmethod
    def mark_of(row: RowCommitted) -> int:
        """Return the mark that lay in the tray."""
        return mark_of(row)

    def marks(self) -> list[int]:
        """Return the marks of the rows that were read."""
        return [mark_of(news) for news in self.news if isinstance(news, RowCommitted)]
