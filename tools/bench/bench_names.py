"""How many presses a name takes that the box does not know, and whether every way in knows a player again."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import fmean
from time import time
from typing import Any

from companion.box import Button
from companion.cli.dice import wished_cast
from companion.config.names import may_have
from companion.config.settings import DEFAULTS, parse, with_names
from companion.errors import CompanionError
from companion.features import NAMES as FEATURES
from companion.ui.core.context import AppContext
from companion.ui.core.entry import NameEntry
from companion.ui.core.font import CHARACTERS
from companion.ui.core.menu import TICK
from companion.ui.core.screen import Stay, UiContext
from companion.ui.home.setup import Setup, players_menu
from tests.support.flow import CATALOGUE
from tests.support.paper import PaperArchive, environment

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
            is_offered = entry.rest and entry.name + sign + entry.rest == name
            entry.press(Button.RIGHT if is_offered and Button.RIGHT in buttons else Button.OK)
            count += 1
    return count + 1


def name_presses() -> float:
    """Return the mean number of presses over 50 common names."""
    return fmean(map(presses, NAMES))


PAIRS = 5000
Door = Callable[[str, str], Sequence[str]]
"""Lets two names in, of which the first is a good one, and returns those of the players that there are then."""


def _in_a_file(first: str, second: str) -> Sequence[str]:
    # A JSON string is a TOML string except for DEL.
    names = json.dumps([first, second], ensure_ascii=False).replace("\x7f", "\\u007f")
    read, told = parse(f"names = {names}", "a file")
    return (first,) if told else read.names


def _in_a_backup(first: str, second: str) -> Sequence[str]:
    return with_names(replace(DEFAULTS, names=(first,)), [second]).names


def _on_the_command_line(first: str, second: str) -> Sequence[str]:
    try:
        return wished_cast(["start", first, second]).names  # type: ignore[union-attr]
    except CompanionError:
        return (first,)


def _on_the_box(first: str, second: str) -> Sequence[str]:
    """Seat *second*, typed on a keyboard, beside *first*, and return those at the table or remembered."""
    context = AppContext(
        replace(DEFAULTS, names=(first,)), time, CATALOGUE, environment(PaperArchive()), lambda kept: None
    )
    setup = Setup(context, CATALOGUE["mastermind"], [first])
    entry: Any = players_menu(setup).items[-3].act().screen.letters()  # type: ignore[union-attr]
    if isinstance(entry.type(second), Stay):
        entry.press(Button.OK)
    context.remember(tuple(setup.players))
    return max(setup.players, context.chosen.names, key=len)


DOORS: list[Door] = [_in_a_file, _in_a_backup, _on_the_command_line, _on_the_box]
WAYS = (str.upper, str.lower, lambda name: unicodedata.normalize("NFD", name.swapcase()).replace("'", "\u2019"))
BAD = "".join(
    map(chr, [*range(0x20), *range(0x7F, 0xA0), 0xAD, *range(0x370, 0x500), *range(0x200B, 0x2010), 0x1F600])
)
"""Control and format characters, other scripts, and a picture."""


def names_twice(most: int = PAIRS) -> float:
    """Return how often two players came of a name written in two ways, or one of whose name the fonts draw not all.

    Raises ``ValueError`` if fewer pairs than ``PAIRS`` were tried at each door.
    """
    benches = [import_module(f"tests.{name}.benches") for name in FEATURES if find_spec(f"tests.{name}")]
    # Through some features no name comes in.
    doors = [*DOORS, *(each.door for each in benches if hasattr(each, "door"))]
    random, wrong = Random(7), 0
    letters = [letter for letter in CHARACTERS if letter.isalpha() and may_have(letter)]
    for number in range(most):
        made = "".join(random.choices(letters, k=5))
        name = random.choice((random.choice(NAMES), f"{made[:2]}'{made[2:]}"))[:9]
        place = random.randrange(len(name) + 1)
        bad = name[:place] + random.choice(BAD) + name[place:]
        for found in (door(name, bad if number % 2 else random.choice(WAYS)(name)) for door in doors):
            wrong += len(found) != 1 or not set("".join(found)) <= set(CHARACTERS) - {"\u00ad"}
    if most < PAIRS:
        raise ValueError(f"expected {PAIRS} pairs of names at each door, got {most}")
    return float(wrong)
