"""The window: the drawn box on the screen, its display and its buttons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pygame
from PIL.Image import Image

from companion.box import Button, Format
from companion.devices.headless import FrameSink
from companion.devices.window.glass import Glass, brightness, glow_of
from companion.devices.window.paint import icon, looks
from companion.devices.window.plan import first_size, lay_out, minimum, plan
from companion.devices.window.tray import TrayFront, draw_tray
from companion.errors import DeviceMissing
from companion.tray.controls import PlayedTray

FONT = Path(pygame.__file__).with_name(pygame.font.get_default_font())


class Window(FrameSink):
    """The box in its window, which also shows which buttons are pressed.

    Raises ``DeviceMissing`` if no window can be opened.
    """

    def __init__(self, display: Format, labels: Mapping[Button, str], tray: PlayedTray | None = None) -> None:
        super().__init__(display)
        self._size = display.size
        self._labels = labels
        self._front = None if tray is None else TrayFront(tray)
        self._plan = plan(self._size, 0 if tray is None else len(tray.pegs))
        self._lamps: tuple[int, ...] = ()
        self._level = 1.0
        self._pressed: frozenset[Button] = frozenset()
        # The size to return to from the full screen.
        self._size_before: tuple[int, int] | None = None
        self._open()

    def _open(self) -> None:
        try:
            pygame.display.init()
            desktop = pygame.display.get_desktop_sizes()[0]
            pygame.display.set_icon(_surface(icon(64)))
            pygame.display.set_caption("Codemaker")
            pygame.display.set_mode(first_size(self._plan, self._size, desktop), pygame.RESIZABLE)
        except pygame.error as failure:
            raise DeviceMissing(f"expected a display for a window, got {failure}, from SDL") from failure
        # SDL disables the screen saver while a window is open; an idle box should not.
        pygame.display.set_allow_screensaver(True)
        self._lay_out()

    def _keep(self, image: Image) -> None:
        self._draw_frame()

    def light(self, percent: int) -> None:
        """Set the brightness, 1 to 100; 0 is dark."""
        level = brightness(percent)
        if level != self._level:
            self._level = level
            self._draw_frame()

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()

    def push(self, pressed: frozenset[Button]) -> None:
        """Draw the *pressed* buttons down and the others up."""
        changed = pressed ^ self._pressed
        self._pressed = pressed
        areas = {self._looks.areas[button]: button for button in changed}
        for area, button in areas.items():
            self._put(self._looks.picture(button, pressed), area[:2])

    def touch(self, x: int, y: int) -> None:
        """Click on the part of the tray at a pixel of the window, if there is one."""
        part = self.layout.part_at(x, y)
        if part is not None and self._front is not None:
            self._front.touch(part)
            self._draw_tray()

    def let_go(self) -> None:
        """Release the tray's button, if it is down."""
        if self._front is not None and self._front.is_down:
            self._front.let_go()
            self._draw_tray()

    def look_at_lamps(self) -> None:
        """Redraw the tray if its lamps have changed, which may happen without a click."""
        if self._front is not None and self._front.lamps != self._lamps:
            self._draw_tray()

    def resize(self) -> None:
        """Fit the box into the window's present size, and enlarge a window that is too small to read."""
        now = pygame.display.get_window_size()
        least = minimum(self._plan, self._size)
        wanted = max(now[0], least[0]), max(now[1], least[1])
        if wanted != now and not self.is_full:
            pygame.display.set_mode(wanted, pygame.RESIZABLE)
        if wanted != self.layout.window:
            self._lay_out()

    @property
    def is_full(self) -> bool:
        """Whether the window fills the screen."""
        return self._size_before is not None

    def toggle_full(self) -> None:
        """Fill the screen, or return to the size before."""
        before = self._size_before
        self._size_before = pygame.display.get_window_size() if before is None else None
        if before is None:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            # Without a window manager the first call leaves the full screen but keeps its size.
            pygame.display.set_mode(before, pygame.RESIZABLE)
            pygame.display.set_mode(before, pygame.RESIZABLE)
        self._lay_out()

    def _lay_out(self) -> None:
        self.layout = lay_out(self._plan, self._size, pygame.display.get_window_size())
        self._looks = looks(self.layout, self._labels, FONT)
        glow = glow_of(self.layout.lit, self._size)
        self._glass_at = glow[:2]
        self._glass = Glass(self._looks.up.crop(glow), self._size)
        pressed, self._pressed = self._pressed, frozenset()
        self._put(self._looks.up, (0, 0))
        self._draw_tray()
        self.push(pressed)
        self._draw_frame()

    def _draw_tray(self) -> None:
        if self._front is not None:
            self._lamps = self._front.lamps
            self._put(*draw_tray(self._looks.up, self.layout, self._front, FONT))

    def _draw_frame(self) -> None:
        if self._shown is not None:
            self._put(self._glass.lit(self._shown, self._level), self._glass_at)

    def _put(self, picture: Image, at: tuple[int, int]) -> None:
        # Only the changed rectangle is sent to the screen.
        pygame.display.update(pygame.display.get_surface().blit(_surface(picture), at))


def _surface(picture: Image) -> Any:
    return pygame.image.frombuffer(picture.tobytes(), picture.size, "RGBA" if picture.mode == "RGBA" else "RGB")
