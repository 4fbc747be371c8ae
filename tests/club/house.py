"""Real programs of a club: the game as lines of text, the bridge beside it, and the director."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Condition, Thread

from tests.club.mosquitto import PASSWORDS, PATIENCE_S, Mosquitto
from tools.bench.measure import environment

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "turquoise", "ivory")
# Of one colour each: none is a code of Ambassador, where each colour comes once.
WRONG = tuple(letter * 5 for letter in "ROYGBPROYGBP")


class Program:
    """A program of ours with its input and output in the hands of a test."""

    def __init__(self, arguments: Sequence[str], log: Path, **variables: str) -> None:
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                env=environment() | variables,
            )
        self.log = log
        self._written = ""
        self._news = Condition()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._news:
                self._written += line.decode()
                self._news.notify_all()

    def reads(self, pattern: str) -> re.Match[str]:
        """Wait until *pattern* is in what was written since the last input, and return where."""
        with self._news:
            found = self._news.wait_for(lambda: re.search(pattern, self._written), PATIENCE_S)
        assert found, f"expected {pattern!r}, got {self._written[-500:]!r} and {self.log.read_text('utf-8')!r}"
        return found

    def type(self, text: str) -> None:
        """Type a line; what was written before it is forgotten."""
        with self._news:
            self._written = ""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def kill(self) -> None:
        """End the program without a word."""
        self.process.kill()
        self.wait()

    def end(self) -> None:
        """Kill the program unless it has ended."""
        if self.process.poll() is None:
            self.kill()

    def stop(self) -> int:
        """Ask the program to end, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        """Wait for the end of the program."""
        status = self.process.wait(PATIENCE_S)
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        return status


class Table:
    """A box in *folder* that is the table *name* of the event ``cup`` at *broker*."""

    def __init__(self, folder: Path, name: str, broker: Mosquitto, passwords: Mapping[str, str] = PASSWORDS) -> None:
        self.name = name
        self.rows = 0
        self._folder = folder
        (folder / "run" / "codemaker").mkdir(mode=0o700, parents=True)
        (folder / "run").chmod(0o700)
        (folder / "state").mkdir(mode=0o700)
        (folder / "state" / "settings.toml").write_text("[club]\non = true\n", "utf-8")
        (folder / "password").write_text(passwords[name], "ascii")
        join = ["join", broker.address, "cup", name, "--password-file", str(folder / "password"), "--pin", broker.pin]
        joined = subprocess.run(
            [sys.executable, "-m", "companion", "club", *join, *self._state], check=True, env=environment(),
            capture_output=True, text=True,
        )  # fmt: skip
        assert joined.stdout.startswith(f"{name} has joined cup: ")
        play = ["--device", "text", "--lang", "en", "--state", str(folder / "state"), "play"]
        self.game = Program(play, folder / "game.log", **self._runtime)
        self.game.reads(r"1\. ")

    @property
    def _state(self) -> list[str]:
        return ["--state", str(self._folder / "club")]

    @property
    def _runtime(self) -> dict[str, str]:
        return {"XDG_RUNTIME_DIR": str(self._folder / "run"), "RUNTIME_DIRECTORY": ""}

    def connect(self) -> None:
        """Start the bridge, and wait until the broker is reached."""
        self.start_bridge()
        self.bridge.reads(f"connected with .* as {self.name}")

    def start_bridge(self) -> None:
        """Start the bridge."""
        self.bridge = Program(["club", "run", *self._state], self._folder / "bridge.log", **self._runtime)

    def begin(self, title: str) -> None:
        """Begin the round *title*, with one player, once the first menu offers it."""
        self.game.reads(rf"1\. .*{title}")
        self.game.type("1")
        self.game.reads("Who plays")
        self.game.type("1")
        self.game.reads("Type 5 letters")

    def begin_by_slip(self, title: str, letters: str, player: str) -> None:
        """Begin the round *title* by the letters of a slip, for *player* alone."""
        self.game.reads(rf"1\. {title}: …")
        keys = ("1", title), (letters, "OK ends"), ("OK", "Who plays"), ("2", "OK sets"), (player, "OK ends")
        for typed, wanted in (*keys, ("OK", "Type 5 letters")):
            self.game.type(typed)
            self.game.reads(wanted)

    def go_home(self) -> None:
        """Leave the match that is over."""
        for typed, wanted in (("OK", "hole"), ("OK", "Match over"), ("OK", r"5\. Home"), ("5", r"1\. ")):
            self.game.type(typed)
            self.game.reads(wanted)

    def delete(self, title: str) -> None:
        """Answer yes where the box asks whether the matches of the event *title* are to be deleted."""
        self.game.reads(rf"1\. Delete {title}")
        for typed, wanted in (("1", "Delete all matches"), ("LEFT", "Delete all matches"), ("OK", r"1\. ")):
            self.game.type(typed)
            self.game.reads(wanted)

    def play(self, *rows: str) -> str:
        """Play *rows*; return what the box says after the last one."""
        said = ""
        for row in rows:
            self.game.type(row)
            self.rows += 1
            said = self.game.reads(r"sets row \d+\.\n|OK: go on").string
        return said

    def play_out(self) -> str:
        """Play wrong rows to the end of the match, and return the code."""
        said = self.play(*WRONG[self.rows :])
        found = re.search(r"The code is (.*)\.", said)
        assert found
        names = found[1].split(", ")
        assert {*names} <= {*COLOURS}
        # The letter of each is its first one.
        return "".join(name[0].upper() for name in names)

    def close(self) -> None:
        """End the programs."""
        for program in (self.bridge, self.game):
            program.end()


def direct(event: Path, broker: Mosquitto) -> Program:
    """Start the director of the file *event*, and wait until the broker is reached."""
    password = event.parent / "password"
    password.write_text(PASSWORDS["director"], "ascii")
    where = ["--broker", broker.address, "--password-file", str(password), "--pin", broker.pin]
    made = Program(["club", "direct", str(event), *where], event.parent / "director.log")
    made.reads("The broker is reached")
    return made
