"""A panel that answers, on one of several boards with this panel but with other keys: a press tells which it is.

Until then the pins of all these boards are open. Each of them names a button as on the first board, so the key for UP
of another board is some other button there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.box import BoardChoice, Box, Button, Event, Inputs, Press, Release
from companion.devices.pi import Board


def boards_like(board: Board, boards: Sequence[Board]) -> tuple[Board, ...]:
    """Return those of *boards* that have the panel of *board*, on the same bus; *board* may be turned."""
    rotate = board.screen.rotate
    return tuple(other for other in boards if replace(other.screen, rotate=rotate) == board.screen)


def with_pins_of(board: Board, others: Sequence[Board]) -> Board:
    """Return *board* with the pins of *others* too, as the buttons that they are there."""
    more = {pin: button for other in others for pin, button in other.buttons.items()}
    return replace(board, buttons={**more, **board.buttons})


def asking(box: Box, board: Board, others: Sequence[Board]) -> Box:
    """Return *box*, opened with all pins of *board*, with the question which of *others* it is."""
    inputs = TranslatedInputs(box.inputs)
    ups = {other.name: _pin_of_up(other) for other in others}

    def connect(name: str) -> None:
        chosen = next(other for other in others if other.name == name)
        inputs.translate({board.buttons[pin]: button for pin, button in chosen.buttons.items()})

    names = {board.buttons[pin]: name for name, pin in ups.items()}
    keys = [other.printed.get(ups[other.name], "") for other in others if not other.has_joystick]
    return replace(box, inputs=inputs, choice=BoardChoice(names, "".join(keys), connect))


def _pin_of_up(board: Board) -> int:
    return next(pin for pin, button in board.buttons.items() if button is Button.UP)


class TranslatedInputs:
    """The buttons of *inputs*, each as another button once ``translate`` was called."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._buttons: Mapping[Button, Button] = {button: button for button in Button}

    def translate(self, buttons: Mapping[Button, Button]) -> None:
        """Report each button of *buttons* as the one it stands for, and no others; call it while no key is down."""
        self._buttons = buttons

    @property
    def has_roll(self) -> bool:
        """Whether there is a ROLL button."""
        return self._inputs.has_roll and Button.ROLL in self._buttons.values()

    @property
    def has_release(self) -> bool:
        """Whether releases are reported."""
        return self._inputs.has_release

    def now(self) -> float:
        """Return the time."""
        return self._inputs.now()

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        while True:
            event = self._inputs.wait(until)
            if not isinstance(event, Press | Release):
                return event
            if (button := self._buttons.get(event.button)) is not None:
                return type(event)(button, event.at)

    def post(self, event: Event) -> None:
        """Wake ``wait`` with *event*."""
        self._inputs.post(event)

    def close(self) -> None:
        """Release the pins."""
        self._inputs.close()
