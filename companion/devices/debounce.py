"""Debouncing: turns a contact's bouncing edges into one press and one release.

A press is reported once the contact has stayed closed for ``HOLD`` seconds, so a disturbance on the wire is none. It
has the time of the first edge of its burst. The bounces that follow are ignored, because a contact counts as open
again only after it has stayed open for ``SETTLE`` seconds. This module reads no clock: edges carry their times, and
``due`` returns when ``tick`` must be called.
"""

from __future__ import annotations

from companion.box import Button, Press, Release

HOLD = 0.001
"""How long, in seconds, a contact must stay closed without a break for a press: the shortest press lasts five times as
long, a disturbance some microseconds."""
SETTLE = 0.015
"""How long, in seconds, a contact must stay unchanged before it counts as settled.

Ganssle ("A Guide to Debouncing") measured bounces of up to 6.2 ms on all but one of eighteen kinds of switch; the
pauses within a burst are shorter still. Fingers leave a button open for 40 ms and more between two quick
presses. 15 ms differs from both by a factor of more than two.
"""


class Contact:
    """One contact of *button*; a contact that is closed when the program starts does not count as a press."""

    def __init__(self, button: Button, is_closed: bool = False) -> None:
        self.button = button
        self._is_closed = is_closed
        self._is_down = is_closed
        self._burst_at = self._changed_at = self._opened_at = self._looked_at = float("-inf")
        self._due: float | None = None

    def due(self) -> float | None:
        """Return when ``tick`` must be called; None while the contact is settled."""
        return self._due

    def edge(self, is_closed: bool, at: float) -> list[Press | Release]:
        """Take an edge of the contact, in order of time, and return the events that are now certain."""
        if at < self._looked_at:
            # The edge was delivered late: a later tick has already read the contact's state.
            return []
        events = self.settle(at)
        if at >= self._changed_at + SETTLE:
            self._burst_at = at
            if is_closed and self._is_closed and self._is_down:
                # The edge that opened it was never seen.
                self._is_down = False
                events.append(Release(self.button, at))
        if self._is_closed and not is_closed:
            self._opened_at = at
        self._is_closed, self._changed_at = is_closed, at
        self._due = at + (HOLD if is_closed and not self._is_down else SETTLE)
        return events

    def tick(self, now: float, is_closed: bool) -> list[Press | Release]:
        """Settle what is due at *now* and adopt the contact's actual state, since an edge may have been lost."""
        if is_closed != self._is_closed and now < self._changed_at + SETTLE:
            # The edge may be on its way. It says how long the contact was closed.
            self._due = self._changed_at + SETTLE
            return []
        events = self.settle(now)
        self._looked_at = now
        return events if is_closed == self._is_closed else events + self.edge(is_closed, now)

    def settle(self, now: float) -> list[Press | Release]:
        """Return the press or the release that is certain at *now*, if no edge has come since the last one."""
        events: list[Press | Release] = []
        settled = self._changed_at + SETTLE
        if self._is_closed and not self._is_down and now >= self._changed_at + HOLD:
            self._is_down, self._due = True, settled
            events.append(Press(self.button, self._burst_at))
        elif self._is_down and not self._is_closed and now >= settled:
            self._is_down = False
            events.append(Release(self.button, self._opened_at))
        if now >= settled:
            self._due = None
        return events
