"""The end of a match of pegs: who has won, with the last round of each player in squares side by side."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box import Button
from companion.games.pegs.state import Ending, PegView
from companion.i18n.translator import Text
from companion.match.thinking import digits_of
from companion.ui.core.menu import Menu
from companion.ui.core.page import ARROWS, Page
from companion.ui.core.screen import Navigation, PopToRoot, Push, Screen, Stay
from companion.ui.core.squares import Column, Squares
from companion.ui.games.pegs.rounds import score_words
from companion.ui.games.shared.digits import abbreviations
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import ShareScreen, final_menu, share_texts, winners_title

FEW_COLUMNS = 3
"""The most columns that are wide enough for names."""


def end_screen(match: Match, view: PegView) -> Screen:
    """Return the last page of a match, and its menu where no round has a result in squares."""
    outcome, scores = match.session.outcome, _score_words(match, view)
    columns = _columns(match, view, scores)
    menu = final_menu(match, outcome, scores)
    return EndScreen(match, winners_title(match, outcome), columns, menu) if columns else menu


def _score_words(match: Match, view: PegView) -> Sequence[Text]:
    """Return the score of every seat, with the time of those who tie by rows where less time has decided."""
    scores = score_words(view)
    if view.outcome is None or match.session.outcome == view.outcome:
        return scores
    return [
        _with_time(score, seconds) if seat in view.outcome.winners else score
        for seat, (score, seconds) in enumerate(zip(scores, match.session.seconds_used, strict=True))
    ]


def _with_time(score: Text, seconds: int) -> Text:
    return lambda translator: f"{translator.say(score)} {digits_of(seconds)}"


def column_names(match: Match) -> Sequence[str]:
    """Return the names of the players over columns side by side: of many players short ones."""
    if len(match.players) <= FEW_COLUMNS:
        return match.players
    return abbreviations(match.players)


def _columns(match: Match, view: PegView, scores: Sequence[Text]) -> Sequence[Column]:
    """Return the last round of each player with its score; a round that is played again counts for none."""
    texts = share_texts(match)
    breakers = [shown.breaker for shown in view.done if shown.ending is not Ending.VOID]
    names = column_names(match)
    last = dict(zip(breakers, texts, strict=True))
    return [
        # Below the heading, above the line of the challenge.
        Column(names[seat], scores[seat], [line for line in last[seat].split("\n")[1:] if not line.isascii()])
        for seat in sorted(last)
    ]


class EndScreen(Screen):
    """The results side by side; OK goes on to the *menu*, and an arrow shows the text to send on."""

    def __init__(self, match: Match, title: Text, columns: Sequence[Column], menu: Menu) -> None:
        self.match = match
        self._title = title
        self._columns = columns
        self._menu = menu

    def draw(self, page: Page) -> None:
        page.title(self._title, optional=True)
        page.hints(page.translator._("\u25b2\u25bc share"), page.translator._("OK: go on"))
        page.add(Squares(self._columns))

    def press(self, button: Button) -> Navigation:
        if button is Button.OK:
            return self.match.show(self._menu)
        if button in ARROWS:
            return Push(ShareScreen(self.match))
        return PopToRoot() if button is Button.BACK else Stay()
