import logging
from collections.abc import Callable

import pytest

from companion.box import Box, Button
from companion.errors import DeviceMissing
from companion.i18n.translator import Translator
from companion.ui.core.app import App
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.notice import ErrorScreen, Notice
from companion.ui.core.screen import Push, UiContext
from tests.support.stage import (
    ENGLISH,
    SLEEPLESS,
    Broken,
    Clock,
    Finger,
    Listing,
    Still,
    Timeless,
    after,
    fake,
    raising,
    run,
)

# Failures


def test_failing_press_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    app, _ = after(Listing({Button.OK: raising(ZeroDivisionError("oops"))}), Button.OK)
    assert isinstance(app.top, ErrorScreen)


def test_failing_press_leaves_its_trace_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    after(Listing({Button.OK: raising(ZeroDivisionError("oops"))}), Button.OK)
    assert "ZeroDivisionError: oops" in caplog.text


def test_ok_leads_from_the_error_screen_to_the_bottom_screen(caplog: pytest.LogCaptureFixture) -> None:
    first = Listing({Button.OK: lambda: Push(Broken())})
    assert after(first, Button.OK, Button.OK)[0].top is first


def test_screen_that_cannot_be_drawn_is_told_in_the_same_frame(caplog: pytest.LogCaptureFixture) -> None:
    box, panel, finger = fake()
    finger.hold(Button.OK)
    run(box, Still({Button.OK: lambda: Push(Broken())}), SLEEPLESS)
    expected = DisplayPage((128, 64), Translator())
    ErrorScreen(UiContext(ENGLISH, finger.now)).draw(expected)
    assert panel.frames[1].tobytes() == expected.image.tobytes()


class Unlucky(Listing):
    """A screen that cannot be drawn a number of times; neither can the error screen that comes instead."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures


class Clumsy(UiContext):
    """A desk without words, as long as *screen* has failures left."""

    def __init__(self, screen: Unlucky, now: Callable[[], float]) -> None:
        super().__init__(SLEEPLESS, now)
        self.screen = screen
        self.is_mute: Callable[[], bool] = lambda: False

    @property
    def translator(self) -> Translator:
        if self.screen.failures:
            self.screen.failures -= 1
            raise MemoryError
        if self.is_mute():
            raise MemoryError
        return self._spoken

    @translator.setter
    def translator(self, translator: Translator) -> None:
        self._spoken = translator


def unlucky(failures: int, *buttons: Button, is_mute: bool = False) -> App:
    """Press *buttons* on a screen whose first drawings fail; *is_mute*: the error screen can never be drawn."""
    box, _, finger = fake()
    screen = Unlucky(0)
    context = Clumsy(screen, box.inputs.now)
    app = App(box, context, screen)
    finger.press(Button.LEFT)
    app.run()
    context.is_mute = lambda: is_mute and isinstance(app.top, ErrorScreen)
    screen.failures = failures
    app.show()
    finger.press(*buttons)
    app.run()
    return app


def test_press_on_an_error_screen_that_could_not_be_drawn_only_shows_it(caplog: pytest.LogCaptureFixture) -> None:
    assert isinstance(unlucky(2, Button.OK).top, ErrorScreen)


def test_press_after_that_counts(caplog: pytest.LogCaptureFixture) -> None:
    assert isinstance(unlucky(2, Button.OK, Button.OK).top, Unlucky)


def test_error_screen_that_can_never_be_drawn_can_be_left(caplog: pytest.LogCaptureFixture) -> None:
    assert isinstance(unlucky(1, Button.OK, is_mute=True).top, ErrorScreen)
    assert isinstance(unlucky(1, Button.OK, Button.OK, is_mute=True).top, Unlucky)


def test_log_that_finds_no_memory_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*told: object) -> None:
        raise MemoryError

    monkeypatch.setattr("companion.ui.core.app.log.exception", full)
    app, _ = after(Listing({Button.OK: raising(MemoryError())}), Button.OK)
    assert isinstance(app.top, ErrorScreen)


def test_failing_clock_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    box, _, _ = fake()
    app = run(box, Clock(1.0, go=raising(ZeroDivisionError("oops"))))
    assert isinstance(app.top, ErrorScreen)


def test_failing_due_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    box, panel, finger = fake()
    run(box, Timeless(), SLEEPLESS)
    expected = DisplayPage((128, 64), Translator())
    ErrorScreen(UiContext(ENGLISH, finger.now)).draw(expected)
    assert panel.frames[-1].tobytes() == expected.image.tobytes()


def test_broken_bottom_screen_fails_once_for_each_press(caplog: pytest.LogCaptureFixture) -> None:
    after(Broken(), Button.OK, Button.OK)
    assert caplog.text.count("screen Broken failed") == 3


def test_screen_that_cannot_be_drawn_even_as_an_error_keeps_the_last_frame(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ErrorScreen, "draw", Broken.draw)
    box, panel, finger = fake()
    finger.press(Button.OK)
    run(box, Still({Button.OK: lambda: Push(Broken())}))
    assert len(panel.handed) == 1


# What is missing


def missing(*errors: DeviceMissing) -> tuple[Box, Finger]:
    box, panel, finger = fake()
    return Box(panel, finger, box.speaker, errors), finger


def test_missing_part_is_said_at_the_start() -> None:
    box, _ = missing(DeviceMissing("expected a speaker, got none"))
    assert isinstance(run(box, Listing()).top, Notice)


def test_what_is_missing_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    box, finger = missing(DeviceMissing("expected a speaker, got none"), DeviceMissing("expected a panel, got none"))
    finger.press(Button.OK)
    first = Listing()
    assert run(box, first).top is first


def test_two_different_things_that_are_missing_are_both_said() -> None:
    box, finger = missing(DeviceMissing("a", "That cannot be read."), DeviceMissing("b"))
    finger.press(Button.OK)
    assert isinstance(run(box, Listing()).top, Notice)


def test_what_is_missing_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    run(missing(DeviceMissing("expected a speaker, got none"))[0], Listing())
    assert "expected a speaker, got none" in caplog.text
