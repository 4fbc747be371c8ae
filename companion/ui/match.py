"""A match on the screens: what is the same for every game.

``GameScreens`` chooses the screens of one family of games. ``Match`` goes from one screen to the next and holds the
pause menu with undo, seal, score and leaving. The screens of a match replace each other: they take one place on the
stack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.errors import N_
from companion.games.contract import Signal
from companion.i18n.translator import Text, Translator
from companion.match.driver import AnyDriver, MoveEvent
from companion.match.session import AnySession
from companion.ui.context import AppContext
from companion.ui.menu import Item, Menu
from companion.ui.notice import Question
from companion.ui.preferences import preferences
from companion.ui.screen import Navigation, PopToRoot, Push, Replace, Screen
from companion.ui.sealscreen import SealScreen


class GameScreens(Protocol):
    """How one family of games looks. Choosing a screen never changes the match."""

    def waiting(self, match: Match) -> Screen:
        """Return the screen for what the match waits for."""
        ...

    def resumed(self, match: Match) -> Screen:
        """Return the screen for somebody who has not seen the last moves: the end of a round comes first."""
        ...

    def told(self, match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
        """Return a screen that tells what chance and the box did, *then* behind it; where that is nothing, *then*."""
        ...

    def sheet(self, match: Match) -> Screen:
        """Return the score sheet; BACK pops it."""
        ...

    boards_title: str
    """What to call what ``boards`` shows, as a message id."""

    def boards(self, match: Match) -> Screen:
        """Return what has been played, to be looked through; BACK pops it."""
        ...

    def move_words(self, match: Match, move: object, tongue: Translator) -> str:
        """Return what to call a move that is to be taken back or brought back."""
        ...

    def pause_items(self, match: Match) -> Sequence[Item]:
        """Return what the pause menu offers for this game besides the usual."""
        ...


class Match:
    """A match at a table with its face: the front end that shows it on the box's own display.

    The box is handed round, so every press counts for the player to move.
    """

    def __init__(self, table: AppContext, driver: AnyDriver, face: GameScreens) -> None:
        self.table = table
        self.driver = driver
        self.face = face
        self._shown = driver.version
        self._untold: tuple[MoveEvent[Any, Any], ...] = ()

    @property
    def session(self) -> AnySession:
        """The moves so far, to be looked at."""
        return self.driver.session

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self.session.players

    def enter(self) -> Screen:
        """Let chance and the box make the moves that are due, and return the screen that the match starts from."""
        self.driver.advance()
        return self._renewed()

    def fresh_screen(self, shown: Screen) -> Screen | None:
        """Return what to show in place of *shown* where another front end has moved; None where none has."""
        if self.driver.version == self._shown:
            return None
        fresh = self._renewed()
        fresh.take_over(shown)
        return fresh

    def _renewed(self) -> Screen:
        self._note_change()
        return self._owned(self._told(lambda: self.face.resumed(self)))

    def _note_change(self) -> None:
        self._shown, self._untold = self.driver.version, self.driver.events

    def _told(self, then: Callable[[], Screen]) -> Screen:
        events, self._untold = self._untold, ()
        return self.face.told(self, events, then)

    def _owned(self, screen: Screen) -> Screen:
        screen.owner = self
        return screen

    def submit(self, move: object) -> MoveEvent[Any, Any]:
        """Make *move* for the player whose turn it is; raises ``MoveRefused``."""
        event = self.driver.submit(self._seat, move)
        self._note_change()
        return event

    def call(self) -> MoveEvent[Any, Any]:
        """Let chance or the box make the move that waits for a player, and return it."""
        return self.submit(Signal.GO)

    @property
    def _seat(self) -> int:
        seat = self.driver.position.player_to_move
        return 0 if seat is None else seat

    def undo(self) -> Navigation:
        """Take the last move back, and go on from there."""
        self.driver.undo()
        self._note_change()
        return self.onward()

    def redo(self) -> Navigation:
        """Bring back what the last undo took, and go on from there."""
        self.driver.redo()
        self._note_change()
        return self.onward()

    def show(self, screen: Screen) -> Navigation:
        """Go on to *screen*."""
        return Replace(self._owned(screen))

    def give_up(self) -> Navigation:
        """Leave the match for good."""
        self.session.give_up()
        return PopToRoot()

    def onward(self) -> Navigation:
        """Go on to what the match waits for; what chance and the box did is told first, once."""
        return self.onward_to(lambda: self.face.waiting(self))

    def onward_to(self, then: Callable[[], Screen]) -> Navigation:
        """Go on to *then*; what chance and the box did is told first, once."""
        return self.show(self._told(then))

    def next_round(self) -> Navigation:
        """Go on from the end of a round, which was seen."""
        if self.driver.position.is_prompted:
            self.call()
        return self.onward()

    def pause(self, behind: Screen) -> Navigation:
        """Open the pause menu over *behind*, which comes back as it was."""
        return Replace(pause_menu(self, behind))

    def rematch(self) -> Navigation:
        """Begin a new match of the same table."""
        again = Match(self.table, self.table.drive(self.session.rematch()), self.face)
        return again.show(again.enter())


def pause_menu(match: Match, behind: Screen) -> Menu:
    """Return the menu of a match that is interrupted by BACK."""
    table, session = match.table, match.session

    def items() -> list[Item]:
        return [
            Item(N_("Go on playing"), lambda: Replace(behind)),
            _undo_item(match, menu),
            _redo_item(match, menu),
            *match.face.pause_items(match),
            Item(match.face.boards_title, lambda: Push(match.face.boards(match))),
            Item(N_("Score"), lambda: Push(match.face.sheet(match))),
            Item(N_("Seal"), lambda: Push(SealScreen(session.seal or "")), closed=_no_seal(match)),
            Item(N_("Settings"), lambda: Push(preferences(table))),
            Item(N_("Pause match"), PopToRoot, "…"),
            Item(N_("Give up match"), lambda: Replace(_give_up_question(match, menu)), "…"),
        ]

    menu = Menu(table, N_("Pause"), items, back=Replace(behind))
    return menu


def _undo_item(match: Match, menu: Menu) -> Item:
    move = match.session.undoable
    words = _words_of(match, move)

    def ask() -> Navigation:
        text = _filled(N_("All agree to take back {move}?"), words)
        return Replace(Question(match.table, text, match.undo, lambda: Replace(menu)))

    closed = N_("There is nothing to take back.") if move is None else None
    return Item(N_("Take back"), ask, words, closed)


def _redo_item(match: Match, menu: Menu) -> Item:
    move = match.session.redoable
    closed = N_("There is nothing to bring back.") if move is None else None
    return Item(N_("Bring back"), match.redo, _words_of(match, move), closed)


def _words_of(match: Match, move: object) -> Text:
    if move is None:
        return ""
    return lambda tongue: match.face.move_words(match, move, tongue)


def _filled(sentence: str, words: Text) -> Text:
    return lambda tongue: tongue._(sentence).format(move=tongue.say(words))


def _no_seal(match: Match) -> Text | None:
    return None if match.session.seal else N_("No code is sealed now.")


def _give_up_question(match: Match, menu: Menu) -> Question:
    text = N_("Give up this match for good? It cannot go on later.")
    return Question(match.table, text, match.give_up, lambda: Replace(menu))
