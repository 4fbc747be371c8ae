"""Corrections of answers to a kept code, by agreement of the players or after a challenge by the codebreaker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Answer, Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.moves import Amend, Challenge
from companion.games.pegs.state import Phase, Proof, Row
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.ui.games.pegs.drawing import key_legend, key_marks, row_text
from companion.ui.games.pegs.keys import KeysScreen
from companion.ui.games.pegs.mistakes import answer_words
from companion.ui.games.pegs.navigation import onward, table_view
from companion.ui.match import Back, Match
from companion.ui.menu import Item, Menu
from companion.ui.notice import Question
from companion.ui.page import Page
from companion.ui.screen import Navigation, Replace, Screen

ROW_HELP = N_("Changes the key pegs of a row that was answered wrongly.")
CHALLENGE_HELP = N_("The codemaker enters the code. The box checks.")


class MenuOver(Menu):
    """A menu that replaces another screen; BACK calls *leave*, which returns where to go.

    With *legend*, the last line says what the signs of the key pegs of this edition mean.
    """

    def __init__(
        self,
        match: Match,
        title: Text,
        items: Sequence[Item],
        leave: Callable[[], Navigation],
        legend: Edition | None = None,
    ) -> None:
        super().__init__(match.context, title, items)
        self._leave = leave
        self._legend = legend

    def draw(self, page: Page) -> None:
        """Draw the legend and the menu."""
        if self._legend is not None:
            page.hints(key_legend(self._legend, page.translator))
        super().draw(page)

    def press(self, button: Button) -> Navigation:
        """Move, choose or leave."""
        return self._leave() if button is Button.BACK else super().press(button)


def kept_items(match: Match, view: PegView, back: Back) -> list[Item]:
    """Return the items of the pause menu for a code kept on the board: correct a row, and challenge.

    *back* returns to the menu.
    """
    now = view.now
    if now is None or not now.kept:
        return []
    rows = Item(
        N_("Correct a row"), lambda: Replace(rows_menu(match, back)), "…", _no_correction(view, now), help=ROW_HELP
    )
    if view.rules.is_box(now.breaker):
        return [rows]
    doubt = Item(
        N_("Challenge"),
        lambda: challenge_question(match, view, back),
        "…",
        _no_challenge(view, now),
        help=CHALLENGE_HELP,
    )
    return [rows, doubt]


def not_now(view: PegView) -> Text | None:
    """Return why an action that is only possible while a codebreaker sets a row is impossible now, or None."""
    now = view.now
    is_asked = now is not None and now.proof is Proof.ASKED
    match view.phase:
        case Phase.GUESS:
            by_box = now is not None and view.rules.is_box(now.breaker)
            return N_("The box is the codebreaker.") if by_box else None
        case Phase.KEYS:
            return N_("Enter the key pegs of this row first.")
        case Phase.REVEAL | Phase.WRONG:
            return N_("The code is being checked.")
        case Phase.CODE if is_asked:
            return N_("The code is being checked.")
    return N_("There is no hidden code now.")


def _no_correction(view: PegView, now: RoundView) -> Text | None:
    if now.proof is Proof.GIVEN and view.phase is Phase.GUESS:
        return N_("Every answer is right.")
    if view.phase not in (Phase.GUESS, Phase.KEYS):
        return not_now(view)
    return None if _answered(now) else N_("No row has been answered yet.")


def _no_challenge(view: PegView, now: RoundView) -> Text | None:
    if now.proof is Proof.GIVEN and view.phase is Phase.GUESS:
        return N_("Every answer is right.")
    if view.phase is Phase.GUESS and not now.rows:
        return N_("No row has been answered yet.")
    return not_now(view)


def _answered(now: RoundView) -> list[tuple[int, Row, Answer]]:
    return [(place, row, row.answer) for place, row in enumerate(now.rows) if row.answer is not None]


def rows_menu(match: Match, leave: Callable[[], Navigation]) -> Menu:
    """Return the menu for choosing the row to correct, with the cursor on the last; BACK calls *leave*."""
    view = table_view(match)
    rows = [] if view.now is None else _answered(view.now)
    edition = view.rules.edition

    def label(place: int, row: Row) -> Text:
        style = match.context.chosen.pegs
        return lambda translator: Verbatim(f"{place + 1}. " + row_text(edition, style, row.guess, translator))

    def item(place: int, row: Row, given: Answer) -> Item:
        entry = amend_screen(match, view, place, (row, given), lambda screen: Replace(menu))
        return Item(label(place, row), lambda: Replace(entry), Verbatim(_counted(row.guess, given)))

    menu = MenuOver(match, N_("Correct which row?"), [item(*row) for row in rows], leave, edition)
    menu.at = max(0, len(rows) - 1)
    return menu


def _counted(guess: Code, keys: Answer) -> str:
    return "".join(mark.value for mark in key_marks(keys, len(guess)))


def amend_screen(
    match: Match, view: PegView, place: int, row: tuple[Row, Answer], back: Callable[[Screen], Navigation]
) -> KeysScreen:
    """Return the screen for entering the right answer to row number *place*, counted from 0."""

    title = filled(N_("Row {number}: key pegs"), number=place + 1)

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

    return Question(match.context, filled(N_("All agree? {rows}"), rows=rows), lambda: amended(match, amends), no)


def amended(match: Match, amends: Sequence[Amend]) -> Navigation:
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
