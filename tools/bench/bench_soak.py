"""Whether a box that is never switched off takes more and more memory."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion import ui
from companion.ui.core.screen import Screen
from tools.bench.measure import environment
from tools.bench.soak import name_of

SOAK = Path(__file__).with_name("soak.py")
UNIT = Path(__file__).parents[2] / "systemd/codemaker.service"
PRESSES = 70_000
# What is written is no question here, and a disk that is waited for so often is slow.
SHM = Path("/dev/shm")  # noqa: S108
PLACE = SHM if os.access(SHM, os.W_OK) else None
BY_LUCK = "few ways lead there, so a tour at random may not find one"
OUT_OF_REACH = {
    "core.notice.ErrorScreen": "nothing fails",
    "games.coda.own_panels.FallScreen": BY_LUCK,
    "games.coda.own_panels.PlaceLook": BY_LUCK,
    "games.pegs.coach.HintScreen": BY_LUCK,
    "games.pegs.corrections.BoxRowScreen": BY_LUCK,
    "games.pegs.guess.AskCodeScreen": BY_LUCK,
    "games.pegs.guess.ShowScreen": BY_LUCK,
    "games.pegs.wordless.RevealPicture": BY_LUCK,
    "games.shared.lesson.LessonEnd": BY_LUCK,
    "games.shared.match_screens.ShareScreen": BY_LUCK,
    "games.pegs.corrections.WrongScreen": BY_LUCK,
    "games.shared.match_screens.Celebration": "lies over the screen that is seen",
    "home.play.LineEntry": BY_LUCK,
    "home.stick.Copying": "there is no place for a stick",
    "home.welcome.WhichBoard": "the board is known",
    "tray.wizard.CalibrationScreen": "there is no tray",
}
"""The screens, below ``companion.ui``, that the soak may leave out, each with the reason."""


def heap_of_service() -> dict[str, str]:
    """Return what the unit tells the C library of its heap."""
    lines = UNIT.read_text("utf-8").splitlines()
    words = [word for line in lines if line.startswith("Environment=MALLOC_") for word in line[12:].split()]
    return dict(word.split("=", 1) for word in words)


@dataclass(frozen=True, slots=True)
class Tour:
    """What the soak prints after a tour."""

    presses: int
    rss_kib: int
    blocks: int
    new_screens: frozenset[str]


def read_tours(printed: str) -> list[Tour]:
    """Return the lines of what is *printed*; the first is of a box before any press."""
    lines = [line.split() for line in printed.splitlines()]
    return [Tour(int(line[0]), int(line[1]), int(line[2]), frozenset(line[3:])) for line in lines]


def screen_names() -> frozenset[str]:
    """Return the names of all screens of ``companion.ui``; a class that others extend is seen when one of those is."""
    for module in pkgutil.walk_packages(ui.__path__, f"{ui.__name__}."):
        importlib.import_module(module.name)
    waiting, leaves = [Screen], list[type[Screen]]()
    while waiting:
        below = _extended(waiting.pop())
        waiting += below
        leaves += [screen for screen in below if not _extended(screen)]
    return frozenset(map(name_of, leaves))


def _extended(screen: type[Screen]) -> list[type[Screen]]:
    # Features, and tests that ran in this process, may have screens of their own.
    return [found for found in screen.__subclasses__() if found.__module__.startswith(f"{ui.__name__}.")]


@cache
def tours() -> list[Tour]:
    """Run the soak and return its warm tours, of which the first is the last with a new screen.

    Raises ``RuntimeError`` if a screen that such a box has was not seen.
    """
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        command = [sys.executable, str(SOAK), folder, str(PRESSES)]
        ran = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env=environment() | heap_of_service()
        )
    found = read_tours(ran.stdout)
    if unseen := unseen_in(found):
        raise RuntimeError(f"expected every screen in the first tours, got none of {', '.join(sorted(unseen))}")
    return warm(found)


def unseen_in(found: Sequence[Tour]) -> frozenset[str]:
    """Return the screens that a box without additions has and that no tour showed."""
    out_of_reach = {f"{ui.__name__}.{name}" for name in OUT_OF_REACH}
    return screen_names() - out_of_reach - frozenset[str]().union(*(tour.new_screens for tour in found))


def warm(found: Sequence[Tour]) -> list[Tour]:
    """Return the tours from the last one with a new screen on."""
    last = max(place for place, tour in enumerate(found) if tour.new_screens)
    return [*found[last:]]


def growth(figures: Sequence[int]) -> int:
    """Return how much the highest of the later *figures* is above the first."""
    first, *later = figures
    return max(later) - first


def soak_rss_growth_kib() -> float:
    """Return how much more memory a warm box has in use after further tours."""
    return growth([tour.rss_kib for tour in tours()])


def soak_blocks_growth() -> float:
    """Return the same of the blocks that Python has allocated, in percent."""
    return 100 * growth([tour.blocks for tour in tours()]) / tours()[0].blocks
