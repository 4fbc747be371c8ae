"""The screens for setting a row on the box, with the answer to put on the real board, and for a code a player makes.

For a code that is entered in secret the other players look away, it is entered twice, and no screen
shows it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.box import Answered, Button, Cue, Sound
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import Guess, Reveal, SetCode
from companion.games.pegs.state import Ending, PegView, Phase, Proof, RoundView, Row, contradicts
from companion.games.secret import Secret
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.ui.core.elements import Sealed
from companion.ui.core.notice import Notice
from companion.ui.core.page import ARROWS, Doing, Page
from companion.ui.core.screen import Navigation, Refuse, Replace, Screen, Stay, WithSound
from companion.ui.games.pegs import rounds
from companion.ui.games.pegs.drawing import colour_name
from companion.ui.games.pegs.elements import GuessBoard, KeyCounts, PegRow, board_rows
from companion.ui.games.pegs.entry import EntryScreen, RowScreen, show_answer, take_next, type_words
from companion.ui.games.pegs.key_names import keys_words
from companion.ui.games.shared.clocked import ClockedScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.private import handover
from companion.ui.games.shared.spoken import asked, news_to_leave
from companion.words.phrase import Phrase

if TYPE_CHECKING:
    from companion.box.tray import RowCommitted

LONGEST_S = 1.0
"""The longest time, in seconds, until all key pegs are shown."""
BESIDE_ROW = 120
"""The smallest free height, in pixels, at which the row is shown above its key pegs."""


class AnswerScreen(Screen):
    """The key pegs to put beside the row just played: they appear one after another, each with its note.

    *end* is the sound after the last one, if the row ends the round. A press shows all key pegs at once; once they are
    shown, an arrow is the first press of the next row.
    """

    reveal_screen = rounds.RevealScreen

    def __init__(
        self, match: Match, view: PegView, rows: tuple[Row, ...], ended: RoundView | None, end: Cue | None
    ) -> None:
        self.match = match
        self.view = view
        self.number = (ended or view.now or view.done[-1]).used
        self.ended = ended
        self.keys = rows[-1].answer or Answer(0, 0)
        self.row = rows[-1].guess
        self._end = end
        starts = Answered(self.keys.blacks, self.keys.whites).starts_s()
        slower = max(1.0, *(start / LONGEST_S for start in starts)) if starts else 1.0
        began = match.context.now()
        self._appear = [began + start / slower for start in starts]
        self.shown = min(1, len(starts))

    @property
    def sound(self) -> Sound:
        """The sound to play when the screen appears."""
        return self._end if self._end and not self._appear else Answered(self.keys.blacks, self.keys.whites)

    def draw(self, page: Page) -> None:
        """Draw the key pegs large; their words replace the title when all of them are shown."""
        edition, keys, shown = self.view.rules.edition, self.keys, self.shown
        row = filled(N_("Row {number}: answer"), number=self.number)
        page.title(
            row if self._is_appearing else lambda translator: keys_words(edition, translator, keys), optional=True
        )
        page.hints(page.translator._("Row {number}").format(number=self.number), page.translator._("OK: go on"))
        page.add(rounds.score_line(self.match, self.view, self.shown_round))
        page.add(PegRow(edition, self.match.context.chosen.pegs, self.row, least=BESIDE_ROW))
        blacks = min(shown, keys.blacks)
        page.add(KeyCounts(edition, keys, shown=Answer(blacks, shown - blacks)))

    @property
    def shown_round(self) -> RoundView:
        """The round of the row."""
        return self.view.done[-1] if self.view.now is None or self.ended is not None else self.view.now

    @property
    def _is_appearing(self) -> bool:
        return self.shown < len(self._appear)

    def settle(self) -> None:
        """Show all key pegs."""
        self.shown = len(self._appear)

    def due(self) -> float | None:
        """Return when the next key peg appears; None once all are shown."""
        return self._appear[self.shown] if self._is_appearing else None

    def tick(self, now: float) -> Navigation:
        return self._show(max(self.shown + 1, sum(at <= now for at in self._appear)), Stay())

    def _show(self, count: int, go: Navigation) -> Navigation:
        """Show *count* key pegs; the last one ends with the sound of the round's end, and a celebration here."""
        was_appearing, self.shown = self._is_appearing, count
        if not was_appearing or self._is_appearing or self._end is None:
            return go
        if isinstance(go, Stay) and self.ended is not None:
            self.over = rounds.celebration(self.match, self.view, self.ended)
        return WithSound(self._end, go)

    def typing(self) -> str:
        if self.ended is not None:
            return ""
        translator, rules = self.match.context.translator, self.view.rules
        return f"{translator._('OK: go on')} | {type_words(translator, rules.edition, rules.guesses.values)}"

    def take_line(self, text: str) -> Navigation | None:
        """Go on to the next row, which is typed already."""
        screen = self.match.face.next_screen(self.match)
        go = screen.take_line(text) if self.ended is None else None
        return (
            WithSound(go.sound, self.match.show(screen))
            if isinstance(go, WithSound) and isinstance(go.go, Stay)
            else go
        )

    def spoken(self) -> Sequence[Phrase]:
        return news_to_leave(self.match)

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Go on to the next row, which has already been set in the tray."""
        return None if self.ended is not None else take_next(self.match, row)

    def press(self, button: Button) -> Navigation:
        go: Navigation = Stay()
        if button is Button.OK:
            go = (
                self.match.onward()
                if self.ended is None
                else self.match.show(self.reveal_screen(self.match, self.view, self.ended, is_new=self._is_appearing))
            )
        elif button is Button.BACK:
            go = self.match.pause(self)
        elif not self._is_appearing and self.ended is None and button in ARROWS:
            # The first press of the next row.
            go = self.match.onward()
            if isinstance(go, Replace) and isinstance(go.screen, RowScreen):
                go.screen.press(button)
        return self._show(len(self._appear), go)


class GuessScreen(ClockedScreen, EntryScreen):
    """The board so far and, under it, the row being set."""

    ends_late = True
    late_words = N_("{name} has no time left and loses the round.")

    answer_screen = AnswerScreen

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        rows = [row.guess for row in now.rows]
        super().__init__(match, view, view.rules.guesses, _start(match, rows), rows)
        self.now = now
        if view.rules.loses_rows:
            self.late_words = N_("{name} has no time left and loses the row.")

    def draw(self, page: Page) -> None:
        at_tick = page.translator._("not possible") if self._against() else page.translator._("answer")
        doing, said = self._doing(page.translator)
        self.head(page, self.clocked(doing), said)
        self.keys(page, at_tick)
        page.add(rounds.score_line(self.match, self.view, self.now))
        page.add(
            GuessBoard(
                board_rows(self.now.board),
                self.row(),
                page.translator._(keys_words_of(self.edition)),
                frozenset(self.now.numbers(self._against())),
                self.recalled,
            )
        )

    @property
    def recalled(self) -> int | None:
        """The place on the board of the row that is set again, or None."""
        place = self.entry.recalled
        return None if place is None else self.now.numbers([place])[0]

    def _doing(self, translator: Translator) -> tuple[Doing, str]:
        """Return who does what, and the peg under the cursor, the keys that choose one, or the key that answers."""
        if self._against():
            return self.match.doing(N_("{name}: not possible"), self.now.breaker), ""
        keys = f"{translator._('OK')}?" if self.entry.is_at_tick else "\u25b2\u25bc"
        said = keys if self.entry.peg is None else self.words(translator, "")
        longest = max(len(colour_name(self.edition, translator, peg)) for peg in range(self.entry.values))
        return self.match.doing(N_("{name} sets"), self.now.breaker, beside=longest), said

    def _against(self) -> tuple[int, ...]:
        """Return the rows that the row at the tick contradicts, if the players agreed to mark or refuse them."""
        rules = self.view.rules
        row = self.entry.row if self.entry.is_at_tick and (rules.marks or rules.is_hard) else None
        return () if row is None else contradicts(self.now.rows, row)

    def spoken(self) -> Sequence[Phrase]:
        return asked(self.match)

    def take_over(self, before: Screen) -> None:
        """Keep the unfinished row if the rows above it are still the same."""
        if isinstance(before, GuessScreen) and before.now.rows == self.now.rows:
            self.keep(before)

    def after_late(self, before: PegView) -> Navigation:
        return rounds.onward(self.match, before)

    def finish(self, row: Code) -> Navigation:
        """Play the row."""
        self.match.submit(Guess(row))
        if self.context.tray is not None and self.read is not None:
            self.context.tray.note_lesson(self.read, row)
        view: PegView = self.match.session.view()
        if view.phase is Phase.KEYS:
            return self.match.onward()
        show_answer(self.match, view)
        ended = view.done[-1] if len(view.done) > len(self.view.done) else None
        rows = view.now.rows if ended is None and view.now is not None else view.done[-1].rows
        end = None if ended is None else Cue.SOLVED if ended.ending is Ending.SOLVED else Cue.LOST
        answer = self.answer_screen(self.match, view, rows, ended, end)
        return WithSound(answer.sound, self.match.show(answer))


def _start(match: Match, rows: list[Code]) -> Code | None:
    """Return the pegs to start with: a row that was taken back, else by the settings the last row or None."""
    taken_back = match.session.redoable
    if isinstance(taken_back, Guess):
        return taken_back.code
    return rows[-1] if rows and match.context.chosen.start_row == "last" else None


BREAK = N_("{name}: break the code!")
FIRST_ROUNDS = {
    1: N_("{name}: find the {pegs} pegs in {rows} rows!"),
    2: N_("{name}: note the seal: no code can change."),
}
"""What the first two rounds of the first match of a game say instead."""
FIND_DIGITS = N_("{name}: find the {pegs} digits in {rows} rows!")
FIND_WORD = N_("{name}: find the word of {pegs} letters in {rows} rows!")
COLOUR_KEYS = N_("\u25b2\u25bc colour  \u25c0\u25b6 place\nOK next, \u2713\u00a0answer\nBACK pause")
DIGIT_KEYS = N_("\u25b2\u25bc digit  \u25c0\u25b6 place\nOK next, \u2713\u00a0answer\nBACK pause")
LETTER_KEYS = N_("\u25b2\u25bc letter  \u25c0\u25b6 place\nOK next, \u2713\u00a0answer\nBACK pause")


def keys_words_of(edition: Edition) -> str:
    """Return the message of what the keys do while a row of *edition* is set."""
    return LETTER_KEYS if edition.has_words else DIGIT_KEYS if edition.has_digits else COLOUR_KEYS


class ReadyScreen(Screen):
    """The codebreaker of the code just hidden, and the code's seal, which is empty for a code on the real board.

    In the first match of a game, its first round says what to find, and the next one what the seal is for.
    """

    says_goal = True

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.seal = "".join(match.session.seals[-1:])

    def draw(self, page: Page) -> None:
        page.title(rounds.round_title(self.view, self.now), optional=True)
        edition = self.view.rules.edition
        page.hints("", page.translator._("OK: begin"))
        page.add(rounds.score_line(self.match, self.view, self.now, is_titled=True))
        words = FIRST_ROUNDS.get(self.now.game, BREAK) if self.match.is_first else BREAK
        if words is FIRST_ROUNDS[1]:
            words = FIND_WORD if edition.has_words else FIND_DIGITS if edition.has_digits else words
        text = page.translator._(words).format(
            name=self.match.players[self.now.breaker], pegs=edition.pegs, rows=edition.rows
        )
        if self.seal:
            page.add(Sealed(text, self.seal))
        else:
            page.paragraph(Verbatim(text))

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Start with a row that has already been set in the tray."""
        screen = GuessScreen(self.match, self.view, self.now)
        return None if screen.take_row(row) is None else self.match.show(screen)

    def typing(self) -> str:
        return type_words(self.match.context.translator, self.view.rules.edition, self.view.rules.guesses.values)

    def type(self, text: str) -> Navigation | None:
        return self._begin(lambda row: row.type(text))

    def take_line(self, text: str) -> Navigation | None:
        """Start with a row that is typed."""
        return self._begin(lambda row: row.take_line(text))

    def _begin(self, enter: Callable[[GuessScreen], Navigation | None]) -> Navigation | None:
        row = GuessScreen(self.match, self.view, self.now)
        go = enter(row)
        stays = isinstance(go, Stay) or (isinstance(go, WithSound) and isinstance(go.go, Stay))
        return Replace(row) if stays else go

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return self.match.pause(self)
        row = GuessScreen(self.match, self.view, self.now)
        if button is not Button.OK:
            row.press(button)
        return Replace(row)


TAKE_OUT = N_("Take the pegs out of the tray, then lift the lid.")


class LookAwayScreen(rounds.RoundSayScreen):
    """Screen that asks the codemaker to take the box and all others to look away."""

    hint = N_("OK: begin")
    is_titled = False

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        name = rounds.maker_name(match, now)

        # The player may get a screen of their own while this is shown.
        def text(translator: Translator) -> Verbatim:
            return Verbatim(translator._(handover(match.context, name)).format(name=name))

        super().__init__(match, view, now, N_("Secret code"), text, lambda: Replace(SecretScreen(match, view, self)))


class SecretScreen(EntryScreen):
    """The hidden code being entered, for the first or the second time; ROLL opens no dice over it."""

    takes_roll = True
    is_private = True
    pauses = False

    def __init__(
        self, match: Match, view: PegView, look_away: LookAwayScreen, first: Secret[Code] | None = None
    ) -> None:
        super().__init__(match, view, view.rules.space)
        self._look_away = look_away
        self._first = first

    def draw(self, page: Page) -> None:
        """Draw only the entry; the second time shows nothing of the first."""
        pattern = N_("{name}: hide a code") if self._first is None else N_("{name}: once more")
        title = self.match.doing(pattern, self.match.session.player_to_move or 0)
        self.draw_code(page, title, page.translator._("hide it"))

    def leave(self) -> Navigation:
        """Go back to the request to look away."""
        return Replace(self._look_away)

    def finish(self, row: Code) -> Navigation:
        """Ask for the second entry, or hide the code if both entries are the same."""
        if self._first is None:
            # A code that the rules refuse is not entered twice.
            self.match.session.validate(SetCode(Secret(row)))
            return Replace(SecretScreen(self.match, self.view, self._look_away, Secret(row)))
        if self._first.reveal() != row:
            self._first = None
            self.entry.clear()
            return Refuse(self.match.context.translator._("The two codes differ. Enter it again, please."))
        self.match.submit(SetCode(self._first))
        go = _onward(self.match, self.view)
        if self.read is None:
            return go
        # The code is still under the lid, and the next press of the tray's button would show it to all players.
        return Replace(Notice(self.match.context, TAKE_OUT, go, N_("Secret code")))


def _onward(match: Match, before: PegView) -> Navigation:
    """Go on; after a challenge in which every answer is right, first show a notice that says so."""
    was_challenged = before.now is not None and before.now.proof is Proof.ASKED
    if not was_challenged or rounds.table_view(match).phase is Phase.WRONG:
        return rounds.onward(match, before)
    text: Text = N_("Every answer is right. The box answers from now on.")
    return match.show(Notice(match.context, text, rounds.onward(match, before), N_("Secret code")))


class AskCodeScreen(rounds.RoundSayScreen):
    """Screen that asks the codemaker to show the kept code and to enter it."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        text = filled(N_("{name} shows the code to all and enters it here."), name=rounds.maker_name(match, now))
        super().__init__(
            match, view, now, rounds.round_title(view, now), text, lambda: Replace(ShowScreen(match, view, now))
        )


class ShowScreen(EntryScreen):
    """The entry of the kept code, visible to all players."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        super().__init__(match, view, view.rules.space)
        self._title = filled(N_("{name}: the code"), name=rounds.maker_name(match, now))

    def draw(self, page: Page) -> None:
        self.draw_code(page, self._title, page.translator._("check it"))

    def finish(self, row: Code) -> Navigation:
        """Have the code checked."""
        self.match.submit(Reveal(row))
        return rounds.onward(self.match, self.view)


class KeepScreen(rounds.RoundSayScreen):
    """Screen that waits until the codemaker has set the code and hidden it."""

    hint = N_("OK: hidden")

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        text = filled(N_("{name} sets a code and hides it."), name=rounds.maker_name(match, now))
        super().__init__(match, view, now, rounds.round_title(view, now), text, self._hide)

    def _hide(self) -> Navigation:
        self.match.submit(SetCode(None))
        return self.match.onward()
