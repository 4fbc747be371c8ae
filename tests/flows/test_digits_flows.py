"""A match with digits in place of colours: it is called so on the screens, and digits are typed."""

from __future__ import annotations

import pytest

from tests.support.flow import Flow, start


def begun(**settings: object) -> Flow:
    flow = start(explains_games=True, names=(), **settings)  # type: ignore[arg-type]
    flow.choose("Play", "Bulls and Cows")
    flow.press("OK")
    return flow


def test_first_match_says_that_digits_are_to_be_found() -> None:
    flow = begun()
    assert {"Player 2: find the 4 digits in 10 rows!", "OK: begin"} <= {*flow.lines}
    flow.press("OK")
    assert not any("colour" in line for line in flow.lines)


def test_typed_digits_are_a_row() -> None:
    flow = begun()
    code = flow.code()
    flow.press("OK")
    for digit in code[::-1]:
        flow.top.type(digit)
    flow.press("OK")
    assert flow.view().now is not None
    assert [row.guess for row in flow.view().now.rows] == [tuple(map(int, code[::-1]))]  # type: ignore[union-attr]
    flow.press("OK")
    flow.top.take_line(code)
    flow.press("OK")
    assert flow.view().done[0].code == tuple(map(int, code))


@pytest.mark.parametrize("row", ["0012", "9990"])
def test_digit_that_comes_twice_is_taken_out(row: str) -> None:
    flow = begun()
    flow.press("OK")
    for digit in row:
        flow.top.type(digit)
    flow.press("OK")
    assert any("Nothing twice!" in line for line in flow.lines)
    assert flow.view().now is not None
    assert flow.view().now.rows == ()  # type: ignore[union-attr]
