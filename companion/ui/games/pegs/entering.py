"""The base of the screens on which a row is set, on the box or in the tray: guesses and codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.pegs.codes import Code, Space
from companion.games.pegs.edition import Edition
from companion.games.pegs.view import PegView
from companion.i18n.translator import Text, Translator
from companion.ui.games.pegs.drawing import colour_name, letter, letters_words
from companion.ui.games.pegs.entry_elements import EntryRow
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.games.pegs.tray_input import Laying
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Refuse, Screen, Stay, WithSound
from companion.ui.text_page import with_value

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted


def typed_row(entry: RowEntry, edition: Edition, translator: Translator, text: str) -> Navigation:
    """Set *entry* to the letters in *text*, with the cursor on the tick; say which letters there are if others are."""
    letters = [letter(edition, translator, peg) for peg in range(entry.values)]
    typed = "".join(text.upper().split())
    if len(typed) != edition.pegs or not set(typed) <= set(letters):
        words = translator._("{count} letters: {letters}")
        return Refuse(words.format(count=edition.pegs, letters=letters_words(edition, translator)))
    entry.lay([letters.index(sign) for sign in typed])
    return Stay()


def entry_hints(page: Page, entry: RowEntry, at_tick: str, back: str = "") -> None:
    """Draw what the buttons do at the cursor of *entry*, on a page with room; at the tick, OK does *at_tick*.

    *back* is shown instead of what LEFT and RIGHT do, and first once the peg is set.
    """
    translator = page.translator
    if entry.is_at_tick:
        page.hints(translator._("\u25c0 back"), with_value(translator, "OK", at_tick), tall=True)
        return
    colour, place = translator._("\u25b2\u25bc colour"), translator._("\u25c0\u25b6 place")
    first = (back, colour) if back and entry.peg is not None else (colour, back or place)
    page.hints(*first, translator._("OK: next"), tall=True)


class EntryScreen(Screen):
    """A row of pegs out of *space* being set; it begins with the pegs *start* and can recall the *earlier* rows."""

    pauses = True
    """Whether BACK at the first place opens the pause menu."""

    def __init__(
        self, match: Match, view: PegView, space: Space, start: Code | None = None, earlier: Sequence[Code] = ()
    ) -> None:
        self.match = match
        self.view = view
        self.entry = RowEntry(view.rules.edition.pegs, space.values, start, earlier)
        self.laying = Laying(match, self.entry, space.holes)
        self._lack: str | None = None

    def done(self, row: Code) -> Navigation:
        """Handle OK at the tick of a complete row."""
        raise NotImplementedError

    def leave(self) -> Navigation:
        """Handle BACK at the first place."""
        return self.match.pause(self)

    def head(self, page: Page, title: Text, beside: str = "") -> None:
        """Draw *title* and the text *beside* it, or after OK at the tick what the row lacks.

        The message stands at the top because a banner would cover the row that it is about.
        """
        if self._lack is None:
            page.title(title, beside)
        else:
            page.title(self._lack)

    def keys(self, page: Page, at_tick: str) -> None:
        """Draw what the buttons do at the cursor, on a page with room; at the tick, OK does *at_tick*."""
        back = page.translator._("BACK pause") if self.pauses and not self.entry.cursor else ""
        entry_hints(page, self.entry, at_tick, back)

    def row(self) -> EntryRow:
        """Return the page element of the row, as it looks now."""
        entry = self.entry
        edition, style = self.view.rules.edition, self.match.context.chosen.pegs
        return EntryRow(edition, style, tuple(entry.shown), entry.cursor, entry.values)

    def words(self, translator: Translator, at_tick: str) -> str:
        """Return the name of the peg under the cursor, as a question if the peg is in doubt, or *at_tick*.

        A place with a dot is called not set.
        """
        if self.entry.is_at_tick:
            return at_tick
        if self.entry.peg is None:
            return translator._("not set")
        name = colour_name(self.view.rules.edition, translator, self.entry.peg)
        return translator._("{colour}?").format(colour=name) if self.entry.cursor in self.entry.doubts else name

    def type(self, text: str) -> Navigation | None:
        """Set the peg whose letter is *text*; other letters, and letters at the tick, are no text for this screen."""
        language = self.match.context.translator.language
        letters = [colour.letter(language) for colour in self.view.rules.edition.colours]
        if self.entry.is_at_tick or text.upper() not in letters:
            return None
        self._lack = None
        self.entry.put(letters.index(text.upper()))
        return Stay()

    def press(self, button: Button) -> Navigation:
        """Move the cursor, set a peg, or finish the row at the tick."""
        entry = self.entry
        self._lack = None
        match button:
            case Button.UP:
                entry.turn(1)
            case Button.DOWN:
                entry.turn(-1)
            case Button.LEFT:
                entry.back()
            case Button.BACK:
                return Stay() if entry.back() else self.leave()
            case Button.OK if entry.is_at_tick:
                return self._finish()
            case Button.OK | Button.RIGHT:
                if button is Button.OK:
                    entry.confirm()
                entry.forward()
        return Stay()

    def _finish(self) -> Navigation:
        row = self.entry.row
        if row is not None:
            return self.done(row)
        self.entry.go_to_gap()
        self._lack = N_("Fill every place!") if None in self.entry.pegs else N_("Blinking: is it OK?")
        return WithSound(Cue.REFUSED, Stay())

    def take_line(self, text: str) -> Navigation:
        """Set the row to the letters in *text*."""
        self._lack = None
        return typed_row(self.entry, self.view.rules.edition, self.match.context.translator, text)

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Put the row that was set in the tray into the entry."""
        return self.laying.take(row, self.view.rules.edition)

    def due(self) -> float | None:
        """Return when the blinking pegs, of which the tray was not sure, change next."""
        return self.laying.due()

    def tick(self, now: float) -> Navigation:
        """Show or hide the blinking pegs."""
        self.laying.tick(now)
        return Stay()
