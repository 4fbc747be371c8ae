"""A row being set: its pegs and the cursor, what the tray puts into it, and the base of the screens that show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.box import Button, Cue
from companion.box.tray import RowCommitted
from companion.errors import N_
from companion.games.pegs.codes import Code, Space
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import PegView
from companion.i18n.translator import Text, Translator, filled
from companion.tray.service import Lesson, ReadRow
from companion.ui.core.context import AppContext
from companion.ui.core.notice import Question
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Refuse, Screen, ShowMessage, Stay, WithSound
from companion.ui.core.text_page import with_value
from companion.ui.games.pegs.drawing import colour_name, letter, letters_words
from companion.ui.games.pegs.elements import CodeEntry, EntryRow
from companion.ui.games.pegs.rounds import score_line
from companion.ui.games.shared.match import Match


class RowEntry:
    """Places from left to right and, after the last, a tick; the cursor is on one of them.

    Turning a place goes through *values* peg colours. Turning the tick goes back through the *earlier* rows and copies
    them into the entry. A place is None until it is set. ``doubts`` are the places whose peg the tray was not sure of;
    they count as set once they are confirmed or turned.
    """

    def __init__(self, places: int, values: int, start: Code | None = None, earlier: Sequence[Code] = ()) -> None:
        self.pegs: list[int | None] = list(start) if start is not None else [None] * places
        self.cursor = 0
        self.recalled: int | None = None
        self.doubts: set[int] = set()
        self.hides_doubts = False
        self.values = values
        self._earlier = tuple(earlier)

    @property
    def is_at_tick(self) -> bool:
        """Whether the cursor is on the tick, after the last place."""
        return self.cursor == len(self.pegs)

    @property
    def row(self) -> Code | None:
        """The row if every place is set and none is in doubt, else None."""
        is_set = None not in self.pegs and not self.doubts
        return tuple(peg for peg in self.pegs if peg is not None) if is_set else None

    @property
    def visible_pegs(self) -> list[int | None]:
        """The places as they look now, with those in doubt blinking."""
        return [None if self.hides_doubts and place in self.doubts else peg for place, peg in enumerate(self.pegs)]

    @property
    def peg(self) -> int | None:
        """The peg under the cursor; None at the tick or for an unset place."""
        return None if self.is_at_tick else self.pegs[self.cursor]

    def forward(self) -> None:
        """Move the cursor one place to the right, at most to the tick."""
        self.cursor = min(self.cursor + 1, len(self.pegs))

    def around(self) -> None:
        """Move the cursor one place to the left, from the first one to the tick."""
        self.cursor = self.cursor if self.back() else len(self.pegs)

    def back(self) -> bool:
        """Move the cursor one place to the left; return False if it is at the first place."""
        if self.cursor == 0:
            return False
        # An earlier row is marked only while the tick goes through them.
        self.recalled = None
        self.cursor -= 1
        return True

    def go_to_gap(self) -> None:
        """Move the cursor to the first place that is not set or is in doubt."""
        gaps = [place for place, peg in enumerate(self.pegs) if peg is None or place in self.doubts]
        self.cursor = min(gaps, default=self.cursor)

    def lay(self, pegs: Sequence[int | None], doubts: Iterable[int] = ()) -> None:
        """Set all places at once, and move the cursor to the first gap or doubt, else to the tick."""
        self.pegs = list(pegs)
        self.doubts = set(doubts)
        self.recalled = None
        self.hides_doubts = False
        self.cursor = len(self.pegs)
        self.go_to_gap()

    def take_out(self, places: Iterable[int]) -> None:
        """Clear *places*."""
        self.pegs = [None if place in {*places} else peg for place, peg in enumerate(self.pegs)]

    def clear(self) -> None:
        """Clear all places and move the cursor to the first."""
        self.lay([None] * len(self.pegs))

    def confirm(self) -> None:
        """Confirm the peg under the cursor, which is then no longer in doubt."""
        self.doubts.discard(self.cursor)

    def begin(self, *, repeats: bool) -> None:
        """Set the unset place under the cursor to the first colour, or without *repeats* to the first unused one."""
        used = {*self.pegs} if not repeats else set[int | None]()
        self.pegs[self.cursor] = next((peg for peg in range(self.values) if peg not in used), 0)

    def put(self, peg: int) -> None:
        """Set the place under the cursor to *peg* and move the cursor forward; at the tick nothing happens."""
        if not self.is_at_tick and peg < self.values:
            self.pegs[self.cursor] = peg
            self.confirm()
            self.forward()

    def turn(self, step: int) -> None:
        """Change the place under the cursor by *step* colours, or at the tick go through the earlier rows."""
        if self.is_at_tick:
            self._recall(-step)
            return
        peg = self.pegs[self.cursor]
        start = (0 if step > 0 else self.values - 1) if peg is None else (peg + step) % self.values
        self.pegs[self.cursor] = start
        self.confirm()

    def shift(self) -> None:
        """Move every peg one place to the right, and the last one to the first place."""
        count = len(self.pegs)
        self.pegs = [*self.pegs[-1:], *self.pegs[:-1]]
        self.doubts = {(place + 1) % count for place in self.doubts}
        self.recalled = None

    def _recall(self, step: int) -> None:
        if not self._earlier:
            return
        last = len(self._earlier) - 1
        place = last if self.recalled is None else self.recalled + step
        self.recalled = min(max(place, 0), last)
        self.pegs = list(self._earlier[self.recalled])
        self.doubts.clear()


BLINK_S = 0.5
BLINKS_FOR_S = 30.0
"""How long doubtful pegs blink, in seconds; if no player reacts by then, the box may go idle again."""


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


def turn_words(edition: Edition) -> str:
    """Return the message of what UP and DOWN turn in a row of *edition*."""
    if edition.has_words:
        return N_("\u25b2\u25bc letter")
    return N_("\u25b2\u25bc digit") if edition.has_digits else N_("\u25b2\u25bc colour")


def type_words(translator: Translator, edition: Edition, values: int) -> str:
    """Return what may be typed for a row of *edition* with *values* for each place, with an example."""
    example = "".join(letter(edition, translator, peg) for peg in range(edition.pegs))
    digits, letters = N_("Type {count} digits, such as {letters}"), N_("Type {count} letters, such as {letters}")
    words = digits if edition.has_digits else letters
    said = translator._(words).format(count=edition.pegs, letters=example)
    return translator._("{words}; - is a hole").format(words=said) if values > len(edition.colours) else said


class RowScreen(Screen):
    """A row of pegs of *edition* being set in *entry*.

    A subclass says what is drawn around it, what the row is for (``done``) and where BACK leads (``leave``).
    """

    pauses = False
    """Whether BACK at the first place opens the pause menu."""
    repeats = True
    """Whether a colour may be in the row more than once."""

    def __init__(self, context: AppContext, edition: Edition, entry: RowEntry) -> None:
        self.context = context
        self.edition = edition
        self.entry = entry
        self._lack: str | None = None

    def finish(self, row: Code) -> Navigation:
        """Handle OK at the tick of a complete row."""
        raise NotImplementedError

    def leave(self) -> Navigation:
        """Handle BACK at the first place."""
        raise NotImplementedError

    def head(self, page: Page, title: Text, beside: str = "") -> None:
        """Draw *title* and the text *beside* it, or after OK at the tick what the row lacks.

        The message stands at the top because a banner would cover the row that it is about.
        """
        if self._lack is None:
            page.title(title, beside)
        else:
            page.title(self._lack)

    def keys(self, page: Page, at_tick: str) -> None:
        """Draw what the buttons do at the cursor, on a page with room; at the tick, OK does *at_tick*.

        BACK, where it pauses, is shown instead of what LEFT and RIGHT do, and first once the peg is set.
        """
        translator, entry = page.translator, self.entry
        if entry.is_at_tick:
            answer = with_value(translator, "OK", at_tick)
            shifts = translator._("ROLL shifts") if self.takes_roll else ""
            page.hints(translator._("\u25c0 back"), shifts, answer, tall=True)
            return
        back = translator._("BACK pause") if self.pauses and not entry.cursor else ""
        colour, place = translator._(turn_words(self.edition)), translator._("\u25c0\u25b6 place")
        first = (back, colour) if back and entry.peg is not None else (colour, back or place)
        page.hints(*first, translator._("OK: next"), tall=True)

    def row(self) -> EntryRow:
        """Return the page element of the row, as it looks now."""
        entry = self.entry
        return EntryRow(self.edition, self.context.chosen.pegs, tuple(entry.visible_pegs), entry.cursor, entry.values)

    def words(self, translator: Translator, at_tick: str) -> str:
        """Return the name of the peg under the cursor, as a question if the peg is in doubt, or *at_tick*.

        A place with a dot is called not set.
        """
        if self.entry.is_at_tick:
            return at_tick
        if self.entry.peg is None:
            return translator._("not set")
        name = colour_name(self.edition, translator, self.entry.peg)
        return translator._("{colour}?").format(colour=name) if self.entry.cursor in self.entry.doubts else name

    @property
    def takes_roll(self) -> bool:
        return self.entry.is_at_tick

    def press(self, button: Button) -> Navigation:
        entry = self.entry
        self._lack = None
        match button:
            case Button.ROLL if entry.is_at_tick:
                entry.shift()
            case Button.UP:
                entry.turn(1)
            case Button.DOWN:
                entry.turn(-1)
            case Button.LEFT:
                entry.around()
            case Button.BACK:
                return Stay() if entry.back() else self.leave()
            case Button.OK if entry.is_at_tick:
                return self._finish()
            case Button.OK if entry.peg is None:
                entry.begin(repeats=self.repeats)
            case Button.OK | Button.RIGHT:
                if button is Button.OK:
                    entry.confirm()
                entry.forward()
        return Stay()

    def _finish(self) -> Navigation:
        row = self.entry.row
        colours = () if self.repeats or row is None else row
        twice = [at for at, peg in enumerate(colours) if peg != self.edition.hole and peg in colours[:at]]
        if row is not None and not twice:
            return self.finish(row)
        self._lack = N_("Fill every place!") if None in self.entry.pegs else N_("Blinking: is it OK?")
        if twice:
            # Taken out, so that another colour goes there.
            self.entry.take_out(twice)
            self._lack = N_("Nothing twice!")
        self.entry.go_to_gap()
        return WithSound(Cue.REFUSED, Stay())

    def type(self, text: str) -> Navigation | None:
        """Set the peg whose letter is *text*; other letters, and letters at the tick, are no text for this screen."""
        letters = [colour.letter(self.context.translator.language) for colour in self.edition.colours]
        if self.entry.is_at_tick or text.upper() not in letters:
            return None
        self._lack = None
        self.entry.put(letters.index(text.upper()))
        return Stay()

    def typing(self) -> str:
        if self.entry.is_at_tick:
            return self.context.translator._("Enter: answer")
        return type_words(self.context.translator, self.edition, self.entry.values)

    def take_line(self, text: str) -> Navigation:
        """Finish the row with the letters in *text*, or set one peg; refuse others with those there are."""
        self._lack = None
        translator, edition = self.context.translator, self.edition
        letters = [letter(edition, translator, peg) for peg in range(self.entry.values)]
        typed = "".join(text.upper().split())
        if len(typed) == 1 and self.type(typed) is not None:
            return ShowMessage(self.row_as_set(translator))
        if len(typed) != edition.pegs or not set(typed) <= set(letters):
            words = N_("{count} digits: {letters}") if edition.has_digits else N_("{count} letters: {letters}")
            known = letters_words(edition, translator, self.entry.values)
            return Refuse(translator._(words).format(count=edition.pegs, letters=known))
        self.entry.lay([letters.index(sign) for sign in typed])
        return self._finish()

    def row_as_set(self, translator: Translator) -> str:
        empty = translator._("not set")
        names = (empty if peg is None else colour_name(self.edition, translator, peg) for peg in self.entry.pegs)
        return ", ".join(names)


class EntryScreen(RowScreen):
    """A row of a match, of pegs out of *space*; it begins with the pegs *start* and can recall the *earlier* rows.

    Rows from the tray are put into the entry; ``read`` is the last of them.
    """

    pauses = True

    def __init__(
        self, match: Match, view: PegView, space: Space, start: Code | None = None, earlier: Sequence[Code] = ()
    ) -> None:
        edition = view.rules.edition
        super().__init__(match.context, edition, RowEntry(edition.pegs, space.values, start, earlier))
        self.repeats = space.repeats
        self.match = match
        self.view = view
        self.read: ReadRow | None = None
        self._has_holes = space.holes
        self._blinks_until = self._blinks_at = 0.0

    def leave(self) -> Navigation:
        """Open the pause menu."""
        return self.match.pause(self)

    def draw_code(self, page: Page, title: Text, at_tick: str) -> None:
        """Draw the row as a code under *title*, with the scores; at the tick, OK does *at_tick*."""
        self.head(page, title)
        self.keys(page, at_tick)
        if self.view.now is not None:
            page.add(score_line(self.match, self.view, self.view.now))
        page.add(CodeEntry(self.row(), self.words(page.translator, at_tick)))

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Put the row that was set in the tray into the entry, and tell what is missing in it.

        Returns None without a tray or pegs; raises ``RowRefused`` if the row cannot be read.
        """
        tray, translator, hole = self.context.tray, self.context.translator, self.edition.hole
        if tray is None or self.edition.has_signs:
            return None
        read = self.read = tray.read(row, self.edition)
        missing = set() if self._has_holes else {place for place, peg in enumerate(read.pegs) if peg == hole}
        pegs = [None if place in missing else peg for place, peg in enumerate(read.pegs)]
        self.entry.lay(pegs, read.doubtful - missing)
        now = self.context.now()
        self._blinks_until, self._blinks_at = now + BLINKS_FOR_S, now + BLINK_S
        if missing:
            return Refuse(translator._("A peg is missing in hole {hole}.").format(hole=min(missing) + 1))
        if read.sentence:
            return Refuse(translator._(read.sentence))
        # No message for a doubt: it would cover the blinking peg, and the title line already asks.
        return WithSound(Cue.REFUSED if self.entry.doubts else Cue.PRESS, ShowMessage(""))

    def due(self) -> float | None:
        """Return when the pegs of which the tray was not sure change next; they blink for some time only."""
        return self._blinks_at if self.entry.doubts and self._blinks_at <= self._blinks_until else None

    def tick(self, now: float) -> Navigation:
        """Show or hide the doubtful pegs; after the last blink they are shown."""
        self._blinks_at = now + BLINK_S
        self.entry.hides_doubts = not self.entry.hides_doubts and self._blinks_at <= self._blinks_until
        return Stay()

    def keep(self, before: EntryScreen) -> None:
        """Go on with the entry of *before* as it is."""
        self.entry, self.read = before.entry, before.read
        self._blinks_until, self._blinks_at = before._blinks_until, before._blinks_at
