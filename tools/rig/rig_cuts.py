"""The power that is cut in the middle of a match, and what of the match is there after the next boot."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from companion.box import Button
from tools.rig.rig_box import NothingShown, RigBox
from tools.rig.rig_play import Pair, buttons, first_row, lines

# Of the twelve that a game has: with the last the code would be shown, and the box draws another.
ROWS = 9
NEXT_ROW = "UP OK OK OK OK OK OK"


@dataclass(frozen=True, slots=True)
class Cut:
    """What became of a match when the power was cut while it was played: counts of lines in the journal."""

    after_s: float
    acknowledged: int
    pressed: int
    found: int
    is_same: bool

    @property
    def lost(self) -> int:
        """How many lines had been shown and are gone, or have changed."""
        return max(0, self.acknowledged - self.found) if self.is_same else self.acknowledged


def play_until_the_cut(pair: Pair, box: RigBox, after_s: float) -> int:
    """Play rows until the power is cut, and return how many lines the box had shown by then."""
    acknowledged = len(pair.entries())
    cut = threading.Timer(after_s, box.kill)
    cut.start()
    try:
        for button in [*first_row(pair), *buttons(NEXT_ROW) * (ROWS - acknowledged)]:
            pair.press(button)
            acknowledged = len(pair.entries())
    except (NothingShown, OSError):
        if cut.is_alive():
            cut.cancel()
            raise
    cut.join()
    box.cut_power()
    return acknowledged


def cut_once(pair: Pair, box: RigBox, after_s: float) -> tuple[Cut, Pair]:
    """Play, cut the power, switch on and compare; return what was found, and the match taken up."""
    acknowledged = play_until_the_cut(pair, box, after_s)
    expected = lines(pair.entries())
    box.switch_on()
    after = Pair.at_start(box)
    # The question is on both; the same rows are behind it.
    after.press(Button.OK)
    after.go_on()
    found = lines(after.entries())
    return Cut(after_s, acknowledged, len(expected), len(found), found == expected[: len(found)]), after
