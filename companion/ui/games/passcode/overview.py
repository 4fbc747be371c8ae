"""Screens to look through: recent moves of the box, code boards, the result of a round, scores, the final menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.box import Button
from companion.errors import N_
from companion.games.passcode.boards import LEVELS, code_of
from companion.games.passcode.state import FAILS_OUT, Round
from companion.games.passcode.view import PasscodeView, PlayerView
from companion.i18n.translator import Text, Verbatim, filled
from companion.match.driver import MoveEvent
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Pop, Replace, Screen, Stay
from companion.ui.games.passcode.drawing import LevelBoards, Overview
from companion.ui.games.passcode.views import DONE, FAIL, NEXT, progress
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.match_screens import ListScreen, SayScreen, point_words, round_won, score_sheet
from companion.ui.games.shared.spoken import GO_ON, news_to_leave
from companion.words import passcode as words
from companion.words.phrase import Phrase


class OnwardList(ListScreen):
    """A list that leads on; lines of text tell the *result* of a round here, or the moves *others*."""

    others: Sequence[MoveEvent[Any, Any]] = ()
    result: Phrase | None = None

    def spoken(self) -> Sequence[Phrase]:
        return news_to_leave(self.match, *self.others) if self.result is None else [self.result, GO_ON]

    def draw(self, page: Page) -> None:
        # At the title, because a low display has no room for hints.
        page.title(self.title, f"{page.translator._('OK')} \u25b6")
        page.rows(self.rows, self.at)


def report(match: Match, told: Sequence[ListRow], then: Screen, others: Sequence[MoveEvent[Any, Any]]) -> ListScreen:
    """Return the list of the moves *others*, made without a button press; the screen *then* follows."""
    screen = OnwardList(match, N_("What happened"), told, lambda: match.show(then), pauses=True)
    screen.others = others
    return screen


def round_screen(match: Match, view: PasscodeView, over: Round, then: Callable[[], Navigation]) -> ListScreen:
    """Return the result of a round: its winner, and the level of each player; *then* follows."""
    title = match.doing(N_("{name} won"), over.winner)
    rows = [ListRow(Verbatim(name), each) for name, each in zip(match.players, levels(view), strict=True)]
    screen = OnwardList(match, title, rows, then, pauses=True)
    screen.result = words.result(view, match.session.players)
    screen.over = round_won(match, over.winner)
    return screen


def sheet(match: Match, view: PasscodeView) -> ListScreen:
    """Return the list of each level, then of the points: totals, and those of each round, its winner's first."""
    rounds = [
        ListRow(
            filled(N_("{number}. {name}"), number=number, name=match.players[seat]),
            point_words(0 if seat == over.winner else over.points[seat]),
        )
        for number, over in enumerate(view.done, 1)
        for seat in sorted(range(view.rules.players), key=lambda seat: seat != over.winner)
    ]
    points = [
        ListRow(Verbatim(name), point_words(player.score))
        for name, player in zip(match.players, view.players, strict=True)
    ]
    heading = ListRow(N_("Points"))
    return score_sheet(match, N_("Level 6 wins"), levels(view), [heading, *points, *rounds])


def levels(view: PasscodeView) -> list[Text]:
    """Return the level of each player."""
    # Without "of 6", so that names that begin alike are not cut to the same text; titles say which level wins.
    return [filled(N_("level {level}"), level=player.level) for player in view.players]


def overview(match: Match, view: PasscodeView) -> ListScreen:
    """Return what the table sees of every player: the code, the FAILs and the lock-in number; OK opens the boards."""
    rows = []
    for name, player in zip(match.players, view.players, strict=True):
        rows.append(ListRow(Verbatim(name), Verbatim(progress(player) if player.code else "")))
        if player.fails:
            words = N_("locked out") if player.is_locked_out else Verbatim(f"{player.fails}/{FAILS_OUT}")
            rows.append(ListRow(Verbatim(f"  {FAIL}"), words))
        if player.lock is not None:
            rows.append(ListRow(N_("Lock-in number"), Verbatim(str(player.lock.number))))
    title = N_("Last attempt") if view.is_last else filled(N_("Round {number}"), number=len(view.done) + 1)
    return OverviewScreen(match, view, title, rows)


def last_attempt(match: Match, seat: int, then: Callable[[], Navigation]) -> SayScreen:
    """Return the screen that announces that the player at *seat* has locked in."""
    text = filled(N_("{name} has locked in. All others have one last turn."), name=match.players[seat])
    return SayScreen(match, N_("Last attempt"), text, then)


class OverviewScreen(ListScreen):
    """What the table sees of every player, as a list or where there is room as code boards."""

    def __init__(self, match: Match, view: PasscodeView, title: Text, rows: Sequence[ListRow]) -> None:
        super().__init__(match, title, rows, lambda: Replace(BoardsScreen(match, view)), pauses=False)
        self.view = view

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.add(Overview(tuple(self.rows), self.at, self.match.players, self.view.players, self.view.seat))


class BoardsScreen(Screen):
    """The code board of each player: four codes, with the progress of the code of the player's level.

    LEFT and RIGHT go through the players, and so does OK, which leaves after the last one.
    """

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.seat = view.seat
        self.at = self._level_at

    @property
    def _level_at(self) -> int:
        return LEVELS.index(self.view.players[self.seat].level)

    def draw(self, page: Page) -> None:
        """Draw the player's name and the four codes; finished codes have a tick."""
        player = self.view.players[self.seat]
        page.title(Verbatim(self.match.players[self.seat]), "\u25c0\u25b6")
        page.add(LevelBoards(tuple(self._row(player, level) for level in LEVELS), self.at, player))

    def _row(self, player: PlayerView, level: int) -> ListRow:
        mark = DONE if level < player.level else NEXT if level == player.level else " "
        code = "".join(map(str, code_of(player.board, level)))
        return ListRow(
            Verbatim(f"{mark}{level}"), Verbatim(progress(player) if level == player.level and code else code)
        )

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return Pop()
        if button in STEPS:
            self.at = min(max(0, self.at + STEPS[button]), len(LEVELS) - 1)
        elif button is not Button.ROLL:
            self.seat = (self.seat + TURNS.get(button, 1)) % len(self.match.players)
            if button is Button.OK and self.seat == self.view.seat:
                return Pop()
            self.at = self._level_at
        return Stay()
