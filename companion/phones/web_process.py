"""The web process beside a game on a desktop: started before it, again when it dies, and ended with it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TextIO

from companion.config.installation import missing
from companion.config.paths import NO_RUNTIME_FOLDER, runtime_folder
from companion.phones.errors import PhonesFailed
from companion.phones.port import NO_PAGES
from companion.phones.web.network import tell

LIBRARIES = ("aiohttp", "nacl")
END_S = 5.0
AGAIN_S = (1.0, 60.0)
"""The time before a process that died is started again, first and at most; it doubles after each short life."""
LIVED_S = 60.0
"""After a life that is longer, the time is again the first one."""
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from companion.__main__ import main; sys.exit(main())"
"""Not by the name of a command: a checkout, a wheel and the Debian package start in different ways."""
log = logging.getLogger(__name__)


@contextmanager
def web_beside(out: TextIO) -> Iterator[None]:
    """Run ``codemaker web`` while the context is open, and print to *out* where it serves; raises ``PhonesFailed``."""
    for library in LIBRARIES:
        if find_spec(library) is None:
            raise PhonesFailed(missing(ModuleNotFoundError(name=library)))
    if runtime_folder(os.environ) is None:
        raise PhonesFailed(NO_RUNTIME_FOLDER)
    process, address = _start()
    if not address:
        _end(process)
        raise PhonesFailed("expected pages for phones, got none, for the reason above")
    print(f"Phones and screens: {address}", file=out, flush=True)
    keeper = _Keeper(process, address)
    try:
        yield
    finally:
        keeper.close()


class _Keeper:
    """Starts the web process again, at the same port, whenever *process* has died; a thread waits for that."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self._process = process
        self._port = ("--port", address.rpartition(":")[2])
        self._ends = Event()
        self._changing = Lock()
        self._thread = Thread(target=self._keep, name="web-process", daemon=True)
        self._thread.start()

    def _keep(self) -> None:
        wait_s, most_s = AGAIN_S[0] / 2, AGAIN_S[1]
        while True:
            begun_s = time.monotonic()
            status = self._process.wait()
            if self._ends.is_set():
                return
            log.warning("the web process has ended with status %d and is started again", status)
            if (folder := runtime_folder(os.environ)) is not None:
                tell(folder, (), failure=NO_PAGES)
            wait_s = AGAIN_S[0] if time.monotonic() - begun_s > LIVED_S else min(2 * wait_s, most_s)
            self._ends.wait(wait_s)
            with self._changing:
                if self._ends.is_set():
                    return
                _end(self._process)
                self._process, _ = _start(*self._port)

    def close(self) -> None:
        """End the process for good."""
        self._ends.set()
        with self._changing:
            _end(self._process)
        self._thread.join(END_S)


def _start(*more: str) -> tuple[subprocess.Popen[str], str]:
    """Start the web process with the options *more*; return it with its first address, empty where it has ended."""
    isolated: Sequence[str] = ("-I",) if sys.flags.isolated else ("-P",)
    root = str(Path(__file__).parents[2])
    command = (sys.executable, *isolated, "-c", _START, root, "web", "--until-eof", *more)
    # Ctrl-C is for the game. Its end, also by kill -9, closes the pipe, and that ends the web process.
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    return process, "" if process.stdout is None else process.stdout.readline().strip()


def _end(process: subprocess.Popen[str]) -> None:
    try:
        process.communicate(timeout=END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
