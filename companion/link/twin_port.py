"""The twin of the tray at a port: a pseudo terminal in a temporary folder, which takes the place of /dev.

The tray is plugged in when it is created, and runs on a thread in real time. All methods may be called from any
thread.
"""

from __future__ import annotations

import os
import pty
import random
import select
import shutil
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.box.waker import Waker
from companion.link.faults import FAIR, FaultProfile, LossyLine
from companion.link.optics import Holes, load_optics
from companion.link.twin import Twin
from companion.link.twin_core import BLANK, TwinMemory

NODE = "ttyUSB0"
READ_BYTES = 1024
AT_ONCE_S = 0.0


class TwinTray:
    """A simulated tray; ``dev`` is the folder for ``Reader``, *weather* the faults of its line, drawn with *seed*."""

    def __init__(
        self,
        *,
        holes: Holes | None = None,
        memory: TwinMemory = BLANK,
        weather: FaultProfile = FAIR,
        seed: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        draw = random.Random(seed)  # noqa: S311 - nothing secret is drawn
        self.dev = Path(tempfile.mkdtemp(prefix="codemaker-tray-"))
        self._clock = clock
        self._lock = threading.Lock()
        self._twin = Twin(holes or Holes(load_optics(), draw), now=clock(), memory=memory)
        self._to_tray, self._to_box = (LossyLine(draw, weather, AT_ONCE_S) for _ in range(2))
        self._late: list[tuple[float, Callable[[bytes], None], bytes]] = []
        self._waker = Waker()
        self._line: int | None = None
        self._far_end: int | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="twin", daemon=True)
        with self._lock:
            self._plug()
        self._thread.start()

    # The person at the tray

    @property
    def pegs(self) -> tuple[str, ...]:
        """The peg in each hole, ``empty`` for none."""
        return self._twin.pegs

    @property
    def lamps(self) -> int:
        """The state of the lamps, two bits each."""
        return self._twin.lamps

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into a hole."""
        self._do(lambda: self._twin.place(hole, peg))

    def remove(self, hole: int) -> None:
        """Take the peg out of a hole."""
        self._do(lambda: self._twin.remove(hole))

    def ambient(self, level: float) -> None:
        """Set the light of the room to about *level*, a share of the converter's scale."""
        self._do(lambda: self._twin.ambient(level))

    def press(self) -> None:
        """Press the button and keep it down."""
        self._do(self._twin.press)

    def release(self) -> None:
        """Release the button."""
        self._do(self._twin.release)

    def reset(self) -> None:
        """Reset the controller."""
        self._do(self._twin.reset)

    def unplug(self) -> None:
        """Pull the plug: the tray loses its power, and the box its port."""
        self._do(self._unplug)

    def plug_back(self) -> None:
        """Plug the tray in again."""
        self._do(self._plug)

    def close(self) -> None:
        """Remove the tray and end its thread; further calls change nothing."""
        if self._is_closed:
            return
        self._do(self._unplug)
        self._is_closed = True
        self._waker.wake()
        self._thread.join()
        self._waker.close()
        shutil.rmtree(self.dev)

    # The plug

    def _plug(self) -> None:
        if self._line is not None:
            return
        # The far end is kept open; otherwise a line that no program has opened yet would look like a hang-up.
        self._line, self._far_end = pty.openpty()
        tty.setraw(self._far_end)
        os.set_blocking(self._line, False)
        (self.dev / NODE).symlink_to(os.ttyname(self._far_end))
        self._twin.power_up()

    def _unplug(self) -> None:
        if self._line is None or self._far_end is None:
            return
        self._twin.cut_power()
        (self.dev / NODE).unlink()
        os.close(self._line)
        os.close(self._far_end)
        self._line = self._far_end = None
        self._late.clear()

    def _do(self, verb: Callable[[], None]) -> None:
        with self._lock:
            self._twin.pass_time(self._clock())
            verb()
        self._waker.wake()

    # The thread

    def _run(self) -> None:
        while not self._is_closed:
            with self._lock:
                line, due = self._line, self._due()
            awake = self._sleep(line, due)
            with self._lock:
                if self._line is not None and self._line == line:
                    self._turn(self._line, line in awake)

    def _due(self) -> float | None:
        dues = [self._twin.due, *(at for at, _, _ in self._late)]
        return min((due for due in dues if due is not None), default=None)

    def _sleep(self, line: int | None, due: float | None) -> set[int]:
        poll = select.poll()
        for file in (self._waker.fileno(), line):
            if file is not None:
                poll.register(file, select.POLLIN)
        pause = None if due is None else max(0.0, due - self._clock()) * 1000 + 1
        awake = {file for file, _ in poll.poll(pause)}
        if self._waker.fileno() in awake:
            self._waker.clear()
        return awake

    def _turn(self, line: int, is_heard: bool) -> None:
        now = self._clock()
        self._twin.pass_time(now)
        if is_heard:
            with suppress(BlockingIOError):
                self._carry(self._to_tray, os.read(line, READ_BYTES), self._twin.hear, now)
        self._deliver(now)
        self._carry(self._to_box, self._twin.take(), self._say, now)
        self._deliver(now)

    def _carry(self, way: LossyLine, sent: bytes, hear: Callable[[bytes], None], now: float) -> None:
        self._late += [(at, hear, piece) for at, piece in way.carry(sent, now)]

    def _deliver(self, now: float) -> None:
        arrived = sorted((late for late in self._late if late[0] <= now), key=lambda late: late[0])
        self._late = [late for late in self._late if late[0] > now]
        for _, hear, piece in arrived:
            hear(piece)

    def _say(self, piece: bytes) -> None:
        if self._line is not None:
            # If the box does not read, bytes that do not fit are lost, as on a cable.
            with suppress(BlockingIOError):
                os.write(self._line, piece)
