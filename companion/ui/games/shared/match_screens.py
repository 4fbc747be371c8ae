"""Screens that the families of games share: menus, lists, sentences, celebrations, and the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.contract import Outcome, Shareable
from companion.i18n.translator import Text, Verbatim, counted, filled
from companion.ui.core import screen
from companion.ui.core.menu import Item, Items, Menu
from companion.ui.core.notice import draw_saying
from companion.ui.core.page import Doing, ListRow, Page
from companion.ui.core.pictures import Picture, Pictures
from companion.ui.core.squares import Shared
from companion.ui.games.shared.digits import abbreviations
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.spoken import asked
from companion.words.phrase import Phrase

PICTURES = (
    (None, None, Picture.CUP, None, None),
    (None, Picture.STAR, Picture.CUP, Picture.STAR, None),
    (Picture.STAR, Picture.STAR, Picture.CUP, Picture.STAR, Picture.STAR),
)
PICTURE_S = 0.3
"""Seconds that each of the ``PICTURES`` is shown; the last one is shown a little longer, because it is complete."""
LAST_S = 0.4


class Celebration(screen.Overlay):
    """A cup to which stars come, under *title* and above *words*; it ends after one second.

    Where no reading is needed, *title* is empty.
    """

    is_in_lines = False

    def __init__(self, began: float, title: Text, words: Text) -> None:
        self.title = title
        self.words = words
        self._ends = [began + PICTURE_S * step for step in range(1, len(PICTURES))]
        self._ends.append(began + PICTURE_S * (len(PICTURES) - 1) + LAST_S)
        self._step = 0

    def draw(self, page: Page) -> None:
        if self.title:
            page.title(self.title, optional=True)
        pictures = PICTURES[self._step]
        page.add(Pictures(tuple((one, 2 if one is Picture.CUP else 1) for one in pictures), below=1))
        # The words may take a while to find, so that the picture and the tune do not wait for them.
        if self._step:
            page.paragraph(self.words)

    def due(self) -> float | None:
        return self._ends[self._step]

    def tick(self, now: float) -> screen.Navigation:
        self._step = max(self._step + 1, sum(end <= now for end in self._ends))
        if self._step < len(PICTURES):
            return screen.Stay()
        self._step = len(PICTURES) - 1
        return screen.Pop()


class MatchMenu(Menu):
    """A menu for the player to move; BACK opens the pause menu."""

    def __init__(self, match: Match, title: Text, items: Items, *, at: int = 0) -> None:
        super().__init__(match.context, title, items, at=at)
        self.match = match

    def press(self, button: Button) -> screen.Navigation:
        return self.match.pause(self) if button is Button.BACK else super().press(button)


class MoveScreen(screen.Screen):
    """A screen on which a player enters a move; BACK opens the pause menu."""

    match: Match

    def spoken(self) -> Sequence[Phrase]:
        return asked(self.match)

    def press(self, button: Button) -> screen.Navigation:
        return self.match.pause(self) if button is Button.BACK else self.enter(button)

    def enter(self, button: Button) -> screen.Navigation:
        """Handle a press of another button."""
        raise NotImplementedError


class ListScreen(screen.Screen):
    """A scrolling list; OK continues with *then*; BACK opens the pause menu if *pauses*, else leaves the screen."""

    def __init__(
        self, match: Match, title: Text, rows: Sequence[ListRow], then: Callable[[], screen.Navigation], pauses: bool
    ) -> None:
        self.match = match
        self.title = title
        self.rows = rows
        self.at = 0
        self._then = then
        self._pauses = pauses

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.rows(self.rows, self.at)

    def press(self, button: Button) -> screen.Navigation:
        if button is Button.OK:
            return self._then()
        if button is Button.BACK:
            return self.match.pause(self) if self._pauses else screen.Pop()
        self.at = min(max(0, self.at + screen.STEPS.get(button, 0)), len(self.rows) - 1)
        return screen.Stay()


def point_words(points: int) -> Text:
    """Return a number of points in words."""
    return counted("{count} point", "{count} points", points)


MOST_POINTS = N_("Most points win")
"""The title of a score sheet where the highest score wins."""


def score_sheet(match: Match, title: Text, totals: Sequence[Text], rounds: Sequence[ListRow]) -> ListScreen:
    """Return the score sheet: the total of each player, then the lines of the *rounds*; BACK pops it.

    The *title* says which score wins.
    """
    rows = [ListRow(Verbatim(name), total) for name, total in zip(match.players, totals, strict=True)]
    return ListScreen(match, title, [*rows, *rounds], screen.Pop, pauses=False)


class PagedScreen(screen.Screen):
    """Pages to look through; OK goes on to the next one, and BACK, or OK at the last one, leaves them."""

    turns = screen.TURNS
    """How far a button goes through the pages."""

    def __init__(self, count: int, at: int = 0) -> None:
        self.count = count
        self.at = at

    def press(self, button: Button) -> screen.Navigation:
        if button is Button.BACK or not self.count or (button is Button.OK and self.at == self.count - 1):
            return screen.Pop()
        self.at = (self.at + (1 if button is Button.OK else self.turns.get(button, 0))) % self.count
        return screen.Stay()


class SayScreen(screen.Onward):
    """A sentence for all players; OK calls *then*, which returns where to go; BACK opens the pause menu."""

    hint = N_("OK: go on")

    def __init__(self, match: Match, title: Text, text: Text, then: Callable[[], screen.Navigation]) -> None:
        self.match = match
        self.title = title
        self.text = text
        self.then = then

    def draw(self, page: Page) -> None:
        draw_saying(page, self.title, self.text, "", page.translator._(self.hint))

    def press(self, button: Button) -> screen.Navigation:
        return self.match.pause(self) if button is Button.BACK else super().press(button)


class ChanceScreen(screen.Screen):
    """Asks for a move of chance, which OK or ROLL makes, and shows the ``move``; it is made only once."""

    takes_roll = True

    def __init__(self, match: Match) -> None:
        self.match = match
        self.move: Any = None

    def cue(self) -> Cue:
        """Return the sound for the move."""
        return Cue.SOLVED

    def make(self) -> Any:
        """Let chance make the move, and return it."""
        return self.match.call().move

    def press(self, button: Button) -> screen.Navigation:
        """Make the move, then go on; or pause."""
        if button is Button.BACK:
            return self.match.pause(self)
        if button not in (Button.OK, Button.ROLL):
            return screen.Stay()
        if self.move is not None:
            return self.match.onward()
        self.move = self.make()
        return screen.WithSound(self.cue(), self.match.show(self))


class ShareScreen(PagedScreen):
    """The result of each finished round to send on, from the last one back; UP and DOWN name its player or do not."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.is_named = False
        super().__init__(len(share_texts(match)))

    def draw(self, page: Page) -> None:
        page.add(Shared(share_texts(self.match, self.is_named)[-1 - self.at]))

    def press(self, button: Button) -> screen.Navigation:
        if button in screen.STEPS:
            self.is_named = not self.is_named
            return screen.Stay()
        return super().press(button)


def share_texts(match: Match, is_named: bool = False) -> Sequence[str]:
    """Return the result of every finished round as a text to send on; none where the game has none."""
    session = match.session
    if not isinstance(session.game, Shareable):
        return ()
    return session.game.share_texts(session.view(), session.undone_answers, match.players if is_named else ())


def round_won(match: Match, seat: int) -> Celebration:
    """Return the celebration of a round that the player at *seat* has won."""
    title = filled(N_("{name} wins!"), name=match.players[seat])
    return Celebration(match.context.now(), title, N_("Round over"))


MOST_NAMED = 4
"""The most winners that a title has room for."""


def final_menu(match: Match, outcome: Outcome | None, scores: Sequence[Text]) -> Menu:
    """Return the menu at the end of the match: the winners, the scores, and what to do next."""
    face, shared = match.face, share_texts(match)

    def items() -> list[Item]:
        return [
            *(
                Item(Verbatim(name), lambda: screen.Push(face.sheet(match)), score)
                for name, score in zip(match.players, scores, strict=True)
            ),
            Item(N_("Rematch"), match.rematch),
            Item(face.boards_title, lambda: screen.Push(face.boards(match))),
            *([Item(N_("Share"), lambda: screen.Push(ShareScreen(match)))] if shared else []),
            *([Item(N_("Undo"), lambda: match.pause(menu), "…")] if match.session.header.has_undo else []),
            Item(N_("Home"), screen.PopToRoot),
        ]

    menu = Menu(match.context, winners_title(match, outcome), items, at=len(match.players), back=screen.PopToRoot())
    return menu


def winners_title(match: Match, outcome: Outcome | None) -> Text:
    """Return who has won the match."""
    if len(match.players) == 1:
        return N_("Match over")
    seats = outcome.winners if outcome is not None else ()
    if len(seats) == 1:
        return match.doing(N_("{name} wins!"), seats[0])
    if len(seats) > MOST_NAMED:
        return filled(N_("A tie of {count}"), count=len(seats))
    short = abbreviations(match.players)
    names, labels = (", ".join(known[seat] for seat in seats) for known in (match.players, short))
    return Doing(N_("A tie: {name}"), names, labels)
