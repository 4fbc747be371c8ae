"""What a press costs the game more while another program is its front end: the time of all threads of the process."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.front_ends.socket_file import SOCKET_NAME
from tools.bench.bench_match import KEYS, keys_of, played_out

RUNS = 5

Beside = Callable[[Path, Path], "subprocess.Popen[bytes]"]
"""Runs the other program: its arguments are the table socket, and a path for a socket of its own."""


def added_press_ms(settings: str, beside: Beside, prepare: Callable[[Path], object] = lambda folder: None) -> float:
    """Return how much processor time *beside* adds to a press, in milliseconds, in the best of a few runs each.

    The game has these *settings* then; *prepare* makes files in its folder before it starts.
    """
    plain = min(_press_s("", None, lambda folder: None) for _ in range(RUNS))
    return 1000 * (min(_press_s(settings, beside, prepare) for _ in range(RUNS)) - plain)


def _press_s(settings: str, beside: Beside | None, prepare: Callable[[Path], object]) -> float:
    keys = keys_of(KEYS)
    begun_s: list[float] = []
    with tempfile.TemporaryDirectory() as name, _runtime(Path(name)) as run:
        folder = Path(name)
        (folder / "settings.toml").write_text(settings, "utf-8")
        prepare(folder)
        others: list[subprocess.Popen[bytes]] = []

        def begin() -> None:
            if beside is not None:
                others.append(beside(run / SOCKET_NAME, folder / "beside"))
            begun_s.append(time.process_time())

        try:
            played_out(keys, folder, begun=begin)
            return (time.process_time() - begun_s[0]) / len(keys)
        finally:
            for other in others:
                other.kill()
                other.communicate()


@contextmanager
def _runtime(folder: Path) -> Iterator[Path]:
    """Let the game have its socket in a folder of its own, and return that."""
    run = folder / "run"
    run.mkdir(mode=0o700)
    before = os.environ.get("RUNTIME_DIRECTORY")
    os.environ["RUNTIME_DIRECTORY"] = str(run)
    try:
        yield run
    finally:
        if before is None:
            del os.environ["RUNTIME_DIRECTORY"]
        else:
            os.environ["RUNTIME_DIRECTORY"] = before
