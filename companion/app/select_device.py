"""Choose and open the device to play on."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.launch_options import DEVICES, TRAYS_WITH_HANDS, LaunchOptions, format_of, size_of
from companion.box import Box, Redraw
from companion.config.settings import Settings
from companion.devices.pi import BOARDS, Board, custom, has_panel, open_box
from companion.errors import (
    DeviceMissing,
    NothingToPlayOn,
    OptionRefused,
    SettingsRefused,
)
from companion.i18n.translator import Translator, key_labels

if TYPE_CHECKING:
    from companion.link.reader import Reader


NO_DEVICE = "try 'codemaker demo', or 'codemaker --help' for --device"


OpenBox = Callable[[LaunchOptions, Settings], Box]
"""Opens the box to play on: ``open_selected_box``, or what opens a fake one."""


def _paper_box(wishes: LaunchOptions) -> Box:
    """A box that prints its frames as text, for machines with neither display nor terminal."""
    # Only what is played on is imported.
    from companion.devices.script import open_paper

    return open_paper(size_of(wishes), sys.stdout)


def open_selected_box(wishes: LaunchOptions, settings: Settings) -> Box:
    """Open the device that is wished for, else the best there is.

    Raises ``DeviceMissing``, and ``NothingToPlayOn`` where none is wished for and this machine has none.
    """
    device = wishes.device or ("headless" if wishes.keys is not None else None)
    devices = (device,) if device is not None else _found_devices(settings)
    # Keys that come from a script are for a box alone, unless it says otherwise.
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
            # A display can be named and dead. Nothing else has another device to stand in for it.
            if wishes.device is not None or device != "window" or wishes.tray in TRAYS_WITH_HANDS:
                raise
            reasons.append(str(failure))
    raise NothingToPlayOn("; ".join([*reasons, NO_DEVICE]))


def reader_of(settings: Settings) -> Reader:
    """Return what looks for a tray where the settings say."""
    # The first frame waits for no tray.
    from companion.link.reader import Reader

    return Reader(only=Path(settings.tray_port) if settings.tray_port else None)


def _open_device(device: str, wishes: LaunchOptions, settings: Settings) -> Box:
    tongue = Translator(wishes.lang or settings.language)
    labels = key_labels(tongue)
    match device:
        case "pi":
            board, refused = resolve_board(wishes, settings)
            box = open_box(board)
            return replace(box, missing=(*refused, *box.missing))
        case "window":
            # pygame takes 30 MiB and half a second: only where there is a window.
            from companion.devices.window import open_window

            if wishes.tray not in TRAYS_WITH_HANDS:
                return open_window(format_of(wishes), labels)
            # A tray that is played with is somebody's first look, or a maker's; nobody else waits for it.
            from companion.app.simulated_tray import HandTray, hands_of
            from companion.match.catalogue import peg_colours
            from companion.tray.hands import PlayedTray

            hands = hands_of(wishes.tray)
            box = open_window(format_of(wishes), labels, PlayedTray(hands, peg_colours()))
            return replace(box, tray=lambda: HandTray(hands, lambda: box.inputs.post(Redraw())))
        case "terminal":
            # blessed is not needed on the Pi's own display.
            from companion.devices.terminal import open_terminal

            return open_terminal(size_of(wishes), labels, tongue._)
        case "headless":
            from companion.devices.script import open_headless

            return open_headless(wishes.keys or "", wishes.frames, format_of(wishes))
    raise OptionRefused(f"expected a device out of {', '.join(DEVICES)}, got {device!r}")


def _found_devices(settings: Settings) -> tuple[str, ...]:
    """Return a Pi with a panel, else a window and this terminal, as far as there are any."""
    if has_panel(resolve_board(LaunchOptions(), settings)[0]):
        return ("pi",)
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    window = ("window",) if has_display and importlib.util.find_spec("pygame") is not None else ()
    return (*window, "terminal") if _has_terminal() else window


def _has_terminal() -> bool:
    """Whether there is a terminal that can do more than print."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def resolve_board(wishes: LaunchOptions, settings: Settings) -> tuple[Board, tuple[SettingsRefused, ...]]:
    """Return the board that is wished for or set, and what is wrong with the table ``[custom]`` of the settings."""
    name = wishes.board or settings.board
    if name == "custom":
        try:
            return custom(settings.custom), ()
        except SettingsRefused as refused:
            return BOARDS[_likely_board()], (refused,)
    if name == "auto":
        name = _likely_board()
    if name not in BOARDS:
        raise OptionRefused(f"expected a board out of {', '.join([*BOARDS, 'custom'])}, got {name!r}")
    return BOARDS[name], ()


def _likely_board() -> str:
    """Return the first board whose bus this machine has switched on."""
    return next((name for name, board in BOARDS.items() if has_panel(board)), "bonnet")
