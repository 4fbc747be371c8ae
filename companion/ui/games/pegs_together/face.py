"""The screens of a match in which all players break the same code: players without a phone take the box in turns.

A player sets a row and sees its key pegs unseen by the others, then hands the box to the one with the fewest rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.scoring import squares
from companion.games.pegs.state import Ending, PegView, Phase, RoundView
from companion.games.pegs_together import HINTS_HELP, SeatGivesUp, SeatHint, SeatRow, TogetherView
from companion.games.secret import Secret
from companion.i18n.translator import Text, Verbatim, counted, filled
from companion.match.clock import TurnClock
from companion.ui.core import tiles
from companion.ui.core.elements import Sealed
from companion.ui.core.menu import Item
from companion.ui.core.notice import Question, draw_saying
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Push, Replace, Screen, ShowMessage, Stay, WithSound
from companion.ui.core.squares import Column, Squares
from companion.ui.games.pegs import rounds
from companion.ui.games.pegs.coach import HintAsker, HintScreen, hint_items
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.ending import column_names, end_screen
from companion.ui.games.pegs.face import GIVE_UP_HELP, summary
from companion.ui.games.pegs.guess import AnswerScreen, GuessScreen
from companion.ui.games.shared.match import Back, GameScreens, Match, OpenedScreen
from companion.ui.games.shared.private import handover
from companion.ui.games.shared.spoken import GO_ON
from companion.words.pegs_together import asked, read
from companion.words.phrase import Phrase, phrase

GOAL = N_("One code for all. Who finds it in the fewest rows?")


def view_of(match: Match, seat: int | None = None) -> TogetherView:
    """Return the match as *seat* sees it, for None as all players do."""
    view: TogetherView = match.session.view(seat)
    return view


def _board(view: TogetherView, seat: int) -> RoundView:
    """Return the board of *seat* in its own *view*: that in play or, after the end of the round, the last one."""
    return view.done[seat - view.rules.players] if view.now is None else view.now


def _waiting(match: Match) -> list[int]:
    """Return the seats of people who have not finished the round, the one that takes the box next first.

    Players with a screen of their own come last: they need not wait for the box.
    """
    position, boards = match.driver.position, view_of(match).boards
    seats = () if position.is_prompted else position.seats_to_move
    return sorted(seats, key=lambda seat: (_is_elsewhere(match, seat), len(boards[seat].keys), seat))


def _is_elsewhere(match: Match, seat: int) -> bool:
    return match.context.own_screen(match.players[seat]) is not None


def _turn(match: Match) -> Screen:
    """Return the page for the player who takes the box, or that of all boards where all play elsewhere."""
    seat = _waiting(match)[0]
    return TableScreen(match, seat) if _is_elsewhere(match, seat) else TakeScreen(match, seat)


class StartScreen(Screen):
    """The round that begins, and the seal of its code."""

    says_goal = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.view = view_of(match)
        self.seal = match.session.seals[-1]

    def draw(self, page: Page) -> None:
        page.title(_title(self.view), optional=True)
        page.hints("", page.translator._("OK: begin"))
        page.add(Sealed(page.translator._(GOAL), self.seal))

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return self.match.pause(self)
        return self.match.show(_turn(self.match)) if button is Button.OK else Stay()


class TakeScreen(Screen):
    """Asks the player at *seat* to take the box; DOWN shows that player's board, and UP what is seen of all."""

    takes_roll = True

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat

    def draw(self, page: Page) -> None:
        name = self.match.players[self.seat]
        text = Verbatim(page.translator._(handover(self.match.context, name)).format(name=name))
        hints = page.translator._("\u25b2 all"), page.translator._("\u25bc take it")
        draw_saying(page, _title(view_of(self.match)), text, *hints)

    def press(self, button: Button) -> Navigation:
        # Not with OK, because it may be the last of several quick presses of the player before.
        if button is Button.DOWN:
            return self.match.show(TogetherRow(self.match, self.seat))
        if button is Button.UP:
            return self.match.show(TableScreen(self.match, self.seat))
        if button is Button.BACK:
            return self.match.pause(self)
        return ShowMessage(self.match.context.translator._("DOWN takes the box.")) if button is Button.OK else Stay()


class TableScreen(Screen):
    """The key pegs of all boards side by side; LEFT and RIGHT choose the player at *seat*, who takes the box by OK."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat

    def draw(self, page: Page) -> None:
        page.title(self.match.doing(N_("Box: {name}"), self.seat))
        choice = page.translator._("\u25c0\u25b6 player") if len(_waiting(self.match)) > 1 else ""
        page.hints(choice, page.translator._("OK: take it"))
        page.add(Squares(_columns(self.match)))

    def spoken(self) -> Sequence[Phrase]:
        return [*read(view_of(self.match), self.match.session.players), phrase(N_("OK: take it"))]

    def take_over(self, before: Screen) -> None:
        if isinstance(before, TableScreen) and before.seat in _waiting(self.match):
            self.seat = before.seat

    def press(self, button: Button) -> Navigation:
        if button is Button.OK:
            return self.match.show(TakeScreen(self.match, self.seat))
        if button is Button.BACK:
            return self.match.pause(self)
        seats = sorted(_waiting(self.match))
        self.seat = seats[(seats.index(self.seat) + TURNS.get(button, 0)) % len(seats)]
        return Stay()


class TogetherAnswer(AnswerScreen):
    """The key pegs of a row; OK hides them, and the next player takes the box."""

    is_private = True
    takes_roll = True

    @property
    def shown_round(self) -> RoundView:
        return self.view.now or self.view.done[-1]

    def press(self, button: Button) -> Navigation:
        if button is Button.OK:
            seat = self.shown_round.breaker
            goes_on = _waiting(self.match)[:1] == [seat]
            return self.match.show(TogetherRow(self.match, seat)) if goes_on else _onward(self.match)
        return super().press(button)


class TogetherRow(GuessScreen):
    """The board of the player at *seat* and the row that is being set."""

    is_private = True
    takes_roll = True

    def __init__(self, match: Match, seat: int) -> None:
        view = view_of(match, seat)
        super().__init__(match, view, _board(view, seat))
        self.seat = seat

    @property
    def reader(self) -> int:
        return self.seat

    @property
    def own_clock(self) -> TurnClock | None:
        return self.match.driver.clocks.get(self.seat)

    def after_late(self, before: PegView) -> Navigation:
        return _onward(self.match)

    def spoken(self) -> Sequence[Phrase]:
        return [asked(view_of(self.match), self.seat, self.match.session.players)]

    def finish(self, row: Code) -> Navigation:
        """Play the row, and show its key pegs."""
        self.match.submit(SeatRow(self.seat, Secret(row)))
        view = view_of(self.match, self.seat)
        board = _board(view, self.seat)
        end = {None: None, Ending.SOLVED: Cue.SOLVED}.get(board.ending, Cue.LOST)
        answer = TogetherAnswer(self.match, view, board.rows, None, end)
        return WithSound(answer.sound, self.match.show(answer))


class ResultScreen(Screen):
    """The code of the round that is over, and the rows that each player needed; a press opens the seal."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.view = view_of(match)
        self.boards = self.view.done[-self.view.rules.players :]
        self.opened = match.session.opened_seal
        self.at = 0

    def draw(self, page: Page) -> None:
        page.title(_title(self.view), optional=True)
        page.hints(page.translator._("\u25b6 seal"), page.translator._("OK: go on"))
        code = self.boards[0].code
        if code is not None:
            page.add(PegRow(self.view.rules.edition, self.match.context.chosen.pegs, code, least=0))
        page.rows([ListRow(Verbatim(self.match.players[one.breaker]), _ending(one)) for one in self.boards], self.at)

    def spoken(self) -> Sequence[Phrase]:
        return [*read(self.view, self.match.session.players), GO_ON]

    def press(self, button: Button) -> Navigation:
        self.at = min(max(0, self.at + STEPS.get(button, 0)), len(self.boards) - 1)
        if button is Button.RIGHT and self.opened is not None:
            return Push(OpenedScreen(self.opened))
        if button is Button.BACK:
            return self.match.pause(self)
        return self.match.next_round() if button is Button.OK else Stay()


def _title(view: TogetherView) -> Text:
    """Return ``Round 1 of 3``."""
    done = len(view.done) // view.rules.players
    number = done + (view.phase is Phase.GUESS)
    return filled(N_("Round {number} of {rounds}"), number=number, rounds=view.rules.games)


def _ending(board: RoundView) -> Text:
    if board.ending is Ending.SOLVED:
        return counted("{count} row", "{count} rows", len(board.rows))
    return rounds.ENDINGS[board.ending or Ending.FAILED]


def _columns(match: Match) -> Sequence[Column]:
    """Return the rows that each player has, as squares."""
    view, names = view_of(match), column_names(match)
    return [
        Column(
            names[seat],
            counted("{count} row", "{count} rows", len(board.keys)),
            [squares(view.rules.edition, keys) for keys in board.keys],
        )
        for seat, board in enumerate(view.boards)
    ]


def _next_screen(match: Match) -> Screen:
    """Return the screen of the player who takes the box, of the results of a round, or of the end."""
    view = view_of(match)
    match view.phase:
        case Phase.OVER:
            return end_screen(match, view)
        case Phase.CODE:
            return ResultScreen(match)
    is_begun = any(board.keys or board.is_done for board in view.boards)
    return _turn(match) if is_begun else StartScreen(match)


def _resume(match: Match) -> Screen:
    """Return the results of the last round if the match is over, else the screen that the match waits for."""
    return ResultScreen(match) if view_of(match).phase is Phase.OVER else _next_screen(match)


def _onward(match: Match) -> Navigation:
    """Go on to the results of the round if all have finished it, else to the next player."""
    return match.onward() if view_of(match).phase is Phase.GUESS else match.show(ResultScreen(match))


def _keep(match: Match, shown: Screen) -> Screen | None:
    """Return the board, the key pegs or the hint that a player looks at, as long as that player has the box."""
    if isinstance(shown, TogetherAnswer | HintScreen):
        return shown
    if not isinstance(shown, TogetherRow) or shown.seat not in _waiting(match):
        return None
    kept = TogetherRow(match, shown.seat)
    kept.take_over(shown)
    return kept


def _pause_items(match: Match, behind: Screen, back: Back) -> Sequence[Item]:
    """Return the items that ask for hints and that give up the round, for the player who has the box."""
    if not isinstance(behind, TogetherRow):
        return []
    asker = HintAsker(match, behind.seat, partial(SeatHint, behind.seat), HINTS_HELP)
    seat, rows = behind.seat, behind.edition.rows + 1

    def give_up() -> Navigation:
        match.submit(SeatGivesUp(seat))
        return _onward(match)

    question = Question(match.context, filled(N_("Give up? It counts as {rows} rows."), rows=rows), give_up, back)
    return [*hint_items(asker, behind), Item(N_("Give up round"), lambda: Replace(question), "…", help=GIVE_UP_HELP)]


SCREENS: GameScreens = GameScreens(
    picture=tiles.PEGS,
    next_screen=_next_screen,
    resume=_resume,
    # The rows of the box are seen on the page of all boards.
    tell=lambda match, events, then: then(),
    sheet=lambda match: rounds.sheet(match, view_of(match)),
    boards=lambda match: rounds.BoardsScreen(match, view_of(match)),
    boards_title=N_("Rows played"),
    summary=summary,
    # Each page says whose turn it is.
    verb=lambda view: None,
    pause_items=_pause_items,
    keep=_keep,
)
"""The screens of all editions."""
