"""The box's buttons on keyboard and mouse; ``wait`` blocks in the window system's own wait function."""

from __future__ import annotations

import contextlib
import ctypes
import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

import pygame

from companion.box import Box, Button, Clicked, Event, Format, Press, Quit, Release, Typed
from companion.devices.headless import SilentSpeaker
from companion.devices.window.pane import Window
from companion.devices.window.speaker import WindowSpeaker
from companion.errors import DeviceMissing
from companion.tray.controls import PlayedTray


def sleeper() -> Callable[[int], Any]:
    """Return a function that sleeps until pygame's queue has an event, for at most the given milliseconds.

    The function returns the event if it had to take it out of the queue, else None. ``pygame.event.wait`` polls for
    events every millisecond (pygame 2.6, github.com/pygame/pygame/issues/3036); SDL's own function sleeps in the
    kernel.
    """
    wait = _sdl_wait()
    if wait is None:
        return pygame.event.wait

    def sleep(timeout_ms: int) -> None:
        # With NULL for the event structure, SDL leaves the event in the queue.
        wait(None, timeout_ms)

    return sleep


def _sdl_wait() -> Any:
    """Return the wait function of the SDL that pygame has loaded, looked up through a pygame module, or None."""
    try:
        return ctypes.CDLL(pygame.display.__file__).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        # This pygame is linked in another way; polling for events is better than no window.
        return None


KEYS = {
    pygame.K_UP: Button.UP,
    pygame.K_DOWN: Button.DOWN,
    pygame.K_LEFT: Button.LEFT,
    pygame.K_RIGHT: Button.RIGHT,
    pygame.K_RETURN: Button.OK,
    pygame.K_KP_ENTER: Button.OK,
    pygame.K_SPACE: Button.OK,
    pygame.K_BACKSPACE: Button.BACK,
    pygame.K_ESCAPE: Button.BACK,
    pygame.K_r: Button.ROLL,
}
LEFT_MOUSE_BUTTON = 1
MOUSE, WHEEL = "mouse", "wheel"
POSTED = pygame.USEREVENT
LONGEST_SLEEP_MS = 24 * 60 * 60 * 1000
"""The longest single sleep, because SDL counts milliseconds in 32 bits; ``wait`` sleeps again after it."""


class WindowInputs:
    """The buttons of the box in the window *pane*."""

    has_roll = has_release = True

    def __init__(self, pane: Window) -> None:
        self.now = time.monotonic
        self._pane = pane
        # The buttons that are down, by what holds them down: the mouse, or a key's scan code.
        self._held: dict[object, Button] = {}
        # The letter of the last button that has one; the window system reports it once more as text.
        self._typed = ""
        self._ready: deque[Event] = deque()
        self._posted: deque[Event] = deque()
        self._sleep = sleeper()
        self._takers: dict[int, Callable[[Any], None]] = {
            POSTED: lambda _: pane.look_at_lamps(),
            pygame.QUIT: lambda _: self._ready.append(Quit()),
            pygame.KEYDOWN: self._key_down,
            pygame.KEYUP: lambda happened: self._release(happened.scancode),
            pygame.TEXTINPUT: lambda happened: self._type(happened.text),
            pygame.MOUSEBUTTONDOWN: self._mouse_down,
            pygame.MOUSEBUTTONUP: self._mouse_up,
            pygame.MOUSEWHEEL: lambda happened: self._turn(happened.y),
            pygame.WINDOWFOCUSLOST: self._focus_lost,
            # Parts that another window had covered are shown again.
            pygame.WINDOWEXPOSED: lambda _: pygame.display.flip(),
            pygame.WINDOWSIZECHANGED: lambda _: pane.resize(),
        }
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(tuple(self._takers))

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        self._take_all()
        while not self._ready and (until is None or self.now() < until):
            woken_by = self._sleep(self._timeout_ms(until))
            if woken_by is not None:
                self._take(woken_by)
            self._take_all()
        return self._ready.popleft() if self._ready else None

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*; may be called from any thread or signal handler."""
        self._posted.append(event)
        self._wake()

    def close(self) -> None:
        """Forget which buttons are down."""
        self._held.clear()

    def _wake(self) -> None:
        # Posting fails if the window is closed already; then no wait needs to be woken.
        with contextlib.suppress(pygame.error):
            pygame.event.post(pygame.event.Event(POSTED))

    def _take_all(self) -> None:
        for happened in pygame.event.get():
            self._take(happened)
        while self._posted:
            self._ready.append(self._posted.popleft())

    def _timeout_ms(self, until: float | None) -> int:
        if until is None:
            return LONGEST_SLEEP_MS
        # At least 1, because 0 would mean no time limit.
        return max(1, min(LONGEST_SLEEP_MS, math.ceil((until - self.now()) * 1000)))

    def _take(self, happened: Any) -> None:
        if happened.type in self._takers:
            self._takers[happened.type](happened)

    def _key_down(self, happened: Any) -> None:
        if happened.key == pygame.K_F11 or (happened.key == pygame.K_ESCAPE and self._pane.is_full):
            self._pane.toggle_full()
        else:
            self._press(happened.scancode, KEYS.get(happened.key), happened.unicode)

    def _mouse_down(self, happened: Any) -> None:
        if happened.button == LEFT_MOUSE_BUTTON:
            self._press(MOUSE, self._pane.layout.button_at(*happened.pos))
            self._pane.touch(*happened.pos)
            if (pixel := self._pane.layout.display_pixel_at(*happened.pos)) is not None:
                self._tell(Clicked(*pixel, self.now()))

    def _mouse_up(self, happened: Any) -> None:
        if happened.button == LEFT_MOUSE_BUTTON:
            self._release(MOUSE)
            self._pane.let_go()

    def _focus_lost(self, happened: Any) -> None:
        # The key releases will go to the window that has the focus now.
        for holder in tuple(self._held):
            self._release(holder)
        self._pane.let_go()

    def _turn(self, notches: int) -> None:
        """Press UP or DOWN once for each notch of the mouse wheel."""
        for _ in range(abs(notches)):
            self._press(WHEEL, Button.UP if notches > 0 else Button.DOWN)
            self._release(WHEEL)

    def _press(self, holder: object, button: Button | None, text: str = "") -> None:
        if button is None:
            return
        is_down_already = button in self._held.values()
        self._held[holder] = button
        if is_down_already:
            return
        if text.isprintable() and text:
            self._typed = text
            self._tell(Typed(text, button, self.now()))
        else:
            self._tell(Press(button, self.now()))

    def _type(self, text: str) -> None:
        """Report typed *text*, unless the button of its key has reported it."""
        if text != self._typed:
            self._tell(Typed(text, None, self.now()))
        self._typed = ""

    def _release(self, holder: object) -> None:
        button = self._held.pop(holder, None)
        if button is not None and button not in self._held.values():
            self._tell(Release(button, self.now()))

    def _tell(self, event: Event) -> None:
        self._pane.push(frozenset(self._held.values()))
        self._ready.append(event)


def wire_box(display: Format, labels: Mapping[Button, str], tray: PlayedTray | None = None) -> Box:
    """Open the window and the sound device; raises ``DeviceMissing`` if no window can be opened."""
    window = Window(display, labels, tray)
    inputs = WindowInputs(window)
    try:
        return Box(window, inputs, WindowSpeaker(), dims=False)
    except DeviceMissing as failure:
        return Box(window, inputs, SilentSpeaker(), (failure,), dims=False)
