"""The menus and the sum screen on which players of Coda report to the box, as referee, what real panels show."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Fall, Hit, Miss, Move, Standing, Stop, Take
from companion.games.coda.panels import Colour
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Verbatim, filled
from companion.ui.core.menu import Item, Menu
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Stay
from companion.ui.games.coda.announce import TimedScreen, onward, table_view, turn
from companion.ui.games.coda.drawing import NumberQuestion
from companion.ui.games.shared.digits import PointsLine
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import MatchMenu, MoveScreen
from companion.words.coda import COLOURS

ATTACKS = N_("{name} attacks")
"""The title of every page of a turn. It stays the same, because a slow bus sends what changes."""


def play(match: Match, move: Move) -> Navigation:
    """Play *move* and go on."""
    before = table_view(match)
    match.submit(move)
    return onward(match, before)


def points_line(match: Match, rest: int = 0) -> PointsLine:
    """Return the points of the match so far, below a list of *rest* lines."""
    return PointsLine(tuple(match.players), table_view(match).scores, rest)


class PointsMenu(MatchMenu):
    """A menu for the player to move, over the points of all players."""

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.add(points_line(self.match, len(self.items)))
        page.rows([item.row() for item in self.items], self.at)


def take_menu(match: Match, view: CodaView, now: RoundView) -> Menu:
    """Return the menu for how many of the first panels of a player are dark."""
    panels = view.rules.panels

    def item(darks: int) -> Item:
        words = filled(N_("{darks} dark, {lights} light"), darks=darks, lights=panels - darks)
        return Item(words, lambda: play(match, Take(darks)))

    items = [item(darks) for darks in range(panels + 1)]
    return PointsMenu(match, match.doing(N_("{name}: how many dark?"), now.turn), items, at=panels // 2)


def fall_menu(match: Match, view: CodaView, now: RoundView) -> Menu:
    """Return the menu for the colour of the real panel that its owner knocks down."""

    def item(colour: Colour) -> Item:
        place = _first_standing(now.rows[now.turn], colour)
        return Item(COLOURS[colour], lambda: play(match, Fall(place or 0)))

    items = [item(colour) for colour in Colour if _first_standing(now.rows[now.turn], colour) is not None]
    return PointsMenu(match, match.doing(N_("{name} knocks down"), now.turn), items)


def _first_standing(row: tuple[Seen, ...], colour: Colour) -> int | None:
    return next((at for at, panel in enumerate(row) if panel.is_standing and panel.colour is colour), None)


class RefereeMenu(TimedScreen, MatchMenu):
    """The menu for the result of an attack with real panels: wrong, or the player and colour of the fallen panel."""

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        MatchMenu.__init__(self, match, match.doing(N_("Was {name} right?"), now.turn), self._lines)
        self.now = now

    def draw(self, page: Page) -> None:
        page.title(self.title, self.run_clock())
        page.add(points_line(self.match, len(self.items)))
        page.rows([item.row() for item in self.items], self.at)

    def _lines(self) -> list[Item]:
        stop = [Item(N_("Stop"), lambda: play(self.match, Stop()))] if self.now.hits else []
        return [*stop, Item(N_("Wrong"), lambda: play(self.match, Miss())), *self._hits()]

    def _hits(self) -> list[Item]:
        def item(seat: int, colour: Colour) -> Item:
            name = Verbatim("\u2713 " + self.match.players[seat])
            return Item(name, lambda: play(self.match, Hit(seat, colour)), COLOURS[colour])

        return [
            item(seat, colour)
            for seat, row in enumerate(self.now.rows)
            for colour in Colour
            if seat != self.now.turn and _first_standing(row, colour) is not None
        ]


class SumScreen(MoveScreen):
    """The sum of the winner's standing panels; UP and DOWN change it by 1, LEFT and RIGHT by 10."""

    hold_repeats = frozenset({Button.UP, Button.DOWN})

    def __init__(self, match: Match, view: CodaView) -> None:
        self.match = match
        self.name = match.players[turn(view)]
        self.points = 0

    def draw(self, page: Page) -> None:
        page.title(Verbatim(self.name), optional=True)
        page.hints("\u25b2\u25bc 1  \u25c0\u25b6 10", page.translator._("OK"))
        page.add(points_line(self.match))
        page.add(NumberQuestion(page.translator._("Sum of the panels still standing?"), self.points))

    def enter(self, button: Button) -> Navigation:
        """Enter the sum, or change it."""
        if button is Button.OK:
            return play(self.match, Standing(self.points))
        step = {Button.UP: 1, Button.DOWN: -1, Button.RIGHT: 10, Button.LEFT: -10}.get(button, 0)
        self.points = max(0, self.points + step)
        return Stay()
