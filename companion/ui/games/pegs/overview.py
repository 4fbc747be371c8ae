"""Overview screens: the rows of every round, the score sheet, and the final menu."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.games.pegs.elements import PegBoard, board_rows
from companion.ui.games.pegs.review import ReviewScreen, is_reviewed
from companion.ui.games.pegs.rounds import round_title
from companion.ui.match import Match
from companion.ui.menu import Item, Menu
from companion.ui.page import ListRow, Page, Scroll
from companion.ui.screen import Navigation, Pop, PopToRoot, Push, Screen, Stay


class BoardsScreen(Screen):
    """The rows of one round, scrolling; LEFT and RIGHT go through the rounds, OK opens the review of a round."""

    def __init__(self, match: Match, view: PegView) -> None:
        self.match = match
        self.view = view
        playing = [view.now] if view.now is not None and view.now.rows else []
        self.rounds: list[RoundView] = [*view.done, *playing]
        self.at = len(self.rounds) - 1
        self.scroll = Scroll()

    def draw(self, page: Page) -> None:
        """Draw the visible rows."""
        if not self.rounds:
            page.title(N_("Rows played"))
            page.paragraph(N_("No row has been played yet."))
            return
        shown = self.rounds[self.at]
        page.title(round_title(self.view, shown.number), self._arrows())
        edition, style = self.view.rules.edition, self.match.table.chosen.pegs
        page.add(PegBoard(edition, style, board_rows(shown.rows), self.scroll))

    def _arrows(self) -> str:
        return "" if len(self.rounds) < 2 else "\u25c0\u25b6"

    def press(self, button: Button) -> Navigation:
        """Scroll, go through the rounds, open a review, or go back."""
        if button is Button.BACK or not self.rounds:
            return Pop()
        if button in (Button.UP, Button.DOWN):
            self.scroll.top += 1 if button is Button.DOWN else -1
        shown = self.rounds[self.at]
        if button is Button.OK and is_reviewed(self.view, shown):
            return Push(ReviewScreen(self.match, self.view, shown))
        if button in (Button.LEFT, Button.RIGHT, Button.OK):
            self.at = (self.at + (-1 if button is Button.LEFT else 1)) % len(self.rounds)
            self.scroll.top = 0
        return Stay()


class SheetScreen(Screen):
    """The score sheet: each player's score, then the points of each round."""

    def __init__(self, match: Match, view: PegView) -> None:
        self.match = match
        self.view = view
        self.at = 0

    def _rows(self) -> list[ListRow]:
        scores = zip(self.match.players, self.view.scores, strict=True)
        rows = [ListRow(Verbatim(name), Verbatim(str(score))) for name, score in scores]
        for line in self.view.sheet:
            rows.append(ListRow(_round_words(line.round, self.match.players[line.seat]), Verbatim(f"+{line.points}")))
            if line.hints:
                rows.append(ListRow(_hints_words(line.hints), ""))
        return rows

    def draw(self, page: Page) -> None:
        """Draw the list around the cursor."""
        page.title(N_("Score"))
        page.rows(self._rows(), self.at)

    def press(self, button: Button) -> Navigation:
        """Scroll or go back."""
        if button in (Button.OK, Button.BACK):
            return Pop()
        step = {Button.UP: -1, Button.DOWN: 1}.get(button, 0)
        self.at = min(max(0, self.at + step), len(self._rows()) - 1)
        return Stay()


def _hints_words(hints: int) -> Text:
    return lambda tongue: tongue.ngettext("   with {count} hint", "   with {count} hints", hints).format(count=hints)


def _round_words(number: int, name: str) -> Text:
    return lambda tongue: Verbatim(tongue._("{number}. {name}").format(number=number, name=name))


def final_menu(match: Match, view: PegView) -> Menu:
    """Return the menu at the end of the match: the winners, the scores, and what to do next."""
    outcome = view.outcome
    winners = [match.players[seat] for seat in outcome.winners] if outcome is not None else []

    def title(tongue: Translator) -> Verbatim:
        if len(match.players) == 1:
            return Verbatim(tongue._("Match over"))
        if len(winners) == 1:
            return Verbatim(tongue._("{name} wins!").format(name=winners[0]))
        return Verbatim(tongue._("A tie: {names}").format(names=", ".join(winners)))

    def show_sheet() -> Navigation:
        return Push(SheetScreen(match, view))

    def items() -> list[Item]:
        scores = zip(match.players, view.scores, strict=True)
        return [
            *(Item(Verbatim(name), show_sheet, Verbatim(str(score))) for name, score in scores),
            Item(N_("Rematch"), match.rematch),
            Item(N_("Rows played"), lambda: Push(BoardsScreen(match, view))),
            Item(N_("Take back"), lambda: match.pause(menu), "…"),
            Item(N_("Home"), PopToRoot),
        ]

    menu = Menu(match.table, title, items, at=len(match.players), back=PopToRoot())
    return menu
