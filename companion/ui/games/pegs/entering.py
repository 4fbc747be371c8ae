"""Button handling for setting a row, shared by guesses and hidden codes."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.games.pegs.codes import Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.view import PegView
from companion.i18n.translator import Translator
from companion.ui.games.pegs.drawing import colour_name
from companion.ui.games.pegs.elements import EntryRow
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.match import Match
from companion.ui.screen import Navigation, Refuse, Stay


def press_entry(
    match: Match, entry: RowEntry, button: Button, back: Callable[[], Navigation], done: Callable[[Code], Navigation]
) -> Navigation:
    """Handle *button* in *entry*; *back* handles BACK at the first place, *done* gets the row at the tick."""
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


def _finish(match: Match, entry: RowEntry, done: Callable[[Code], Navigation]) -> Navigation:
    row = entry.row
    if row is None and None not in entry.pegs:
        entry.go_to_gap()
        return Refuse(match.table.tongue._("Is the blinking peg right? OK if it is."))
    if row is None:
        entry.go_to_gap()
        return Refuse(match.table.tongue._("Fill every place, please."))
    return done(row)


def peg_words(edition: Edition, tongue: Translator, entry: RowEntry) -> str:
    """Return the name of the peg under the cursor, as a question if the peg is in doubt."""
    name = colour_name(edition, tongue, entry.peg)
    return tongue._("{colour}?").format(colour=name) if entry.cursor in entry.doubts else name


def entry_row(match: Match, view: PegView, entry: RowEntry) -> EntryRow:
    """Return the page element of the row being set, as it looks now."""
    return EntryRow(view.rules.edition, match.table.chosen.pegs, tuple(entry.shown), entry.cursor)
