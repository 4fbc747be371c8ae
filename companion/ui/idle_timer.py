"""The idle timer: when the display dims and goes dark because no button is pressed."""

from __future__ import annotations

from enum import Enum, auto

from companion.ui.ui_context import DisplaySettings

# The share of the set brightness: low enough to spare the panel, high enough to find the box on the table.
DIM_SHARE = 0.2


class DisplayPower(Enum):
    """The power state of the display: full brightness, dimmed or dark."""

    AWAKE = auto()
    DIM = auto()
    DARK = auto()


class IdleTimer:
    """Measures the time since the last press; ``reset`` restarts it. Without *has_lamp* the state stays awake."""

    def __init__(self, now: float, *, has_lamp: bool = True) -> None:
        self._stirred = now
        self._has_lamp = has_lamp

    def reset(self, now: float) -> None:
        """Restart at *now*."""
        self._stirred = now

    def wakefulness(self, look: DisplaySettings, now: float) -> DisplayPower:
        """Return the state that the display should have at *now*."""
        if self._is_past(look.dark_after_s, now):
            return DisplayPower.DARK
        return DisplayPower.DIM if self._is_past(look.dim_after_s, now) else DisplayPower.AWAKE

    def due(self, look: DisplaySettings, now: float) -> float | None:
        """Return when the state changes next; None if it stays until a press."""
        if self._is_past(look.dark_after_s, now) or not self._has_lamp:
            return None
        lengths = (look.dim_after_s, look.dark_after_s)
        ahead = [after for after in lengths if after > 0 and not self._is_past(after, now)]
        return self._stirred + min(ahead) if ahead else None

    def _is_past(self, after_s: float, now: float) -> bool:
        # Exactly the sum that due() returns: with other rounding, due() could return a past time again and again.
        return self._has_lamp and after_s > 0 and self._stirred + after_s <= now


def light(look: DisplaySettings, wakefulness: DisplayPower) -> int:
    """Return the brightness for *wakefulness* in percent; 0 is dark."""
    if wakefulness is DisplayPower.DARK:
        return 0
    dimmed = max(1, round(look.brightness * DIM_SHARE))
    return dimmed if wakefulness is DisplayPower.DIM else look.brightness
