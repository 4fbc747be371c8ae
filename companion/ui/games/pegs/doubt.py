"""Screens for answers that no code fits: the rows that the box suspects, the likeliest first, and ways to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.moves import Amend
from companion.games.pegs.state import Phase
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Translator
from companion.strategy.pegs.audit import Mistake, Suspect, suspects
from companion.strategy.pegs.candidates import candidates_after
from companion.ui.games.pegs.board import RowsWithText, board_rows
from companion.ui.games.pegs.corrections import MenuOver, amend_question, challenge_question, rows_menu
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.pegs.mistakes import answer_words, mistake_words, not_words
from companion.ui.games.pegs.navigation import onward, table_view
from companion.ui.games.pegs.scores import score_line
from companion.ui.match import Match
from companion.ui.menu import Item
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace, Screen, Stay

TITLE = N_("No code fits!")
MOST = 99
"""The largest number of pages, limited by the room in the title; the menu lets players correct any row."""

_STEPS = {Button.LEFT: -1, Button.UP: -1, Button.RIGHT: 1, Button.DOWN: 1}


@dataclass(frozen=True, slots=True)
class Proposal:
    """Rows that may have been answered wrongly, and corrections of them; ``amends`` is empty if none is known."""

    rows: tuple[int, ...]
    amends: tuple[Amend, ...] = ()
    mistake: Mistake | None = None


def is_contradicted(view: PegView) -> bool:
    """Whether it is certain that no code fits the answers to a kept code."""
    now = view.now
    if now is None or not now.kept or view.phase is not Phase.GUESS:
        return False
    return bool(now.rows) and not candidates_after(view.rules.space, now.rows).count


def proposals(view: PegView) -> tuple[Proposal, ...]:
    """Return the readings of all suspects: first the likeliest reading of each, then the second of each, and so on."""
    named = suspects(view.rules.space, view.now.rows) if view.now is not None else ()
    first = [_proposals(suspect) for suspect in named]
    most = max(map(len, first), default=0)
    every = (readings[depth] for depth in range(most) for readings in first if depth < len(readings))
    return tuple(islice(every, MOST))


def _proposals(suspect: Suspect) -> list[Proposal]:
    return list(_readings(suspect)) or [Proposal(suspect.rows)]


def _readings(suspect: Suspect) -> Iterator[Proposal]:
    for reading in suspect.readings:
        amends = tuple(Amend(row, right) for row, right in zip(suspect.rows, reading.answers, strict=True))
        yield Proposal(suspect.rows, amends, reading.mistakes[0] if len(suspect.rows) == 1 else None)


class DoubtScreen(Screen):
    """Pages with one suspicion each; the direction buttons turn them, OK opens a menu of what to do."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.proposals = proposals(view)
        self.at = 0

    @property
    def proposal(self) -> Proposal:
        """The suspicion on this page."""
        return self.proposals[self.at] if self.proposals else Proposal(())

    def draw(self, page: Page) -> None:
        """Draw the suspected rows as they were answered, and the question whether another answer is right."""
        count = len(self.proposals)
        arrows = " \u25c0\u25b6" if count < 10 else ""
        page.title(TITLE, f"{self.at + 1}/{count}{arrows}" if count > 1 else "", optional=True)
        page.add(score_line(self.match, self.view, self.now))
        rows = board_rows(self.now.rows)
        suspected = tuple(rows[place] for place in self.proposal.rows)
        edition, style = self.view.rules.edition, self.match.context.chosen.pegs
        page.add(RowsWithText(edition, style, suspected, self._words(page.translator, self.proposal)))

    def _words(self, translator: Translator, proposal: Proposal) -> str:
        edition = self.view.rules.edition
        if not proposal.rows:
            return translator._("No code fits, and more than two rows are to blame.")
        if not proposal.amends:
            return translator._("Is row {number} right?").format(number=proposal.rows[0] + 1)
        if proposal.mistake is None:
            said = (answer_words(edition, translator, amend.row, amend.answer) for amend in proposal.amends)
            return translator._("{rows}?").format(rows=". ".join(said))
        amend = proposal.amends[0]
        row = not_words(edition, translator, amend.row, amend.answer, self.now.rows[amend.row].answer)
        return translator._("{rows}?").format(rows=row) + " " + mistake_words(edition, translator, proposal.mistake)

    def press(self, button: Button) -> Navigation:
        """Turn to another suspicion, open the menu of what to do, or pause."""
        if button in _STEPS and self.proposals:
            self.at = (self.at + _STEPS[button]) % len(self.proposals)
        if button is Button.OK:
            return Replace(self._menu())
        return self.match.pause(self) if button is Button.BACK else Stay()

    def _menu(self) -> MenuOver:
        match, amends = self.match, self.proposal.amends
        right = [Item(N_("Put it right"), lambda: Replace(amend_question(match, amends, self._back)), "…")]
        by_box = self.view.rules.is_box(self.now.breaker)
        challenge = self._let_box_challenge if by_box else self._challenge
        ways = [
            *(right if amends else []),
            Item(N_("Correct a row"), lambda: Replace(rows_menu(match, self._back)), "…"),
            Item(N_("Enter the code"), challenge, "…"),
        ]
        if not by_box:
            ways.append(Item(N_("Go on as it is"), lambda: Replace(GuessScreen(match, self.view, self.now))))
        return MenuOver(match, TITLE, ways, self._back)

    def _back(self) -> Navigation:
        return Replace(self)

    def _challenge(self) -> Navigation:
        return challenge_question(self.match, self.view, self._back)

    def _let_box_challenge(self) -> Navigation:
        before = table_view(self.match)
        self.match.call()
        return onward(self.match, before)
