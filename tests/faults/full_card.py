"""Boxes that are started on a full card, which gets room during play, and whose power goes some time after that.

Once the first line after that has been shown, every line that was shown has to be on the card.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.errors import JournalFailed
from companion.storage.journal import open_for_reading
from tests.faults.sayings import sights
from tests.faults.scripted import ALL_KEYS, GOES_ON, Stage
from tests.support.match_lines import room_for

DIED = 9
# Of the files: nothing can be made, a database cannot be, it can and its log cannot.
SIZES = (0, 100, 5000)


@dataclass(frozen=True, slots=True)
class Life:
    """A box on a card that has room for files of *size* bytes until the key *room*, and whose power goes at *end*."""

    size: int
    room: int
    end: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How many lines had been shown, and how many of those were not on the card afterwards."""

    shown: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.shown + other.shown, self.lost + other.lost)


def lives(count: int, seed: int) -> Iterator[Life]:
    """Yield *count* lives whose instants are drawn at random."""
    random = Random(seed)
    last = max(GOES_ON.values())
    for _ in range(count):
        room = random.randrange(last)
        next_line = min(key for key in GOES_ON.values() if key > room)
        yield Life(random.choice(SIZES), room, random.randint(next_line, len(ALL_KEYS) - 1))


def lines_shown(key: int) -> int:
    """Return how many lines have been shown when *key* is next."""
    return max((lines for lines, shown in GOES_ON.items() if shown <= key), default=0)


def lost(life: Life) -> Tally:
    """Live *life* in a process of its own, and compare what was shown with what is kept."""
    with tempfile.TemporaryDirectory() as name:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, __file__, name, *map(str, (life.size, life.room, life.end))]
        # It logs that it cannot save.
        ran = subprocess.run(command, stderr=subprocess.DEVNULL, env=environment, check=False)
        if ran.returncode != DIED:
            raise RuntimeError(f"expected the box to die at key {life.end}, got status {ran.returncode}, in {life}")
        shown = lines_shown(life.end)
        return Tally(shown, shown - min(shown, _lines_kept(Path(name))))


def live(life: Life, folder: Path) -> None:
    """Play until the power goes; returns only where the match ends before that."""
    stage = Stage(folder, "en", sights("en"))
    with ExitStack() as full:
        full.enter_context(room_for(life.size))

        def before(key: int) -> None:
            if key == life.room:
                full.close()
            if key == life.end:
                os._exit(DIED)

        stage.before = before
        stage.live()


def _lines_kept(folder: Path) -> int:
    try:
        with closing(open_for_reading(folder / "journal.db")) as journal:
            newest = journal.newest()
    except JournalFailed:
        return 0
    return 0 if newest is None else newest.entries


def start_often(count: int, seed: int = 1) -> Tally:
    """Live *count* lives."""
    return sum(map(lost, lives(count, seed)), Tally())


if __name__ == "__main__":
    live(Life(*map(int, sys.argv[2:])), Path(sys.argv[1]))
