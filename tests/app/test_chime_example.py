"""The example of a feature with a sound: it says through the speaker whose turn it is, as loud as its setting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from companion.app.beside import Beside
from companion.box import Answered, Box, Event
from companion.ui.home.preferences import preferences
from tests.app.test_features import House, Posted
from tests.support.flow import start
from tests.support.installing import install


class Clock:
    """A timer that rings when the test says so."""

    def __init__(self, seconds: float, call: Callable[..., object], arguments: Sequence[Any]) -> None:
        self.ring: Callable[[], object] = lambda: call(*arguments)

    def start(self) -> None:
        """Run as a timer does."""
        RUNNING.append(self)

    def cancel(self) -> None:
        """Run no longer."""
        RUNNING.remove(self)


RUNNING: list[Clock] = []


@pytest.fixture
def chime(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the module of the example, with timers that the test rings."""
    spec = spec_from_file_location("chime", Path(__file__).parents[2] / "docs/examples/chime/feature.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "Timer", Clock)
    RUNNING.clear()
    return module


def test_chime_says_whose_turn_it_is_as_loud_as_its_setting(chime: Any, tmp_path: Path) -> None:
    flow, calls = start(), list[Event]()
    install(flow.context, additions=(chime.FEATURE,))
    box = Box(flow.box.display, Posted(flow.box.inputs, calls), flow.box.speaker)
    house = House(flow, Beside(flow.app, box, flow.context, flow.top, {}, tmp_path, [chime.FEATURE]), calls)
    flow.context.change(**chime.FEATURE.switched(flow.context.chosen, True))
    assert "Chime" in [str(item.label) for item in preferences(flow.context).items]
    flow.context.change(**flow.context.chosen.changes(chime.FEATURE.declared()["volume"], 35))
    flow.choose("Play", "Mastermind", "Begin")
    house.look()
    (clock,) = RUNNING
    clock.ring()
    house.look()
    driver = flow.context.driver
    assert driver is not None
    heard = Answered((driver.position.player_to_move or 0) + 1, 0)
    assert (flow.box.speaker.sounds[-1], flow.box.speaker.played_at) == (heard, 35)
    # The same player goes on: there is nothing to say.
    driver.submit_text(driver.position.player_to_move or 0, "ROYG")
    house.look()
    assert [clock] == RUNNING
