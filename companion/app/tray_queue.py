"""The way of the tray's news into the program: one at a time, so that a press never waits for more than one of them.

A tray that talks without end would else fill the queue in which the presses stand, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from threading import Lock

from companion.box import Event, FromTray
from companion.tray.news import News, Reading, RowCommitted, RowMissed, TrayFound, TrayLost, TrayTrouble

# A sound tray has no more to tell while the box works on one thing, be it the longest; a Reading counts once.
MOST_WAITING = 16


class Turnstile:
    """Lets news through to *post*, the next when the last has been taken."""

    def __init__(self, post: Callable[[Event], None]) -> None:
        self._post = post
        self._lock = Lock()
        self._waiting: deque[News] = deque()
        self._is_taken = True

    def tell(self, news: News) -> None:
        """Take *news*; may be called from any thread, and never waits for the program."""
        with self._lock:
            if isinstance(news, Reading) and self._waiting and isinstance(self._waiting[-1], Reading):
                # What lay in the tray before nobody wants to know any more.
                self._waiting.pop()
            self._waiting.append(news)
            if len(self._waiting) > MOST_WAITING:
                self._waiting = deque(shortened(self._waiting))
            if self._is_taken:
                self._let_through()

    def _take(self) -> None:
        with self._lock:
            self._let_through()

    def _let_through(self) -> None:
        self._is_taken = not self._waiting
        if self._waiting:
            self._post(FromTray(self._waiting.popleft(), self._take))


def shortened(waiting: Iterable[News]) -> Iterator[News]:
    """Yield what is left of too much news: what is wrong, whether a tray is there, how often its button was pressed.

    What was in the tray then is lost, and told as such: the player presses again.
    """
    troubles: dict[str, TrayTrouble] = {}
    state: TrayFound | TrayLost | None = None
    presses = 0
    for news in waiting:
        match news:
            case TrayTrouble(error=error):
                troubles[error.sentence] = news
            case TrayFound() | TrayLost():
                state = news
            case RowCommitted():
                presses += 1
            case RowMissed():
                presses += news.presses
            case Reading():
                pass
    yield from list(troubles.values())[: MOST_WAITING // 2]
    if state is not None:
        yield state
    if presses:
        yield RowMissed(presses)
