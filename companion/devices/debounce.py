"""Debouncing: turns a contact's bouncing edges into one press and one release.

A press is reported at its first edge, without waiting for the contact to settle. The bounces that follow are ignored,
because a contact counts as open again only after it has stayed open for ``SETTLE`` seconds. This module reads no
clock: edges carry their times, and ``due`` returns when ``tick`` must be called.
"""

from __future__ import annotations

from companion.box import Button, Press, Release

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
        self._opened_at = 0.0
        self._due: float | None = None
        self._looked_at = float("-inf")

    def due(self) -> float | None:
        """Return when ``tick`` must be called; None while the contact is settled."""
        return self._due

    def edge(self, is_closed: bool, at: float) -> list[Press | Release]:
        """Take an edge of the contact, in order of time, and return the events that are now certain."""
        if at < self._looked_at:
            # The edge was delivered late: a later tick has already read the contact's state.
            return []
        events = self.settle(at)
        self._due = at + SETTLE
        if is_closed and not self._is_down:
            self._is_down = True
            events.append(Press(self.button, at))
        if self._is_closed and not is_closed:
            self._opened_at = at
        self._is_closed = is_closed
        return events

    def tick(self, now: float, is_closed: bool) -> list[Press | Release]:
        """Settle what is due at *now* and adopt the contact's actual state, since an edge may have been lost."""
        events = self.settle(now)
        self._looked_at = now
        return events if is_closed == self._is_closed else events + self.edge(is_closed, now)

    def settle(self, now: float) -> list[Press | Release]:
        """Return the release that is certain at *now*, if no edge has come since the contact opened."""
        if self._due is None or now < self._due:
            return []
        self._due = None
        if self._is_closed or not self._is_down:
            return []
        self._is_down = False
        return [Release(self.button, self._opened_at)]
