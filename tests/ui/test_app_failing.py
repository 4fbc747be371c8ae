import logging

import pytest
from stage import (
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

from companion.box import Box, Button
from companion.errors import DeviceMissing
from companion.ui.desk import Desk
from companion.ui.notice import Fault, Notice
from companion.ui.page import Page
from companion.ui.screen import Push
from companion.ui.tongue import Tongue

# Failures


def test_failing_press_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    app, _ = after(Listing({Button.OK: raising(ZeroDivisionError("oops"))}), Button.OK)
    assert isinstance(app.top, Fault)


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
    expected = Page((128, 64), Tongue())
    Fault(Desk(ENGLISH, finger.now)).draw(expected)
    assert panel.frames[1].tobytes() == expected.image.tobytes()


def test_failing_clock_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    box, _, _ = fake()
    app = run(box, Clock(1.0, go=raising(ZeroDivisionError("oops"))))
    assert isinstance(app.top, Fault)


def test_failing_due_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    box, panel, finger = fake()
    run(box, Timeless(), SLEEPLESS)
    expected = Page((128, 64), Tongue())
    Fault(Desk(ENGLISH, finger.now)).draw(expected)
    assert panel.frames[-1].tobytes() == expected.image.tobytes()


def test_broken_bottom_screen_fails_once_for_each_press(caplog: pytest.LogCaptureFixture) -> None:
    after(Broken(), Button.OK, Button.OK)
    assert caplog.text.count("screen Broken failed") == 3


def test_screen_that_cannot_be_drawn_even_as_an_error_keeps_the_last_frame(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fault, "draw", Broken.draw)
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
