"""When the display dims and goes dark because nobody presses anything."""

from __future__ import annotations

from enum import Enum, auto

from companion.ui.desk import DisplaySettings

# Of the brightness that was set; low enough to spare the panel, high enough to find the box on the table.
DIM_SHARE = 0.2


class DisplayPower(Enum):
    """How much of the display is seen."""

    AWAKE = auto()
    DIM = auto()
    DARK = auto()


class IdleTimer:
    """The time since the last press; ``reset`` when there is another one."""

    def __init__(self, now: float) -> None:
        self._stirred = now

    def reset(self, now: float) -> None:
        """Begin anew."""
        self._stirred = now

    def wakefulness(self, look: DisplaySettings, now: float) -> DisplayPower:
        """Return what the display is to be at *now*."""
        if self._is_past(look.dark_after_s, now):
            return DisplayPower.DARK
        return DisplayPower.DIM if self._is_past(look.dim_after_s, now) else DisplayPower.AWAKE

    def due(self, look: DisplaySettings, now: float) -> float | None:
        """Return when that changes next; None when it stays until a press."""
        if self._is_past(look.dark_after_s, now):
            return None
        lengths = (look.dim_after_s, look.dark_after_s)
        ahead = [after for after in lengths if after > 0 and not self._is_past(after, now)]
        return self._stirred + min(ahead) if ahead else None

    def _is_past(self, after_s: float, now: float) -> bool:
        # The very sum that is due: rounded otherwise, the box would wait without end for a moment that has come.
        return after_s > 0 and self._stirred + after_s <= now


def light(look: DisplaySettings, wakefulness: DisplayPower) -> int:
    """Return the percentage of brightness for *wakefulness*; 0 is dark."""
    if wakefulness is DisplayPower.DARK:
        return 0
    dimmed = max(1, round(look.brightness * DIM_SHARE))
    return dimmed if wakefulness is DisplayPower.DIM else look.brightness
