"""Held buttons: key repeat, and the long press of OK that counts as ROLL."""

from __future__ import annotations

from typing import NamedTuple

from companion.box import Button, Inputs, Press

FIRST_REPEAT_S = 0.45
NEXT_REPEAT_S = 0.12
LONG_S = 0.8
STUCK_S = 30.0
"""After this time a held button counts as stuck and stops repeating, so that the display can dim again."""


class _Held(NamedTuple):
    button: Button
    due: float
    again_s: float | None
    since: float


class KeyRepeat:
    """Tracks the one button that is held, and when it repeats.

    Where *inputs* report no releases, no button is ever held. Where they have no ROLL button, a long press of OK
    means ROLL.
    """

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._held: _Held | None = None

    def press(self, press: Press, repeats: frozenset[Button]) -> None:
        """Record *press* on a screen that wants *repeats*; a button held before no longer counts as held."""
        self._held = None
        if not self._inputs.has_release:
            return
        if press.button in repeats:
            self._held = _Held(press.button, press.at + FIRST_REPEAT_S, NEXT_REPEAT_S, press.at)
        elif press.button is Button.OK and not self._inputs.has_roll:
            self._held = _Held(Button.ROLL, press.at + LONG_S, None, press.at)

    def release(self, button: Button) -> None:
        """Record that *button* is up."""
        if self._held and button in (self._held.button, self._pressed()):
            self._held = None

    def _pressed(self) -> Button | None:
        return Button.OK if self._held and self._held.button is Button.ROLL else None

    def drop(self) -> None:
        """Forget the held button, because the screen has changed or has refused a press."""
        self._held = None

    def due(self) -> float | None:
        """Return when the held button repeats next; None if it does not."""
        return self._held.due if self._held else None

    def take(self, now: float) -> Button | None:
        """Return the button if its repeat is due at *now*, else None; repeats missed in a slow frame are dropped."""
        held = self._held
        if held is None or now < held.due:
            return None
        if held.again_s is None or now - held.since > STUCK_S:
            self._held = None
        else:
            self._held = held._replace(due=now + held.again_s)
        return held.button
