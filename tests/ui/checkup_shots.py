"""The check-up, of machines with and without faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.box import Button
from companion.config.settings import BoardName, Settings, parse, text_of
from companion.doctor.examine import checks_for
from companion.doctor.host import TrayStatus
from companion.errors import JournalFailed
from companion.ui.core.notice import draw_goodbye, draw_splash
from companion.ui.core.page import Page
from companion.ui.core.screen import Push, Screen, UiContext
from companion.ui.home.checkup import ButtonTest, Checkup
from tests.fakes.host import BONNET, FakeHost
from tests.support.paper_feature import CHECK


@dataclass(frozen=True, slots=True)
class CheckupShot:
    """A check-up to look at; ``Shot`` itself stands above this page."""

    name: str
    make: Callable[[UiContext], Screen]
    presses: str = ""


def ill_patient() -> FakeHost:
    host = FakeHost(replace(BONNET, buzzer=12))
    host.unplug_panel()
    host.free = 150.0
    host.journal_wrong = JournalFailed("expected a sound database, got two roots")
    host.service["NRestarts"] = "2"
    return host


def edited_by_hand() -> FakeHost:
    host = FakeHost()
    settings = Settings(volume=40, names=("Anna", "Zoé"), board=BoardName.WAVESHARE_1IN3)
    _, host.settings_wrong = parse(f"{text_of(settings)}# Edited.\n", "settings.toml")
    return host


def desktop() -> FakeHost:
    host = FakeHost()
    host.become_a_desktop()
    host.libraries = set()
    return host


def _looked(host: Callable[[], FakeHost], checks: int | None = None) -> Callable[[UiContext], Screen]:
    def make(context: UiContext) -> Screen:
        examined = host()
        examined.more_checks = (CHECK,)
        screen = Checkup(context, examined)
        for _ in checks_for(examined)[:checks]:
            screen.tick(context.now())
        return screen

    return make


def patient_with_tray(damaged: int) -> Callable[[], FakeHost]:
    """Return who makes a patient with a tray that has counted that number of damaged frames, and nothing else."""

    def made() -> FakeHost:
        host = FakeHost()
        counters = {"frames": 90, "damaged": damaged, "stale": 0, "lost": 0, "scans": 0, "moved": 0}
        host.tray_found = TrayStatus("/dev/codemaker-tray", "firmware 0.1.0", {"crc_errors": 3 * damaged}, counters)
        return host

    return made


def _more(key: str, host: Callable[[], FakeHost] = ill_patient) -> Callable[[UiContext], Screen]:
    def make(context: UiContext) -> Screen:
        screen = _looked(host)(context)
        screen.at = [check.key for check in checks_for(host())].index(key)  # type: ignore[attr-defined]
        go = screen.press(Button.OK)
        return go.screen if isinstance(go, Push) else screen

    return make


def _buttons(*pressed: Button, up: bool = False) -> Callable[[UiContext], Screen]:
    def make(context: UiContext) -> Screen:
        screen = ButtonTest(context)
        for button in pressed:
            screen.press(button)
        if up:
            screen.release(pressed[-1])
        return screen

    return make


class Farewell(Screen):
    """What is seen of a box that is switched on or off, drawn as a screen."""

    def __init__(self, draw: Callable[[Page], None]) -> None:
        self._draw = draw

    def draw(self, page: Page) -> None:
        self._draw(page)


CHECKUP = (
    CheckupShot("splash", lambda context: Farewell(draw_splash)),
    CheckupShot("goodbye", lambda context: Farewell(lambda page: draw_goodbye(page, False))),
    CheckupShot("goodbye-power-off", lambda context: Farewell(lambda page: draw_goodbye(page, True))),
    CheckupShot("checkup-begun", _looked(FakeHost, 3)),
    CheckupShot("checkup-well", _looked(FakeHost)),
    CheckupShot("checkup-ill", _looked(ill_patient)),
    CheckupShot("checkup-end", _looked(ill_patient), "UP UP UP UP UP UP"),
    CheckupShot("checkup-desktop", _looked(desktop)),
    CheckupShot("checkup-window", _more("window", desktop)),
    CheckupShot("checkup-panel", _more("panel")),
    CheckupShot("checkup-card", _more("disk")),
    CheckupShot("checkup-settings", _more("settings", edited_by_hand)),
    CheckupShot("checkup-clock", _more("clock")),
    CheckupShot("checkup-tray", _more("tray", patient_with_tray(0))),
    CheckupShot("checkup-tray-disturbed", _more("tray", patient_with_tray(4))),
    CheckupShot("checkup-buttons", _buttons()),
    CheckupShot("checkup-buttons-down", _buttons(Button.UP, Button.OK, Button.ROLL, Button.BACK)),
    CheckupShot("checkup-buttons-all", _buttons(*Button, up=True)),
)
