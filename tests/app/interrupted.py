"""A program that gets Ctrl-C while it starts.

The arguments: the instant, which is how many files and modules are opened before it - Python tells that who audits
it - and those of ``codemaker``.
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count

INSTANT = int(sys.argv[1])
_passed = count()


def listen(event: str, arguments: tuple[object, ...]) -> None:
    """Press Ctrl-C when the instant has come."""
    if event in ("open", "import") and next(_passed) == INSTANT:
        os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    from companion.__main__ import main

    sys.argv[1:2] = []
    sys.addaudithook(listen)
    sys.exit(main())
