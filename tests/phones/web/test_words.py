"""The server sends the texts that the sources of the pages name; and the page is small."""

from __future__ import annotations

import ast
import json
import re
from typing import TypeGuard

import pytest

from companion.config.installation import PACKAGE
from companion.i18n.translator import languages
from companion.phones.web.server import translated_words
from companion.phones.web.static import EXPORT, IMPORT, PAGES, load_pages

BYTES_MOST = 45_000


def test_server_sends_every_text_that_the_pages_name() -> None:
    words = json.loads(translated_words("fr", load_pages().texts).plain)
    assert words["texts"]["Full screen"] == "Plein écran"
    assert words["forms"]["{count} black"] == ["{count} noire", "{count} noires"]


def test_server_sends_every_sentence_with_which_the_rules_of_a_game_refuse_a_move() -> None:
    sources = [ast.parse(path.read_text("utf-8")) for path in (PACKAGE / "games").rglob("*.py")]
    calls = [node for source in sources for node in ast.walk(source) if isinstance(node, ast.Call)]
    refusals = [call for call in calls if ast.unparse(call.func) == "MoveRefused"]
    marked = [ast.literal_eval(part.args[0]) for call in refusals for part in ast.walk(call) if is_marked(part)]
    assert "The draw pile is empty." in marked
    assert [text for text in marked if text not in load_pages().texts] == []


def is_marked(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return whether *node* marks a text for translation."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "N_"


def test_every_text_is_named_in_full() -> None:
    for path in PAGES.glob("*.js"):
        if not path.name.endswith(".min.js"):
            # A phrase of the game is among the texts of companion/words.
            calls = re.findall(r"(?<![\w$])_\((?!(?:part\.)?text\b)(.)", path.read_text("utf-8"))
            assert set(calls) <= {'"'}, path.name


def test_every_name_that_a_script_imports_is_exported() -> None:
    """As one file they would run without it, until the name is used."""
    sources = {path.name: path.read_text("utf-8") for path in PAGES.glob("*.js")}
    for name, text in sources.items():
        for names, _, other in IMPORT.findall(text):
            wanted = {one.split(" as ")[0] for one in names.split(", ") if one}
            assert wanted <= set(EXPORT.findall(sources[other])), (name, other)


@pytest.mark.parametrize("page", ["board", "private"])
@pytest.mark.parametrize("language", languages())
def test_page_is_small_with_all_that_it_loads(page: str, language: str) -> None:
    pages = load_pages()
    files = pages.html[f"{page}.html"], pages.files[f"{page}.js"], pages.files[f"{page}.css"]
    words = translated_words(language, pages.texts)
    assert 10_000 < sum(len(file.zipped or file.plain) for file in (*files, words)) <= BYTES_MOST
