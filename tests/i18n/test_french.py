"""The French texts: typography by rule, and one word for one thing, as ``docs/glossary.md`` lists the words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import catalogues

PROJECT = Path(__file__).parents[2]
CATALOGUE = catalogues.FOLDER / "fr" / "LC_MESSAGES" / "codemaker.po"
EDITIONS = sorted((catalogues.PACKAGE / "games" / "pegs" / "editions").glob("*.toml"))

# What is wrong, as a pattern, and what is expected in its place.
RULES = {
    "'": "the apostrophe \u2019",
    r"(?<![\u202f;?!])[;?!]": "a narrow no-break space (U+202F) before ; ? !",
    r"(?<!\u00a0):(?=\s|$)": "a no-break space (U+00A0) before :",
    r"\u00ab(?!\u00a0)|(?<!\u00a0)\u00bb": "no-break spaces (U+00A0) inside \u00ab \u00bb",
    r"\d +(?:s|min|h|V)\b": "a no-break space (U+00A0) between a number and its unit",
    r"\b(?:BACK|ROLL)\b": "the French labels of the keys, RETOUR and DÉ",
    r"(?i)\b(?:match|pion|svp|jets?)\b": "the word of docs/glossary.md",
}
# A French word, and the English words for the same thing, one of which the English text has.
WORDS = {
    "bac": "tray",
    "carte(?! SD| d\u2019extension)": "card|KEY|keep",
    "carte SD": "card",
    "carte d\u2019extension": "board",
    "cheville": "peg",
    "décrypt": "break|codebreaker|solve",
    "écran": "display|panel|screen|away",
    "enregistr": "sav",
    "fiche": "key peg",
    "indice": "hint",
    "manche": "round",
    "partie": "match|play|record",
    "plaque": "panel",
    "plateau": "board",
    "rangée": "row",
    "sceau": "seal",
    "verrou": "lock",
}


def faults(text: str) -> list[str]:
    """Return what *text* breaks of the rules of French typography."""
    return [f"expected {wanted}" for wrong, wanted in RULES.items() if re.search(wrong, text)]


def wrong_words(english: str, french: str) -> list[str]:
    """Return the words of *french* that stand for something else than *english* says."""
    return [
        f"{word!r} means {meant!r}"
        for word, meant in WORDS.items()
        if re.search(rf"(?i)\b{word}", french) and not re.search(rf"(?i)\b({meant})", english)
    ]


def catalogue() -> Iterator[tuple[str, str]]:
    """Yield every text of the French catalogue with its message id."""
    for message in catalogues.texts(catalogues.read(CATALOGUE, "fr")):
        ids, strings = catalogues.forms(message.id), catalogues.forms(message.string)
        yield from ((ids[min(place, len(ids) - 1)], text) for place, text in enumerate(strings))


def french_of(value: Any) -> Iterator[str]:
    """Yield the French texts in a table of an edition."""
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if isinstance(value, dict) and isinstance(value.get("fr"), str):
        yield value["fr"]
    for part in parts:
        yield from french_of(part)


def prose(markdown: str) -> str:
    """Return *markdown* without code, addresses of links and the marks of tables."""
    return re.sub(r"^ {4}.*$|`[^`]*`|\]\([^)]*\)|^\|[-|]+\|$|!(?=\[)", "", markdown, flags=re.MULTILINE)


def test_catalogue_follows_the_rules_of_typography() -> None:
    assert {english: found for english, french in catalogue() if (found := faults(french))} == {}


def test_one_thing_has_one_word() -> None:
    assert {english: found for english, french in catalogue() if (found := wrong_words(english, french))} == {}


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_editions_follow_the_rules_of_typography(path: Path) -> None:
    texts = list(french_of(tomllib.loads(path.read_text("utf-8"))))
    assert texts
    assert {text: found for text in texts if (found := faults(text))} == {}


def test_readme_follows_the_rules_of_typography() -> None:
    lines = prose((PROJECT / "README.fr.md").read_text("utf-8")).splitlines()
    assert {line: found for line in lines if (found := faults(line))} == {}


@pytest.mark.parametrize(
    "text",
    ["l'écran", "Oui ?", "Oui?", "Non\xa0!", "a ; b", "OK : fin", "OK:", "«A»", "20 s", "La touche BACK", "pion"],
)
def test_text_that_breaks_a_rule_is_found(text: str) -> None:
    assert len(faults(text)) == 1


def test_text_that_follows_the_rules_passes() -> None:
    assert (
        faults("L\u2019écran\u00a0: 12:30, 20\u00a0s, {row} sur 3, \u00ab\u00a0A\u00a0\u00bb\u202f; quoi\u202f?!")
        == []
    )


def test_word_for_something_else_is_found() -> None:
    assert wrong_words("The tray is empty.", "Le plateau est vide.") == ["'plateau' means 'board'"]
    assert wrong_words("The tray is empty.", "Le bac est vide.") == []
