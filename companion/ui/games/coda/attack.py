"""The attack screen: first choose a standing panel of another player, then the number on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.box import Button, Cue
from companion.errors import N_
from companion.games.coda.moves import Attack, Stop
from companion.games.coda.panels import DASH, NUMBERS, rank
from companion.games.coda.state import Rules
from companion.games.coda.view import CodaView, RoundView, Seen
from companion.i18n.translator import Text, Translator, filled
from companion.match.driver import MoveEvent
from companion.ui.core.page import Page
from companion.ui.core.screen import TURNS, Navigation, Stay, WithSound
from companion.ui.games.coda.announce import TimedScreen, lost_words, onward, table_of, told_screen
from companion.ui.games.coda.drawing import Callout, PanelRow, Targets, panel_words, whole_words
from companion.ui.games.coda.menus import ATTACKS
from companion.ui.games.coda.own_panels import put_in, turn_over
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.spoken import asked, news
from companion.words.phrase import Phrase

DONE = "\u2713"


class AttackScreen(TimedScreen):
    """The rows of the other players, a cursor on one of their standing panels, and the number that is named.

    LEFT and RIGHT move from panel to panel. OK names a number in the middle of those that all players see to be
    possible, UP and DOWN the next of them, and OK then attacks. After a right attack, the cursor has one more place,
    left of where it starts, which ends the turn.
    """

    hold_repeats = frozenset({Button.UP, Button.DOWN, Button.LEFT, Button.RIGHT})

    def __init__(self, match: Match, view: CodaView, now: RoundView, struck: Attack | None = None) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.struck = struck
        self.was_right = struck is not None
        self.number: int | None = None
        self.targets = [
            (seat, place)
            for seat, row in enumerate(now.rows)
            for place, panel in enumerate(row)
            if seat != now.turn and panel.is_standing
        ]
        if struck is not None:
            # The cursor begins at the panel after the one that fell, and the place that ends the turn is beside it.
            self.targets.sort(key=lambda target: (target < (struck.seat, struck.place), target))
        self.at = 0
        self.seat = self.targets[self.at][0]

    @property
    def is_at_stop(self) -> bool:
        """Whether the cursor is after the last panel, at the place that ends the turn."""
        return self.at == len(self.targets)

    def spoken(self) -> Sequence[Phrase]:
        return news(self.match) if self.was_right else asked(self.match)

    def draw(self, page: Page) -> None:
        time = self.run_clock()
        page.title(self.match.doing(ATTACKS, self.now.turn), time, optional=True)
        page.hints(*self._hints(page.translator))
        page.add(self._row(page.translator, time or (page.translator._("Right") if self.was_right else "")))

    def _row(self, translator: Translator, time: str) -> PanelRow:
        """Return the row under attack; on a large display, the panel that fell before comes first."""
        table, place = table_of(self.match, self.now), None
        if self.is_at_stop:
            name, words, row = translator._("Stop"), DONE, self.now.rows[self.seat]
            callout = Callout("", f"{DONE} {name}", presses=(Button.OK,))
        else:
            self.seat, place = self.targets[self.at]
            row, name = self.now.rows[self.seat], self.match.players[self.seat]
            words = whole_words(translator, row[place].colour, self.number)
            panel = replace(row[place], number=self.number)
            named = Callout(name, words, panel, presses=(Button.OK,), turns=True)
            callout = self._struck(translator) or named
        return PanelRow(
            name,
            words,
            row,
            place,
            self.number,
            low_name="" if self.is_at_stop else time,
            table=table,
            seat=self.seat,
            callout=callout,
            targets=Targets(tuple(self.targets), self.at),
        )

    def _struck(self, translator: Translator) -> Callout | None:
        """Return the panel that has just fallen; None after the first press."""
        if self.struck is None:
            return None
        seat, place = self.struck.seat, self.struck.place
        panel = self.now.rows[seat][place]
        name, detail = self.match.players[seat], panel_words(translator, panel.colour, panel.number)
        return Callout(name, f"{DONE} {translator._('Right')}", panel, detail, is_lit=True)

    def _hints(self, translator: Translator) -> tuple[str, str]:
        # The first stays the same, because a slow bus sends what changes.
        ok = translator._("OK: number") if self.number is None else translator._("OK: attack")
        return translator._("\u25c0\u25b6\u25b2\u25bc aim"), translator._("OK: stop") if self.is_at_stop else ok

    def press(self, button: Button) -> Navigation:
        self.struck = None
        match button:
            case Button.LEFT | Button.RIGHT | Button.UP | Button.DOWN if self.is_at_stop or button in TURNS:
                stops = len(self.targets) + (self.now.hits > 0)
                self.at, self.number = (self.at + (1 if button in (Button.RIGHT, Button.DOWN) else -1)) % stops, None
            case Button.OK:
                return self._take()
            case Button.UP | Button.DOWN:
                numbers = self._numbers()
                at = numbers.index(self._likely() if self.number is None else self.number)
                self.number = numbers[(at + (1 if button is Button.UP else -1)) % len(numbers)]
            case Button.BACK if self.number is None:
                return self.match.pause(self)
            case Button.BACK:
                self.number = None
        return Stay()

    def _take(self) -> Navigation:
        """End the turn, name a number, or attack with the one that is named."""
        if self.is_at_stop:
            return put_in(self.match, Stop())
        if self.number is not None:
            seat, place = self.targets[self.at]
            return play_attack(self.match, self.now, Attack(seat, place, self.number))
        self.number = self._likely()
        return Stay()

    def _numbers(self) -> list[int]:
        return possible_numbers(self.view.rules, self.now.rows, *self.targets[self.at])

    def _likely(self) -> int:
        return likely_number(self.view.rules, self.now.rows, *self.targets[self.at])


def possible_numbers(rules: Rules, rows: Sequence[Sequence[Seen]], seat: int, place: int) -> list[int]:
    """Return the numbers that the shown panels leave for the panel of *seat* at *place*, in rising order.

    They depend only on what all players see. What wrong attacks have told is not counted: players must remember it.
    """
    colour = rows[seat][place].colour
    shown = {(panel.colour, panel.number) for row in rows for panel in row if panel.number is not None}
    ranks = _ranks(rows[seat])
    low = max((one for at, one in ranks if at < place), default=-1)
    high = min((one for at, one in ranks if at > place), default=2 * NUMBERS)
    fitting = [number for number in rules.numbers if number == DASH or low < rank(colour, number) < high]
    return [number for number in fitting if (colour, number) not in shown]


def _ranks(row: Sequence[Seen]) -> list[tuple[int, int]]:
    """Return the place and the rank of each panel of *row* that shows a number."""
    numbers = [(at, panel.colour, panel.number) for at, panel in enumerate(row)]
    return [(at, rank(colour, number)) for at, colour, number in numbers if number not in (None, DASH)]


def likely_number(rules: Rules, rows: Sequence[Sequence[Seen]], seat: int, place: int) -> int:
    """Return the number at which naming starts: as far among the possible ones as *place* is among hidden panels.

    The first of them starts near the lowest number, the last near the highest. It depends only on what all players
    see, so it tells nothing about the attacker's own panels.
    """
    numbers = possible_numbers(rules, rows, seat, place)
    known = [number for number in numbers if number != DASH] or numbers
    places = [at for at, _ in _ranks(rows[seat])]
    left = max((at for at in places if at < place), default=-1)
    right = min((at for at in places if at > place), default=len(rows[seat]))
    return known[int(len(known) * (place - left - 0.5) / (right - left - 1))]


def play_attack(match: Match, now: RoundView, attack: Attack) -> Navigation:
    """Play *attack* and show its result; an attacker who may continue goes directly to the next attack."""
    event = match.submit(attack)
    before, view = event.before.view(None), event.after.view(None)
    if view.now is not None and view.now.hits > now.hits and any(p.is_standing for p in view.now.rows[attack.seat]):
        return WithSound(Cue.SOLVED, match.show(AttackScreen(match, view, view.now, attack)))
    title, text, is_right = attack_words(match, event)
    drawn = drawn_before(event)
    if not is_right and drawn is not None:
        return WithSound(Cue.LOST, match.show(turn_over(match, before, view, drawn, title)))
    said = told_screen(match, event, title, text, lambda: onward(match, before), title)
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
