"""The attack screen: first choose a standing panel of another player, then the number on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.coda.moves import Attack, Stop
from companion.games.coda.panels import DASH, NUMBERS
from companion.games.coda.state import Rules
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.driver import MoveEvent
from companion.ui.games.coda.announce import onward
from companion.ui.games.coda.drawing import PanelRow, panel_words
from companion.ui.games.coda.own_panels import ShownScreen, put_in
from companion.ui.games.coda.turn_clock import TimedTurn, lost_words, turn_clock
from companion.ui.match import Match
from companion.ui.match_screens import SayScreen
from companion.ui.page import Page
from companion.ui.screen import Navigation, Stay, WithSound


class AttackScreen(TimedTurn):
    """The rows of the other players, a cursor on one of their standing panels, and the number that is named.

    LEFT and RIGHT move from panel to panel and OK chooses one; UP and DOWN then change its number and OK attacks.
    After a right attack, the cursor has one more place, which ends the turn.
    """

    hold_repeats = frozenset({Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT})

    def __init__(self, match: Match, view: CodaView, now: RoundView, struck: Attack | None = None) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.clock = turn_clock(match)
        self.was_right = struck is not None
        self.number: int | None = None
        self.targets = [
            (seat, place)
            for seat, row in enumerate(now.rows)
            for place, panel in enumerate(row)
            if seat != now.turn and panel.is_standing
        ]
        after = (struck.seat, struck.place) if struck is not None else (-1, -1)
        self.at = next((at for at, target in enumerate(self.targets) if target > after), 0)
        self.seat = self.targets[self.at][0]

    @property
    def is_at_stop(self) -> bool:
        """Whether the cursor is after the last panel, at the place that ends the turn."""
        return self.at == len(self.targets)

    def draw(self, page: Page) -> None:
        """Draw the attacker with the clock, the row under attack, and the number named."""
        time = self.run_clock() or (page.translator._("Right") if self.was_right else "")
        page.title(Verbatim(self.match.players[self.now.turn]), time, optional=True)
        page.hints(*self._hints(page.translator))
        if self.is_at_stop:
            page.add(PanelRow(page.translator._("Stop"), "\u2713", self.now.rows[self.seat]))
            return
        self.seat, place = self.targets[self.at]
        panel = self.now.rows[self.seat][place]
        words = panel_words(page.translator, panel.colour, self.number)
        row = self.now.rows[self.seat]
        page.add(PanelRow(self.match.players[self.seat], f"{words}?", row, place, self.number, low_name=time))

    def _hints(self, translator: Translator) -> tuple[str, str]:
        may_impose = self.may_impose()
        if self.number is not None:
            return "\u25c0 20 s" if may_impose else "\u25b2\u25bc", translator._("OK: attack")
        ok = translator._("OK: stop") if self.is_at_stop else translator._("OK: this one")
        return "\u25bc 20 s" if may_impose else "\u25c0\u25b6", ok

    def press(self, button: Button) -> Navigation:
        """Choose a panel or its number, attack, end the turn, impose the time limit, or pause."""
        if button is Button.ROLL:
            return self.impose()
        return self._choose(button) if self.number is None else self._name(button, self.number)

    def _choose(self, button: Button) -> Navigation:
        match button:
            case Button.LEFT | Button.RIGHT:
                stops = len(self.targets) + (self.now.hits > 0)
                self.at = (self.at + (1 if button is Button.RIGHT else -1)) % stops
            case Button.DOWN:
                return self.impose()
            case Button.OK if self.is_at_stop:
                return put_in(self.match, Stop())
            case Button.OK:
                self.number = likely_number(self.view.rules, self.now.rows[self.seat], self.targets[self.at][1])
            case Button.BACK:
                return self.pause()
        return Stay()

    def _name(self, button: Button, number: int) -> Navigation:
        numbers = len(self.view.rules.numbers)
        match button:
            case Button.LEFT if self.may_impose():
                return self.impose()
            case Button.UP | Button.RIGHT:
                self.number = (number + 1) % numbers
            case Button.DOWN | Button.LEFT:
                self.number = (number - 1) % numbers
            case Button.BACK:
                self.number = None
            case Button.OK:
                seat, place = self.targets[self.at]
                return attacked(self.match, self.now, Attack(seat, place, number))
        return Stay()


def likely_number(rules: Rules, row: Sequence[Seen], place: int) -> int:
    """Return the number at which naming starts: in the middle of those that the panels in view leave for a panel.

    It depends only on what all players see: the shown numbers of the row, and the panels between them.
    """
    shown = [(at, panel.number) for at, panel in enumerate(row) if panel.number not in (None, DASH)]
    left, low = max((one for one in shown if one[0] < place), default=(-1, -1))
    right, high = min((one for one in shown if one[0] > place), default=(len(row), NUMBERS))
    number = low + (high - low) * (place - left) / (right - left)
    return min(max(0, round(number)), NUMBERS - 1)


def attacked(match: Match, now: RoundView, attack: Attack) -> Navigation:
    """Play *attack* and show its result; an attacker who may continue goes directly to the next attack."""
    event = match.submit(attack)
    before, view = event.before.view(None), event.after.view(None)
    if view.now is not None and view.now.hits > now.hits and any(p.is_standing for p in view.now.rows[attack.seat]):
        return WithSound(Cue.SOLVED, match.show(AttackScreen(match, view, view.now, attack)))
    title, text, is_right = attack_words(match, event)
    drawn = drawn_before(event)
    if not is_right and drawn is not None:
        return WithSound(Cue.LOST, match.show(ShownScreen(match, before, view, drawn, title)))
    said = SayScreen(match, title, text, lambda: onward(match, before))
    return WithSound(Cue.SOLVED if is_right else Cue.LOST, match.show(said))


def drawn_before(event: MoveEvent[Any, CodaView]) -> Seen | None:
    """Return the panel that the player of *event* had drawn, as that player saw it; a wrong attack reveals it."""
    own = event.before.view(event.seat)
    return None if own.now is None else own.now.drawn


def attack_words(match: Match, event: MoveEvent[Any, CodaView]) -> tuple[Text, Text, bool]:
    """Return a title and a text for a played attack, and whether the attack was right."""
    before, after, attack = event.before.view(None), event.after.view(None), event.move
    hits = 0 if before.now is None else before.now.hits
    is_over = len(after.done) > len(before.done)
    is_right = is_over or (after.now is not None and after.now.hits > hits)
    if not is_right or before.now is None:
        return N_("Wrong"), lost_words(match.players[event.seat], drawn_before(event)), False
    colour = before.now.rows[attack.seat][attack.place].colour

    def panel(translator: Translator) -> str:
        return panel_words(translator, colour, attack.number)

    return N_("Right"), filled(N_("{name} knocks down: {panel}."), name=match.players[attack.seat], panel=panel), True
