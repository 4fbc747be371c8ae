"""Which screen a peg match shows next."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import N_
from companion.games.contract import CHANCE
from companion.games.pegs.moves import GiveUp, Guess, SetCode
from companion.games.pegs.state import Phase
from companion.games.pegs.view import PegView
from companion.ui.faces.pegs.drawing import letter
from companion.ui.faces.pegs.guess import GuessScreen
from companion.ui.faces.pegs.hidden import LookAwayScreen
from companion.ui.faces.pegs.laying import lesson_question
from companion.ui.faces.pegs.overview import BoardsScreen, SheetScreen, final_menu
from companion.ui.faces.pegs.ready import ReadyScreen
from companion.ui.faces.pegs.rounds import CoinScreen, RevealScreen
from companion.ui.match import Match
from companion.ui.menu import Item
from companion.ui.notice import Question
from companion.ui.screen import Go, Screen, Swap
from companion.ui.tongue import Tongue, Words


class PegFace:
    """The face of every edition of the peg games."""

    boards_title = N_("Rows played")

    def waiting(self, match: Match) -> Screen:
        """Return the coin, the codemaker's entry, the seal of a fresh code, the next row, or the end."""
        if (question := lesson_question(match)) is not None:
            return question
        view = _view(match)
        if view.phase is Phase.FIRST:
            return CoinScreen(match, view)
        if view.phase is Phase.CODE and match.session.to_act == CHANCE:
            match.session.draw()
            view = _view(match)
        if view.now is None:
            return final_menu(match, view)
        if view.phase is Phase.CODE:
            return LookAwayScreen(match, view, view.now)
        if not view.now.rows and match.session.redoable is None:
            return ReadyScreen(match, view, view.now)
        return GuessScreen(match, view, view.now)

    def resumed(self, match: Match) -> Screen:
        """Return the last reveal where the next round has not begun, else what the match waits for."""
        view = _view(match)
        if view.phase is Phase.CODE and view.done:
            return RevealScreen(match, view, view.done[-1])
        return self.waiting(match)

    def sheet(self, match: Match) -> Screen:
        """Return the score sheet."""
        return SheetScreen(match, _view(match))

    def boards(self, match: Match) -> Screen:
        """Return the rows of every round."""
        return BoardsScreen(match, _view(match))

    def move_words(self, match: Match, move: object, tongue: Tongue) -> str:
        """Return the letters of a row, or what else a move was; never a hidden code."""
        match move:
            case Guess(code):
                edition = _view(match).rules.edition
                return "".join(letter(edition, tongue, peg) for peg in code)
            case SetCode():
                return tongue._("the code")
            case GiveUp():
                return tongue._("giving up")
        return ""

    def pause_items(self, match: Match) -> Sequence[Item]:
        """Return giving the round up, which shows the code."""
        view = _view(match)
        closed = None if view.phase is Phase.GUESS else N_("There is no hidden code now.")
        return [Item(N_("Show the code"), lambda: Swap(_show_code_question(match)), "…", closed)]


def _view(match: Match) -> PegView:
    view: PegView = match.session.view()
    return view


def _show_code_question(match: Match) -> Question:
    def give_up() -> Go:
        match.session.play(GiveUp())
        view = _view(match)
        return match.show(RevealScreen(match, view, view.done[-1]))

    text: Words = N_("Give up this round and show the code?")
    return Question(match.table, text, give_up, match.onward)
