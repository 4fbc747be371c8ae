"""Every message as players read it: filled with a name that begins with a vowel or not, and with 0, 1 and 2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest
from babel.messages.catalog import Message

from companion.i18n.translator import Translator, languages
from tests.i18n.test_french import faults
from tools import catalogues

NAMES = ("Anna", "Éve", "Zoë")
VOWEL, ANY = "(?:Anna|Éve)", "(?:Anna|Éve|Zoë)"
COUNTS = (0, 1, 2)

# The places of a message, by what fills them.
PLAYERS = frozenset(("breaker", "maker", "name", "names", "other"))
_NUMBERS = (
    "after before count darks digit earlier end fewest games given hole level lights line number numbers "
    "place points right rounds row side sides sum top"
)
NUMBERS = frozenset(_NUMBERS.split())
MANY = {"most": "6", "pegs": "4", "rows": "10"}
"""Numbers of a game that are never below two."""
_WORDS = (
    "address allowed box bus button card cards chosen code colour colours command dice event example expected file "
    "feature forms game key keys label letters move one panel panels table tray value version what words"
)
WORDS = frozenset(_WORDS.split())
NEVER_BELOW_TWO = frozenset(
    (
        "A name has 1 to {count} letters.",
        "A name has at most {count} letters.",
        "About {count} codes could still be it.",
        "Die of {count}",
        "Give up? {name} gets {points} points.",
        "Type {count} digits, such as {letters}",
        "Type {count} letters, such as {letters}",
        "{count} digits: {letters}",
        "{count} letters: {letters}",
        "{count} players",
        "{count} seconds left.",
        "{count} throws are saved. Forget one first.",
        "{name} counts {points} rows, {after} in all",
        "{name}: {points} rows + 1 unsolved, {after} in all",
    )
)
"""Messages of one form, because their number is that of a whole board, of a die or of a table."""
NAMES_OF = {
    "There is a {name} already. Choose another name.": ("Zoë",),
    "There is an {name} already. Choose another name.": ("Anna", "Éve"),
}
"""Messages of which the program chooses one by the sound of the name."""

ELIDED = "(?:de|que|le|la|je|me|se|ne|si|jusque|lorsque|puisque)"
IS = "(?:est|sera|était|reste)(?: déjà| encore)?"
AGREEING = "(?:seul|prêt|dernier|premier|gagnant|perdant|éliminé)e?"
# What is wrong in a filled message of a language, as a pattern, and what is expected in its place.
RULES = {
    "en": {
        rf"\ba {VOWEL}|\ban Zoë": "the article that the sound of the name needs",
        r"(?<![\d.,])1 (?!(?:has|is|this|was)\b)[a-z]+s\b": "the singular with 1",
        r"\s[.,:;!\u2026]": "no space before a sign",
    },
    "fr": {
        rf"(?i)\b{ELIDED}\s{VOWEL}": "no word that is elided before a name",
        rf"(?i)\b{AGREEING}\s{ANY}": "no word that agrees with a name",
        rf"(?<!nom )(?<!/){ANY} {IS} (?:l[ea]|une?|{AGREEING}|\w+[éiu]e?)\b": "no word that agrees with a name",
        r"(?<![\d.,])[01]\s(?!(?:dans|fois|mais|pas|plus|sans|sous)\b)[^\W\d]+s\b": "the singular with 0 and 1",
        r"\s\u2026": "no space before an ellipsis",
    },
}
# What the other languages write after 1, and after 0 and 2.
ONE, MANY_OF = (
    {
        "de": "(?:Reihe|Runde|Partie|Karte|Ziffer|Farbe|Person|Minute|Sekunde|Punkt|Code)",
        "es": "(?:fila|ronda|partida|carta|cifra|punto|jugador|minuto|segundo|código|color)",
        "it": "(?:riga|mano|partita|carta|cifra|punto|giocatore|minuto|secondo|codice|colore)",
        "nl": "(?:rij|ronde|partij|kaart|cijfer|punt|speler|minuut|code|kleur)",
    },
    {
        "de": "(?:Reihen|Runden|Partien|Karten|Ziffern|Farben|Personen|Minuten|Sekunden|Punkte|Codes)",
        "es": "(?:filas|rondas|partidas|cartas|cifras|puntos|jugadores|minutos|segundos|códigos|colores)",
        "it": "(?:righe|mani|partite|carte|cifre|punti|giocatori|minuti|secondi|codici|colori)",
        "nl": "(?:rijen|rondes|partijen|kaarten|cijfers|punten|spelers|minuten|codes|kleuren)",
    },
)
RULES |= {
    language: {
        rf"(?<![\d.,])1 {MANY_OF[language]}\b": "the singular with 1",
        rf"(?<![\d.,])[02] {one}\b": "the plural with 0 and 2",
        "(?<=\\w)'(?=\\w)": "the apostrophe \u2019",
        r"\w\s[.,:;!\u2026](?!\w)": "no space before a sign",
    }
    for language, one in ONE.items()
}


def broken(language: str, text: str) -> list[str]:
    """Return what the filled message *text* breaks of the rules of *language*."""
    found = [f"expected {wanted}" for wrong, wanted in RULES.get(language, {}).items() if re.search(wrong, text)]
    return found + (faults(text) if language == "fr" else [])


def values(name: str, count: int) -> dict[str, str]:
    """Return what fills every place of every message."""
    players, numbers = dict.fromkeys(PLAYERS, name), dict.fromkeys(NUMBERS, str(count))
    return players | numbers | MANY | dict.fromkeys(WORDS, "X")


def filled(message: Message, translator: Translator) -> Iterator[str]:
    """Yield *message* with each of the names and counts that it may meet."""
    forms = catalogues.forms(message.id)
    counts = (2,) if forms[0] in NEVER_BELOW_TWO else COUNTS
    for name, count in product(NAMES_OF.get(forms[0], NAMES), counts):
        if len(forms) > 1:
            text = translator.ngettext(forms[0], forms[1], count)
        else:
            text = translator.pgettext(message.context, forms[0]) if message.context else translator._(forms[0])
        yield text.format(**values(name, count)) if catalogues._placeholders(text) else text


@pytest.mark.parametrize("language", languages())
def test_filled_messages_agree_with_what_fills_them(language: str) -> None:
    translator = Translator(language)
    texts = {text for message in catalogues.texts(catalogues.gather()) for text in filled(message, translator)}
    assert {text: found for text in sorted(texts) if (found := broken(language, text))} == {}


def test_every_place_of_a_message_is_known() -> None:
    messages = list(catalogues.texts(catalogues.gather()))
    places = {
        place for each in messages for form in catalogues.forms(each.id) for place in catalogues._placeholders(form)
    }
    # A feature that is missing takes its messages with it.
    assert places <= PLAYERS | NUMBERS | WORDS | {*MANY}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Au tour de Anna"),
        ("fr", "Elle montre que Éve demande."),
        ("fr", "Le Anna clair"),
        ("fr", "Seul Anna scanne le code."),
        ("fr", "Zoë est le dernier debout."),
        ("fr", "Éve est prêt."),
        ("fr", "Zoë est tombée."),
        ("fr", "1 rangées"),
        ("fr", "Il reste 0 points."),
        ("fr", "Nouvel essai …"),
        ("fr", "Anna : prêt ?"),
        ("de", "1 Reihen"),
        ("es", "2 punto"),
        ("it", "l'errore"),
        ("nl", "klaar !"),
        ("en", "There is a Anna already."),
        ("en", "There is an Zoë already."),
        ("en", "1 rows"),
        ("en", "Trying again …"),
    ],
)
def test_message_that_breaks_a_rule_is_found(language: str, text: str) -> None:
    assert broken(language, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "À Anna de jouer"),
        ("fr", "Le nom Anna est déjà connu."),
        ("fr", "Anna\u00a0: plaque tombée, foncée"),
        ("fr", "Éve a gagné la manche 1."),
        ("fr", "1 rangée, 0 point, 2 points, 10 rangées, 1 fois"),
        ("en", "There is an Éve already."),
        ("en", "1 row, 0 rows, 2 rows, 11 rows"),
    ],
)
def test_message_that_follows_the_rules_passes(language: str, text: str) -> None:
    assert broken(language, text) == []
