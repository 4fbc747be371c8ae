"""The menus and the sum screen on which players of Coda report to the box, as referee, what real panels show."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.coda.moves import Fall, Hit, Miss, Move, Standing, Stop, Take, TimeUp
from companion.games.coda.panels import Colour
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.games.coda.announce import onward, played, table_view, turn
from companion.ui.games.coda.drawing import COLOURS, NumberQuestion
from companion.ui.games.coda.turn_clock import clock_of, clock_words, time_up_words
from companion.ui.match import Match
from companion.ui.menu import Item, Menu
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay
from companion.ui.turn_clock import Stage


class MatchMenu(Menu):
    """A menu under a player's name; BACK opens the pause menu."""

    def __init__(self, match: Match, title: Text, items: Callable[[], list[Item]]) -> None:
        super().__init__(match.table, title, items)
        self.match = match

    def press(self, button: Button) -> Navigation:
        """Move the cursor, choose an item, or pause."""
        return self.match.pause(self) if button is Button.BACK else super().press(button)


def play(match: Match, move: Move) -> Navigation:
    """Play *move* and go on."""
    before = table_view(match)
    match.submit(move)
    return onward(match, before)


def take_menu(match: Match, view: CodaView, now: RoundView) -> Menu:
    """Return the menu for how many dark panels a player has taken."""
    panels = view.rules.panels

    def item(darks: int) -> Item:
        def words(tongue: Translator) -> str:
            return tongue._("{darks} dark, {lights} light").format(darks=darks, lights=panels - darks)

        return Item(words, lambda: play(match, Take(darks)))

    menu = MatchMenu(match, Verbatim(match.players[now.turn]), lambda: [item(darks) for darks in range(panels + 1)])
    menu.at = panels // 2
    return menu


def fall_menu(match: Match, view: CodaView, now: RoundView) -> Menu:
    """Return the menu for the colour of the real panel that its owner knocks down."""

    def item(colour: Colour) -> Item:
        place = _first_standing(now.rows[now.turn], colour)
        return Item(COLOURS[colour], lambda: play(match, Fall(place or 0)))

    def items() -> list[Item]:
        return [item(colour) for colour in Colour if _first_standing(now.rows[now.turn], colour) is not None]

    def title(tongue: Translator) -> Verbatim:
        return Verbatim(tongue._("{name} knocks down").format(name=match.players[now.turn]))

    return MatchMenu(match, title, items)


def _first_standing(row: tuple[Seen, ...], colour: Colour) -> int | None:
    return next((at for at, panel in enumerate(row) if panel.is_standing and panel.colour is colour), None)


class RefereeMenu(MatchMenu):
    """The menu for the result of an attack with real panels: wrong, or the player and colour of the fallen panel."""

    takes_roll = True

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        super().__init__(match, Verbatim(match.players[now.turn]), self._lines)
        self.view = view
        self.now = now
        self.clock = clock_of(view.rules)

    def draw(self, page: Page) -> None:
        """Draw the list, with the time beside the name."""
        if self.clock is not None:
            self.clock.run(self.match.table.now())
        beside = clock_words(self.clock, self.match.table.now())
        page.title(self.title, beside)
        page.rows([item.row() for item in self.items], self.at)

    def press(self, button: Button) -> Navigation:
        """Choose an item, impose the time limit with ROLL, or pause."""
        now = self.match.table.now()
        if button is Button.ROLL:
            return self._impose()
        if button is Button.BACK and self.clock is not None:
            self.clock.pause(now)
        return super().press(button)

    def due(self) -> float | None:
        """Return when the clock's display changes next."""
        return None if self.clock is None else self.clock.due(self.match.table.now())

    def tick(self, now: float) -> Navigation:
        """Play the move ``TimeUp`` once the time is up."""
        if self.clock is None or self.clock.stage(now) is not Stage.UP:
            return Stay()
        return played(self.match, TimeUp(), N_("Time is up"), time_up_words(self.match, self.now), Cue.LOST)

    def _lines(self) -> list[Item]:
        stop = [Item(N_("Stop"), lambda: play(self.match, Stop()))] if self.now.hits else []
        limit = [Item(N_("20 s limit"), self._impose)] if self.clock is not None else []
        return [*stop, Item(N_("Wrong"), lambda: play(self.match, Miss())), *self._hits(), *limit]

    def _impose(self) -> Navigation:
        now = self.match.table.now()
        if self.clock is None or not self.clock.impose(now):
            return self.match.table.refuse(N_("The limit comes after the first minute."))
        return Stay()

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


class SumScreen(Screen):
    """The sum of the winner's standing panels; UP and DOWN change it by 1, LEFT and RIGHT by 10."""

    hold_repeats = frozenset({Button.UP, Button.DOWN})

    def __init__(self, match: Match, view: CodaView) -> None:
        self.match = match
        self.name = match.players[turn(view)]
        self.points = 0

    def draw(self, page: Page) -> None:
        """Draw the question and the sum."""
        page.title(Verbatim(self.name), optional=True)
        page.hints("\u25b2\u25bc 1  \u25c0\u25b6 10", page.tongue._("OK"))
        page.add(NumberQuestion(page.tongue._("Sum of the panels still standing?"), self.points))

    def press(self, button: Button) -> Navigation:
        """Change the sum, confirm it, or pause."""
        if button is Button.OK:
            return play(self.match, Standing(self.points))
        if button is Button.BACK:
            return self.match.pause(self)
        step = {Button.UP: 1, Button.DOWN: -1, Button.RIGHT: 10, Button.LEFT: -10}.get(button, 0)
        self.points = max(0, self.points + step)
        return Stay()
