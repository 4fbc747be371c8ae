"""Joining again: the starts are counted on, and the key stays unless another one is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.cli.parser import command_parser
from companion.club.table_file import count_start, read_membership


def join(folder: Path, *more: str) -> None:
    """Join as a user does."""
    (folder / "password").write_text("secret\n", "ascii")
    where = ["--state", str(folder / "club"), "--password-file", str(folder / "password")]
    assert main(["club", "join", "tcp://127.0.0.1", "cup", "table-1", *where, *more]) == 0


def test_box_that_joins_again_counts_its_starts_on_with_the_same_key(tmp_path: Path) -> None:
    join(tmp_path)
    first = count_start(tmp_path / "club")
    assert first.boot == 1
    join(tmp_path, "--home-assistant")
    assert read_membership(tmp_path / "club") == replace(first, home=True)


def test_copied_box_gets_another_key(tmp_path: Path) -> None:
    join(tmp_path)
    first = count_start(tmp_path / "club")
    join(tmp_path, "--new-key")
    again = read_membership(tmp_path / "club")
    assert (again.boot, again.seed == first.seed) == (1, False)


def test_command_that_pins_the_certificate_is_printed_as_a_qr_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["club", "join", "tls://club.example", "cup", "table-1", "--pin", "ab" * 32]
    assert main([*command, "--qr", "--state", str(tmp_path / "club")]) == 0
    *code, words, end = capsys.readouterr().out.split("\n")
    assert (words, end) == (f"codemaker {' '.join(command)}", "")
    # Two modules are one character high, and the code has its light edge.
    assert len(code) > 20
    assert set("".join(code)) > {" ", "\u2580"}
    assert not (tmp_path / "club").exists()


@pytest.mark.parametrize(
    "part",
    [
        "join tls://club.example cup table-1",
        "invite tls://club.example cup passwords",
        "direct cup.toml --broker tls://club.example",
        "show cup --broker tls://club.example",
    ],
)
def test_pin_may_be_written_as_other_tools_do_and_no_other_text_is_one(
    part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["club", *part.split(), "--pin"]
    for pin in ("AB" * 32, ":".join(["aB"] * 32)):
        assert command_parser().parse_args([*words, pin]).pin == "ab" * 32
    with pytest.raises(SystemExit):
        command_parser().parse_args([*words, "ab" * 20])
    assert "expected a pin of 64 digits in hex, got" in capsys.readouterr().err
