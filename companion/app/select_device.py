"""Choose and open the device to play on."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from companion.app import simulated_tray
from companion.app.launch_options import DEVICES, TRAYS_WITH_HANDS, LaunchOptions, format_of, size_of
from companion.box import Box, ColourMode, Redraw
from companion.config.settings import Settings
from companion.devices import encoding, script, terminal, text, textframe, window
from companion.devices.pi import BOARDS, Board, custom, has_panel, open_box
from companion.errors import (
    N_,
    DeviceMissing,
    NothingToPlayOn,
    OptionRefused,
    SettingsRefused,
)
from companion.i18n.translator import Translator, key_labels
from companion.link import reader
from companion.match.catalogue import peg_colours
from companion.tray import controls

NO_PICTURE = N_("This terminal cannot show the picture of the box.")
NO_DEVICE = "try 'codemaker demo', or 'codemaker --help' for --device"


OpenBox = Callable[[LaunchOptions, Settings], Box]
"""Opens the box to play on: ``open_selected_box``, or in tests a function that opens a fake box."""


def open_printed_box(wishes: LaunchOptions) -> Box:
    """Return a box that prints its frames as text, for machines with neither display nor terminal."""
    return script.open_paper(size_of(wishes), sys.stdout)


def open_selected_box(wishes: LaunchOptions, settings: Settings) -> Box:
    """Open the device that the options name, else the best that this machine has.

    Raises ``DeviceMissing`` if the named device cannot be opened, ``NothingToPlayOn`` if none is named and this
    machine has none, and ``OptionRefused`` for options that exclude each other.
    """
    device = wishes.device or ("headless" if wishes.keys is not None else None)
    devices = (device,) if device is not None else _found_devices(settings)
    # A headless box, which is driven by a script, has no tray unless --tray asks for one.
    tray = wishes.tray or ("none" if device == "headless" else settings.tray)
    first = devices[0] if devices else None
    if tray in TRAYS_WITH_HANDS and first != "window":
        raise OptionRefused(f"expected --device window with --tray {tray}, to put pegs in, got {first!r}")
    box = _open_first(devices, wishes, settings)
    return replace(box, tray=lambda: reader_of(settings)) if tray == "auto" else box


def _open_first(devices: Sequence[str], wishes: LaunchOptions, settings: Settings) -> Box:
    """Open the first of *devices* that can be opened."""
    reasons = [] if devices else ["expected a display or a terminal, got none"]
    for device in devices:
        try:
            return _open_device(device, wishes, settings)
        except DeviceMissing as failure:
            # The environment may name a display that does not answer, and a console may be too small for the picture.
            is_last = device not in ("window", "terminal")
            if wishes.device is not None or is_last or wishes.tray in TRAYS_WITH_HANDS:
                raise
            reasons.append(str(failure))
    raise NothingToPlayOn("; ".join([*reasons, NO_DEVICE]))


def reader_of(settings: Settings) -> reader.Reader:
    """Return a reader that searches for a tray at the port in the settings, or at every port."""
    return reader.Reader(only=Path(settings.tray_port) if settings.tray_port else None)


def _open_device(device: str, wishes: LaunchOptions, settings: Settings) -> Box:
    translator = Translator(wishes.lang or settings.language)
    labels = key_labels(translator)
    match device:
        case "pi":
            board, refused = resolve_board(wishes, settings)
            box = open_box(board)
            return replace(box, missing=(*refused, *box.missing))
        case "window":
            display = format_of(wishes, ColourMode.RGB)
            if wishes.tray not in TRAYS_WITH_HANDS:
                return window.open_window(display, labels)
            hands = simulated_tray.hands_of(wishes.tray)
            played = controls.PlayedTray(hands, peg_colours())
            box = window.open_window(display, labels, played)
            return replace(box, tray=lambda: simulated_tray.HandTray(hands, lambda: box.inputs.post(Redraw())))
        case "terminal":
            return terminal.open_terminal(size_of(wishes), labels, translator._)
        case "text":
            return text.open_text(size_of(wishes), labels, translator._, "" if wishes.device else NO_PICTURE)
        case "headless":
            return script.open_headless(wishes.keys or "", wishes.frames, format_of(wishes))
    raise OptionRefused(f"expected a device out of {', '.join(DEVICES)}, got {device!r}")


def _found_devices(settings: Settings) -> tuple[str, ...]:
    """Return the devices to try in order: a Pi with a panel, else a window, this terminal, and lines of text in it."""
    if has_panel(resolve_board(LaunchOptions(), settings)[0]):
        return ("pi",)
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    windows = ("window",) if has_display and importlib.util.find_spec("pygame") is not None else ()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return windows
    return (*windows, "terminal", "text") if _shows_pictures() else (*windows, "text")


def _shows_pictures() -> bool:
    """Return whether the terminal can move its cursor and has block characters."""
    has_blocks = encoding.can_encode(textframe.HALF_BLOCKS, encoding.encoding_of(sys.stdout.encoding))
    return has_blocks and os.environ.get("TERM", "") not in ("", "dumb")


def resolve_board(wishes: LaunchOptions, settings: Settings) -> tuple[Board, tuple[SettingsRefused, ...]]:
    """Return the board that the options or the settings name, and the errors in the settings' table ``[custom]``.

    Raises ``OptionRefused`` for an unknown board.
    """
    name = wishes.board or settings.board
    if name == "custom":
        try:
            return custom.custom(settings.custom), ()
        except SettingsRefused as refused:
            return BOARDS[_likely_board()], (refused,)
    if name == "auto":
        name = _likely_board()
    if name not in BOARDS:
        raise OptionRefused(f"expected a board out of {', '.join([*BOARDS, 'custom'])}, got {name!r}")
    return BOARDS[name], ()


def _likely_board() -> str:
    """Return the name of the first board whose bus is enabled on this machine, else ``bonnet``."""
    return next((name for name, board in BOARDS.items() if has_panel(board)), "bonnet")
