"""Walks with fixed numbers in every run, and with numbers of their own in slow ones, find no new fault."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

import pytest

from companion.box import Button, PageLine
from companion.i18n.translator import Translator, languages
from tests.flows.walks import TO_AND_FRO, KeyNames, Walker, to_and_fro
from tests.support.known import differences, listed
from tests.ui.gallery import DRAWN

WALKS = range(42)
"""All displays, ways to begin and kinds of names."""


def walked(language: str, numbers: Collection[int]) -> list[str]:
    walker = Walker(language)
    for number in numbers:
        walker.walk(number)
    walker.end()
    return list(differences(f"walk-{language}", {number: walker.faults[number] for number in numbers}))


@pytest.mark.parametrize("language", DRAWN)
def test_walks_find_no_new_fault(language: str) -> None:
    assert walked(language, {*WALKS, *listed(f"walk-{language}")}) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_walks_from_anywhere_find_no_new_fault(language: str) -> None:
    first = Random().randrange(1_000_000)
    print(f"walks from {first} on")
    assert walked(language, range(first, first + 400)) == []


@pytest.mark.parametrize(
    ("kind", "line", "keys"),
    [
        ("hint", "▲▼ colour | OK: go on", "UP DOWN OK"),
        ("hint", "◀▶ ▲▼ | OK ▶", "LEFT RIGHT UP DOWN OK"),
        ("paragraph", "LEFT draws a dark panel, ▶ a light one.", "LEFT RIGHT"),
        ("paragraph", "Right is up.", ""),
    ],
)
def test_keys_that_a_line_names(kind: str, line: str, keys: str) -> None:
    assert KeyNames(Translator("en")).named_in(PageLine.of(line, kind)) == {Button[key] for key in keys.split()}


def test_pages_that_come_in_turn_are_found_unless_they_offer_a_choice() -> None:
    one, other = (False, 0, "One", "text"), (False, 0, "Other", "text")
    assert to_and_fro([one, other] * (TO_AND_FRO // 2)) == "One and Other"
    assert to_and_fro([one, other] * (TO_AND_FRO // 2 - 1) + [one]) is None
    assert to_and_fro([(True, *one[1:]), other] * TO_AND_FRO) is None
    assert to_and_fro([(False, move, *one[2:]) for move in range(TO_AND_FRO)]) is None
