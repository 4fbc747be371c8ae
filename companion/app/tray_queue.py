"""Queue of tray events with back-pressure: at most one is pending in the UI, so button presses stay responsive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.app.event_queue import MOST_WAITING, CoalescingQueue
from companion.box import Event, FromTray
from companion.box.tray import Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost, TrayTrouble


def tray_queue(post: Callable[[Event], None]) -> CoalescingQueue[TrayEvent]:
    """Return the queue that passes tray events to *post*."""
    return CoalescingQueue(post, FromTray, _coalesced)


def _coalesced(waiting: Sequence[TrayEvent]) -> Sequence[TrayEvent]:
    """Return the waiting events to keep; those of a working tray always fit into the queue."""
    *earlier, newest = waiting
    if isinstance(newest, Reading) and earlier and isinstance(earlier[-1], Reading):
        # Only the newest reading is kept: the earlier one is out of date.
        waiting = [*earlier[:-1], newest]
    return list(shortened(waiting)) if len(waiting) > MOST_WAITING else waiting


def shortened(waiting: Iterable[TrayEvent]) -> Iterator[TrayEvent]:
    """Yield a summary of too many events: the troubles, the last state of the tray, and the number of missed presses.

    The rows of those presses are lost and reported as ``RowMissed``, so that the player presses again.
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
