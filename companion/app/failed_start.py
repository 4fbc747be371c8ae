"""The page of a game that could not start or that ended by itself, so that the display is never dark without a word.

systemd runs ``codemaker show-failure`` after the game has failed, and starts the game again later. This program draws
one page: it reads the settings, but no journal and no editions, so that it works where those make the game fail.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.app.launch_options import LaunchOptions
from companion.app.select_device import resolve_board
from companion.box import Display
from companion.config import card
from companion.config.paths import find_paths
from companion.config.settings import Settings, SettingsFile
from companion.devices import pi
from companion.devices.pi import Board
from companion.errors import N_, CompanionError
from companion.i18n.translator import Translator
from companion.ui.core.display_page import page_for
from companion.ui.core.notice import NAME, draw_saying

FAILED = N_("The game failed. It starts again in 10 s. See: codemaker logs")
SENTENCES: Mapping[str, str] = {
    "timeout": N_("The game took too long. It starts again in 10 s."),
    "watchdog": N_("The game hung. It starts again in 10 s."),
    "oom-kill": N_("No memory was left. The game starts again in 10 s."),
}
"""What the players are told for a value of systemd's variable SERVICE_RESULT; for any other ``FAILED``."""


def open_panel(board: Board) -> Display:
    """Return the display of *board*; raises ``DeviceMissing`` where the libraries of a Pi are missing."""
    return pi.open_box(board).display


def show_failure(
    arguments: Sequence[str], environment: Mapping[str, str], open_display: Callable[[Board], Display] = open_panel
) -> int:
    """Show on the panel why the service failed, and leave it lit; return the exit status.

    *arguments* holds the folder of the state; *environment* what systemd sets for ``ExecStopPost=``.
    """
    result = environment.get("SERVICE_RESULT", "")
    try:
        settings, board = _settings_and_board(find_paths(environment, Path.home(), Path(arguments[0])).settings)
        display = open_display(board)
    except (CompanionError, OSError, IndexError) as failure:
        print(f"codemaker: the failure {result!r} cannot be shown: {failure!r}", file=sys.stderr)
        return 1
    page = page_for(display.format, Translator(settings.language), theme=settings.theme)
    draw_saying(page, NAME, SENTENCES.get(result, FAILED))
    display.show(page.image)
    # The display is not closed, which would switch it off.
    return 0


def _settings_and_board(file: Path) -> tuple[Settings, Board]:
    """Return the settings and the board, also where the settings are wrong: that may be why the game failed."""
    settings = SettingsFile(file, card.read_card().values).settings
    try:
        return settings, resolve_board(LaunchOptions(), settings)[0]
    except CompanionError:
        return settings, resolve_board(LaunchOptions(), Settings())[0]


def main() -> int:
    """Run the program with the arguments of the command line."""
    return show_failure(sys.argv[2:], os.environ)
