"""The twin of the tray at a port: a pseudo terminal in a temporary folder, which takes the place of /dev.

The tray is plugged in when it is created, and runs on a thread in real time. All methods may be called from any
thread.
"""

from __future__ import annotations

import os
import pty
import random
import shutil
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.box.waker import Waker
from companion.link.optics import Holes, load_optics
from companion.link.reader import Reader
from companion.link.twin import BLANK, Twin, TwinMemory

NODE = "ttyUSB0"
READ_BYTES = 1024
SERIAL = 0x7EA7EA00
"""A fixed serial number: the simulated light is the same at every start, so a saved calibration stays valid."""


class TwinTray:
    """A simulated tray; ``dev`` is the folder for ``Reader``, and ``relit`` is called when the lamps change."""

    def __init__(self, *, holes: Holes | None = None, memory: TwinMemory = BLANK) -> None:
        draw = random.Random(1)  # noqa: S311 - nothing secret is drawn
        self.dev = Path(tempfile.mkdtemp(prefix="codemaker-tray-"))
        self.relit: Callable[[], None] | None = None
        self._lock = threading.Lock()
        self._twin = Twin(holes or Holes(load_optics(), draw), now=time.monotonic(), memory=memory)
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

    def press(self) -> None:
        """Press the button and keep it down."""
        self._do(self._twin.press)

    def release(self) -> None:
        """Release the button."""
        self._do(self._twin.release)

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

    def _do(self, verb: Callable[[], None]) -> None:
        with self._lock:
            self._twin.pass_time(time.monotonic())
            verb()
        self._waker.wake()

    # The thread

    def _run(self) -> None:
        lamps = 0
        while not self._is_closed:
            with self._lock:
                line, due = self._line, self._twin.due
            files = () if line is None else (line,)
            awake = self._waker.sleep(files, None if due is None else due - time.monotonic())
            with self._lock:
                if self._line is not None and self._line == line:
                    self._turn(self._line, line in awake)
            was, lamps = lamps, self._twin.lamps
            if lamps != was and self.relit is not None:
                self.relit()

    def _turn(self, line: int, is_heard: bool) -> None:
        self._twin.pass_time(time.monotonic())
        if is_heard:
            with suppress(BlockingIOError):
                self._twin.hear(os.read(line, READ_BYTES))
        # If the box does not read, bytes that do not fit are lost, as on a cable.
        with suppress(BlockingIOError):
            os.write(line, self._twin.take())


class TwinReader(Reader):
    """The reader of *twin*; closing it closes both. *relit* is called when the lamps change."""

    def __init__(self, twin: TwinTray, relit: Callable[[], None]) -> None:
        super().__init__(twin.dev, draw_serial=lambda: SERIAL)
        self._twin = twin
        twin.relit = relit

    def close(self) -> None:
        super().close()
        self._twin.close()
