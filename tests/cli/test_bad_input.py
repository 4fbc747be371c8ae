"""What was wrongly typed, saved or plugged in ends in a sentence: what is wrong, where, and what is expected."""

from __future__ import annotations

import fcntl
import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from stat import S_IMODE

import pytest

from companion.cli.main import main
from companion.config.atomic_file import atomic_write
from companion.config.paths import find_paths
from companion.config.settings import DEFAULTS, load, save
from companion.config.text_file import read_text
from companion.config.untrusted import is_plain, read_json, read_toml, visible, whole_number
from companion.dice.model import DiceRoll, Start
from companion.errors import EditionRefused, TextUnreadable
from companion.games.pegs import parse_edition
from companion.match.catalogue import load_catalogue
from tests.support.opened import open_journal

HUGE = "99999999999999999999"


@pytest.fixture(autouse=True)
def impatience() -> Iterator[None]:
    """Fail a test that waits for a FIFO."""

    def fail(number: int, frame: object) -> None:
        raise TimeoutError("expected no wait, got 30 s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


# Arguments


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("verify", "CODE RGBÉ MINI " + "A" * 20), "expected BOX or OWN with a number, the code, the edition"),
        (("--device", "headless", "--size", "²x64"), "expected a size from 96x32 to 512x256 pixels"),
        (("roll", "start", "A\udcff", "Ben"), r"expected names whose letters can be seen, got 'A\udcff'"),
        (("roll", "start", "\x1b[2J", "Ben"), r"expected names whose letters can be seen, got '\x1b[2J'"),
        (("challenge", "9" * 5000), "expected a whole number from 1 to 9223372036854775807, got '999"),
        (("challenge", "2026-99-99"), "or a line of 13 letters or a date, got '2026-99-99'"),
        (("challenge", "٢٠٢٦-١١-٢٦"), "or a line of 13 letters or a date, got"),
        (("challenge", "٣"), "or a line of 13 letters or a date, got"),
        (("roll", "start", "٣"), "or coin, or start 3, got"),
        (("score", "mini", "RGBß", "RGBY"), "expected 4 letters"),
        (("score", "\x1b[2J", "RGBY", "RGBY"), r"got '\x1b[2J'"),
    ],
)
def test_argument_that_cannot_be_read_is_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("nonsense",), "expected a command, got 'nonsense'; type 'codemaker --help' for help"),
        (
            ("histroy",),
            "expected a command, got 'histroy' (did you mean 'history'?); type 'codemaker --help' for help",
        ),
        (("--nonsense",), "unrecognized arguments: --nonsense; type 'codemaker --help' for help"),
        (("--\x1b[2J",), r"unrecognized arguments: --\x1b[2J; type 'codemaker --help' for help"),
        (
            ("--device", "pie"),
            "argument --device: expected one of pi, window, terminal, text, headless, got 'pie'; "
            "type 'codemaker --help' for help",
        ),
        (("export",), "the following arguments are required: N; type 'codemaker export --help' for help"),
    ],
)
def test_arguments_that_are_refused_are_one_line_and_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert capsys.readouterr() == ("", f"codemaker: {line}\n")


@pytest.mark.parametrize(
    "arguments",
    [("export", HUGE), ("review", HUGE), ("export", "٣"), ("logs", "--lines", HUGE), ("demo", "--seconds", "nan")],
)
def test_number_beyond_every_limit_is_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert f"{arguments[-1]!r}" in capsys.readouterr().err


def test_state_folder_may_be_named_from_where_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_paths({}, tmp_path, Path("box")).journal == tmp_path / "box" / "journal.db"


# The ledger


def test_name_that_no_terminal_can_print_is_listed_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal, _ = open_journal(tmp_path / "journal.db", datetime.now(UTC))
    journal.enter(
        [DiceRoll(Start(2, ("A\udcff", "\x1b[2J")), (first,), at="2026-01-02T12:00:00Z") for first in (1, 2)]
    )
    journal.close()
    assert main(["rolls", "--state", str(tmp_path)]) == 0
    listed = capsys.readouterr().out
    assert [line.split()[-1] for line in listed.splitlines()] == [r"\x1b[2J", r"A\udcff"]


# Files


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    path = tmp_path / "fifo.toml"
    os.mkfifo(path)
    return path


def test_settings_that_are_a_fifo_are_refused_at_once(fifo: Path) -> None:
    settings, (refused,) = load(fifo)
    assert settings == DEFAULTS
    assert "it is not a regular file" in str(refused)


def test_edition_that_is_a_fifo_is_left_out_and_told(fifo: Path) -> None:
    (refused,) = load_catalogue(fifo.parent).refused
    assert "it is not a regular file" in str(refused)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev", "/dev/null"])
def test_device_or_folder_is_not_read(path: str) -> None:
    with pytest.raises(OSError, match="it is not a regular file"):
        read_text(Path(path), 10)


def test_file_beyond_its_limit_is_not_read_on(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_text("é" * 11, "utf-8")
    assert read_text(path, 11) == "é" * 11
    with pytest.raises(OSError, match="more than 10 characters"):
        read_text(path, 10)


def test_record_without_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "/dev/zero"]) == 2
    assert "more than 4,194,304 characters" in capsys.readouterr().err


def test_file_that_a_killed_save_has_left_goes_with_the_next(tmp_path: Path) -> None:
    left, others = tmp_path / ".settings.toml.ab3_x9zz", [tmp_path / ".settings.toml.bak", tmp_path / ".x.ab3_x9zz"]
    for path in (left, *others):
        path.touch()
    save(tmp_path / "settings.toml", DEFAULTS)
    assert sorted(tmp_path.iterdir()) == sorted([*others, tmp_path / "settings.toml"])


def test_file_that_another_program_is_saving_is_left(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    with atomic_write(path) as file:
        save(path, DEFAULTS)
        file.write("volume = 3\n")
    assert load(path)[0].volume == 3
    assert list(tmp_path.iterdir()) == [path]


def test_saving_goes_on_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(38, "no locks")

    monkeypatch.setattr(fcntl, "flock", refuse)
    save(tmp_path / "settings.toml", DEFAULTS)
    assert load(tmp_path / "settings.toml") == (DEFAULTS, ())


# Editions


OWN = (Path(__file__).parents[2] / "companion/games/pegs/editions/ambassador.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("rows = 12", "rows = " + "9" * 5000, "own.toml: expected a TOML text"),
        ("rows = 12", "rows = 0x" + "f" * 5000, "own.toml: expected a TOML text, got an integer of more than 64 bits"),
        ("rows = 12", "rows = " + "[" * 3000, "own.toml: expected a TOML text"),
        ('name = "Ambassador"', 'name = "\\u001b[2J"', r"own.toml: name.en: expected .*, got '\\x1b\[2J'"),
        ('name = "Ambassador"', 'name = "a\\u202eb"', r"own.toml: name.en: expected"),
    ],
)
def test_edition_that_would_break_the_program_is_refused(old: str, new: str, says: str) -> None:
    assert old in OWN
    with pytest.raises(EditionRefused, match=says):
        parse_edition(OWN.replace(old, new), "own.toml")


def test_track_on_which_no_peg_moves_is_refused() -> None:
    table = "table = [[4, 12], [6, 10], [8, 8], [10, 6], [12, 4]]"
    assert table in OWN
    with pytest.raises(EditionRefused, match="points from 0 to 999, not all of them 0"):
        parse_edition(OWN.replace(table, "table = [[12, 0]]"), "own.toml")


# Numbers and letters


@pytest.mark.parametrize("text", ["", "²", "٣", "９", "+3", "-1", "3 ", "1_0", "0x3", "10", "9" * 5000])
def test_whole_number_has_digits_from_0_to_9_and_a_limit(text: str) -> None:
    with pytest.raises(TextUnreadable, match="expected a whole number from 0 to 9, got"):
        whole_number(text, range(10))


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", str(2**63), "9" * 5000, "[" * 100_000, "{"])
def test_json_beyond_its_limits_is_refused(text: str) -> None:
    with pytest.raises(TextUnreadable, match="expected a JSON text, got"):
        read_json(text)


def test_json_and_toml_take_integers_of_64_bits() -> None:
    assert read_json(f"[{2**63 - 1}, {-(2**63)}]") == [2**63 - 1, -(2**63)]
    assert read_toml(f"a = {2**63 - 1}\nb = {-(2**63)}") == {"a": 2**63 - 1, "b": -(2**63)}


def test_toml_integer_is_found_however_deep() -> None:
    with pytest.raises(TextUnreadable, match="more than 64 bits"):
        read_toml(f"a = [[{{b = {2**63}}}]]")


def test_text_that_can_be_seen_stays_and_the_rest_is_escaped() -> None:
    assert is_plain("Zoé\u00a0!\u202f")
    assert visible("Zoé\u00a0!") == "Zoé\u00a0!"
    assert visible("\x1b[2J\n\u202e\udcff") == r"\x1b[2J\n\u202e\udcff"


@pytest.mark.parametrize(
    ("mode", "fix"), [(0o777, "chmod o-w '{}'"), (0o1777, "name a new folder in it")], ids=["open", "sticky"]
)
@pytest.mark.parametrize("command", ["history", "play", "doctor"])
def test_state_in_a_folder_for_everybody_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, mode: int, fix: str
) -> None:
    folder = tmp_path / "for all"
    folder.mkdir()
    folder.chmod(mode)
    assert main([command, "--state", str(folder)]) == 2
    said = f"expected a folder that only you can write to, got one for everybody: {folder}; {fix.format(folder)}"
    assert capsys.readouterr() == ("", f"codemaker: {said}\n")
    assert list(folder.iterdir()) == []


def test_state_in_a_folder_that_everybody_may_replace_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "open" / "own").mkdir(parents=True)
    (tmp_path / "open").chmod(0o777)
    assert main(["history", "--state", str(tmp_path / "open" / "own")]) == 2
    assert f"got one for everybody: {tmp_path / 'open'}; chmod o-w" in capsys.readouterr().err


def test_state_in_a_new_folder_below_one_for_everybody_is_taken(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    assert main(["roll", "d6", "--state", str(tmp_path / "own")]) == 0
    assert S_IMODE((tmp_path / "own").stat().st_mode) == 0o700


def test_port_named_for_the_firmware_is_the_one_that_is_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A machine without avrdude is refused before its ports are looked at.
    (tmp_path / "avrdude").write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / "avrdude").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    port = tmp_path / "no-tray"
    assert main(["tray", "flash", "--port", str(port), "--state", str(tmp_path)]) == 2
    assert f"expected a board at {port}, got none" in capsys.readouterr().err
