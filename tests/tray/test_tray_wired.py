"""What the command line and the settings say about a tray, and that the parts are put together so."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.app import compose
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import open_selected_box
from companion.box import Button, Event, Redraw
from companion.box.tray import TrayEvent, TrayFound
from companion.cli.main import main
from companion.config.settings import DEFAULTS, Settings, TrayName
from companion.errors import OptionRefused
from companion.link.reader import Reader
from companion.tray.calibration_store import CalibrationStore
from companion.tray.service import TrayService
from companion.ui.core.context import AppContext, Installation
from tests.fakes.box import FakeBox, fake_box
from tests.fakes.link import FakeTray
from tests.support.flow import CATALOGUE
from tests.support.paper import PaperArchive, environment
from tests.support.paper_tray import edition_of, show_all

SOON_S = 10.0
ENGLISH = replace(DEFAULTS, language="en")


@pytest.mark.parametrize(
    ("wish", "setting", "is_looked_for"),
    [
        (None, TrayName.AUTO, True),
        (None, TrayName.NONE, False),
        ("none", TrayName.AUTO, False),
        ("auto", TrayName.NONE, True),
    ],
)
def test_command_line_goes_before_the_settings(wish: str | None, setting: TrayName, is_looked_for: bool) -> None:
    box = open_selected_box(LaunchOptions(device="pi", tray=wish), Settings(tray=setting))
    assert (box.tray is not None) == is_looked_for


def test_script_has_no_tray_but_by_wish() -> None:
    assert open_selected_box(LaunchOptions(keys="OK"), Settings()).tray is None
    box = open_selected_box(LaunchOptions(keys="OK", tray="auto"), Settings())
    assert box.tray is not None
    tray = box.tray()
    assert isinstance(tray, Reader)
    tray.close()


@pytest.mark.parametrize(
    ("wishes", "device"),
    [(LaunchOptions(device="terminal", tray="twin"), "terminal"), (LaunchOptions(keys="OK", tray="twin"), "headless")],
)
def test_tray_for_hands_needs_a_window(wishes: LaunchOptions, device: str) -> None:
    message = f"expected a window for the tray's twin, got the device {device}; use --device window"
    with pytest.raises(OptionRefused, match=message):
        open_selected_box(wishes, Settings())


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":77")


@pytest.fixture
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.mark.usefixtures("no_desktop")
@pytest.mark.parametrize("has_terminal", [False, True])
def test_tray_for_hands_without_a_desktop_says_where_to_type_the_command(
    monkeypatch: pytest.MonkeyPatch, has_terminal: bool
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: has_terminal)
    monkeypatch.setattr("sys.stdout.isatty", lambda: has_terminal)
    with pytest.raises(OptionRefused, match="got none; type the command in a terminal of a desktop"):
        open_selected_box(LaunchOptions(tray="twin"), Settings())


@pytest.mark.usefixtures("desktop")
def test_tray_for_hands_without_the_library_of_windows_says_how_to_add_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(OptionRefused, match="expected the library pygame, got none; to add it: "):
        open_selected_box(LaunchOptions(tray="twin"), Settings())


def test_tray_for_hands_wakes_the_window_when_its_lamps_change(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = fake_box()
    posted, told = SimpleQueue[Event](), SimpleQueue[TrayEvent]()

    def post(event: Event) -> None:
        posted.put(event)

    shown.inputs.post = post  # type: ignore[method-assign]
    monkeypatch.setattr("companion.devices.window.open_window", lambda *_: shown)
    box = open_selected_box(LaunchOptions(device="window", tray="twin"), Settings())
    assert box.tray is not None
    with closing(box.tray()) as tray:
        tray.start(told.put)
        while not isinstance(told.get(timeout=SOON_S), TrayFound):
            pass
        tray.show(1, 0)
        assert posted.get(timeout=SOON_S) == Redraw()


def test_unknown_tray_is_refused_by_the_command_line() -> None:
    with pytest.raises(SystemExit):
        main(["--tray", "paper"])


def run_beside(box: FakeBox, tray: FakeTray, trays: Path | None) -> AppContext:
    """Run a table on *box* with *tray* beside it, until its script has run out."""
    store = None if trays is None else CalibrationStore(trays)
    installation = Installation(tray_factory=None if store is None else lambda: TrayService(tray, store))
    world = environment(PaperArchive())
    table = AppContext(ENGLISH, box.inputs.now, CATALOGUE, world, lambda settings: None, installation)
    searched = box if trays is None else replace(box, tray=lambda: tray)
    compose.run(compose.Assembly(searched, table))
    return table


def test_tray_is_started_behind_the_first_frame_and_closed_in_the_end(tmp_path: Path) -> None:
    box, tray = fake_box(), FakeTray()
    frames: list[int] = []
    begin = tray.start

    def start(tell: object) -> None:
        frames.append(len(box.display.frames))
        begin(tell)  # type: ignore[arg-type]

    tray.start = start  # type: ignore[method-assign]
    table = run_beside(box, tray, tmp_path)
    assert frames == [1]
    assert tray.is_closed
    assert table.tray is not None
    assert table.tray.found is not None


def test_flood_of_news_does_not_fill_the_queue_of_the_presses(tmp_path: Path) -> None:
    class Flooding(FakeTray):
        def start(self, tell: Callable[[TrayEvent], object]) -> None:
            super().start(tell)
            for _ in range(1000):
                self.lose_a_press()

    box = fake_box()
    posted: list[Event] = []
    post = box.inputs.post

    def counted(event: Event) -> None:
        posted.append(event)
        post(event)

    box.inputs.post = counted  # type: ignore[method-assign]
    run_beside(box, Flooding(), tmp_path)
    assert 1 < len(posted) < 20


def test_tray_that_is_never_there_is_never_read_about(tmp_path: Path) -> None:
    tray = FakeTray()
    tray.unplug()
    assert run_beside(fake_box(), tray, tmp_path).tray is None


def test_what_the_tray_was_shown_is_kept_beside_the_journal(tmp_path: Path) -> None:
    tray = FakeTray()
    table = run_beside(fake_box(), tray, tmp_path / "trays")
    assert table.tray is not None
    edition = edition_of(table, "mini")
    table.tray.keep(edition, show_all(tray, edition))
    names = [colour.name.english for colour in edition.colours]
    assert not CalibrationStore(tmp_path / "trays").of(tray.serial, "mini", names).missing


def test_box_closes_its_tray_when_a_screen_leaves(tmp_path: Path) -> None:
    box, tray = fake_box(), FakeTray()
    box.inputs.press(Button.BACK, Button.LEFT, Button.OK)
    run_beside(box, tray, tmp_path)
    assert tray.is_closed
    assert box.display.is_closed
