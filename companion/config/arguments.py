"""Readers of values on the command line, for ``type`` of argparse."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from companion.config.untrusted import whole_number
from companion.errors import TextUnreadable

LONGEST_S = 3600


def whole(limits: range) -> Callable[[str], int]:
    """Return a function that reads a whole number in *limits*, and raises ``argparse.ArgumentTypeError``."""

    def read(text: str) -> int:
        try:
            return whole_number(text, limits)
        except TextUnreadable as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read


def seconds(text: str) -> float:
    """Return *text* as seconds from 0 to ``LONGEST_S``; raises ``argparse.ArgumentTypeError``."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= LONGEST_S:
        raise argparse.ArgumentTypeError(f"expected 0 to {LONGEST_S} seconds, got {text!r}")
    return number
