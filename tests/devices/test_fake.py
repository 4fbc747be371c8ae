from PIL import Image

from companion.box import Button, Press, Quit, Release
from companion.devices.simulated_inputs import SimulatedInputs
from tests.fakes.box import RETRY_S, FakeDisplay

DARK, LIT = Image.new("1", (128, 64)), Image.new("1", (128, 64), 1)


def test_unplugged_display_takes_nothing_in_and_names_its_next_try() -> None:
    display = FakeDisplay(now=lambda: 5.0)
    display.unplug()
    display.show(LIT)
    assert (display.shown, display.retry_at()) == (None, 5.0 + RETRY_S)
    display.plug_back()
    display.show(LIT)
    assert (display.shown is None, display.retry_at()) == (False, None)


def test_finger_that_is_told_late_moves_now() -> None:
    inputs = SimulatedInputs()
    assert inputs.wait(5.0) is None
    inputs.press(Button.OK)
    assert inputs.wait(None) == Press(Button.OK, 5.0)


def test_inputs_tell_what_the_finger_did_in_simulated_time() -> None:
    inputs = SimulatedInputs()
    inputs.pass_time(2.0)
    inputs.press(Button.OK, for_s=0.5)
    assert [inputs.wait(None), inputs.wait(None), inputs.wait(None)] == [
        Press(Button.OK, 2.0),
        Release(Button.OK, 2.5),
        Quit(),
    ]


def test_inputs_without_release_tell_none() -> None:
    inputs = SimulatedInputs(has_release=False)
    inputs.press(Button.OK)
    assert [inputs.wait(None), inputs.wait(None)] == [Press(Button.OK, 0.0), Quit()]


def test_deadline_before_the_next_event_comes_first() -> None:
    inputs = SimulatedInputs()
    inputs.pass_time(2.0)
    inputs.press(Button.OK)
    assert inputs.wait(1.0) is None
    assert inputs.now() == 1.0


def test_posted_event_comes_at_once() -> None:
    inputs = SimulatedInputs()
    inputs.press(Button.OK)
    inputs.post(Quit())
    assert inputs.wait(None) == Quit()
