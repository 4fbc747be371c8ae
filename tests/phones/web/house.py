"""A game and the web process beside it, with pages in a network of the tests."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.config.paths import find_paths
from companion.match import randomness
from companion.match.catalogue import load_catalogue
from companion.match.driver import MatchDriver
from companion.match.environment import Environment
from companion.match.session import Session
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import open_for_writing
from tests.phones.web.browser import ADDRESS, Network, environment, python
from tests.support.front_end import PATIENCE_S
from tests.support.paper import NOON

GO_ON = "OK"
"""The keys that take up the newest match after the start."""


class Pages:
    """The web process in *network*; the table socket is in *folder*, *program* is the module that is run."""

    def __init__(self, network: Network, folder: Path, program: str = "companion") -> None:
        own = folder / "web"
        own.mkdir(mode=0o700, exist_ok=True)
        self.log = own / "log"
        command = [program, "web", "--address", ADDRESS, "--port", "80", "--table", str(folder), "--until-eof"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                network.inside(python(*command)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(XDG_RUNTIME_DIR=str(own), LANG="C.UTF-8"),
            )
        # It listens when it says where.
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"http://{ADDRESS}\n".encode()

    def close(self) -> None:
        """End the process."""
        self.process.communicate(timeout=PATIENCE_S)


class Box:
    """The real game on a headless box, whose keys are typed into a pipe; its files are in *folder*."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.state, run = folder / "state", folder / "run"
        for made in (self.state, run):
            made.mkdir(mode=0o700, exist_ok=True)
        self.table = run / "codemaker"
        self.settings = settings
        self._run = run
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the game."""
        (self.state / "settings.toml").write_text(self.settings, "utf-8")
        play = ["companion", "--device", "headless", "--lang", "en", "--state", str(self.state), "--keys", "-", "play"]
        self.process = subprocess.Popen(
            python(*play),
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(XDG_RUNTIME_DIR=str(self._run), RUNTIME_DIRECTORY=""),
        )

    def press(self, keys: str) -> None:
        """Press *keys*."""
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.write(f"{keys}\n".encode())
        self.process.stdin.flush()

    def cut_the_power(self) -> None:
        """End the game without a word."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def begin(self, game: str, players: Sequence[str], options: Mapping[str, str] | None = None) -> None:
        """Begin a match of *game* before the game is started; it goes on with ``GO_ON``."""
        where = find_paths({}, self.state, self.state)
        with closing(open_for_writing(where.journal, datetime.now(UTC), lambda trouble: None)) as journal:
            archive = DeferredJournal(lambda report: journal)
            world = Environment(archive, randomness.draw, randomness.nonce, lambda: NOON)
            MatchDriver(Session.begin(load_catalogue(where.editions)[game], options or {}, players, world)).advance()


@contextmanager
def house(network: Network, folder: Path, settings: str = 'table_socket = "play"\n') -> Iterator[Box]:
    """Open a house with a box, which is not started yet, and the web process beside it."""
    box = Box(folder, settings)
    box.table.mkdir(mode=0o700)
    pages = Pages(network, box.table)
    try:
        yield box
    finally:
        box.cut_the_power()
        pages.close()
