"""What each lead of a circuit must hang on: polarity and role, held against the netlist alone.

The rules know neither the names of signals nor the program that drafted the circuit: a lead is found by its number on
the part, by the maker's drawing (``leads`` in ``parts.toml``), and is judged by what else hangs on its net.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from circuit.netlist import Netlist, Part
from circuit.parts import Kinds
from circuit.pins import NANO, PinMap

# For each lead the nets, or the leads of other parts, that it must hang on; any of those in a row will do.
RULES: Mapping[str, tuple[str, ...]] = {
    "nano.5V": ("+5V",),
    "nano.GND": ("GND",),
    "rgb.anode": ("+5V",),
    "rgb.red": ("red.end",),
    "rgb.green": ("green.end",),
    "rgb.blue": ("blue.end",),
    "red.common": ("switch.collector",),
    "green.common": ("switch.collector",),
    "blue.common": ("switch.collector",),
    "switch.emitter": ("GND",),
    "switch.base": ("base.end",),
    "base.end": ("nano.output | switch.base",),
    "eye.collector": ("+5V",),
    "eye.emitter": ("load.end", "nano.analog"),
    "load.common": ("GND",),
    "load.end": ("eye.emitter",),
    "button.ground": ("GND",),
    # The Nano's pin, or the Pi's, has a resistor to its supply that the program switches on.
    "button.signal": ("nano.pull-up | pi.gpio",),
    "plug.ground": ("GND",),
    "plug.signal": ("button.signal",),
    "reservoir.plus": ("+5V",),
    "reservoir.minus": ("GND",),
    "bypass.supply": ("+5V",),
    "bypass.ground": ("GND",),
    "register.supply": ("+5V",),
    "register.ground": ("GND",),
    # Both are active when they are low.
    "register.clear": ("+5V",),
    "register.enable": ("GND",),
    "register.data": ("nano.output | register.carry",),
    "register.clock": ("nano.output",),
    "register.latch": ("nano.output",),
    "register.carry": ("nano.pull-up | register.data",),
    "lamp.cathode": ("GND",),
    "lamp.first": ("dropper.end",),
    "lamp.second": ("dropper.end",),
    "dropper.end": ("register.output | lamp.first | lamp.second",),
    "panel.supply": ("+3V3",),
    "panel.ground": ("GND",),
    "panel.clock": ("pi.gpio",),
    "panel.data": ("pi.gpio",),
    "beeper.plus": ("beeper-resistor.end",),
    "beeper.minus": ("GND",),
    "beeper-resistor.end": ("pi.gpio | beeper.plus",),
    "pi.3V3": ("+3V3",),
    "pi.GND": ("GND",),
}


def faults(circuit: Netlist, kinds: Kinds, table: PinMap) -> Iterator[str]:
    """Everything in *circuit* that does not do what it is there for, a sentence each."""
    roles = {
        (part.ref, number): f"{part.kind}.{lead}"
        for part in circuit.parts.values()
        for lead, number in _leads(part, kinds, table)
    }
    nets = {node: name for name, nodes in circuit.nets.items() for node in nodes}
    for node, role in roles.items():
        net = nets.get(node)
        there = {roles[other] for other in circuit.nets.get(net or "", ()) if other != node and other in roles}
        for wanted in RULES.get(role, ()):
            if not {net, *there} & set(wanted.split(" | ")):
                yield f"{node[0]}: expected its {role.split('.')[1]} on {wanted}, got it on {net}"
    for part in circuit.parts.values():
        if part.value != (wanted := kinds[part.kind].value):
            yield f"{part.ref}: expected {wanted} to be printed, got {part.value}"


def _leads(part: Part, kinds: Kinds, table: PinMap) -> Iterator[tuple[str, str]]:
    """Each lead's role and number; the two controllers' by what the table of pins says that they do."""
    if part.kind == "nano":
        does = {pin.pin: pin.does for pin in table.tray.pins.values()}
        yield from ((does.get(name, name), str(number)) for number, name in enumerate(NANO, start=1))
    elif part.kind == "pi":
        for number, name in enumerate(table.header, start=1):
            yield ("gpio" if name.startswith("GPIO") else name), str(number)
    else:
        yield from ((lead, number) for lead, numbers in kinds[part.kind].leads.items() for number in numbers)
