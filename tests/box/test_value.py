from __future__ import annotations

from typing import Any

import pytest

from companion.box import Button, Press, Release
from companion.box.value import Value


def test_values_are_equal_by_class_and_fields() -> None:
    assert Press(Button.OK, 1.0) == Press(button=Button.OK, at=1.0)
    assert Press(Button.OK, 1.0) != Press(Button.OK, 2.0)
    assert Press(Button.OK, 1.0) != Release(Button.OK, 1.0)
    assert len({Press(Button.OK, 1.0), Press(Button.OK, 1.0), Release(Button.OK, 1.0)}) == 2


def test_value_is_matched_by_place_and_name() -> None:
    match Press(Button.OK, 1.0):
        case Press(button, at=at):
            assert (button, at) == (Button.OK, 1.0)


@pytest.mark.parametrize("change", [lambda value: setattr(value, "at", 2.0), lambda value: delattr(value, "at")])
def test_value_stays_as_it_is(change: object) -> None:
    assert callable(change)
    value = Press(Button.OK, 1.0)
    with pytest.raises(AttributeError, match="expected no change of a value"):
        change(value)
    assert value.at == 1.0


@pytest.mark.parametrize(
    ("values", "named"), [((Button.OK,), {}), ((Button.OK, 1.0, 2), {}), ((Button.OK, 1.0), {"at": 1.0})]
)
def test_wrong_fields_are_refused(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="expected button, at, got"):
        Press(*values, **named)


def test_value_has_no_room_for_other_fields() -> None:
    assert not hasattr(Press(Button.OK, 1.0), "__dict__")
    assert issubclass(Press, Value)
