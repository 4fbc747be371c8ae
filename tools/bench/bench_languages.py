"""``languages`` and ``letters_equal``: how many are complete, and whether their letters tell the colours apart."""

from __future__ import annotations

from itertools import combinations

from companion.games.pegs.edition_game import EditionGame
from companion.i18n.translator import languages
from companion.match.catalogue import load_catalogue
from tools.catalogues import DOMAIN, FOLDER, gather, problems, untranslated


def complete_languages() -> float:
    """Return how many languages lack no text, have no fuzzy one, and none that has no room on the screens."""
    template = gather()
    pos = {language: FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po" for language in languages()[1:]}
    whole = [
        language
        for language, po in pos.items()
        if not any((*untranslated(po, language, template), *problems(po, language, template)))
    ]
    return 1 + len(whole)


def letters_equal() -> float:
    """Return how many pairs of colours of an edition share a letter in a language."""
    editions = [game.edition for game in load_catalogue(None).games if isinstance(game, EditionGame)]
    if not editions:
        raise RuntimeError("expected editions with colours, got none")
    return sum(
        one.letter(language) == other.letter(language)
        for edition in editions
        for language in languages()
        for one, other in combinations(edition.colours, 2)
    )
