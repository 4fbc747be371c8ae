"""The tray in the window tells when its lamps change, from either side."""

from __future__ import annotations

from contextlib import closing
from queue import SimpleQueue

from companion.box.tray import TrayEvent, TrayFound
from companion.link.reader import lamps_of
from companion.link.twin_port import TwinReader, TwinTray

SOON_S = 10.0


def test_lamps_are_told_when_the_box_lights_them_and_when_the_button_puts_them_out() -> None:
    twin, news, relit = TwinTray(), SimpleQueue[TrayEvent](), SimpleQueue[int]()
    with closing(TwinReader(twin, lambda: relit.put(twin.lamps))) as reader:
        reader.start(news.put)
        while not isinstance(news.get(timeout=SOON_S), TrayFound):
            pass
        reader.show(1, 2)
        assert relit.get(timeout=SOON_S) == lamps_of(1, 2)
        twin.press()
        assert relit.get(timeout=SOON_S) == 0
        twin.release()
    # Its thread has ended.
    assert reader._thread is None
