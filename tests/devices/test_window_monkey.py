"""A monkey with the mouse, at the whole program in its window with the twin of the tray."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.app.launch_options import SIZES
from companion.box import ColourMode
from companion.devices.window.plan import lay_out, plan
from companion.match.catalogue import peg_colours
from tests.devices.window_desktop import PATIENCE_S, SCREEN, Desktop, click_close
from tests.support.known import differences

CLICKS = 60
SIZE = SIZES[ColourMode.RGB]
PLAN = plan(SIZE, len(peg_colours()))


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with Desktop() as desktop:
        yield desktop


def clicks(random: Random, size: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield pixels of a window of this *size*: parts of the tray, keys, and any."""
    layout, tray = lay_out(PLAN, SIZE, size), PLAN.tray
    assert tray is not None
    parts = [*tray.pegs, *tray.holes * 4, tray.button, *PLAN.keys.values()]
    for _ in range(CLICKS):
        x, y = layout.placed(random.choice(parts)).middle
        inside = round(min(max(x, 0), size[0] - 1)), round(min(max(y, 0), size[1] - 1))
        yield inside if random.random() < 0.9 else (random.randrange(size[0]), random.randrange(size[1]))


def failures_of(desktop: Desktop, folder: Path, seed: int, size: tuple[int, int]) -> list[str]:
    """Click on the window of the program, close it, and return the last line of its traceback, if there is one."""
    command = [sys.executable, "-m", "companion", "--device", "window", "--tray", "twin", "--state", str(folder)]
    around = {**os.environ, "DISPLAY": desktop.display, "SDL_AUDIODRIVER": "dummy"}
    with subprocess.Popen(command, env=around, stderr=subprocess.PIPE, text=True) as program:
        window = desktop.hand("search", "--sync", "--pid", program.pid, "--name", "^Codemaker$")
        desktop.hand("windowsize", "--sync", window, *size, "windowmove", "--sync", window, 0, 0)
        # Where the program has ended, its window is gone, and the X server starts again without its last client.
        with suppress(subprocess.CalledProcessError):
            desktop.hand(*(word for x, y in clicks(Random(seed), size) for word in ("mousemove", x, y, "click", 1)))
            desktop.hand("getwindowname", window)
            click_close(desktop.display, int(window))
        _, said = program.communicate(timeout=PATIENCE_S)
    return [] if program.returncode == 0 and "Traceback" not in said else said.strip().splitlines()[-1:]


def test_no_click_ends_the_program(desktop: Desktop, tmp_path: Path) -> None:
    sizes = (0.7, 0.85, 1.0)
    found = {
        seed: failures_of(desktop, tmp_path, seed, (round(SCREEN[0] * share), round(SCREEN[1] * share)))
        for seed, share in enumerate(sizes)
    }
    assert list(differences("mouse", found)) == []
