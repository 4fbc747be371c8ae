"""The headless box: keys come from a script, time is simulated, frames go into a folder or onto paper.

The language of a script, ``OK DOWN*3 2.5s HOLD:UP:1.5s # a comment``, is described in ``docs/commands.md``.
"""

from __future__ import annotations

import os
import re
import select
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from PIL.Image import Image

from companion.box import Box, Button, Event, Format, Press, Quit, Release
from companion.config.untrusted import brief
from companion.devices.textframe import ASCII, HALF_BLOCKS, lines
from companion.errors import DeviceMissing, TextUnreadable
from companion.fakes.box import PRESS_S, FakeDisplay, FakeInputs, FakeSpeaker, is_new

_SECONDS = r"([0-9]{1,5}(?:\.[0-9]{1,6})?)s"
_WAIT = re.compile(_SECONDS)
_HOLD = re.compile(rf"HOLD:([A-Z]+):{_SECONDS}")
_FRAME = re.compile(r"[0-9]{4,9}")
_KEY = re.compile(r"([A-Z]+)(?:\*([1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class Step:
    """One token: a button pressed *times* times, each *for_s* seconds, or for None a wait of *for_s*."""

    button: Button | None
    for_s: float = PRESS_S
    times: int = 1


def read_step(token: str, where: str) -> Step:
    """Read one token; raises ``TextUnreadable`` that names it and *where* it stands."""
    if wait := _WAIT.fullmatch(token):
        return Step(None, float(wait[1]))
    hold, key = _HOLD.fullmatch(token), _KEY.fullmatch(token)
    name = hold[1] if hold else key[1] if key else ""
    if name not in Button.__members__:
        keys = " ".join(Button.__members__)
        expected = f"a key out of {keys}, KEY*3, 2.5s or HOLD:KEY:1.5s"
        raise TextUnreadable(f"expected {expected}, got {brief(token)}, {where}")
    if hold:
        return Step(Button[name], float(hold[2]))
    return Step(Button[name], times=int(key[2] or 1) if key else 1)


NOTHING_YET = Step(None, 0.0)


def read_steps(script: Iterator[str | None]) -> Iterator[Step]:
    """Read the lines of a script, each only when its turn comes; ``#`` begins a comment, None is ``NOTHING_YET``."""
    number = 0
    for line in script:
        if line is None:
            yield NOTHING_YET
            continue
        number += 1
        for place, token in enumerate(line.partition("#")[0].split(), 1):
            yield read_step(token, f"key {place} of line {number}")


class Pipe:
    """Lines of a file descriptor; None where ``ring`` has ended the wait for a line."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._rope, False)
        self._rest = b""

    def ring(self) -> None:
        """End the wait for a line; may be called from any thread or signal handler."""
        # A full pipe ends the wait as well.
        with suppress(BlockingIOError):
            os.write(self._rope, b"!")

    def __iter__(self) -> Iterator[str | None]:
        return self

    def __next__(self) -> str | None:
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._descriptor, self._bell], [], [])
            if self._bell in ready:
                os.read(self._bell, 65536)
                return None
            read = os.read(self._descriptor, 65536)
            if not read:
                return self._last()
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")

    def _last(self) -> str:
        """The last line need not end."""
        if not self._rest:
            raise StopIteration
        line, self._rest = self._rest, b""
        return line.decode(errors="replace")


class ScriptInputs:
    """Buttons pressed by a script; waiting takes no time, but for waiting for the script's next line."""

    has_roll = True
    has_release = True

    def __init__(self, script: Iterator[str | None]) -> None:
        self._steps = read_steps(script)
        self._script = script
        self._clock = 0.0
        self._told_until = 0.0
        self._events: deque[tuple[float, Event]] = deque()
        self._posted: deque[Event] = deque()

    def now(self) -> float:
        """Seconds of simulated time."""
        return self._clock

    def wait(self, until: float | None) -> Event | None:
        """Pass to the next event or to *until*; ``Quit`` when the script has run out."""
        while not self._posted:
            if self._events and (until is None or self._events[0][0] <= until):
                self._clock, event = self._events.popleft()
                return event
            if until is not None and until <= self._told_until:
                self._clock = max(self._clock, until)
                return None
            step = next(self._steps, None)
            if step is None:
                return self._posted.popleft() if self._posted else Quit()
            self._tell(step)
        return self._posted.popleft()

    def _tell(self, step: Step) -> None:
        if step.button is None:
            self._told_until += step.for_s
            return
        for _ in range(step.times):
            self._events.append((self._told_until, Press(step.button, self._told_until)))
            self._told_until += step.for_s
            self._events.append((self._told_until, Release(step.button, self._told_until)))
            self._told_until += PRESS_S

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*."""
        self._posted.append(event)
        if isinstance(self._script, Pipe):
            self._script.ring()

    def close(self) -> None:
        """Let go of the buttons."""


class FrameFolder:
    """A display whose every new frame becomes a file, ``0001.png`` and so on, whole as soon as it is there."""

    def __init__(self, folder: Path, display: Format) -> None:
        self.format = display
        self._folder = folder
        self._shown: Image | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(path.stem) for path in folder.glob("*.png") if _FRAME.fullmatch(path.stem)]
        except OSError as failure:
            raise DeviceMissing(f"expected a folder for frames that can be written to, got {failure}") from failure
        self._number = max(numbers, default=0)

    def show(self, image: Image) -> None:
        """Write *image* if it is new; raises ``DeviceMissing`` where the folder cannot be written to."""
        self.format.check(image)
        if not is_new(image, self._shown):
            return
        self._shown = image.copy()
        self._number += 1
        name = self._folder / f"{self._number:04}.png"
        try:
            image.save(name.with_suffix(".part"), "PNG")
            name.with_suffix(".part").replace(name)
        except OSError as failure:
            raise DeviceMissing(f"expected to write the frame {name}, got {failure}") from failure

    def light(self, percent: int) -> None:
        """Paper has no light."""

    def retry_at(self) -> float | None:
        """Return None: a folder is not unplugged."""
        return None

    def close(self) -> None:
        """Keep what is written."""


class Paper(FakeDisplay):
    """A display that prints every new frame as text."""

    def __init__(self, size: tuple[int, int], out: TextIO) -> None:
        super().__init__(size, keep=1)
        self._out = out
        self._halves = HALF_BLOCKS if _knows_blocks(out) else ASCII

    def show(self, image: Image) -> None:
        """Print *image* if it is new."""
        if is_new(image, self.shown):
            edge = "+" + "-" * image.width + "+"
            rows = [f"|{line}|" for line in lines(image, halves=self._halves)]
            print(edge, *rows, edge, sep="\n", file=self._out, flush=True)
        super().show(image)


def _knows_blocks(out: TextIO) -> bool:
    try:
        HALF_BLOCKS.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def open_headless(keys: str, frames: Path | None, display: Format) -> Box:
    """Open a box that is played by *keys* - ``-`` reads them from standard input - and keeps its *frames*.

    Raises ``TextUnreadable`` for keys that are none and ``DeviceMissing`` for a folder that cannot be used.
    """
    if keys != "-":
        # Read once before anything is played, so that a slip of the pen costs nothing.
        list(read_steps(iter([keys])))
    script: Iterator[str | None] = Pipe(sys.stdin.fileno()) if keys == "-" else iter([keys])
    glass = FakeDisplay(display.size, keep=1, mode=display.mode)
    shown = glass if frames is None else FrameFolder(frames, display)
    return Box(shown, ScriptInputs(script), FakeSpeaker())


def open_paper(size: tuple[int, int], out: TextIO) -> Box:
    """Open a box that prints its frames; its time is simulated and nobody presses its buttons."""
    return Box(Paper(size, out), FakeInputs(), FakeSpeaker())
