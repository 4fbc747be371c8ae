"""What the doctor says about the clock of the machine."""

from __future__ import annotations

import pytest

from companion.doctor.host import ProcessResult
from companion.doctor.system import check_clock
from tests.fakes.host import FakeHost


@pytest.mark.parametrize(
    ("answer", "told"), [("yes\n", "UTC, synchronised"), ("no\n", "UTC, not synchronised; play does not need it")]
)
def test_clock_is_said_to_be_synchronised_only_where_it_is(answer: str, told: str) -> None:
    host = FakeHost()
    host.ran["timedatectl", "show", "--property=NTPSynchronized", "--value"] = ProcessResult(0, answer)
    assert check_clock(host).fact.endswith(told)
