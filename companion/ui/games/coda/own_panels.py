"""The screens for a player's own panels: drawing, knocking one down, and the row after a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Draw, Fall, Place, Stop
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.ui.games.coda.announce import onward, table_of, turn
from companion.ui.games.coda.callout import Callout, Pool
from companion.ui.games.coda.drawing import PanelRow, PoolRow, panel_words
from companion.ui.games.coda.menus import play
from companion.ui.games.coda.table import Table, Targets
from companion.ui.games.coda.turn_clock import ClockedScreen
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay


class FallScreen(Screen):
    """The owner's row without hidden numbers, and a cursor on the standing panel that OK knocks down."""

    hold_repeats = frozenset({Button.LEFT, Button.RIGHT})

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.name = match.players[now.turn]
        self.seat = now.turn
        self.table = table_of(match, now)
        self.row = now.rows[now.turn]
        self.places = [place for place, panel in enumerate(self.row) if panel.is_standing]
        self.at = 0

    def draw(self, page: Page) -> None:
        """Draw the row with the cursor on a standing panel."""
        page.title(Verbatim(self.name), optional=True)
        page.hints("\u25c0\u25b6", page.translator._("OK: this one"))
        place = self.places[self.at]
        words = panel_words(page.translator, self.row[place].colour, None)
        targets = Targets(tuple((self.seat, place) for place in self.places), self.at)
        falls = page.translator._("Falls")
        page.add(PanelRow(falls, words, self.row, place, table=self.table, seat=self.seat, targets=targets))

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

    OK draws nothing, because it may be the last of several quick presses of the player before. It shows the numbers
    left where the page has shown the *put_in* of the turn before instead.
    """

    hold_repeats = frozenset()

    def __init__(self, match: Match, now: RoundView, put_in: PutIn | None = None) -> None:
        self.match = match
        self.now = now
        self.put_in = put_in

    def draw(self, page: Page) -> None:
        """Draw the key of each colour, and the panels put in before or a panel of each colour that is left."""
        page.title(self._title, self.run_clock(), optional=True)
        page.hints(*self._keys(page.translator, lambda colour, left: panel_words(page.translator, colour, None)))
        page.add(self._pool(page.translator) if self.put_in is None else self.put_in.row(page.translator))

    @property
    def _title(self) -> Text:
        name = self.match.players[self.now.turn]
        is_wrong = self.put_in is not None and self.put_in.drawn.number is not None
        return filled(N_("Wrong \u25b6 {name}"), name=name) if is_wrong else Verbatim(name)

    def _pool(self, translator: Translator) -> PoolRow:
        shown = [Seen(colour, None, True) for colour, left in self.now.pool if left]
        counts = "  ".join(self._keys(translator, lambda colour, left: str(left)))
        row = PanelRow(translator._("Draw"), counts, shown)
        return PoolRow(row, table_of(self.match, self.now), Pool(*(left for _, left in self.now.pool)))

    def _keys(self, translator: Translator, words: Callable[[Colour, int], str]) -> tuple[str, str]:
        (dark, darks), (light, lights) = self.now.pool
        left = f"\u25c0 {words(dark, darks)}" if darks else ""
        return left, f"{words(light, lights)} \u25b6" if lights else ""

    def press(self, button: Button) -> Navigation:
        """Draw a panel, show the numbers left, or pause."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button is Button.OK:
            self.put_in = None
        colour = {Button.LEFT: Colour.DARK, Button.RIGHT: Colour.LIGHT}.get(button)
        return Stay() if colour is None else play(self.match, Draw(colour))


@dataclass(frozen=True, slots=True)
class PutIn:
    """The panel *drawn* in a turn of the player *name* at *seat*, and where it went into the *panels* of that player.

    With dashes the owner may have yet to choose the place; then it is None, and the panels do not hold it.
    """

    name: str
    drawn: Seen
    panels: tuple[Seen, ...]
    place: int | None
    seat: int
    table: Table | None

    def row(self, translator: Translator) -> PanelRow:
        """Return the row of the player, with the cursor on the panel."""
        words = f"+ {panel_words(translator, self.drawn.colour, self.drawn.number)}"
        callout = Callout(self.name, words, self.drawn)
        if self.drawn.number is not None:
            callout = Callout(self.name, translator._("Wrong"), self.drawn, detail=words, is_lit=True)
        table, seat = self.table, self.seat
        return PanelRow(self.name, words, self.panels, self.place, table=table, seat=seat, callout=callout)


class ShownScreen(Screen):
    """The row of a player after a turn, with the panel that has been put into it."""

    def __init__(self, match: Match, before: CodaView, put_in: PutIn, title: Text) -> None:
        self.match = match
        self.before = before
        self.put_in = put_in
        self.title = title

    def draw(self, page: Page) -> None:
        """Draw the name of the panel above the row, with the cursor on the panel."""
        page.title(self.title, optional=True)
        page.hints("", page.translator._("OK: go on"))
        page.add(self.put_in.row(page.translator))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu."""
        if button is Button.OK:
            return onward(self.match, self.before)
        return self.match.pause(self) if button is Button.BACK else Stay()


def turn_over(match: Match, before: CodaView, after: CodaView, drawn: Seen, title: Text) -> Screen:
    """Return the screen that shows where the panel *drawn* in a turn went, on which the next person may draw at once.

    Where the turn goes on, the box moves, or a round is over, the screen waits for OK.
    """
    seat, now = turn(before), after.now
    place = now.inserted if now is not None and now.turn != seat else None
    table = None if now is None else table_of(match, now)
    put_in = PutIn(match.players[seat], drawn, () if now is None else now.rows[seat], place, seat, table)
    is_next = now is not None and now.turn != seat and after.phase is Phase.DRAW
    if is_next and now is not None and not match.driver.events and len(after.done) == len(before.done):
        return DrawScreen(match, now, put_in)
    return ShownScreen(match, before, put_in, title)


def put_in(match: Match, move: Stop | Place) -> Navigation:
    """Play *move*, and show where the panel went if the move ended the turn."""
    event = match.submit(move)
    before, after = event.before.view(None), event.after.view(None)
    is_over = before.now is None or after.now is None or after.now.turn == before.now.turn
    if is_over or not before.now.is_dealt or before.now.drawn is None:
        return onward(match, before)
    return match.show(turn_over(match, before, after, before.now.drawn, N_("Turn over")))
