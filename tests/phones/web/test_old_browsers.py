"""The pages use nothing that browsers of televisions from 2020 on lack: Chromium 79, Firefox 78, Safari 14.

Which version brought what is in MDN's browser-compat-data. CSS that an older browser may leave out without harm, such
as `:focus-visible`, is not named here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.phones.web.relay import PAGES

NEWER = {
    ".js": {
        "optional chaining (Chromium 80)": (r"\?\.(?=[a-z(\[])", "match?.view"),
        "nullish coalescing (80)": (r"\?\?", "left ?? 0"),
        "replaceAll (85)": (r"\.replaceAll\(", "text.replaceAll('a', 'b')"),
        "replaceChildren (86)": (r"\.replaceChildren\(", "main.replaceChildren(one)"),
        "Promise.any (85)": (r"Promise\.any\(", "Promise.any(all)"),
        "at (92)": (r"\.at\((?!\))", "rows.at(-1)"),
        "Object.hasOwn (93)": (r"Object\.hasOwn\b", "Object.hasOwn(match, 'view')"),
        "findLast (97)": (r"\.findLast", "rows.findLast(one)"),
        "structuredClone (98)": (r"\bstructuredClone\(", "structuredClone(state)"),
        "toSorted and others (110)": (r"\.(toSorted|toReversed|toSpliced|with)\(", "rows.toSorted()"),
        "top-level await (89)": (r"^await ", "await loadWords();"),
    },
    ".css": {
        "gap in a flexible box (84)": (r"(?<!column-)\bgap:", "gap: 1em"),
        "inset (87)": (r"\binset:", "inset: 0"),
        ":is and :where (88)": (r":(is|where)\(", ":is(h1, h2)"),
        "aspect-ratio (88)": (r"[{;]\s*aspect-ratio:", "{ aspect-ratio: 1"),
        ":has (105)": (r":has\(", "p:has(b)"),
        "dvh and others (108)": (r"\d[dsl]v[hw]\b", "100dvh"),
        "nesting (112)": (r"^\s*&", "  & .peg"),
    },
}
SOURCES = [path for path in sorted(PAGES.iterdir()) if path.suffix in NEWER and ".min." not in path.name]


def used(suffix: str, text: str) -> Iterator[str]:
    """Yield what *text* uses that is too new."""
    for name, (pattern, _) in NEWER[suffix].items():
        if re.search(pattern, text, re.MULTILINE):
            yield name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_page_uses_nothing_that_televisions_lack(path: Path) -> None:
    assert list(used(path.suffix, path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("suffix", "name"), [(suffix, name) for suffix, features in NEWER.items() for name in features]
)
def test_each_newer_feature_is_found(suffix: str, name: str) -> None:
    assert list(used(suffix, NEWER[suffix][name][1])) == [name]
