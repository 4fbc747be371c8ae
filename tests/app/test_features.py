"""Features beside the screens: started, told, stopped, and gone on without where they fail."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.app.beside import Beside
from companion.box import Box, Call, Event, Inputs, WrappedInputs
from companion.config.kept_files import KeptFiles, Kind
from companion.config.paths import find_paths
from companion.config.settings import DEFAULTS, Settings, parse, text_of
from companion.features import NAMES
from companion.features.running import Running, Surroundings
from companion.features.seam import Feature, command, installed
from companion.match.driver import MatchPosition
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Screen
from tests.support.flow import Flow, start
from tools.bench.measure import environment


@dataclass
class Paper(Running):
    """A feature that notes what happens to it; *fails* names the method that raises an error."""

    fails: str = ""
    seen: list[str] = field(default_factory=list)

    def _note(self, what: str) -> None:
        self.seen.append(what)
        if what.split()[0] == self.fails:
            raise ZeroDivisionError("the feature broke")

    def start(self, around: Surroundings) -> Running:
        self._note("start")
        return self

    def told(self, position: MatchPosition[object] | None) -> None:
        self._note("told" if position is None else f"told {position.version}")

    def look(self, top: Screen) -> None:
        if self.fails == "look":
            self._note("look")

    def stop(self) -> None:
        self._note("stop")


@dataclass
class House:
    """A box with one feature beside it, whose setting is the flag ``demo``."""

    flow: Flow
    beside: Beside
    calls: list[Event]

    def look(self) -> None:
        """Look as the loop does when it is about to sleep, and make the calls."""
        self.beside.look()
        while self.calls:
            call = self.calls.pop(0)
            assert isinstance(call, Call)
            call.run()
            call.taken()

    def switch(self, is_on: bool) -> None:
        self.flow.context.change(demo=is_on)
        self.look()


class _Posted(WrappedInputs):
    """Inputs that keep what is posted in *calls*."""

    def __init__(self, inputs: Inputs, calls: list[Event]) -> None:
        super().__init__(inputs)
        self._calls = calls

    def post(self, event: Event) -> None:
        """Keep *event*."""
        self._calls.append(event)

    def wait(self, until: float | None) -> Event | None:
        """Wait for an event of the box."""
        return self._inputs.wait(until)


def house(paper: Paper, tmp_path: Path) -> House:
    flow, calls = start(), list[Event]()
    home = flow.top
    feature = Feature("demo", "Demonstration", start=paper.start)
    box = Box(flow.box.display, _Posted(flow.box.inputs, calls), flow.box.speaker)
    return House(flow, Beside(flow.app, box, flow.context, home, {}, tmp_path, [feature]), calls)


def test_feature_is_started_told_of_the_open_match_and_stopped(tmp_path: Path) -> None:
    paper = Paper()
    box = house(paper, tmp_path)
    box.look()
    assert paper.seen == []
    box.switch(True)
    assert (paper.seen, box.flow.context.running) == (["start"], {"demo": paper})
    box.flow.press("OK OK OK OK")
    box.look()
    driver = box.flow.context.driver
    assert driver is not None
    driver.submit_text(driver.position.player_to_move or 0, "ROYG")
    told = [what for what in paper.seen if what.startswith("told")]
    assert told == [f"told {driver.version - 1}", f"told {driver.version}"]
    box.switch(False)
    assert (paper.seen[-1], box.flow.context.running) == ("stop", {})
    before = list(paper.seen)
    driver.undo()
    assert paper.seen == before


@pytest.mark.parametrize("fails", ["start", "look", "stop"])
def test_feature_that_fails_is_told_once_and_the_game_goes_on(
    tmp_path: Path, fails: str, caplog: pytest.LogCaptureFixture
) -> None:
    paper = Paper(fails)
    box = house(paper, tmp_path)
    box.switch(True)
    if fails == "stop":
        box.switch(False)
    for _ in range(3):
        box.look()
    notices = [screen for screen in box.flow.app._stack if isinstance(screen, Notice)]
    assert (len(notices), box.flow.context.running) == (1, {})
    assert caplog.text.count("feature demo failed") == 1
    box.flow.press("OK")
    assert "A feature has failed: Demonstration." not in " ".join(box.flow.lines)
    assert [what for what in paper.seen if what in ("start", "stop")].count("start") == 1


def test_feature_that_fails_while_it_is_told_is_stopped(tmp_path: Path) -> None:
    paper = Paper("told")
    box = house(paper, tmp_path)
    box.switch(True)
    box.flow.press("OK OK OK OK")
    box.look()
    assert paper.seen[-1] == "stop"
    assert box.flow.context.driver is not None
    box.flow.context.driver.submit_text(box.flow.context.driver.position.player_to_move or 0, "ROYG")


def test_feature_is_on_where_its_setting_is() -> None:
    feature = Feature("demo", "Demonstration")
    assert not feature.is_on(DEFAULTS)
    assert feature.is_on(replace(DEFAULTS, demo=True))


def test_feature_is_switched_by_its_setting_or_by_the_list_of_features() -> None:
    old, new = Feature("demo", "Demonstration"), Feature("lamp", "Lamp")
    both = replace(DEFAULTS, **old.switched(DEFAULTS, True), features=("voice", "lamp"))  # type: ignore[arg-type]
    assert (old.is_on(both), new.is_on(both), new.is_on(DEFAULTS)) == (True, True, False)
    assert new.switched(both, True) == {"features": ("voice", "lamp")}
    assert new.switched(both, False) == {"features": ("voice",)}
    assert parse(text_of(both), "here") == (both, ())


@pytest.mark.parametrize("value", ['"lamp"', '["Lamp"]', "[1]", '["a", "a"]', "[[]]", f"[{', '.join(['1'] * 20)}]"])
def test_list_of_features_that_is_wrong_is_refused(value: str) -> None:
    settings, told = parse(f"features = {value}\n", "here")
    assert (settings, len(told)) == (DEFAULTS, 1)


def test_files_of_a_feature_go_into_a_backup(tmp_path: Path) -> None:
    (tmp_path / "lamps.json").write_text("{}")
    kinds = {"lamps": Kind(lambda where: where.state, "lamps.json", "lamps")}
    files = KeptFiles(find_paths({}, tmp_path, tmp_path), kinds)
    kept = [file for file in files.read() if file.kind == "lamps"]
    assert [(file.name, file.text) for file in kept] == [("lamps.json", "{}")]
    (tmp_path / "lamps.json").unlink()
    assert files.new_and_other(kept) == (kept, [])
    files.write(kept)
    assert (tmp_path / "lamps.json").read_text() == "{}"


def test_every_feature_has_another_key_and_commands_that_are_found() -> None:
    features = installed()
    assert len({feature.key for feature in features}) == len(features) <= len(NAMES)
    for feature in features:
        assert isinstance(feature.is_on(Settings()), bool)
        for found in feature.commands:
            assert command(found.name) is found
    assert command("no-such-command") is None


def test_table_is_read_without_what_features_need_later() -> None:
    program = "import sys; from companion.features.seam import installed; installed(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment(), timeout=60
    )
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith("companion.ui") or name.endswith(".screens")] == []
    assert {"PIL", "aiohttp", "nacl"}.isdisjoint(loaded)
