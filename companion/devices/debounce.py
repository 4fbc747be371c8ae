"""Turns a contact's bouncing edges into one press and one release.

A press counts at its first edge, so nobody waits for the contact to calm down; what bounces after it is
swallowed, because a contact counts as open again only once it has stayed open for ``SETTLE``. Nothing here looks
at a clock: edges bring their times, and ``due`` says when a ``tick`` is wanted.
"""

from __future__ import annotations

from companion.box import Button, Press, Release

SETTLE = 0.015
"""How long, in seconds, a contact must stay as it is before it is believed to be at rest.

Ganssle ("A Guide to Debouncing") measured bounces of up to 6.2 ms on all but one of eighteen kinds of switch: the
silences within a burst are shorter still. Fingers leave a button open for 40 ms and more between two quick
presses. 15 ms lies more than twofold away from both.
"""


class Contact:
    """One contact of *button*; may be held down when the program starts, which is no press."""

    def __init__(self, button: Button, is_closed: bool = False) -> None:
        self.button = button
        self._is_closed = is_closed
        self._is_down = is_closed
        self._opened_at = 0.0
        self._due: float | None = None
        self._looked_at = float("-inf")

    def due(self) -> float | None:
        """When ``tick`` has something to settle; None while the contact is at rest."""
        return self._due

    def edge(self, is_closed: bool, at: float) -> list[Press | Release]:
        """Take an edge of the contact, in order of time, and return what it makes certain."""
        if at < self._looked_at:
            # It was held up on its way; what a look has found since is newer.
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
        """Settle what is due at *now* and trust the contact as it is: an edge may have been lost on the way."""
        events = self.settle(now)
        self._looked_at = now
        return events if is_closed == self._is_closed else events + self.edge(is_closed, now)

    def settle(self, now: float) -> list[Press | Release]:
        """Return the release that is certain at *now* if no edge has come in between."""
        if self._due is None or now < self._due:
            return []
        self._due = None
        if self._is_closed or not self._is_down:
            return []
        self._is_down = False
        return [Release(self.button, self._opened_at)]
