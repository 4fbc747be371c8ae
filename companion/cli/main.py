"""The entry point: read the command line, and run the command."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.app import compose, demo, systemd
from companion.app.launch_options import LaunchOptions
from companion.app.select_device import OpenBox, open_selected_box
from companion.cli import dispatch, doctor, logs
from companion.cli.parser import command_parser
from companion.config.paths import Paths, find_paths
from companion.config.untrusted import visible
from companion.errors import CompanionError, NothingToPlayOn

NOTHING_TO_PLAY_ON = 3
"""The exit status that tells ``make play`` to print the demonstration instead."""


def main(arguments: Sequence[str] | None = None, choose: OpenBox = open_selected_box) -> int:
    """Run the program with *arguments*, playing on the box that *choose* opens, and return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Characters that the terminal's encoding lacks are escaped, as on standard error.
        sys.stdout.reconfigure(errors="backslashreplace")
    given = _with_codes_apart(list(sys.argv[1:] if arguments is None else arguments))
    options = command_parser().parse_args(given)
    _log(options.verbose)
    where = find_paths(os.environ, Path.home(), options.state)
    try:
        return _run(options, where, choose)
    except CompanionError as error:
        print(f"codemaker: {visible(str(error))}", file=sys.stderr)
        return NOTHING_TO_PLAY_ON if isinstance(error, NothingToPlayOn) else 2
    except BrokenPipeError:
        # The reader of the pipe has closed it, as in "codemaker history | head".
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


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
        case None | "play":
            return compose.play(_wishes(options), where, choose)
        case "demo":
            return demo.demo(_wishes(options), options.seconds)
        case "doctor":
            return doctor.run(options, where)
        case "logs":
            return logs.show(options.follow, options.lines)
    return dispatch.run(options, where)


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
    )
