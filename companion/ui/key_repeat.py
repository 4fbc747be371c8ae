"""What a finger that stays on a button adds: repeats, and the long OK that rolls."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.box import Button, Press

FIRST_REPEAT_S = 0.45
NEXT_REPEAT_S = 0.12
LONG_S = 0.8
STUCK_S = 30.0
"""So long nobody turns through anything: the button's line is stuck, and the box may rest again."""


@dataclass(frozen=True, slots=True)
class _Held:
    button: Button
    due: float
    again_s: float | None
    since: float


class KeyRepeat:
    """The one button that is held, and when it counts again.

    Without *has_release* nothing is ever held: nobody would say that it ended. With *has_roll* there is a
    button for rolling, and a long OK is just an OK.
    """

    def __init__(self, has_release: bool, has_roll: bool) -> None:
        self._has_release = has_release
        self._has_roll = has_roll
        self._held: _Held | None = None

    def press(self, press: Press, repeats: frozenset[Button]) -> None:
        """Take note of *press* on a screen that wants *repeats*; it ends whatever was held before."""
        self._held = None
        if not self._has_release:
            return
        if press.button in repeats:
            self._held = _Held(press.button, press.at + FIRST_REPEAT_S, NEXT_REPEAT_S, press.at)
        elif press.button is Button.OK and not self._has_roll:
            self._held = _Held(Button.ROLL, press.at + LONG_S, None, press.at)

    def release(self, button: Button) -> None:
        """Take note that *button* is up."""
        if self._held and button in (self._held.button, self._pressed()):
            self._held = None

    def _pressed(self) -> Button | None:
        return Button.OK if self._held and self._held.button is Button.ROLL else None

    def drop(self) -> None:
        """Forget what is held: the screen under the finger is another one, or has refused."""
        self._held = None

    def due(self) -> float | None:
        """Return when the held button counts again; None when it does not."""
        return self._held.due if self._held else None

    def take(self, now: float) -> Button | None:
        """Return the button that counts again by *now*, once; a slow frame is not made up for by a burst."""
        held = self._held
        if held is None or now < held.due:
            return None
        if held.again_s is None or now - held.since > STUCK_S:
            self._held = None
        else:
            self._held = replace(held, due=now + held.again_s)
        return held.button
