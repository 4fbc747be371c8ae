"""The parts of the command of a club, each of which takes other libraries."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from functools import partial
from pathlib import Path

from companion.club.errors import ClubFailed
from companion.config import installation
from companion.config.paths import NO_RUNTIME_FOLDER, find_paths, runtime_folder
from companion.front_ends.socket_file import SOCKET_NAME

OWN_SOCKET = "club.sock"


def run_part(options: argparse.Namespace) -> int:
    """Run the part of the command that *options* name; return the exit status. Raises ``ClubFailed``."""
    try:
        match options.part:
            case "join":
                from companion.club.join import join, print_qr

                if options.qr:
                    return print_qr(options)
                return join(options, _own_folder(options), _password(options))
            case "accept":
                from companion.club.join import accept

                return accept(options, _own_folder(options))
            case "invite":
                from companion.club.join import invite

                return invite(options)
            case "direct":
                from companion.club.direct_command import direct

                return direct(options, _password(options))
            case "show":
                from companion.club.show import show

                return show(options, _password(options), partial(print, flush=True))
        from companion.club.run import run_bridge
    except ModuleNotFoundError as failure:
        raise ClubFailed(installation.missing(failure)) from failure
    runtime = runtime_folder(os.environ)
    if runtime is None:
        raise ClubFailed(NO_RUNTIME_FOLDER)
    table = (options.table or runtime) / SOCKET_NAME
    return run_bridge(_own_folder(options), table, runtime / OWN_SOCKET, partial(print, flush=True))


def _own_folder(options: argparse.Namespace) -> Path:
    folder: Path | None = options.folder
    return folder or find_paths(os.environ, Path.home(), None).state / "club"


def _password(options: argparse.Namespace) -> str:
    if options.password_file is not None:
        try:
            return str(options.password_file.read_text("utf-8").strip())
        except (OSError, ValueError) as failure:
            raise ClubFailed(f"expected a password in {options.password_file}, got {failure!r}") from failure
    return getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().strip()
