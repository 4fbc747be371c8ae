"""Setting a row with the buttons, the same for a guess and for a hidden code."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.games.pegs.codes import Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.view import PegView
from companion.i18n.translator import Tongue
from companion.ui.canvas import Area
from companion.ui.games.pegs.drawing import Pegboard, colour_name, draw_row
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Go, Refuse, Stay

TICK = "\u2713"


def press_entry(
    match: Match, entry: RowEntry, button: Button, back: Callable[[], Go], done: Callable[[Code], Go]
) -> Go:
    """Move or turn in *entry*; *back* is where BACK leads from the first place, *done* gets the row at the tick."""
    match button:
        case Button.UP:
            entry.turn(1)
        case Button.DOWN:
            entry.turn(-1)
        case Button.LEFT:
            entry.back()
        case Button.BACK:
            return Stay() if entry.back() else back()
        case Button.OK if entry.is_at_tick:
            return _finish(match, entry, done)
        case Button.OK | Button.RIGHT:
            if button is Button.OK:
                entry.confirm()
            entry.forward()
    return Stay()


def _finish(match: Match, entry: RowEntry, done: Callable[[Code], Go]) -> Go:
    row = entry.row
    if row is None and None not in entry.pegs:
        entry.go_to_gap()
        return Refuse(match.table.tongue._("Is the blinking peg right? OK if it is."))
    if row is None:
        entry.go_to_gap()
        return Refuse(match.table.tongue._("Fill every place, please."))
    return done(row)


def peg_words(edition: Edition, tongue: Tongue, entry: RowEntry) -> str:
    """Return what to call the peg under the cursor; where it is in doubt, as a question."""
    name = colour_name(edition, tongue, entry.peg)
    return tongue._("{colour}?").format(colour=name) if entry.cursor in entry.doubts else name


def draw_entry(page: Page, match: Match, view: PegView, board: Pegboard, y: int, entry: RowEntry) -> None:
    """Draw the row being set, with a frame around the place under the cursor and a tick behind."""
    edition, style = view.rules.edition, match.table.chosen.pegs
    draw_row(page, edition, style, (board, y + 2), entry.shown)
    side = board.peg + 4
    tick = Area(board.keys_left - 1, y, page.body.width + 8, side)
    page.text(tick.x + 4, y + (side - page.body.height + 1) // 2, TICK)
    if entry.is_at_tick:
        page.invert(tick, rounded=True)
    else:
        page.frame(Area(board.peg_x(entry.cursor) - 2, y, side, side))
