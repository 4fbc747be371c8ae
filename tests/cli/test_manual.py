"""The man page and the completions of the shells hold every command and every option."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import manual
import pytest

from companion.cli.parser import command_parser

PARSER = command_parser()
COMMANDS = {command.prog.partition(" ")[2]: command for command in manual.commands_of(PARSER)}


def needing(program: str) -> pytest.MarkDecorator:
    """Return what skips a test where *program* is not installed; in CI it has to be."""
    is_missing = shutil.which(program) is None and "CI" not in os.environ
    return pytest.mark.skipif(is_missing, reason=f"{program} is not installed")


SHELLS = [pytest.param(shell, marks=needing(shell)) for shell in manual.COMPLETIONS]


def options_of(parser: argparse.ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings if option.startswith("--")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manual")
    manual.main(folder)
    return folder


@pytest.fixture(scope="module")
def sections(made: Path) -> dict[str, str]:
    """Return the man page as it is read, by command; what stands above the first is the program's own."""
    page = made / "codemaker.1"
    text = subprocess.run(
        ["man", "--encoding=utf8", "--local-file", str(page)],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"MANWIDTH": "200", "LC_ALL": "C.UTF-8", "GROFF_NO_SGR": "1"},
    ).stdout
    text = re.sub(".\b", "", text)
    own, *others = re.split(r"^   codemaker (\w+)$", text, flags=re.MULTILINE)
    return {"": own} | dict(zip(others[::2], others[1::2], strict=True))


def test_help_is_printed_and_no_folder_of_that_name_made(tmp_path: Path) -> None:
    command = [sys.executable, manual.__file__, "--help"]
    assert "FOLDER" in subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert list(tmp_path.iterdir()) == []


@needing("man")
def test_man_page_has_every_command(sections: dict[str, str]) -> None:
    assert sections.keys() == {"", *COMMANDS}


@needing("man")
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_man_page_has_every_option(sections: dict[str, str], command: str) -> None:
    listed = re.findall(r"^ +(--[\w-]+)", sections[command], re.MULTILINE)
    parser = COMMANDS.get(command, PARSER)
    parts = [] if parser is PARSER else [*manual.commands_of(parser)]
    # What --help does is known; a command of several parts has their options, one part after the other.
    known = [option for one in (*parts, parser) for option in options_of(one) if option != "--help"]
    assert sorted(listed) == sorted(known) if parts else listed == known


@needing("man")
def test_man_page_has_the_sections_that_are_written_by_hand(sections: dict[str, str]) -> None:
    titles = re.findall(r"^[A-Z][A-Z ]*$", "\n".join(sections.values()), re.MULTILINE)
    assert titles == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "KEYS", "EXIT STATUS", "FILES", "ENVIRONMENT",
        "SEE ALSO",
    ]  # fmt: skip


@needing("man")
def test_roff_has_nothing_to_say(made: Path) -> None:
    command = ["man", "--warnings", "--encoding=utf8", "--local-file", str(made / "codemaker.1")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | {"MANWIDTH": "80"})
    assert done.stderr == ""


@pytest.mark.parametrize("shell", SHELLS)
def test_shell_can_read_its_completions(made: Path, shell: str) -> None:
    done = subprocess.run([shell, "-n", made / manual.COMPLETIONS[shell]], check=True, capture_output=True, text=True)
    assert done.stderr == ""


BASH = """
source codemaker.bash
COMP_WORDS=(codemaker "$@")
COMP_CWORD=$#
_shtab_codemaker codemaker "${@: -1}" "${COMP_WORDS[$COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(folder: Path, shell: str, *words: str) -> set[str]:
    """Return what *shell* offers for the last of *words*."""
    if shell == "bash":
        command = ["bash", "-c", BASH, "bash", *words]
    else:
        line = " ".join(["codemaker", *words])
        command = ["fish", "--no-config", "-c", f"source codemaker.fish; complete -C '{line}'"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=30)
    assert done.stderr == ""
    return {line.partition("\t")[0] for line in done.stdout.splitlines() if line}


# zsh completes only inside its line editor.
@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shell.values[0] != "zsh"])
def test_every_command_and_option_is_offered(made: Path, shell: str) -> None:
    assert completed(made, shell, "") == set(COMMANDS)
    offered = {name: completed(made, shell, name, "--") for name in COMMANDS}
    assert offered == {name: set(options_of(command)) for name, command in COMMANDS.items()}
    assert completed(made, shell, "--") == set(options_of(PARSER))


@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shell.values[0] != "zsh"])
def test_file_is_completed_where_a_file_is_asked_for(made: Path, shell: str) -> None:
    assert completed(made, shell, "check", "codemaker.f") == {"codemaker.fish"}


def test_zsh_has_every_option_of_every_command(made: Path) -> None:
    text = (made / "_codemaker").read_text("utf-8")
    for name, command in {"": PARSER, **COMMANDS}.items():
        prefix = f"_shtab_codemaker_{name}_options" if name else "_shtab_codemaker_options"
        block = re.search(rf"^{prefix}=\($(.*?)^\)$", text, re.DOTALL | re.MULTILINE)
        assert block is not None, name
        assert re.findall(r'(?:^  "\*?|,)(--[\w-]+)', block[1], re.MULTILINE) == options_of(command)
