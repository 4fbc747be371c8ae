"""The choice of the next screen in a peg match, and of the buttons with which the box shows a round by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.box import Button
from companion.errors import N_
from companion.games.contract import AnyGame, TrayReadable
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import GiveUp, Guess
from companion.games.pegs.scoring import worth
from companion.games.pegs.state import Ending, Mode, PegView, Phase, Proof, RoundView
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.strategy.pegs.choice import choose
from companion.strategy.pegs.library import book_for
from companion.ui.core import tiles
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item
from companion.ui.core.notice import Question
from companion.ui.core.screen import Navigation, Replace, Screen
from companion.ui.games.pegs import corrections, lesson, rounds, wordless
from companion.ui.games.pegs.coach import HintAsker, hint_items, hint_named
from companion.ui.games.pegs.drawing import row_text
from companion.ui.games.pegs.ending import end_screen
from companion.ui.games.pegs.entry import RowEntry, lesson_question
from companion.ui.games.pegs.guess import AskCodeScreen, GuessScreen, KeepScreen, LookAwayScreen, ReadyScreen
from companion.ui.games.shared.lesson import PlayNow
from companion.ui.games.shared.match import Back, GameScreens, Match


def next_button(entry: RowEntry, row: Code, values: int) -> Button:
    """Return the next button to press to set *row* in *entry*, turning through the colours the shorter way."""
    if entry.is_at_tick or entry.peg == row[entry.cursor]:
        return Button.OK
    peg = -1 if entry.peg is None else entry.peg
    return Button.UP if (row[entry.cursor] - peg) % values <= values // 2 else Button.DOWN


class Demonstrator:
    """Chooses the buttons of the demonstration; ``draw(n)`` returns a random number below n."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self._draw = draw
        self._row: tuple[Screen, Code] | None = None

    def __call__(self, screen: Screen) -> Button:
        """Return the button to press on *screen*."""
        if not isinstance(screen, GuessScreen):
            return Button.OK
        return next_button(screen.entry, self._aim(screen), screen.view.rules.guesses.values)

    def _aim(self, screen: GuessScreen) -> Code:
        """Return the row to set on *screen*; it stays the same until that row is complete."""
        if self._row is None or self._row[0] is not screen:
            rules, rows = screen.view.rules, screen.now.rows
            hard, book = rules.is_hard, book_for(rules)
            choice = choose(rules.space, rules.guesses, rows, rules.strength, self._draw, book, is_hard=hard)
            if choice is None:
                raise LookupError(f"expected a code that fits the box's own answers, got none for {rows}")
            self._row = screen, choice
        return self._row[1]


SEAL_USE = N_("These letters prove that no code is changed.")
GIVE_UP_HELP = N_("Shows the code. The round is lost, the match goes on.")
_KEPT = (Mode.KEEPS, Mode.MATCH, Mode.BREAKS)


def _next_screen(match: Match) -> Screen:
    """Return the screen of what a person has to do next, of the code revealed before that, or of the end."""
    if (question := lesson_question(match)) is not None:
        return question
    view = rounds.table_view(match)
    if view.rules.pictures:
        return wordless.next_screen(match, view)
    if view.phase is Phase.FIRST:
        return rounds.CoinScreen(match, view)
    if view.phase is Phase.CODE and match.driver.position.is_prompted:
        return rounds.RevealScreen(match, view, view.done[-1])
    if view.now is None:
        return end_screen(match, view)
    return _of_round(match, view, view.now)


def _resume(match: Match) -> Screen:
    """Return the last reveal if the next round has not begun, else the screen that the match waits for."""
    view = rounds.table_view(match)
    is_between = view.now is None or (view.phase is Phase.CODE and not view.now.rows)
    if view.done and is_between:
        reveal = wordless.RevealPicture if view.rules.pictures else rounds.RevealScreen
        return reveal(match, view, view.done[-1])
    return _next_screen(match)


def summary(game: AnyGame, translator: Translator) -> tuple[str, str]:
    """Return the pegs and colours of *game*, and what players do; raises ``TypeError`` for one without pegs."""
    if not isinstance(game, TrayReadable):
        raise TypeError(f"expected a game with pegs, got {game.key!r}")
    edition = game.edition
    if edition.has_words:
        note = translator._("{pegs} letters, {words} words")
        sentence = translator._("Find a hidden word of {pegs} letters in at most {rows} rows.")
    elif edition.has_digits:
        note = translator._("{pegs} out of {colours} digits")
        sentence = translator._("Find {pegs} hidden digits in at most {rows} rows.")
    else:
        note = translator._("{pegs} pegs, {colours} colours")
        sentence = translator._("Find {pegs} hidden pegs in at most {rows} rows.")
    words = len(edition.variants[0].words)
    values = {"words": words, "pegs": edition.pegs, "colours": len(edition.colours), "rows": edition.rows}
    return note.format(**values), sentence.format(**values)


def _news(match: Match) -> Sequence[Text]:
    """Return the seal of the code that was hidden just now, in a first match with its use; the board has the rest."""
    view = rounds.table_view(match)
    if view.now is None or view.now.rows:
        return ()
    seals = [Verbatim(seal) for seal in match.session.seals[-1:]]
    return [*seals, SEAL_USE] if seals and match.is_first else seals


def _lesson(context: AppContext, game: AnyGame, play: PlayNow) -> Screen:
    """Return the taught round of *game*; raises ``TypeError`` for a game without pegs."""
    if not isinstance(game, TrayReadable):
        raise TypeError(f"expected a game with pegs, got {game.key!r}")
    return lesson.PegLesson(context, game.edition, play).begin()


def _row_words(match: Match, move: object, translator: Translator) -> str:
    """Return the pegs of a row; an empty text for another move."""
    edition = rounds.table_view(match).rules.edition
    return row_text(edition, match.context.chosen.pegs, move.code, translator) if isinstance(move, Guess) else ""


def _pause_items(match: Match, behind: Screen, back: Back) -> Sequence[Item]:
    """Return this game's items of the pause menu: hint, give up, and corrections of answers by hand."""
    view = rounds.table_view(match)
    show = Item(
        N_("Give up round"),
        lambda: Replace(_give_up_question(match, view, back)),
        "…",
        corrections.not_now(view),
        help=GIVE_UP_HELP,
    )
    return [*hint_items(HintAsker(match), behind), show, *corrections.kept_items(match, view, back)]


def _of_round(match: Match, view: PegView, now: RoundView) -> Screen:
    match view.phase:
        case Phase.CODE if view.rules.mode in _KEPT and now.proof is not Proof.ASKED:
            return KeepScreen(match, view, now)
        case Phase.CODE:
            return LookAwayScreen(match, view, now)
        case Phase.KEYS:
            return corrections.answering(match, view, now)
        case Phase.REVEAL:
            return AskCodeScreen(match, view, now)
        case Phase.WRONG:
            return corrections.WrongScreen(match, view, now)
    if corrections.is_contradicted(view):
        return corrections.DoubtScreen(match, view, now)
    # Where the time is over, on the screen of the row it ends.
    if not now.used and match.session.redoable is None and match.driver.late is None:
        return ReadyScreen(match, view, now)
    return GuessScreen(match, view, now)


def _give_up_question(match: Match, view: PegView, back: Back) -> Question:
    def give_up() -> Navigation:
        before = rounds.table_view(match)
        match.submit(GiveUp())
        return rounds.onward(match, before)

    text = N_("There is no hidden code now.") if view.now is None else _cost_words(match, view, view.now)
    return Question(match.context, text, give_up, back)


def _cost_words(match: Match, view: PegView, now: RoundView) -> Text:
    """Return the question whether to give the round up, with its cost by the rules of the match."""
    seat, points = worth(view.rules, replace(now, ending=Ending.GIVEN_UP))
    if not points:
        return N_("Give up? You get no points.")
    if rounds.is_counted_in_rows(view):
        return filled(N_("Give up? It counts as {rows} rows."), rows=points)
    name = match.players[seat]
    return filled(N_("Give up? {name} gets {points} points."), name=name, points=points)


VERBS = {
    Phase.CODE: N_("make the code"),
    Phase.GUESS: N_("find the code"),
    Phase.KEYS: N_("answer the row"),
    Phase.REVEAL: N_("show the code"),
}
"""What the player does whose turn begins, in a few words below the name."""

SCREENS: GameScreens = GameScreens(
    picture=tiles.PEGS,
    next_screen=_next_screen,
    resume=_resume,
    # The next screen shows the rows that the box played.
    tell=lambda match, events, then: then(),
    sheet=lambda match: rounds.sheet(match, rounds.table_view(match)),
    boards=lambda match: rounds.BoardsScreen(match, rounds.table_view(match)),
    boards_title=N_("Rows played"),
    summary=summary,
    verb=lambda view: "" if view.rules.pictures else VERBS.get(view.phase),
    news=_news,
    row_words=_row_words,
    pause_items=_pause_items,
    # In pictures for a match without reading.
    own_pause=lambda match, behind: wordless.pause(match, behind) if rounds.table_view(match).rules.pictures else None,
    lesson=_lesson,
    hint=lambda match, name: hint_named(HintAsker(match), name),
    demonstrator=Demonstrator,
)
"""The screens of all editions of the peg games."""
