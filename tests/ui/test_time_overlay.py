"""The time that is left, over the whole display: when it is shown, and how large it is from afar."""

from __future__ import annotations

import pytest

from companion.games.contract import TimedTurn
from companion.match.clock import TimeUsed, TurnClock
from companion.ui.core.pixel_page import LOW
from companion.ui.core.screen import Pop, Stay
from companion.ui.games.shared.clocked import TimeOverlay
from tests.support.panels import PANELS, READABLE_ARCMIN, Panel
from tools.bench.bench_turn import SignPage


def at(seconds: float) -> TimeOverlay:
    """Return what is shown when *seconds* are left of a running turn."""
    clock = TurnClock(TimedTurn("1", 0.0, 120.0), TimeUsed(120 - seconds, 0.0), lambda: 0.0, lambda used: None)
    clock.run()
    return TimeOverlay(clock, 0.0)


@pytest.mark.parametrize("panel", [panel for panel in PANELS if panel.size[1] >= LOW], ids=str)
@pytest.mark.parametrize("seconds", [60, 30, 10, 1])
def test_time_is_readable_from_afar(panel: Panel, seconds: float) -> None:
    page = SignPage(panel.size, "en")
    at(seconds).draw(page)
    box = page.image.convert("L").getbbox()
    assert box is not None
    assert panel.arcmin(box[3] - box[1]) >= READABLE_ARCMIN


@pytest.mark.parametrize("seconds", [60, 58.5, 30, 28.2, 10, 5, 0.5])
def test_time_stays_at_a_warning_and_in_the_last_seconds(seconds: float) -> None:
    overlay = at(seconds)
    assert isinstance(overlay.tick(4.0), Stay)
    assert overlay.due() == 5.0


@pytest.mark.parametrize("seconds", [57, 27, 11, 0])
def test_time_goes_after_some_seconds(seconds: float) -> None:
    assert isinstance(at(seconds).tick(4.0), Pop)


def test_time_goes_with_a_pause() -> None:
    overlay = at(5)
    overlay.clock.pause()
    assert isinstance(overlay.tick(4.0), Pop)
