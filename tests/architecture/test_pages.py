"""The pages keep their word: every relative link leads to a file and a heading, and every command named exists."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.cli.parser import command_parser

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in ROOT.rglob("*.md")
    if not any(part.startswith(".") or part == "build" for part in page.relative_to(ROOT).parts)
)
FENCED = re.compile(r"^```.*?^```$|^(?: {4}|\t)[^\n]*$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"``.*?``|`[^`]+`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)
# A command begins a line or a piece of code, or follows another one.
COMMAND = re.compile(r"(?:^|[|&;] )(?:sudo )?(?:\S+/bin/)?(codemaker|make) ([^\n|&;<>#]+)", re.MULTILINE)


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives to a *heading*."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of a *page*; one that comes again gets a number."""
    seen: dict[str, int] = {}
    found = set()
    for heading in HEADING.findall(
        re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    ):
        name = anchor(heading)
        count = seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{count}" if count else name)
    return frozenset(found)


def broken_links(page: Path, text: str) -> Iterator[str]:
    """Yield the relative links of the *text* of *page* that lead nowhere."""
    for groups in LINK.findall(INLINE.sub("", FENCED.sub("", text))):
        link = "".join(groups)
        if re.match(r"[a-z]+:", link):
            continue
        path, _, heading = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (heading and target.suffix == ".md" and heading not in anchors(target)):
            yield link


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each command line of ``codemaker`` and ``make`` in the code of a page, and its words."""
    blocks = "\n".join(line.strip() for block in FENCED.findall(text) for line in block.splitlines())
    spans = (span.strip("`").replace("\n", " ") for span in INLINE.findall(FENCED.sub("", text)))
    for code in (blocks, *spans):
        for program, rest in COMMAND.findall(code):
            # In a list of commands two spaces or a comma follow the command.
            yield program, re.split(r"\s{2,}|,", rest.strip())[0].split()


@cache
def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, and that of the program under an empty name."""
    main = command_parser()
    actions = [action for action in main._actions if isinstance(action, argparse._SubParsersAction)]
    return {"": main, **actions[0].choices}


def fault_of_codemaker(words: list[str]) -> str:
    """Return what of a command line of ``codemaker`` does not exist; empty where all does."""
    name = "" if words[0].startswith("-") or words[0] == "COMMAND" else words[0]
    if name not in parsers():
        return name
    known = [*parsers()[""]._actions, *parsers()[name]._actions]
    parts = next((action.choices for action in known[::-1] if isinstance(action, argparse._SubParsersAction)), {})
    known += [action for word in words[1:2] if name and word in parts for action in parts[word]._actions]
    options = {option for action in known for option in action.option_strings}
    unknown = [word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word) and word not in options]
    first = next((action for action in parsers()[name]._actions if not action.option_strings), None)
    if name and first is not None and first.choices is not None and len(words) > 1 and words[1].islower():
        unknown += [word for word in words[1:2] if not word.startswith("-") and word not in first.choices]
    return " ".join(unknown)


@cache
def targets(makefile: Path) -> frozenset[str]:
    """Return the targets of a *makefile*."""
    rules = re.findall(r"^([\w. -]+):(?!=)(.*)", makefile.read_text("utf-8"), re.MULTILINE)
    return frozenset(word for name, needs in rules for word in (needs if name == ".PHONY" else name).split())


def fault_of_make(words: list[str]) -> str:
    """Return what of a command line of ``make`` does not exist; empty where all does."""
    folder = ROOT / words[1] if words[0] == "-C" else ROOT
    rest = words[2:] if words[0] == "-C" else words
    if not (folder / "Makefile").is_file():
        return words[1]
    wanted = [word for word in rest if re.fullmatch(r"[a-z][a-z0-9-]*", word)]
    return " ".join(word for word in wanted if word not in targets(folder / "Makefile"))


def wrong_commands(text: str) -> Iterator[str]:
    """Yield the commands of a page that do not exist, and what of each is unknown."""
    for program, words in commands(text):
        fault = (fault_of_make if program == "make" else fault_of_codemaker)(words)
        if fault:
            yield f"{program} {' '.join(words)}: {fault}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    assert list(broken_links(page, page.read_text("utf-8"))) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_exists(page: Path) -> None:
    assert list(wrong_commands(page.read_text("utf-8"))) == []


def test_pages_name_links_and_commands_enough() -> None:
    texts = [page.read_text("utf-8") for page in PAGES]
    assert sum(len(LINK.findall(INLINE.sub("", FENCED.sub("", text)))) for text in texts) > 300
    assert len({(program, *words) for text in texts for program, words in commands(text)}) > 70


@pytest.mark.parametrize(
    "text",
    [
        "[a](gone.md)",
        "[a\nb](docs/tray.md#gone)",
        "[a](#gone)",
        '<img src="docs/gone.svg">',
        "    code\n\n[a](docs/gone/)",
    ],
)
def test_broken_link_is_found(text: str) -> None:
    assert len(list(broken_links(ROOT / "README.md", text))) == 1


@pytest.mark.parametrize("text", ["[a](docs/tray.md)", "[a](docs)", "[a](https://example.org/#b)", "`[a](gone.md)`"])
def test_sound_link_is_not_found(text: str) -> None:
    assert list(broken_links(ROOT / "README.md", text)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("`codemaker fly`", "codemaker fly: fly"),
        ("`codemaker doctor\n--fast`", "codemaker doctor --fast: --fast"),
        ("    codemaker tray burn FILE", "codemaker tray burn FILE: burn"),
        ("```sh\nsudo codemaker docter\n```\n", "codemaker docter: docter"),
        ("`make -C hardware fly`", "make -C hardware fly: fly"),
        ("`cd x && make tset SLOW=1`", "make tset SLOW=1: tset"),
        ("`make -C gone all`", "make -C gone all: gone"),
    ],
)
def test_command_that_does_not_exist_is_found(text: str, fault: str) -> None:
    assert list(wrong_commands(text)) == [fault]


@pytest.mark.parametrize(
    "text", ["`codemaker tray flash --port X`", "`codemaker --device text`", "`make bench ONLY=x`"]
)
def test_command_that_exists_is_not_found(text: str) -> None:
    assert list(wrong_commands(text)) == []
