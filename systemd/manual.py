"""Write the man page and the completions of bash, zsh and fish into a folder: python systemd/manual.py FOLDER

Both are made from the program's own parser, the man page's other sections from ``codemaker.man``. This needs
argparse-manpage and shtab, and nothing that is compiled.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from companion.cli.parser import command_parser

SECTIONS = Path(__file__).with_name("codemaker.man")
COMPLETIONS = {"bash": "codemaker.bash", "zsh": "_codemaker", "fish": "codemaker.fish"}
"""The file of each shell's completions; bash and zsh load them by such names."""

BY_METAVAR = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}


def commands_of(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parser of each command."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no public way to its own arguments
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield from action.choices.values()


def man_page() -> str:
    """Return the man page, in the language of roff."""
    # argparse breaks the usage lines to fit the terminal.
    os.environ["COLUMNS"] = "80"
    parser = command_parser()
    # The keys have a section of their own.
    parser.epilog = None
    for command in commands_of(parser):
        # The first sentence is the line in the list of commands, which the page has above it.
        command.description = (command.description or "").partition(". ")[2]
    page = Manpage(parser, format="single-commands-section")
    page.description = "the box beside the board of a code-breaking game"
    page.source, page.manual = "Codemaker", "User commands"
    page.parse_include(SECTIONS)
    return str(page)


def completion(shell: str) -> str:
    """Return what *shell* loads to complete the arguments of ``codemaker``."""
    parser = command_parser()
    for command in commands_of(parser):
        # zsh and fish show it beside the command, on one line.
        command.description = (command.description or "").partition(". ")[0]
    for one in (parser, *commands_of(parser)):
        for action in one._actions:  # noqa: SLF001
            if action.metavar in BY_METAVAR:
                action.complete = BY_METAVAR[action.metavar]  # type: ignore[attr-defined]
    return shtab.complete(parser, shell)


def main(folder: Path) -> None:
    """Write all files into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "codemaker.1").write_text(man_page(), "utf-8")
    for shell, name in COMPLETIONS.items():
        (folder / name).write_text(completion(shell), "utf-8")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description="Write the man page and the completions of bash, zsh and fish.")
    arguments.add_argument("folder", type=Path, metavar="FOLDER", help="the folder that gets the files")
    main(arguments.parse_args().folder)
