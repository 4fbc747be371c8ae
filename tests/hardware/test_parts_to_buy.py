"""What is bought is what the circuit is reckoned with, from more than one maker, and its figures have a source."""

from __future__ import annotations

import re

import pytest
from circuit import parts
from circuit.parts import Kind

KINDS = parts.load()
# What only one maker makes so, or what goes by its own name.
ONE_MAKER = {"pi", "eye", "panel", "lamp", "nano", "hole"}


def _ohms(value: str) -> float:
    """As it is written on a drawing: 3.3k is 3300."""
    number, thousand = re.fullmatch(r"([\d.]+)(k?)", value).groups()  # type: ignore[union-attr]
    return float(number) * (1000 if thousand else 1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.ohms], ids=lambda kind: kind.key)
def test_the_resistor_on_the_bill_is_the_one_that_is_simulated(kind: Kind) -> None:
    assert _ohms(kind.value) == kind.ohms
    said = [re.search(r"([\d.]+) (k?)ohm", maker) for maker in kind.makers]
    assert {_ohms(f"{found[1]}{found[2]}") for found in said if found} <= {kind.ohms}


@pytest.mark.parametrize("key", ["load", "red", "green", "blue", "dropper"])
def test_a_networks_number_is_that_of_its_ohms(key: str) -> None:
    # Two digits and how many noughts follow, as both makers write it.
    codes = [re.search(r"(\d\d)(\d)LF$", maker) for maker in KINDS[key].makers]
    assert [int(found[1]) * 10 ** int(found[2]) for found in codes if found] == [KINDS[key].ohms] * 2


def test_a_part_can_be_had_from_several_makers() -> None:
    named = {key: [maker for maker in kind.makers if re.search(r"\d", maker)] for key, kind in KINDS.items()}
    few = {key for key, makers in named.items() if len({maker.split()[0] for maker in makers}) < 2}
    assert few <= ONE_MAKER


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.figures], ids=lambda kind: kind.key)
def test_figures_say_where_they_are_from_and_what_they_were_held_against(kind: Kind) -> None:
    assert {"source", "checked"} <= kind.figures.keys()
