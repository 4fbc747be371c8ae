"""The texts that the sources of the pages name are those that the server sends; and the page is small."""

from __future__ import annotations

import json
import re

import pytest

from companion.i18n.translator import languages
from companion.web.server import translated_words
from companion.web.static import PAGES, served
from companion.web.words import PLURALS, WORDS

CALL = re.compile(r'(?<![\w$])_\(("(?:[^"\\]|\\.)*")')
PLURAL = re.compile(r'(?<![\w$])ngettext\(("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*"), ')
MODULE = re.compile(r'(?:from|import) "\./([\w.-]+)"')
BYTES_MOST = 60_000


def sources() -> list[str]:
    """Return the sources of the pages."""
    return [path.read_text("utf-8") for path in sorted(PAGES.glob("*.js")) if not path.name.endswith(".min.js")]


def named() -> list[str]:
    """Return the texts that the sources of the pages name, as JavaScript reads them."""
    return [json.loads(text) for source in sources() for text in CALL.findall(source)]


def test_server_sends_every_text_that_the_pages_name_and_no_other() -> None:
    assert sorted(set(named())) == sorted(WORDS)
    plurals = [(json.loads(one), json.loads(many)) for source in sources() for one, many in PLURAL.findall(source)]
    assert sorted(set(plurals)) == sorted(PLURALS)


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
    size = sum(len(served(PAGES / name)) for name in names) + len(translated_words(language).plain)
    assert 30_000 < size <= BYTES_MOST
