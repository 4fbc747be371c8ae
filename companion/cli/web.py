"""The command that serves pages for phones.

As a process of its own it has this entry beside that of all commands: it imports no screens and no games.
"""

from __future__ import annotations

import argparse
import logging
import sys

from companion.cli.parser import command_parser
from companion.config.installation import missing
from companion.config.untrusted import visible
from companion.errors import CompanionError, PhonesFailed


def main() -> int:
    """Run ``codemaker web`` with the arguments of this process, and return its exit status."""
    options = command_parser().parse_args()
    logging.basicConfig(level=logging.INFO if options.verbose else logging.ERROR, format="%(levelname)s %(message)s")
    # The pages are plain HTTP. Without OpenSSL, which aiohttp then does not ask for, this process is 4 MiB smaller.
    sys.modules.setdefault("ssl", None)  # type: ignore[arg-type]
    try:
        return run(options)
    except CompanionError as error:
        print(f"codemaker: {visible(str(error))}", file=sys.stderr)
        return 2


def run(options: argparse.Namespace) -> int:
    """Serve pages until a signal; return the exit status. Raises ``PhonesFailed``."""
    try:
        from companion.web.serve import WebOptions, serve
    except ModuleNotFoundError as failure:
        raise PhonesFailed(missing(failure)) from failure
    wishes = WebOptions(options.port, options.address or "", options.table, options.streams, options.idle)

    def say(line: str) -> None:
        print(line, flush=True)

    return serve(wishes, say, sys.stdin.fileno() if options.until_eof else None)
