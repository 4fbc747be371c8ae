from __future__ import annotations

import pytest

from companion.match.streak import is_likely


@pytest.mark.parametrize(
    ("stamp", "now", "likely"),
    [
        ("2026-05-06T07:08:09Z", "2026-11-27T00:00:00Z", True),
        ("1970-01-01T00:00:09Z", "2026-11-27T00:00:00Z", False),
        ("2150-01-01T00:00:00Z", "2026-11-27T00:00:00Z", False),
        # The clock of now may be the wrong one.
        ("2026-05-06T07:08:09Z", "1970-01-01T00:00:09Z", True),
        ("1970-01-01T00:00:05Z", "1970-01-01T00:00:09Z", False),
    ],
)
def test_time_that_a_right_clock_can_have_said(stamp: str, now: str, likely: bool) -> None:
    assert is_likely(stamp, now) is likely
