"""An eye before the panel: it draws what the bus carries, and can wait for a picture."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from tools.rig.rig_box import NothingShown
from tools.rig.rig_bus import Glass, Message, Records

# Between two messages of a frame there is much less.
STILL_S = 0.05


class Eye:
    """Takes records from a stream; keeps every message, and the panel behind them."""

    def __init__(self, stream: socket.socket, place: Path) -> None:
        self._stream = stream
        self._records = Records()
        self._last_frame = place / "last-frame.png"
        self.messages: list[Message] = []
        self.glass = Glass()

    def frame(self) -> Image.Image:
        """Return what the panel shows."""
        while self._take(0.0):
            pass
        return self.glass.picture()

    def wait_frame(self, is_it: Callable[[Image.Image], bool], within_s: float) -> Image.Image:
        """Sleep until the panel shows a picture that *is_it* takes, and return it; raises ``NothingShown``.

        A picture that is there only until the rest of another has come is none.
        """
        end = time.monotonic() + within_s
        while True:
            picture = self.frame()
            if is_it(picture):
                if not self._take(STILL_S):
                    return picture
            elif not self._take(max(0.0, end - time.monotonic())):
                picture.save(self._last_frame)
                raise NothingShown(f"expected another picture within {within_s} s, got {self._last_frame}")

    def close(self) -> None:
        """Look away."""
        self._stream.close()

    def _take(self, within_s: float) -> bool:
        """Take in what the bus has carried; False when there is nothing within the time."""
        self._stream.settimeout(within_s)
        try:
            received = self._stream.recv(65536)
        except (TimeoutError, BlockingIOError):
            return False
        for message in self._records.feed(received):
            self.messages.append(message)
            self.glass.take(message)
        return bool(received)
