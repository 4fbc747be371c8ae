"""The box in a window: its case, its glowing display, and buttons to click.

The geometry (``plan``) and the drawing (``paint``, ``glass``) do not need pygame; the modules that do are imported
when a window is opened.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.box import Box, Button, Format
from companion.config.installation import missing
from companion.errors import N_, DeviceMissing

if TYPE_CHECKING:
    from companion.tray.controls import PlayedTray

__all__ = ["open_window"]

# pygame and SDL read these when they are loaded. The first three stop pygame from printing a greeting on stdout, and
# SDL from loading a 3D driver (which takes more memory than the whole program) and from switching off the desktop's
# compositor.
ENVIRONMENT = {
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "SDL_FRAMEBUFFER_ACCELERATION": "0",
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": "0",
    "SDL_VIDEO_X11_WMCLASS": "codemaker",
}
DRIVERS = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}
NO_DISPLAY = N_("No display for a window: try the terminal.")


def open_window(display: Format, labels: Mapping[Button, str], tray: PlayedTray | None = None) -> Box:
    """Open a window with a *display* and *labels* on its buttons, and with a *tray* in front of the box if given.

    Raises ``DeviceMissing`` if no window can be opened. A missing sound device is reported in the box's ``missing``.
    """
    # By default SDL would fall back to other drivers: one takes over a bare console, another draws nothing visible.
    drivers = os.environ.get("SDL_VIDEODRIVER") or ",".join(DRIVERS[name] for name in DRIVERS if os.environ.get(name))
    if not drivers:
        raise DeviceMissing("expected a display for a window, got none, in DISPLAY or WAYLAND_DISPLAY", NO_DISPLAY)
    os.environ["SDL_VIDEODRIVER"] = drivers
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        # pygame takes 30 MiB and is not installed on a Pi with a panel.
        from companion.devices.window.inputs import wire_box
    except ModuleNotFoundError as failure:
        raise DeviceMissing(missing(failure)) from failure
    return wire_box(display, labels, tray)
