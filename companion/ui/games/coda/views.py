"""Screens to look at: a player's own code in private, the rows of finished rounds, the scores, the final menu."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Place
from companion.games.coda.view import CodaView, RoundView
from companion.i18n.translator import Translator, Verbatim, filled
from companion.match.clock import TurnClock
from companion.ui.games.coda.announce import done_table, table_of, table_view
from companion.ui.games.coda.callout import Callout
from companion.ui.games.coda.drawing import PanelRequest, PanelRow, panel_words, whole_words
from companion.ui.games.coda.own_panels import put_in
from companion.ui.games.coda.turn_clock import ClockedScreen
from companion.ui.match import Match
from companion.ui.match_screens import ListScreen, score_sheet
from companion.ui.page import ListRow, Page
from companion.ui.private import HoldToReveal
from companion.ui.screen import Navigation, Pop, Screen, Stay


class OwnLook(ClockedScreen, HoldToReveal):
    """The private look of the player at *seat* at their code and the panel they have drawn.

    LEFT and RIGHT show the ends of a code that is too long for the display. The clock of the turn runs if
    *is_in_turn*.
    """

    def __init__(
        self,
        match: Match,
        seat: int,
        then: Callable[[], Navigation],
        back: Callable[[Screen], Navigation] | None = None,
        *,
        is_in_turn: bool = False,
        is_handover: bool = False,
    ) -> None:
        name = Verbatim(match.players[seat])
        HoldToReveal.__init__(
            self,
            match.context,
            name.text,
            self._draw_open,
            then,
            back or match.pause,
            title=name,
            cover=self._draw_covered,
            is_handover=is_handover,
        )
        self.match = match
        self.seat = seat
        self.is_in_turn = is_in_turn
        self.shows_end = False

    @property
    def clock(self) -> TurnClock | None:
        """The clock of the turn of which the look is a part; None for another look."""
        return self.match.driver.clock if self.is_in_turn else None

    def draw(self, page: Page) -> None:
        """Draw the look, and let the clock run."""
        self.run_clock()
        super().draw(page)

    # The view is requested again for each frame, so that no screen keeps what only one player may see.
    def _draw_open(self, page: Page) -> None:
        own: CodaView = self.match.session.view(self.seat)
        if own.now is not None:
            page.add(self.row(page.translator, own.now, is_open=True))

    def _draw_covered(self, page: Page) -> None:
        now = table_view(self.match).now
        if now is not None and self.has_looked:
            page.add(self.row(page.translator, now, is_open=False))
        elif now is not None:
            table = table_of(self.match, now)
            page.add(PanelRequest(self.match.players[self.seat], now.rows[self.seat], table))

    def row(self, translator: Translator, now: RoundView, *, is_open: bool) -> PanelRow:
        """Return the code and the panel that the player has drawn, as far as *now* shows them."""
        drawn = now.drawn if now.turn == self.seat else None
        # A sign stands in the place of a hidden number, so that the other words stay where they are: the bus is slow.
        words = "" if drawn is None else "+ " + whole_words(translator, drawn.colour, drawn.number)
        name = translator._("Drawn") if words else ""
        return PanelRow(
            name,
            words,
            now.rows[self.seat],
            shows_end=self.shows_end,
            table=table_of(self.match, now),
            seat=self.seat,
            callout=None if drawn is None else Callout(name, words, drawn),
        )

    def turn(self, step: int) -> None:
        """Show the left or the right end of the code."""
        self.shows_end = step > 0


class PlaceLook(OwnLook):
    """The private look in which a player chooses the gap for the drawn panel; DOWN puts it in.

    The gap is shown only while OK is held, and it goes only where the panel may stand. So neither the cursor's start
    nor a refusal tells the others whether the panel is a dash.
    """

    def __init__(self, match: Match, seat: int, *, is_handover: bool) -> None:
        super().__init__(match, seat, lambda: put_in(match, Place(self.places[self.at])), is_handover=is_handover)
        self.at = 0

    @property
    def places(self) -> tuple[int, ...]:
        """The places at which the panel may stand."""
        own: CodaView = self.match.session.view(self.seat)
        return () if own.now is None else own.now.places

    def row(self, translator: Translator, now: RoundView, *, is_open: bool) -> PanelRow:
        """Return the code, with the gap if the look is open."""
        drawn = now.drawn
        if drawn is None or not is_open:
            return super().row(translator, now, is_open=is_open)
        words = panel_words(translator, drawn.colour, drawn.number)
        name, row, place = translator._("Put in"), now.rows[self.seat], self.places[self.at]
        table, callout = table_of(self.match, now), Callout(name, words, drawn)
        return PanelRow(name, words, row, place, gap=drawn.colour, table=table, seat=self.seat, callout=callout)

    def turn(self, step: int) -> None:
        """Move the gap to another place at which the panel may stand."""
        self.at = (self.at + step) % len(self.places)

    def hints(self, page: Page) -> tuple[str, str]:
        """Return what DOWN and OK do."""
        down, hold = super().hints(page)
        keys = "\u25c0\u25b6 " if self.is_open and len(self.places) > 1 else ""
        return (keys + page.translator._("\u25bc put in") if self.has_looked else down, hold)


class RowsScreen(Screen):
    """The rows of the finished rounds, one row at a time."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rows = [(done, seat) for done in table_view(match).done for seat in range(len(done.rows))]
        self.at = 0
        self.shows_end = False

    def draw(self, page: Page) -> None:
        """Draw one row."""
        if not self.rows:
            page.title(N_("Past rounds"))
            page.paragraph(N_("No round is over yet."))
            return
        done, seat = self.rows[self.at]
        page.title(filled(N_("Round {number}"), number=done.number), "\u25b2\u25bc")
        name, row, table = self.match.players[seat], done.rows[seat], done_table(self.match, done)
        page.add(PanelRow(name, "", row, shows_end=self.shows_end, table=table, seat=seat))

    def press(self, button: Button) -> Navigation:
        """Go through the rows, show the other end of a long one, or go back."""
        if button is Button.BACK or not self.rows:
            return Pop()
        self.shows_end = button is Button.RIGHT
        step = {Button.UP: -1, Button.DOWN: 1, Button.OK: 1}.get(button, 0)
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
