"""Counts on the pages, in the plural forms of each language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.front_ends.messages import TableState
from companion.games.pegs.state import Count
from companion.i18n.translator import languages
from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, Network, module, wait_for
from tests.phones.web.scenes import TAP, Stage, scenes, stage
from tests.phones.web.shown import wait_for_version
from tests.phones.web.test_page import CHOOSE, SAID, over

COUNTS = 1200
# The words that the page takes for each count, and the categories that the browser knows of the language.
FORMS = f"""
const [language, most, done] = arguments, rules = new Intl.PluralRules(language);
const {{loadWords, ngettext}} = {module("words.js")};
const one = "{{name}} has {{points}} point.", many = "{{name}} has {{points}} points.";
const said = points => ngettext(one, many, points, {{name: "A", points}});
const counts = Array.from({{length: most}}, (_none, count) => count);
loadWords(language).then(() => done(counts.map(count => [said(count), rules.select(count)])));
"""
POINTS = ((0, 1), (2, 21))
STARS = "return Array.from(document.querySelectorAll('.stars'), drawn => drawn.getAttribute('aria-label'))"
SEND = "return document.querySelector('.send').textContent"


@pytest.mark.parametrize("language", languages())
def test_forms_are_those_that_the_browser_knows_of_the_language(page: Browser, language: str) -> None:
    wait_for(page, "document.querySelector('.idle')")
    found = page.execute_async_script(FORMS, language, COUNTS)
    assert [words.split()[-2] for words, _ in found] == [str(count) for count in range(COUNTS)]
    pairs = {(words.split()[-1], category) for words, category in found}
    assert len(pairs) == len({word for word, _ in pairs}) == len({category for _, category in pairs}) > 1


def with_scores(scores: tuple[int, int], version: int, count: Count) -> TableState:
    """Return a state of a match with *scores*, which are what *count* counts."""
    told = RandomMatch(CATALOGUE["mini"], {}, 2).told
    assert told.position is not None
    view = replace(told.position.view(None), scores=scores, count=count)  # type: ignore[type-var]
    return replace(told, version=version, position=replace(told.position, view=lambda seat: view))


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", Count.POINTS, ["A has 0 points.", "B has 1 point.", "A has 2 points.", "B has 21 points."]),
        ("fr", Count.POINTS, ["A a 0 point.", "B a 1 point.", "A a 2 points.", "B a 21 points."]),
        ("en", Count.ROWS_AGAINST, ["A: 0 rows", "B: 1 row", "A: 2 rows", "B: 21 rows"]),
    ],
)
def test_scores_are_said_in_their_number(
    page: Browser, table: Table, language: str, count: Count, said: list[str]
) -> None:
    wait_for(page, "document.querySelector('.idle')")
    # Without a language of its own, so that the wait ends when the chosen one is loaded and not before.
    page.execute_script("document.documentElement.lang = '';" + CHOOSE.replace("'fr'", f"'{language}'"))
    wait_for(page, "document.documentElement.lang === arguments[0]", language)
    page.execute_script(SAID)
    for version, scores in enumerate(POINTS, 1):
        told = with_scores(scores, version, count)
        table.put(told)
        wait_for_version(page, told)
    lines = page.execute_script("return window.said")
    assert [line for line in lines if " point" in line or line[:2] in {"A:", "B:"}] == said


@pytest.mark.parametrize(
    ("language", "one", "many"), [("en", "1 of 5 stars", "of 5 stars"), ("fr", "1 étoile sur 5", "étoiles sur 5")]
)
def test_stars_are_said_in_their_number(page: Browser, table: Table, language: str, one: str, many: str) -> None:
    wait_for(page, "document.querySelector('.idle')")
    told = over("mini")
    table.put(told)
    wait_for_version(page, told)
    page.execute_script(CHOOSE.replace("'fr'", f"'{language}'"))
    wait_for(page, "document.querySelector('.stars[aria-label=\"' + arguments[0] + '\"]')", one)
    labels = page.execute_script(STARS)
    assert {label for label in labels if label.startswith("1 ")} == {one}
    others = {label for label in labels if not label.startswith("1 ")}
    assert others == {f"{label[0]} {many}" for label in others}


@pytest.fixture
def staged(network: Network, tmp_path: Path) -> Iterator[Stage]:
    with stage(network, tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 red, 0 white", "1 red, 0 white", "2 red, 1 white", "2 red, 2 white"]),
        ("fr", ["0 rouge, 0 blanche", "1 rouge, 0 blanche", "2 rouges, 1 blanche", "2 rouges, 2 blanches"]),
    ],
)
def test_key_pegs_are_said_in_their_number(staged: Stage, network: Network, language: str, said: list[str]) -> None:
    keys = next(scene for scene in scenes() if scene.name == "keys")
    with network.browser(language, (360, 740)) as phone:
        phone.get(f"{URL}/p")
        staged.admit(phone, keys)
        staged.show(phone, replace(keys, taps=()))
        found = [phone.execute_script(SEND)]
        for taps in (["black+"], ["black+", "white+"], ["white+"]):
            for tap in taps:
                phone.execute_script(TAP, tap)
            found.append(phone.execute_script(SEND))
        assert found == said
