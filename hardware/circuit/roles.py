"""Rules of polarity and role: what each lead of a part must be connected to.

They are checked on the netlist alone. They use neither the names of signals nor the program that drafts the circuit:
``leads`` in ``parts.toml`` numbers a part's leads as the maker's drawing does, and a rule names the supply net, or the
leads of other parts, that must be on the same net.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from circuit.netlist import Netlist, Part
from circuit.parts import Kinds
from circuit.pins import NANO, PinMap

# For each lead, everything that it must be connected to. Of alternatives between bars, one is enough.
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
    "button.signal": ("guard.end | pi.gpio",),
    "guard.end": ("nano.pull-up | button.signal",),
    "shield.signal": ("button.signal", "guard.end"),
    "shield.ground": ("GND",),
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
    """Give each lead of *circuit* that breaks a rule, and each part with another value printed than reckoned with."""
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
    """Give each lead's role and number. The table of pins has the roles of the Nano's and the Pi's."""
    if part.kind == "nano":
        does = {pin.pin: pin.does for pin in table.tray.pins.values()}
        yield from ((does.get(name, name), str(number)) for number, name in enumerate(NANO, start=1))
    elif part.kind == "pi":
        for number, name in enumerate(table.header, start=1):
            yield ("gpio" if name.startswith("GPIO") else name), str(number)
    else:
        yield from ((lead, number) for lead, numbers in kinds[part.kind].leads.items() for number in numbers)
