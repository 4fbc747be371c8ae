"""The pictures of the first evening come from one walk, and the documents say what stands on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.box import Format
from companion.i18n.translator import Translator, languages
from tests.support.evening import COLOUR, SMALL, walked
from tools.pictures import FIRST_MINUTES, ROUND

ROOT = Path(__file__).parents[2]
GROUPS = re.compile(r"[A-Z0-9]{4}(?=[- ]|$)")
MENUS = ("More", "Settings")
"""Words of menus that are not on the way."""
LANGUAGES = languages()
OTHERS = LANGUAGES[1:]


def page_of(name: str, language: str) -> str:
    """Return the text of the page *name* in *language*."""
    return (ROOT / (f"{name}.md" if language == "en" else f"{name}.{language}.md")).read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_first_minutes_quote_what_stands_on_the_pictures(language: str) -> None:
    # No-break spaces stay, as they are quoted too.
    text = re.sub(r"[ \n]+", " ", page_of("docs/first-minutes", language))
    quoted = set(re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", text))
    menus = {Translator(language)._(words) for words in MENUS}
    shown = "\n".join("\n".join(page.lines) for page in walked(language, SMALL))
    assert menus <= quoted
    assert len(quoted - menus) > 8
    assert {words for words in quoted - menus if words not in shown} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_pages_in_other_languages_and_the_english_ones_name_each_other(language: str) -> None:
    readme, minutes = page_of("README", language), page_of("docs/first-minutes", language)
    assert f"(README.{language}.md)" in page_of("README", "en")
    assert f"(first-minutes.{language}.md)" in page_of("docs/first-minutes", "en")
    assert {"(README.md)", f"(docs/first-minutes.{language}.md)"} <= set(re.findall(r"\([\w./-]+\)", readme))
    assert {"(first-minutes.md)", f"(pictures/first-minutes-{language}.png)"} <= {
        *re.findall(r"\([\w./-]+\)", minutes)
    }


def pictures_and_games(language: str) -> tuple[set[str], set[str]]:
    """Return the pictures of a README without their language, and the keys in its table of games."""
    text = page_of("README", language)
    pictures = {name.replace(f"-{language}.", ".") for name in re.findall(r"docs/pictures/([\w.-]+)", text)}
    return pictures, set(re.findall(r"^\| (`.*?`)(?= \|)", text, re.M))


def test_french_readme_has_the_pictures_and_the_games_of_the_english_one() -> None:
    assert pictures_and_games("fr") == pictures_and_games("en")
    assert len(pictures_and_games("en")[1]) == 8


@pytest.mark.parametrize("language", OTHERS)
def test_readmes_have_no_pictures_and_games_that_the_english_one_has_not(language: str) -> None:
    (pictures, games), (english_pictures, english_games) = pictures_and_games(language), pictures_and_games("en")
    assert pictures
    assert pictures <= english_pictures
    assert games <= english_games
