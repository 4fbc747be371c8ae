"""What hostile backups open that are restored without a terminal, and on the box by OK alone."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from time import time
from typing import Any

import pytest

from companion.box import Button
from companion.cli.main import main
from companion.config.kept_files import KeptFile, KeptFiles
from companion.config.paths import find_paths
from companion.config.settings import DEFAULTS, Settings, load, text_of
from companion.config.stick import Stick
from companion.features.seam import installed
from companion.match.backup import NAME, finish, save
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Push, Replace, Screen, Stay
from companion.ui.home.stick import Copying, first_question, stick_menu
from tests.support.flow import CATALOGUE
from tests.support.installing import install
from tests.support.match_lines import CODE, GUESS, HEADING
from tests.support.paper import NOON, PaperArchive, environment

BACKUPS = 200
VOLUME = 11
"""What every backup brings beside its doors: where it does not arrive, nothing was restored."""
# Not what companion.config.settings calls harmless: a setting that is wrongly called so is an open door here.
ANSWERS: dict[str, tuple[Any, ...]] = {
    "tray_port": ("/dev/sda", "/dev/mem", "/dev/../etc/passwd"),
    "table_socket": ("watch", "play"),
    "phones": (True,),
    "demo": (True,),
    "features": (("paper",), ("voice", "club"), tuple(feature.key for feature in installed())),
    "board": ("bonnet", "ssd1351", "custom"),
    "custom": ({"up": 2, "down": 3}, {"gpio-reset": 1, "gpio-backlight": 0}),
}
NAMES = ("own.toml", "../own.toml", "/own.toml", "..", ".own.toml", "a/b.toml", "phones.json", "x\x1b.toml")
KINDS = ("edition", "calibration", "settings", "phones", "socket", "kept", "../editions")
JOURNAL = {"journal.db", "journal.db.lock", "journal.known-1", "journal.known-2", "journal.copy"}
RESTORED = {*JOURNAL, "settings.toml", "editions", "trays"}
STICK_LINES = "demo = on\nboard = ssd1351\n"


def hostile(random: Random) -> Settings:
    """Return settings with some doors open."""
    keys = random.sample(sorted(ANSWERS), random.randint(1, len(ANSWERS)))
    return replace(DEFAULTS, volume=VOLUME, **{key: random.choice(ANSWERS[key]) for key in keys})


def saved(random: Random, folder: Path, settings: Settings) -> Path:
    """Save a match, *settings* and hostile files as a box saves them."""
    files = [KeptFile("settings", "settings.toml", text_of(settings))]
    others = [(random.choice(KINDS), random.choice(NAMES)) for _ in range(random.randrange(9))]
    files += [KeptFile(kind, name, text_of(settings)) for kind, name in others]
    random.shuffle(files)
    paper = PaperArchive()
    paper.append(paper.begin(HEADING), (CODE, GUESS), "done")
    return finish(save(paper, ("Ada",), files, folder / NAME.format(1), NOON)).path


def opened(now: Settings, before: Settings, folder: Path) -> bool:
    """Whether a door is open that was closed, or a file is where none belongs."""
    strange = {path.name for path in folder.parent.iterdir()} - {"state", "stick"}
    strange |= {path.name for path in folder.iterdir()} - RESTORED
    strange |= {path.name for kind in ("editions", "trays") for path in (folder / kind).glob("**/*") if path.is_dir()}
    is_on = any(feature.is_on(now) and not feature.is_on(before) for feature in installed())
    return is_on or bool(strange) or any(getattr(now, key) != getattr(before, key) for key in ANSWERS)


def by_command(file: Path, state: Path, *options: str) -> Settings:
    """Restore *file* into *state* without a terminal; return the settings there."""
    with pytest.MonkeyPatch.context() as patch, StringIO() as told, redirect_stdout(told), redirect_stderr(told):
        patch.setattr(sys, "stdin", StringIO())
        main(["restore", str(file), *options, "--state", str(state)])
    return load(state / "settings.toml")[0]


def by_ok_alone(file: Path, state: Path, *, is_first: bool) -> Settings:
    """Load *file* from a stick by OK alone, at the first start or in the menu; return the settings of the box."""
    context = AppContext(DEFAULTS, time, CATALOGUE, environment(PaperArchive()), lambda kept: None)
    install(context, kept_files=KeptFiles(find_paths({}, state, state)))
    install(context, stick=Stick(file.parent, lambda folder: True))
    screen: Screen | None = first_question(context) if is_first else stick_menu(context)
    if screen is not None and not is_first:
        screen.press(Button.DOWN)
    while screen is not None:
        step = screen.tick(time()) if isinstance(screen, Copying) else screen.press(Button.OK)
        if not isinstance(step, Stay):
            screen = step.screen if isinstance(step, Push | Replace) else None
    return context.chosen


def ways(file: Path, folder: Path) -> Iterator[tuple[Settings, Path]]:
    """Yield the settings, and the folder, of boxes that restored *file*, each without an answer by a person."""
    for number, options in enumerate(((), ("--yes",))):
        state = folder / f"{number}/state"
        yield by_command(file, state, *options), state
    for is_first in (False, True):
        state = folder / f"ok-{is_first}/state"
        state.mkdir(parents=True)
        (file.parent / "codemaker.txt").write_text(STICK_LINES)
        yield by_ok_alone(file, state, is_first=is_first), state


def doors_opened(most: int = BACKUPS) -> float:
    """Return how many of 200 hostile backups opened something in any of four ways to restore them.

    Raises ``ValueError`` if one was not restored, or if fewer were tried.
    """
    random, wrong = Random(11), 0
    for _ in range(most):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "stick").mkdir()
            file = saved(random, folder / "stick", hostile(random))
            found = list(ways(file, folder))
            if any(now.volume != VOLUME or "Ada" not in now.names for now, _ in found):
                raise ValueError("expected each backup to be restored, got one that was not")
            wrong += any(opened(now, DEFAULTS, state) for now, state in found)
    if most < BACKUPS:
        raise ValueError(f"expected {BACKUPS} backups, got {most}")
    return float(wrong)


if __name__ == "__main__":
    print(doors_opened.__name__, doors_opened())
