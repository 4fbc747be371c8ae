"""Screens that tell in a sentence what happened, and the end of a round."""

from __future__ import annotations

from collections.abc import Callable

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.coda.moves import Move
from companion.games.coda.view import CodaView, DoneView
from companion.i18n.translator import Text, Translator, Verbatim
from companion.ui.match import Match
from companion.ui.notice import draw_saying
from companion.ui.page import Page
from companion.ui.screen import Navigation, Screen, Stay, WithSound


def table_view(match: Match) -> CodaView:
    """Return the match as all players see it."""
    view: CodaView = match.session.view()
    return view


def turn(view: CodaView) -> int:
    """Return the seat whose turn it is, or 0 if no round is in play."""
    return 0 if view.now is None else view.now.turn


class SayScreen(Screen):
    """Screen that tells what happened; OK calls *then*, which returns where to go."""

    def __init__(self, match: Match, title: Text, text: Text, then: Callable[[], Navigation]) -> None:
        self.match = match
        self.title = title
        self.text = text
        self._then = then

    def draw(self, page: Page) -> None:
        """Draw the sentence and how to go on."""
        draw_saying(page, self.title, self.text, "", page.tongue._("OK: go on"))

    def press(self, button: Button) -> Navigation:
        """Go on, or open the pause menu."""
        if button is Button.OK:
            return self._then()
        return self.match.pause(self) if button is Button.BACK else Stay()


def onward(match: Match, before: CodaView) -> Navigation:
    """Go on after a move; if the move ended a round, first show its result."""
    done = table_view(match).done
    return match.onward() if len(done) == len(before.done) else match.onward_to(lambda: round_screen(match, done[-1]))


def played(match: Match, move: Move, title: Text, text: Text, cue: Cue) -> Navigation:
    """Play *move*, sound *cue*, show *text* and go on."""
    before = table_view(match)
    match.submit(move)
    return WithSound(cue, match.show(SayScreen(match, title, text, lambda: onward(match, before))))


def round_screen(match: Match, done: DoneView) -> Screen:
    """Return the screen that tells the winner of a round and the winner's points."""
    rules = table_view(match).rules

    def title(tongue: Translator) -> str:
        return tongue._("Round {number} of {rounds}").format(number=done.number, rounds=rules.rounds)

    def text(tongue: Translator) -> Verbatim:
        name, points = match.players[done.winner], done.points[done.winner]
        sentence = tongue._("{name} is the last one standing: {points} points.")
        return Verbatim(sentence.format(name=name, points=points))

    return SayScreen(match, title if rules.is_tournament else N_("Round over"), text, match.next_round)
