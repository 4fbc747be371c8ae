"""What is bought is what the circuit is reckoned with, from more than one maker, and its figures have a source."""

from __future__ import annotations

import re

import pytest
from circuit import netlist, parts
from circuit.parts import Kind
from circuit.places import NETLISTS

KINDS = parts.load()
# What only one maker makes so, or what goes by its own name.
ONE_MAKER = {"pi", "eye", "panel", "lamp", "nano", "hole", "test"}


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


def test_the_button_is_protected_from_a_charged_hand() -> None:
    # IEC 61000-4-2: 15 kV on 150 pF. What its capacitor is left with, and what then goes into the pin at 5.5 V.
    volts = 15e3 * 150e-12 / 100e-9
    assert KINDS["shield"].value == "100n"
    assert volts < 50
    assert (volts - 5.5) / KINDS["guard"].ohms < 0.008
    # ATmega328P: a pull-up of at least 20 kohm, and 0.3 of the supply still counts as low.
    assert KINDS["guard"].ohms / (KINDS["guard"].ohms + 20e3) < 0.3


def test_only_the_phototransistor_that_was_reckoned_with_is_bought() -> None:
    assert KINDS["eye"].makers == ("Vishay TEPT5600",)


def test_a_ceramic_capacitor_is_at_the_supply_even_without_lamps() -> None:
    circuit = netlist.load(NETLISTS / "tray.net")
    supplied = {ref for ref, _ in circuit.nets["+5V"]} & {ref for ref, _ in circuit.nets["GND"]}
    ceramic = {ref for ref in supplied if circuit.parts[ref].kind == "bypass"}
    # Each register of the lamps has its own.
    assert len(ceramic) == 3
