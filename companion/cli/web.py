"""The command that serves pages for phones."""

from __future__ import annotations

import argparse
import sys

from companion.config.installation import missing
from companion.errors import PhonesFailed


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
