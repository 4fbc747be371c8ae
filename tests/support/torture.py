"""What a box and a tray are put through: presses without an end, and either side reset at any moment."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from companion.box.tray import RowCommitted, TrayEvent
from companion.link.client import Client
from tests.link.reckoning import Account, reckon


class Rig(Protocol):
    """A box and a tray on a line, in a time of their own: ``World`` or ``ChipWorld``."""

    draw: random.Random
    news: list[TrayEvent]
    client: Client

    def run(self, seconds: float) -> None: ...

    def idle_out(self) -> None: ...

    def press(self, mark: int, for_s: float = 0.06, meanwhile: Callable[[], None] | None = None) -> None: ...

    def reset(self) -> None: ...

    def restart_box(self) -> None: ...

    def reopen(self) -> None: ...

    def replug(self) -> None: ...

    def told(self, *kinds: type[TrayEvent]) -> Sequence[TrayEvent]: ...

    def marks(self) -> list[int]: ...

    @staticmethod
    def mark_of(row: RowCommitted) -> int: ...


def torture(rig: Rig, presses: int, resets: float = 0.0) -> Account:
    """Press *presses* times, in that share of them with something reset, and return what became of them."""
    starts: list[int] = []

    def upset() -> None:
        _upset(rig, starts)

    rig.run(3)
    for mark in range(presses):
        is_upset = rig.draw.random() < resets
        is_meanwhile = rig.draw.random() < 0.5
        if is_upset and not is_meanwhile:
            upset()
        rig.press(mark, rig.draw.uniform(0.001, 0.08), upset if is_upset and is_meanwhile else None)
        if is_upset:
            # After a boot a press waits for a steady reading, and the pegs must be still for it.
            rig.run(0.5)
        rig.run(rig.draw.choice((0.0, 0.02, 0.2, 1.0)))
    rig.idle_out()
    return reckon(range(presses), rig.news, rig.mark_of, starts)


def _upset(rig: Rig, starts: list[int]) -> None:
    """Reset one side or the other, in any state."""
    rig.run(rig.draw.uniform(0, 0.1))
    what = rig.draw.randrange(5)
    if what == 0:
        starts.append(len(rig.news))
        rig.restart_box()
    elif what == 1:
        rig.replug()
    elif what == 2:
        rig.reopen()
    else:
        rig.reset()
    rig.run(rig.draw.choice((0.0, 0.01, 0.05, 0.5)))
