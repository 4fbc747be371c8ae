"""Pegs, tray, line, box, display: the whole chain, with the twin and with the real firmware on a simulated chip.

Both run in real time, for half a second.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.link.twin_port import TwinTray
from tests.fakes.room import LitHoles
from tests.fakes.tray_firmware import SimulatedTray
from tests.support.live import TrayHands, bed_of, live
from tests.support.stepped import built


def simulated(holes: LitHoles) -> TrayHands:
    built("sim")
    return SimulatedTray(holes=holes)


TRAYS: dict[str, Callable[[LitHoles], TrayHands]] = {
    "twin": lambda holes: TwinTray(holes=holes),
    "simulated": simulated,
}


@pytest.mark.parametrize("tray", TRAYS)
def test_row_of_pegs_is_on_the_display_after_a_press_of_the_trays_button(tray: str) -> None:
    hands = TRAYS[tray](bed_of(3))
    try:
        with live(hands, bed_of(3)) as table:
            table.set_row(["red", "blue", "green", "purple"])
            # Whether or not they have come to rest: the tray waits for that.
            table.commit()
            assert table.screen.entry.pegs == [0, 4, 3, 5]
            assert table.screen.entry.doubts == set()
    finally:
        hands.close()
