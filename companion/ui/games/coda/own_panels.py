"""The screens for a player's own panels: drawing, knocking one down, and the row after a turn."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Draw, Fall, Place, Stop
from companion.games.coda.panels import Colour
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.games.coda.announce import onward, turn
from companion.ui.games.coda.drawing import PanelRow, panel_words
from companion.ui.games.coda.menus import play
from companion.ui.games.coda.turn_clock import ClockedScreen, turn_clock
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay


class FallScreen(Screen):
    """The owner's row without hidden numbers, and a cursor on the standing panel that OK knocks down."""

    hold_repeats = frozenset({Button.LEFT, Button.RIGHT})

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.name = match.players[now.turn]
        self.row = now.rows[now.turn]
        self.places = [place for place, panel in enumerate(self.row) if panel.is_standing]
        self.at = 0

    def draw(self, page: Page) -> None:
        """Draw the row with the cursor on a standing panel."""
        page.title(Verbatim(self.name), optional=True)
        page.hints("\u25c0\u25b6", page.translator._("OK: this one"))
        place = self.places[self.at]
        words = panel_words(page.translator, self.row[place].colour, None)
        page.add(PanelRow(page.translator._("Falls"), words, self.row, place))

    def press(self, button: Button) -> Navigation:
        """Move the cursor, knock the panel down, or pause."""
        if button is Button.OK:
            return play(self.match, Fall(self.places[self.at]))
        if button is Button.BACK:
            return self.match.pause(self)
        self.at = (self.at + {Button.LEFT: -1, Button.RIGHT: 1}.get(button, 0)) % len(self.places)
        return Stay()


class DrawScreen(ClockedScreen):
    """The two colours of panels to draw, with the number left of each; LEFT draws a dark panel, RIGHT a light one.

    OK draws nothing, because it may be the last of several quick presses of the player before.
    """

    hold_repeats = frozenset()

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.now = now
        self.clock = turn_clock(match)

    def draw(self, page: Page) -> None:
        """Draw a panel of each colour, and the key and the number left of each that is left."""
        page.title(Verbatim(self.match.players[self.now.turn]), self.run_clock(), optional=True)
        page.hints(*self._keys(page.translator, lambda colour, left: panel_words(page.translator, colour, None)))
        shown = [Seen(colour, None, True) for colour, left in self.now.pool if left]
        counts = "  ".join(self._keys(page.translator, lambda colour, left: str(left)))
        page.add(PanelRow(page.translator._("Draw"), counts, shown))

    def _keys(self, translator: Translator, words: Callable[[Colour, int], str]) -> tuple[str, str]:
        (dark, darks), (light, lights) = self.now.pool
        left = f"\u25c0 {words(dark, darks)}" if darks else ""
        return left, f"{words(light, lights)} \u25b6" if lights else ""

    def press(self, button: Button) -> Navigation:
        """Draw a panel, or pause."""
        if button is Button.BACK:
            return self.pause()
        colour = {Button.LEFT: Colour.DARK, Button.RIGHT: Colour.LIGHT}.get(button)
        return Stay() if colour is None else play(self.match, Draw(colour))


class ShownScreen(Screen):
    """The row of a player after a turn, with the panel that has been put into it."""

    def __init__(self, match: Match, before: CodaView, after: CodaView, drawn: Seen, title: Text) -> None:
        self.match = match
        self.before = before
        self.drawn = drawn
        self.title = title
        self.seat = turn(before)
        self.now = after.now

    def draw(self, page: Page) -> None:
        """Draw the name of the panel above the row, with the cursor on the panel."""
        page.title(Verbatim(self.match.players[self.seat]), page.translator.say(self.title), optional=True)
        page.hints("", page.translator._("OK: go on"))
        words = panel_words(page.translator, self.drawn.colour, self.drawn.number)
        label = N_("Put in") if self.drawn.number is None else N_("Shows")
        row = () if self.now is None else self.now.rows[self.seat]
        # With dashes the owner has yet to choose the place, and the row does not hold the panel.
        place = self.now.inserted if self.now is not None and self.now.turn != self.seat else None
        page.add(PanelRow(page.translator._(label), words, row, place))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu."""
        if button is Button.OK:
            return onward(self.match, self.before)
        return self.match.pause(self) if button is Button.BACK else Stay()


def put_in(match: Match, move: Stop | Place) -> Navigation:
    """Play *move*, and show where the panel went if the move ended the turn."""
    event = match.submit(move)
    before, after = event.before.view(None), event.after.view(None)
    is_over = before.now is None or after.now is None or after.now.turn == before.now.turn
    if is_over or not before.now.is_dealt or before.now.drawn is None:
        return onward(match, before)
    return match.show(ShownScreen(match, before, after, before.now.drawn, N_("Turn over")))
