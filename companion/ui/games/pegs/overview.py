"""Overview screens: the rows of every round, the score sheet, and the final menu."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.scoring import Count
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.games.pegs.board import PegBoard, board_rows
from companion.ui.games.pegs.drawing import key_legend
from companion.ui.games.pegs.review import Reviewed, ReviewScreen, is_reviewed
from companion.ui.games.pegs.rounds import score_words
from companion.ui.games.pegs.scores import is_counted_in_rows, round_title
from companion.ui.games.pegs.track import TrackScreen
from companion.ui.match import Match
from companion.ui.match_screens import score_sheet
from companion.ui.page import ListRow, Page, Scroll
from companion.ui.screen import Navigation, Pop, Push, Screen, Stay


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
        page.title(round_title(self.view, shown), self._arrows())
        edition, style = self.view.rules.edition, self.match.context.chosen.pegs
        page.hints(key_legend(edition, page.translator))
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
            return Push(ReviewScreen(self.match, Reviewed(self.view, shown, self.match.context.chosen.pegs)))
        if button in (Button.LEFT, Button.RIGHT, Button.OK):
            self.at = (self.at + (-1 if button is Button.LEFT else 1)) % len(self.rounds)
            self.scroll.top = 0
        return Stay()


def sheet(match: Match, view: PegView) -> Screen:
    """Return the score sheet: each player's score, then the points of each round with the hints asked for.

    Where a track counts, the track comes first.
    """
    rounds, in_rows = [], is_counted_in_rows(view)
    for line in view.sheet:
        done = view.done[line.round - 1]
        seat = done.breaker if in_rows else line.seat
        name = filled(N_("{number}. {name}"), number=done.game, name=match.players[seat])
        rounds.append(ListRow(name, Verbatim(f"+{line.points}")))
        if line.hints:
            rounds.append(ListRow(_hints_words(line.hints)))
    scores = score_sheet(match, score_words(view), rounds)
    return TrackScreen(view, match.players, scores) if view.count is Count.TRACK else scores


def _hints_words(hints: int) -> Text:
    return lambda translator: translator.ngettext("   with {count} hint", "   with {count} hints", hints).format(
        count=hints
    )
