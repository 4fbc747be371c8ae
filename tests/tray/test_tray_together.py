"""A row from the tray is that of the player who has the box, where all break the same code."""

from __future__ import annotations

from companion.ui.games.pegs_together.face import TogetherRow
from tests.tray.table_with_tray import TrayFlow, start_with_tray

ROW = ("red", "orange", "yellow", "green")


def begun() -> TrayFlow:
    table = start_with_tray("mini")
    table.press("OK")
    table.flow.choose("Together", "Mini", "Begin")
    assert table.press("OK") == ["TakeScreen"]
    return table


def test_row_from_the_tray_is_that_of_the_player_who_has_the_box() -> None:
    table = begun()
    # No player has the box yet.
    assert table.commit(*ROW) == "TakeScreen"
    table.press("DOWN")
    assert table.commit(*ROW) == "TogetherRow"
    top = table.flow.top
    assert isinstance(top, TogetherRow)
    assert (top.seat, top.entry.row) == (0, (0, 1, 2, 3))
    assert table.press("OK") == ["TogetherAnswer"]
    # The key pegs of Anna are still shown; a row of Ben waits until Ben has the box.
    assert table.commit(*ROW) == "TogetherAnswer"
    assert table.press("OK DOWN") == ["TakeScreen", "TogetherRow"]
    top = table.flow.top
    assert isinstance(top, TogetherRow)
    assert (top.seat, top.entry.row) == (1, None)
    assert [len(board.keys) for board in table.flow.view().boards] == [1, 0]  # type: ignore[attr-defined]
