"""The command ``codemaker logs``: the service's log, for people who do not know journalctl."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence

UNIT = "codemaker.service"


def call(command: Sequence[str]) -> int:
    """Run *command* on our own terminal and return its exit status."""
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        # That is how following ends.
        return 0


def show(follow: bool, lines: int, run: Callable[[Sequence[str]], int] = call) -> int:
    """Show the last *lines* that the service has logged; returns journalctl's exit status, 2 where there is none."""
    # Not --quiet: who may not read the log has to be told, or would take it for empty.
    wanted = ["journalctl", f"--unit={UNIT}", f"--lines={lines}", "--no-hostname"]
    try:
        return run([*wanted, "--follow"] if follow else [*wanted, "--no-pager"])
    except FileNotFoundError:
        print("codemaker: no journalctl here: the log is on standard error", file=sys.stderr)
        return 2
