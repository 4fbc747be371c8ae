"""The tray's queue into the loop, and what is left of its news where there is too much of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.app.event_queue import MOST_WAITING, CoalescingQueue
from companion.box import (
    Event,
    FromTray,
    Reading,
    RowCommitted,
    RowMissed,
    TrayEvent,
    TrayFound,
    TrayLost,
    TrayTrouble,
)


def tray_queue(post: Callable[[Event], None]) -> CoalescingQueue[TrayEvent]:
    """Return the queue of the tray's news."""
    return CoalescingQueue(post, FromTray, _coalesced)


def _coalesced(waiting: Sequence[TrayEvent]) -> Sequence[TrayEvent]:
    """Return what is worth waiting for; a sound tray has no more to tell than the queue holds."""
    *earlier, newest = waiting
    if isinstance(newest, Reading) and earlier and isinstance(earlier[-1], Reading):
        # What was in the tray before is out of date.
        waiting = [*earlier[:-1], newest]
    return list(shortened(waiting)) if len(waiting) > MOST_WAITING else waiting


def shortened(waiting: Iterable[TrayEvent]) -> Iterator[TrayEvent]:
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
