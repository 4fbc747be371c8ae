"""``python -m companion`` is the command ``codemaker``."""

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT


def main() -> int:
    """Run the command line and return its exit status; Ctrl-C ends it with 130, and without a traceback."""
    # A program that runs in the background may ignore Ctrl-C, and goes on to.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _leave)
    # The imports take most of the start, so they come after the handler.
    from companion.cli import main as cli

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return cli.main()
    except KeyboardInterrupt:
        return INTERRUPTED


def _leave(number: int, frame: FrameType | None) -> None:
    # Nothing is open yet, and Python would print the traceback of an exception in the middle of an import.
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
