"""A tray to play with tells when its lamps change, from either side."""

from __future__ import annotations

from contextlib import closing
from queue import SimpleQueue

import pytest

from companion.app.simulated_tray import HandTray, hands_of
from companion.box.tray import TrayEvent, TrayFound
from companion.link.reader import lamps_of
from tests.support.stepped import built

SOON_S = 10.0


@pytest.mark.parametrize("tray", ["twin", "simulated"])
def test_lamps_are_told_when_the_box_lights_them_and_when_the_button_puts_them_out(tray: str) -> None:
    if tray == "simulated":
        built("sim")
    hands, news, relit = hands_of(tray), SimpleQueue[TrayEvent](), SimpleQueue[int]()
    with closing(HandTray(hands, lambda: relit.put(hands.lamps))) as reader:
        reader.start(news.put)
        while not isinstance(news.get(timeout=SOON_S), TrayFound):
            pass
        reader.show(1, 2)
        assert relit.get(timeout=SOON_S) == lamps_of(1, 2)
        hands.press()
        assert relit.get(timeout=SOON_S) == 0
        hands.release()
    # Its thread has ended.
    assert reader._thread is None
