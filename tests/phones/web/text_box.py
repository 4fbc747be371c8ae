"""The real game as lines of text, in the hands of a test that reads its pages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from threading import Condition, Thread

from tests.phones.web.browser import PATIENCE_S, environment, python
from tests.phones.web.house import Box


class TextBox(Box):
    """A game that writes its pages as text; what is typed is a key, or the number of a line."""

    @property
    def log(self) -> Path:
        """The file with all that the game logs."""
        return self.state.parent / "log"

    def start(self) -> None:
        """Start the game."""
        (self.state / "settings.toml").write_text(self.settings, "utf-8")
        play = ["companion", "--verbose", "--device", "text", "--lang", "en", "--state", str(self.state), "play"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                python(*play),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(XDG_RUNTIME_DIR=str(self._run), RUNTIME_DIRECTORY=""),
            )
        self._written = ""
        self._news = Condition()
        Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with self._news:
                self._written += line.decode()
                self._news.notify_all()

    def reads(self, pattern: str) -> re.Match[str]:
        """Wait until *pattern* is in what was written since the last key, and return where."""
        with self._news:
            found = self._news.wait_for(lambda: re.search(pattern, self._written), PATIENCE_S)
        assert found, f"expected {pattern!r}, got the page {self._written!r}"
        return found

    def press(self, keys: str) -> None:
        """Type *keys*; the page before them is forgotten."""
        with self._news:
            self._written = ""
        super().press(keys)

    def choose(self, item: str) -> None:
        """Choose the line of a menu that begins with *item*."""
        self.press(self.reads(rf"(\d+)\. {re.escape(item)}")[1])

    def new_match(self, game: str, *choices: tuple[str, str]) -> None:
        """Begin a match of *game* from the first menu, with *choices* of its options."""
        self.reads("Play")
        self.press("ok")
        self.choose(game)
        for option, value in choices:
            line = self.reads(rf"(\d+)\. ({re.escape(option)}: |More rules)")
            self.press(line[1])
            if line[2] == "More rules":
                self.choose(f"{option}: ")
                self.choose(value)
                self.choose("Done")
            else:
                self.choose(value)
        self.choose("Begin")
        # What players do, before the first move; a game that says so with its first row has no page for it.
        if self.reads("OK: go on|Type ")[0] == "OK: go on":
            self.press("ok")
        if game == "Passcode":
            self.reads("Roll all codes")
            self.choose("Yes")
            self.reads("OK: go on")
            self.press("ok")

    def new_together(self, edition: str, players: int, *choices: tuple[str, str]) -> None:
        """Begin a match of *edition* for that many *players* together, with *choices* of its options."""
        self.reads("Play")
        self.press("ok")
        self.choose("Together")
        self.choose(edition)
        self.choose("Player 1, Player 2")
        for number in range(3, players + 1):
            self.choose("Add a player")
            self.choose(f"Player {number}")
        self.choose("Done")
        for option, value in choices:
            self.choose(f"{option}: ")
            self.choose(value)
        self.choose("Begin")

    def go_on(self) -> None:
        """Take up the match that was open when the power was cut."""
        self.reads("Go on with")
        self.choose("Yes")

    def open_phones(self) -> None:
        """Open the menu of phones in a match."""
        self.press("back")
        self.choose("Phones")

    def invite(self, name: str) -> str:
        """Invite a phone for the player *name* in the menu of phones, and return the letters to type."""
        self.choose(f"{name} alone")
        self.reads("look away!")
        self.press("ok")
        return self.reads(rf"{name}\n([A-Z]{{6}})\n")[1]

    def open_lobby(self) -> None:
        """Let all phones ask, from the menu of phones."""
        self.choose("All phones")
        self.reads("Scan it")

    def compare(self, count: int) -> None:
        """Go on to the digits when *count* phones ask."""
        self.reads(f"{count}: OK")
        self.press("ok")

    def admit_all(self, digits: Mapping[str, str]) -> None:
        """Admit the phones of the players whose names have these *digits*, once the box shows them."""
        for name, number in digits.items():
            self.reads(rf"{name}\W+{number}")
        self.choose("Yes: let them play")

    def admit(self, name: str) -> None:
        """Let the phone play that has come for the player *name*."""
        self.reads(f"Let this phone play for {name}")
        self.choose("Yes")
