"""The headless box: a script presses the keys, time is simulated, frames go to a folder.

The language of scripts, ``OK DOWN*3 2.5s HOLD:UP:1.5s # a comment``, is described in ``docs/commands.md``.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL.Image import Image

from companion.box import Box, Button, Event, Format
from companion.box.waker import Waker
from companion.config.untrusted import brief
from companion.devices.headless import FrameSink, SilentSpeaker
from companion.devices.simulated_inputs import PRESS_S, SimulatedInputs
from companion.errors import DeviceMissing, TextUnreadable

_SECONDS = r"([0-9]{1,5}(?:\.[0-9]{1,6})?)s"
_WAIT = re.compile(_SECONDS)
_HOLD = re.compile(rf"HOLD:([A-Z]+):{_SECONDS}")
_FRAME = re.compile(r"[0-9]{4,9}")
_KEY = re.compile(r"([A-Z]+)(?:\*([1-9][0-9]{0,3}))?")


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One token: a button pressed *times* times for *for_s* seconds each, or, if it is None, a wait of *for_s*."""

    button: Button | None
    for_s: float = PRESS_S
    times: int = 1


def read_step(token: str, where: str) -> ScriptStep:
    """Read one token; raises ``TextUnreadable`` with the token and *where* it is if it cannot be read."""
    if wait := _WAIT.fullmatch(token):
        return ScriptStep(None, float(wait[1]))
    hold, key = _HOLD.fullmatch(token), _KEY.fullmatch(token)
    name = hold[1] if hold else key[1] if key else ""
    if name not in Button.__members__:
        keys = " ".join(Button.__members__)
        expected = f"a key out of {keys}, KEY*3, 2.5s or HOLD:KEY:1.5s"
        raise TextUnreadable(f"expected {expected}, got {brief(token)}, {where}")
    if hold:
        return ScriptStep(Button[name], float(hold[2]))
    return ScriptStep(Button[name], times=int(key[2] or 1) if key else 1)


NOTHING_YET = ScriptStep(None, 0.0)


def read_steps(script: Iterator[str | None]) -> Iterator[ScriptStep]:
    """Yield the steps of a script, reading each line only when needed.

    ``#`` begins a comment. A line that is None yields ``NOTHING_YET``. Raises ``TextUnreadable`` for an unknown token.
    """
    number = 0
    for line in script:
        if line is None:
            yield NOTHING_YET
            continue
        number += 1
        for place, token in enumerate(line.partition("#")[0].split(), 1):
            yield read_step(token, f"key {place} of line {number}")


LONGEST = 65536
"""The bytes after which a line is cut: an endless one would fill the memory."""


class LineReader:
    """Iterator over the lines of a file descriptor; yields None where ``wake`` has ended the wait for a line."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waker = Waker()
        self._rest = b""

    def wake(self) -> None:
        """End the wait for a line; may be called from any thread or signal handler."""
        self._waker.wake()

    def __iter__(self) -> Iterator[str | None]:
        return self

    def __next__(self) -> str | None:
        try:
            return self.read(None)
        except EOFError:
            raise StopIteration from None

    def read(self, timeout: float | None) -> str | None:
        """Return the next line, or None if *timeout* seconds have passed or ``wake`` was called before it has come.

        Raises ``EOFError`` after the last line, which needs no newline.
        """
        while b"\n" not in self._rest and len(self._rest) < LONGEST:
            if self._waker.sleep((self._descriptor,), timeout).keys() != {self._descriptor}:
                return None
            try:
                read = os.read(self._descriptor, LONGEST)
            except OSError:
                # The terminal has hung up.
                read = b""
            if not read:
                return self._last()
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode(errors="replace")

    def _last(self) -> str:
        if not self._rest:
            raise EOFError("expected a line, got the end of the input")
        line, self._rest = self._rest, b""
        return line.decode(errors="replace")


class ScriptInputs(SimulatedInputs):
    """Buttons pressed by a script; ``wait`` blocks only while it reads the script's next line."""

    def __init__(self, script: Iterator[str | None]) -> None:
        super().__init__(linger_s=0.0)
        self._steps = read_steps(script)
        self._lines = script

    def _read_ahead(self, until: float | None) -> None:
        while not self._posted and not self._is_told(until):
            step = next(self._steps, None)
            if step is None:
                return
            self._carry_out(step)

    def _carry_out(self, step: ScriptStep) -> None:
        if step.button is None:
            self.pass_time(step.for_s)
            return
        for _ in range(step.times):
            self.press(step.button, for_s=step.for_s)

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*."""
        super().post(event)
        if isinstance(self._lines, LineReader):
            self._lines.wake()


class FrameFolder(FrameSink):
    """A display that writes every new frame to a file, ``0001.png`` and so on.

    Each file appears under its name only when it is complete. Raises ``DeviceMissing`` where the folder cannot be
    created or read.
    """

    def __init__(self, folder: Path, display: Format) -> None:
        super().__init__(display)
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            numbers = [int(path.stem) for path in folder.glob("*.png") if _FRAME.fullmatch(path.stem)]
        except OSError as failure:
            raise DeviceMissing(f"expected a folder for frames that can be written to, got {failure}") from failure
        self._number = max(numbers, default=0)

    def _keep(self, image: Image) -> None:
        """Write *image*; raises ``DeviceMissing`` if the folder cannot be written to."""
        self._number += 1
        name = self._folder / f"{self._number:04}.png"
        try:
            image.save(name.with_suffix(".part"), "PNG")
            name.with_suffix(".part").replace(name)
        except OSError as failure:
            raise DeviceMissing(f"expected to write the frame {name}, got {failure}") from failure


def open_headless(keys: str, frames: Path | None, display: Format) -> Box:
    """Open a box that is played by the script *keys* and writes its frames to the folder *frames*, if one is given.

    ``-`` as *keys* reads the script from standard input. Raises ``TextUnreadable`` for a script that cannot be read
    and ``DeviceMissing`` for a folder that cannot be used.
    """
    if keys != "-":
        # The whole script is checked first, so that an error in it stops the program before anything is played.
        list(read_steps(iter([keys])))
    script: Iterator[str | None] = LineReader(sys.stdin.fileno()) if keys == "-" else iter([keys])
    shown = FrameSink(display) if frames is None else FrameFolder(frames, display)
    return Box(shown, ScriptInputs(script), SilentSpeaker())
