from dataclasses import replace

import pytest

from companion.box import Button, Cue
from companion.i18n.translator import Translator
from companion.ui.core.app import App
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Push, Refuse, Screen, Stay, UiContext
from tests.fakes.box import FakeBox
from tests.support.one_line import OneLine
from tests.support.stage import ENGLISH, Clock, Listing, Stuck, fake, run

# Holding


def held() -> FakeBox:
    """Return a box on which DOWN is held for a second."""
    box, _, finger = fake()
    finger.hold(Button.DOWN)
    finger.pass_time(1.0)
    finger.release(Button.DOWN)
    return box


def test_held_button_repeats() -> None:
    box = held()
    first = Listing()
    run(box, first)
    # At 0, 0.45, 0.57, 0.69, 0.81 and 0.93 s.
    assert first.pressed == [Button.DOWN] * 6


def test_repeats_are_silent() -> None:
    box = held()
    run(box, Listing())
    assert box.speaker.sounds == [Cue.PRESS]


def test_held_button_does_not_repeat_on_the_next_screen() -> None:
    second = Listing()
    box = held()
    run(box, Listing({Button.DOWN: lambda: Push(second)}))
    assert second.pressed == []


def test_refused_button_does_not_repeat() -> None:
    box = held()
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
    assert panel.lights == [(0.0, 80), (300.0, 16), (600.0, 0)]


def test_what_nobody_is_to_wait_for_is_done_once_the_display_is_dark() -> None:
    box, panel, finger = fake()
    finger.pass_time(601.0)
    finger.press(Button.OK)
    done: list[tuple[float, int]] = []
    App(box, UiContext(ENGLISH, box.inputs.now), Listing(), rested=lambda: done.append(panel.lights[-1])).run()
    # 601 s and a bit later somebody has pressed; ten minutes after that it is dark again.
    assert done == [(600.0, 0), (1201.0, 0)]


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
    context = UiContext(ENGLISH, finger.now)

    def brighter() -> Navigation:
        context.settings = replace(ENGLISH, brightness=100)
        return Stay()

    App(box, context, Listing({Button.OK: brighter})).run()
    assert panel.lights[1] == (0.0, 100)


def test_language_changes_in_mid_game() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    context = UiContext(ENGLISH, finger.now)

    class Saying(Screen):
        def draw(self, page: Page) -> None:
            page.add(OneLine(page.translator._("Yes")))

        def press(self, button: Button) -> Navigation:
            context.settings = replace(ENGLISH, language="fr")
            return Stay()

    App(box, context, Saying()).run()
    expected = DisplayPage((128, 64), Translator())
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
