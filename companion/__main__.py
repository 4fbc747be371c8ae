"""Entry point of ``python -m companion``, which is the command ``codemaker``."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

from companion.app import startup
from companion.features.seam import command

INTERRUPTED = 128 + signal.SIGINT


def import_command_line() -> Callable[[], int]:
    """Import the command line, and return the function that runs it."""
    # The imports take most of the start-up time: the handler of Ctrl-C and the table of lazy modules come before them.
    if sys.argv[1:] and (named := command(sys.argv[1])) is not None and (alone := named.alone) is not None:
        # A process without screens and games, which takes half the memory.
        from companion.cli.alone import run_alone

        return lambda: run_alone(alone)
    if sys.argv[1:2] == ["show-failure"]:
        # systemd runs it when the game has failed; a command line that cannot be imported may be the cause.
        from companion.app.failed_start import main as show_failure

        return show_failure
    from companion.cli.main import main as run

    return run


def main(import_program: Callable[[], Callable[[], int]] = import_command_line) -> int:
    """Run the program and return its exit status; Ctrl-C ends it with status 130 and no traceback."""
    # A program started in the background may inherit an ignored SIGINT; that setting is kept.
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _leave)
    startup.prepare()
    run = import_program()
    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        # The interpreter searches for garbage when it ends, which takes most of the time from SIGTERM to the end.
        gc.freeze()


def _leave(number: int, frame: FrameType | None) -> None:
    # No file or device is open yet, and an exception raised during an import would print a traceback.
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
