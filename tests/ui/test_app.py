from dataclasses import replace

import pytest

from companion.box import Answered, Button, Cue, Redraw, Typed
from companion.errors import JournalFailed, MoveRefused
from companion.ui.core.notice import ErrorScreen
from companion.ui.core.screen import Exit, Navigation, Pop, PopToRoot, Push, Refuse, Replace, Stay, WithSound
from tests.support.stage import ENGLISH, SLEEPLESS, Listing, Still, after, banner_of, fake, raising, run

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


@pytest.mark.parametrize(("go", "drawn"), [(None, 2), (Stay(), 3)])
def test_release_draws_only_what_it_may_have_changed(go: Navigation | None, drawn: int) -> None:
    first = Listing()
    first.at_release = go
    box, _, finger = fake()
    finger.press(Button.LEFT)
    run(box, first, SLEEPLESS)
    assert (first.released, first.drawn) == ([Button.LEFT], drawn)


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
        def press(self, button: Button) -> Navigation:
            panel.plug_back()
            return Stay()

    finger.press(Button.LEFT)
    finger.pass_time(2.0)
    run(box, Plugging())
    assert panel.shown is not None


def test_run_that_begins_again_draws_only_what_an_event_may_have_changed() -> None:
    box, _, finger = fake()
    first = Listing()
    app = run(box, first, SLEEPLESS)
    drawn = [first.drawn]
    for buttons in [(), (Button.LEFT,), ()]:
        finger.press(*buttons)
        app.run()
        drawn.append(first.drawn)
    assert drawn == [1, 1, 2, 2]


def test_quit_leaves() -> None:
    box, _, finger = fake()
    finger.close_window()
    finger.press(Button.OK)
    first = Listing()
    run(box, first, SLEEPLESS)
    assert first.pressed == []


# Letters of a keyboard


class Paper(Listing):
    """A screen that takes capital letters."""

    def type(self, text: str) -> Navigation | None:
        return Refuse("No.") if text == "X" else Stay() if text.isupper() else None


def typed(text: str, button: Button | None) -> tuple[Paper, list[object]]:
    box, _, finger = fake()
    finger.post(Typed(text, button, 0.0))
    paper = Paper()
    run(box, paper)
    return paper, [*box.speaker.sounds]


def test_letter_that_the_screen_takes_is_no_press() -> None:
    paper, sounds = typed("R", Button.ROLL)
    assert (paper.pressed, sounds) == ([], [Cue.PRESS])


def test_letter_that_the_screen_does_not_take_is_its_button() -> None:
    paper, sounds = typed("l", Button.RIGHT)
    assert (paper.pressed, sounds) == ([Button.RIGHT], [Cue.PRESS])


def test_letter_without_a_button_does_nothing() -> None:
    paper, sounds = typed("x", None)
    assert (paper.pressed, sounds) == ([], [])


def test_letter_that_is_refused_sounds_so() -> None:
    assert typed("X", None)[1] == [Cue.REFUSED]


def test_failure_at_a_letter_is_shown_and_its_button_does_not_leave_it() -> None:
    box, _, finger = fake()

    class Torn(Listing):
        def type(self, text: str) -> Navigation | None:
            raise RuntimeError("expected paper")

    finger.post(Typed("l", Button.OK, 0.0))
    assert isinstance(run(box, Torn()).top, ErrorScreen)


# Where to go


def test_leaving_ends_the_program() -> None:
    first = Listing({Button.BACK: Exit})
    after(first, Button.BACK, Button.OK)
    assert first.pressed == [Button.BACK]


def test_pushed_screen_gets_the_presses() -> None:
    second = Listing()
    after(Listing({Button.OK: lambda: Push(second)}), Button.OK, Button.LEFT)
    assert second.pressed == [Button.LEFT]


def test_popping_leads_back() -> None:
    first = Listing({Button.OK: lambda: Push(Listing({Button.BACK: Pop}))})
    assert after(first, Button.OK, Button.BACK)[0].top is first


def test_bottom_screen_is_never_popped() -> None:
    first = Listing({Button.BACK: Pop})
    assert after(first, Button.BACK)[0].top is first


def test_swapping_puts_a_screen_in_the_place_of_another() -> None:
    second = Listing({Button.OK: lambda: Replace(Listing({Button.BACK: Pop}))})
    first = Listing({Button.OK: lambda: Push(second)})
    assert after(first, Button.OK, Button.OK, Button.BACK)[0].top is first


def test_home_leads_to_the_bottom_screen() -> None:
    third = Listing({Button.BACK: PopToRoot})
    first = Listing({Button.OK: lambda: Push(Listing({Button.OK: lambda: Push(third)}))})
    assert after(first, Button.OK, Button.OK, Button.BACK)[0].top is first


def test_sound_is_played_instead_of_the_press() -> None:
    first = Listing({Button.OK: lambda: WithSound(Answered(2, 1), Stay())})
    assert after(first, Button.OK)[1] == [Answered(2, 1)]


def test_sound_goes_along_with_where_to_go() -> None:
    second = Listing()
    first = Listing({Button.OK: lambda: WithSound(Cue.SOLVED, Push(second))})
    assert after(first, Button.OK)[0].top is second


# Refusals


def test_refusal_is_heard() -> None:
    assert after(Listing({Button.OK: lambda: Refuse("No.")}), Button.OK)[1] == [Cue.REFUSED]


def test_refusal_is_seen_in_the_next_frame() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    first = Still({Button.OK: lambda: Refuse("No.")})
    run(box, first, SLEEPLESS)
    assert [frame.tobytes() for frame in panel.frames][1] == banner_of("No.", first)


def test_next_press_removes_the_banner_and_counts() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK, Button.LEFT)
    first = Still({Button.OK: lambda: Refuse("No.")})
    run(box, first, SLEEPLESS)
    assert (panel.handed[2] == panel.handed[0], first.pressed) == (True, [Button.OK, Button.LEFT])


def test_error_that_can_be_told_is_a_refusal() -> None:
    first = Listing({Button.OK: raising(MoveRefused("expected a guess, got none"))})
    app, sounds = after(first, Button.OK)
    assert (app.top, sounds) == (first, [Cue.REFUSED])


def test_error_that_can_be_told_is_told_in_the_players_language() -> None:
    box, panel, finger = fake()
    finger.press(Button.OK)
    first = Still({Button.OK: raising(JournalFailed("expected room, got none"))})
    run(box, first, replace(ENGLISH, language="fr"))
    expected = banner_of("Rien n’est enregistré\u00a0: vérifiez la carte SD.", first)
    assert panel.frames[1].tobytes() == expected
