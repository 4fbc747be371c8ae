"""The web process beside a game on a desktop: started before it, and ended with it however it ends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from companion.config.installation import missing
from companion.phones.errors import PhonesFailed

LIBRARIES = ("aiohttp", "nacl")
END_S = 5.0
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from companion.__main__ import main; sys.exit(main())"
"""Not by the name of a command: a checkout, a wheel and the Debian package start in different ways."""


@contextmanager
def web_beside(out: TextIO) -> Iterator[None]:
    """Run ``codemaker web`` while the context is open, and print to *out* where it serves; raises ``PhonesFailed``."""
    for library in LIBRARIES:
        if find_spec(library) is None:
            raise PhonesFailed(missing(ModuleNotFoundError(name=library)))
    isolated = ("-I",) if sys.flags.isolated else ("-P",)
    command = (sys.executable, *isolated, "-c", _START, str(Path(__file__).parents[2]), "web", "--until-eof")
    # Ctrl-C is for the game. Its end, also by kill -9, closes the pipe, and that ends the web process.
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        if process.stdout is None or not (address := process.stdout.readline().strip()):
            raise PhonesFailed("expected the web process to serve, got its end; it has said why")
        print(f"Phones and screens: {address}", file=out, flush=True)
        yield
    finally:
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    try:
        process.communicate(timeout=END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
