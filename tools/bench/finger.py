"""A finger on a board's buttons: it presses what it was told beforehand, on the pins, as contacts do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.box import Button, Event, Inputs
from companion.devices.debounce import HOLD
from companion.devices.pi.boards import BOARDS, Board
from tests.fakes.header import FakeHeader


def pins_of(board: Board) -> dict[Button, int]:
    """Return a pin of each button of *board*."""
    return {button: pin for pin, button in board.buttons.items()}


PINS = pins_of(BOARDS["bonnet"])


PRESS_S = 0.03
PAUSE_S = 0.03
LOOK_S = 1.0


class FingeredInputs:
    """*inputs* on whose *header* a finger presses *keys*, the next whenever the program has nothing left to do.

    *pass_time* lets time pass on the clock of *inputs*. After the last key *at_rest* is asked whenever the program
    waits: it returns an event, or None to wait on as *inputs* do.
    """

    def __init__(
        self,
        inputs: Inputs,
        header: FakeHeader,
        keys: Sequence[Button],
        pass_time: Callable[[float], None],
        at_rest: Callable[[], Event | None],
        pins: Mapping[Button, int] = PINS,
    ) -> None:
        self.now = inputs.now
        self.has_release = inputs.has_release
        self.post = inputs.post
        self.close = inputs.close
        self._inputs = inputs
        self._header = header
        self._keys = list(reversed(keys))
        self._down: Button | None = None
        self._pass_time = pass_time
        self._at_rest = at_rest
        self._pins = pins

    @property
    def has_roll(self) -> bool:
        """Whether the inputs have a ROLL button, known once they are open."""
        return self._inputs.has_roll

    def wait(self, until: float | None) -> Event | None:
        """Let the finger act until something comes of it."""
        while self._keys or self._down is not None:
            if self._down is None:
                self._press(self._keys.pop())
            else:
                self._release(self._down)
            event = self._inputs.wait(self.now())
            if event is not None:
                return event
        return self._at_rest() or self._inputs.wait(until)

    def _press(self, key: Button) -> None:
        self._down = key
        self._header.press(self._pins[key])
        # From then on it is a press.
        self._pass_time(HOLD)

    def _release(self, key: Button) -> None:
        # OK and then DOWN is a look at what only this player may see, which takes as long as OK is held.
        is_look = key is Button.OK and self._keys[-1:] == [Button.DOWN]
        self._pass_time(LOOK_S if is_look else PRESS_S)
        self._header.release(self._pins[key])
        self._pass_time(PAUSE_S)
        self._down = None
