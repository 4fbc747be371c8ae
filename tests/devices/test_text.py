"""The box as lines of text: whole matches, what can be typed, and what is written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.compose import play
from companion.app.launch_options import LaunchOptions
from companion.box import Box, Button, Event, Format, Press, Quit, Redraw, TypedLine
from companion.config.paths import Paths, find_paths
from companion.config.settings import Settings
from companion.devices.headless import SilentSpeaker
from companion.devices.script import LONGEST, LineReader
from companion.devices.text.inputs import TextInputs
from companion.devices.text.pages import SCROLLED, WrittenPages
from companion.i18n.translator import Translator, key_labels
from tests.fakes.terminal import PATIENCE_S, FakeTerminal
from tests.support.paper import environment

PATHS = {"PYTHONPATH": str(Path(__file__).parents[2])}
OVER = re.compile("Match over|wins!|A tie:")
MOST_LINES = 2000

# What a player types on a page, by the first pattern that the page has; any other page is answered with Enter.
TYPED = (
    (r"Such as: ([^,\n]+)", r"\1"),
    (r"^> 1\. Begin$", "1"),
    (r"\[.\]( .){4} OK$", "ROYGB"),
    (r"\[.\]( .){3} OK$", "ROYG"),
    (r"^down take it", "down"),
    (r"^OK: look", ""),
    (r"^For one player only|(draws a panel|draws a card|attacks)\.$", "/?"),
)


class Player(LineReader):
    """Types what ``TYPED`` says to the last page in the file *out*, until the match is over."""

    def __init__(self, out: Path) -> None:
        super().__init__(os.open(os.devnull, os.O_RDONLY))
        self.typed: list[str] = []
        self._out = out
        self._read_to = 0

    def read(self, timeout: float | None) -> str | None:
        text = self._out.read_bytes().decode("ascii")
        page, self._read_to = text[self._read_to :], len(text)
        if OVER.search(page) or len(self.typed) > MOST_LINES:
            raise EOFError
        if timeout is not None and not page:
            return None
        found = ((re.search(wanted, page, re.MULTILINE), line) for wanted, line in TYPED)
        line = next((match.expand(line) for match, line in found if match is not None), "")
        self.typed.append(line)
        return line


def paths(folder: Path) -> Paths:
    return find_paths({}, folder, folder)


def text_box(out: Path, lines: LineReader, language: str = "en", encoding: str = "ascii") -> Box:
    """Return a box that writes to the file *out*, and whose clock stands still."""
    translator = Translator(language)
    descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    pages = WrittenPages(Format((128, 64)), descriptor, encoding, translator._)
    inputs = TextInputs(lines, pages, key_labels(translator), translator._, clock=lambda: 0.0)
    return Box(pages, inputs, SilentSpeaker(), writer=pages)


@pytest.mark.parametrize("edition", ["mastermind", "super", "passcode", "coda"])
def test_whole_match_is_played_in_lines_of_ascii(edition: str, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def choose(wishes: LaunchOptions, settings: Settings) -> Box:
        return text_box(out, Player(out))

    wishes = LaunchOptions(lang="en", edition=edition)
    assert play(wishes, paths(tmp_path), choose, lambda archive: replace(environment(), archive=archive)) == 0
    assert OVER.search(out.read_text("ascii"))


class Desk:
    """A box whose keyboard is a pipe, and the paper that it writes on."""

    def __init__(self, folder: Path, language: str, encoding: str) -> None:
        self._out = folder / "out"
        self._keyboard, self.typing = os.pipe()
        self.box = text_box(self._out, LineReader(self._keyboard), language, encoding)

    def type(self, text: str) -> None:
        os.write(self.typing, text.encode())

    def events(self, text: str) -> list[Event | None]:
        """Type *text* and return its events."""
        self.type(text)
        os.close(self.typing)
        return list(iter(lambda: self.box.inputs.wait(None), Quit()))

    def show(self, *lines: str, is_private: bool = False) -> str:
        """Write a page and return what is written for it."""
        before = len(self.text)
        assert self.box.writer is not None
        self.box.writer.write(lines, is_private=is_private)
        self.box.inputs.wait(0.0)
        return self.text[before:]

    @property
    def text(self) -> str:
        return self._out.read_bytes().decode("latin-1")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, "en", "ascii")


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("", [Press(Button.OK, 0.0)]),
        ("UP", [Press(Button.UP, 0.0)]),
        (" down  3 ", [Press(Button.DOWN, 0.0)] * 3),
        ("back", [Press(Button.BACK, 0.0)]),
        ("roll 1000", [Press(Button.ROLL, 0.0)]),
        ("12", [TypedLine("12", 0.0)]),
        ("R o y g", [TypedLine("R o y g", 0.0)]),
        ("?", []),
        ("quit\nup", []),
    ],
)
def test_line_is_a_key_or_a_text(desk: Desk, line: str, events: list[Event]) -> None:
    assert desk.events(f"{line}\n") == events


@pytest.mark.parametrize(
    ("word", "button"), [("HAUT", Button.UP), ("de", Button.ROLL), ("dé", Button.ROLL), ("ok", Button.OK)]
)
def test_keys_have_names_in_the_language_of_the_players(tmp_path: Path, word: str, button: Button) -> None:
    assert Desk(tmp_path, "fr", "ascii").events(f"{word}\n") == [Press(button, 0.0)]


def test_end_of_the_input_ends_the_program_after_the_last_line(desk: Desk) -> None:
    assert desk.events("up") == [Press(Button.UP, 0.0)]


def test_endless_line_is_cut() -> None:
    with open("/dev/zero", "rb", buffering=0) as endless:
        assert LineReader(endless.fileno()).read(None) == "\0" * LONGEST


def test_posted_event_wakes_the_wait_for_a_line(desk: Desk) -> None:
    desk.box.inputs.post(Redraw())
    assert desk.box.inputs.wait(None) == Redraw()


def test_page_is_written_once_and_only_when_no_input_is_waiting(desk: Desk) -> None:
    assert desk.show("Title", "> 1. One").endswith("\nTitle\n> 1. One\n")
    assert desk.box.writer is not None
    desk.box.writer.write(["between"], is_private=False)
    assert desk.show("last") == "\nlast\n"
    desk.box.inputs.wait(0.0)
    assert desk.text.count("last") == 1


def test_page_after_a_private_one_scrolls_it_out_of_sight(desk: Desk) -> None:
    assert desk.show("SECRET", is_private=True).endswith(f"SECRET\n{SCROLLED}\n")
    assert desk.show("next") == "\n" * 25 + "next\n"


def test_private_page_is_scrolled_out_of_sight_at_the_end_too(desk: Desk) -> None:
    desk.show("SECRET", is_private=True)
    desk.box.close()
    assert desk.text.endswith("\n" * 26)


def test_symbols_of_keys_are_words(desk: Desk) -> None:
    said = desk.show("\u25b2\u25bc colour | \u25bc go on", "Begin: \u25b6", "\u25c0 left", "take \u25b6: 2")
    assert said.endswith("\nup/down colour | down go on\nBegin\nleft\ntake right: 2\n")


def test_mark_of_the_next_digit_is_no_key(desk: Desk) -> None:
    assert desk.show("Anna: \u25b6644", "33\u25b63").endswith("\nAnna: next 644\n33 next 3\n")


def test_letters_that_the_terminal_lacks_are_replaced(tmp_path: Path) -> None:
    assert "\n\xe9l\xe8ve : l'oeil !\n" in Desk(tmp_path, "fr", "latin-1").show(
        "\xe9l\xe8ve\xa0: l\u2019\u0153il\u202f!"
    )


def test_reader_that_has_gone_ends_the_program() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    pages = WrittenPages(Format((128, 64)), writing, "ascii", str)
    pages.write(["page"], is_private=False)
    keyboard, _ = os.pipe()
    assert TextInputs(LineReader(keyboard), pages, key_labels(Translator("en")), str).wait(None) == Quit()


def codemaker(folder: Path, *options: str, typed: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "companion", "--state", str(folder), *options]
    return subprocess.run(
        command, input=typed.encode(), capture_output=True, env=PATHS | environment, timeout=PATIENCE_S, check=False
    )


def test_pipe_plays_in_ascii_where_the_locale_has_no_other_letters_and_nothing_is_lost(tmp_path: Path) -> None:
    options = ("--device", "text", "--lang", "fr")
    first = codemaker(tmp_path, *options, "--edition", "mini", typed="1\n\nRJV\n\n", LC_ALL="C")
    assert (first.returncode, first.stderr) == (0, b"")
    assert first.stdout.isascii()
    assert b"trouvez 4 chevilles en 6 rangees !" in first.stdout
    assert b"Reprendre Mini" in codemaker(tmp_path, *options, typed="", LC_ALL="C").stdout


@pytest.fixture
def console() -> Iterator[FakeTerminal]:
    terminal = FakeTerminal(80, 25)
    yield terminal
    terminal.close()


def test_terminal_that_cannot_move_its_cursor_gets_lines_and_is_told_so(console: FakeTerminal, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--state", str(tmp_path), "--lang", "en"]
    process = console.run(command, PATHS | {"TERM": "dumb"})
    console.until(lambda glass: "> 1. Play" in glass.text)
    assert "This terminal cannot show the picture of the box." in console.glass.text
    assert not console.glass.is_alternate
    console.type("quit\n")
    assert process.wait(PATIENCE_S) == 0
