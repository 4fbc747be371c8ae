"""The box's buttons on keyboard and mouse; ``wait`` blocks in the window system's own wait function."""

from __future__ import annotations

import contextlib
import math
import time
from collections import deque
from typing import Any

import pygame

from companion.box import Button, Clicked, Event, Press, Quit, Release, Typed
from companion.devices.window.pane import Window
from companion.devices.window.sleep import SignalBell, sleeper

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
HEARD = (
    POSTED,
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.TEXTINPUT,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSIZECHANGED,
)


class WindowInputs:
    """The buttons of the box in the window *pane*."""

    def __init__(self, pane: Window) -> None:
        self._pane = pane
        # The buttons that are down, by what holds them down: the mouse, or a key's scan code.
        self._held: dict[object, Button] = {}
        # The letter of the last button that has one; the window system reports it once more as text.
        self._typed = ""
        self._ready: deque[Event] = deque()
        self._posted: deque[Event] = deque()
        self._sleep = sleeper()
        self._bell = SignalBell(self._wake)
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(HEARD)

    @property
    def has_roll(self) -> bool:
        """Return True: the key R is the ROLL button."""
        return True

    @property
    def has_release(self) -> bool:
        """Return True: the release of a key or mouse button is reported."""
        return True

    def now(self) -> float:
        """Return the system's monotonic clock in seconds."""
        return time.monotonic()

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
        """Stop listening for signals and forget which buttons are down."""
        self._bell.close()
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
        match happened.type:
            case pygame.KEYDOWN if happened.key == pygame.K_F11 or self._leaves_full(happened.key):
                self._pane.toggle_full()
            case pygame.KEYDOWN:
                self._press(happened.scancode, KEYS.get(happened.key), happened.unicode)
            case pygame.TEXTINPUT:
                self._type(happened.text)
            case pygame.KEYUP:
                self._release(happened.scancode)
            case pygame.MOUSEBUTTONDOWN if happened.button == LEFT_MOUSE_BUTTON:
                self._press(MOUSE, self._pane.button_at(*happened.pos))
                self._pane.touch(*happened.pos)
                if (pixel := self._pane.display_pixel_at(*happened.pos)) is not None:
                    self._tell(Clicked(*pixel, self.now()))
            case pygame.MOUSEWHEEL:
                self._turn(happened.y)
            case pygame.MOUSEBUTTONUP if happened.button == LEFT_MOUSE_BUTTON:
                self._release(MOUSE)
                self._pane.let_go()
            case _:
                self._take_other(happened)

    def _take_other(self, happened: Any) -> None:
        match happened.type:
            case pygame.QUIT:
                self._ready.append(Quit())
            case pygame.WINDOWFOCUSLOST:
                # The key releases will go to the window that has the focus now.
                for holder in tuple(self._held):
                    self._release(holder)
                self._pane.let_go()
            case pygame.WINDOWSIZECHANGED:
                self._pane.resize()
            case pygame.WINDOWEXPOSED:
                self._pane.expose()
            case pygame.USEREVENT:
                self._pane.look_at_lamps()

    def _leaves_full(self, key: int) -> bool:
        return key == pygame.K_ESCAPE and self._pane.is_full

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
