"""The screens for panels: drawing, knocking one down, a private look at a code, and the rows of finished rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.box import Button
from companion.errors import N_
from companion.games.coda.moves import Draw, Fall, Place, Stop
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.clock import TurnClock
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Screen, ShowMessage, Stay
from companion.ui.games.coda import drawing
from companion.ui.games.coda.announce import TimedScreen, done_table, onward, table_of, table_view, turn
from companion.ui.games.coda.menus import ATTACKS, play
from companion.ui.games.shared.clocked import ClockedScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import (
    MOST_POINTS,
    ListScreen,
    MoveScreen,
    PagedScreen,
    SayScreen,
    point_words,
    score_sheet,
)
from companion.ui.games.shared.private import HoldToReveal
from companion.ui.games.shared.spoken import asked, news
from companion.words import coda as words
from companion.words.coda import COLOURS
from companion.words.phrase import Phrase


class FallScreen(MoveScreen):
    """The owner's row without hidden numbers, and a cursor on the standing panel that OK knocks down."""

    hold_repeats = frozenset({Button.LEFT, Button.RIGHT})

    def __init__(self, match: Match, view: CodaView, now: RoundView) -> None:
        self.match = match
        self.seat = now.turn
        self.table = table_of(match, now)
        self.row = now.rows[now.turn]
        self.places = [place for place, panel in enumerate(self.row) if panel.is_standing]
        self.at = 0

    def draw(self, page: Page) -> None:
        page.title(self.match.doing(N_("{name} knocks down"), self.seat), optional=True)
        page.hints("\u25c0\u25b6", page.translator._("OK: this one"))
        place = self.places[self.at]
        words = drawing.panel_words(page.translator, self.row[place].colour, None)
        targets = drawing.Targets(tuple((self.seat, place) for place in self.places), self.at)
        falls = page.translator._("Falls")
        page.add(drawing.PanelRow(falls, words, self.row, place, table=self.table, seat=self.seat, targets=targets))

    def enter(self, button: Button) -> Navigation:
        """Knock the panel down, or go to another one."""
        if button is Button.OK:
            return play(self.match, Fall(self.places[self.at]))
        self.at = (self.at + TURNS.get(button, 0)) % len(self.places)
        return Stay()


class DrawScreen(ClockedScreen):
    """The two colours of panels to draw, with the number left of each; LEFT draws a dark panel, RIGHT a light one.

    OK draws nothing, because it may be the last of several quick presses of the player before. It names the keys that
    draw; where the page has shown the *put_in* of the turn before instead, it first shows the numbers left.
    """

    hold_repeats = frozenset()

    def __init__(self, match: Match, now: RoundView, put_in: PutIn | None = None) -> None:
        self.match = match
        self.now = now
        self.put_in = put_in

    def draw(self, page: Page) -> None:
        page.title(self.match.doing(ATTACKS, self.now.turn), self.run_clock(), optional=True)
        page.hints(*self._keys(page.translator, lambda colour, left: page.translator._(COLOURS[colour])))
        page.add(self._pool(page.translator) if self.put_in is None else self.put_in.row(page.translator))

    def spoken(self) -> Sequence[Phrase]:
        return asked(self.match) if self.put_in is None else news(self.match)

    def _pool(self, translator: Translator) -> drawing.PanelRow:
        shown = [Seen(colour, None, True) for colour, left in self.now.pool if left]
        counts = "  ".join(self._keys(translator, lambda colour, left: str(left)))
        table, pool = table_of(self.match, self.now), drawing.Pool(*(left for _, left in self.now.pool))
        return drawing.PanelRow(translator._("Draw"), counts, shown, table=table, callout=pool)

    def _keys(self, translator: Translator, words: Callable[[Colour, int], str]) -> tuple[str, str]:
        (dark, darks), (light, lights) = self.now.pool
        left = f"\u25c0 {words(dark, darks)}" if darks else ""
        return left, f"{words(light, lights)} \u25b6" if lights else ""

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return self.match.pause(self)
        if button is Button.OK and self.put_in is None:
            return ShowMessage(self.match.context.translator._(self._which))
        if button is Button.OK:
            self.put_in = None
        colour = {Button.LEFT: Colour.DARK, Button.RIGHT: Colour.LIGHT}.get(button)
        return Stay() if colour is None else play(self.match, Draw(colour))

    @property
    def _which(self) -> str:
        """The sentence that says which keys draw what."""
        (_, darks), (_, lights) = self.now.pool
        if darks and lights:
            return N_("LEFT draws a dark panel, RIGHT a light one.")
        return N_("LEFT draws a dark panel.") if darks else N_("RIGHT draws a light panel.")


@dataclass(frozen=True, slots=True)
class PutIn:
    """The panel *drawn* in a turn of the player *name* at *seat*, and where it went into the *panels* of that player.

    With dashes the owner may have yet to choose the place; then it is None, and the panels do not hold it.
    """

    name: str
    drawn: Seen
    panels: tuple[Seen, ...]
    place: int | None
    seat: int
    table: drawing.Table | None

    def row(self, translator: Translator) -> drawing.PanelRow:
        """Return the row of the player, with the cursor on the panel."""
        panel = drawing.panel_words(translator, self.drawn.colour, self.drawn.number)
        words = f"+ {panel}"
        callout = drawing.Callout(self.name, words, self.drawn)
        if self.drawn.number is not None:
            callout = drawing.Callout(self.name, translator._("Wrong"), self.drawn, detail=words, is_lit=True)
            # Once it is in the row below, it has its colour there.
            told = panel if self.place is None else drawing.number_word(self.drawn.number)
            words = translator._("wrong: {panel}").format(panel=told)
        table, seat = self.table, self.seat
        return drawing.PanelRow(self.name, words, self.panels, self.place, table=table, seat=seat, callout=callout)


class ShownScreen(SayScreen):
    """The row of a player after a turn, with the panel that has been put into it."""

    def __init__(self, match: Match, before: CodaView, put_in: PutIn, title: Text) -> None:
        super().__init__(match, title, "", lambda: onward(match, before))
        self.put_in = put_in

    def spoken(self) -> Sequence[Phrase]:
        return news(self.match)

    def draw(self, page: Page) -> None:
        page.title(self.title, optional=True)
        page.hints("", page.translator._(self.hint))
        page.add(self.put_in.row(page.translator))


def turn_over(match: Match, before: CodaView, after: CodaView, drawn: Seen, title: Text) -> Screen:
    """Return the screen that shows where the panel *drawn* in a turn went, on which the next person may draw at once.

    Where the turn goes on, the box moves, or a round is over, the screen waits for OK.
    """
    seat, now = turn(before), after.now
    place = now.inserted if now is not None and now.turn != seat else None
    table = None if now is None else table_of(match, now)
    put_in = PutIn(match.players[seat], drawn, () if now is None else now.rows[seat], place, seat, table)
    is_next = now is not None and now.turn != seat and after.phase is Phase.DRAW
    if is_next and now is not None and not match.driver.events and len(after.done) == len(before.done):
        return match.begin_turn(DrawScreen(match, now, put_in))
    return ShownScreen(match, before, put_in, title)


def put_in(match: Match, move: Stop | Place) -> Navigation:
    """Play *move*, and show where the panel went if the move ended the turn."""
    event = match.submit(move)
    before, after = event.before.view(None), event.after.view(None)
    is_over = before.now is None or after.now is None or after.now.turn == before.now.turn
    if is_over or not before.now.is_dealt or before.now.drawn is None:
        return onward(match, before)
    return match.show(turn_over(match, before, after, before.now.drawn, N_("Turn over")))


class OwnLook(TimedScreen, HoldToReveal):
    """The private look of the player at *seat* at their code and the panel they have drawn.

    LEFT and RIGHT show the ends of a code that is too long for the display. The clock of the turn runs if
    *is_in_turn*. There a limit for the turn can be over, but not one that another player imposed.
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
        name, back = match.players[seat], back or match.pause
        self._doing = match.doing(ATTACKS, seat)
        super().__init__(match.context, name, self._draw_open, then, back, self._doing, self._draw_covered)
        self.is_handover = is_handover
        self.match = match
        self.seat = seat
        self.is_in_turn = self.is_asked = is_in_turn
        self.ends_late = is_in_turn and bool(match.session.header.time)
        view = table_view(match)
        rows = () if view.now is None or view.done else view.now.rows
        is_fresh = all(panel.is_standing for row in rows for panel in row) and len({*map(len, rows)}) == 1
        self.is_first_look = is_fresh and match.is_first
        self.shows_end = False

    @property
    def clock(self) -> TurnClock | None:
        """The clock of the turn of which the look is a part; None for another look."""
        return self.match.driver.clock if self.is_in_turn else None

    def draw(self, page: Page) -> None:
        self._title = self.clocked(self._doing)
        super().draw(page)

    def spoken(self) -> Sequence[Phrase]:
        names = self.match.session.players
        own = partial(self.match.session.view, self.seat)
        return self.look_spoken(self.match, lambda: words.read(own(), names)) if self.is_asked else ()

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
            row, table = now.rows[self.seat], table_of(self.match, now)
            page.add(drawing.PanelRequest(self.match.players[self.seat], row, table, self.is_first_look))

    def row(self, translator: Translator, now: RoundView, *, is_open: bool) -> drawing.PanelRow:
        """Return the code and the panel that the player has drawn, as far as *now* shows them."""
        drawn = now.drawn if now.turn == self.seat else None
        # A sign stands in the place of a hidden number, so that the other words stay where they are: the bus is slow.
        words = "" if drawn is None else "+ " + drawing.whole_words(translator, drawn.colour, drawn.number)
        name = translator._("Drawn") if words else ""
        return drawing.PanelRow(
            name,
            words,
            now.rows[self.seat],
            shows_end=self.shows_end,
            table=table_of(self.match, now),
            seat=self.seat,
            callout=None if drawn is None else drawing.Callout(name, words, drawn),
        )

    def turn(self, step: int) -> None:
        self.shows_end = step > 0


class PlaceLook(OwnLook):
    """The private look in which a player chooses the gap for the drawn panel; DOWN puts it in.

    The gap is shown only while OK is held, and it goes only where the panel may stand. So neither the cursor's start
    nor a refusal tells the others whether the panel is a dash.
    """

    plays = True

    def __init__(self, match: Match, seat: int, *, is_handover: bool) -> None:
        super().__init__(match, seat, lambda: put_in(match, Place(self.places[self.at])), is_handover=is_handover)
        self.at = 0
        self.is_asked = True

    @property
    def places(self) -> tuple[int, ...]:
        """The places at which the panel may stand."""
        own: CodaView = self.match.session.view(self.seat)
        return () if own.now is None else own.now.places

    def row(self, translator: Translator, now: RoundView, *, is_open: bool) -> drawing.PanelRow:
        drawn = now.drawn
        if drawn is None or not is_open:
            return super().row(translator, now, is_open=is_open)
        words = drawing.panel_words(translator, drawn.colour, drawn.number)
        name, row, place = translator._("Put in"), now.rows[self.seat], self.places[self.at]
        table, callout = table_of(self.match, now), drawing.Callout(name, words, drawn)
        return drawing.PanelRow(
            name, words, row, place, gap=drawn.colour, table=table, seat=self.seat, callout=callout
        )

    def turn(self, step: int) -> None:
        self.at = (self.at + step) % len(self.places)

    def hints(self, page: Page) -> tuple[str, str]:
        down, hold = super().hints(page)
        keys = "\u25c0\u25b6 " if self.is_open and len(self.places) > 1 else ""
        may_place = self.has_looked or self.is_open
        return keys + page.translator._("\u25bc place") if may_place else down, "" if keys else hold


class RowsScreen(PagedScreen):
    """The rows of the finished rounds, one row at a time."""

    turns = STEPS

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rows = [(done, seat) for done in table_view(match).done for seat in range(len(done.rows))]
        self.shows_end = False
        super().__init__(len(self.rows))

    def draw(self, page: Page) -> None:
        if not self.rows:
            page.title(N_("Past rounds"))
            page.paragraph(N_("No round is over yet."))
            return
        done, seat = self.rows[self.at]
        page.title(filled(N_("Round {number}"), number=done.number), "\u25b2\u25bc")
        name, row, table = self.match.players[seat], done.rows[seat], done_table(self.match, done)
        page.add(drawing.PanelRow(name, "", row, shows_end=self.shows_end, table=table, seat=seat))

    def press(self, button: Button) -> Navigation:
        self.shows_end = button is Button.RIGHT
        return super().press(button)


def sheet(match: Match) -> ListScreen:
    """Return the score sheet: each player's score, then the points of each round."""
    view = table_view(match)
    rounds = [
        ListRow(Verbatim(f"{done.number}. {name}"), point_words(points))
        for done in view.done
        for name, points in zip(match.players, done.points, strict=True)
    ]
    title = MOST_POINTS if view.rules.is_tournament else N_("The last one wins")
    return score_sheet(match, title, [point_words(score) for score in view.scores], rounds)
