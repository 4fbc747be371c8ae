"""The screens for a player's own panels: drawing, placing, showing one after a wrong attack, knocking one down."""

from __future__ import annotations

from companion.box import Button
from companion.games.coda.moves import Draw, Fall, Place
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Verbatim
from companion.ui.games.coda.announce import onward, turn
from companion.ui.games.coda.drawing import PanelRow, panel_words
from companion.ui.games.coda.menus import play
from companion.ui.match import Match
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay


class PlaceScreen(Screen):
    """The owner's row, and the gap for the drawn panel."""

    hold_repeats = frozenset({Button.LEFT, Button.RIGHT})
    # Private, because the cursor starts where the owner's hidden numbers allow the panel.
    is_private = True

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.now = now
        own: CodaView = match.session.view(now.turn)
        self.gap = 0 if own.now is None or not own.now.places else own.now.places[0]

    def draw(self, page: Page) -> None:
        """Draw the row, without numbers, and the gap."""
        page.title(Verbatim(self.match.players[self.now.turn]), optional=True)
        page.hints("\u25c0\u25b6", page.tongue._("OK: here"))
        drawn = self.now.drawn
        words = "" if drawn is None else panel_words(page.tongue, drawn.colour, drawn.number)
        panels = self.now.rows[self.now.turn]
        page.add(PanelRow(page.tongue._("Put in"), words, panels, self.gap, has_gap=True))

    def press(self, button: Button) -> Navigation:
        """Move the gap, put the panel there, or pause."""
        gaps = len(self.now.rows[self.now.turn]) + 1
        if button is Button.OK:
            return play(self.match, Place(self.gap))
        if button is Button.BACK:
            return self.match.pause(self)
        self.gap = (self.gap + {Button.LEFT: -1, Button.RIGHT: 1}.get(button, 0)) % gaps
        return Stay()


class FallScreen(Screen):
    """The owner's row, and the panel in it to knock down."""

    hold_repeats = frozenset({Button.LEFT, Button.RIGHT})

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.now = now
        self.row = now.rows[now.turn]
        self.places = [place for place, panel in enumerate(self.row) if panel.is_standing]
        self.at = 0

    def draw(self, page: Page) -> None:
        """Draw the row, without hidden numbers, and the cursor."""
        page.title(Verbatim(self.match.players[self.now.turn]), optional=True)
        page.hints("\u25c0\u25b6", page.tongue._("OK: this one"))
        place = self.places[self.at]
        words = panel_words(page.tongue, self.row[place].colour, None)
        page.add(PanelRow(page.tongue._("Falls"), words, self.row, place))

    def press(self, button: Button) -> Navigation:
        """Choose a panel, knock it down, or pause."""
        if button is Button.OK:
            return play(self.match, Fall(self.places[self.at]))
        if button is Button.BACK:
            return self.match.pause(self)
        self.at = (self.at + {Button.LEFT: -1, Button.RIGHT: 1}.get(button, 0)) % len(self.places)
        return Stay()


class DrawScreen(Screen):
    """The two colours of panels to draw, with the number left of each."""

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.now = now
        self.at = 0 if now.pool[0][1] else 1

    def draw(self, page: Page) -> None:
        """Draw a panel of each colour, with the cursor under one of them."""
        page.title(Verbatim(self.match.players[self.now.turn]), optional=True)
        page.hints("\u25c0\u25b6", page.tongue._("OK: this one"))
        colour, left = self.now.pool[self.at]
        words = f"{panel_words(page.tongue, colour, None)} ({left})"
        panels = [Seen(colour, None, True) for colour, _ in self.now.pool]
        page.add(PanelRow(page.tongue._("Draw"), words, panels, self.at))

    def press(self, button: Button) -> Navigation:
        """Choose a colour, draw a panel, or pause."""
        if button is Button.OK:
            return play(self.match, Draw(self.now.pool[self.at][0]))
        if button is Button.BACK:
            return self.match.pause(self)
        if button is not Button.ROLL:
            self.at = 1 - self.at
        return Stay()


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
        page.title(Verbatim(self.match.players[self.seat]), page.tongue._("Wrong"), optional=True)
        page.hints("", page.tongue._("OK: go on"))
        words = panel_words(page.tongue, self.drawn.colour, self.drawn.number)
        shown = (self.drawn.colour, self.drawn.number)
        places = (place for place, panel in enumerate(self.row) if (panel.colour, panel.number) == shown)
        page.add(PanelRow(page.tongue._("Shows"), words, self.row, next(places, None)))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu."""
        if button is Button.OK:
            return onward(self.match, self.before)
        return self.match.pause(self) if button is Button.BACK else Stay()
