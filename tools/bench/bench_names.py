"""How many presses a name takes that the box does not know."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from companion.box import Button
from companion.config.settings import DEFAULTS
from companion.ui.core.entry import NameEntry
from companion.ui.core.menu import TICK
from companion.ui.core.screen import Stay
from companion.ui.core.ui_context import UiContext

# The last ten are not among the names that the wheel knows.
NAMES = """
Emma Louise Alice Chloé Lina Léa Manon Rose Anna Inès Jules Léo Gabriel Raphaël Louis Lucas Hugo Arthur Adam
Paul Olivia Amelia Isla Ava Mia Lily Grace Sophie Emily Ella Noah Oliver George Harry Jack Henry Thomas
William James Oscar Freya Poppy Elsie Theo Jade Gaspard Aaron Mohamed Salomé Lucia
""".split()  # noqa: SIM905


def presses(name: str, buttons: frozenset[Button] = frozenset(Button)) -> int:
    """Return the presses that set *name*, the shorter way round the wheel, and end it.

    The player takes the rest of the name as soon as it is offered, if *buttons* has RIGHT.
    """
    context = UiContext(replace(DEFAULTS, language="en"), lambda: 0.0)
    entry, count = NameEntry(context, "", "", lambda name: Stay()), 0
    while entry.name != name or entry.choice != TICK:
        sign = name[len(entry.name)] if entry.name != name else TICK
        steps = entry.wheel.index(sign) - entry.wheel.index(entry.choice)
        way = Button.DOWN if 2 * (steps % len(entry.wheel)) <= len(entry.wheel) else Button.UP
        while entry.choice != sign:
            entry.press(way)
            count += 1
        if sign != TICK:
            is_offered = entry.offered and entry.name + sign + entry.offered == name
            entry.press(Button.RIGHT if is_offered and Button.RIGHT in buttons else Button.OK)
            count += 1
    return count + 1


def name_presses() -> float:
    """Return the mean number of presses over 50 common names."""
    return fmean(map(presses, NAMES))
