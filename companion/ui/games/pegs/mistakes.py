"""A row that was answered wrongly: in words, and drawn with the key pegs it was given."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import N_
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition, KeyColour
from companion.games.pegs.state import Row
from companion.i18n.translator import Tongue
from companion.strategy.pegs.audit import Mistake
from companion.ui.games.pegs.drawing import GAP, draw_board_row, keys_words, pegboard
from companion.ui.page import Page

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


def mistake_words(edition: Edition, tongue: Tongue, mistake: Mistake) -> str:
    """Return what went wrong, as a sentence."""
    return tongue._((_RED_MISTAKES if edition.key_colour is KeyColour.RED else _MISTAKES)[mistake])


def answer_words(edition: Edition, tongue: Tongue, number: int, keys: Answer) -> str:
    """Return ``Row 3: 1 black, 2 white``; *number* counts from 0."""
    return tongue._("Row {number}: {keys}").format(number=number + 1, keys=keys_words(edition, tongue, keys))


def not_words(edition: Edition, tongue: Tongue, number: int, right: Answer, given: Answer | None) -> str:
    """Return ``Row 3: 1 black, 2 white, not 2 black, 1 white``; *number* counts from 0."""
    if given is None:
        return answer_words(edition, tongue, number, right)
    return tongue._("Row {number}: {right}, not {given}").format(
        number=number + 1, right=keys_words(edition, tongue, right), given=keys_words(edition, tongue, given)
    )


def draw_rows_and_text(page: Page, edition: Edition, style: str, rows: Sequence[tuple[int, Row]], text: str) -> None:
    """Draw *rows* with the key pegs they have, where they leave room enough for *text*, and that under them."""
    board, free = pegboard(page, edition), page.free
    height = (board.peg + GAP) * len(rows)
    below = free._replace(y=free.y + height, height=free.height - height)
    *_, fits = page.laid_out(below, text)
    for place, (number, row) in enumerate(rows if fits else ()):
        draw_board_row(page, edition, style, (board, free.y + GAP + place * (board.peg + GAP)), number + 1, row)
    page.paragraph(below if fits else free, text, centred=True, middle=True)
