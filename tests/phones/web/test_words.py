"""The server sends the texts that the sources of the pages name; and the page is small."""

from __future__ import annotations

import json
import re

import pytest

from companion.i18n.translator import languages
from companion.phones.web.server import translated_words
from companion.phones.web.static import PAGES, load_pages, served

MODULE = re.compile(r'(?:from|import) "\./([\w.-]+)"')
BYTES_MOST = 60_000


def test_server_sends_every_text_that_the_pages_name() -> None:
    words = json.loads(translated_words("fr", load_pages().texts).plain)
    assert words["texts"]["Full screen"] == "Plein écran"
    assert words["forms"]["{count} black"] == ["{count} noire", "{count} noires"]


def test_every_text_is_named_in_full() -> None:
    for path in PAGES.glob("*.js"):
        if not path.name.endswith(".min.js"):
            calls = re.findall(r"(?<![\w$])_\((?!text\b)(.)", path.read_text("utf-8"))
            assert set(calls) <= {'"'}, path.name


def loaded(page: str) -> set[str]:
    """Return the names of the files that *page* loads before it knows the match."""
    found = {page, *re.findall(r'"/s/@/([\w.-]+)"', (PAGES / page).read_text("utf-8"))}
    return with_modules(found)


def with_modules(names: set[str]) -> set[str]:
    """Return *names* with the modules that these files load."""
    found = set(names)
    while more := {name for one in found for name in MODULE.findall((PAGES / one).read_text("utf-8"))} - found:
        found |= more
    return found


@pytest.mark.parametrize("family", ["pegs", "coda", "passcode"])
@pytest.mark.parametrize("language", languages())
def test_board_page_of_a_match_is_small_before_it_is_compressed(family: str, language: str) -> None:
    names = loaded("board.html") | with_modules({f"{family}.js"})
    size = sum(len(served(PAGES / name)) for name in names) + len(translated_words(language, load_pages().texts).plain)
    assert 30_000 < size <= BYTES_MOST
