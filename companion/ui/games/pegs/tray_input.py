"""Rows from the tray in an entry: doubtful pegs blink, and the players confirm or change them."""

from __future__ import annotations

from companion.box import Cue
from companion.box.tray import RowCommitted
from companion.errors import N_
from companion.games.pegs.edition import Edition
from companion.games.pegs.view import PegView
from companion.i18n.translator import Translator, filled
from companion.tray.service import Lesson, ReadRow
from companion.ui.games.pegs.drawing import colour_name
from companion.ui.games.pegs.rowentry import RowEntry
from companion.ui.match import Match
from companion.ui.notice import Question
from companion.ui.screen import Navigation, Refuse, Screen, ShowMessage, WithSound

BLINK_S = 0.5
BLINKS_FOR_S = 30.0
"""How long doubtful pegs blink, in seconds; if no player reacts by then, the box may go idle again."""


class Laying:
    """Puts rows from the tray into one *entry*; ``read`` is the last row that was put there."""

    def __init__(self, match: Match, entry: RowEntry, has_holes: bool) -> None:
        self.read: ReadRow | None = None
        self._match = match
        self._entry = entry
        self._has_holes = has_holes
        self._ends = 0.0
        self._due = 0.0

    def take(self, row: RowCommitted, edition: Edition) -> Navigation | None:
        """Put *row* into the entry, and tell what is missing in it; raises ``RowRefused`` if it cannot be read.

        Returns None without a tray.
        """
        context = self._match.context.tray
        if context is None:
            return None
        read = self.read = context.read(row, edition)
        hole = edition.hole
        missing = set() if self._has_holes else {place for place, peg in enumerate(read.pegs) if peg == hole}
        pegs = [None if place in missing else peg for place, peg in enumerate(read.pegs)]
        self._entry.lay(pegs, read.doubtful - missing)
        now = self._match.context.now()
        self._ends, self._due = now + BLINKS_FOR_S, now + BLINK_S
        translator = self._match.context.translator
        if missing:
            return Refuse(translator._("A peg is missing in hole {hole}.").format(hole=min(missing) + 1))
        if read.sentence:
            return Refuse(translator._(read.sentence))
        # No message for a doubt: it would cover the blinking peg, and the title line already asks.
        return WithSound(Cue.REFUSED if self._entry.doubts else Cue.PRESS, ShowMessage(""))

    def due(self) -> float | None:
        """Return when the doubtful pegs change next; None if none is left or they have blinked long enough."""
        return self._due if self._entry.doubts and self._due <= self._ends else None

    def tick(self, now: float) -> None:
        """Show or hide the doubtful pegs; after the last blink they are shown."""
        self._due = now + BLINK_S
        self._entry.hides_doubts = not self._entry.hides_doubts and self._due <= self._ends

    def played(self, row: tuple[int, ...]) -> None:
        """Tell the tray that *row* was played from the entry."""
        context = self._match.context.tray
        if context is not None and self.read is not None:
            context.played(self.read, row)


def take_next(match: Match, row: RowCommitted) -> Navigation | None:
    """Put *row* into the screen that the match waits for, and go there; None if that screen takes no row."""
    context = match.context.tray
    if context is None or context.lesson is not None:
        return None
    screen = match.face.next_screen(match)
    return None if screen.take_row(row) is None else match.show(screen)


def show_answer(match: Match, view: PegView) -> None:
    """Show the last answer on the lamps of the tray."""
    rounds = [view.now] if view.now is not None and view.now.rows else list(view.done[-1:])
    keys = rounds[-1].rows[-1].answer if rounds and rounds[-1].rows else None
    if match.context.tray is not None and keys is not None:
        match.context.tray.answer(keys.blacks, keys.whites)


def lesson_question(match: Match) -> Screen | None:
    """Return the question whether the tray shall remember the pegs that players corrected or confirmed.

    Returns None if there are none; the question is returned only once per lesson.
    """
    context = match.context.tray
    if context is None or context.lesson is None:
        return None
    lesson, context.lesson = context.lesson, None

    words = filled(N_("Remember for the tray: {pegs}?"), pegs=lambda translator: _pegs(lesson, translator))

    def yes() -> Navigation:
        context.learn(lesson)
        return match.onward()

    return Question(match.context, words, yes, match.onward)


def _pegs(lesson: Lesson, translator: Translator) -> str:
    edition = lesson.edition
    named = (f"{sample.hole + 1} {colour_name(edition, translator, sample.colour)}" for sample in lesson.samples)
    return ", ".join(named)
