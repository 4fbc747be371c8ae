"""A screen of its own, with a hand at its keys and mouse and an eye on it, for the window's tests."""

from __future__ import annotations

import ctypes
import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
from PIL import ImageGrab
from PIL.Image import Image, Resampling

from companion.box import Button
from companion.devices.window.plan import WindowLayout, lay_out, plan
from tests.devices.window_child import SIZE
from tests.support.tools import need

PATIENCE_S = 20.0
"""How long a test waits for what should come at once, before it says that it has not come."""
SCREEN = (1366, 768)
CHILD = Path(__file__).with_name("window_child.py")
ROOT = Path(__file__).parents[2]


def read_line(pipe: int) -> str:
    """Return the next line out of *pipe*; fails when none comes."""
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([pipe], [], [], PATIENCE_S)
        piece = os.read(pipe, 1) if ready else b""
        if not piece:
            pytest.fail(f"expected a line within {PATIENCE_S} s, got {line!r}")
        line += piece
    return line.decode().strip()


class Desktop:
    """An invisible X server, whose keys repeat quickly when held."""

    def __enter__(self) -> Self:
        need("Xvfb", "xdotool", "xwininfo", by="apt-get install xvfb xdotool x11-utils")
        ready, number = os.pipe()
        size = f"{SCREEN[0]}x{SCREEN[1]}x24"
        repeat = ["-ardelay", "30", "-arinterval", "10"]
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(number), "-screen", "0", size, "-nolisten", "tcp", *repeat],
            pass_fds=[number],
            stderr=subprocess.DEVNULL,
        )
        os.close(number)
        self.display = f":{read_line(ready)}"
        os.close(ready)
        # A keyboard with an é: xdotool would put it on a spare key for a moment, too short for a busy machine.
        subprocess.run(["setxkbmap", "-display", self.display, "ca"], timeout=PATIENCE_S, check=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE_S)

    def hand(self, *words: object) -> str:
        """Let the hand at keys and mouse do something, in xdotool's words."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        return done.stdout.strip()

    def root(self) -> int:
        """Return the number of the window behind all windows."""
        words = ["xwininfo", "-root", "-int", "-display", self.display]
        told = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=True).stdout
        return int(told.split("Window id:")[1].split()[0])

    def seen(self, area: tuple[int, int, int, int]) -> Image:
        """Return what the screen shows."""
        return ImageGrab.grab(area, xdisplay=self.display)


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent, padded to XEvent (Xlib's manual, 10.13 and 10.2)."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("padding", ctypes.c_long * 24),
    )


def click_close(display: str, window: int) -> None:
    """Ask a window to close, as the button in its corner does (ICCCM 4.2.8.1)."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    protocols, delete = (x.XInternAtom(server, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    client_message = 33
    event = _ClientMessage(type=client_message, window=window, message_type=protocols, format=32)
    event.data[0] = delete
    x.XSendEvent(server, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
    x.XCloseDisplay(server)


class Shown:
    """A window on a desktop, run by a child program that says what happens to it."""

    def __init__(
        self, desktop: Desktop, environment: Mapping[str, str] | None = None, arguments: Sequence[str] = ()
    ) -> None:
        self.desktop = desktop
        given = {**os.environ, "DISPLAY": desktop.display, "PYTHONPATH": str(ROOT), "SDL_AUDIODRIVER": "dummy"}
        self._child = subprocess.Popen(
            [sys.executable, "-W", "error", str(CHILD), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**given, **(environment or {})},
        )
        self.first_line = self.line()
        self.number = ""
        if self.first_line.startswith("open"):
            self.number = desktop.hand("search", "--sync", "--pid", self._child.pid, "--name", "^Codemaker$")
            desktop.hand("windowfocus", "--sync", self.number)

    @property
    def pid(self) -> int:
        return self._child.pid

    def line(self) -> str:
        """Return what the child says next."""
        assert self._child.stdout is not None
        return read_line(self._child.stdout.fileno())

    def order(self, line: str) -> str:
        """Tell the child to do something, and return what it says until it is done."""
        assert self._child.stdin is not None
        self._child.stdin.write(f"{line}\n".encode())
        self._child.stdin.flush()
        said = self.line()
        return said if said == f"done {line}" else f"{said}, {self.line()}"

    def end(self) -> tuple[int, str]:
        """Wait for the child's end; returns its exit status and what it said on stderr."""
        _, stderr = self._child.communicate(timeout=PATIENCE_S)
        return self._child.returncode, stderr.decode()

    def kill(self) -> None:
        """End the child in any state."""
        self._child.kill()
        self._child.communicate(timeout=PATIENCE_S)

    def place(self) -> tuple[int, int, int, int]:
        """Return where on the screen the window is: its left, top, width and height."""
        told = self.desktop.hand("getwindowgeometry", "--shell", self.number).split()
        values = dict(word.split("=") for word in told)
        return int(values["X"]), int(values["Y"]), int(values["WIDTH"]), int(values["HEIGHT"])

    def layout(self) -> WindowLayout:
        """Return where in the window everything should be."""
        return lay_out(plan(SIZE), SIZE, self.place()[2:])

    def picture(self) -> Image:
        """Return what is seen of the window."""
        left, top, width, height = self.place()
        return self.desktop.seen((left, top, left + width, top + height))

    def point_at(self, button: Button) -> None:
        """Move the mouse over *button*."""
        left, top, _, _ = self.place()
        x, y = middle_of(button, self.layout())
        self.desktop.hand("mousemove", left + x, top + y)


def middle_of(button: Button, layout: WindowLayout) -> tuple[int, int]:
    """Return a pixel of the window at which *button* is pressed."""
    x, y = layout.plan.pad
    arm = 80
    middles = {
        Button.OK: (x, y),
        Button.UP: (x, y - arm),
        Button.DOWN: (x, y + arm),
        Button.LEFT: (x - arm, y),
        Button.RIGHT: (x + arm, y),
        **{key: area.middle for key, area in layout.plan.keys.items()},
    }
    left, top = layout.origin
    return round(left + middles[button][0] * layout.scale), round(top + middles[button][1] * layout.scale)


def frame_seen(picture: Image, layout: WindowLayout) -> Image:
    """Return the frame that an eye reads off the drawn display: a pixel is lit when its middle is bright."""
    spots = picture.convert("L").crop(layout.lit).resize(SIZE, Resampling.NEAREST)
    return spots.point([255 if value > 128 else 0 for value in range(256)]).convert("1")
