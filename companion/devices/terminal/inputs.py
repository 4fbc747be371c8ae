"""Buttons on the keyboard of a terminal."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import FrameType

from companion.box import Button, Event, Press, Quit, Redraw, Typed
from companion.box.waker import Waker
from companion.devices.terminal.tty import Tty

ESCAPE_S = 0.05
"""Seconds after an Escape in which the rest of a key's sequence may come.

The terminal sends the sequence in one write, and a network normally delivers it in one piece.
"""

KEYS_OF: Mapping[Button, tuple[str, ...]] = {
    Button.UP: ("KEY_UP", "k", "w"),
    Button.DOWN: ("KEY_DOWN", "j", "s"),
    Button.LEFT: ("KEY_LEFT", "h", "a"),
    Button.RIGHT: ("KEY_RIGHT", "l", "d"),
    Button.OK: ("KEY_ENTER", " "),
    Button.BACK: ("KEY_ESCAPE", "KEY_BACKSPACE", "KEY_DELETE", "q"),
    Button.ROLL: ("r",),
}
KEYS: Mapping[str, Button] = {key: button for button, keys in KEYS_OF.items() for key in keys}
UNREADABLE = "\ufffd"
"""The character that stands for bytes that are no text."""
QUIT_KEYS = ("\x03", "\x04")
"""Ctrl-C, which ``Tty`` makes an ordinary key, and Ctrl-D."""
REDRAW_KEY = "\x0c"


class TerminalInputs:
    """Buttons of a terminal: ``wait`` sleeps until a key, a resize or a hang-up. A terminal reports no releases."""

    has_roll = True
    has_release = False

    def __init__(self, tty_: Tty, clock: Callable[[], float] = time.monotonic) -> None:
        self.now = clock
        self._tty = tty_
        self._events: deque[Event] = deque()
        self._is_to_stop = self._is_to_enter = False
        self._is_in_sequence = False
        self._waker = Waker()
        # Python runs signal handlers between bytecodes, so a signal just before select would be handled only at the
        # next key. The wake-up descriptor is written at once and ends select.
        self._was_woken_by = signal.set_wakeup_fd(self._waker.signal_fd, warn_on_full_buffer=False)
        hears = {signal.SIGWINCH: self._on_change, signal.SIGCONT: self._on_continue, signal.SIGTSTP: self._on_stop}
        self._handlers = {number: signal.signal(number, heard) for number, heard in hears.items()}

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        while not self._events:
            if self._tty.blessed.is_gone:
                return Quit()
            if not self._sleep(until):
                return None
        return self._events.popleft()

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*; may be called from any thread or signal handler."""
        self._events.append(event)
        self._waker.wake()

    def close(self) -> None:
        """Restore the signal handlers; the keyboard belongs to the terminal and stays open."""
        while self._handlers:
            signal.signal(*self._handlers.popitem())
        if self._waker.signal_fd >= 0:
            signal.set_wakeup_fd(self._was_woken_by)
            self._waker.close()

    def _sleep(self, until: float | None) -> bool:
        keyboard = self._tty.keyboard
        ready = self._waker.sleep((keyboard,), None if until is None else until - self.now())
        if self._is_to_stop:
            # Restore the terminal, suspend the process as Ctrl-Z asks, and request a return to full screen afterwards.
            self._is_to_stop = False
            self._tty.leave()
            heard = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            signal.raise_signal(signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, heard)
            self._is_to_enter = True
        if self._is_to_enter:
            # Enter the terminal again and redraw it: other programs may have left it in any state.
            self._is_to_enter = False
            self._tty.enter()
            self._events.append(Redraw())
        if keyboard in ready:
            screen = self._tty.blessed
            while key := screen.inkey(timeout=0, esc_delay=ESCAPE_S):
                self._take(str(key), key.name)
        return bool(ready)

    def _take(self, text: str, name: str | None) -> None:
        if self._is_in_sequence:
            # A control sequence ends with a character from "@" to "~" (ECMA-48, 5.4); that character is not a key.
            self._is_in_sequence = not "@" <= text <= "~"
        elif name == "CSI":
            self._is_in_sequence = True
        elif text in QUIT_KEYS:
            self._events.append(Quit())
        elif text == REDRAW_KEY:
            self._tty.is_stale = True
            self._events.append(Redraw())
        elif name == "KEY_ALT_ESCAPE":
            # Two quick presses of Escape that arrived together.
            self._press(Button.BACK)
            self._press(Button.BACK)
        elif name is None and text.isprintable() and text != UNREADABLE:
            self._events.append(Typed(text, KEYS.get(text.lower()), self.now()))
        elif button := KEYS.get(name or text.lower()):
            self._press(button)

    def _press(self, button: Button) -> None:
        self._events.append(Press(button, self.now()))

    def _on_change(self, number: int, frame: FrameType | None) -> None:
        self.post(Redraw())

    # These two handlers may run while a frame is half sent, so they only set a flag; wait does the work.

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        self._is_to_stop = True
        self._waker.wake()

    def _on_continue(self, number: int, frame: FrameType | None) -> None:
        self._is_to_enter = True
        self._waker.wake()
