"""What the doctor says about a panel that cannot answer."""

from __future__ import annotations

from companion.doctor.header import check_panel
from companion.doctor.host import Severity
from tests.fakes.host import HAT, FakeHost


def test_panel_on_spi_is_grey_and_the_player_is_asked_to_look_at_it() -> None:
    checked = check_panel(FakeHost(HAT))
    assert (checked.light, checked.sentence) == (Severity.GREY, "This panel cannot answer: look at it.")
    assert checked.fact.endswith("SPI has no line to answer on")
