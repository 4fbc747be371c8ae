"""What takes all memory away while the match is played, and gives it back."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from random import Random

from companion.box import Event, Press, Release
from tests.faults.scripted import ALL_KEYS, BETWEEN_GAMES, Stage, codes

HOG_SIZES = [1 << power for power in range(20, 5, -1)]
# The number of the player's events that find no memory left.
SHORTAGES = 1 / 25

Bring = Callable[[Stage], AbstractContextManager[None]]


class Hog:
    """Takes all the memory that this process may have, and gives it back."""

    def __init__(self) -> None:
        self._before = resource.getrlimit(resource.RLIMIT_AS)
        self._taken: list[bytearray] = []

    def take(self) -> None:
        """Take it, down to the last small piece."""
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize(), self._before[1]))
        for size in HOG_SIZES:
            with suppress(MemoryError):
                while True:
                    self._taken.append(bytearray(size))

    def give_back(self) -> None:
        """Give it back."""
        self._taken.clear()
        resource.setrlimit(resource.RLIMIT_AS, self._before)


def no_memory(*keys: int) -> Bring:
    """Return what leaves no memory while one of *keys* is worked on."""

    @contextmanager
    def bring(stage: Stage) -> Iterator[None]:
        hog, hungry = Hog(), [*keys]

        def working(event: Event | None) -> None:
            if isinstance(event, Press) and hungry and stage.at - 1 == hungry[0]:
                hungry.pop(0)
                hog.take()

        stage.working, stage.resting = working, hog.give_back
        yield

    return bring


def no_memory_again_and_again(seed: int) -> Bring:
    """Return what leaves no memory while a press or a release is worked on, drawn at random over the whole match."""

    @contextmanager
    def bring(stage: Stage) -> Iterator[None]:
        hog, random = Hog(), Random(seed)

        def working(event: Event | None) -> None:
            # Where the code of the second game is drawn the keys do not say how the match is gone on with.
            is_plain = stage.at not in BETWEEN_GAMES and stage.at < len(ALL_KEYS)
            if isinstance(event, Press | Release) and is_plain and random.random() < SHORTAGES:
                hog.take()

        def draw(outcomes: int) -> int:
            # What was drawn and could not be written is drawn again.
            return codes(stage.codes_kept())(outcomes)

        stage.working, stage.resting, stage.draw = working, hog.give_back, draw
        yield

    return bring
