"""A match on the screens: what is the same for every game.

A ``Face`` shows one family of games; ``Match`` goes from one of its screens to the next, and holds the pause menu with
undo, seal, score and leaving. All screens of a match lie in one place of the stack: they swap, they do not pile up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.errors import N_
from companion.i18n.translator import Tongue, Words
from companion.match.session import AnySession
from companion.ui.context import Table
from companion.ui.menu import Item, Menu
from companion.ui.notice import Question
from companion.ui.preferences import preferences
from companion.ui.screen import Go, Home, Push, Screen, Swap
from companion.ui.sealscreen import SealScreen


class Face(Protocol):
    """How one family of games looks."""

    def waiting(self, match: Match) -> Screen:
        """Return the screen for what the match waits for; it may let chance make its move."""
        ...

    def resumed(self, match: Match) -> Screen:
        """Return the screen that a match which was taken up again starts from."""
        ...

    def sheet(self, match: Match) -> Screen:
        """Return the score sheet; BACK pops it."""
        ...

    boards_title: str
    """What to call what ``boards`` shows, as a message id."""

    def boards(self, match: Match) -> Screen:
        """Return what has been played, to be looked through; BACK pops it."""
        ...

    def move_words(self, match: Match, move: object, tongue: Tongue) -> str:
        """Return what to call a move that is to be taken back or brought back."""
        ...

    def pause_items(self, match: Match) -> Sequence[Item]:
        """Return what the pause menu offers for this game besides the usual."""
        ...


@dataclass(frozen=True, slots=True)
class Match:
    """A session at a table with its face."""

    table: Table
    session: AnySession
    face: Face

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        return self.session.players

    def show(self, screen: Screen) -> Go:
        """Go on to *screen*."""
        return Swap(screen)

    def give_up(self) -> Go:
        """Leave the match for good."""
        self.session.give_up()
        return Home()

    def onward(self) -> Go:
        """Go on to what the match waits for."""
        return self.show(self.face.waiting(self))

    def pause(self, behind: Screen) -> Go:
        """Open the pause menu over *behind*, which comes back as it was."""
        return Swap(pause_menu(self, behind))

    def rematch(self) -> Go:
        """Begin a new match of the same table."""
        again = Match(self.table, self.session.rematch(), self.face)
        return again.onward()


def pause_menu(match: Match, behind: Screen) -> Menu:
    """Return the menu of a match that is interrupted by BACK."""
    table, session = match.table, match.session

    def items() -> list[Item]:
        return [
            Item(N_("Go on playing"), lambda: Swap(behind)),
            _undo_item(match, menu),
            _redo_item(match, menu),
            *match.face.pause_items(match),
            Item(match.face.boards_title, lambda: Push(match.face.boards(match))),
            Item(N_("Score"), lambda: Push(match.face.sheet(match))),
            Item(N_("Seal"), lambda: Push(SealScreen(session.seal or "")), closed=_no_seal(match)),
            Item(N_("Settings"), lambda: Push(preferences(table))),
            Item(N_("Pause match"), Home, "…"),
            Item(N_("Give up match"), lambda: Swap(_give_up_question(match, menu)), "…"),
        ]

    menu = Menu(table, N_("Pause"), items, back=Swap(behind))
    return menu


def _undo_item(match: Match, menu: Menu) -> Item:
    move = match.session.undoable
    words = _words_of(match, move)

    def ask() -> Go:
        text = _filled(N_("All agree to take back {move}?"), words)
        return Swap(Question(match.table, text, lambda: _undone(match), lambda: Swap(menu)))

    closed = N_("There is nothing to take back.") if move is None else None
    return Item(N_("Take back"), ask, words, closed)


def _redo_item(match: Match, menu: Menu) -> Item:
    move = match.session.redoable
    closed = N_("There is nothing to bring back.") if move is None else None
    return Item(N_("Bring back"), lambda: _redone(match), _words_of(match, move), closed)


def _undone(match: Match) -> Go:
    match.session.undo()
    return match.onward()


def _redone(match: Match) -> Go:
    match.session.redo()
    return match.onward()


def _words_of(match: Match, move: object) -> Words:
    if move is None:
        return ""
    return lambda tongue: match.face.move_words(match, move, tongue)


def _filled(sentence: str, words: Words) -> Words:
    return lambda tongue: tongue._(sentence).format(move=tongue.say(words))


def _no_seal(match: Match) -> Words | None:
    return None if match.session.seal else N_("No code is sealed now.")


def _give_up_question(match: Match, menu: Menu) -> Question:
    text = N_("Give up this match for good? It cannot go on later.")
    return Question(match.table, text, match.give_up, lambda: Swap(menu))
