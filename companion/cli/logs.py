"""The command ``codemaker logs``: the service's log, for people who do not know journalctl."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence

UNIT = "codemaker.service"


def call(command: Sequence[str]) -> int:
    """Run *command*, print its output line by line, and return its exit status."""
    try:
        # journalctl lets pass the characters that turn the direction of a text; printing shows them.
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as running:
            for line in running.stdout or ():
                print(line, end="", flush=True)
    except KeyboardInterrupt:
        # Ctrl-C is the normal way to end --follow.
        return 0
    return running.returncode


def show(follow: bool, lines: int, run: Callable[[Sequence[str]], int] = call) -> int:
    """Print the last *lines* of the service's log; return journalctl's exit status, or 2 if there is no journalctl."""
    # Not --quiet: with it, a user without permission to read the log would see an empty one.
    wanted = ["journalctl", f"--unit={UNIT}", f"--lines={lines}", "--no-hostname"]
    try:
        return run([*wanted, "--follow"] if follow else [*wanted, "--no-pager"])
    except FileNotFoundError:
        print("codemaker: no journalctl here: the log is on standard error", file=sys.stderr)
        return 2
