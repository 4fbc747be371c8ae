"""Plays the match under a fault, and says what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from PIL.Image import Image

from companion.errors import JournalFailed
from tests.faults.fault_table import FAULTS, Fault, at
from tests.faults.sayings import goodbye, sights
from tests.faults.scripted import ALL_KEYS, RESULT, Stage, result_kept, same

# How often a box that ends is switched on again.
LIVES = 5
NOTHING_WRONG = Fault("nothing", at({}))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a match: whether its last frame is the one with the right score, and was seen; what was read.

    *kept* is the result that the journal on the card has then. *farewells* counts the lives that ended with the words
    of goodbye on the panel.
    """

    is_right: bool
    is_seen: bool
    read: Sequence[str]
    kept: str | None
    lives: int
    farewells: int

    def is_survived(self, fault: Fault) -> bool:
        """Whether the match went on to the right score, was told about as it should be, and kept where it can be."""
        is_told = all(saying.name in self.read for saying in fault.says)
        is_kept = self.kept == RESULT or not fault.is_kept
        return self.is_right and is_told and is_kept and self.is_seen is not fault.is_dark


@cache
def last_frame(lang: str) -> Image:
    """Return the frame that the match ends with when nothing goes wrong."""
    with tempfile.TemporaryDirectory() as name:
        stage = Stage(Path(name), lang)
        stage.live()
        kept = result_kept(Path(name))
        if stage.last is None or kept != RESULT:
            raise RuntimeError(f"expected {RESULT}, got {kept}")
        return stage.last


def outcome(fault: Fault, lang: str) -> Outcome:
    """Play the match with *fault*; an exception that escapes the program escapes from here."""
    if fault.is_apart:
        return _apart(fault, lang)
    spoken = fault.speaks or lang
    right = last_frame(spoken)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Not only for the user who made it.
        folder.chmod(0o755)
        stage = Stage(folder, lang, sights(spoken))
        lives, farewells = 0, 0
        with fault.bring(stage):
            while stage.at < len(ALL_KEYS) and lives < LIVES:
                if lives:
                    stage.go_on()
                lives += 1
                stage.live()
                farewells += same(goodbye(spoken), stage.left_with)
        return Outcome(same(right, stage.last), stage.is_last_seen, stage.seen, _kept(folder), lives, farewells)


def _kept(folder: Path) -> str | None:
    try:
        return result_kept(folder)
    except JournalFailed:
        return None


def _apart(fault: Fault, lang: str) -> Outcome:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, __file__, fault.name, lang]
    # What it logs of its hardships is of no use to anybody.
    ran = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return Outcome(**json.loads(ran.stdout))


if __name__ == "__main__":
    asked = next(fault for fault in FAULTS if fault.name == sys.argv[1])
    here = Fault(asked.name, asked.bring, asked.says)
    print(json.dumps(asdict(outcome(here, sys.argv[2]))))
