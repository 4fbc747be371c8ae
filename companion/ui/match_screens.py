"""Screens that the families of games share: menus, lists, sentences, results of chance, and the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.contract import Outcome
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.celebration import Celebration
from companion.ui.match import Match
from companion.ui.menu import Item, Items, Menu
from companion.ui.notice import draw_saying
from companion.ui.page import ListRow, Page
from companion.ui.screen import Navigation, Pop, PopToRoot, Push, Screen, Stay, WithSound

_STEPS = {Button.UP: -1, Button.DOWN: 1}


class MatchMenu(Menu):
    """A menu for the player to move; BACK opens the pause menu."""

    def __init__(self, match: Match, title: Text, items: Items, *, at: int = 0) -> None:
        super().__init__(match.context, title, items, at=at)
        self.match = match

    def press(self, button: Button) -> Navigation:
        """Move the cursor, choose an item, or pause."""
        return self.match.pause(self) if button is Button.BACK else super().press(button)


class ListScreen(Screen):
    """A scrolling list; OK continues with *then*; BACK opens the pause menu if *pauses*, else leaves the screen."""

    def __init__(
        self, match: Match, title: Text, rows: Sequence[ListRow], then: Callable[[], Navigation], pauses: bool
    ) -> None:
        self.match = match
        self.title = title
        self.rows = rows
        self.at = 0
        self._then = then
        self._pauses = pauses

    def draw(self, page: Page) -> None:
        """Draw the rows around the cursor."""
        page.title(self.title)
        page.rows(self.rows, self.at)

    def press(self, button: Button) -> Navigation:
        """Scroll, go on, or leave."""
        if button is Button.OK:
            return self._then()
        if button is Button.BACK:
            return self.match.pause(self) if self._pauses else Pop()
        self.at = min(max(0, self.at + _STEPS.get(button, 0)), len(self.rows) - 1)
        return Stay()


def score_sheet(match: Match, totals: Sequence[Text], rounds: Sequence[ListRow]) -> ListScreen:
    """Return the score sheet: the total of each player, then the lines of the *rounds*; BACK pops it."""
    rows = [ListRow(Verbatim(name), total) for name, total in zip(match.players, totals, strict=True)]
    return ListScreen(match, N_("Score"), [*rows, *rounds], Pop, pauses=False)


class SayScreen(Screen):
    """A sentence for all players; OK calls *then*, which returns where to go; BACK opens the pause menu."""

    hint = N_("OK: go on")

    def __init__(self, match: Match, title: Text, text: Text, then: Callable[[], Navigation]) -> None:
        self.match = match
        self.title = title
        self.text = text
        self._then = then

    def draw(self, page: Page) -> None:
        """Draw the sentence and how to go on."""
        draw_saying(page, self.title, self.text, "", page.translator._(self.hint))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu."""
        if button is Button.OK:
            return self._then()
        return self.match.pause(self) if button is Button.BACK else Stay()


class ChanceScreen(Screen):
    """Asks for a move of chance, which OK or ROLL makes, and shows the ``move``; it is made only once."""

    takes_roll = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.move: Any = None

    def cue(self) -> Cue:
        """Return the sound for the move."""
        return Cue.SOLVED

    def press(self, button: Button) -> Navigation:
        """Make the move, then go on; or pause."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button not in (Button.OK, Button.ROLL):
            return Stay()
        if self.move is not None:
            return self.match.onward()
        self.move = self.match.call().move
        return WithSound(self.cue(), self.match.show(self))


def round_won(match: Match, seat: int) -> Celebration:
    """Return the celebration of a round that the player at *seat* has won."""
    title = filled(N_("{name} wins!"), name=match.players[seat])
    return Celebration(match.context.now(), title, N_("Round over"))


def final_menu(match: Match, outcome: Outcome | None, scores: Sequence[Text]) -> Menu:
    """Return the menu at the end of the match: the winners, the scores, and what to do next."""
    face = match.face

    def items() -> list[Item]:
        return [
            *(
                Item(Verbatim(name), lambda: Push(face.sheet(match)), score)
                for name, score in zip(match.players, scores, strict=True)
            ),
            Item(N_("Rematch"), match.rematch),
            Item(face.boards_title, lambda: Push(face.boards(match))),
            Item(N_("Undo"), lambda: match.pause(menu), "…"),
            Item(N_("Home"), PopToRoot),
        ]

    menu = Menu(match.context, _winners_title(match, outcome), items, at=len(match.players), back=PopToRoot())
    return menu


def _winners_title(match: Match, outcome: Outcome | None) -> Text:
    winners = [match.players[seat] for seat in outcome.winners] if outcome is not None else []
    if len(match.players) == 1:
        return filled(N_("Match over"))
    if len(winners) == 1:
        return filled(N_("{name} wins!"), name=winners[0])
    return filled(N_("A tie: {names}"), names=", ".join(winners))
