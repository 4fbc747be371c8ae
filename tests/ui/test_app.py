import logging
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL.Image import Image

from companion.box import Answered, Box, Button, Cue, Event, Redraw, Sound
from companion.devices.fake import FakeBox, FakeDisplay, FakeInputs, FakeSpeaker
from companion.errors import DeviceMissing, JournalFailed, MoveRefused
from companion.settings import DEFAULTS, Language, Settings
from companion.ui.app import App
from companion.ui.desk import Desk
from companion.ui.notice import Fault, Notice
from companion.ui.page import Page
from companion.ui.screen import Go, Home, Leave, Pop, Push, Refuse, Screen, Sounding, Stay, Swap
from companion.ui.tongue import Tongue

ENGLISH = replace(DEFAULTS, language=Language.EN)
# Nothing but a button wakes the box.
SLEEPLESS = replace(ENGLISH, dim_after_s=0, dark_after_s=0)


class Panel(FakeDisplay):
    """A display that counts what it is handed, and remembers every brightness."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__((128, 64), now)
        self.handed: list[Image] = []
        self.lights: list[tuple[float, int]] = []
        self.clock = now

    def show(self, image: Image) -> None:
        self.handed.append(image)
        super().show(image)

    def light(self, percent: int) -> None:
        self.lights.append((round(self.clock(), 3), percent))
        super().light(percent)


class Finger(FakeInputs):
    """Inputs that count how often the program woke up."""

    wakes = 0

    def wait(self, until: float | None) -> Event | None:
        self.wakes += 1
        return super().wait(until)


class Listing(Screen):
    """A screen that writes down what it is told, and answers each button with what it was given for it."""

    def __init__(self, answers: dict[Button, Callable[[], Go]] | None = None, name: str = "a") -> None:
        self.name = name
        self.pressed: list[Button] = []
        self.released: list[Button] = []
        self.answers = answers or {}

    def draw(self, page: Page) -> None:
        page.text(0, 0, f"{self.name} {len(self.pressed)}")

    def press(self, button: Button) -> Go:
        self.pressed.append(button)
        return self.answers.get(button, Stay)()

    def release(self, button: Button) -> Go:
        self.released.append(button)
        return Stay()


class Still(Listing):
    """A screen that looks the same whatever happens."""

    def draw(self, page: Page) -> None:
        page.text(0, 0, "still")


class Broken(Screen):
    """A screen that cannot be drawn."""

    def draw(self, page: Page) -> None:
        raise ZeroDivisionError("expected a screen, got a hole")


class Clock(Listing):
    """A screen that wants to be told the time at each of *times*."""

    def __init__(self, *times: float, go: Callable[[], Go] = Stay) -> None:
        super().__init__()
        self.times = list(times)
        self.ticks: list[float] = []
        self.go = go

    def due(self) -> float | None:
        return self.times[0] if self.times else None

    def tick(self, now: float) -> Go:
        self.ticks.append(round(now, 3))
        self.times.pop(0)
        return self.go()


class Stuck(Clock):
    """A screen whose time never passes."""

    def tick(self, now: float) -> Go:
        return Stay()


def fake(has_roll: bool = True, has_release: bool = True) -> tuple[FakeBox, Panel, Finger]:
    finger = Finger(has_roll=has_roll, has_release=has_release)
    panel = Panel(finger.now)
    return FakeBox(panel, finger, FakeSpeaker()), panel, finger


def run(box: Box, first: Screen, settings: Settings = ENGLISH) -> App:
    app = App(box, Desk(settings, box.inputs.now), first)
    app.run()
    return app


def after(first: Screen, *buttons: Button) -> tuple[App, list[Sound]]:
    """Return the app and the sounds after *buttons* were pressed on *first*."""
    box, _, finger = fake()
    finger.press(*buttons)
    return run(box, first), box.speaker.sounds


def banner_of(sentence: str, screen: Screen) -> bytes:
    page = Page((128, 64), Tongue())
    screen.draw(page)
    page.banner(sentence)
    return page.image.tobytes()


# Presses and frames


def test_press_counts_at_once() -> None:
    box, panel, finger = fake()
    finger.hold(Button.LEFT)
    run(box, Listing())
    assert len(panel.frames) == 2


def test_press_is_heard() -> None:
    assert after(Listing(), Button.LEFT, Button.OK)[1] == [Cue.PRESS, Cue.PRESS]


def test_release_is_told() -> None:
    first = Listing()
    after(first, Button.OK)
    assert first.released == [Button.OK]


def test_frame_that_did_not_change_is_not_sent() -> None:
    box, panel, finger = fake()
    finger.press(Button.LEFT, Button.RIGHT)
    run(box, Still())
    assert len(panel.handed) == 1


def test_display_that_lost_its_picture_gets_it_again() -> None:
    box, panel, finger = fake()
    finger.post(Redraw())
    run(box, Still())
    assert len(panel.handed) == 2


def test_display_that_lost_its_brightness_gets_it_again() -> None:
    box, panel, finger = fake()
    finger.post(Redraw())
    run(box, Still(), SLEEPLESS)
    assert panel.lights == [(0.0, 80), (0.0, 80)]


def test_missing_panel_is_tried_again_when_it_says() -> None:
    box, panel, _ = fake()
    panel.unplug()
    run(box, Still(), replace(ENGLISH, dim_after_s=2, dark_after_s=0))
    assert len(panel.handed) > 2


def test_panel_that_is_plugged_back_shows_the_frame() -> None:
    box, panel, finger = fake()
    panel.unplug()

    class Plugging(Still):
        def press(self, button: Button) -> Go:
            panel.plug_back()
            return Stay()

    finger.press(Button.LEFT)
    finger.pass_time(2.0)
    run(box, Plugging())
    assert panel.shown is not None


def test_quit_leaves() -> None:
    box, _, finger = fake()
    finger.close_window()
    finger.press(Button.OK)
    first = Listing()
    run(box, first)
    assert first.pressed == []


# Where to go


def test_leaving_ends_the_program() -> None:
    first = Listing({Button.BACK: Leave})
    after(first, Button.BACK, Button.OK)
    assert first.pressed == [Button.BACK]


def test_pushed_screen_gets_the_presses() -> None:
    second = Listing()
    after(Listing({Button.OK: lambda: Push(second)}), Button.OK, Button.LEFT)
    assert second.pressed == [Button.LEFT]


def test_popping_leads_back() -> None:
    first = Listing({Button.OK: lambda: Push(Listing({Button.BACK: Pop}))})
    assert after(first, Button.OK, Button.BACK)[0].top is first


def test_popping_two_leads_back_two() -> None:
    third = Listing({Button.BACK: lambda: Pop(2)})
    first = Listing({Button.OK: lambda: Push(Listing({Button.OK: lambda: Push(third)}))})
    assert after(first, Button.OK, Button.OK, Button.BACK)[0].top is first


def test_bottom_screen_is_never_popped() -> None:
    first = Listing({Button.BACK: lambda: Pop(5)})
    assert after(first, Button.BACK)[0].top is first


def test_swapping_puts_a_screen_in_the_place_of_another() -> None:
    second = Listing({Button.OK: lambda: Swap(Listing({Button.BACK: Pop}))})
    first = Listing({Button.OK: lambda: Push(second)})
    assert after(first, Button.OK, Button.OK, Button.BACK)[0].top is first


def test_home_leads_to_the_bottom_screen() -> None:
    third = Listing({Button.BACK: Home})
    first = Listing({Button.OK: lambda: Push(Listing({Button.OK: lambda: Push(third)}))})
    assert after(first, Button.OK, Button.OK, Button.BACK)[0].top is first


def test_sound_is_played_instead_of_the_press() -> None:
    first = Listing({Button.OK: lambda: Sounding(Answered(2, 1), Stay())})
    assert after(first, Button.OK)[1] == [Answered(2, 1)]


def test_sound_goes_along_with_where_to_go() -> None:
    second = Listing()
    first = Listing({Button.OK: lambda: Sounding(Cue.SOLVED, Push(second))})
    assert after(first, Button.OK)[0].top is second


# Refusals


def test_refusal_is_heard() -> None:
    assert after(Listing({Button.OK: lambda: Refuse("No.")}), Button.OK)[1] == [Cue.REFUSED]


def test_refusal_is_seen_in_the_next_frame() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    first = Still({Button.OK: lambda: Refuse("No.")})
    run(box, first)
    assert [frame.tobytes() for frame in panel.frames][1] == banner_of("No.", first)


def test_next_press_removes_the_banner_and_counts() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK, Button.LEFT)
    first = Still({Button.OK: lambda: Refuse("No.")})
    run(box, first)
    assert (panel.handed[2] == panel.handed[0], first.pressed) == (True, [Button.OK, Button.LEFT])


def raising(error: Exception) -> Callable[[], Go]:
    def press() -> Go:
        raise error

    return press


def test_error_that_can_be_told_is_a_refusal() -> None:
    first = Listing({Button.OK: raising(MoveRefused("expected a guess, got none"))})
    app, sounds = after(first, Button.OK)
    assert (app.top, sounds) == (first, [Cue.REFUSED])


def test_error_that_can_be_told_is_told_in_the_players_language() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    first = Still({Button.OK: raising(JournalFailed("expected room, got none"))})
    run(box, first, replace(ENGLISH, language=Language.FR))
    expected = banner_of("Match non enregistré\u00a0: vérifiez la carte.", first)
    assert panel.frames[1].tobytes() == expected


# Holding


def test_held_button_repeats() -> None:
    box, _, finger = fake()
    finger.hold(Button.DOWN)
    finger.pass_time(1.0)
    finger.release(Button.DOWN)
    first = Listing()
    run(box, first)
    # At 0, 0.45, 0.57, 0.69, 0.81 and 0.93 s.
    assert first.pressed == [Button.DOWN] * 6


def test_repeats_are_silent() -> None:
    box, _, finger = fake()
    finger.hold(Button.DOWN)
    finger.pass_time(1.0)
    finger.release(Button.DOWN)
    run(box, Listing())
    assert box.speaker.sounds == [Cue.PRESS]


def test_held_button_does_not_repeat_on_the_next_screen() -> None:
    second = Listing()
    box, _, finger = fake()
    finger.hold(Button.DOWN)
    finger.pass_time(1.0)
    finger.release(Button.DOWN)
    run(box, Listing({Button.DOWN: lambda: Push(second)}))
    assert second.pressed == []


def test_refused_button_does_not_repeat() -> None:
    box, _, finger = fake()
    finger.hold(Button.DOWN)
    finger.pass_time(1.0)
    finger.release(Button.DOWN)
    run(box, Listing({Button.DOWN: lambda: Refuse("No.")}))
    assert box.speaker.sounds == [Cue.REFUSED]


def test_button_is_not_held_where_releases_are_not_seen() -> None:
    box, _, finger = fake(has_release=False)
    finger.hold(Button.DOWN)
    finger.pass_time(5.0)
    first = Listing()
    run(box, first)
    assert first.pressed == [Button.DOWN]


def test_long_ok_rolls_without_a_roll_button() -> None:
    box, _, finger = fake(has_roll=False)
    finger.press(Button.OK, for_s=1.0)
    first = Listing()
    run(box, first)
    assert first.pressed == [Button.OK, Button.ROLL]


def test_roll_of_a_long_ok_is_heard() -> None:
    box, _, finger = fake(has_roll=False)
    finger.press(Button.OK, for_s=1.0)
    run(box, Listing())
    assert box.speaker.sounds == [Cue.PRESS, Cue.PRESS]


def test_long_ok_does_not_roll_on_the_next_screen() -> None:
    second = Listing()
    box, _, finger = fake(has_roll=False)
    finger.press(Button.OK, for_s=1.0)
    run(box, Listing({Button.OK: lambda: Push(second)}))
    assert second.pressed == []


# Rest


def test_display_dims_and_then_goes_dark() -> None:
    box, panel, _ = fake()
    run(box, Listing())
    assert panel.lights == [(0.0, 80), (60.0, 16), (600.0, 0)]


def test_resting_box_wakes_for_dimming_and_darkness_only() -> None:
    box, _, finger = fake()
    run(box, Listing())
    # Twice for those, once more for the end of the script.
    assert finger.wakes == 3


def test_press_on_a_dimmed_display_counts() -> None:
    box, _, finger = fake()
    finger.pass_time(61.0)
    finger.press(Button.OK)
    first = Listing()
    run(box, first)
    assert first.pressed == [Button.OK]


def test_first_press_on_a_dark_display_only_wakes_it() -> None:
    box, panel, finger = fake()
    finger.pass_time(601.0)
    finger.press(Button.OK, Button.LEFT)
    first = Listing()
    run(box, first)
    assert (first.pressed, panel.lights[3]) == ([Button.LEFT], (601.0, 80))


def test_waking_press_is_not_heard() -> None:
    box, _, finger = fake()
    finger.pass_time(601.0)
    finger.press(Button.OK)
    run(box, Listing())
    assert box.speaker.sounds == []


def test_waking_press_that_is_held_does_not_repeat() -> None:
    box, _, finger = fake()
    finger.pass_time(601.0)
    finger.hold(Button.DOWN)
    finger.pass_time(2.0)
    first = Listing()
    run(box, first)
    assert first.pressed == []


# Settings


def test_volume_follows_the_settings() -> None:
    box, _, _ = fake()
    run(box, Listing(), replace(ENGLISH, volume=35))
    assert box.speaker.loudness == 35


def test_change_of_brightness_is_seen_at_once() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    desk = Desk(ENGLISH, finger.now)

    def brighter() -> Go:
        desk.settings = replace(ENGLISH, brightness=100)
        return Stay()

    App(box, desk, Listing({Button.OK: brighter})).run()
    assert panel.lights[1] == (0.0, 100)


def test_language_changes_in_mid_game() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    desk = Desk(ENGLISH, finger.now)

    class Saying(Screen):
        def draw(self, page: Page) -> None:
            page.text(0, 0, page.tongue._("Yes"))

        def press(self, button: Button) -> Go:
            desk.settings = replace(ENGLISH, language=Language.FR)
            return Stay()

    App(box, desk, Saying()).run()
    expected = Page((128, 64), Tongue())
    expected.text(0, 0, "Oui")
    assert panel.frames[1].tobytes() == expected.image.tobytes()


def test_text_that_is_cut_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    box, _, _ = fake()
    run(box, Listing(name="W" * 30))
    assert "expected texts that fit" in caplog.text


# Time


def test_screen_is_told_its_time() -> None:
    box, _, _ = fake()
    clock = Clock(1.5, 2.5)
    run(box, clock)
    assert clock.ticks == [1.5, 2.5]


def test_screen_may_go_on_by_itself() -> None:
    box, _, _ = fake()
    second = Listing()
    app = run(box, Clock(1.5, go=lambda: Push(second)))
    assert app.top is second


def test_screen_whose_time_never_passes_ends_on_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    box, _, _ = fake()
    run(box, Stuck(1.5))
    assert "expected a time after 1.5, got 1.5, from due of Stuck" in caplog.text


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


class Timeless(Listing):
    """A screen that fails when it is asked for its time."""

    def due(self) -> float | None:
        raise ZeroDivisionError("oops")


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
