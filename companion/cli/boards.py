"""The command ``codemaker boards``, and the test of a board: ``codemaker --board NAME --test``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Set
from contextlib import closing, suppress
from pathlib import Path
from typing import TextIO

from companion.app.launch_options import LaunchOptions
from companion.app.select_device import resolve_board
from companion.box import Box, Button, Press, Release
from companion.config.paths import Paths
from companion.config.settings import Settings, load
from companion.devices.pi import Board, open_box
from companion.devices.pi.boards import Interface
from companion.errors import NO_BUTTONS
from companion.i18n.translator import Translator
from companion.ui.core.board_test import TOP, BoardPicture
from companion.ui.core.display_page import page_for

HOLD_S = 2.0
"""How long BACK is held to end the test."""
HINT = """\
Try one:  codemaker --board NAME --test
Keep it:  board = "NAME" in {settings}"""


def list_boards(boards: Iterable[Board], as_json: bool, settings: Path, out: TextIO) -> int:
    """Print the *boards* as a table, or as the JSON list that ``docs/commands.md`` describes."""
    if as_json:
        print(json.dumps([_facts(board) for board in boards], indent=2), file=out)
        return 0
    rows = [("NAME", "BOARD", "DISPLAY", "KEYS"), *(_row(board) for board in boards)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for *cells, keys in rows:
        print("  ".join([*(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)), keys]), file=out)
    print("", HINT.format(settings=settings), sep="\n", file=out)
    resolve_and_report(LaunchOptions(), load(settings)[0])
    return 0


def resolve_and_report(wishes: LaunchOptions, settings: Settings) -> Board:
    """Return the board that *wishes* or *settings* name; what of the settings is left out is told."""
    board, refused = resolve_board(wishes, settings)
    for each in refused:
        print(f"codemaker: {each}", file=sys.stderr)
    return board


def _facts(board: Board) -> dict[str, object]:
    screen = board.screen
    return {
        "name": board.name,
        "title": board.title,
        "panel": screen.driver,
        "size": list(_size(board)),
        "bus": screen.interface.value,
        "device": f"/dev/{screen.node}",
        "address": hex(screen.address) if screen.interface is Interface.I2C else None,
        "joystick": board.has_joystick,
        "keys": [
            {"button": button.name, "pin": pin, "printed": board.printed.get(pin)}
            for pin, button in board.buttons.items()
        ],
        "source": board.source,
    }


def _size(board: Board) -> tuple[int, int]:
    """Return the size of the display as a player sees it."""
    screen = board.screen
    return (screen.height, screen.width) if screen.rotate % 2 else (screen.width, screen.height)


def _row(board: Board) -> tuple[str, str, str, str]:
    width, height = _size(board)
    panel = f"{width}x{height} {board.screen.driver.upper()}, {board.screen.interface.value.upper()}"
    return board.name, board.title, panel, ", ".join(_keys(board))


def _keys(board: Board) -> Iterator[str]:
    """Yield the keys that a person finds on *board*, and what they do."""
    if not board.printed:
        yield "wired by hand, see docs/boards.md"
        return
    yield "joystick" if board.has_joystick else "no joystick"
    named: dict[str, str] = {}
    for pin, name in board.printed.items():
        named.setdefault(name, board.buttons[pin].name)
    yield from (f"{name} {button}" for name, button in named.items())


def show_test(wishes: LaunchOptions, where: Paths) -> int:
    """Test the board that the options or the settings name; return 1 if a part is missing or a key is not pressed."""
    settings = load(where.settings)[0]
    board = resolve_and_report(wishes, settings)
    return run_test(board, open_box(board), Translator(wishes.lang or settings.language), sys.stdout, sys.stderr)


def run_test(board: Board, box: Box, translator: Translator, out: TextIO, errors: TextIO) -> int:
    """Show the test picture on *box*, and print each key as it is pressed, until all were or BACK is held.

    Returns 1 if a part of the box is missing or a key was not pressed. Closes *box*.
    """
    with closing(box):
        test = _Test(board, box, translator, out)
        missing = (*box.missing, *box.open_rest())
        for part in missing:
            print(translator._(part.sentence).format(**part.values), f"({part})", file=errors)
        print(_what_to_see(board, translator._(TOP)), file=out, flush=True)
        if all(part.sentence != NO_BUTTONS for part in missing):
            with suppress(KeyboardInterrupt):
                test.run()
        left = ", ".join(button.name for button in Button if button in test.buttons_left)
        print(f"not pressed: {left}" if left else "every key was pressed", file=out)
        return 1 if missing or left else 0


def _what_to_see(board: Board, top: str) -> str:
    """Return what a person should see, which the program cannot know."""
    width, height = _size(board)
    return f"""\
{board.title or board.name}: the display shows {top} at its upper edge, a square in its upper left corner,
and a frame on the outermost of its {width}x{height} pixels.
Press each key. Hold BACK or press Ctrl-C to end."""


class _Test:
    """The test of one board; ``left`` are the keys that were not pressed yet."""

    def __init__(self, board: Board, box: Box, translator: Translator, out: TextIO) -> None:
        self._box = box
        self._translator = translator
        self._out = out
        self._picture = BoardPicture(frozenset(board.buttons.values()))
        self._show()

    @property
    def buttons_left(self) -> Set[Button]:
        return self._picture.there - self._picture.pressed

    def run(self) -> None:
        """Follow the keys until all were pressed or BACK is held."""
        until: float | None = None
        while self.buttons_left:
            event = self._box.inputs.wait(until)
            if isinstance(event, Press):
                until = event.at + HOLD_S if event.button is Button.BACK else until
                print(event.button.name, file=self._out, flush=True)
                self._picture = self._picture._replace(pressed=self._picture.pressed | {event.button})
                self._show()
            elif not isinstance(event, Release):
                return
            elif event.button is Button.BACK:
                until = None

    def _show(self) -> None:
        page = page_for(self._box.display.format, self._translator)
        page.add(self._picture)
        self._box.display.show(page.image)
