"""The command that serves pages for phones."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from ipaddress import ip_address
from pathlib import Path

from companion.config import installation
from companion.config.arguments import seconds, whole
from companion.config.untrusted import brief
from companion.phones.errors import PhonesFailed


def add_options(web: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    web.add_argument("--port", type=whole(range(65536)), metavar="N", help="listen on port N (8080 to 8089)")
    web.add_argument("--address", type=_address, metavar="IP", help="listen at this address alone")
    most = "serve at most N streams to screens and phones (16)"
    web.add_argument("--streams", type=whole(range(1, 1001)), default=16, metavar="N", help=most)
    idle = "end after S seconds without a connection"
    web.add_argument("--idle", type=seconds, metavar="S", help=idle)
    table = "the folder of the game's table.sock, for another user's game"
    web.add_argument("--table", type=Path, metavar="DIR", help=table)
    # A game that started it holds the other end: however it ends, this ends too.
    web.add_argument("--until-eof", action="store_true", help="end when standard input ends")


def _address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected an address such as 192.168.1.20, got {brief(text)}") from error


def run_alone(options: argparse.Namespace) -> int:
    """Serve as ``run`` does, in a process that does nothing else."""
    # The pages are plain HTTP. Without OpenSSL, which aiohttp then does not ask for, this process is 4 MiB smaller.
    sys.modules.setdefault("ssl", None)  # type: ignore[arg-type]
    return run(options)


def run(options: argparse.Namespace) -> int:
    """Serve pages until a signal; return the exit status. Raises ``PhonesFailed``."""
    try:
        from companion.phones.web.serve import WebOptions, serve
    except ModuleNotFoundError as failure:
        raise PhonesFailed(installation.missing(failure)) from failure
    wishes = WebOptions(options.port, options.address or "", options.table, options.streams, options.idle)
    return serve(wishes, partial(print, flush=True), sys.stdin.fileno() if options.until_eof else None)
