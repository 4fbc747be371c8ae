import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.config.settings import Settings
from companion.ui.core.app import IdleTimer

LOOK = Settings(brightness=80, dim_after_s=60, dark_after_s=600)


@pytest.mark.parametrize(("now", "percent"), [(59.9, 80), (60.0, 16), (599.9, 16), (600.0, 0)])
def test_display_dims_and_goes_dark(now: float, percent: int) -> None:
    assert IdleTimer(0.0).light(LOOK, now) == percent


@pytest.mark.parametrize(("now", "due"), [(0.0, 60.0), (60.0, 600.0), (600.0, None)])
def test_deadlines_are_dimming_and_darkness(now: float, due: float | None) -> None:
    assert IdleTimer(0.0).due(LOOK, now) == due


def test_stirring_begins_anew() -> None:
    rest = IdleTimer(0.0)
    rest.reset(59.0)
    assert rest.due(LOOK, 59.0) == 119.0


def test_display_that_never_dims_goes_dark() -> None:
    assert IdleTimer(0.0).due(Settings(dim_after_s=0, dark_after_s=600), 0.0) == 600.0


def test_display_that_never_does_either_has_no_deadline() -> None:
    assert IdleTimer(0.0).due(Settings(dim_after_s=0, dark_after_s=0), 0.0) is None


def test_display_that_goes_dark_before_it_dims_has_one_deadline() -> None:
    assert IdleTimer(0.0).due(Settings(dim_after_s=600, dark_after_s=60), 60.0) is None


def test_dimmest_display_is_not_switched_off_by_dimming() -> None:
    assert IdleTimer(0.0).light(Settings(brightness=1, dim_after_s=60, dark_after_s=600), 60.0) == 1


@example(78.51, 60, 600)
@given(st.floats(0, 1e7), st.integers(1, 3600), st.integers(1, 86400))
def test_moment_that_is_due_has_come_when_it_is_there(stirred: float, dim: int, dark: int) -> None:
    look = Settings(brightness=80, dim_after_s=dim, dark_after_s=dark)
    rest = IdleTimer(stirred)
    due = rest.due(look, stirred)
    assert due is not None
    following = rest.due(look, due)
    assert following is None or following > due
