"""The screens for a player's own panels: drawing, placing, showing one after a wrong attack, knocking one down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Draw, Fall, Move, Place
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Translator, Verbatim
from companion.ui.games.coda.announce import onward, turn
from companion.ui.games.coda.drawing import PanelRow, panel_words
from companion.ui.games.coda.menus import play
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay


class PanelChooser(Screen):
    """A row of panels with a cursor at one of ``stops`` places; LEFT and RIGHT move it, OK plays a move there."""

    hold_repeats = frozenset({Button.LEFT, Button.RIGHT})
    hint = N_("OK: this one")
    steps: ClassVar[Mapping[Button, int]] = {Button.LEFT: -1, Button.RIGHT: 1}

    def __init__(self, match: Match, now: RoundView, stops: int, at: int = 0) -> None:
        self.match = match
        self.now = now
        self.stops = stops
        self.at = at

    def panels(self, translator: Translator) -> PanelRow:
        """Return the row with the cursor."""
        raise NotImplementedError

    def move(self) -> Move:
        """Return the move at the cursor."""
        raise NotImplementedError

    def draw(self, page: Page) -> None:
        """Draw the name of the player to move and the row."""
        page.title(Verbatim(self.match.players[self.now.turn]), optional=True)
        page.hints("\u25c0\u25b6", page.translator._(self.hint))
        page.add(self.panels(page.translator))

    def press(self, button: Button) -> Navigation:
        """Move the cursor, play the move, or pause."""
        if button is Button.OK:
            return play(self.match, self.move())
        if button is Button.BACK:
            return self.match.pause(self)
        self.at = (self.at + self.steps.get(button, 0)) % self.stops
        return Stay()


class PlaceScreen(PanelChooser):
    """The owner's row without numbers, and the gap for the drawn panel."""

    hint = N_("OK: here")
    # Private, because the cursor starts where the owner's hidden numbers allow the panel.
    is_private = True

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        own: CodaView = match.session.view(now.turn)
        gap = 0 if own.now is None or not own.now.places else own.now.places[0]
        super().__init__(match, now, len(now.rows[now.turn]) + 1, gap)

    def panels(self, translator: Translator) -> PanelRow:
        """Return the row with the gap, and the drawn panel in words."""
        drawn = self.now.drawn
        words = "" if drawn is None else panel_words(translator, drawn.colour, drawn.number)
        return PanelRow(translator._("Put in"), words, self.now.rows[self.now.turn], self.at, has_gap=True)

    def move(self) -> Move:
        """Return the move that puts the panel into the gap."""
        return Place(self.at)


class FallScreen(PanelChooser):
    """The owner's row without hidden numbers, and the panel in it to knock down."""

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.row = now.rows[now.turn]
        self.places = [place for place, panel in enumerate(self.row) if panel.is_standing]
        super().__init__(match, now, len(self.places))

    def panels(self, translator: Translator) -> PanelRow:
        """Return the row with the cursor on a standing panel."""
        place = self.places[self.at]
        return PanelRow(translator._("Falls"), panel_words(translator, self.row[place].colour, None), self.row, place)

    def move(self) -> Move:
        """Return the move that knocks the panel down."""
        return Fall(self.places[self.at])


class DrawScreen(PanelChooser):
    """The two colours of panels to draw, with the number left of each; every direction goes to the other one."""

    hold_repeats = Screen.hold_repeats
    steps: ClassVar[Mapping[Button, int]] = {Button.LEFT: 1, Button.RIGHT: 1, Button.UP: 1, Button.DOWN: 1}

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        super().__init__(match, now, len(now.pool), 0 if now.pool[0][1] else 1)

    def panels(self, translator: Translator) -> PanelRow:
        """Return a panel of each colour, with the cursor under one of them."""
        colour, left = self.now.pool[self.at]
        shown = [Seen(colour, None, True) for colour, _ in self.now.pool]
        return PanelRow(translator._("Draw"), f"{panel_words(translator, colour, None)} ({left})", shown, self.at)

    def move(self) -> Move:
        """Return the move that draws a panel of the colour."""
        return Draw(self.now.pool[self.at][0])


class ShownScreen(Screen):
    """The row of a player after a wrong attack, with the panel that the attack cost."""

    def __init__(self, match: Match, before: CodaView, after: CodaView, drawn: Seen) -> None:
        self.match = match
        self.before = before
        self.drawn = drawn
        self.seat = turn(before)
        self.row = () if after.now is None else after.now.rows[self.seat]

    def draw(self, page: Page) -> None:
        """Draw the name of the panel above the row."""
        page.title(Verbatim(self.match.players[self.seat]), page.translator._("Wrong"), optional=True)
        page.hints("", page.translator._("OK: go on"))
        words = panel_words(page.translator, self.drawn.colour, self.drawn.number)
        shown = (self.drawn.colour, self.drawn.number)
        places = (place for place, panel in enumerate(self.row) if (panel.colour, panel.number) == shown)
        page.add(PanelRow(page.translator._("Shows"), words, self.row, next(places, None)))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu."""
        if button is Button.OK:
            return onward(self.match, self.before)
        return self.match.pause(self) if button is Button.BACK else Stay()
