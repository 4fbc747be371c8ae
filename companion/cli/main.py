"""The entry point: read the command line, and run the command."""

from __future__ import annotations

import argparse
import errno
import io
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.app import compose, demo, systemd
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import OpenBox, open_selected_box
from companion.box import Box, Event
from companion.cli import boards, dispatch, doctor, logs, place
from companion.cli.parser import read_arguments
from companion.cli.visible_output import visible_output
from companion.config.paths import Paths, find_paths, require_closed
from companion.devices.pi import BOARDS
from companion.errors import CompanionError, NothingToPlayOn
from companion.features import seam
from companion.ui.core.context import AppContext

NOTHING_TO_PLAY_ON = 3
"""The exit status that tells ``make play`` to print the demonstration instead."""


def main(arguments: Sequence[str] | None = None, choose: OpenBox = open_selected_box) -> int:
    """Run the program with *arguments*, playing on the box that *choose* opens, and return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Characters that the terminal's encoding lacks are escaped, as on standard error.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _answer(list(sys.argv[1:] if arguments is None else arguments), choose)
        finally:
            # Without an output, as after ">&-" in a shell, it is None.
            with suppress(AttributeError):
                sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has closed it, as in "codemaker history | head".
        _drop_output()
        return 0
    except OSError as error:
        # That of an output that takes nothing more, such as a full disk, names no file.
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO) or error.filename is not None:
            raise
        _drop_output()
        print(f"codemaker: expected room for the output, got: {error.strerror}", file=sys.stderr)
        return 2


@visible_output()
def _answer(arguments: list[str], choose: OpenBox) -> int:
    options = read_arguments(_with_codes_apart(arguments))
    _log(options.verbose)
    where = find_paths(os.environ, Path.home(), options.state)
    try:
        if options.state is not None:
            require_closed(options.state)
        return _run(options, where, choose)
    except CompanionError as error:
        print(f"codemaker: {error}", file=sys.stderr)
        return NOTHING_TO_PLAY_ON if isinstance(error, NothingToPlayOn) else 2


def _drop_output() -> None:
    """Let what is still to be printed go nowhere, so that the end of the program does not fail on it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _with_codes_apart(arguments: list[str]) -> list[str]:
    """Return *arguments* with ``--`` before the codes of ``score``: argparse takes ``-RGB`` for an option."""
    if "score" not in arguments:
        return arguments
    at = arguments.index("score") + 1
    rest = arguments[at:]
    flags = [argument for argument in rest if argument in ("--json", "-h", "--help")]
    return [*arguments[:at], *flags, "--", *(argument for argument in rest if argument not in (*flags, "--"))]


def _log(verbose: bool) -> None:
    if "JOURNAL_STREAM" in os.environ and "NOTIFY_SOCKET" in os.environ:
        systemd.log_to_journal(verbose)
        return
    level = logging.INFO if verbose else logging.ERROR
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)


def _run(options: argparse.Namespace, where: Paths, choose: OpenBox) -> int:
    match options.command:
        case None | "play" if options.test:
            return boards.show_test(_wishes(options), place.places_of_service(where, options.state is not None))
        case None | "play":
            return _play(_wishes(options), where, choose)
        case "demo":
            return demo.demo(_wishes(options), options.seconds)
        case "doctor":
            return doctor.run(options, where)
        case "boards":
            settings = place.places_of_service(where, options.state is not None).settings
            return boards.list_boards(BOARDS.values(), options.json, settings, sys.stdout)
        case "logs":
            return logs.show(options.follow, options.lines)
    if (command := seam.command(options.command)) is not None:
        return command.run(options)
    is_named = options.state is not None or bool({"STATE_DIRECTORY", "XDG_STATE_HOME"} & os.environ.keys())
    return dispatch.run(options, place.place_of(options.command, where, is_named))


def _play(wishes: LaunchOptions, where: Paths, choose: OpenBox) -> int:
    with ExitStack() as stack:
        for feature in seam.installed():
            if feature.key in wishes.features and feature.beside is not None:
                stack.enter_context(feature.beside(sys.stdout))
        return compose.play(wishes, where, choose, demonstrate=_demonstrate)


def _demonstrate(box: Box, context: AppContext) -> Event:
    """Show the demonstration until a key is pressed; its module is loaded when it is first shown."""
    return demo.show_until_press(box, context)


def _wishes(options: argparse.Namespace) -> LaunchOptions:
    return LaunchOptions(
        options.device,
        options.board,
        options.lang,
        options.edition,
        options.keys,
        options.frames,
        options.size,
        options.colours,
        options.tray,
        tuple(options.features or ()),
    )
