"""Default names of players: stored in English, shown in the language of the screens."""

from __future__ import annotations

import pytest

from companion.i18n.default_names import BOX, PLAYER, names_words, shown_name, stored_default, stored_name
from companion.i18n.translator import Translator, languages


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", [PLAYER, BOX])
def test_default_name_comes_back_from_every_language(kind: str, language: str) -> None:
    translator = Translator(language)
    stored = stored_default(kind, 12)
    assert stored_name(shown_name(stored, translator), translator) == stored


def test_default_names_are_shown_in_the_language() -> None:
    assert names_words(["Player 1", "Box 1"])(Translator("fr")).text == "Joueur 1, Boîte 1"


@pytest.mark.parametrize("name", ["Anna", "Player", "Player X", "Player ²", "Players 1", "1", "", "Player 1!"])
def test_other_names_are_shown_as_they_are(name: str) -> None:
    assert shown_name(name, Translator("fr")) == name


def test_name_stored_in_another_language_by_an_earlier_version_is_shown_as_it_is() -> None:
    assert shown_name("Joueur 1", Translator("en")) == "Joueur 1"
    assert shown_name("Joueur 1", Translator("fr")) == "Joueur 1"
