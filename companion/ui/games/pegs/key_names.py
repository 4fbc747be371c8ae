"""What the key pegs are called: black or red, and white; in Bulls and Cows they are bulls and cows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.errors import N_
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition, KeyColour
from companion.i18n.translator import Translator
from companion.strategy.pegs.audit import Mistake
from companion.words.pegs import counts

_MISTAKES: Mapping[Mistake, str] = {
    Mistake.WHITE_FORGOTTEN: N_("A white forgotten."),
    Mistake.SWAPPED: N_("Black and white mixed up."),
    Mistake.COUNTED_TWICE: N_("A colour counted twice."),
    Mistake.BLACK_FORGOTTEN: N_("A black forgotten."),
    Mistake.ONE_TOO_MANY: N_("Counted one too many."),
    Mistake.OTHER: N_("Counted wrongly."),
}


@dataclass(frozen=True, slots=True)
class KeyNames:
    """The words for both kinds of key pegs, the one for the right place first; texts are message ids."""

    legend: str
    dials: tuple[str, str]
    next_dial: str
    none: str = N_("no key peg")
    mistakes: Mapping[Mistake, str] = field(default_factory=lambda: _MISTAKES)


_BLACK = KeyNames(
    N_("\u25cfblack \u25cbwhite \u00b7none"),
    (N_("\u25b2\u25bc black"), N_("\u25b2\u25bc white")),
    N_("OK: whites"),
)
_RED = replace(
    _BLACK,
    legend=N_("\u25cfred \u25cbwhite \u00b7none"),
    dials=(N_("\u25b2\u25bc red"), _BLACK.dials[1]),
    mistakes={
        **_MISTAKES,
        Mistake.SWAPPED: N_("Red and white mixed up."),
        Mistake.BLACK_FORGOTTEN: N_("A red forgotten."),
    },
)
_BULLS = KeyNames(
    N_("\u25cfbull \u25cbcow \u00b7none"),
    (N_("\u25b2\u25bc bulls"), N_("\u25b2\u25bc cows")),
    N_("OK: cows"),
    N_("no bull, no cow"),
    {
        **_MISTAKES,
        Mistake.WHITE_FORGOTTEN: N_("A cow forgotten."),
        Mistake.SWAPPED: N_("Bulls and cows mixed up."),
        Mistake.COUNTED_TWICE: N_("One counted twice."),
        Mistake.BLACK_FORGOTTEN: N_("A bull forgotten."),
    },
)


def key_names(edition: Edition) -> KeyNames:
    """Return the words for the key pegs of *edition*."""
    return _BULLS if edition.has_signs else _RED if edition.key_colour is KeyColour.RED else _BLACK


def count_words(edition: Edition, translator: Translator, kind: int, count: int) -> str:
    """Return the number *count* of key pegs of a *kind*, 0 for blacks and 1 for whites: ``2 red``."""
    return counts(edition, Answer(count, count))[kind](translator)


def keys_words(edition: Edition, translator: Translator, keys: Answer) -> str:
    """Return an answer in words: ``2 red, 1 white``."""
    both = zip(counts(edition, keys), (keys.blacks, keys.whites), strict=True)
    parts = (words(translator) for words, count in both if count)
    return ", ".join(parts) or translator._(key_names(edition).none)
