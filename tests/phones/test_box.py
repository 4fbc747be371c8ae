"""A phone is invited on the box, let in, plays, and is ended: the whole program, whose pages are lines of text."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from companion.config.checksum import toml_with_checksum
from tests.phones.paper_phone import PaperPhone
from tests.support.front_end import Message, PaperFrontEnd
from tools.bench.measure import environment

LETTERS = "[A-Z]{6}"
LATE_S = 240.0


class TextBox:
    """The program, with lines typed into it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def type(self, *lines: str) -> None:
        assert self._process.stdin is not None
        for line in lines:
            self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def read(self, form: str) -> str:
        """Return the next line that *form* fits."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if re.fullmatch(form, line.strip()):
                return line.strip()
        raise EOFError(f"expected a line like {form}, got the end")

    def choose(self, label: str) -> None:
        """Choose the line *label* of the menu that comes next."""
        self.type(self.read(rf"(> )?[0-9]+\. {label}.*").removeprefix("> ").partition(".")[0])


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder with a short path: that of a socket has at most 107 characters."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as name:
        yield Path(name)


@contextmanager
def playing(folder: Path, settings: str = "phones = true\n") -> Iterator[TextBox]:
    """Run the program in *folder*, with phones unless the *settings* say otherwise."""
    (folder / "settings.toml").write_text(settings, "utf-8")
    command = [sys.executable, "-m", "companion", "--device", "text", "--lang", "en", "--state", str(folder), "play"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment() | {"XDG_RUNTIME_DIR": str(folder), "RUNTIME_DIRECTORY": "", "PYTHONUNBUFFERED": "1"},
    ) as process:
        # A page that never comes must not keep the tests.
        late = Timer(LATE_S, process.kill)
        late.start()
        try:
            yield TextBox(process)
        finally:
            late.cancel()
            process.kill()


def sealed(front_end: PaperFrontEnd, phone: PaperPhone) -> Message:
    while (message := front_end.hear())["type"] != "sealed":
        pass
    return phone.opens(message)


def test_phone_is_invited_let_in_plays_and_is_ended(folder: Path) -> None:
    with playing(folder) as box:
        box.choose("Play")
        box.choose("Mastermind")
        box.choose("Begin")
        box.read("Type 4 letters.*")
        with PaperFrontEnd(folder / "codemaker" / "table.sock") as front_end:
            front_end.hello()
            front_end.say(type="addresses", addresses=["http://10.42.0.1"], hotspot=None, failure=None)
            box.type("BACK")
            box.read("Pause.*")
            box.choose("Phones")
            # Open once the addresses have arrived.
            box.choose("Player 2 alone: …")
            box.read(".*OK: show it")
            box.type("")
            phone = PaperPhone(box.read(LETTERS))
            front_end.say(**phone.join())
            while (message := front_end.hear())["type"] != "joining":
                pass
            phone.joined(message)
            front_end.say(**phone.says("enter"))
            assert sealed(front_end, phone)["status"] == "confirm"
            box.read(re.escape("Let this phone play for Player 2?"))
            box.choose("Yes")
            assert sealed(front_end, phone)["status"] == "play"
            front_end.say(**phone.moves("ROYG"))
            while (said := sealed(front_end, phone))["id"] != phone.asked:
                pass
            assert [row["guess"] for row in said["state"]["view"]["round"]["rows"]] == ["ROYG"]
            box.type("BACK")
            box.read("Pause.*")
            box.choose("Phones")
            box.choose("End: Player 2")
            box.choose("Yes")
            assert sealed(front_end, phone)["status"] == "ended"
        assert not (folder / "phones.json").exists()


def test_damaged_file_of_phones_is_told_on_the_box(folder: Path) -> None:
    (folder / "phones.json").write_text('{"checksum": "00000000",\n"match": 1}', "utf-8")
    with playing(folder) as box:
        box.read(re.escape("The list of phones was damaged. Invite them again."))
    assert (folder / "phones.damaged-1").exists()


def test_settings_that_were_edited_by_hand_are_told_on_the_box(folder: Path) -> None:
    with playing(folder, toml_with_checksum("phones = true\n").replace("true", "false")) as box:
        box.read(re.escape("Settings were changed by hand or damaged: see Check-up."))
        box.type("")
        box.choose("More")
        box.choose("Settings")
        box.choose("Check-up")
        box.choose("Settings")
        box.read("Look at these values.*")
