"""The pictures of the first evening come from one walk, and the documents say what stands on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.box import Format
from tests.support.evening import COLOUR, SMALL, walked
from tools.pictures import FIRST_MINUTES, ROUND

ROOT = Path(__file__).parents[2]
GROUPS = re.compile(r"[A-Z0-9]{4}(?=[- ]|$)")
MENUS = {"More", "Settings"}
"""Words of menus that are not on the way."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_first_and_last_picture_of_a_round_show_the_same_seal(language: str) -> None:
    pages = {page.name: page.lines for page in walked(language, SMALL)}
    first, last = (GROUPS.findall(" ".join(pages[name])) for name in (ROUND[0], ROUND[-1]))
    assert first[-4:] == last[-4:]
    assert len(first) >= 4


@pytest.mark.parametrize("display", [SMALL, COLOUR])
def test_pictures_show_one_round_of_three_rows(display: Format) -> None:
    pages = [page.name for page in walked("en", display)]
    assert {*ROUND, *FIRST_MINUTES} <= {*pages}
    assert [name for name in pages if name.startswith("row")] == ["row-1", "row-2", "row-3"]


def test_first_minutes_quote_what_stands_on_the_pictures() -> None:
    text = " ".join((ROOT / "docs/first-minutes.md").read_text("utf-8").split())
    quoted = {words.removesuffix("*") for words in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text)} - MENUS
    shown = "\n".join("\n".join(page.lines) for page in walked("en", SMALL))
    assert len(quoted) > 8
    assert {words for words in quoted if words not in shown} == set()


def test_french_readme_has_the_pictures_and_the_games_of_the_english_one() -> None:
    english, french = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.fr.md"))
    pictures = [
        {name.replace("-fr.", ".") for name in re.findall(r"docs/pictures/([\w.-]+)", text)}
        for text in (english, french)
    ]
    assert pictures[0] == pictures[1]
    games = [set(re.findall(r"^\| (`.*?`)(?= \|)", text, re.M)) for text in (english, french)]
    assert games[0] == games[1]
    assert len(games[0]) == 8
