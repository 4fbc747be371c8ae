"""The command of a feature as a process of its own, which imports no screens and no games."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Callable

from companion.cli.parser import command_parser
from companion.cli.visible_output import visible_output
from companion.errors import CompanionError


@visible_output()
def run_alone(run: Callable[[argparse.Namespace], int]) -> int:
    """Call *run* with the options of this process, and return the exit status."""
    options = command_parser().parse_args()
    logging.basicConfig(level=logging.INFO if options.verbose else logging.ERROR, format="%(levelname)s %(message)s")
    try:
        return run(options)
    except CompanionError as error:
        print(f"codemaker: {error}", file=sys.stderr)
        return 2
