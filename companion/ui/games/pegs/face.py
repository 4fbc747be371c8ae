"""The choice of the next screen in a peg match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.box import Button
from companion.errors import N_
from companion.games.contract import AnyGame, TrayReadable
from companion.games.pegs.moves import Amend, Challenge, GiveKeys, GiveUp, Guess, Hint, PlayAgain, Reveal, SetCode
from companion.games.pegs.scoring import worth
from companion.games.pegs.state import Ending, Mode, Phase, Proof
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, filled
from companion.match.driver import MoveEvent
from companion.ui.context import AppContext
from companion.ui.games.pegs import wordless
from companion.ui.games.pegs.answer_entry import answering
from companion.ui.games.pegs.coach import first_hint, may_ask
from companion.ui.games.pegs.code_on_board import KeepScreen
from companion.ui.games.pegs.corrections import kept_items, not_now
from companion.ui.games.pegs.demo import Demonstrator
from companion.ui.games.pegs.doubt import DoubtScreen, is_contradicted
from companion.ui.games.pegs.drawing import row_text
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.pegs.hidden import LookAwayScreen
from companion.ui.games.pegs.lesson import lesson
from companion.ui.games.pegs.navigation import onward, table_view
from companion.ui.games.pegs.overview import BoardsScreen, sheet
from companion.ui.games.pegs.ready import ReadyScreen
from companion.ui.games.pegs.reveal_entry import AskCodeScreen
from companion.ui.games.pegs.rounds import CoinScreen, RevealScreen, score_words
from companion.ui.games.pegs.scores import is_counted_in_rows
from companion.ui.games.pegs.tray_input import lesson_question
from companion.ui.games.pegs.wrong_rows import WrongScreen
from companion.ui.match import SHOWN_CODE, Back, Match
from companion.ui.match_screens import final_menu
from companion.ui.menu import Item
from companion.ui.notice import Question
from companion.ui.screen import Navigation, Replace, Screen

GIVE_UP_HELP = N_("Shows the code. The round is lost, the match goes on.")
HINT_HELP = N_("It costs no points, but it counts: no personal best.")
_KEPT = (Mode.KEEPS, Mode.MATCH, Mode.BREAKS)
_MOVES = {
    SetCode: N_("the code"),
    GiveUp: N_("giving up"),
    GiveKeys: N_("an answer"),
    Amend: N_("a change"),
    Challenge: N_("a doubt"),
    Reveal: N_("the entered code"),
    PlayAgain: N_("a replay"),
    Hint: N_("a hint"),
}


class PegScreens:
    """The screens of all editions of the peg games."""

    boards_title = N_("Rows played")
    shown_question = SHOWN_CODE

    def next_screen(self, match: Match) -> Screen:
        """Return the screen of what a person has to do next, of the code revealed before that, or of the end."""
        if (question := lesson_question(match)) is not None:
            return question
        view = table_view(match)
        if view.rules.pictures:
            return wordless.next_screen(match, view)
        if view.phase is Phase.FIRST:
            return CoinScreen(match, view)
        if view.phase is Phase.CODE and match.driver.position.is_prompted:
            return RevealScreen(match, view, view.done[-1])
        if view.now is None:
            return final_menu(match, view.outcome, score_words(view))
        return _of_round(match, view, view.now)

    def resumed(self, match: Match) -> Screen:
        """Return the last reveal if the next round has not begun, else the screen that the match waits for."""
        view = table_view(match)
        is_between = view.now is None or (view.phase is Phase.CODE and not view.now.rows)
        if view.done and is_between:
            reveal = wordless.RevealPicture if view.rules.pictures else RevealScreen
            return reveal(match, view, view.done[-1])
        return self.next_screen(match)

    def told(self, match: Match, events: Sequence[MoveEvent[Any, Any]], then: Callable[[], Screen]) -> Screen:
        """Return *then*, whose screen shows the rows that the box played."""
        return then()

    def own_pause(self, match: Match, behind: Screen) -> Screen | None:
        """Return the pause menu in pictures of a match without reading."""
        return wordless.pause(match, behind) if table_view(match).rules.pictures else None

    def demonstrator(self, draw: Callable[[int], int]) -> Callable[[Screen], Button]:
        """Return what chooses the buttons when the box shows a round by itself."""
        return Demonstrator(draw)

    def lesson(self, context: AppContext, game: AnyGame) -> Screen:
        """Return the taught round of *game*; raises ``TypeError`` for a game without pegs."""
        if not isinstance(game, TrayReadable):
            raise TypeError(f"expected a game with pegs, got {game.key!r}")
        return lesson(context, game.edition)

    def sheet(self, match: Match) -> Screen:
        """Return the score sheet."""
        return sheet(match, table_view(match))

    def boards(self, match: Match) -> Screen:
        """Return the rows of every round."""
        return BoardsScreen(match, table_view(match))

    def move_words(self, match: Match, move: object, translator: Translator) -> str:
        """Return the pegs of a row, or the name of another move; never a hidden code."""
        if isinstance(move, Guess):
            return row_text(table_view(match).rules.edition, match.context.chosen.pegs, move.code, translator)
        return translator._(_MOVES.get(type(move), ""))

    def seen_words(self, move: object, translator: Translator) -> str:
        """Return what the players saw by *move*: the code that was shown, or the answer to a row."""
        return translator._("the code") if isinstance(move, Reveal) else translator._("the answer")

    def pause_items(self, match: Match, back: Back) -> Sequence[Item]:
        """Return this game's items of the pause menu: hint, give up, and corrections of answers by hand."""
        view = table_view(match)
        show = Item(
            N_("Give up round"),
            lambda: Replace(_give_up_question(match, view, back)),
            "…",
            not_now(view),
            help=GIVE_UP_HELP,
        )
        hint = [Item(N_("Hint"), lambda: first_hint(match), N_("counts"), help=HINT_HELP)] if may_ask(view) else []
        return [*hint, show, *kept_items(match, view, back)]


def _of_round(match: Match, view: PegView, now: RoundView) -> Screen:
    match view.phase:
        case Phase.CODE if view.rules.mode in _KEPT and now.proof is not Proof.ASKED:
            return KeepScreen(match, view, now)
        case Phase.CODE:
            return LookAwayScreen(match, view, now)
        case Phase.KEYS:
            return answering(match, view, now)
        case Phase.REVEAL:
            return AskCodeScreen(match, view, now)
        case Phase.WRONG:
            return WrongScreen(match, view, now)
    if is_contradicted(view):
        return DoubtScreen(match, view, now)
    if not now.rows and match.session.redoable is None:
        return ReadyScreen(match, view, now)
    return GuessScreen(match, view, now)


def _give_up_question(match: Match, view: PegView, back: Back) -> Question:
    def give_up() -> Navigation:
        before = table_view(match)
        match.submit(GiveUp())
        return onward(match, before)

    text = N_("There is no hidden code now.") if view.now is None else _cost_words(match, view, view.now)
    return Question(match.context, text, give_up, back)


def _cost_words(match: Match, view: PegView, now: RoundView) -> Text:
    """Return the question whether to give the round up, with its cost by the rules of the match."""
    seat, points = worth(view.rules, replace(now, ending=Ending.GIVEN_UP))
    if not points:
        return N_("Give up? You get no points.")
    if is_counted_in_rows(view):
        return filled(N_("Give up? It counts as {rows} rows."), rows=points)
    name = match.players[seat]
    return filled(N_("Give up? {name} gets {points} points."), name=name, points=points)


SCREENS = PegScreens()
