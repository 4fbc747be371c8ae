"""Choose and open the device to play on."""

from __future__ import annotations

import importlib.util
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from companion.app.launch_options import DEVICES, TWIN, LaunchOptions, format_of, size_of
from companion.box import BoardChoice, Box, Button, ColourMode, Event, Inputs, Press, Redraw, Release, WrappedInputs
from companion.config import installation
from companion.config.settings import Settings, Turned
from companion.devices import script, terminal, text, window
from companion.devices.pi import BOARDS, Board, custom, has_panel, open_box
from companion.errors import N_, CompanionError, DeviceMissing, NothingToPlayOn, OptionRefused, SettingsRefused
from companion.i18n.translator import Translator, key_labels
from companion.link import reader, twin_port
from companion.match.catalogue import peg_colours
from companion.tray import controls

NO_PICTURE = N_("This terminal cannot show the picture of the box.")
NO_BOARD = N_("No display chosen. See: codemaker boards")
AUTO, ASKED = "auto", "bonnet"
NO_DEVICE = "try 'codemaker demo'"

log = logging.getLogger(__name__)

OpenBox = Callable[[LaunchOptions, Settings], Box]
"""Opens the box to play on: ``open_selected_box``, or in tests a function that opens a fake box."""


def open_selected_box(wishes: LaunchOptions, settings: Settings) -> Box:
    """Open the device that the options name, else the best that this machine has.

    Raises ``DeviceMissing`` if the named device cannot be opened, ``NothingToPlayOn`` if none is named and this
    machine has none, and ``OptionRefused`` for options that exclude each other.
    """
    device = wishes.device or ("headless" if wishes.keys is not None else None)
    devices = (device,) if device is not None else _found_devices(wishes, settings)
    # A headless box, which is driven by a script, has no tray unless --tray asks for one.
    tray = wishes.tray or ("none" if device == "headless" else settings.tray)
    first = devices[0] if devices else None
    if tray == TWIN and first != "window":
        raise OptionRefused(_no_window_for_twin(wishes, first))
    box = _open_first(devices, wishes, settings)
    return replace(box, tray=lambda: reader_of(settings)) if tray == "auto" else box


def _no_window_for_twin(wishes: LaunchOptions, first: str | None) -> str:
    """Return the message that the tray's twin has no window to be drawn in, because *first* is opened instead."""
    if first is not None and (wishes.device is not None or wishes.keys is not None or first == "pi"):
        return f"expected a window for the tray's twin, got the device {first}; use --device window"
    if not _has_desktop():
        return "expected a desktop for the tray's twin, got none; type the command in a terminal of a desktop"
    return installation.missing(ModuleNotFoundError(name="pygame"))


def _open_first(devices: Sequence[str], wishes: LaunchOptions, settings: Settings) -> Box:
    """Open the first of *devices* that can be opened; a Pi whose board is not known is opened if no other can be."""
    reasons = [] if devices else ["expected a display or a terminal, got none"]
    told: tuple[CompanionError, ...] = ()
    for device in devices:
        has_others = device in ("window", "terminal") or device != devices[-1]
        try:
            box = _open_device(device, wishes, settings)
        except DeviceMissing as failure:
            # The environment may name a display that does not answer, and a console may be too small for the picture.
            if wishes.device is not None or not has_others or wishes.tray == TWIN:
                raise
            reasons.append(str(failure))
            continue
        if device != "pi" or not is_board_open(wishes, settings) or not box.missing:
            return replace(box, missing=(*told, *box.missing))
        told = (board_unknown(),)
        log.error("%s", told[0])
        if not has_others:
            return replace(box, missing=(*told, *box.missing))
        box.close()
    raise NothingToPlayOn("; ".join([*reasons, NO_DEVICE]))


def is_board_open(wishes: LaunchOptions, settings: Settings) -> bool:
    """Return whether the board is still open: neither the options nor the settings name one."""
    return (wishes.board or settings.board) == AUTO


def board_unknown() -> DeviceMissing:
    """Return the error that no board is named, and that none can be found by asking its panel."""
    message = (
        "expected a panel on I2C or the name of the board, got neither; a panel on SPI cannot be asked: "
        "'codemaker boards' lists the boards, and the setting board names one"
    )
    return DeviceMissing(message, NO_BOARD)


def reader_of(settings: Settings) -> reader.Reader:
    """Return a reader that searches for a tray at the port in the settings, or at every port."""
    return reader.Reader(only=Path(settings.tray_port) if settings.tray_port else None)


def _open_device(device: str, wishes: LaunchOptions, settings: Settings) -> Box:
    translator = Translator(wishes.lang or settings.language)
    labels = key_labels(translator)
    match device:
        case "pi":
            board, refused = resolve_board(wishes, settings)
            box = _open_unknown(board) if is_board_open(wishes, settings) else open_box(board)
            return replace(box, missing=(*refused, *box.missing))
        case "window":
            display = format_of(wishes, ColourMode.RGB)
            if wishes.tray != TWIN:
                return window.open_window(display, labels)
            twin = twin_port.TwinTray()
            played = controls.PlayedTray(twin, peg_colours())
            box = window.open_window(display, labels, played)
            return replace(box, tray=lambda: twin_port.TwinReader(twin, lambda: box.inputs.post(Redraw())))
        case "terminal":
            return terminal.open_terminal(size_of(wishes), labels, translator._)
        case "text":
            return text.open_text(size_of(wishes), labels, translator._, "" if wishes.device else NO_PICTURE)
        case "headless":
            return script.open_headless(wishes.keys or "", wishes.frames, format_of(wishes))
    raise OptionRefused(f"expected a device out of {', '.join(DEVICES)}, got {device!r}")


def _open_unknown(board: Board) -> Box:
    """Open *board*, which is asked for because its panel may answer; the box may have to ask which board it is."""
    like = boards_like(board, tuple(BOARDS.values()))
    union = with_pins_of(board, like)
    box = open_box(union)
    return box if box.missing or len(like) == 1 else asking(box, union, like)


def _found_devices(wishes: LaunchOptions, settings: Settings) -> tuple[str, ...]:
    """Return the devices to try in order: a Pi with a panel, else a window, this terminal, and lines of text in it.

    The others follow a Pi whose board is not named: its panel may be missing or on SPI.
    """
    if not is_board_open(wishes, settings):
        return ("pi",) if has_panel(resolve_board(wishes, settings)[0]) else _other_devices()
    pi = ("pi",) if any(has_panel(board) for board in BOARDS.values()) else ()
    return (*pi, *_other_devices())


def _other_devices() -> tuple[str, ...]:
    """Return the devices of a machine without a panel, in the order in which they are tried."""
    windows = ("window",) if _has_desktop() and importlib.util.find_spec("pygame") is not None else ()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return windows
    can_move = os.environ.get("TERM", "") not in ("", "dumb")
    return (*windows, "terminal", "text") if can_move else (*windows, "text")


def _has_desktop() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def resolve_board(wishes: LaunchOptions, settings: Settings) -> tuple[Board, tuple[SettingsRefused, ...]]:
    """Return the board that the options or the settings name, and the errors in the settings' table ``[custom]``.

    If they name none, it is the bonnet: panels on SPI cannot be asked, and the pins that a wrong guess would drive may
    be keys. Raises ``OptionRefused`` for an unknown board.
    """
    name = wishes.board or settings.board
    if name == "custom":
        try:
            board = custom.custom(settings.custom)
            return _turned(board, settings.turned), custom.left_out(settings.custom, board.screen)
        except SettingsRefused as refused:
            return BOARDS[ASKED], (refused,)
    if name == AUTO:
        name = ASKED
    if name not in BOARDS:
        raise OptionRefused(f"expected a board out of {', '.join([*BOARDS, 'custom'])}, got {name!r}")
    return _turned(BOARDS[name], settings.turned), ()


def _turned(board: Board, turned: Turned) -> Board:
    """Return *board* with its picture turned; only a square picture can be turned by a quarter."""
    quarters = [*Turned].index(turned)
    if quarters % 2 and board.screen.width != board.screen.height:
        return board
    return replace(board, screen=replace(board.screen, rotate=(board.screen.rotate + quarters) % 4))


# A panel that answers, on one of several boards with this panel but with other keys: a press tells which it is. Until
# then the pins of all these boards are open. Each of them names a button as on the first board, so the key for UP of
# another board is some other button there.


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


class TranslatedInputs(WrappedInputs):
    """The buttons of *inputs*, each as another button once ``translate`` was called."""

    def __init__(self, inputs: Inputs) -> None:
        super().__init__(inputs)
        self._buttons: Mapping[Button, Button] = {button: button for button in Button}

    def translate(self, buttons: Mapping[Button, Button]) -> None:
        """Report each button of *buttons* as the one it stands for, and no others; call it while no key is down."""
        self._buttons = buttons

    @property
    def has_roll(self) -> bool:
        """Whether there is a ROLL button."""
        return self._inputs.has_roll and Button.ROLL in self._buttons.values()

    def wait(self, until: float | None) -> Event | None:
        """Sleep until the next event and return it; None when the clock reaches *until* first."""
        while True:
            event = self._inputs.wait(until)
            if not isinstance(event, Press | Release):
                return event
            if (button := self._buttons.get(event.button)) is not None:
                return type(event)(button, event.at)
