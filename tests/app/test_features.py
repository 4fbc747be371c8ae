"""Features beside the screens: started, told, stopped, and gone on without where they fail."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from pathlib import Path

import pytest

from companion.app.beside import Beside
from companion.box import Box, Call, Cue, Event, Inputs, WrappedInputs
from companion.cli import parser
from companion.config.declared import Setting
from companion.config.kept_files import KeptFiles, Kind
from companion.config.paths import find_paths
from companion.config.settings import DEFAULTS, OWN, BoardName, Settings, opening, parse, text_of
from companion.errors import N_
from companion.features import NAMES
from companion.features.running import Running, Surroundings
from companion.features.seam import Feature, command, installed
from companion.i18n.translator import Translator, Verbatim
from companion.match.driver import MatchPosition
from companion.ui.core.notice import Notice
from companion.ui.core.screen import Screen
from companion.ui.home.preferences import preferences
from companion.words import pegs
from companion.words.phrase import Phrase
from tests.support.flow import Flow, start
from tests.support.installing import install
from tools.bench.measure import environment


@dataclass
class Paper(Running):
    """A feature that notes what happens to it; *fails* names the method that raises an error."""

    fails: str = ""
    seen: list[str] = field(default_factory=list)
    heard: list[list[str]] = field(default_factory=list)
    around: Surroundings | None = None

    def _note(self, what: str) -> None:
        self.seen.append(what)
        if what.split()[0] == self.fails:
            raise ZeroDivisionError("the feature broke")

    def start(self, around: Surroundings) -> Running:
        self._note("start")
        self.around = around
        return self

    def take_position(self, position: MatchPosition[object] | None) -> None:
        self._note("told" if position is None else f"told {position.version}")

    def hear(self, phrases: Sequence[Phrase]) -> None:
        self.heard.append([phrase(Translator("en")) for phrase in phrases])
        if self.fails == "hear":
            self._note("hear")

    def look(self, top: Screen) -> None:
        if self.fails == "look":
            self._note("look")

    def stop(self) -> None:
        self._note("stop")


@dataclass
class House:
    """A box with one feature beside it, which is called as a setting of the program is."""

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
        self.flow.context.change(**DEMO.switched(self.flow.context.chosen, is_on))
        self.look()


class Posted(WrappedInputs):
    """Inputs that keep what is posted in *calls*."""

    def __init__(self, inputs: Inputs, calls: list[Event]) -> None:
        super().__init__(inputs)
        self._calls = calls
        self.post = self._keep

    def _keep(self, event: Event) -> None:
        self._calls.append(event)

    def wait(self, until: float | None) -> Event | None:
        """Wait for an event of the box."""
        return self._inputs.wait(until)


DEMO = Feature("demo", "Demonstration")


def house(paper: Paper, tmp_path: Path) -> House:
    flow, calls = start(), list[Event]()
    home = flow.top
    feature = DEMO._replace(start=paper.start)
    box = Box(flow.box.display, Posted(flow.box.inputs, calls), flow.box.speaker)
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


OWN_NAMES = [*OWN, "features", "tables", "unknown", "custom.up", "Ma lampe"]


@pytest.mark.parametrize("key", OWN_NAMES)
def test_feature_may_be_called_anything(key: str) -> None:
    feature = Feature(key, "Any", settings=(Setting("level", 3, limits=range(9)),))
    declared = tuple(feature.declared().values())
    if key != "custom":
        # As a person writes it who does not know the program's own keys.
        written, told = parse(f"[{json.dumps(key)}]\non = true\nlevel = 7\n", "here", declared)
        assert (feature.is_on(written), written.get(feature.declared()["level"]), told) == (True, 7, ())
    on = replace(DEFAULTS, volume=9, board=BoardName.SSD1351, custom={"up": 5}, **feature.switched(DEFAULTS, True))  # type: ignore[arg-type]
    assert feature.is_on(on)
    assert not feature.is_on(DEFAULTS)
    assert parse(text_of(on, declared), "here", declared) == (on, ())
    assert replace(on, **feature.switched(on, False)) == replace(on, tables={})  # type: ignore[arg-type]
    assert opening(DEFAULTS, on, declared)[-1] == (f"{key}.on", True)


def test_table_written_by_hand_and_that_of_the_program_are_one() -> None:
    feature = Feature("theme", "Any", settings=(Setting("level", 3, limits=range(9)),))
    declared = tuple(feature.declared().values())
    text = "volume = 9\n[theme]\non = true\n[feature-theme]\nlevel = 7\n"
    settings, told = parse(text, "here", declared)
    assert (settings, told) == (Settings(volume=9, tables={"theme": {"on": True, "level": 7}}), ())
    assert parse(text_of(settings, declared), "here", declared) == (settings, ())


@pytest.mark.parametrize("keys", [*permutations(("volume", "feature-volume", "feature-feature-volume"))])
def test_tables_of_features_whose_names_meet_stay_apart(keys: tuple[str, ...]) -> None:
    features = [Feature(key, "Any") for key in keys]
    declared = tuple(each for feature in features for each in feature.declared().values())
    on = replace(DEFAULTS, **features[0].switched(DEFAULTS, True))  # type: ignore[arg-type]
    on = replace(on, **features[1].switched(on, True))  # type: ignore[arg-type]
    assert parse(text_of(on, declared), "here", declared) == (on, ())
    assert [feature.is_on(on) for feature in features] == [True, True, False]


def test_feature_hears_what_happens_in_words_and_sees_the_page_and_plays_sounds(tmp_path: Path) -> None:
    paper = Paper()
    box = house(paper, tmp_path)
    box.switch(True)
    box.flow.press("OK OK OK OK")
    box.look()
    driver = box.flow.context.driver
    assert driver is not None
    assert driver.position.players == ("Anna", "Ben")
    driver.submit_text(driver.position.player_to_move or 0, "ROYG")
    for _ in range(2):
        # A look without a change tells nothing new.
        box.look()
    (begin, row), around = paper.heard, paper.around
    assert begin == ["Ben sets row 1."]
    assert row[-2:] == ["Ben: red, orange, yellow, green", "Ben sets row 2."]
    assert around is not None
    assert (around.page().is_private, around.page().lines) == (False, tuple(box.flow.lines))
    around.speaker.play(Cue.SOLVED, 30)
    assert (box.flow.box.speaker.sounds[-1], box.flow.box.speaker.played_at) == (Cue.SOLVED, 30)
    assert around.inputs.now() == box.flow.box.inputs.now()


def test_words_that_fail_end_neither_the_game_nor_the_feature(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = Paper()
    box = house(paper, tmp_path)
    box.switch(True)
    monkeypatch.setattr(pegs, "asked", lambda *arguments: 1 / 0)
    box.flow.press("OK OK OK OK")
    box.look()
    assert (paper.heard, box.flow.context.running) == ([], {"demo": paper})


def test_setting_of_a_feature_may_have_choices_in_a_dictionary(tmp_path: Path) -> None:
    paper = Paper()
    form = Setting("form", "brief", "Form", choices={"brief": "brief", "whole": "whole"})
    flow, calls = start(), list[Event]()
    box = Box(flow.box.display, Posted(flow.box.inputs, calls), flow.box.speaker)
    feature = DEMO._replace(start=paper.start, settings=(form,))
    House(flow, Beside(flow.app, box, flow.context, flow.top, {}, tmp_path, [feature]), calls).switch(True)
    assert paper.seen == ["start"]


def test_private_page_is_named_as_such(tmp_path: Path) -> None:
    paper = Paper()
    box = house(paper, tmp_path)
    box.switch(True)
    box.flow.top.is_private = True
    assert paper.around is not None
    assert paper.around.page().is_private


def test_feature_gets_the_present_values_of_its_settings(tmp_path: Path) -> None:
    got: list[Surroundings] = []

    def begin(around: Surroundings) -> Running:
        got.append(around)
        return Running()

    feature = DEMO._replace(start=begin, settings=(Setting("level", 3, limits=range(9)),))
    flow = start()
    flow.context.change(tables={"demo": {"on": True, "level": 900}})
    box = Box(flow.box.display, Posted(flow.box.inputs, []), flow.box.speaker)
    Beside(flow.app, box, flow.context, flow.top, {}, tmp_path, [feature]).look()
    assert got[0].setting("level") == 3
    flow.context.change(**flow.context.chosen.changes(feature.declared()["level"], 5))
    assert (got[0].setting("level"), got[0].setting("on")) == (5, True)


def test_settings_of_features_have_lines_in_the_menu_by_what_they_declare() -> None:
    low_or_high = {"low": N_("off"), "high": N_("on")}
    settings = (
        Setting("pitch", "low", "Pitch", "How high.", choices=low_or_high),
        Setting("loud", 50, "Loud", "How loud.", limits=range(101), unit="%"),
        Setting("pause_s", 30, "Pause", "How long.", limits=range(61), unit="s"),
        Setting("level", 1, "Level", "How far.", limits=range(1, 4)),
        Setting("door", "", help="It has no line."),
        Setting("else", False, "Elsewhere", is_listed=False),
    )
    flow = start()
    feature = Feature("theme", "Lamp", settings=settings)
    install(flow.context, additions=(feature,))
    flow.choose("More", "Settings")
    lines = [(item.label, item.value, item.help) for item in preferences(flow.context).items]
    assert lines[-5:] == [
        ("Lamp", "off", ""),
        ("Pitch", "off", "How high."),
        ("Loud", Verbatim("50 %"), "How loud."),
        ("Pause", lines[-2][1], "How long."),
        ("Level", Verbatim("1"), "How far."),
    ]
    flow.choose("Lamp")
    flow.choose("Pitch", "on")
    flow.choose("Level", "3")
    assert feature.is_on(flow.context.chosen)
    assert flow.context.chosen.tables == {"theme": {"on": True, "pitch": "high", "level": 3}}


def test_option_of_a_feature_takes_the_name_of_no_other_option(monkeypatch: pytest.MonkeyPatch) -> None:
    features = tuple(
        Feature(key, "Any", settings=(Setting("on", False, option="switch it on"),))
        for key in ("tray", "state", "test", "lamp", "help", "seconds")
    )
    monkeypatch.setattr(parser, "installed", lambda: features)
    read = parser.command_parser().parse_args
    assert read(["--feature-tray", "--feature-state", "--feature-test", "--lamp"]).features == [
        *("tray", "state", "test", "lamp")
    ]
    assert read(["demo", "--feature-seconds", "--feature-help", "--tray", "none"]).features == ["seconds", "help"]


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
