"""The round and the scores of a match: in a title, and in a line under it on displays with room."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import N_
from companion.games.pegs.scoring import Count
from companion.games.pegs.state import Mode
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, filled
from companion.ui.games.pegs.elements import ScoreLine
from companion.ui.match import Match
from companion.ui.match_screens import SayScreen
from companion.ui.page import Page
from companion.ui.screen import Navigation


def round_title(view: PegView, shown: RoundView) -> Text:
    """Return ``Round 1 of 2``, ``Round 1`` where the track ends the match, or ``Replay of round 1``."""
    if shown.is_replay:
        return filled(N_("Replay of round {number}"), number=shown.game)
    if view.rules.games is None:
        return filled(N_("Round {number}"), number=shown.game)
    return filled(N_("Round {number} of {rounds}"), number=shown.game, rounds=view.rules.games)


def is_counted_in_rows(view: PegView) -> bool:
    """Whether the players compare the rows that they needed, and not points.

    Two players of codes that the box makes score as codemakers, who do nothing: their rows say the same. The points of
    each are the rows that the other needed.
    """
    return view.count is Count.ROWS_AGAINST or (view.count is Count.POINTS and view.rules.mode is Mode.BOX)


class RoundSayScreen(SayScreen):
    """A sentence about the round *now*, with the line of the round and the scores."""

    is_titled = True
    """Whether the title is the round."""

    def __init__(
        self, match: Match, view: PegView, now: RoundView, title: Text, text: Text, then: Callable[[], Navigation]
    ) -> None:
        super().__init__(match, title, text, then)
        self._line = score_line(match, view, now, is_titled=self.is_titled)

    def draw(self, page: Page) -> None:
        """Draw the sentence and how to go on."""
        page.title(self.title, optional=True)
        page.hints("", page.translator._(self.hint))
        page.add(self._line)
        page.paragraph(self.text)


def score_line(match: Match, view: PegView, now: RoundView, *, is_titled: bool = False) -> ScoreLine:
    """Return the line for the round *now*, without the round if the title of the page *is_titled* with it."""
    games, edition = view.rules.games, view.rules.edition
    scores = view.scores[::-1] if is_counted_in_rows(view) and view.count is Count.POINTS else view.scores
    of = f"/{edition.scoring.track}" if view.count is Count.TRACK else ""
    row = min(len(now.rows) + (now.ending is None), edition.rows)
    return ScoreLine(
        "" if is_titled else round_title(view, now),
        "" if is_titled else str(now.game) if games is None else f"{now.game}/{games}",
        tuple(match.players),
        tuple(f"{score}{of}" for score in scores),
        now.breaker,
        filled(N_("Row {number}"), number=f"{row}/{edition.rows}"),
    )
