"""Entry point of ``python -m companion``, which is the command ``codemaker``."""

import os
import signal
import sys
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT


def main() -> int:
    """Run the command line and return its exit status; Ctrl-C ends it with status 130 and no traceback."""
    # A program started in the background may inherit an ignored SIGINT; that setting is kept.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _leave)
    # The imports take most of the start-up time, so the handler is installed before them.
    from companion.cli import main as cli

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return cli.main()
    except KeyboardInterrupt:
        return INTERRUPTED


def _leave(number: int, frame: FrameType | None) -> None:
    # No file or device is open yet, and an exception raised during an import would print a traceback.
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
