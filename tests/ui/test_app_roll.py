"""Where ROLL goes: to a screen that takes it, else a screen is laid over the one that does not."""

from __future__ import annotations

import logging

import pytest

from companion.box import Button, Cue
from companion.errors import JournalFailed
from companion.ui.core.app import App
from companion.ui.core.screen import Pop, Push, Screen, UiContext
from tests.support.stage import ENGLISH, Listing, Still, fake, raising


class Taking(Listing):
    takes_roll = True


class Dice(Taking):
    """What is laid over; BACK leaves it."""


def rolled(first: Screen, *buttons: Button, has_roll: bool = True, for_s: float = 0.05) -> tuple[App, list[Dice]]:
    box, _, finger = fake(has_roll=has_roll)
    finger.press(*buttons, for_s=for_s)
    laid: list[Dice] = []

    def roll() -> Screen:
        laid.append(Dice({Button.BACK: Pop}))
        return laid[-1]

    app = App(box, UiContext(ENGLISH, box.inputs.now), first, roll=roll)
    app.run()
    return app, laid


def test_roll_lays_a_screen_over_one_that_does_not_take_it() -> None:
    first = Listing()
    app, laid = rolled(first, Button.ROLL, Button.LEFT)
    assert (app.top, laid[0].pressed, first.pressed) == (laid[0], [Button.LEFT], [])


def test_back_leads_from_there_to_the_screen_as_it_was() -> None:
    first = Listing()
    app, _ = rolled(first, Button.LEFT, Button.ROLL, Button.BACK, Button.RIGHT)
    assert (app.top, first.pressed) == (first, [Button.LEFT, Button.RIGHT])


def test_way_back_does_not_grow_with_every_roll() -> None:
    """Each roll leads on to a list, as to the last throws, and on that somebody rolls again."""
    box, _, finger = fake()
    first = Listing()
    laid: list[Screen] = []

    def roll() -> Screen:
        laid.append(Dice({Button.DOWN: lambda: Push(Listing({Button.BACK: Pop})), Button.BACK: Pop}))
        return laid[-1]

    app = App(box, UiContext(ENGLISH, box.inputs.now), first, roll=roll)
    finger.press(*[Button.ROLL, Button.DOWN] * 3, Button.BACK, Button.BACK)
    app.run()
    assert (app.top, len(laid)) == (first, 3)


def test_screens_that_came_after_a_roll_stay_under_the_next() -> None:
    box, _, finger = fake()
    under = Listing({Button.BACK: Pop})
    first = Listing({Button.RIGHT: lambda: Push(under)})
    app = App(box, UiContext(ENGLISH, box.inputs.now), first, roll=lambda: Dice({Button.BACK: Pop}))
    finger.press(Button.ROLL, Button.BACK, Button.RIGHT, Button.ROLL, Button.BACK)
    app.run()
    assert app.top is under


def test_roll_comes_to_a_screen_that_takes_it() -> None:
    first = Taking()
    _, laid = rolled(first, Button.ROLL)
    assert (first.pressed, laid) == ([Button.ROLL], [])


def test_roll_comes_to_every_screen_where_there_is_nothing_to_lay_over() -> None:
    box, _, finger = fake()
    finger.press(Button.ROLL)
    first = Listing()
    App(box, UiContext(ENGLISH, box.inputs.now), first).run()
    assert first.pressed == [Button.ROLL]


def test_long_ok_is_a_roll_where_there_is_no_button_for_it() -> None:
    first = Listing()
    app, laid = rolled(first, Button.OK, has_roll=False, for_s=1.0)
    assert (app.top, first.pressed) == (laid[0], [Button.OK])


def test_roll_that_is_refused_is_a_refusal() -> None:
    box, _, finger = fake()
    finger.press(Button.ROLL)
    first = Still()
    app = App(box, UiContext(ENGLISH, box.inputs.now), first, roll=raising(JournalFailed("no")))  # type: ignore[arg-type]
    app.run()
    assert (app.top, box.speaker.sounds) == (first, [Cue.REFUSED])


def test_roll_that_fails_leads_to_the_error_screen(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    box, _, finger = fake()
    finger.press(Button.ROLL)
    app = App(box, UiContext(ENGLISH, box.inputs.now), Still(), roll=raising(ZeroDivisionError("oops")))  # type: ignore[arg-type]
    app.run()
    assert type(app.top).__name__ == "ErrorScreen"
