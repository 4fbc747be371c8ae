"""The texts that the sources of the pages name are those that the server sends; and the page is small."""

from __future__ import annotations

import json
import re
from pathlib import Path

from companion.web.static import PAGES
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


def loaded(page: str) -> set[Path]:
    """Return the files that *page* loads, with all families."""
    found = {
        PAGES / page,
        *(PAGES / name for name in re.findall(r'"/s/@/([\w.-]+)"', (PAGES / page).read_text("utf-8"))),
    }
    found |= {PAGES / f"{family}.js" for family in ("pegs", "coda", "passcode")}
    while more := {PAGES / name for path in found for name in MODULE.findall(path.read_text("utf-8"))} - found:
        found |= more
    return found


def test_board_page_is_small() -> None:
    assert sum(path.stat().st_size for path in loaded("board.html")) <= BYTES_MOST
