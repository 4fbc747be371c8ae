"""Assembly of a box in a window from its parts."""

from __future__ import annotations

from collections.abc import Mapping

from companion.box import Box, Button, Format, Speaker
from companion.devices.silent import SilentSpeaker
from companion.devices.window.inputs import WindowInputs
from companion.devices.window.pane import Window
from companion.devices.window.speaker import WindowSpeaker
from companion.errors import DeviceMissing
from companion.tray.controls import PlayedTray


def wire_box(display: Format, labels: Mapping[Button, str], tray: PlayedTray | None = None) -> Box:
    """Open the window and the sound device; raises ``DeviceMissing`` if no window can be opened."""
    pane = Window(display, labels, tray)
    speaker, missing = _open_speaker()
    return Box(pane, WindowInputs(pane), speaker, missing)


def _open_speaker() -> tuple[Speaker, tuple[DeviceMissing, ...]]:
    try:
        return WindowSpeaker(), ()
    except DeviceMissing as failure:
        return SilentSpeaker(), (failure,)
