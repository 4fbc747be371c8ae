import pytest

from companion.box import Button, Press
from companion.devices.simulated_inputs import SimulatedInputs
from companion.ui.core.app import KeyRepeat

REPEATS = frozenset({Button.UP, Button.DOWN})


@pytest.fixture
def hold() -> KeyRepeat:
    return KeyRepeat(SimulatedInputs(has_roll=False))


def test_held_button_counts_again_after_450_ms(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 1.0), REPEATS)
    assert hold.due() == pytest.approx(1.45)


def test_then_it_counts_every_120_ms(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 1.0), REPEATS)
    hold.take(1.45)
    assert hold.due() == pytest.approx(1.57)


def test_it_does_not_count_before_its_time(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 1.0), REPEATS)
    assert hold.take(1.4) is None


def test_slow_frame_is_not_made_up_for(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 0.0), REPEATS)
    hold.take(3.0)
    assert hold.due() == pytest.approx(3.12)


def test_released_button_does_not_count_again(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 0.0), REPEATS)
    hold.release(Button.UP)
    assert hold.due() is None


def test_release_of_another_button_changes_nothing(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 0.0), REPEATS)
    hold.release(Button.LEFT)
    assert hold.due() is not None


def test_another_press_ends_the_repeats(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 0.0), REPEATS)
    hold.press(Press(Button.LEFT, 0.1), REPEATS)
    assert hold.due() is None


def test_button_that_the_screen_does_not_name_is_not_repeated(hold: KeyRepeat) -> None:
    hold.press(Press(Button.LEFT, 0.0), REPEATS)
    assert hold.due() is None


def test_nothing_is_held_where_releases_are_not_seen() -> None:
    hold = KeyRepeat(SimulatedInputs(has_release=False, has_roll=False))
    hold.press(Press(Button.UP, 0.0), REPEATS)
    assert hold.due() is None


def test_long_ok_rolls_after_800_ms(hold: KeyRepeat) -> None:
    hold.press(Press(Button.OK, 1.0), REPEATS)
    assert hold.take(1.8) is Button.ROLL


def test_long_ok_rolls_once(hold: KeyRepeat) -> None:
    hold.press(Press(Button.OK, 1.0), REPEATS)
    hold.take(1.8)
    assert hold.due() is None


def test_short_ok_does_not_roll(hold: KeyRepeat) -> None:
    hold.press(Press(Button.OK, 1.0), REPEATS)
    hold.release(Button.OK)
    assert hold.due() is None


def test_long_ok_does_not_roll_where_there_is_a_roll_button() -> None:
    hold = KeyRepeat(SimulatedInputs(has_roll=True))
    hold.press(Press(Button.OK, 1.0), REPEATS)
    assert hold.due() is None


def test_button_that_is_held_for_half_a_minute_is_stuck_and_counts_no_more(hold: KeyRepeat) -> None:
    hold.press(Press(Button.UP, 0.0), REPEATS)
    counted = []
    while (due := hold.due()) is not None:
        counted.append(hold.take(due))
        assert due < 31
    assert len(counted) == pytest.approx((30 - 0.45) / 0.12, abs=2)
