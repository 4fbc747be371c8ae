"""Screens to look at: a player's own code in private, the rows of finished rounds, the scores, the final menu."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_
from companion.games.coda.view import CodaView, RoundView
from companion.i18n.translator import Verbatim
from companion.ui.games.coda.announce import table_view
from companion.ui.games.coda.drawing import PanelRequest, PanelRow, panel_words
from companion.ui.match import Match
from companion.ui.match_screens import ListScreen, score_sheet
from companion.ui.menu import Item, Menu
from companion.ui.page import ListRow, Page
from companion.ui.private import HoldToReveal
from companion.ui.screen import Navigation, Pop, Push, Screen, Stay


def private_look(
    match: Match, seat: int, then: Callable[[], Navigation], back: Callable[[Screen], Navigation]
) -> HoldToReveal:
    """Return the private look of the player at *seat* at their code and the panel they have drawn."""

    name = Verbatim(match.players[seat])

    # The view is requested again for each frame, so that no screen keeps what only one player may see.
    def open_code(page: Page) -> None:
        own: CodaView = match.session.view(seat)
        if own.now is not None:
            draw_code(page, seat, own.now)

    def cover(page: Page) -> None:
        now = table_view(match).now
        if now is not None and look.has_looked:
            draw_code(page, seat, now)
        elif now is not None:
            page.add(PanelRequest(name.text, now.rows[seat]))

    look = HoldToReveal(match.context, name.text, open_code, then, back, title=name, cover=cover)
    return look


def draw_code(page: Page, seat: int, now: RoundView) -> None:
    """Draw the code of the player at *seat* and the panel that they have drawn, as far as *now* shows them."""
    drawn = now.drawn if now.turn == seat else None
    words = "" if drawn is None else "+ " + panel_words(page.translator, drawn.colour, drawn.number)
    page.add(PanelRow(page.translator._("Drawn") if words else "", words, now.rows[seat]))


def looks_menu(match: Match) -> Menu:
    """Return the menu for choosing the player who looks at their own code."""

    def look(seat: int) -> Navigation:
        return Push(private_look(match, seat, Pop, lambda screen: Pop()))

    def item(seat: int, name: str) -> Item:
        return Item(Verbatim(name), lambda: look(seat))

    rules = table_view(match).rules
    people = match.players[: rules.players - rules.box_seats]
    return Menu(match.context, N_("Look at the code of"), [item(seat, name) for seat, name in enumerate(people)])


class RowsScreen(Screen):
    """The rows of the finished rounds, one row at a time."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rows = [(done.number, seat, row) for done in table_view(match).done for seat, row in enumerate(done.rows)]
        self.at = 0

    def draw(self, page: Page) -> None:
        """Draw one row."""
        if not self.rows:
            page.title(N_("Past rounds"))
            page.paragraph(N_("No round is over yet."))
            return
        number, seat, row = self.rows[self.at]
        page.title(lambda translator: translator._("Round {number}").format(number=number), "\u25c0\u25b6")
        page.add(PanelRow(self.match.players[seat], "", row))

    def press(self, button: Button) -> Navigation:
        """Go through the rows, or go back."""
        if button is Button.BACK or not self.rows:
            return Pop()
        step = -1 if button in (Button.LEFT, Button.UP) else 1
        self.at = (self.at + step) % len(self.rows)
        return Stay()


def sheet(match: Match) -> ListScreen:
    """Return the score sheet: each player's score, then the points of each round."""
    view = table_view(match)
    rounds = [
        ListRow(Verbatim(f"{done.number}. {name}"), Verbatim(f"+{points}"))
        for done in view.done
        for name, points in zip(match.players, done.points, strict=True)
    ]
    return score_sheet(match, [Verbatim(str(score)) for score in view.scores], rounds)
