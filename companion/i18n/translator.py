"""Translation of the screens' texts with gettext, and of errors with their values filled in."""

from __future__ import annotations

import gettext
import json
import logging
import os
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.box import Button
from companion.errors import CompanionError
from companion.i18n import AUTO, SOURCE_LANGUAGE

log = logging.getLogger(__name__)

CATALOGUES = Path(__file__).parent
DOMAIN = "codemaker"
INDEX = "languages.json"
"""The file with each language's ``name``, its ``share`` in percent that is translated, and its ``texts`` IN_EACH."""
IN_EACH = ("Language", "Player {number}", "Box {number}")
"""The texts that are wanted in all languages at once."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A text that is not translated and may be shortened, such as the name of a player or an edition."""

    text: str


def as_typed(text: str) -> str:
    """Return *text* as typed lines are compared: without case, accents and extra spaces.

    >>> as_typed(" R\u00e9p\u00e8te  3 ")
    'repete 3'
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def languages() -> tuple[str, ...]:
    """Return the codes of all available languages, English first."""
    return (SOURCE_LANGUAGE, *_translated(CATALOGUES))


@cache
def _translated(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.parents[1].name for file in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def own_name(language: str) -> str:
    """Return the name of *language* in that language, or its code where the catalogue does not say it."""
    if "name" in (known := _index(CATALOGUES).get(language, {})):
        return str(known["name"])
    # Translators: the name of your language in your language, as the menu of languages shows it
    name = Translator(language).pgettext("own name", "English")
    return name if language == SOURCE_LANGUAGE or name != "English" else language


def menu_name(language: str) -> str:
    """Return the name of *language* in that language, with the share that is translated if that is not all of it."""
    share = _index(CATALOGUES).get(language, {}).get("share", 100)
    return own_name(language) + (f" {share} %" if share != 100 else "")


def in_each_language(text: str) -> dict[str, str]:
    """Return *text* in each of the ``languages``; for the texts ``IN_EACH`` no catalogue is opened."""
    known = {language: one["texts"] for language, one in _index(CATALOGUES).items() if text in IN_EACH}
    return {
        language: known[language].get(text, text) if language in known else Translator(language)._(text)
        for language in languages()
    }


@cache
def _index(folder: Path) -> dict[str, dict[str, Any]]:
    """Return what ``tools/catalogues.py`` has written beside the catalogues, so that not all of them are opened."""
    try:
        return dict(json.loads((folder / INDEX).read_text("utf-8")))
    except FileNotFoundError:
        return {}


def from_environment(environment: Mapping[str, str]) -> str:
    """Return the first available language of *environment*, or English; reads the variables that gettext reads."""
    known = languages()
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if not environment.get(variable):
            continue
        for wish in environment[variable].split(":"):
            code = wish.replace("-", "_").split("_")[0].split(".")[0].lower()
            if code in known:
                return code
            if code in ("c", "posix"):
                return SOURCE_LANGUAGE
        if variable != "LANGUAGE":
            break
    return SOURCE_LANGUAGE


class Translator:
    """Translates texts into one language; a text without a translation stays in English."""

    def __init__(self, language: str = SOURCE_LANGUAGE, environment: Mapping[str, str] = os.environ) -> None:
        self.language = from_environment(environment) if language == AUTO else language
        self._texts = self._open()

    def __repr__(self) -> str:
        return f"Translator({self.language!r})"

    def _open(self) -> gettext.NullTranslations:
        if self.language == SOURCE_LANGUAGE:
            return gettext.NullTranslations()
        try:
            return gettext.translation(DOMAIN, CATALOGUES, [self.language])
        except OSError as failure:
            log.warning("expected a catalogue, got %s, for language %r: English is used", failure, self.language)
            self.language = SOURCE_LANGUAGE
            return gettext.NullTranslations()

    def _(self, text: str) -> str:
        """Return *text* in this language."""
        # gettext stores the catalogue's header under the empty message id.
        return self._texts.gettext(text) if text else ""

    def ngettext(self, one: str, many: str, count: int) -> str:
        """Return *one* or *many* in this language's plural form for *count*; the caller fills in ``{count}``."""
        return self._texts.ngettext(one, many, count)

    def pgettext(self, context: str, text: str) -> str:
        """Return the translation of *text* for the meaning that *context* names."""
        return self._texts.pgettext(context, text)

    def number(self, value: float, *, signed: bool = False) -> str:
        """Return *value* with one decimal in this language's notation; with *signed*, a plus sign is written too.

        >>> Translator("en").number(-0.04, signed=True), Translator("fr").number(14.25)
        ('+0.0', '14,2')
        """
        rounded = round(value, 1) + 0.0
        text = f"{rounded:+.1f}" if signed else f"{rounded:.1f}"
        # Translators: the sign between the whole and the tenths of a number, as in 14.2
        return text.replace(".", self.pgettext("decimal sign", "."))

    def say(self, words: Text) -> str:
        """Return *words* in this language."""
        made = words(self) if callable(words) else words
        if isinstance(made, Verbatim):
            return made.text
        return self._(made) if made is words else made

    def tell(self, error: CompanionError) -> str:
        """Return the sentence of *error* for the players with its values filled in; never raises."""
        sentence = self._(error.sentence)
        try:
            return sentence.format(**error.values)
        except (LookupError, ValueError, AttributeError):
            log.exception("expected the values of %r, got %r", error.sentence, error.values)
            return self._(CompanionError.sentence)


# A label or a sentence on a screen: a message id, which is translated when it is drawn, so that the language can
# change during a game; a verbatim text; or a function that returns the finished text in the current language.
Text = str | Verbatim | Callable[[Translator], str | Verbatim]


def filled(text: str, **values: object) -> Text:
    """Return the message id *text* as a ``Text`` with *values* filled in; callable values are ``Text`` too.

    It may be shortened if a value is a ``str``, such as the name of a player.
    """
    has_name = any(isinstance(value, str) for value in values.values())

    def words(translator: Translator) -> str | Verbatim:
        said = translator._(text).format(**_made(values, translator))
        return Verbatim(said) if has_name else said

    return words


def counted(singular: str, plural: str, count: int, **values: object) -> Text:
    """Return the message for *count*, with it and *values* filled in; callable values are ``Text`` too."""
    return lambda translator: translator.ngettext(singular, plural, count).format(
        count=count, **_made(values, translator)
    )


def _made(values: Mapping[str, object], translator: Translator) -> dict[str, object]:
    return {key: translator.say(one) if callable(one) else one for key, one in values.items()}


def key_labels(translator: Translator) -> dict[Button, str]:
    """Return the labels of the buttons in a window or under a terminal."""
    return {
        Button.UP: "\u2191",
        Button.DOWN: "\u2193",
        Button.LEFT: "\u2190",
        Button.RIGHT: "\u2192",
        Button.OK: translator._("OK"),
        Button.BACK: translator._("BACK"),
        Button.ROLL: translator._("ROLL"),
    }
