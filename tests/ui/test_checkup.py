"""The check-up on the box."""

from __future__ import annotations

from dataclasses import replace

from companion.box import Button
from companion.doctor.examine import checks_for
from companion.match.catalogue import load_catalogue
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.core.notice import TextScreen
from companion.ui.core.screen import Pop, Push, Screen, Stay, UiContext
from companion.ui.home.checkup import ButtonTest, Checkup
from companion.ui.home.preferences import preferences
from tests.fakes.box import fake_box
from tests.fakes.host import FakeHost
from tests.support.installing import install
from tests.support.paper import PaperArchive, environment
from tests.support.stage import ENGLISH
from tests.ui.checkup_shots import desktop, ill_patient


class Visits(FakeHost):
    """A patient that remembers how often its card was looked at."""

    looked = 0

    def free_mib(self, path: str) -> float:
        self.looked += 1
        return super().free_mib(path)


class Ground(Screen):
    def draw(self, page: object) -> None: ...


def checked(host: FakeHost) -> tuple[App, Checkup]:
    """Return an app that has run a check-up to its end, and was then closed."""
    box = fake_box()
    context = UiContext(ENGLISH, box.inputs.now)
    screen = Checkup(context, host)
    app = App(box, context, Ground(), [screen])
    box.inputs.pass_time(5)
    box.inputs.close_window()
    app.run()
    return app, screen


def test_check_up_looks_at_everything_once_and_then_rests() -> None:
    host = Visits()
    _, screen = checked(host)
    assert host.looked == 1
    assert screen.due() is None


def test_cursor_ends_on_the_first_of_what_is_worst() -> None:
    _, screen = checked(ill_patient())
    assert checks_for(ill_patient())[screen.at].key == "panel"


def test_desktop_is_looked_at_for_what_a_desktop_has() -> None:
    app, screen = checked(desktop())
    assert screen.due() is None
    assert checks_for(desktop())[screen.at].key == "window"
    assert app.top is screen


def test_cursor_that_was_moved_stays() -> None:
    screen = Checkup(UiContext(ENGLISH, lambda: 0.0), ill_patient())
    checks = checks_for(ill_patient())
    for _ in checks[:4]:
        screen.tick(0.0)
    screen.press(Button.DOWN)
    for _ in checks[4:]:
        screen.tick(0.0)
    assert screen.at == 1


def test_ok_before_anything_was_looked_at_does_nothing() -> None:
    assert Checkup(UiContext(ENGLISH, lambda: 0.0), FakeHost()).press(Button.OK) == Stay()


def test_ok_tells_more_about_a_line() -> None:
    _, screen = checked(ill_patient())
    go = screen.press(Button.OK)
    assert isinstance(go, Push)
    assert isinstance(go.screen, TextScreen)


def test_ok_on_the_buttons_lets_them_be_pressed() -> None:
    _, screen = checked(FakeHost())
    screen.at = [check.key for check in checks_for(FakeHost())].index("buttons")
    go = screen.press(Button.OK)
    assert isinstance(go, Push)
    assert isinstance(go.screen, ButtonTest)


def test_back_once_is_a_button_like_any_other_and_twice_leaves() -> None:
    screen = ButtonTest(UiContext(ENGLISH, lambda: 0.0))
    assert [screen.press(button) for button in (Button.BACK, Button.OK, Button.BACK)] == [Stay()] * 3
    assert screen.press(Button.BACK) == Pop()


def test_settings_offer_the_check_up_only_where_there_is_a_machine() -> None:
    context = AppContext(
        replace(ENGLISH), lambda: 0.0, load_catalogue(None), environment(PaperArchive()), lambda settings: None
    )
    assert "Check-up" not in [item.label for item in preferences(context).items]
    install(context, host_factory=FakeHost)
    item = preferences(context).items[-1]
    go = item.act()
    assert item.label == "Check-up"
    assert isinstance(go, Push)
    assert isinstance(go.screen, Checkup)
