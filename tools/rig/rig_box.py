"""A box as somebody meets it who stands before it, and may also log in: what the rig's tests are written against."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PIL import Image

from companion.box import Button


class NothingShown(AssertionError):
    """The panel did not come to show what was waited for."""


class RigBox(Protocol):
    """Buttons, a panel, a plug, and a shell of root's."""

    # What the doctor finds nothing to look at of.
    grey: frozenset[str]

    def press(self, button: Button) -> None:
        """Push a button down."""
        ...

    def release(self, button: Button) -> None:
        """Let a button go."""
        ...

    def frame(self) -> Image.Image:
        """Return what the panel shows, mode ``1``; black when it is off."""
        ...

    def wait_frame(self, is_it: Callable[[Image.Image], bool], within_s: float) -> Image.Image:
        """Sleep until the panel shows a picture that *is_it* takes, and return it; raises ``NothingShown``."""
        ...

    def times_lit(self) -> int:
        """Return how often the panel has begun to show anything since the last start."""
        ...

    def run(self, command: str, within_s: float = 120) -> str:
        """Run *command* in root's shell and return what it prints; raises ``AssertionError`` when it fails."""
        ...

    def cut_power(self) -> None:
        """Pull the plug: nothing is finished, nothing is said."""
        ...

    def switch_on(self) -> None:
        """Put the plug back; returns when root's shell answers."""
        ...

    def kill(self) -> None:
        """Pull the plug, from any thread; ``cut_power`` has to follow."""
        ...

    def leave(self) -> None:
        """Have done with it."""
        ...
