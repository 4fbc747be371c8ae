"""A code kept on the board: the entry of its key pegs, rows that may be wrong, and corrections of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from companion.box import Answered, Button, Cue, Sound
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import Amend, Challenge, GiveKeys, PlayAgain
from companion.games.pegs.play import check_whites
from companion.games.pegs.state import Count, Ending, PegView, Phase, Proof, RoundView, Row, WrongRow
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.strategy.pegs.audit import Mistake, Suspect, mistake, suspects
from companion.strategy.pegs.candidates import candidates_after
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question
from companion.ui.core.page import Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Replace, Screen, Stay, WithSound
from companion.ui.games.pegs.drawing import key_marks, row_text
from companion.ui.games.pegs.elements import BLACKS, WHITES, KeyCounts, PegRow, RowsWithText, board_rows
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.pegs.key_names import key_names, keys_words
from companion.ui.games.pegs.rounds import maker_seat, onward, score_line, table_view
from companion.ui.games.shared.match import Back, Match
from companion.ui.games.shared.match_screens import SayScreen


class KeysScreen(Screen):
    """The counts of blacks and whites, under the row they belong to.

    UP and DOWN change a count and wrap around, so that all black is one press down. OK goes on to the whites, except
    for an answer that is all black, and then passes the answer to *done*. *back* handles BACK at the blacks.
    """

    def __init__(
        self,
        match: Match,
        view: PegView,
        title: Text,
        row: Code,
        start: Answer | None,
        done: Callable[[Answer], Navigation],
        back: Callable[[Screen], Navigation],
    ) -> None:
        self.match = match
        self.view = view
        self.title = title
        self.row = row
        self.counts = [0, 0] if start is None else [start.blacks, start.whites]
        self.dial = BLACKS
        self.is_refused = False
        self._done = done
        self._back = back

    def draw(self, page: Page) -> None:
        edition = self.view.rules.edition
        page.title(N_("UP and DOWN count") if self.is_refused else self.title)
        last = self.dial == WHITES or self._is_all_black
        after = N_("OK: done") if last else key_names(edition).next_dial
        page.hints(self._name(page.translator), page.translator._(after))
        if self.view.now is not None:
            page.add(score_line(self.match, self.view, self.view.now))
        page.add(PegRow(edition, self.match.context.chosen.pegs, self.row, is_steady=True))
        page.add(KeyCounts(edition, Answer(*self.counts), self.dial))

    def _name(self, translator: Translator) -> str:
        return translator._(key_names(self.view.rules.edition).dials[self.dial])

    @property
    def _is_all_black(self) -> bool:
        return self.dial == BLACKS and self.counts == [len(self.row), 0]

    def typing(self) -> str:
        return self.match.context.translator._("Two numbers, such as 1 2")

    def take_line(self, text: str) -> Navigation | None:
        """Finish with both counts, typed as two digits."""
        typed = "".join(text.split())
        if len(typed) != len(self.counts) or not typed.isascii() or not typed.isdigit():
            return None
        if max(counts := [int(digit) for digit in typed]) > len(self.row):
            return None
        self.counts, self.dial = counts, WHITES
        return self._finish()

    def press(self, button: Button) -> Navigation:
        self.is_refused = False
        match button:
            case Button.UP | Button.DOWN:
                step = 1 if button is Button.UP else -1
                self.counts[self.dial] = (self.counts[self.dial] + step) % (len(self.row) + 1)
            case Button.BACK if self.dial == BLACKS:
                return self._back(self)
            case Button.LEFT | Button.BACK:
                self.dial = BLACKS
            case Button.OK if self.dial == WHITES or self._is_all_black:
                return self._finish()
            case Button.RIGHT | Button.OK:
                self.dial = WHITES
        return Stay()

    def _finish(self) -> Navigation:
        """Pass the answer on; if it is refused, or comes back from a question, the title says how to change it."""
        self.is_refused = True
        answer = Answer(*self.counts)
        check_whites(self.row, answer)
        return self._done(answer)


def mistake_words(edition: Edition, translator: Translator, mistake: Mistake) -> str:
    """Return the sentence that names *mistake*."""
    return translator._(key_names(edition).mistakes[mistake])


def answer_words(edition: Edition, translator: Translator, number: int, keys: Answer) -> str:
    """Return ``Row 3: 1 black, 2 white``; *number* counts from 0."""
    return translator._("Row {number}: {keys}").format(number=number + 1, keys=keys_words(edition, translator, keys))


def not_words(edition: Edition, translator: Translator, number: int, right: Answer, given: Answer | None) -> str:
    """Return ``Row 3: 1 black, 2 white, not 2 black, 1 white``; *number* counts from 0."""
    if given is None:
        return answer_words(edition, translator, number, right)
    return translator._("Row {number}: {right}, not {given}").format(
        number=number + 1, right=keys_words(edition, translator, right), given=keys_words(edition, translator, given)
    )


ROW_HELP = N_("Changes the answer of a row that was counted wrongly.")
CHALLENGE_HELP = N_("The codemaker enters the code. The box checks.")


class MenuOver(Menu):
    """A menu that replaces a screen of a match, to which BACK returns.

    With a ``legend``, the last line says what the signs of the key pegs of this edition mean.
    """

    legend: Edition | None = None

    def draw(self, page: Page) -> None:
        if self.legend is not None:
            page.hints(page.translator._(key_names(self.legend).legend))
        super().draw(page)


def kept_items(match: Match, view: PegView, back: Back) -> list[Item]:
    """Return the items of the pause menu for a code kept on the board: correct a row, and challenge.

    *back* returns to the menu.
    """
    now = view.now
    if now is None or not now.kept:
        return []
    no_row, no_doubt = _why_not(view, now)
    rows = Item(N_("Correct a row"), lambda: Replace(rows_menu(match, back())), "…", no_row, help=ROW_HELP)
    if view.rules.is_box(now.breaker):
        return [rows]
    ask = partial(challenge_question, match, view, back)
    return [rows, Item(N_("Challenge"), ask, "…", no_doubt, help=CHALLENGE_HELP)]


def not_now(view: PegView) -> Text | None:
    """Return why an action that is only possible while a codebreaker sets a row is impossible now, or None."""
    now = view.now
    is_asked = now is not None and now.proof is Proof.ASKED
    match view.phase:
        case Phase.GUESS:
            by_box = now is not None and view.rules.is_box(now.breaker)
            return N_("The box is the codebreaker.") if by_box else None
        case Phase.KEYS:
            return N_("Enter the answer of this row first.")
        case Phase.REVEAL | Phase.WRONG:
            return N_("The code is being checked.")
        case Phase.CODE if is_asked:
            return N_("The code is being checked.")
    return N_("There is no hidden code now.")


def _why_not(view: PegView, now: RoundView) -> tuple[Text | None, Text | None]:
    """Return why no row can be corrected, and why the codemaker cannot be challenged, or None for what can be done."""
    if now.proof is Proof.GIVEN and view.phase is Phase.GUESS:
        return N_("Every answer is right."), N_("Every answer is right.")
    none, otherwise = N_("No row has been answered yet."), not_now(view)
    if view.phase not in (Phase.GUESS, Phase.KEYS):
        return otherwise, otherwise
    can_challenge = view.phase is Phase.KEYS or now.rows
    return None if _answered_rows(now) else none, otherwise if can_challenge else none


def _answered_rows(now: RoundView) -> list[tuple[int, Row, Answer]]:
    return [(place, row, row.answer) for place, row in enumerate(now.rows) if row.answer is not None]


def rows_menu(match: Match, back: Navigation) -> Menu:
    """Return the menu for choosing the row to correct, with the cursor on the last; BACK goes *back*."""
    view = table_view(match)
    rows = [] if view.now is None else _answered_rows(view.now)
    edition = view.rules.edition

    def label(place: int, row: Row) -> Text:
        style = match.context.chosen.pegs
        return lambda translator: Verbatim(f"{place + 1}. " + row_text(edition, style, row.guess, translator))

    def item(place: int, row: Row, given: Answer) -> Item:
        entry = amend_screen(match, view, place, (row, given), lambda screen: Replace(menu))
        return Item(label(place, row), lambda: Replace(entry), Verbatim(_key_marks_text(row.guess, given)))

    items, last = [item(*row) for row in rows], max(0, len(rows) - 1)
    menu = MenuOver(match.context, N_("Correct which row?"), items, at=last, back=back)
    menu.legend = edition
    return menu


def _key_marks_text(guess: Code, keys: Answer) -> str:
    return "".join(mark.value for mark in key_marks(keys, len(guess)))


def amend_screen(
    match: Match, view: PegView, place: int, row: tuple[Row, Answer], back: Callable[[Screen], Navigation]
) -> KeysScreen:
    """Return the screen for entering the right answer to row number *place*, counted from 0."""

    title = filled(N_("Row {number}: answer"), number=place + 1)

    def done(keys: Answer) -> Navigation:
        amend = Amend(place, keys)
        match.session.validate(amend)
        return Replace(amend_question(match, [amend], lambda: Replace(entry)))

    entry = KeysScreen(match, view, title, row[0].guess, row[1], done, back)
    return entry


def amend_question(match: Match, amends: Sequence[Amend], no: Callable[[], Navigation]) -> Question:
    """Return the question whether all players agree to *amends*; *no* returns where to go if they do not."""
    edition = table_view(match).rules.edition

    def rows(translator: Translator) -> str:
        return ". ".join(answer_words(edition, translator, amend.row, amend.answer) for amend in amends)

    question = Question(match.context, filled(N_("All agree? {rows}"), rows=rows), lambda: amend(match, amends), no)
    question.is_yes = True
    return question


def amend(match: Match, amends: Sequence[Amend]) -> Navigation:
    """Play *amends* and go on; stop at one that ends the round by making a row all black."""
    before = table_view(match)
    for amend in amends:
        match.submit(amend)
        if len(table_view(match).done) > len(before.done):
            break
    return onward(match, before)


def challenge_question(match: Match, view: PegView, no: Callable[[], Navigation]) -> Navigation:
    """Ask whether the codemaker shall enter the kept code unseen, so that the box can check all answers."""
    now = view.now
    maker = match.players[now.maker] if now is not None and now.maker is not None else ""

    words = filled(N_("{name} enters the code unseen, and the box checks every row?"), name=maker)

    def challenge() -> Navigation:
        match.submit(Challenge())
        return match.onward()

    return Replace(Question(match.context, words, challenge, no))


TITLE = N_("No code fits!")
WRONG_TITLE = N_("Wrong rows")
MOST = 99
"""The largest number of pages, limited by the room in the title; the menu lets players correct any row."""

_ARROWS = " \u25c0\u25b6"


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
    first = [list(_readings(suspect)) or [Proposal(suspect.rows)] for suspect in named]
    most = max(map(len, first), default=0)
    every = (readings[depth] for depth in range(most) for readings in first if depth < len(readings))
    return tuple(islice(every, MOST))


def _readings(suspect: Suspect) -> Iterator[Proposal]:
    for reading in suspect.readings:
        amends = tuple(Amend(row, right) for row, right in zip(suspect.rows, reading.answers, strict=True))
        yield Proposal(suspect.rows, amends, reading.mistakes[0] if len(suspect.rows) == 1 else None)


class _RowPages(Screen):
    """Pages, *count* of them, with rows of the round *now*; the direction buttons turn them, and OK calls ``act``."""

    def __init__(self, match: Match, view: PegView, now: RoundView, count: int) -> None:
        self.match = match
        self.view = view
        self.now = now
        self.count = count
        self.at = 0

    def draw_page(self, page: Page, title: tuple[str, str], rows: Sequence[int], words: str) -> None:
        """Draw the *rows* and the *words* about them under *title*, whose second part says how the pages turn."""
        name, arrows = title
        ok = page.translator._("OK")
        page.title(
            name, f"{self.at + 1}/{self.count}{arrows} {ok}" if self.count > 1 else f"{ok} \u25b6", optional=True
        )
        page.add(score_line(self.match, self.view, self.now))
        board = board_rows(self.now.rows)
        edition, style = self.view.rules.edition, self.match.context.chosen.pegs
        page.add(RowsWithText(edition, style, tuple(board[place] for place in rows), words))

    def press(self, button: Button) -> Navigation:
        if self.count:
            self.at = (self.at + (STEPS | TURNS).get(button, 0)) % self.count
        if button is Button.OK:
            return self.act()
        return self.match.pause(self) if button is Button.BACK else Stay()

    def act(self) -> Navigation:
        """Handle OK."""
        raise NotImplementedError

    def back(self) -> Navigation:
        """Return to this page from a menu."""
        return Replace(self)


class DoubtScreen(_RowPages):
    """Pages with one suspicion each; OK opens a menu of what to do."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        self.proposals = proposals(view)
        super().__init__(match, view, now, len(self.proposals))

    @property
    def proposal(self) -> Proposal:
        """The suspicion on this page."""
        return self.proposals[self.at] if self.proposals else Proposal(())

    def draw(self, page: Page) -> None:
        arrows = _ARROWS if self.count < 10 else ""
        self.draw_page(page, (TITLE, arrows), self.proposal.rows, self._words(page.translator))

    def _words(self, translator: Translator) -> str:
        edition, proposal = self.view.rules.edition, self.proposal
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

    def act(self) -> Navigation:
        match, amends = self.match, self.proposal.amends
        right = [Item(N_("Put it right"), lambda: Replace(amend_question(match, amends, self.back)), "…")]
        by_box = self.view.rules.is_box(self.now.breaker)
        ask = partial(challenge_question, match, self.view, self.back)
        challenge = self._let_box_challenge if by_box else ask
        on = [Item(N_("Go on as it is"), lambda: Replace(GuessScreen(match, self.view, self.now)))]
        ways = [
            *(right if amends else []),
            Item(N_("Correct a row"), lambda: Replace(rows_menu(match, Replace(self))), "…"),
            Item(N_("Enter the code"), challenge, "…"),
            *([] if by_box else on),
        ]
        # OK leads on: where the box has no correction to offer, past the menu.
        at = 0 if amends or by_box else len(ways) - 1
        return Replace(MenuOver(match.context, TITLE, ways, at=at, back=Replace(self)))

    def _let_box_challenge(self) -> Navigation:
        before = table_view(self.match)
        self.match.call()
        return onward(self.match, before)


class WrongScreen(_RowPages):
    """Pages with one wrong row each; OK opens the choices of the codebreaker."""

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        super().__init__(match, view, now, len(now.wrong))

    @property
    def wrong(self) -> WrongRow:
        """The row on this page."""
        return self.now.wrong[self.at]

    def draw(self, page: Page) -> None:
        self.draw_page(page, (WRONG_TITLE, _ARROWS), [self.wrong.row], self._words(page.translator))

    def _words(self, translator: Translator) -> str:
        edition, wrong = self.view.rules.edition, self.wrong
        said = not_words(edition, translator, wrong.row, wrong.right, wrong.given) + "."
        # The kind of a mistake can reveal more of the code than the right answer does.
        if self.now.code is None:
            return said
        kind = mistake(self.now.rows[wrong.row].guess, self.now.code, wrong.given)
        return f"{said} {mistake_words(edition, translator, kind)}"

    def act(self) -> Navigation:
        if self.view.rules.is_box(self.now.breaker):
            move = self.match.call().move
            go = onward(self.match, self.view)
            if not isinstance(move, PlayAgain):
                return go
            text: Text = N_("The box has this round played again.")
            return Replace(Notice(self.match.context, text, go, Verbatim(self.match.players[self.now.breaker])))
        amends = [Amend(wrong.row, wrong.right) for wrong in self.now.wrong]
        # The extra points of a codebreaker who got a wrong answer.
        fine = self.view.rules.edition.scoring.wrong_answer
        cost = f"+{fine}" if fine and self.view.count is not Count.ROWS_AGAINST else ""
        again = Item(N_("Play again"), self._play_again, Verbatim(cost))
        items = [Item(N_("Put right, go on"), lambda: amend(self.match, amends)), again]
        return Replace(MenuOver(self.match.context, WRONG_TITLE, items, back=Replace(self)))

    def _play_again(self) -> Navigation:
        self.match.submit(PlayAgain())
        return onward(self.match, self.view)


def answering(match: Match, view: PegView, now: RoundView) -> Screen:
    """Return the screen with the row that the box plays, if it is new, else the entry of its key pegs."""
    # An answer was taken back so that it can be corrected; its row is already on the board.
    is_new = not isinstance(match.session.redoable, GiveKeys)
    return (
        BoxRowScreen(match, view, now) if view.rules.is_box(now.breaker) and is_new else keys_screen(match, view, now)
    )


def keys_screen(match: Match, view: PegView, now: RoundView, start: Answer | None = None) -> KeysScreen:
    """Return the screen on which the codemaker enters the key pegs of the last row, beginning with *start*."""
    taken_back = match.session.redoable
    if start is None and isinstance(taken_back, GiveKeys):
        start = taken_back.answer
    title = match.doing(N_("{name} answers row {number}"), maker_seat(now), len(now.rows))
    return KeysScreen(
        match, view, title, now.rows[-1].guess, start, lambda keys: _give(match, view, keys), match.pause
    )


def _give(match: Match, before: PegView, keys: Answer) -> Navigation:
    if before.now is None or keys.blacks < len(before.now.rows[-1].guess):
        return _give_keys(match, before, keys)
    # One press too many at the dials must not end a round; where the answer is meant, OK leads on.
    match.session.validate(GiveKeys(keys))
    number = len(before.now.rows)
    text = filled(N_("Is row {number} the code? It ends this round."), number=number)
    entry = keys_screen(match, before, before.now, keys)
    entry.is_refused = True
    question = Question(match.context, text, lambda: _give_keys(match, before, keys), lambda: Replace(entry))
    question.is_yes = True
    return Replace(question)


def _give_keys(match: Match, before: PegView, keys: Answer) -> Navigation:
    match.submit(GiveKeys(keys))
    go = onward(match, before)
    return WithSound(_sound(table_view(match), before, keys, go), go)


def _sound(view: PegView, before: PegView, keys: Answer, go: Navigation) -> Sound:
    if len(view.done) > len(before.done):
        return Cue.SOLVED if view.done[-1].ending is Ending.SOLVED else Cue.LOST
    is_doubted = isinstance(go, Replace) and isinstance(go.screen, DoubtScreen)
    return Cue.REFUSED if is_doubted else Answered(keys.blacks, keys.whites)


class BoxRowScreen(SayScreen):
    """The row that the box plays, to be set on the real board, and the reason for it."""

    hint = N_("OK: answer")

    def __init__(self, match: Match, view: PegView, now: RoundView) -> None:
        title = match.doing(N_("{name} sets row {number}"), now.breaker, len(now.rows))
        super().__init__(match, title, self._why, lambda: Replace(keys_screen(match, view, now)))
        self.view = view
        self.now = now
        self.row = now.rows[-1].guess
        before = candidates_after(view.rules.space, now.rows[:-1])
        self.codes = before.count
        self.codes_said = str(self.codes) if before.is_exact else f"~{self.codes}"

    def draw(self, page: Page) -> None:
        page.title(self.title, optional=True)
        page.hints("", page.translator._(self.hint))
        page.add(score_line(self.match, self.view, self.now))
        page.add(PegRow(self.view.rules.edition, self.match.context.chosen.pegs, self.row, least=0, growth=6))
        page.paragraph(self.text, N_("Set this row."))

    def _why(self, translator: Translator) -> str:
        if self.codes_said == "1":
            return translator._("Only this code can be it.")
        codes = translator.ngettext(
            "Set this row: {count} code could be it.", "Set this row: {count} codes could be it.", self.codes
        )
        return codes.format(count=self.codes_said)
