"""Words for rows that were answered wrongly."""

from __future__ import annotations

from companion.errors import N_
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition, KeyColour
from companion.i18n.translator import Translator
from companion.strategy.pegs.audit import Mistake
from companion.ui.games.pegs.drawing import keys_words

_MISTAKES = {
    Mistake.WHITE_FORGOTTEN: N_("A white forgotten."),
    Mistake.SWAPPED: N_("Black and white mixed up."),
    Mistake.COUNTED_TWICE: N_("A colour counted twice."),
    Mistake.BLACK_FORGOTTEN: N_("A black forgotten."),
    Mistake.ONE_TOO_MANY: N_("One key peg too many."),
    Mistake.OTHER: N_("Counted wrongly."),
}
_RED_MISTAKES = _MISTAKES | {
    Mistake.SWAPPED: N_("Red and white mixed up."),
    Mistake.BLACK_FORGOTTEN: N_("A red forgotten."),
}


def mistake_words(edition: Edition, translator: Translator, mistake: Mistake) -> str:
    """Return the sentence that names *mistake*."""
    return translator._((_RED_MISTAKES if edition.key_colour is KeyColour.RED else _MISTAKES)[mistake])


def answer_words(edition: Edition, translator: Translator, number: int, keys: Answer) -> str:
    """Return ``Row 3: 1 black, 2 white``; *number* counts from 0."""
    return translator._("Row {number}: {keys}").format(number=number + 1, keys=keys_words(edition, translator, keys))


def not_words(edition: Edition, translator: Translator, number: int, right: Answer, given: Answer | None) -> str:
    """Return ``Row 3: 1 black, 2 white, not 2 black, 1 white``; *number* counts from 0."""
    if given is None:
        return answer_words(edition, translator, number, right)
    return translator._("Row {number}: {right}, not {given}").format(
        number=number + 1, right=keys_words(edition, translator, right), given=keys_words(edition, translator, given)
    )
