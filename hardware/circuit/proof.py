"""Shows that the electrical rules see what they are there for: each circuit here is broken, and must be refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from circuit import tray
from circuit.draft import Draft, RulesBroken
from circuit.parts import Kinds
from circuit.pins import PinMap

Break = Callable[[Kinds, PinMap], Draft]


def missed(kinds: Kinds, table: PinMap) -> Iterator[str]:
    """Names the broken circuits that no rule has refused."""
    for make in BROKEN:
        try:
            make(kinds, table).netlist()
        except RulesBroken:
            continue
        yield f"expected the rules to refuse it, they did not: {make.__doc__}"


class _WithoutNet(Draft):
    """Forgets one net."""

    def join(self, name: str, *pins: str, power: bool = False) -> None:
        """As the real one, but for that net."""
        if name != "SEEN2":
            super().join(name, *pins, power=power)


def _forgotten_wire(kinds: Kinds, table: PinMap) -> Draft:
    """A phototransistor is left without its wire."""
    return tray.draw(kinds, table.tray, _WithoutNet)


def _outputs_together(kinds: Kinds, table: PinMap) -> Draft:
    """Two outputs of a shift register are joined."""
    draft = tray.draw(kinds, table.tray)
    draft.join("SHORT", "U1.QA", "U1.QB")
    return draft


def _pin_used_twice(kinds: Kinds, table: PinMap) -> Draft:
    """Red and green are switched by one pin."""
    pins = dict(table.tray.pins)
    pins["red"] = replace(pins["red"], pin=pins["green"].pin, port=pins["green"].port)
    return tray.draw(kinds, replace(table.tray, pins=pins))


BROKEN: tuple[Break, ...] = (_forgotten_wire, _outputs_together, _pin_used_twice)
