"""Plain words: comments, docstrings, help texts and documentation use none of the words listed here."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LISTED = re.compile(
    r"\b(?:anew|till|ill|mend(?:s|ed|ing)?|lies?|whoever|whomever|whatever|nobody|he|his|him|himself|nor"
    r"|so[\s#*]+many|no[\s#*]+more(?! (?:[\w.-]+ ){0,4}than\b))\b",
    re.IGNORECASE,
)
"""Archaic words, words for a person where a player or a machine is meant, and ``lie`` for the place of a thing."""

PAIRED = re.compile(r"\b(neither\b(?:[^.;:]|\.(?=\w))*?)\bnor\b", re.IGNORECASE)
"""The one standard use of ``nor``."""

CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`|(?<!\w)\*\w+\*(?!\w)", re.DOTALL)
"""Code and names of parameters, which are not prose."""

QUOTED = ("nobody@", "/home/nobody")
"""Quotations: a mail address, and the home of a Unix account."""

FOLDERS = (".ci", "companion", "docs", "firmware", "hardware", "systemd", "tests", "tools")
SKIPPED = {"build", "corpus", "frames", "__pycache__", "locale"}
FOREIGN = re.compile(r"\.[a-z]{2}\.md$|^licence-|^LICENSE$")
"""Pages in other languages than English, and licences."""

Block = tuple[int, str]
"""A piece of prose, and the line it begins in."""


def joined(lines: Iterator[Block]) -> Iterator[Block]:
    """Join lines that follow each other, so that a phrase is found across their ends."""
    start, end, texts = 0, -1, list[str]()
    for number, text in lines:
        if number != end + 1 and texts:
            yield start, " ".join(texts)
            texts = []
        start = start if texts else number
        end = number
        texts.append(text)
    if texts:
        yield start, " ".join(texts)


def of_python(source: str) -> Iterator[Block]:
    """Return comments, docstrings, and every string of a module that describes a command line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    yield from joined((t.start[0], t.string.lstrip("#: ")) for t in tokens if t.type == tokenize.COMMENT)
    tree = ast.parse(source)
    is_command = any(isinstance(node, ast.Import) and node.names[0].name == "argparse" for node in tree.body)
    statements = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (is_command or node in statements):
            yield node.lineno, node.value


def of_c(source: str) -> Iterator[Block]:
    """Return comments."""
    for match in re.finditer(r"/\*.*?\*/|//[^\n]*", source, re.DOTALL):
        yield source.count("\n", 0, match.start()) + 1, re.sub(r"\n\s*\*", "\n", match[0])


def of_script(source: str) -> Iterator[Block]:
    """Return what follows a ``#``: comments of shells, units and tables, and the help texts of a Makefile."""
    found = ((number, re.search(r"(?:^|\s)#+ (.*)", line)) for number, line in enumerate(source.splitlines(), 1))
    yield from joined((number, match[1]) for number, match in found if match)


def of_table(source: str) -> Iterator[Block]:
    """Return comments and texts of a TOML file that is not an edition."""
    yield from of_script(source)
    for number, line in enumerate(source.splitlines(), 1):
        yield from ((number, text) for text in re.findall(r'\b(?:about|source|note) = "([^"]*)"', line))


def of_page(source: str) -> Iterator[Block]:
    """Return the paragraphs of a Markdown page without its indented code."""
    lines = [(number, line) for number, line in enumerate(source.splitlines(), 1) if not line.startswith("    ")]
    yield from joined((number, line) for number, line in lines if line.strip())


KINDS: dict[str, Callable[[str], Iterator[Block]]] = {
    ".py": of_python, ".pyi": of_python, ".c": of_c, ".h": of_c, ".ino": of_c, ".md": of_page, ".toml": of_table,
    "": of_script, ".mk": of_script, ".service": of_script, ".tmpfiles": of_script, ".in": of_script,
    ".awk": of_script, ".desktop": of_script, ".man": of_script, ".path": of_script,
    ".sysusers": of_script, ".udev": of_script,
}  # fmt: skip


def files() -> Iterator[Path]:
    """Return the files that contain prose, by their paths in the project."""
    top = [path for path in ROOT.iterdir() if path.is_file() and not path.name.startswith(".")]
    inner = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    for path in sorted([*top, *inner]):
        place = path.relative_to(ROOT)
        if path.suffix in KINDS and not FOREIGN.search(path.name) and not SKIPPED & set(place.parts[1:]):
            yield place


def listed_words(text: str) -> list[str]:
    """Return the listed words in a piece of prose."""
    plain = CODE.sub(" ", text)
    for quotation in QUOTED:
        plain = plain.replace(quotation, " ")
    plain = PAIRED.sub(r"\1", re.sub(r"\s+", " ", plain))
    return [match[0] for match in LISTED.finditer(plain)]


def test_listed_words_are_not_used() -> None:
    found = [
        f"{place}:{line}: {word}"
        for place in files()
        for source in [(ROOT / place).read_text(encoding="utf-8")]
        # To parse all files takes ten times as long.
        if LISTED.search(source)
        for line, text in KINDS[place.suffix](source)
        for word in listed_words(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("suffix", "source", "where"),
    [
        (".py", "x = 1  # drawn anew", [1]),
        (".py", "# it is drawn no\n# more", [1]),
        (".py", 'def he():\n    """Whatever."""\n    return "ill"', [2]),
        (".py", 'import argparse\nargparse.ArgumentParser(description="drawn anew")', [2]),
        (".c", "int he;\n/* where it\n * lies */", [2]),
        (".toml", 'till = 1\nabout = "drawn anew"  # or nobody', [2, 2]),
        ("", "till() { :; }  # drawn anew\nmake: ## whoever", [1]),
        (".md", "Plain.\n\nIt lies\nthere.\n\n    till\n", [3]),
    ],
)
def test_listed_words_are_found_in_prose_only(suffix: str, source: str, where: list[int]) -> None:
    assert [line for line, text in KINDS[suffix](source) for _ in listed_words(text)[:1]] == where


def test_sentence_with_a_listed_word_is_found() -> None:
    assert listed_words("Neither here nor there. Nor is it his; no more than two, and no more.") == [
        "Nor",
        "his",
        "no more",
    ]
    assert listed_words("The account nobody@host, the parameter *lie*, ``till`` and `mend`.") == []


def test_all_parts_of_the_project_are_read() -> None:
    read = [place.as_posix() for place in files()]
    assert {"README.md", "Makefile", "companion/box/tray.py", "firmware/core/tray.h", "systemd/install"} <= set(read)
    foreign = {"README.de.md", "README.fr.md", "docs/first-minutes.nl.md", "hardware/docs/no-solder.fr.md"}
    assert all((ROOT / place).is_file() for place in foreign)
    assert foreign & set(read) == set()
